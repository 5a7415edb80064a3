"""How much a perfect opponent could win from the computer, worked out exactly on hands small enough for it.

SMALL_GAMES of them are looked at, the smallest first. OpenSpiel judges where it is installed (group `bound`).
"""

import os
from collections import defaultdict
from functools import cache

import pytest

from scoring.play.bits import spread
from scoring.play.computer.belief import Chance
from scoring.play.computer.player import LEVELS, play_of
from scoring.play.computer.position import Position, start_position
from scoring.play.hand import start_hand
from tests.scoring.play.plans import Champion, most_pegs, plan_of, policy_of, small_table, view_at
from tests.scoring.play.test_computer import dealt, follow
from tests.scoring.play.whole_game import PLACES, WholeGame

HOW_MANY = int(os.environ.get("SMALL_GAMES", "1"))
SMALL = ((2, 2), (3, 3), (4, 4))[:HOW_MANY]  # (highest double, tiles each)
OPEN_SPIEL_CAN = SMALL[:2]  # the third would take it days
GAP = 0.02  # pegs a hand


@cache
def game(set_max: int, tiles: int) -> WholeGame:
    return WholeGame(small_table(set_max, tiles))


@cache
def perfect(set_max: int, tiles: int):
    """Plans that lose GAP at the most, and what the leader makes by them."""
    return game(set_max, tiles).solve(GAP)


@cache
def champion(set_max: int, tiles: int):
    small = game(set_max, tiles)
    player = Champion(small.table, 1)
    return tuple(plan_of(small, seat, player) for seat in range(2))


def greedy(set_max: int, tiles: int):
    return tuple(plan_of(game(set_max, tiles), seat, most_pegs) for seat in range(2))


@pytest.mark.parametrize(("set_max", "tiles"), [(2, 2), (3, 3), (4, 4)])
def test_a_hand_with_a_small_set_goes_as_the_engine_says(set_max, tiles):
    table = small_table(set_max, tiles)
    for seed in range(50):
        chance = Chance(1 + seed)
        position = dealt(table, chance, 0, [0, 0])
        hands = tuple(spread(hand, table.layouts) for hand in position.hands)
        follow(position, start_hand(table.rules, hands, 0), chance)


@pytest.mark.parametrize("pegs", [True, False])
def test_the_plan_of_champion_is_what_the_player_does(pegs):
    """On the double-three set, with three tiles each, where a round drops plays and beliefs differ."""
    small = WholeGame(small_table(3, 3, pegs=pegs))
    player = Champion(small.table, 7)
    for side in small.sides:
        for choice in side.choices[:: len(side.choices) // 4]:
            view = view_at(small, choice)
            assert player(view) == play_of(small.table, view, LEVELS[-1], Chance(7))


# --- a judge that reads as the game is played -------------------------------------------------------------------------
def answered(rows: list[tuple[float, Position]], seat: int, policy, done: str = "") -> float:
    """What the best answer makes of moments that a seat cannot tell apart, each with its chance."""
    at = rows[0][1]
    if at.over:
        return sum(chance * (each.scores[seat] - each.scores[1 - seat]) for chance, each in rows)
    after = defaultdict(list)
    for chance, each in rows:
        deeds = deeds_of(each)
        known = policy.get(f"{each.turn}: {each.hands[each.turn]}:{done}")
        shares = dict(known or [(deed, 1) for deed in deeds]) if each.turn != seat else dict.fromkeys(deeds, 1)
        for deed, share in shares.items():
            after[deed].append((chance * share, done_by(each, deed)))
    worth = [answered(group, seat, policy, f"{done} {deed}") for deed, group in after.items()]
    return max(worth) if at.turn == seat else sum(worth)


def deeds_of(at: Position) -> list[int]:
    plays = at.plays()
    deeds = [PLACES * tile + (n > 0 and plays[n - 1][0] == tile) for n, (tile, _) in enumerate(plays)]
    return deeds or [PLACES * len(at.table.layouts.tiles)]


def done_by(at: Position, deed: int) -> Position:
    after = at.copy(at.hands[:], [])
    plays = at.plays()
    if plays:
        tile, to = plays[deeds_of(at).index(deed)]
        after.play(tile, to, at.points(tile, to))
    else:
        after.pass_turn()
    return after


def judged(small: WholeGame, plans) -> float:
    policy = policy_of(small, plans)
    hands = [hand for hand in range(1 << small.tiles) if hand.bit_count() == small.table.each]
    total = 0.0
    for seat in range(2):
        for own in hands:
            deals = [(own, other) if seat == 0 else (other, own) for other in hands if not own & other]
            rows = [(1 / small.deals, start_position(small.table, list(deal), [], 0, [0, 0])) for deal in deals]
            total += answered(rows, seat, policy)
    return total / 2


def test_the_best_answer_is_what_a_readable_one_finds():
    small = game(2, 2)
    for plans in (greedy(2, 2), champion(2, 2), (small.even(0), small.even(1)), perfect(2, 2)[0]):
        assert judged(small, plans) == pytest.approx(small.exploitability(plans))


# --- what is found ----------------------------------------------------------------------------------------------------
@pytest.mark.proof
@pytest.mark.parametrize(("set_max", "tiles"), SMALL)
def test_a_perfect_opponent_wins_little_from_champion_and_more_from_the_most_pegs(set_max, tiles):
    small = game(set_max, tiles)
    plans, value = perfect(set_max, tiles)
    assert small.exploitability(plans) <= GAP
    assert -small.best(1, plans[0]) <= value <= small.best(0, plans[1])
    assert small.exploitability(champion(set_max, tiles)) < small.exploitability(greedy(set_max, tiles)) / 2


@pytest.mark.proof
@pytest.mark.parametrize(("set_max", "tiles"), OPEN_SPIEL_CAN)
def test_open_spiel_judges_the_same(set_max, tiles):
    pyspiel = pytest.importorskip("pyspiel", reason="open-spiel is in the group `bound`")
    from tests.scoring.play.small_game import SmallGame

    small = game(set_max, tiles)
    judge = SmallGame(small.table)
    for plans in (perfect(set_max, tiles)[0], champion(set_max, tiles), greedy(set_max, tiles)):
        judgement = pyspiel.exploitability(judge, policy_of(small, plans))
        assert judgement == pytest.approx(small.exploitability(plans))
