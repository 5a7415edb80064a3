"""Each tie-break separates level teams by what it says, and says so."""

from datetime import date
from fractions import Fraction

import pytest

from scoring.card.league_rules import Step
from scoring.season.ledger import Adjustment
from tests.scoring.season.results import places, ranked, reasons, result

NIGHT = date(2027, 2, 3)


def given(team, points):
    """Points that make teams level without another match."""
    return Adjustment(team, Fraction(points), "to level them", NIGHT)


# Arms and Bell end level on 4 points; Arms won both their matches.
LEVEL_PAIR = [
    result("a", "b", (9, 0), week=1),
    result("b", "a", (4, 5), week=2),
    result("b", "c", (9, 0), week=3),
    result("c", "b", (4, 5), week=4),
]


def test_head_to_head_of_two_tells_both_scores_from_each_side():
    rows = ranked(LEVEL_PAIR, Step.POINTS, Step.HEAD_TO_HEAD)
    assert places(rows) == [(1, "Arms", 4), (2, "Bell", 4), (3, "Crown", 0)]
    assert reasons(rows) == {
        "Arms": "above Bell on head-to-head, 9\N{EN DASH}0 and 5\N{EN DASH}4",
        "Bell": "below Arms on head-to-head, 0\N{EN DASH}9 and 4\N{EN DASH}5; 4 points clear of Crown",
        "Crown": "bottom: 4 points behind Bell",
    }


def test_head_to_head_of_three_is_a_table_of_their_matches():
    circle = [result("a", "b", (6, 3)), result("b", "c", (5, 4), week=1), result("c", "a", (5, 4), week=2)]
    rows = ranked(
        [*circle, result("a", "d", (9, 0), week=3), result("b", "d", (5, 4), week=4), result("c", "d", (5, 4), week=5)],
        Step.POINTS,
        Step.HEAD_TO_HEAD,
        teams="abcd",
    )
    assert [row.team for row in rows] == ["a", "c", "b", "d"]
    assert reasons(rows)["Arms"] == "above Crown on the matches between the 3 level teams, game difference +2 to 0"
    assert reasons(rows)["Bell"].startswith(
        "below Crown on the matches between the 3 level teams, game difference \N{MINUS SIGN}2 to 0"
    )


def test_those_still_level_after_head_to_head_are_compared_again_among_themselves():
    """Arms head the three; Bell and Crown are level there, and Bell have the better of Crown."""
    played = [
        result("a", "b", (5, 4), week=1),
        result("b", "a", (4, 5), week=2),
        result("a", "c", (5, 4), week=3),
        result("c", "a", (5, 4), week=4),
        result("b", "c", (5, 4), week=5),
        result("c", "b", (4, 4), week=6),
    ]
    rows = ranked(played, Step.POINTS, Step.HEAD_TO_HEAD, adjustments=[given("b", 3), given("c", 3)])
    assert [(row.team, row.points) for row in rows] == [("a", 6), ("b", 6), ("c", 6)]
    assert reasons(rows) == {
        "Arms": "above Bell on the matches between the 3 level teams, 6 points to 3",
        "Bell": "below Arms on the matches between the 3 level teams, 3 points to 6; "
        "above Crown on head-to-head, 5\N{EN DASH}4 and 4\N{EN DASH}4",
        "Crown": "bottom: below Bell on head-to-head, 4\N{EN DASH}5 and 4\N{EN DASH}4",
    }


def test_head_to_head_of_one_meeting_so_far():
    rows = ranked([result("a", "b", (4, 5))], Step.POINTS, Step.HEAD_TO_HEAD, adjustments=[given("a", 2)], teams="ab")
    assert [(row.team, row.place) for row in rows] == [("b", 1), ("a", 2)]
    assert rows[0].reason == "above Arms on head-to-head, 5\N{EN DASH}4"


def test_head_to_head_waits_until_all_have_met_as_often():
    rows = ranked(
        [result("a", "b", (5, 4))], Step.POINTS, Step.HEAD_TO_HEAD, adjustments=[given("b", 2), given("c", 2)]
    )
    assert [row.place for row in rows] == [1, 1, 1]


@pytest.mark.parametrize(
    ("step", "outcomes", "adjustments", "reason"),
    [
        (
            Step.WINS,
            [result("a", "c", (5, 4))],
            [given("b", 2)],
            "above Bell on matches won, 1 to 0",
        ),
        (
            Step.GAME_DIFFERENCE,
            [result("a", "c", (9, 0)), result("b", "c", (6, 3), week=1)],
            [],
            "above Bell on game difference, +9 to +3",
        ),
        (
            Step.GAMES_WON,
            [result("a", "c", (5, 4)), result("b", "c", (4, 3), week=1)],
            [],
            "above Bell on games won, 5 to 4",
        ),
        (
            Step.PEGS,
            [result("a", "c", (5, 4), pegs=(500, 380)), result("b", "c", (5, 4), week=1, pegs=(480, 495))],
            [],
            "above Bell on pegs, +120 to \N{MINUS SIGN}15",
        ),
        (
            Step.AWAY_WINS,
            [result("c", "a", (4, 5)), result("b", "c", (5, 4), week=1)],
            [],
            "above Bell on away wins, 1 to 0",
        ),
        (
            Step.FEWEST_DEDUCTIONS,
            [result("a", "c", (5, 4)), result("b", "c", (5, 4), week=1)],
            [given("b", -3), given("b", 3)],
            "above Bell on points taken off, 0 to 3",
        ),
        (Step.NAME, [result("b", "c", (5, 4)), result("a", "c", (5, 4), week=1)], [], "above Bell by name alone"),
    ],
    ids=lambda value: value if isinstance(value, Step) else "",
)
def test_step_separates_a_level_pair(step, outcomes, adjustments, reason):
    rows = ranked(outcomes, Step.POINTS, step, adjustments=adjustments)
    assert [row.team for row in rows][:2] == ["a", "b"]
    assert (rows[0].points, rows[0].decided) == (rows[1].points, step)
    assert rows[0].reason == reason
    assert rows[1].reason.startswith("below Arms ")


def test_steps_are_taken_in_the_leagues_order():
    """Bell have more wins, Arms the better difference: the first step that separates them decides."""
    played = [result("b", "c", (5, 4)), result("a", "c", (4, 4), week=1), result("c", "a", (0, 0), week=2)]
    played = [
        *played,
        result("a", "d", (9, 0), week=3),
        result("d", "b", (9, 0), week=4),
        result("b", "d", (5, 4), week=5),
    ]
    level = [given("b", 0)]
    wins = ranked(played, Step.POINTS, Step.WINS, Step.GAME_DIFFERENCE, teams="abcd", adjustments=level)
    difference = ranked(played, Step.POINTS, Step.GAME_DIFFERENCE, Step.WINS, teams="abcd", adjustments=level)
    assert [row.team for row in wins][:2] == ["b", "a"]
    assert [row.team for row in difference][:2] == ["a", "b"]


def test_pegs_separate_nobody_when_some_are_missing():
    played = [result("a", "c", (5, 4), pegs=(500, 380)), result("b", "c", (5, 4), week=1)]
    rows = ranked(played, Step.POINTS, Step.PEGS, Step.SHARED)
    assert [(row.place, row.shared) for row in rows] == [(1, True), (1, True), (3, False)]
    assert rows[0].reason == "level with Bell: place shared; 2 points clear of Crown"


LEVEL = [result("a", "c", (5, 4)), result("b", "c", (5, 4), week=1)]


def test_play_off_is_due_and_then_decides():
    due = ranked(LEVEL, Step.POINTS, Step.PLAY_OFF)
    assert [(row.place, row.shared) for row in due] == [(1, True), (1, True), (3, False)]
    assert due[0].reason == "level with Bell: a play-off if it ends so; 2 points clear of Crown"
    played = ranked(LEVEL, Step.POINTS, Step.PLAY_OFF, play_offs=[result("a", "b", (4, 5), week=30)])
    assert places(played) == [(1, "Bell", 2), (2, "Arms", 2), (3, "Crown", 0)]
    assert played[0].reason == "above Arms on the play-off, 5\N{EN DASH}4"


@pytest.mark.parametrize(
    "other", [result("a", "c", (9, 0), week=30), result("c", "b", (9, 0), week=30), result("a", "b", (4, 4), week=30)]
)
def test_play_off_with_others_or_drawn_decides_nothing(other):
    rows = ranked(LEVEL, Step.POINTS, Step.PLAY_OFF, play_offs=[other])
    assert [(row.team, row.place) for row in rows] == [("a", 1), ("b", 1), ("c", 3)]


def test_shared_place_takes_the_places_behind_it():
    rows = ranked(LEVEL, Step.POINTS, Step.SHARED, teams="abcd")
    assert [(row.place, row.shared, row.decided) for row in rows] == [
        (1, True, Step.POINTS),
        (1, True, Step.POINTS),
        (3, True, None),
        (3, True, None),
    ]
    assert rows[3].reason == "level with Crown: place shared; bottom: 2 points behind Arms and Bell"


def test_many_level_teams_are_counted_and_not_listed():
    rows = ranked(
        [result("a", "b", (4, 4))], Step.POINTS, teams="abcdef", adjustments=[given(team, 1) for team in "cdef"]
    )
    assert rows[0].reason == "level with 5 others: place shared"
    four = ranked([result("a", "b", (4, 4))], Step.POINTS, teams="abcd", adjustments=[given(team, 1) for team in "cd"])
    assert four[0].reason == "level with Bell, Crown and Dog: place shared"
