"""What a league's own rules say of a match that is put off."""

from datetime import date, timedelta

import pytest

from scoring import codec
from scoring.season.schedule.offers import (
    MoveRules,
    Tier,
    Until,
    follows,
    last_day,
    objections_to_asking,
)

MONDAY = date(2026, 11, 2)
STEPS = (Tier(8, ""), Tier(3, "It must be played later."), Tier(1, "£20 to the other side."))
TIERED = MoveRules(notice=3, tiers=STEPS, without_notice="The match is lost, and £20.", most=2)


def codes(objections):
    return [objection.code for objection in objections]


@pytest.mark.parametrize(
    ("notice", "said"),
    [
        (14, ""),
        (8, ""),
        (7, "It must be played later."),
        (3, "It must be played later."),
        (2, "£20 to the other side."),
        (1, "£20 to the other side."),
        (0, "The match is lost, and £20."),
        (-1, "The match is lost, and £20."),
    ],
)
def test_what_follows_is_read_off_the_days_of_notice(notice, said):
    assert follows(TIERED, notice) == said


def test_without_tiers_only_too_little_notice_has_a_consequence():
    rules = MoveRules(notice=2, without_notice="The match is lost.")

    assert [follows(rules, notice) for notice in (5, 2, 1)] == ["", "", "The match is lost."]


@pytest.mark.parametrize(
    ("notice", "before", "found"),
    [(3, 0, []), (2, 0, ["notice"]), (3, 2, ["too-many"]), (0, 3, ["notice", "too-many"])],
)
def test_notice_and_how_often(notice, before, found):
    assert codes(objections_to_asking(TIERED, notice=notice, before=before)) == found


def test_a_league_may_let_no_match_be_put_off():
    assert codes(objections_to_asking(MoveRules(allowed=False), notice=30, before=0)) == ["never"]


@pytest.mark.parametrize(
    ("notice", "words"),
    [
        (2, "The league asks for 3 days’ notice, and this is 2 days before."),
        (1, "The league asks for 3 days’ notice, and this is a day before."),
        (0, "The league asks for 3 days’ notice, and this is on the day."),
        (-4, "The league asks for 3 days’ notice, and this is after the match."),
    ],
)
def test_too_little_notice_is_said_as_people_say_it(notice, words):
    assert [said.text for said in objections_to_asking(TIERED, notice=notice, before=0)] == [words]


@pytest.mark.parametrize(
    ("rules", "last"),
    [
        (MoveRules(), MONDAY + timedelta(days=28)),
        (MoveRules(within=None), date(2027, 4, 30)),
        (MoveRules(within=None, until=Until.HALF), date(2026, 12, 31)),
        (MoveRules(within=90, until=Until.HALF), date(2026, 12, 31)),
    ],
)
def test_the_last_day_is_the_nearer_of_the_two_ends(rules, last):
    assert last_day(rules, MONDAY, half_ends=date(2026, 12, 31), season_ends=date(2027, 4, 30)) == last


@pytest.mark.parametrize("rules", [MoveRules(), TIERED, MoveRules(until=Until.HALF, nights=(), within=None)])
def test_rules_are_kept_as_json(rules):
    assert codec.bare_as(MoveRules, codec.bare(rules), "moving") == rules
