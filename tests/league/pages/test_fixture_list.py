"""The public list of matches: by week, by division, by team, and what became of a match that was moved."""

from datetime import date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scopes_disabled

from league.schedule.actions.matches import postpone_fixture, void_fixture
from league.schedule.actions.midseason import withdraw_team
from league.schedule.models import Fixture
from tests.factories import (
    FIRST_NIGHT,
    make_entry,
    make_fixture,
    make_league,
    make_role,
    make_season,
    make_team,
    make_user,
)
from tests.league.person import signed_in

UK = timezone.get_default_timezone()
FIRST_WEEK, SECOND_WEEK = FIRST_NIGHT, FIRST_NIGHT + timedelta(weeks=1)


@pytest.fixture
def act(small):
    return {"by": small.secretary, "at": datetime(2026, 9, 1, 12, tzinfo=UK), "reason": "Snow on the tops"}


def get(league="leek", **asked):
    return Client().get(reverse("fixtures", args=[league]), asked)


def text(answer):
    return " ".join(answer.content.decode().split())


def shown(answer):
    """Each night with its matches, those that are gone from it in brackets."""
    return {
        night["day"]: [f"({line.fixture})" if line.gone else str(line.fixture) for line in night["lines"]]
        for night in answer.context["nights"]
    }


@pytest.mark.parametrize(
    ("today", "night"),
    [
        (datetime(2026, 8, 1, tzinfo=UK), FIRST_WEEK),
        (datetime(2026, 9, 7, 19, tzinfo=UK), FIRST_WEEK),
        (datetime(2026, 9, 13, 23, tzinfo=UK), FIRST_WEEK),
        (datetime(2026, 9, 14, tzinfo=UK), SECOND_WEEK),
        (datetime(2027, 6, 1, tzinfo=UK), SECOND_WEEK),
    ],
)
def test_the_week_that_is_on_is_shown_first(small, time_machine, today, night):
    time_machine.move_to(today)

    assert list(shown(get())) == [night]


def test_a_week_leads_to_the_ones_beside_it(small, time_machine):
    make_fixture(small.entries[0], small.entries[2], date(2026, 10, 5), week=5)
    page = text(get(week=str(SECOND_WEEK)))

    assert 'rel="prev" href="?week=2026-09-07"' in page
    assert 'rel="next" href="?week=2026-10-05"' in page


def test_the_whole_season_is_a_list_by_night(small):
    assert shown(get(week="all")) == {
        FIRST_WEEK: ["Crown A v Bell", "Plough v Swan"],
        SECOND_WEEK: ["Bell v Crown A", "Swan v Plough"],
    }


def test_a_division_s_matches(small):
    assert shown(get(division="division-one", week="all")) == shown(get(week="all"))
    assert get(division="no-such").status_code == 200


def test_a_moved_match_is_told_of_in_both_weeks(small, act):
    postpone_fixture(fixture=small.fixtures[0], new_date=date(2026, 9, 17), **act)

    first, second = get(week=str(FIRST_WEEK)), get(week=str(SECOND_WEEK))
    assert shown(first) == {FIRST_WEEK: ["(Crown A v Bell)", "Plough v Swan"]}
    assert "to Thu 17 Sep (was <del>Mon 7 Sep</del>)" in text(first)
    assert shown(second)[date(2026, 9, 17)] == ["Crown A v Bell"]
    assert "was <del>Mon 7 Sep</del>" in text(second)


def test_a_match_without_a_date_is_shown_last(small, act):
    postpone_fixture(fixture=small.fixtures[0], **act)

    assert list(shown(get(week="all"))) == [FIRST_WEEK, SECOND_WEEK, None]
    page = text(get(week=str(FIRST_WEEK)))
    assert "date to be agreed (was <del>Mon 7 Sep</del>)" in page
    assert "Snow on the tops" not in page


def test_a_void_match_and_a_withdrawal_say_so(small, act):
    void_fixture(fixture=small.fixtures[1], **act)
    withdraw_team(entry=small.entries[0], on=FIRST_NIGHT, **act)

    page = text(get(week=str(FIRST_WEEK)))
    assert "Crown A withdrew" in page
    assert "Void" in page
    assert "No match" in page


def test_byes_are_named(small):
    make_fixture(make_entry(small.division, make_team(small.league, "Anchor")), None)

    assert "Bye: Anchor." in text(get(week=str(FIRST_WEEK)))


def test_an_earlier_season_keeps_its_list(small):
    assert shown(get(season="2026-27", week="all")) == shown(get(week="all"))
    assert get(season="1999-00").status_code == 404


def test_without_a_season_the_page_says_what_next(db):
    with scopes_disabled():
        league = make_league("quiet")
        secretary = make_user("Sam Secretary")
        make_role(secretary, league, "secretary")
    client = Client()

    assert "No season is running yet" in text(client.get(reverse("fixtures", args=["quiet"])))
    client.force_login(secretary)
    assert "Set up a season" in text(client.get(reverse("fixtures", args=["quiet"])))


def test_a_season_without_matches_says_so(db):
    with scopes_disabled():
        make_season(make_league("quiet"))

    assert "have not been published yet" in text(get("quiet"))


@pytest.mark.parametrize("count", [1, 3, 10, 100])
def test_the_list_costs_the_same_for_any_number_of_matches(small, django_assert_num_queries, count):
    Fixture.objects.all().delete()
    for number in range(count):
        make_fixture(*small.entries[:2], FIRST_NIGHT + timedelta(days=number % 7), week=number + 1)
    get(week="all")

    with django_assert_num_queries(7):
        answer = get(week="all")
    assert sum(len(night["lines"]) for night in answer.context["nights"]) == count


def test_the_secretary_may_put_a_night_off_from_the_list(small):
    client = signed_in(small.secretary)
    address = f"{reverse('fixtures-night', args=['leek', FIRST_NIGHT])}?open=postpone#postpone"

    assert address in text(client.get(reverse("fixtures", args=["leek"]), {"week": "all"}))
    assert address not in text(get(week="all"))
