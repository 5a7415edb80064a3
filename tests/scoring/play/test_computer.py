"""The computer plays by the engine's rules, sees what its seat may see, and values what both sides need."""

import json
import os
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest

from scoring.play.bits import mask, spread
from scoring.play.computer import table as table_module
from scoring.play.computer.belief import Chance, SeenTurn, seat_view
from scoring.play.computer.player import LEVELS, Level, judge, play_of, play_out
from scoring.play.computer.position import Position, end_hand, start_position, worth
from scoring.play.computer.table import GameTable, game_table, player_counts, values_of
from scoring.play.hand import Hand, start_hand
from scoring.play.layout import End, LegalPlay
from scoring.play.presets import PRESETS, preset
from scoring.play.rules import Rules
from tests.makers.fast_hands import STATE, begin, fast_table
from tests.makers.fast_hands import play_out as fast_play_out
from tests.makers.fast_hands import worth as fast_worth
from tests.makers.measures import deal_by_lot
from tests.makers.values import is_solved, kinds, solve

GAMES = int(os.environ.get("COMPUTER_GAMES", "1"))
SEED = os.environ.get("SEED", "1")
PAGAT = preset("fives-threes:pagat")


def dealt(table: GameTable, chance: Chance, leader: int, scores: list[int]) -> Position:
    tiles = list(range(len(table.layouts.tiles)))
    hands = [sum(1 << tile for tile in chance.take(tiles, table.each)) for _ in range(table.players)]
    if table.highest:
        doubles = [(hand & table.doubles, seat) for seat, hand in enumerate(hands)]
        if not max(doubles)[0]:
            return dealt(table, chance, leader, scores)
        leader = max(doubles)[1]
    return start_position(table, hands, chance.take(tiles, len(tiles)), leader, scores)


def same(position: Position, hand: Hand) -> bool:
    held = tuple(mask(tiles) for tiles in hand.held)
    return (position.hands, position.turn, position.out) == (list(held), hand.turn, hand.out)


@pytest.mark.parametrize("name", PRESETS)
def test_a_position_goes_as_the_engine_says_under_every_rule_set(name: str) -> None:
    """Played at random: the same tiles may be played for the same points, and the hand ends at the same moment."""
    rules = preset(name)
    for players in player_counts(rules):
        table = game_table(rules.for_players(players), players)
        for seed in range(GAMES):
            chance = Chance(1 + seed)
            position = dealt(table, chance, 0, [0] * table.side_count)
            tiles = tuple(spread(hand, table.layouts) for hand in position.hands)
            follow(position, start_hand(table.rules, tiles, position.leader), chance)


def follow(position: Position, hand: Hand, chance: Chance) -> None:
    table = position.table
    while not hand.is_over and position.winner is None:
        assert same(position, hand)
        legal = sorted((mask((play.tile,)), table.rules.points(play.total)) for play in hand.legal())
        plays = position.plays()
        assert sorted((1 << tile, position.points(tile, to)) for tile, to in plays) == legal
        if not plays:
            drawn = table.layouts.tiles[position.sleeping[-1]] if position.can_draw else None
            hand = hand.draw(drawn) if position.pass_turn() else hand.knock()
            continue
        tile, to = plays[chance.below(len(plays))]
        points = position.points(tile, to)
        places = [play for play in hand.legal() if mask((play.tile,)) == 1 << tile]
        place = next(play for play in places if same_ends(table, to, play))
        hand = hand.play(place.tile, place.end)
        position.play(tile, to, points)
    if hand.is_over and position.winner is None:
        while not position.over:  # closing knocks are written by nobody
            assert not position.plays()
            position.pass_turn()
        assert position.out == hand.out


def same_ends(table: GameTable, to: int, play: LegalPlay) -> bool:
    return sorted(table.layouts.shown[to]) == sorted((end.pip, kind_of_end(end)) for end in play.layout.ends)


def kind_of_end(end: End) -> int:
    if end.is_spinner:
        return 4 + end.covered
    if not end.is_double or (end.lies_in_line and end.covered):
        return 0
    return 3 if end.lies_in_line else 1 + end.covered


def play_hand(position: Position, levels: tuple[Level, ...], chance: Chance, *, check: bool = False) -> int | None:
    """A hand played by levels, seat by seat; the seat that leads next. With ``check`` no level sees hidden tiles."""
    table = position.table
    history: tuple[SeenTurn, ...] = ()
    while not position.over:
        seat, layout, score = position.turn, position.layout, position.scores[table.sides[position.turn]]
        if not position.plays():
            history = (*history, SeenTurn(seat, layout, score, drew=position.pass_turn()))
            continue
        view = seat_view(position, history)
        seed = chance.below(1 << 30)
        tile, to = play_of(table, view, levels[seat], Chance(seed))
        assert (tile, to) in position.plays()
        if check:
            other = seat_view(exchanged(position, Random(seed)), history)
            assert play_of(table, other, levels[seat], Chance(seed)) == (tile, to)
        points = position.points(tile, to)
        position.play(tile, to, points)
        history = (*history, SeenTurn(seat, layout, score, tile, to, points))
    return None if position.winner is not None else end_hand(position)


def exchanged(position: Position, random: Random) -> Position:
    """The same moment for the player to move, with the tiles that they cannot see dealt anew among the others."""
    hands, table = position.hands[:], position.table
    hidden = [tile for seat, hand in enumerate(hands) if seat != position.turn for tile in bits_of(hand)]
    hidden += position.sleeping
    random.shuffle(hidden)
    for seat, hand in enumerate(position.hands):
        if seat != position.turn:
            hands[seat] = sum(1 << hidden.pop() for _ in range(hand.bit_count()))
    assert sum(hands) | sum(1 << tile for tile in hidden) <= (1 << len(table.layouts.tiles)) - 1
    return position.copy(hands, hidden)


def bits_of(hand: int) -> list[int]:
    return [tile for tile in range(hand.bit_length()) if hand >> tile & 1]


THINKS = Level("Quick", 3)


@pytest.mark.parametrize("name", ["fives-threes:teesdale", "fives-threes:pagat", "all-fives", "horse-race:draw"])
def test_the_computer_plays_the_same_when_the_hidden_tiles_are_exchanged(name: str) -> None:
    rules = preset(name)
    for players in player_counts(rules):
        table = game_table(rules.for_players(players), players)
        for seed in range(2 * GAMES):
            chance = Chance(100 + seed)
            levels = tuple(THINKS if seat == 0 else LEVELS[seat % 2] for seat in range(players))
            play_hand(dealt(table, chance, 0, [0] * table.side_count), levels, chance, check=True)


PLAYED = Random(SEED).sample(sorted(PRESETS), 6 if GAMES == 1 else len(PRESETS))


@pytest.mark.parametrize("name", PLAYED)
def test_every_rule_set_is_played_to_its_end(name: str) -> None:
    rules = preset(name)
    for players in player_counts(rules)[-1:]:
        table = game_table(rules.for_players(players), players)
        levels = (LEVELS[1],) * players
        for seed in range(GAMES):
            chance, leader = Chance(1000 + seed), 0
            scores = [0] * table.side_count
            for _ in range(1000):
                position = dealt(table, chance, leader, scores)
                following = play_hand(position, levels, chance)
                if position.winner is not None:
                    break
                scores, leader = position.scores, following or 0
            assert position.winner is not None
            assert position.scores[position.winner] >= table.rules.target


def test_close_to_the_target_the_lead_decides_and_59_is_a_little_better_than_60() -> None:
    pagat = values_of(PAGAT, 2)
    for own in (1, 2):
        for other in (1, 2):
            assert 870 < pagat.chance(own, other) < 940
    assert 0 < pagat.chance(2, 5) - pagat.chance(1, 5) < 40
    assert 20 < pagat.chance(5, 1) - pagat.chance(5, 2) < 90
    assert pagat.chance(61, 61) > 500
    assert pagat.chance(5, 61) > 950
    assert pagat.chance(61, 5) < 50


KINDS = tuple(kinds())
SOLVED = [(name, kind, players) for name, kind, players, table in KINDS if is_solved(kind, table)]
VALUES = Path(table_module.__file__).parent / "values.json"


def test_every_kind_of_game_has_a_table_of_its_own_or_the_pace_of_its_hands() -> None:
    rows = {(row["rules"], row["players"]): row for row in json.loads(VALUES.read_text())}
    expected = {
        (name, players): "chances" if is_solved(kind, table) else "pace" for name, kind, players, table in KINDS
    }
    assert {key: "chances" if "chances" in row else "pace" for key, row in rows.items()} == expected


@pytest.mark.parametrize(("name", "kind", "players"), SOLVED, ids=lambda each: str(each)[:30])
def test_a_chance_is_what_hands_played_on_from_there_come_to(name: str, kind: Rules, players: int) -> None:
    """Played by sides that see the board, from one pair of needs that are small; the next hands by the table."""
    random = Random(f"{SEED} {name} {players}")
    table, own, other = game_table(kind, players), random.randint(1, 14), random.randint(1, 14)
    chance, won = Chance(random.getrandbits(30)), []
    for _ in range(200 * GAMES):
        hands = deal_by_lot(table, chance)
        for turned in (hands, hands[1:] + hands[:1]):
            position = start_position(table, turned[:], [], 0, [table.goal - own, table.goal - other])
            play_out(position)
            won.append(worth(position)[0])
    assert abs(fmean(won) - table.values.chance(own, other)) < 10 + 5 * max(stdev(won), 50) / len(won) ** 0.5


@pytest.mark.proof
@pytest.mark.skipif(GAMES == 1, reason="a minute for each table: in make prove")
@pytest.mark.parametrize(("name", "kind", "players"), SOLVED, ids=lambda each: str(each)[:30])
def test_a_table_that_is_made_again_from_other_deals_is_the_same(name: str, kind: Rules, players: int) -> None:
    again = solve(kind, players, 1000 + players, deals=400, close=4000)
    apart = [abs(one - other) for one, other in zip(again, values_of(kind, players).chances, strict=True)]
    assert max(apart) < 50
    assert fmean(apart) < 8


@pytest.mark.proof
@pytest.mark.skipif(GAMES == 1, reason="what is compiled takes a while: in make prove")
@pytest.mark.parametrize(("name", "kind", "players"), SOLVED, ids=lambda each: str(each)[:30])
def test_hands_are_played_fast_as_they_are_played_slowly(name: str, kind: Rules, players: int) -> None:
    table, chance = game_table(kind, players), Chance(players)
    fast, state = fast_table(table), np.zeros(STATE, np.int64)
    for _ in range(10 * GAMES):
        hands, leader = deal_by_lot(table, chance), chance.below(players)
        needs = [1 + chance.below(40), 1 + chance.below(40)]
        position = start_position(table, hands[:], [], leader, [table.goal - need for need in needs])
        play_out(position)
        held = np.array(hands)
        begin(state, leader, *needs)
        fast_play_out(fast, state, held)
        assert list(held) == position.hands
        assert fast_worth(fast, state, 0) == worth(position)[0]


def test_the_computer_takes_the_tile_that_wins() -> None:
    """On 58 against 60: 6-3 led makes nine, and three pegs win; 5-5 makes ten, and two do not."""
    table = game_table(PAGAT, 2)
    tiles = {str(tile): number for number, tile in enumerate(table.layouts.tiles)}
    hands = [1 << tiles["63"] | 1 << tiles["55"] | 1 << tiles["50"], 1 << tiles["21"] | 1 << tiles["11"]]
    sleeping = [tile for tile in tiles.values() if not sum(hands) >> tile & 1]
    position = start_position(table, hands, sleeping, 0, [58, 60])
    best = judge(table, seat_view(position, ()), Chance(5), 60)[0]
    assert (str(table.layouts.tiles[best.tile]), best.total) == ("63", 1000 * best.deals)


def test_chance_gives_the_numbers_that_xorshift_is_known_for() -> None:
    chance = Chance(1)
    assert [chance.below(1 << 32) for _ in range(4)] == [270369, 67634689, 2647435461, 307599695]
    values = list(range(10))
    assert sorted(chance.take(values, 4) + values) == list(range(10))
