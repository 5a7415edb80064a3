"""Setting a season up: divisions, teams, and the list of matches."""

from datetime import date, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from league.base.audit.models import Entry as AuditEntry
from league.results.queries.tables import standings
from league.schedule.actions.divisions import add_division, change_division, place_teams, remove_division
from league.schedule.actions.lists import new_codes
from league.schedule.actions.locking import freeze_competition
from league.schedule.actions.seasons import open_season, start_season
from league.schedule.models import Division, Entry, Fixture
from league.schedule.queries.seasons import rule_book
from league.teams.actions.leagues import rename_team
from league.teams.models import Team
from tests.factories import make_round_robin, make_team

NOW = datetime(2027, 8, 1, 12, tzinfo=timezone.get_default_timezone())
FIRST = date(2027, 9, 6)


@pytest.fixture
def act(small):
    return {"by": small.secretary, "at": NOW}


@pytest.fixture
def new_season(small, act):
    """Next year, with this year's division and its four teams."""
    dates = {"starts": date(2027, 9, 1), "halfway": date(2027, 12, 31), "ends": date(2028, 4, 30)}
    return start_season(league=small.league, name="2027/28", like=small.season, **dates, **act)


@pytest.fixture
def competition(new_season):
    return new_season.competitions.get()


def names(rows):
    return [row.name for row in rows.order_by("pk")]


def test_a_season_begins_with_the_last_one_s_active_teams(small, act, new_season):
    division = Division.objects.get(competition__season=new_season)

    assert (new_season.slug, new_season.current, division.name) == ("2027-28", False, "Division One")
    assert names(division.entries) == ["Crown A", "Bell", "Plough", "Swan"]
    assert new_season.competitions.get().rules == small.league.rules


def test_teams_that_left_are_not_carried_over(small, act):
    Entry.objects.filter(pk=small.entries[0].pk).update(withdrawn_on=date(2026, 11, 1))
    small.entries[1].team.active = False
    small.entries[1].team.save()

    dates = {"starts": date(2027, 9, 1), "halfway": date(2027, 12, 31), "ends": date(2028, 4, 30)}
    season = start_season(league=small.league, name="2027-28", like=small.season, **dates, **act)

    assert names(Entry.objects.filter(division__competition__season=season)) == ["Plough", "Swan"]


def test_a_team_that_was_renamed_plays_a_new_season_under_its_new_name(small, act, new_season):
    division = new_season.competitions.get().divisions.get()
    old, team = division.entries.order_by("pk").first(), small.entries[0].team
    rename_team(team=team, name="Crown Tavern", **act)
    assert division.entries.get(pk=old.pk).name == "Crown Tavern"

    open_season(season=new_season, **act)
    assert division.entries.get(team=team).name == "Crown Tavern"


def test_a_team_that_is_renamed_in_a_season_has_its_new_name_there_and_the_old_one_in_the_season_before(
    small, act, new_season
):
    freeze_competition(small.division.competition, at=act["at"])
    open_season(season=new_season, **act)
    freeze_competition(new_season.competitions.get(), at=act["at"])
    now = {"by": act["by"], "at": NOW + timedelta(days=60)}
    rename_team(team=small.entries[0].team, name="Crown Tavern", **now)

    division = new_season.competitions.get().divisions.get()
    assert [each.name for each in standings(division, now["at"]).rows if each.name.startswith("Crown")] == [
        "Crown Tavern"
    ]
    assert small.division.entries.get(team=small.entries[0].team).name == "Crown A"


def test_a_season_with_results_keeps_the_names_it_was_played_under(small, act):
    freeze_competition(small.division.competition, at=act["at"])
    rename_team(team=small.entries[0].team, name="Crown Tavern", **act)

    open_season(season=small.season, **act)
    assert small.division.entries.get(team=small.entries[0].team).name == "Crown A"


def test_divisions_come_in_order(act, competition):
    second = add_division(competition=competition, name="Division Two", legs=1, relegated=2, **act)
    third = add_division(competition=competition, name="Division Three", **act)

    assert (second.rank, third.rank, second.legs, second.relegated) == (2, 3, 1, 2)
    with pytest.raises(ValidationError):
        add_division(competition=competition, name="Division Two", **act)


def test_a_division_is_changed_until_its_matches_are_in_the_list(act, competition):
    division = competition.divisions.get()
    changed = change_division(division=division, name="Premier", legs=1, promoted=0, relegated=2, **act)
    assert (changed.name, changed.slug, changed.legs) == ("Premier", "division-one", 1)

    make_round_robin(division, FIRST)
    with pytest.raises(ValidationError):
        change_division(division=changed, name="Premier", legs=2, promoted=0, relegated=2, **act)
    with pytest.raises(ValidationError, match="cannot be removed"):
        remove_division(division=changed, **act)


def test_teams_are_placed_all_at_once(small, act, competition):
    one = competition.divisions.get()
    two = add_division(competition=competition, name="Division Two", **act)
    newcomer = make_team(small.league, "Anchor")
    crown, bell, plough, _ = (entry.team for entry in small.entries)

    changed = place_teams(competition=competition, places={crown: one, bell: two, plough: None, newcomer: two}, **act)

    assert changed == (bell, plough, newcomer)
    assert names(one.entries) == ["Crown A", "Swan"]
    assert names(two.entries) == ["Bell", "Anchor"]
    told = AuditEntry.objects.get(verb="place_teams")
    assert told.before == {"Bell": "Division One", "Plough": "Division One", "Anchor": None}
    assert told.after == {"Bell": "Division Two", "Plough": None, "Anchor": "Division Two"}


def test_placing_teams_as_they_are_writes_nothing(small, act, competition):
    one = competition.divisions.get()

    assert place_teams(competition=competition, places={entry.team: one for entry in small.entries}, **act) == ()
    assert not AuditEntry.objects.filter(verb="place_teams").exists()


def test_a_code_that_is_taken_is_not_given_again(small):
    Fixture.objects.filter(pk=small.fixtures[0].pk).update(code=next(new_codes(["crown"])))

    given = list(new_codes(["crown", "crown", "bell"]))
    assert len({*given, Fixture.objects.get(pk=small.fixtures[0].pk).code}) == 4


def test_the_rule_book_says_on_which_day_a_card_is_due(small):
    (card,) = (section for section in rule_book(small.league).sections if section.title == "The card")
    assert "Cards are due by noon on Saturday, 4 days and 16 hours after the start of the match." in card.rules

    Team.objects.filter(pk=small.entries[0].team_id).update(start_time="19:30")
    (card,) = (section for section in rule_book(small.league).sections if section.title == "The card")
    assert "A card is late 4 days and 16 hours after the start of the match." in card.rules
