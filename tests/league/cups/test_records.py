"""What one player has done in cups."""

from datetime import datetime

import pytest
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.cups.models import CupState, Fact, Substitute
from league.cups.queries.cup_state import cup_record
from league.teams.models import Player
from scoring import codec
from scoring.season.knockout import cups, draw
from scoring.season.knockout.facts import Dealt, ScoreCorrected, Scored
from scoring.season.openday.day import open_day
from tests.factories import make_league, make_season, make_user
from tests.league.cups.made import make_cup
from tests.played import make_clubs

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 10, 10, 12, tzinfo=timezone.get_default_timezone())
STRAIGHT = cups.Cup("Singles", forms=(cups.TieForm(best_of=1),))


@pytest.fixture
def league():
    with scopes_disabled():
        made = make_league()
        make_clubs(made, 2, squad=8)
        yield made


def a_cup(league, number=8, year=2026, **how):
    season = make_season(league, f"{year}-{(year + 1) % 100:02}", current=year == 2026)
    return make_cup(season, number, rules=STRAIGHT, players=list(players()), by=make_user(), **how)


def players():
    return Player.objects.order_by("pk").prefetch_related("registrations__team__venue").select_related("league")


def found(cup):
    """The record in the cup of everybody in it, by how far they came."""
    lines = [cup_record(each, NOW).get("lines") for each in players()]
    return sorted(tuple(each[0][key] for key in ("reached", "played", "won", "winner")) for each in lines if each)


def test_everybody_is_told_as_far_as_they_came(league):
    assert found(a_cup(league, played=3)) == [
        ("Final", 3, 2, False),
        ("Final", 3, 3, True),
        *[("Quarter-finals", 1, 0, False)] * 4,
        *[("Semi-finals", 2, 1, False)] * 2,
    ]


def test_byes_and_ties_to_come_are_not_played(league):
    assert found(a_cup(league, 3)) == [("Final", 0, 0, False), *[("Semi-finals", 0, 0, False)] * 2]


def test_player_without_cups_has_no_record(league):
    assert not cup_record(players()[0], NOW)


def test_who_came_in_as_a_substitute_and_left_again_has_the_cup_of_the_entry(league):
    cup, other = a_cup(league, 2, played=1), players()[2]
    entrant = cup.entrants.select_related("entry").first()
    assert not cup_record(other, NOW)
    Substitute.objects.create(
        entrant=entrant, player=other, on=NOW.date(), reason="Broken wrist.", by=make_user(), at=NOW
    )
    assert [line["entered"] for line in cup_record(other, NOW)["lines"]] == [entrant.entry.name]


def test_seasons_add_up_the_latest_first(league):
    for year in (2024, 2025, 2026):
        a_cup(league, 2, year=year, played=1)
    both = [cup_record(each, NOW) for each in players()[:2]]
    assert [str(line["cup"].season) for line in both[0]["lines"]] == ["2026-27", "2025-26", "2024-25"]
    assert sum(each["titles"] for each in both) == sum(each["won"] for each in both) == 3
    assert {each["played"] for each in both} == {3}


@pytest.mark.parametrize("seasons", [1, 20])
def test_record_costs_the_same_after_twenty_seasons(league, seasons, django_assert_num_queries):
    for year in range(2026, 2026 - seasons, -1):
        a_cup(league, 8, year=year, played=3, dated=year > 2020)
    somebody = players()[0]
    with scope(league=league), django_assert_num_queries(4):
        assert len(cup_record(somebody, NOW)["lines"]) == seasons


def test_round_robin_is_told_by_the_place_reached(league):
    """Of three the first wins both of their matches and the third none."""
    rules = cups.Cup("Ring", shape=cups.Shape.ROUND_ROBIN, forms=(cups.TieForm(best_of=1),))
    cup = make_cup(make_season(league), 3, rules=rules, players=list(players()), by=make_user(), drawn=False)
    keys = tuple(entrant.key for entrant in cup.entrants.order_by("pk"))
    dealt = Dealt(tuple(draw.Entrant(key) for key in keys), (), draw.Lots("4 11", "group 1"), keys, (keys,))
    met = [match for match in open_day(rules, [dealt]).tables[0].matches if match.second]
    scored = [Scored(match.id, *((1, 0) if match.first < match.second else (0, 1))) for match in met]
    for number, fact in enumerate((dealt, *scored), start=1):
        Fact.objects.create(cup=cup, number=number, kind="scored", body=codec.encode(fact), by=make_user(), at=NOW)
    assert found(cup) == [("1st", 2, 2, True), ("2nd", 2, 1, False), ("3rd", 2, 0, False)]


def test_finished_cup_is_kept_until_something_is_written(league, django_assert_num_queries):
    cup = a_cup(league, 2, played=1)
    cup.state = CupState.FINISHED
    cup.save()
    winner = next(each for each in players() if cup_record(each, NOW)["titles"])
    with django_assert_num_queries(2):
        cup_record(winner, NOW)
    body = codec.encode(ScoreCorrected("main-1-1", 0, 1, "wrong way about"))
    Fact.objects.create(cup=cup, number=3, kind="corrected", body=body, by=make_user(), at=NOW)
    assert not cup_record(winner, NOW)["titles"]
