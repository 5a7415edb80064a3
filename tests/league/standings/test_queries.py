"""A division's table as the site fetches it: what counts, what is footnoted, what each place says, what it costs."""

from datetime import date, datetime, time, timedelta
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.results.actions.adjustments import adjust_points
from league.results.actions.cards import answer_card
from league.results.choices import AdjustmentKind, SentFor
from league.results.queries.tables import Zone, divisions, ledger_of, seasons_of, standings, tables, versions
from league.schedule.actions.midseason import withdraw_team
from league.schedule.models import Competition
from tests.factories import make_division, make_league, make_season
from tests.league.results.evening import CLOSING_TIME
from tests.played import make_clubs, play_season

LATER = datetime(2026, 12, 1, 12, tzinfo=timezone.get_default_timezone())
pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    """Eight teams in two divisions of four; one season before this one."""
    with scopes_disabled():
        league = make_league()
        clubs = make_clubs(league, 8)
        play_season(league, clubs, year=2025, current=False, size=4)
        play_season(league, clubs, year=2026, size=4)
    with scope(league=league):
        yield league


def shown(at=CLOSING_TIME):
    return standings(divisions()[0], at)


# --- what counts ------------------------------------------------------------------------------------------------------
def test_a_provisional_result_counts_and_is_marked_for_both_teams_while_it_can_be_questioned(evening):
    assert [(each.row.place, each.row.shared, each.row.reason) for each in shown().rows] == [
        (1, True, "nothing played yet")
    ] * 4
    evening.send(SentFor.HOME)
    found = shown()
    assert {each.name: each.provisional for each in found.rows} == {"Bell": 1, "Crown A": 1, "Plough": 0, "Swan": 0}
    assert (found.provisional, found.disputed) == (1, 0)
    assert sum(each.row.played for each in found.rows) == 2
    assert [shown(CLOSING_TIME + timedelta(hours=hours)).provisional for hours in (47, 49)] == [1, 0]


def test_a_disputed_result_is_told_and_not_counted(evening):
    sent = evening.send(SentFor.HOME)
    answer_card(submission=sent, agreed=False, reason="It was 6-3", by=evening.away, at=CLOSING_TIME)
    found = shown()
    assert (found.provisional, found.disputed) == (0, 1)
    assert sum(each.row.played for each in found.rows) == 0


def test_points_taken_off_are_footnoted_in_the_order_they_were_taken(evening):
    evening.send(SentFor.HOME)
    for number, (entry, points) in enumerate(((0, "-3"), (1, "1/2")), start=1):
        adjust_points(
            entry=evening.small.entries[entry],
            kind=AdjustmentKind.DEDUCTION if points.startswith("-") else AdjustmentKind.AWARD,
            points=Fraction(points),
            reason=f"Reason {number}",
            on=date(2026, 9, 7 + number),
            by=evening.secretary,
            at=CLOSING_TIME,
        )
    found = shown(CLOSING_TIME + timedelta(days=2))
    assert [(note.number, note.team, str(note.points), note.reason) for note in found.notes] == [
        (1, "Crown A", "-3", "Reason 1"),
        (2, "Bell", "1/2", "Reason 2"),
    ]
    assert {each.name: each.notes for each in found.rows if each.notes} == {"Crown A": (1,), "Bell": (2,)}
    assert found.adjusted


def test_a_withdrawn_team_stands_last_and_in_no_zone(evening):
    division = evening.small.division
    division.relegated = 1
    division.save()
    evening.send(SentFor.HOME)
    withdraw_team(
        entry=evening.small.entries[0], on=date(2026, 9, 20), by=evening.secretary, at=CLOSING_TIME, reason="Pub shut"
    )
    assert not any(each.row.withdrawn for each in shown().rows)  # they play until that day
    last = shown(LATER).rows[-1]
    assert (last.name, last.row.withdrawn, last.zone) == ("Crown A", True, None)
    assert last.row.reason.startswith("withdrew on 20 Sep")


def test_zones_are_the_first_and_last_places_of_what_this_season_played(played):
    first, second = divisions()
    assert (second.promoted, second.relegated) == (1, 1)
    assert [each.zone for each in standings(second, LATER).rows] == [Zone.UP, None, None, Zone.DOWN]
    for found in tables([first, second], LATER).values():
        assert all(each.row.reason for each in found.rows)
        assert found.rules[0].startswith("Places go by points")
    matches = first.fixtures.filter(result__isnull=False).count()
    assert sum(each.row.played for each in standings(first, LATER).rows) == 2 * matches == 24


# --- which season -----------------------------------------------------------------------------------------------------
def test_divisions_are_of_the_season_asked_for(played):
    assert [season.name for season in seasons_of(played)] == ["2026-27", "2025-26"]
    assert [each.competition.season.name for each in divisions()] == ["2026-27"] * 2
    assert [each.competition.season.name for each in divisions("2025-26")] == ["2025-26"] * 2
    assert list(divisions("1999-00")) == []


def test_versions_are_of_one_season_and_go_up_with_its_results(played):
    this, last = versions(played), versions(played, "2025-26")
    assert len({this, last, versions(played, "1999-00")}) == 3
    divisions()[0].competition.season.competitions.update(results_version=F("results_version") + 1)
    assert versions(played) != this
    assert versions(played, "2025-26") == last


def test_versions_are_of_one_league_and_of_no_cup(played):
    this = versions(played)
    season = divisions()[0].competition.season
    Competition.objects.create(season=season, name="Cup", slug="cup", kind="cup", rules=played.rules)
    with scopes_disabled():
        other = make_league("other")
        make_division(make_season(other))
    assert versions(played) == this
    with scope(league=other):
        assert versions(other) not in {this, ""}


# --- what it costs ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("wanted", [1, 2])
def test_tables_are_three_queries(played, django_assert_num_queries, wanted):
    chosen = list(divisions()[:wanted])
    with django_assert_num_queries(3):
        tables(chosen, LATER)


def test_points_taken_from_a_day_on_count_when_it_has_come(evening):
    """The table, its race and the run-in's account, before the day and on it; nothing is done in between."""
    evening.send(SentFor.HOME)
    day, points = date(2026, 12, 14), Fraction(-3)
    adjust_points(
        entry=evening.small.entries[0], kind=AdjustmentKind.DEDUCTION, points=points, reason="No lottery money",
        on=day, by=evening.secretary, at=CLOSING_TIME,
    )  # fmt: skip
    eve, on_the_day = (datetime.combine(day, time(hour), LATER.tzinfo) for hour in (0, 1))
    eve -= timedelta(minutes=1)
    before, after = shown(eve), shown(on_the_day)
    had, has = ({each.name: each.row.points for each in found.rows} for found in (before, after))
    assert {name: has[name] - had[name] for name in had} == {"Crown A": points, "Bell": 0, "Plough": 0, "Swan": 0}
    assert [(note.team, note.points, note.starts) for note in before.coming] == [("Crown A", points, day)]
    assert (before.notes, after.coming, len(after.notes)) == ((), (), 1)
    assert ledger_of(divisions()[0])[1].records[str(evening.small.entries[0].pk)].points == has["Crown A"]


def test_points_cannot_count_from_a_day_after_the_season(evening):
    with pytest.raises(ValidationError, match="The season ends on"):
        adjust_points(
            entry=evening.small.entries[0], kind=AdjustmentKind.DEDUCTION, points=Fraction(-1), reason="Late",
            on=evening.small.division.competition.season.ends + timedelta(days=1), by=evening.secretary,
            at=CLOSING_TIME,
        )  # fmt: skip
