"""Setting a season up: divisions, teams, and the list of matches."""

from collections import Counter
from datetime import date, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from league.base.audit.models import Entry as AuditEntry
from league.results.models import Submission
from league.results.queries.tables import standings
from league.schedule.actions import (
    add_division,
    change_division,
    enter_team,
    freeze_competition,
    generate_fixtures,
    lock_fixture,
    mark_played,
    open_season,
    place_teams,
    remove_division,
    start_season,
)
from league.schedule.actions.publication import LETTERS, codes
from league.schedule.models import Division, Entry, Fixture, Season
from league.schedule.queries.publication import plan_fixtures
from league.teams.actions import rename_team
from tests.factories import make_entry, make_team, make_user

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


def test_a_season_that_ends_before_it_starts_is_refused(small, act):
    dates = {"starts": date(2027, 9, 1), "halfway": date(2027, 8, 31), "ends": date(2028, 4, 30)}
    with pytest.raises(ValidationError):
        start_season(league=small.league, name="2027-28", **dates, **act)
    assert Season.objects.count() == 1


def test_opening_a_season_closes_the_one_before(small, act, new_season):
    open_season(season=new_season, **act)

    assert list(Season.objects.filter(current=True)) == [new_season]


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

    generate_fixtures(competition=competition, first=FIRST, **act)
    with pytest.raises(ValidationError):
        change_division(division=changed, name="Premier", legs=2, promoted=0, relegated=2, **act)
    with pytest.raises(ValidationError, match="cannot be removed"):
        remove_division(division=changed, **act)


def test_a_division_goes_with_its_entries(act, competition):
    remove_division(division=competition.divisions.get(), **act)

    assert not Entry.objects.filter(division__competition=competition).exists()


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


def test_a_team_plays_in_one_division_a_season(small, act, competition):
    two = add_division(competition=competition, name="Division Two", **act)

    with pytest.raises(ValidationError, match="already"):
        enter_team(division=two, team=small.entries[0].team, **act)


def test_the_list_is_a_double_round_with_codes_and_addresses(small, act, competition):
    plan = generate_fixtures(competition=competition, first=FIRST, without=[date(2027, 9, 13)], **act)

    rows = Fixture.objects.filter(division__competition=competition)
    assert rows.count() == plan.played == 12
    assert sorted(set(rows.values_list("week", "half", "date"))) == [
        (1, 1, date(2027, 9, 6)),
        (2, 1, date(2027, 9, 20)),
        (3, 1, date(2027, 9, 27)),
        (4, 2, date(2027, 10, 4)),
        (5, 2, date(2027, 10, 11)),
        (6, 2, date(2027, 10, 18)),
    ]
    found = rows.select_related("home__team__venue").all()
    assert {(row.venue_id, row.start_time, row.first_date) for row in found} == {
        (row.home.team.venue_id, row.home.team.start_time, row.date) for row in found
    }
    assert len({row.code for row in found}) == 12
    assert all(len(row.code) == 6 and set(row.code) <= set(LETTERS) for row in found)


def test_what_was_previewed_is_what_is_published(act, competition):
    preview = plan_fixtures(competition, first=FIRST, draw=7)
    generate_fixtures(competition=competition, first=FIRST, draw=7, **act)

    rows = Fixture.objects.filter(division__competition=competition)
    assert {(match.date, match.home.pk, match.away.pk) for match in preview.matches} == set(
        rows.values_list("date", "home", "away")
    )
    assert preview != plan_fixtures(competition, first=FIRST)


def test_the_same_list_has_the_same_codes(act, competition):
    generate_fixtures(competition=competition, first=FIRST, **act)
    before = dict(Fixture.objects.values_list("code", "home"))
    generate_fixtures(competition=competition, first=FIRST + timedelta(weeks=1), **act)

    assert dict(Fixture.objects.values_list("code", "home")) == before
    assert AuditEntry.objects.filter(verb="generate_fixtures").latest("pk").before == {"matches": 12}


def test_a_code_that_is_taken_is_not_given_again():
    first = next(codes(["crown"], set()))

    assert next(codes(["crown"], {first})) != first
    assert len(set(codes(["crown", "crown", "bell"], set()))) == 3


def test_a_list_with_results_is_not_made_again(small, act):
    competition = small.division.competition
    mark_played(lock_fixture(small.fixtures[0].pk))

    with pytest.raises(ValidationError, match="one match at a time"):
        generate_fixtures(competition=competition, first=date(2026, 9, 7), **act)
    assert Fixture.objects.count() == 4


def test_a_frozen_season_keeps_its_list(small, act):
    competition = small.division.competition
    freeze_competition(competition, at=NOW)

    with pytest.raises(ValidationError, match="one match at a time"):
        generate_fixtures(competition=competition, first=date(2026, 9, 7), **act)


def test_a_card_that_has_come_in_keeps_the_list(small, act):
    competition = small.division.competition
    Submission.objects.create(
        fixture=small.fixtures[0],
        sent_for="home",
        by=small.captains[0],
        key="6f1f64e2-8b7b-4df2-8a35-3a4b9c9f5c11",
        body_hash="x",
        receipt="CRN-1",
        fixture_version=1,
        made_version=2,
        received_at=NOW,
    )

    with pytest.raises(ValidationError, match="result has come in"):
        generate_fixtures(competition=competition, first=date(2026, 9, 7), **act)
    assert Fixture.objects.count() == 4


def test_an_odd_division_has_byes(small, act, competition):
    make_entry(competition.divisions.get(), make_team(small.league, "Anchor"))

    plan = generate_fixtures(competition=competition, first=FIRST, **act)

    assert (plan.played, len(plan.matches), len(plan.nights)) == (20, 30, 10)
    assert Fixture.objects.filter(division__competition=competition, away=None).count() == 10


def test_two_teams_of_a_pub_take_turns_at_home(small, act, competition):
    venue = small.entries[0].team.venue
    make_entry(competition.divisions.get(), make_team(small.league, "Crown B", venue))
    second = add_division(competition=competition, name="Division Two", **act)
    for name in ("Star", "Globe", "Ship", "Oak"):
        make_entry(second, make_team(small.league, name))

    matches = plan_fixtures(competition, first=FIRST).matches
    at_home = Counter((match.date, match.home.team.venue_id) for match in matches if match.away)
    assert set(at_home.values()) == {1}


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (date(2027, 8, 30), "The first night, Mon 30 Aug, is before the season starts on Wed 1 Sep."),
        (date(2028, 4, 10), "6 nights are needed, so the last would be Mon 15 May: the season ends on Sun 30 Apr."),
    ],
)
def test_a_list_outside_the_season_is_refused(act, competition, first, said):
    assert plan_fixtures(competition, first=first).problems == (said,)
    with pytest.raises(ValidationError):
        generate_fixtures(competition=competition, first=first, **act)


def test_an_empty_season_has_no_list(act, competition):
    remove_division(division=competition.divisions.get(), **act)

    assert plan_fixtures(competition, first=FIRST).problems == (
        "No division has two teams yet, so there are no fixtures to make.",
    )


def test_planning_costs_the_same_for_any_number_of_teams(django_assert_num_queries, small, act, competition):
    with django_assert_num_queries(2):
        plan_fixtures(competition, first=FIRST)
    division = competition.divisions.get()
    for number in range(6):
        make_entry(division, make_team(small.league, f"Team {number}"))
    with django_assert_num_queries(2):
        plan_fixtures(competition, first=FIRST)


def test_who_sets_up_is_written_down(small, act, competition):
    other = make_user("Olive Other")
    generate_fixtures(competition=competition, first=FIRST, by=other, at=NOW)

    told = AuditEntry.objects.get(verb="generate_fixtures")
    assert (told.by, told.at, told.words) == (
        other,
        NOW,
        "12 matches added to the fixtures of season 2027/28, from Mon 6 Sep.",
    )
    assert told.after == {"matches": 12, "first night": "2027-09-06", "last night": "2027-10-11"}
