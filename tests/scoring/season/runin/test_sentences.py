"""The sentences at the foot of a table."""

import pytest

from scoring.card.league_rules import Step
from scoring.season.runin.prospects import goals, sentences
from tests.scoring.season.runin.test_prospects import PER_GAME, TWO_ONE, having

NAMES = {"crown": "Crown A", "bell": "Bell", "swan": "Swan", "dog": "Dog", "fox": "Fox"}


OPEN = (
    "Nothing is settled yet: with six matches left, every team can still win the division, "
    "and every team can still go down."
)


def said(rest, promoted=0, relegated=0):
    wanted = goals(len(rest.teams), promoted, relegated)
    found = rest.prospects([goal.within for goal in wanted])
    return sentences([found[team] for team in rest.teams], wanted, NAMES, len(rest.left), rest.league.steps)


def test_the_title_and_who_can_still_win_it():
    table = {"crown": 20, "bell": 17, "swan": 15, "dog": 2}
    assert said(having(TWO_ONE, table, [("bell", "swan"), ("swan", "dog")])) == ("Crown A have won the division.",)
    left = [("crown", "dog"), ("bell", "swan"), ("swan", "bell"), ("swan", "dog")]
    assert said(having(TWO_ONE, table, left)) == (
        "Crown A, Bell and Swan can still win the division.",
        "Crown A need 2 more points from their last match to be sure of the title.",
        "Bell must win both of their matches to win the division.",
        "Swan must win all three of their matches to win the division.",
    )


def test_promotion_relegation_and_the_points_needed():
    left = [("crown", "dog"), ("crown", "fox"), ("bell", "dog"), ("bell", "fox")]
    table = {"crown": 100, "bell": 95, "swan": 90, "dog": 40, "fox": 30}
    assert said(having(PER_GAME, table, left), promoted=2, relegated=2) == (
        "Crown A and Bell can still win the division.",
        "Crown A need 14 more points from two matches to be sure of the title; 13 might do, after a play-off.",
        "Crown A and Bell are sure of going up.",
        "Crown A, Bell and Swan are safe.",
        "Dog and Fox are down: they cannot leave the last two places.",
    )


def test_down_and_safe():
    table = {"crown": 20, "bell": 17, "swan": 15, "dog": 2, "fox": 1}
    seen = said(having(TWO_ONE, table, [("crown", "bell"), ("bell", "crown")]), promoted=1, relegated=2)
    assert "Dog and Fox are down: they cannot leave the last two places." in seen
    assert "Crown A, Bell and Swan are safe." in seen
    seen = said(having(TWO_ONE, table, [("dog", "fox")]), relegated=1)
    assert "Dog need 2 more points from their last match to be safe." in seen


def test_nothing_is_settled_yet():
    table = dict.fromkeys(("crown", "bell", "dog"), 0)
    left = [("crown", "bell"), ("bell", "dog"), ("dog", "crown"), ("bell", "crown"), ("dog", "bell"), ("crown", "dog")]
    assert said(having(TWO_ONE, table, left), relegated=1) == (
        OPEN,
        "Crown A need 8 more points from four matches to be sure of the title; 6 might do, after a play-off.",
    )


def test_a_tie_break_that_nobody_can_work_out_is_named():
    steps = (Step.POINTS, Step.HEAD_TO_HEAD, Step.SHARED)
    seen = said(having(TWO_ONE, {"crown": 22, "bell": 20, "dog": 0}, [("bell", "dog")], steps))
    assert "Bell can only draw level for that, and a tie-break would decide." in seen
    assert "Crown A can be caught on points but not passed." in seen


@pytest.mark.parametrize(("promoted", "names"), [(0, ["title"]), (1, ["title"]), (2, ["title", "up"]), (9, ["title"])])
def test_goals_are_the_places_that_lead_somewhere(promoted, names):
    assert [goal.name for goal in goals(6, promoted, 0)] == names
    assert goals(6, 1, 2)[-1].within == 4
