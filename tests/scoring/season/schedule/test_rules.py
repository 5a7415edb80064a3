"""Every violation and every cost in one worked example, with the words that the secretary reads."""

from dataclasses import replace
from datetime import date, timedelta
from functools import reduce

import pytest

from scoring.season.schedule.files import Misread
from scoring.season.schedule.judge import judge
from scoring.season.schedule.task import (
    Division,
    Fixed,
    Match,
    Mode,
    Quota,
    SecondHalf,
    Task,
    Team,
    Venue,
    Weights,
    Wish,
    WishKind,
)

FIRST = date(2026, 9, 7)
TEAMS = tuple(Team(name[0], name, f"V{name[0]}", "D1") for name in ("Bell", "Crown", "Plough", "Swan"))
PUBS = tuple(Venue(team.venue, f"The {team.name}") for team in TEAMS)


def night(number):
    return FIRST + timedelta(7 * number)


DIVISION = Division("D1", "Division One", tuple("BCPS"), tuple(map(night, range(8))), legs=2)
TASK = Task("example", (DIVISION,), PUBS, TEAMS)
# Home and away change over in the second half; the Bell and the Crown have no break.
ROUNDS = ("BC PS", "SB CP", "BP SC", "CB SP", "BS PC", "PB CS")


def matches_of(rounds, first=0):
    return tuple(
        Match("D1", night(number), home, away)
        for number, pairs in enumerate(rounds, first)
        for home, away in pairs.split()
    )


LIST = matches_of(ROUNDS)


def moved(matches, old, to):
    return tuple(replace(match, date=to) if match == old else match for match in matches)


def turned(matches, old):
    return tuple(replace(each, home=each.away, away=each.home) if each == old else each for each in matches)


def with_division(**changed):
    return replace(TASK, divisions=(replace(DIVISION, **changed),))


def wish(kind, *who, on=(), by=None, hard=True, text=""):
    about = {"division": who[0]} if kind.of_division else {"team": who[0]} if kind.of_one else {"teams": who}
    return Wish("R1", kind, hard=hard, weight=5, text=text, dates=frozenset(map(night, on)), by=by, **about)


def test_a_list_that_breaks_nothing_has_no_violation():
    judgement = judge(TASK, LIST)
    assert judgement.violations == ()
    assert judgement.matches == 12


K = WishKind
FIXED = replace(TASK, fixed=(Fixed("F1", Match("D1", night(6), "B", "C")),))
SHARED = replace(TASK, teams=(TEAMS[0], replace(TEAMS[1], venue="VB"), *TEAMS[2:]))
VIOLATIONS = {
    "a team of another league": (
        TASK,
        (*LIST, Match("D1", night(6), "B", "X")),
        ("H01", "Bell v X on Mon 19 Oct is not between two teams of Division One"),
    ),
    "a division that is none": (
        TASK,
        (*LIST, Match("D9", night(6), "B", "C")),
        ("H01", "Bell v Crown on Mon 19 Oct: there is no division D9"),
    ),
    "a night that is none": (
        with_division(dates=tuple(map(night, range(5)))),
        LIST,
        ("H01", "Plough v Bell on Mon 12 Oct: that is no night of Division One"),
    ),
    "a meeting too few": (TASK, LIST[1:], ("H02", "Bell and Crown meet once, not twice")),
    "both meetings at one pub": (
        TASK,
        turned(LIST, LIST[0]),
        ("H02", "Bell and Crown meet 0 times at the one and 2 at the other"),
    ),
    "twice on a night": (TASK, moved(LIST, LIST[0], night(1)), ("H03", "Bell plays twice on Mon 14 Sep")),
    "too little rest": (
        with_division(min_rest_days=8),
        LIST,
        ("H04", "Bell plays on Mon 7 Sep and Mon 14 Sep; the rules ask for eight days between"),
    ),
    "more matches than boards": (
        SHARED,
        turned(LIST, LIST[3]) + matches_of(["CP"], 2),
        ("H05", "The Bell has one board and on Mon 21 Sep 2 home matches: Bell v Plough and Crown v Plough"),
    ),
    "a pub that is closed": (
        replace(TASK, venues=(replace(PUBS[0], closed=frozenset({FIRST})), *PUBS[1:])),
        LIST,
        ("H06", "The Bell is closed on Mon 7 Sep: Bell v Crown"),
    ),
    "a round too many": (
        TASK,
        moved(LIST, LIST[0], night(6)),
        ("H07", "Division One plays on seven nights; its season has six rounds"),
    ),
    "a round that is not full": (
        TASK,
        moved(LIST, LIST[0], night(1)),
        ("H07", "Division One has one match on Mon 7 Sep; a full round has 2"),
    ),
    "a second half that is no mirror": (
        with_division(second_half=SecondHalf.MIRRORED),
        moved(moved(moved(moved(LIST, LIST[6], night(4)), LIST[7], night(4)), LIST[8], night(3)), LIST[9], night(3)),
        ("H08", "Division One: round 4 on Mon 28 Sep is not round 1 with home and away changed over"),
    ),
    "a meeting again too soon": (
        with_division(min_gap_days=22),
        LIST,
        ("H09", "Bell and Crown meet on Mon 7 Sep and again on Mon 28 Sep; the rules ask for 22 days between"),
    ),
    "a run too long": (
        with_division(max_run=1),
        LIST,
        ("H10", "Swan has more than one home match in a row, up to Mon 21 Sep"),
    ),
    "a fixed match that is missing": (FIXED, LIST, ("H11", "Bell v Crown on Mon 19 Oct is fixed, but missing")),
    "home and away uneven": (
        TASK,
        turned(LIST, LIST[0]),
        ("H13", "Bell is at home twice and away 4 times"),
    ),
    "a team that is never at home": (
        TASK,
        reduce(turned, [each for each in LIST if each.home == "B"], LIST),
        ("H13", "Bell is never at home"),
    ),
    "a match before the frozen date": (
        replace(TASK, frozen_until=FIRST),
        LIST,
        ("H15", "Bell v Crown on Mon 7 Sep: up to Mon 7 Sep only fixed matches stand"),
    ),
}


@pytest.mark.parametrize("name", VIOLATIONS)
def test_each_violation_has_its_code_and_is_told_in_names_and_dates(name):
    task, matches, violation = VIOLATIONS[name]
    assert violation in [(each.code, each.text) for each in judge(task, matches).violations]


WISHES = {
    "Bell is at home on Mon 7 Sep and Mon 21 Sep": wish(K.NO_HOME, "B", on=[0, 1, 2]),
    "Bell is away on Mon 14 Sep (darts)": wish(K.NO_AWAY, "B", on=[0, 1], text="darts"),
    "Bell plays on Mon 7 Sep": wish(K.NO_MATCH, "B", on=[0, 7]),
    "Bell is not at home on Mon 14 Sep or Mon 28 Sep": wish(K.HOME_ON, "B", on=[1, 3]),
    "Bell and Crown do not meet on Mon 14 Sep": wish(K.MEET_ON, "B", "C", on=[1]),
    "Bell and Crown meet on Mon 7 Sep": wish(K.AVOID_MEET, "B", "C", on=[0, 1]),
    "Bell and Plough do not meet by Mon 14 Sep": wish(K.MEET_BY, "B", "P", by=night(1)),
    "Bell and Plough are both at home on Mon 7 Sep and Mon 5 Oct": wish(K.NOT_BOTH_HOME, "B", "P"),
    "Bell and Swan both play on 4 nights": wish(K.NOT_SAME_DATE, "B", "S"),
    "Bell plays more than four matches in five nights running: on 6 nights from Mon 7 Sep to Mon 12 Oct": replace(
        wish(K.AT_MOST, "B"), most=4, nights=5
    ),
    "Division One plays on Mon 7 Sep and Mon 12 Oct, to be kept free": wish(K.KEEP_FREE, "D1", on=[0, 5, 6]),
    "not every team of Division One plays on Mon 19 Oct": wish(K.FULL_NIGHT, "D1", on=[0, 6]),
}
TIMES = (2, 1, 1, 1, 1, 1, 1, 2, 4, 2, 2, 2)


@pytest.mark.parametrize(("words", "times"), list(zip(WISHES, TIMES, strict=True)))
def test_a_wish_that_is_not_met_breaks_the_list_or_costs_its_weight_each_time(words, times):
    asked = WISHES[words]
    if asked.kind is K.NOT_SAME_DATE:
        words = "Bell and Swan both play on Mon 7 Sep, Mon 21 Sep, Mon 28 Sep and Mon 12 Oct"
    (violation,) = judge(replace(TASK, wishes=(asked,)), LIST).violations
    assert (violation.code, violation.text) == ("H12", words)
    costs = judge(replace(TASK, wishes=(replace(asked, hard=False),)), LIST).costs
    (cost,) = [each for each in costs if each.kind == "rule"]
    assert (cost.amount, cost.text, cost.about) == (5 * times, words, ("R1",))


def test_what_fixed_matches_alone_bring_about_is_nobodys_fault():
    fixed = tuple(Fixed(f"F{place}", match) for place, match in enumerate(LIST))
    assert judge(replace(with_division(min_rest_days=8), fixed=fixed), LIST).violations == ()
    assert judge(replace(with_division(min_rest_days=8), fixed=fixed[:2]), LIST).by_code == {"H04": 20}


def test_a_team_that_joined_late_meets_the_others_less_often():
    quota = (Quota("S", 1, 1),)
    swan = (Match("D1", night(0), "P", "S"), Match("D1", night(1), "S", "B"), Match("D1", night(2), "C", "S"))
    once = (*(match for match in LIST if "S" not in (match.home, match.away)), *swan)
    assert judge(with_division(mode=Mode.RELAXED), once).by_code == {"H02": 3, "H13": 4}
    assert judge(with_division(mode=Mode.RELAXED, quota=quota), once).violations == ()


def costs_of(task, matches, kind):
    return [(cost.amount, cost.text) for cost in judge(task, matches).costs if cost.kind == kind]


def test_a_second_match_running_at_one_end_costs_and_a_third_costs_more():
    assert [words for _, words in costs_of(TASK, LIST, "break")] == [
        "Plough is away again on Mon 21 Sep",
        "Plough is away again on Mon 28 Sep",
        "Plough is at home again on Mon 12 Oct",
        "Swan is at home again on Mon 21 Sep",
        "Swan is at home again on Mon 28 Sep",
        "Swan is away again on Mon 12 Oct",
    ]
    assert costs_of(TASK, LIST, "run3") == [
        (4, "Plough is away a third time running on Mon 28 Sep"),
        (4, "Swan is at home a third time running on Mon 28 Sep"),
    ]


def test_home_and_away_are_weighed_after_half_of_a_teams_matches():
    assert costs_of(TASK, LIST, "half") == []
    assert costs_of(TASK, turned(LIST, LIST[1]), "half") == [
        (6, "Plough is at home in none of its first three matches"),
        (6, "Swan is at home in 3 of its first three matches"),
    ]


def test_each_further_request_of_a_team_that_is_not_met_is_dearer():
    wishes = (
        *(wish(K.NO_HOME, "B", on=[place], hard=False) for place in (0, 2, 4)),  # at home on all of them
        wish(K.NO_AWAY, "B", on=[0], hard=False),
        wish(K.HOME_ON, "C", on=[0], hard=False),
        wish(K.NO_HOME, "P", on=[0], hard=True),
        wish(K.NO_HOME, "S", on=[0], hard=False),
    )
    asked = replace(TASK, wishes=wishes, weights=Weights(unfair=2))
    assert costs_of(asked, LIST, "unfair") == [(6, "Bell has 3 of four requests not met")]
    teams = tuple(replace(team, unmet_before=2) for team in TEAMS)
    assert costs_of(replace(asked, teams=teams), LIST, "unfair") == [
        (18, "Bell has 3 of four requests not met, and had 2 last season"),
        (4, "Crown has 1 of one request not met, and had 2 last season"),
    ]
    assert costs_of(replace(asked, weights=Weights()), LIST, "unfair") == []


def test_a_night_with_some_teams_of_a_division_only_costs_once():
    late = moved(LIST, LIST[0], night(6))
    assert costs_of(replace(TASK, weights=Weights(part=3)), late, "part") == [
        (3, "Division One plays on Mon 7 Sep without two teams"),
        (3, "Division One plays on Mon 19 Oct without two teams"),
    ]
    assert costs_of(TASK, late, "part") == []


def test_meetings_closer_than_is_wished_cost_by_the_week():
    soon = costs_of(with_division(pref_gap_days=30), LIST, "gap")
    assert soon[0] == (4, "Bell and Crown meet again on Mon 28 Sep after 21 days")
    assert costs_of(with_division(pref_gap_days=21), LIST, "gap") == []


def test_a_match_handed_out_costs_when_it_is_moved_or_turned():
    handed_out = replace(TASK, published=LIST)
    later = moved(LIST, LIST[0], night(6))
    assert costs_of(handed_out, LIST, "change") == []
    assert costs_of(handed_out, later, "change") == [(8, "Bell v Crown moved from Mon 7 Sep to Mon 19 Oct")]
    assert costs_of(handed_out, later, "delay") == [(6, "Bell v Crown displaced by six weeks")]
    assert costs_of(handed_out, turned(LIST, LIST[0]), "change") == [(8, "Bell v Crown no longer played on Mon 7 Sep")]


def test_idle_weeks_and_two_matches_in_a_week_cost_where_nights_carry_any_number():
    relaxed = with_division(mode=Mode.RELAXED, dates=(*DIVISION.dates, FIRST + timedelta(2)))
    assert costs_of(relaxed, moved(LIST, LIST[11], night(6)), "idle") == [
        (1, "Crown has one week without a match"),
        (1, "Swan has one week without a match"),
    ]
    assert costs_of(relaxed, moved(LIST, LIST[2], FIRST + timedelta(2)), "week2") == [
        (5, "Bell plays 2 times in the week of Mon 7 Sep"),
        (5, "Swan plays 2 times in the week of Mon 7 Sep"),
    ]


def test_prices_are_those_of_the_task():
    dear = replace(TASK, weights=Weights(breaks=3, run3=0))
    assert judge(dear, LIST).by_kind == {"break": 18}


def test_a_wrong_round_number_counts_among_the_violations():
    misread = (
        Misread(2, "round 3 is not round 1, as its date is", misnumbered=True),
        Misread(3, "the line is too short"),
    )
    assert [each.text for each in judge(TASK, LIST, misread).violations] == [
        "line 2: round 3 is not round 1, as its date is"
    ]


def test_carry_over_counts_who_follows_whom():
    """With four teams everybody meets the others in turn, and the mirror does so again."""
    assert judge(TASK, LIST).carry_over == {"D1": 48}
    assert judge(with_division(mode=Mode.RELAXED), LIST).carry_over == {}
