"""Points that are carried into the second part of a season."""

from fractions import Fraction

import pytest

from scoring.card.league_rules import Step
from scoring.season.ending import Carry, carried_points
from scoring.season.ledger import Adjustment
from tests.scoring.season.results import FIRST_NIGHT, TWO_ONE, ranked, result

PLAYED = [
    result("a", "b", (5, 4)),
    result("b", "a", (5, 4), week=1),
    result("a", "c", (9, 0), week=2),
    result("a", "d", (9, 0), week=3),
    result("b", "c", (5, 4), week=4),
    result("c", "d", (6, 3), week=5),
]
SHIELDS = [("a", "b"), ("c", "d")]
TAKEN = [Adjustment("a", Fraction(-1), "late card", FIRST_NIGHT)]


def take(carry):
    rows = ranked(PLAYED, Step.POINTS, teams="abcd", adjustments=TAKEN)
    return carried_points(rows, SHIELDS, carry, PLAYED, TWO_ONE)


@pytest.mark.parametrize(
    ("carry", "points"),
    [
        (Carry.NOTHING, (0, 0, 0, 0)),
        (Carry.ALL, (5, 4, 2, 0)),
        (Carry.HALF, (Fraction(5, 2), 2, 1, 0)),
        (Carry.AMONG, (2, 2, 2, 0)),
    ],
)
def test_what_each_team_takes_along(carry, points):
    assert take(carry) == dict(zip("abcd", points, strict=True))


def test_a_team_of_no_shield_takes_nothing_along():
    rows = ranked(PLAYED, Step.POINTS, teams="abcd")
    assert carried_points(rows, [("a", "b")], Carry.ALL, PLAYED, TWO_ONE).keys() == {"a", "b"}
