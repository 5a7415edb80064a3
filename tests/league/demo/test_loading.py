"""Loading the demonstration: always the same for the same day, on any day, and never over something that is there."""

from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import override_settings
from django_scopes import scopes_disabled

from league.accounts.models import User
from league.demo.dates import festive, moment, season_dates
from league.results.models import Submission
from league.schedule.models import Season
from league.standings.queries import divisions, tables
from league.teams.models import League
from tests.seeds import PROVING, SEED

REHEARSED = (date(2026, 12, 24), date(2026, 7, 16))


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
        transaction.set_rollback(True)
    return ranked, keys


@pytest.mark.django_db
def test_a_database_with_a_league_is_left_alone():
    League.objects.create(name="Leek", short_name="Leek", slug="leek", preset="leek", constitution={})
    with pytest.raises(CommandError, match="nothing was loaded"):
        load(date(2026, 11, 24))
    assert (League.objects.count(), User.objects.count()) == (1, 0)


@pytest.mark.django_db
def test_a_real_site_is_left_alone():
    with override_settings(DEMO=False), pytest.raises(CommandError, match="not a demonstration"):
        load(date(2026, 11, 24))
    assert not League.objects.exists()


@pytest.mark.parametrize("today", [*REHEARSED, date(2026, 11, 24), date(2027, 1, 1)])
def test_the_season_is_built_around_today(today):
    days = season_dates(today, played=10, nights=18)
    assert len(days.nights) == 18
    assert days.nights[10] == today
    assert not any(festive(night) for night in days.nights if night != today)
    assert days.starts < days.nights[0] <= days.halfway < days.nights[-1] < days.ends


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
