"""Loading the demonstration: always the same for the same day, on any day, and never over something that is there."""

from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import Max
from django.test import override_settings
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.models import Entry
from league.base.audit.queries import breaks_of
from league.cups.models import Honour
from league.exchange.demo import DAY, WEEK, MovedDays, SeasonNights, festive, moment
from league.results.models import Submission
from league.results.queries.tables import divisions, tables
from league.schedule.choices import FixtureState
from league.schedule.models import Blackout, Fixture, Season
from league.schedule.queries.seasons import league_competition
from league.teams.models import League
from tests.seeds import PROVING, SEED

REHEARSED = (date(2026, 12, 24), date(2027, 7, 16))


def load(today: date) -> None:
    call_command("load_demo", today=today, stdout=StringIO())


def everything_ranked(today: date) -> list[tuple]:
    """Every table of every season of both leagues as it is read at noon."""
    with scopes_disabled():
        slugs = set(Season.objects.values_list("slug", flat=True))
        found = {division.pk: division for slug in slugs for division in divisions(slug)}
        shown = tables(list(found.values()), moment(today, 12))
        return sorted(
            (str(found[key].competition.season), found[key].name, row.name, row.row.place, row.row.points, row.row.form)
            for key, each in shown.items() for row in each.rows
        )  # fmt: skip


def test_hours_are_hours_when_the_clocks_change():
    assert moment(date(2026, 10, 24), 22) + timedelta(hours=48) == moment(date(2026, 10, 26), 21)


FIRST, TONIGHT = date(2026, 9, 15), date(2026, 11, 24)
NIGHTS = tuple(night for night in (FIRST + week * WEEK for week in range(19)) if not festive(night))
SEASONS = (
    SeasonNights("2025-26", tuple(FIRST - 52 * WEEK + week * WEEK for week in range(10))),
    SeasonNights("2026-27", NIGHTS),
    SeasonNights("2027-28", (FIRST + 51 * WEEK,)),
)


def test_every_day_may_be_tonight():
    """Each day of two years: league nights stay a week apart but for Christmas, and no day overtakes another."""
    for to in (TONIGHT + number * DAY for number in range(-365, 366)):
        days = MovedDays(SEASONS, TONIGHT, to)
        assert [days.day(TONIGHT + number * DAY) - to for number in range(-5, 6)] == [
            number * DAY for number in range(-5, 6)
        ]
        moved = [days.day(night) for night in NIGHTS]
        assert not any(festive(night) for night in moved if night != to)
        assert {(night - to) % WEEK for night in moved} == {timedelta(0)}
        every = [days.day(FIRST + number * DAY) for number in range(-500, 600)]
        assert every == sorted(every)
        assert set(days.names) == {"2025-26", "2026-27", "2027-28"}


@pytest.mark.parametrize(
    ("to", "name"), [(date(2027, 7, 16), "2027"), (TONIGHT, "2026-27"), (date(2028, 1, 11), "2027-28")]
)
def test_a_season_is_called_by_the_years_of_its_nights(to, name):
    assert MovedDays(SEASONS, TONIGHT, to).names["2026-27"] == name


def test_it_is_ten_past_eight_whatever_the_clocks_do():
    days = MovedDays(SEASONS, TONIGHT, date(2027, 7, 16))
    assert days.moment(moment(TONIGHT, 20, 10)) == moment(date(2027, 7, 16), 20, 10)


@pytest.mark.django_db
@pytest.mark.parametrize("today", REHEARSED if PROVING else REHEARSED[SEED % 2 :][:1])
def test_any_day_is_in_the_middle_of_a_season_and_gives_the_same_league_again(today):
    ranked, keys = loaded_and_taken_back(today)
    # Two seasons and this one of twenty teams, next season without the one that folded; two of a league of six.
    assert len(ranked) == 2 * 20 + 20 + 19 + 2 * 6
    if PROVING:
        assert loaded_and_taken_back(today) == (ranked, keys)


def loaded_and_taken_back(today):
    """The tables and the cards' keys of a load, which is then undone."""
    with transaction.atomic():
        load(today)
        ranked = everything_ranked(today)
        with scopes_disabled():
            keys = list(Submission.objects.order_by("pk").values_list("key", flat=True))
            consistent(today)
        transaction.set_rollback(True)
    return ranked, keys


def consistent(today):
    """Whatever the day, what the file says of nights, years and names is still so."""
    current = Season.objects.get(current=True, league__slug="harthwaite")
    matches = Fixture.objects.filter(division__competition=league_competition(current), away__isnull=False)
    assert matches.filter(first_date=today, state=FixtureState.SCHEDULED).count() == 9
    assert {night.weekday() for night in matches.values_list("first_date", flat=True)} == {current.league.night}
    assert current.name in {str(today.year), f"{today.year}-{(today.year + 1) % 100}"}
    assert matches.filter(in_play=True).get().live.last_at.date() == today
    assert not Submission.objects.filter(received_at__date__gt=today).exists()
    played = Fixture.objects.filter(submissions__isnull=False).values_list("date", "submissions__received_at")
    assert sum(localdate(received) - on not in {0 * DAY, DAY} for on, received in played) == 2  # were put right later
    for off in Blackout.objects.filter(reason="Christmas and New Year"):
        assert off.first.weekday() == 0
        assert off.first <= date(off.first.year, 12, 24) <= off.last
    started = Entry.objects.get(verb="open_season", subjects__kind="season", subjects__key=current.pk)
    assert current.name in started.words
    board = Honour.objects.filter(league=current.league).aggregate(year=Max("year"))
    assert board["year"] == current.ends.year
    assert breaks_of(current.league_id) == []


@pytest.mark.django_db
def test_a_database_with_a_league_is_left_alone():
    League.objects.create(name="Leek", short_name="Leek", slug="leek", preset="leek", rules={})
    with pytest.raises(CommandError, match="nothing was loaded"):
        load(date(2026, 11, 24))
    assert (League.objects.count(), User.objects.count()) == (1, 0)


@pytest.mark.django_db
def test_a_real_site_is_left_alone():
    with override_settings(DEMO=False), pytest.raises(CommandError, match="not a demonstration"):
        load(date(2026, 11, 24))
    assert not League.objects.exists()


def test_a_demonstration_answers_to_this_machine_alone():
    with pytest.raises(CommandError, match=r"not on 0\.0\.0\.0"):
        call_command("serve", host="0.0.0.0", no_start=True)


@pytest.mark.django_db
def test_a_database_of_real_people_is_not_made_a_demonstration():
    User.objects.create_user("sue@league.example", name="Sue")
    with pytest.raises(CommandError, match="real people"):
        call_command("serve", no_start=True)
    with scopes_disabled():
        assert not League.objects.exists()
