"""Could these pegs happen? Every yes is shown with tiles, and every no agrees with a search of all there is."""

from itertools import product
from random import Random

import pytest

from scoring.play import possible
from scoring.play.bits import line, spread
from scoring.play.check import check_text
from scoring.play.events import Play
from scoring.play.finding import Severity
from scoring.play.hand import Ended, start_hand
from scoring.play.peg_check import RememberedTurn, witness
from scoring.play.rules import Rules
from scoring.play.tiles import Tile
from tests.scoring.play.dealing import deal
from tests.seeds import seeds


def remembered(seed, players, tiles):
    """What is remembered of a random hand: pegs and knocks, and how it ended."""
    dice = Random(seed)
    hand = start_hand(Rules(), tuple(spread(mask, line()) for mask in deal(dice, players, tiles)), 0)
    while not hand.is_over:
        outcomes = hand.legal()
        chosen = dice.choice(outcomes) if outcomes else None
        hand = hand.play(chosen.tile, chosen.end) if chosen else hand.knock()
    turns = [
        RememberedTurn(t.seat, t.points) if isinstance(t, Play) else RememberedTurn(t.seat, knock=True)
        for t in hand.history
    ]
    return turns, hand


@pytest.mark.parametrize(("players", "tiles"), [(2, 5), (2, 7), (2, 9), (3, 5), (4, 5)])
def test_what_happened_is_possible_and_the_tiles_found_peg_the_same(players, tiles):
    gave_up = 0
    for seed in seeds(15):
        turns, hand = remembered(seed, players, tiles)
        verdict = witness(turns, players, tiles, ended=hand.ended, budget=200_000)
        assert verdict.possible is not False, seed
        gave_up += verdict.possible is None
        assert verdict.possible is None or pegs_as(turns, verdict.tiles), seed
    assert gave_up <= 2  # about one hand of four players in two hundred takes more than the budget


def pegs_as(turns, tiles):
    """Whether these tiles, all of them different, can be played in this order for the pegs that are remembered."""
    table, reached = line(), {line().empty}
    for tile, pegs in zip(tiles, [turn.pegs for turn in turns if not turn.knock], strict=True):
        bit = 1 << table.tiles.index(tile)
        reached = {made for ends in reached for made, worth in table.steps[ends].get(bit, ()) if worth == pegs}
    return bool(reached) and len(set(tiles)) == len(tiles)


def first_three():
    """Every way three tiles can peg from the drop, by the readable layout."""
    layout, rules = start_hand(Rules(), ((Tile(0, 0),), (Tile(1, 1),)), 0).layout, Rules()
    pack = line().tiles
    found = set()
    for one in layout.legal(pack):
        for two in one.layout.legal(tuple(t for t in pack if t != one.tile)):
            for three in two.layout.legal(tuple(t for t in pack if t not in {one.tile, two.tile})):
                found.add(tuple(rules.points(outcome.total) for outcome in (one, two, three)))
    return found


def test_no_is_a_proof():
    possible_runs = first_three()
    for run in product(sorted(possible.PLAY_PEGS), repeat=3):
        turns = [RememberedTurn(ply % 2, pegs) for ply, pegs in enumerate(run)]
        assert witness(turns, 2, 7).possible == (run in possible_runs)


def told_in_pegs(pegs: str) -> str:
    """A hand of nine tiles each, of which the pegs are remembered."""
    return '[Rules "fives-threes:teesdale"] ' + " ".join(f"{'AB'[ply % 2]}*={each}" for ply, each in enumerate(pegs))


def test_a_hand_that_takes_a_long_search_is_decided_and_one_that_takes_a_longer_says_so():
    (impossible,) = check_text(told_in_pegs("38010211010241300") + " #").findings
    assert impossible.code == "no_such_hand"
    (given_up,) = check_text(told_in_pegs("01010010238228222") + " #").findings
    assert (given_up.code, given_up.severity) == ("not_decided", Severity.WARNING)


def test_a_knock_proves_what_was_not_held():
    # 66 and a knock, then a tile of the same player that has a 6: not without a revoke.
    drop, knock = RememberedTurn(0, 4, Tile(6, 6)), RememberedTurn(1, knock=True)
    assert witness(
        [drop, knock, RememberedTurn(0, None, Tile(6, 5)), RememberedTurn(1, None, Tile(5, 4))], 2, 7
    ).possible
    assert (
        witness([drop, knock, RememberedTurn(0, None, Tile(6, 5)), RememberedTurn(1, None, Tile(6, 4))], 2, 7).possible
        is False
    )


@pytest.mark.parametrize("knocks", [2, 40, 20_000])
def test_a_knock_said_over_and_over_says_no_more_than_once(knocks):
    drop, knock = RememberedTurn(0, 4, Tile(6, 6)), [RememberedTurn(1, knock=True)] * knocks
    for tile, fits in ((Tile(5, 4), True), (Tile(6, 4), False)):
        after = [RememberedTurn(0, None, Tile(6, 5)), RememberedTurn(1, None, tile)]
        assert witness([drop, *knock, *after], 2, 7).possible is fits


def test_a_block_needs_tiles_that_do_not_fit():
    # With all 28 tiles dealt to four players somebody holds a 6, so the double six blocks nobody.
    assert witness([RememberedTurn(0, 4, Tile(6, 6))], 4, 7, ended=Ended.BLOCKED).possible is False
    assert witness([RememberedTurn(0, 4, Tile(6, 6))], 2, 7, ended=Ended.BLOCKED).possible


def test_a_player_plays_no_more_tiles_than_he_took():
    assert witness([RememberedTurn(0), RememberedTurn(0)], 2, 1).possible is False


def test_it_says_when_it_gave_up():
    turns, _ = remembered(3, 2, 9)
    assert witness(turns, 2, 9, budget=3).possible is None


@pytest.mark.parametrize("deal_", [(2, 5), (2, 7), (2, 9)])
def test_most_after_is_never_beaten_by_a_hand_that_was_played(deal_):
    players, tiles = deal_
    for seed in seeds(60):
        turns, hand = remembered(seed, players, tiles)
        plays = [(turn.seat, turn.pegs) for turn in turns if not turn.knock]
        for known in (0, 1, 3, len(plays) // 2):
            for side in (0, 1):
                most = possible.most_after(plays[:known], side, players, tiles, 1)
                assert hand.pegs[side] <= most <= possible.most_in_hand(players, tiles, 1)


def test_most_after_shrinks_as_tiles_go_by():
    nothing = [(ply % 2, 0) for ply in range(14)]
    bounds = [possible.most_after(nothing[:ply], 0, 2, 7, 0) for ply in (0, 4, 8, 12, 14)]
    assert bounds[0] == 46
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] == 0
