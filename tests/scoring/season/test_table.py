"""Tables worked out by hand: every count, adjustments, withdrawals, kinds of outcome."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from scoring.card.league_rules import Step, WithdrawalPolicy
from scoring.card.outcome import Kind, tally
from scoring.card.presets import preset
from scoring.card.sheet import Card, Ending
from scoring.season.ledger import Adjustment, UnknownTeamError, Withdrawal, after_withdrawals
from scoring.words import in_turn
from tests.scoring.season.results import TWO_ONE, places, ranked, reasons, result

NIGHT = date(2027, 2, 3)


def deducted(team, points, **rest):
    return Adjustment(team, Fraction(-points), "late card", NIGHT, **rest)


def test_points_first_and_a_reason_for_every_place():
    rows = ranked([result("a", "b", (7, 2)), result("b", "c", (6, 3)), result("c", "a", (1, 8))], Step.POINTS)
    assert places(rows) == [(1, "Arms", 4), (2, "Bell", 2), (3, "Crown", 0)]
    assert reasons(rows) == {
        "Arms": "2 points clear of Bell",
        "Bell": "2 points clear of Crown",
        "Crown": "bottom: 2 points behind Bell",
    }
    assert [row.decided for row in rows] == [Step.POINTS, Step.POINTS, None]


def test_every_count_of_a_row():
    played = [result("a", "b", (7, 2)), result("b", "a", (5, 4), week=1), result("c", "a", (4, 4), week=2)]
    (arms,) = (row for row in ranked(played, Step.POINTS) if row.team == "a")
    assert (arms.played, arms.won, arms.drawn, arms.lost) == (3, 1, 1, 1)
    assert (arms.games_for, arms.games_against, arms.game_difference) == (15, 11, 4)
    assert (arms.points, arms.form, arms.away_wins) == (3, ("W", "L", "D"), 0)
    (bell,) = (row for row in ranked(played, Step.POINTS) if row.team == "b")
    assert bell.away_wins == 0


def test_form_is_the_last_five_newest_last():
    scores = [(9, 0), (0, 9), (4, 4), (9, 0), (9, 0), (0, 9)]
    played = [result("a", "b", games, week=week) for week, games in enumerate(scores)]
    rows = ranked(reversed(played), Step.POINTS, teams="ab")
    assert rows[0].form == ("L", "D", "W", "W", "L")


def test_table_before_the_first_night():
    rows = ranked([], Step.POINTS, Step.PLAY_OFF)
    assert [(row.place, row.shared, row.reason) for row in rows] == [(1, True, "nothing played yet")] * 3


def test_only_team_and_no_team():
    assert reasons(ranked([], Step.POINTS, teams="a")) == {"Arms": "the only team"}
    assert ranked([], Step.POINTS, teams="") == ()


def test_half_points_are_exact():
    league = preset("two-and-half")
    worth = tally(Card.score_only(8, 7), league.format, league.scheme)
    rows = ranked([replace(result("a", "b", (8, 7)), tally=worth)], *league.steps, teams="ab", scheme=league.scheme)
    assert [row.points for row in rows] == [6, Fraction(7, 2)]
    assert rows[0].reason == "2½ points clear of Bell"


def test_outcomes_that_do_not_count_leave_no_trace():
    kinds = (Kind.VOID, Kind.UNFINISHED, Kind.EXPUNGED)
    struck = [result("a", "b", (9, 0), week=i, kind=kind, counts=False) for i, kind in enumerate(kinds)]
    assert ranked(struck, Step.POINTS, teams="ab") == ranked([], Step.POINTS, teams="ab")


def test_walkover_counts_in_the_table():
    league = preset("leek")
    worth = tally(Card(ending=Ending.WALKOVER_AWAY), league.format, league.scheme)
    rows = ranked([replace(result("a", "b", (0, 0)), tally=worth)], *league.steps, teams="ab", scheme=league.scheme)
    assert [(row.team, row.points, row.games_for, row.away_wins) for row in rows] == [("b", 7, 5, 1), ("a", 0, 4, 0)]


def test_deduction_and_gift():
    gift = Adjustment("c", Fraction(1, 2), "goodwill", NIGHT)
    rows = ranked([result("a", "b", (9, 0))], Step.POINTS, adjustments=[deducted("a", 3), gift])
    assert [(row.team, row.points, row.adjusted, row.deductions) for row in rows] == [
        ("c", Fraction(1, 2), Fraction(1, 2), 0),
        ("b", 0, 0, 0),
        ("a", -1, -3, 3),
    ]


def test_points_bought_back_and_the_most_that_can_be_lost():
    scheme = replace(TWO_ONE, maximum_deduction=Fraction(5))
    lost = [deducted("a", 4, bought_back=Fraction(2)), deducted("b", 4), deducted("b", 4)]
    rows = {row.team: row for row in ranked([], Step.POINTS, scheme=scheme, adjustments=lost)}
    assert [rows[team].deductions for team in "abc"] == [2, 5, 0]
    assert [rows[team].points for team in "abc"] == [-2, -5, 0]


def test_more_cannot_be_bought_back_than_was_taken():
    rows = ranked([], Step.POINTS, adjustments=[deducted("a", 1, bought_back=Fraction(6))], teams="a")
    assert rows[0].points == 0


SEASON = [
    result("a", "b", (9, 0), week=1),
    result("c", "a", (5, 4), week=2),
    result("a", "c", (6, 3), week=12, half=2),
    result("b", "c", (5, 4), week=3),
]


@pytest.mark.parametrize(
    ("policy", "half", "counted", "reason"),
    [
        (WithdrawalPolicy.EXPUNGE, 2, {"bc3"}, "its results don’t count"),
        (WithdrawalPolicy.KEEP_FIRST_HALF, 1, {"bc3"}, "its results don’t count"),
        (WithdrawalPolicy.KEEP_FIRST_HALF, 2, {"ab1", "ca2", "bc3"}, "its first-half results stand"),
        (WithdrawalPolicy.KEEP_PLAYED, 1, {"bc3"}, "its results don’t count"),
        (WithdrawalPolicy.KEEP_PLAYED, 2, {"ab1", "ca2", "ac12", "bc3"}, "its results stand"),
        (WithdrawalPolicy.AWARD, 2, {"bc3"}, "its results don’t count"),
        (WithdrawalPolicy.FIRST_HALF_AND_AWARD, 1, {"bc3"}, "its results don’t count"),
        (WithdrawalPolicy.FIRST_HALF_AND_AWARD, 2, {"ab1", "ca2", "bc3"}, "its first-half results stand"),
    ],
)
def test_withdrawal_policies(policy, half, counted, reason):
    gone = Withdrawal("a", NIGHT, policy, half)
    kept = {each.id for each in after_withdrawals(SEASON, [gone]) if each.tally.counts}
    assert kept == counted
    rows = ranked(SEASON, Step.POINTS, withdrawals=[gone])
    assert (rows[-1].team, rows[-1].place, rows[-1].withdrawn) == ("a", 3, True)
    assert rows[-1].reason == f"withdrew on 3 Feb: {reason}"
    assert sum(row.played for row in rows) == 2 * len(counted)


def test_struck_out_matches_can_still_be_read():
    gone = Withdrawal("a", NIGHT, WithdrawalPolicy.EXPUNGE)
    struck = next(each for each in after_withdrawals(SEASON, [gone]) if each.id == "ab1")
    assert (struck.tally.kind, struck.tally.home_games, struck.tally.home_points) == (Kind.EXPUNGED, 9, 0)


@pytest.mark.parametrize("policy", [WithdrawalPolicy.AWARD, WithdrawalPolicy.FIRST_HALF_AND_AWARD])
def test_withdrawal_awards_points_to_every_other_team(policy):
    gone = Withdrawal("a", NIGHT, policy, award=Fraction(4))
    rows = ranked(SEASON, Step.POINTS, withdrawals=[gone])
    assert [(row.team, row.points, row.awarded) for row in rows] == [("b", 6, 4), ("c", 4, 4), ("a", 0, 0)]


def test_team_unknown_to_the_table_is_named():
    with pytest.raises(UnknownTeamError, match="zebra"):
        ranked([result("a", "zebra", (5, 4))], Step.POINTS)
    with pytest.raises(UnknownTeamError, match="zebra"):
        ranked([], Step.POINTS, adjustments=[deducted("zebra", 1)])
    with pytest.raises(UnknownTeamError, match="zebra"):
        ranked([], Step.POINTS, withdrawals=[Withdrawal("zebra", NIGHT, WithdrawalPolicy.EXPUNGE)])


def with_lines(outcome, home, away):
    return replace(outcome, tally=replace(outcome.tally, home_lines=home, away_lines=away))


def test_lines_separate_teams_where_every_match_has_them():
    one, two = result("a", "b", (5, 4)), result("b", "a", (5, 4), week=1)
    steps = (Step.POINTS, Step.LINES, Step.SHARED)
    rows = ranked([with_lines(one, 2, 1), with_lines(two, 3, 0)], *steps, teams="ab")
    assert [(row.place, row.team) for row in rows] == [(1, "b"), (2, "a")]
    assert rows[0].reason == "above Arms on lines won less lost, +2 to \N{MINUS SIGN}2"
    assert [row.line_difference for row in rows] == [2, -2]
    rows = ranked([with_lines(one, 2, 1), two], *steps, teams="ab")
    assert [(row.place, row.line_difference) for row in rows] == [(1, None), (1, None)]


def test_lines_are_not_told_where_nothing_comes_from_them():
    rows = ranked([with_lines(result("a", "b", (5, 4)), 2, 1)], Step.POINTS, teams="ab")
    assert [row.line_difference for row in rows] == [None, None]


def test_pegs_need_every_match_that_was_played():
    with_pegs = result("a", "b", (5, 4), pegs=(500, 400))
    walkover = result("b", "a", (9, 0), week=1, kind=Kind.WALKOVER)
    without = result("b", "a", (9, 0), week=2)
    rows = {row.team: row for row in ranked([with_pegs, walkover], Step.POINTS, teams="ab")}
    assert (rows["a"].pegs_for, rows["a"].pegs_against) == (500, 400)
    rows = {row.team: row for row in ranked([with_pegs, without], Step.POINTS, teams="ab")}
    assert rows["a"].pegs_for is None


def test_numbers_come_by_their_size_and_names_as_text():
    assert sorted(["10", "9", "100", "11"], key=in_turn) == ["9", "10", "11", "100"]
    assert sorted(["Swan", "Bell", "Crown A"], key=in_turn) == ["Bell", "Crown A", "Swan"]


def test_the_order_is_the_same_when_every_row_gets_another_number():
    before = ["7", "8", "30", "31"]
    after = dict(zip(before, ["98", "99", "100", "1000"], strict=True))
    assert [after[each] for each in sorted(before, key=in_turn)] == sorted(after.values(), key=in_turn)
