"""Tables for a phone against the engine that they were asked of: every preset, everything that is small enough."""

import gzip
import json
from collections import Counter, deque
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.play import possible
from scoring.play.board import Board, SidePegs, land
from scoring.play.game import GameError, HandInPlay, close_hand, new_game
from scoring.play.layout import Layout, LayoutError
from scoring.play.presets import PRESETS
from scoring.play.rules import FinishWhen, HandEnd, Overshoot, Rules, Settlement, TieRule
from scoring.play.settlement import settle
from scoring.play.tables import Sample, UntabledError, runs, tables
from scoring.play.tiles import Tile, domino_set
from tests.scoring.strategies import layouts
from tests.seeds import by_turns

GAMES = [(name, players) for name, rules in PRESETS.items() for players, _ in rules.deal]
FIVES = [(name, players) for name, players in GAMES if name.startswith("fives-threes")]
PLAYED = {(PRESETS[name].for_players(players), players): (name, players) for name, players in reversed(GAMES)}
BOARDS = list(
    {rules: game for (rules, _), game in PLAYED.items()}.values()
)  # each rules once, however many play by them
every_board = pytest.mark.parametrize(("name", "players"), by_turns(BOARDS, 3), ids=str)
every_game = pytest.mark.parametrize(("name", "players"), by_turns(GAMES, 3), ids=str)


def along(stretches: list[list[Any]], place: int, base: int) -> tuple[str, int]:
    """What the stretches say of a place: the twin of the phone's `along`, written down here once more on purpose."""
    found = stretches[0]
    for stretch in stretches:
        if stretch[0] <= place:
            found = stretch
    _, word, a, b, c = found
    return word, a + b * place + c * base


@every_board
def test_pegs_land_where_the_board_says(name, players):
    rules, known = PRESETS[name].for_players(players), tables(PRESETS[name], players)
    over = 40 if rules.finish_when is FinishWhen.HAND else 0
    for score, lead in product(range(-30, rules.target + over), (False, True)):
        for pegs in (*range(20), 35, 59, 75, 120, rules.target, 2 * rules.target):
            for half in (0, 0.5) if rules.tie is TieRule.SPLIT else (0,):
                landing = land(rules, score + half, pegs, lead=lead)
                assert along(known["landing"][lead], score + half + pegs, score + half) == (landing.how, landing.score)


@every_board
def test_a_side_goes_back_and_pays_for_a_revoke_as_the_board_says(name, players):
    rules, known = PRESETS[name].for_players(players), tables(PRESETS[name], players)
    for score in range(rules.target):
        for pegs in range(0, rules.target + 70, 7):
            back = Board((SidePegs(score),)).peg_back(0, pegs).scores[0]
            assert along(known["back"], score - pegs, score) == ("back", back)
        if rules.revoke_penalty:
            before = Board((SidePegs(score), SidePegs(0)))
            how, to = along(known["revoke"]["moves"], score, 0)
            after = before.put(0, to) if how == "back" else before.peg(rules, 1, known["revoke"]["pegs"])[0]
            assert after == before.penalise(rules, 0, 1)[0]
    assert (known["revoke"] is None) == (rules.revoke_penalty == 0)


@every_board
def test_what_a_side_needs_is_the_fewest_pegs_that_win(name, players):
    rules, known = PRESETS[name].for_players(players), tables(PRESETS[name], players)
    assert known["wins"] == rules.target
    if rules.finish_when is FinishWhen.PLAY:
        for score in range(rules.target):
            wins = [pegs for pegs in range(rules.target + 1) if land(rules, score, pegs).how == "won"]
            assert wins[0] == known["wins"] - score


def test_a_board_is_the_same_however_many_play_by_the_same_rules():
    boards = [tables(rules, players) for (rules, players) in PLAYED]
    for (rules, _), board in zip(PLAYED, boards, strict=True):
        name, players = next(game for game in BOARDS if PRESETS[game[0]].for_players(game[1]) == rules)
        other = tables(PRESETS[name], players)
        assert all(board[part] == other[part] for part in ("landing", "back", "wins", "hand_wins", "revoke"))


@every_game
def test_the_drop_passes_as_the_end_of_a_hand_says(name, players):
    rules, known = PRESETS[name].for_players(players), tables(PRESETS[name], players)
    sides = rules.side_count(players)
    assert known["sides"] == [rules.side_of(seat, players) for seat in range(players)]
    for leader, out in product((None, *range(players)), (None, *range(sides))):
        hand = HandInPlay(leader, None, (0,) * sides)
        after = close_hand(new_game(rules, players), hand, out=out, settled=None)
        told = known["drops"][0 if leader is None else leader + 1][0 if out is None else out + 1]
        assert told == after.next_leader


SETTLED = [(name, players) for name, players in GAMES if PRESETS[name].settlement is not Settlement.NONE]


@pytest.mark.parametrize(("name", "players"), by_turns(SETTLED, 3), ids=str)
def test_what_tiles_left_are_worth_is_what_settles_a_hand(name, players):
    rules, known = PRESETS[name].for_players(players), tables(PRESETS[name], players)
    hands = (0, 1, 2, 3, 7, 8, 12, 13, 28, 60)
    for pips in product(hands if players == 2 else hands[1:7:2], repeat=players):
        for out in (None, *range(rules.side_count(players))):
            settled = settle(rules, pips, out)
            assert worth_of(known, pips, out) == (list(settled.points), settled.replay)


def worth_of(known: Any, pips: tuple[int, ...], out: int | None) -> tuple[list[int | Fraction], bool]:
    """A settlement by the table."""
    rule, sides = known["settlement"], sorted(set(known["sides"]))
    hands = {side: [pips[seat] for seat, of in enumerate(known["sides"]) if of == side] for side in sides}
    others = {side: [each for other in sides if other != side for each in hands[other]] for side in sides}

    def worth(held: list[int]) -> int:
        return rule["worth"][sum(held)] if rule["together"] else sum(rule["worth"][each] for each in held)

    everybody = [each for side in sides for each in hands[side]]
    if rule["whose"] == "own":
        return [worth(hands[side]) for side in sides], False
    fewest = [side for side in sides if sum(hands[side]) == min(map(sum, hands.values()))]
    winner = fewest[0] if out is None and rule["fewest"] and len(fewest) == 1 else out
    taken = {side: everybody if rule["whose"] == "all" else others[side] for side in sides}
    if rule["share"] and winner is None and len(fewest) == 2:
        return [Fraction(worth([max(pips)]), 2) if side in fewest else 0 for side in sides], False
    points = [worth(taken[side]) if side == winner else 0 for side in sides]
    return points, winner is None and rule["again"]


LINES = ["fives-threes:pagat", "odd-primes:double-9"]


@pytest.mark.parametrize("name", LINES)
def test_every_line_that_can_be_laid_has_the_ends_of_the_table(name):
    """Breadth first over pairs of ends, each with three lines that come to it, laid tile by tile."""
    rules = PRESETS[name]
    known = tables(rules, 2)["line"]
    assert known["tiles"] == [str(tile) for tile in domino_set(rules.set_max)]
    waiting: deque[tuple[Layout, list[int]]] = deque()
    seen: Counter[tuple[int, ...]] = Counter()
    for tile, rows in zip(domino_set(rules.set_max), known["leads"], strict=True):
        waiting.append((Layout().play(tile), rows))
    steps = 0
    while waiting:
        layout, rows = waiting.popleft()
        assert_shown(known, layout, rows)
        seen[tuple(rows)] += 1
        if seen[tuple(rows)] > 3:
            continue
        for tile in domino_set(rules.set_max):
            for end in layout.ends:
                after = joined(known, layout, rows, tile, end.host)
                try:
                    laid = layout.play(tile, end.host)
                except LayoutError:
                    assert after is None or tile in layout.tiles
                else:
                    assert after is not None
                    waiting.append((laid, after))
                    steps += 1
    pips = rules.set_max + 1
    assert len(seen) == pips + 2 * pips * 2 * pips - pips  # a double led alone; two ends, but never twice one double
    assert steps > 1500


def assert_shown(known: Any, layout: Layout, rows: list[int]) -> None:
    """The rows of the table for these ends say what the layout shows."""
    ends = [known["ends"][row] for row in rows]
    assert [(pip, counts) for pip, counts, *_ in ends] == [(end.pip, end.counts) for end in layout.ends]
    assert sum(counts for _, counts, *_ in ends) == layout.total
    choices = [choice for _, _, choice, *_ in ends]
    assert (len(set(choices)) == 1) == (len({end.kind for end in layout.ends}) == 1)


def joined(known: Any, layout: Layout, rows: list[int], tile: Tile, host: Tile) -> list[int] | None:
    """The rows once a tile is joined at a host, by the table alone; None where it does not fit."""
    fitting = [
        place for place, end in enumerate(layout.ends) if end.host == host and tile.has(known["ends"][rows[place]][0])
    ]
    if len(fitting) != 1:
        return None
    place = fitting[0]
    pip, _, _, stays, opens = known["ends"][rows[place]]
    return [*rows[:place], *([stays] if stays >= 0 else []), *rows[place + 1 :], opens[tile.other(pip)]]


def test_rules_that_a_line_of_two_ends_does_not_tell_have_no_line():
    without = {name for name, players in GAMES if tables(PRESETS[name], players)["line"] is None}
    lines = ("fives-threes", "odd-primes", "straight")
    assert without == {name for name, _ in GAMES if not name.startswith(lines)} | {"straight:draw"}


def test_turns_of_pairs_pass_over_a_player_who_is_out():
    line = tables(PRESETS["fives-threes:leek-pairs"], 4)["line"]
    everybody, without_second = 0b1111, 0b1101
    assert line["turns"][everybody] == [1, 2, 3, 0]
    assert line["turns"][without_second][0] == 2
    assert [line["knocks"][mask] for mask in (everybody, without_second, 0b0001)] == [4, 3, 1]


def test_a_pair_is_out_when_both_are_and_in_straight_dominoes_when_one_is():
    pairs = tables(PRESETS["fives-threes:leek-pairs"], 4)["line"]
    straight = tables(PRESETS["straight"], 4)["line"]
    partner_plays_on, both_done = 0b1110, 0b1010
    assert (pairs["outs"][partner_plays_on][0], pairs["over"][partner_plays_on][0]) == (0, 0)
    assert (pairs["outs"][both_done][0], pairs["over"][both_done][0]) == (1, 1)
    assert (straight["outs"][partner_plays_on][0], straight["over"][partner_plays_on][0]) == (1, 1)


@pytest.mark.parametrize(("name", "players"), FIVES, ids=str)
def test_keys_of_fives_and_threes_are_what_was_proved(name, players):
    rules = PRESETS[name]
    keys = tables(rules, players)["keys"]
    assert set(keys["play"]) == possible.PLAY_PEGS == {0, 1, 2, 3, 4, 6, 8}
    assert set(keys["last"]) == ({5, 7, 9} if rules.chip else set())
    assert set(keys["drop"]) == possible.DROP_PEGS
    assert set(map(tuple, keys["runs"])) == possible.IMPOSSIBLE_PAIRS | possible.IMPOSSIBLE_TRIPLES
    assert keys["often"] == [[8, 6]]
    bound = possible.most_in_hand(players, rules.tiles_each(players), rules.chip)
    assert keys["most"] == (None if rules.hand_end is HandEnd.ALL_BLOCKED else bound)


@given(st.sampled_from([game for game in GAMES if "double" not in game[0]]), st.data())
def test_every_other_game_has_a_key_for_what_a_table_shows(game, data):
    rules = PRESETS[game[0]]
    layout = data.draw(layouts(rules.spinner, longest=8))
    keys = tables(rules, game[1])["keys"]
    if rules.divisors:
        assert rules.points(layout.total) in keys["play"]
    else:
        assert keys["play"] == keys["last"] == []


@pytest.mark.parametrize(("name", "players"), FIVES, ids=str)
def test_tables_are_plain_json_and_small(name, players):
    known = tables(PRESETS[name], players)
    written = json.dumps(known, separators=(",", ":"))
    assert json.loads(written) == known
    assert len(gzip.compress(written.encode())) <= 2_000


def test_tables_are_worked_out_once():
    rules = PRESETS["fives-threes:leek"]
    assert tables(rules, 2) is tables(Rules.from_json(rules.to_json()), 2)


def test_nobody_tables_a_game_for_one():
    with pytest.raises(GameError):
        tables(PRESETS["fives-threes:pagat"], 1)


def test_half_a_point_too_many_is_a_bust():
    """58½ and 2½ are 61, and 59½ and 2 half a point too many."""
    landing = tables(PRESETS["all-fives:by-five-exact"], 3)["landing"][0]
    assert landing[1:] == [[61, "won", 0, 1, 0], [61.5, "bust", 0, 0, 1]]


def test_stretches_tell_a_bounce_a_bust_and_nothing_that_is_neither():
    bounce = tables(PRESETS["fives-threes:pagat"].but(overshoot=Overshoot.BOUNCE, target=31), 2)["landing"][0]
    assert bounce[1:] == [[31, "won", 0, 1, 0], [32, "bounced", 62, -1, 0]]
    bust = tables(PRESETS["fives-threes:pagat"], 2)["landing"][0]
    assert bust[1:] == [[61, "won", 0, 1, 0], [62, "bust", 0, 0, 1]]
    with pytest.raises(UntabledError):
        runs({5: [Sample("pegged", 2, 7), Sample("pegged", 3, 1)]})
    with pytest.raises(UntabledError):
        runs({5: [Sample("pegged", 2, 5), Sample("bust", 3, 5)]})
