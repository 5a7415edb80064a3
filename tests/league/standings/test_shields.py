"""A table that splits into shields: who is in which, and what they take along."""

from datetime import date, datetime
from fractions import Fraction

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry as AuditEntry
from league.results.actions.adjustments import adjust_points, split_into_shields
from league.results.choices import AdjustmentKind
from league.results.queries.tables import divisions, ledger_of, standings
from league.schedule.models import Division
from league.teams.choices import RoleKind
from scoring.season.ending import Carry
from scoring.season.table import race
from tests.factories import make_division, make_entry, make_league, make_role, make_season, make_team, make_user
from tests.played import make_clubs, play_season

NOW = datetime(2027, 1, 5, 12, tzinfo=timezone.get_default_timezone())
NAME, SLUG = "Division 1", "division-1"
pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary():
    """Of a league with one division of six teams that has been played."""
    with scopes_disabled():
        league = make_league()
        play_season(league, make_clubs(league, 6), year=2026, size=6)
        person = make_user("Sam Secretary")
        make_role(person, league, RoleKind.SECRETARY)
    with time_machine.travel(NOW, tick=False), scope(league=league):
        yield person


def split(secretary, **how):
    values = {"sizes": (4, 2), "names": ("Gold shield", "Silver shield"), "carry": Carry.ALL, "legs": 1}
    division = divisions()[0]
    return split_into_shields(division=division, on=date(2027, 1, 6), by=secretary, at=NOW, **values | how)


def table_of(slug):
    return standings(divisions().get(slug=slug), NOW)


@pytest.mark.parametrize(("carry", "share"), [(Carry.ALL, 1), (Carry.HALF, Fraction(1, 2)), (Carry.NOTHING, 0)])
def test_a_table_splits_from_the_top_with_its_points(secretary, carry, share):
    before = standings(divisions()[0], NOW).rows
    gold, silver = split(secretary, carry=carry)
    assert [each.name for each in table_of("gold-shield").rows].sort() == [each.name for each in before[:4]].sort()
    points = {each.name: each.row.points for each in (*table_of(gold.slug).rows, *table_of(silver.slug).rows)}
    assert points == {each.name: each.row.points * share for each in before}
    assert {each.name for each in table_of(silver.slug).rows} == {each.name for each in before[4:]}


def test_points_won_against_teams_of_the_other_shield_can_be_left_behind(secretary):
    before = {each.name: each.row.points for each in standings(divisions()[0], NOW).rows}
    split(secretary, carry=Carry.AMONG)
    after = {each.name: each.row.points for each in table_of("gold-shield").rows}
    assert all(after[name] < before[name] for name in after)


def test_less_than_nothing_is_carried_as_a_deduction(secretary):
    last = standings(divisions()[0], NOW).rows[-1]
    entry = Division.objects.get().entries.get(pk=last.row.team)
    taken = {"kind": AdjustmentKind.DEDUCTION, "points": -last.row.points - 2, "reason": "fined"}
    adjust_points(entry=entry, on=date(2027, 1, 2), by=secretary, at=NOW, **taken)
    split(secretary)
    assert {each.name: each.row.points for each in table_of("silver-shield").rows}[last.name] == -2


def test_the_old_table_stays_and_it_is_split_once(secretary):
    before = [(each.name, each.row.points) for each in standings(divisions()[0], NOW).rows]
    gold, _ = split(secretary)
    assert [note.reason for note in table_of("gold-shield").notes] == [f"Carried from {NAME}"] * 4
    assert [(each.name, each.row.points) for each in table_of(SLUG).rows] == before
    assert gold.split_from.slug == SLUG
    with pytest.raises(ValidationError, match="has been split already"):
        split_into_shields(
            division=Division.objects.get(slug=SLUG), sizes=(3, 3), names=("A", "B"), carry=Carry.NOTHING, legs=1,
            on=date(2027, 1, 6), by=secretary, at=NOW,
        )  # fmt: skip
    assert AuditEntry.objects.filter(verb="split_division").count() == 1


def page(secretary, **values):
    client = Client()
    client.force_login(secretary)
    typed = {"sizes": "4 2", "names": "Gold\nSilver", "carry": "all", "legs": "1", "on": "2027-01-06"} | values
    return client.post(reverse("split-shields", args=["leek", "2026-27", SLUG]), typed)


def test_the_secretary_sees_the_table_and_splits_it(secretary):
    client = Client()
    client.force_login(secretary)
    address = reverse("split-shields", args=["leek", "2026-27", SLUG])
    html = client.get(address).content.decode()
    assert all(each.name in html for each in standings(divisions()[0], NOW).rows)
    assert 'value="3 3"' in html
    answer = page(secretary)
    assert answer.url == f"{reverse('reschedule-season', args=['leek', '2026-27'])}?open=rest#rest"
    assert [each.name for each in divisions()] == ["Gold", "Silver", NAME]
    assert address in client.get(reverse("reschedule-season", args=["leek", "2026-27"])).content.decode()


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"sizes": "4 3"}, "There are 6 teams, but these add up to 7."),
        ({"sizes": "six"}, "Enter numbers, such as 6 4."),
        ({"sizes": "5 1"}, "Each shield needs at least two teams."),
        ({"names": "Gold"}, "Give 2 names, one for each shield."),
        ({"names": "Gold\ngold"}, "Give each shield a different name."),
        ({"names": f"{NAME}\nGold"}, f"There is a division called {NAME} already."),
    ],
)
def test_what_cannot_be_split_so_is_told(secretary, values, said):
    answer = page(secretary, **values)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert Division.objects.count() == 1


def test_a_place_shared_at_the_cut_has_to_be_ticked():
    with scopes_disabled():
        league = make_league()
        division = make_division(make_season(league), NAME)
        for name in ("Crown", "Bell", "Plough", "Swan"):
            make_entry(division, make_team(league, name))
        person = make_user("Sam Secretary")
        make_role(person, league, RoleKind.SECRETARY)
    with scope(league=league):
        answer = page(person, sizes="2 2")
        assert "Crown and Plough share a place at the cut." in answer.content.decode()
        assert page(person, sizes="2 2", despite="on").status_code == 302


# --- the whole record goes on -----------------------------------------------------------------------------------------
def figures(standing):
    row = standing.row
    return (row.played, row.won, row.drawn, row.lost, row.games_for, row.games_against, row.points)


def test_the_whole_record_goes_on_in_each_part_with_its_race_and_what_is_still_possible(secretary):
    before = standings(divisions()[0], NOW)
    gold, silver = split(secretary, carry=Carry.RECORD)
    tables = [table_of(each.slug) for each in (gold, silver)]
    after = [row for table in tables for row in table.rows]
    assert {each.name: figures(each) for each in after} == {each.name: figures(each) for each in before.rows}
    assert [each.row.place for each in after] == [1, 2, 3, 4, 1, 2]
    assert [each.name for each in after] == [each.name for each in before.rows]
    teams, ledger = ledger_of(gold)
    points = {each.row.team: each.row.points for each in tables[0].rows}
    assert {team: ledger.records[team].points for team in teams} == points
    facts = tables[0].facts
    part = race(facts, facts.table())
    assert part.weeks == race(before.facts, before.facts.table()).weeks
    assert {place for places in part.places.values() for place in places} <= {1, 2, 3, 4}
    assert {team: places[-1] for team, places in part.places.items()} == {row.team: row.place for row in facts.table()}


def test_points_taken_before_the_split_stay_taken(secretary):
    first = standings(divisions()[0], NOW).rows[0]
    entry = Division.objects.get().entries.get(pk=first.row.team)
    taken = {"kind": AdjustmentKind.DEDUCTION, "points": -1, "reason": "fined"}
    adjust_points(entry=entry, on=date(2027, 1, 2), by=secretary, at=NOW, **taken)
    split(secretary, carry=Carry.RECORD)
    table = table_of("gold-shield")
    assert {each.name: each.row.points for each in table.rows}[first.name] == first.row.points - 1
    assert [(note.team, note.reason) for note in table.notes] == [(first.name, "fined")]
