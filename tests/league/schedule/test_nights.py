"""The nights of a season over HTTP: weeks left out and taken back, bank holidays, rules of a division, own nights."""

from datetime import date

import pytest
from django.urls import reverse

from league.base.audit.models import Entry as AuditEntry
from league.schedule.models import Blackout, Division, Entry, Season
from league.schedule.queries.seasons import calendar_of
from league.schedule.values.calendar import bank_holidays
from league.teams.choices import LeagueNight
from tests.factories import make_division, make_entry, make_fixture, make_team


def to(name, *parts):
    return reverse(name, args=["leek", "2026-27", *parts])


def left_out():
    return [(str(off.first), str(off.last), off.kind, off.reason) for off in Blackout.objects.order_by("first")]


def test_the_calendar_shows_every_month_night_and_bank_holiday(small, secretary):
    page = secretary.get(to("season-nights"))

    months = page.context["calendar"]["months"]
    assert [f"{month['first']:%Y-%m}" for month in months] == [
        "2026-09", "2026-10", "2026-11", "2026-12", "2027-01", "2027-02", "2027-03", "2027-04",
    ]  # fmt: skip
    nights = [day["on"] for month in months for week in month["weeks"] for day in week if day and day["night"]]
    assert (nights[0], nights[-1], len(nights)) == (date(2026, 9, 7), date(2027, 4, 26), 34)
    html = page.content.decode()
    assert "Mon 28 Dec: Boxing Day (substitute day)" in html
    assert "6 nights are needed, 34 are left: 28 to spare." in html


def test_bank_holidays_are_those_of_the_country(small):
    scottish = Season(starts=date(2026, 11, 1), ends=date(2027, 1, 31), holidays_of="SCT")
    english = Season(starts=date(2026, 11, 1), ends=date(2027, 1, 31), holidays_of="ENG")

    only_scottish = bank_holidays(scottish).keys() - bank_holidays(english).keys()

    assert sorted(only_scottish) == [date(2026, 11, 30), date(2027, 1, 2), date(2027, 1, 4)]


def test_another_country_is_chosen(small, secretary):
    assert secretary.post(to("choose-holidays"), {"holidays_of": "SCT"}).status_code == 302
    assert "Saint Andrew" in secretary.get(to("season-nights")).content.decode()
    assert secretary.post(to("choose-holidays"), {"holidays_of": "FRA"}).status_code == 422


def test_one_tap_leaves_a_week_out_and_the_next_one_takes_it_back(small, secretary):
    answer = secretary.post(to("exclude-week", "2026-10-05"), {"kind": "spare"})

    assert answer["Location"] == to("season-nights") + "?kind=spare&month=2026-10#month-2026-10"
    assert left_out() == [("2026-10-05", "2026-10-11", "spare", "")]
    assert AuditEntry.objects.latest("pk").verb == "leave_out_week"
    page = secretary.get(answer["Location"])
    assert page.context["week_form"].initial == {"kind": "spare"}
    month = page.content.decode().partition('id="month-2026-10"')[2].partition("</section>")[0]
    assert "No league matches in the week of Mon 5 Oct" in month
    assert "33 are left" in month

    secretary.post(to("exclude-week", "2026-10-05"), {"kind": "cup"})  # a tap that was sent twice
    assert len(left_out()) == 1
    secretary.post(to("open-week", "2026-10-05"), {"kind": "spare"})
    assert left_out() == []


def test_matches_that_are_in_the_list_already_are_not_forgotten(small, secretary):
    page = secretary.post(to("exclude-week", "2026-09-14"), {"kind": "cup"}, follow=True).content.decode()
    assert "2 matches are arranged for those days." in page

    days = {"first": "2026-10-01", "last": "2026-10-31", "kind": "other"}
    assert "in the list for those days" not in secretary.post(to("season-nights"), days, follow=True).content.decode()


def test_a_week_in_the_middle_is_cut_out_of_what_was_left_out(small, secretary):
    days = {"first": "2026-12-14", "last": "2027-01-10", "kind": "holiday", "reason": "Christmas"}
    assert secretary.post(to("season-nights"), days).status_code == 302

    secretary.post(to("open-week", "2026-12-28"))

    assert left_out() == [
        ("2026-12-14", "2026-12-27", "holiday", "Christmas"),
        ("2027-01-04", "2027-01-10", "holiday", "Christmas"),
    ]


def test_a_holiday_that_is_left_out_is_called_by_its_name(small, secretary):
    secretary.post(to("exclude-week", "2027-03-29"), {"kind": "holiday"})

    assert left_out() == [("2027-03-29", "2027-04-04", "holiday", "Easter Monday")]


def test_weeks_with_a_bank_holiday_on_the_night_are_left_out_together(small, secretary):
    page = secretary.get(to("season-nights")).content.decode()
    assert "2 league nights fall on bank holidays: Mon 28 Dec 2026, Mon 29 Mar 2027." in page

    secretary.post(to("exclude-bank-holidays"))

    assert left_out() == [
        ("2026-12-28", "2027-01-03", "holiday", "Boxing Day (substitute day)"),
        ("2027-03-29", "2027-04-04", "holiday", "Easter Monday"),
    ]
    assert "bank holidays:" not in secretary.get(to("season-nights")).content.decode()


@pytest.mark.parametrize(
    ("days", "said"),
    [
        ({"first": "2026-10-12", "last": "2026-10-05"}, "The last day is before the first."),
        ({"first": "2028-01-01", "last": "2028-01-02"}, "The season is from Tue 1 Sep to Fri 30 Apr 2027."),
        ({"first": "soon", "last": "2026-10-05"}, "First day"),
    ],
)
def test_days_that_cannot_be_left_out_say_why(small, secretary, days, said):
    answer = secretary.post(to("season-nights"), {"kind": "other"} | days)

    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert left_out() == []


def test_what_was_left_out_is_played_after_all(small, secretary):
    blackout = Blackout.objects.create(season=small.season, first=date(2026, 10, 7), last=date(2026, 10, 7))

    assert secretary.post(to("remove-blackout", blackout.pk)).status_code == 302
    assert left_out() == []


def test_too_few_nights_are_told_at_once(small, secretary):
    Season.objects.filter(pk=small.season.pk).update(
        starts=date(2026, 9, 1), halfway=date(2026, 9, 20), ends=date(2026, 10, 6)
    )

    page = secretary.get(to("season-nights")).content.decode()

    assert "6 nights are needed, 5 are left: <strong>1 too few</strong>." in page


RULES = {
    "night": "1", "legs": "2", "second_half": "mirrored", "min_gap_weeks": "3", "pref_gap_weeks": "8", "max_run": "2",
    "min_rest_days": "3",
}  # fmt: skip


def test_the_rules_of_a_division_are_changed(small, secretary):
    make_division(small.season, "Division Two", rank=2)
    url = to("division-nights", "division-two")

    assert secretary.post(url, RULES).status_code == 302
    division = Division.objects.get(slug="division-two")
    assert (division.night, division.second_half, division.max_run) == (LeagueNight.TUESDAY, "mirrored", 2)
    assert (division.min_gap_days, division.pref_gap_days, division.min_rest_days) == (21, 56, 3)

    page = secretary.get(url, follow=True)
    assert [form.initial["min_gap_weeks"] for _, form in page.context["rules"]] == [2, 3]
    assert secretary.post(url, RULES | {"night": "", "max_run": ""}).status_code == 302
    division.refresh_from_db()
    assert (division.night, division.max_run) == (None, None)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"pref_gap_weeks": "2"}, "They must be 3 weeks apart, so the better gap is not shorter."),
        ({"legs": "3"}, "The fixtures are published already."),
        ({"legs": ""}, "Matches between each pair"),
    ],
)
def test_rules_that_cannot_be_say_why(small, secretary, wrong, said):
    make_fixture(*small.entries[:2], week=9)

    answer = secretary.post(to("division-nights", small.division.slug), RULES | wrong)

    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_a_team_plays_at_home_on_a_night_of_its_own(small, secretary):
    crown = small.entries[0]

    assert secretary.post(to("home-night", crown.team.slug), {"night": "3"}).status_code == 302
    assert Entry.objects.get(pk=crown.pk).night == LeagueNight.THURSDAY
    assert "at home on Thursdays" in secretary.get(to("team-requests", crown.team.slug)).content.decode()
    assert secretary.post(to("home-night", crown.team.slug), {"night": ""}).status_code == 302
    assert Entry.objects.get(pk=crown.pk).night is None


@pytest.mark.parametrize("number", [1, 3])
def test_the_calendar_takes_as_many_queries_for_three_divisions_as_for_one(
    small, secretary, django_assert_num_queries, number
):
    for rank in range(2, number + 1):
        division = make_division(small.season, f"Division {rank}", rank=rank)
        make_entry(division, make_team(small.league, f"Team {rank}"))
        Blackout.objects.create(season=small.season, first=date(2026, 11, rank), last=date(2026, 11, rank))
    with django_assert_num_queries(2):
        calendar_of(small.division.competition)
    with django_assert_num_queries(8):
        secretary.get(to("season-nights"))
