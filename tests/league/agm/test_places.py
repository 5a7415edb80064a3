"""Who goes up and who goes down, proposed and decided; level teams play off."""

from fractions import Fraction
from importlib import import_module
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse
from django_scopes import scopes_disabled

from league.cups.models import Cup, CupState, Honour, Tie
from league.cups.periodic import follow_results
from league.results.actions.adjustments import adjust_points
from league.results.actions.decisions import Award, award_match, restore
from league.results.choices import AdjustmentKind
from league.results.models import Result
from league.results.queries.tables import divisions, standings
from league.schedule.models import Competition, Division, Entry, Placement, Season
from league.seasons.queries.season_end import division_ends
from league.teams.choices import RoleKind
from scoring import codec
from scoring.card.league_rules import LeagueRules, Step
from scoring.card.sheet import Side
from tests.factories import make_league, make_role, make_user
from tests.league.agm.conftest import MEETING, to, typed
from tests.league.agm.test_closing import close
from tests.league.html import words_on
from tests.played import make_clubs, play_season


def page(secretary):
    return secretary.get(to("season-places", "2026-27"))


def decide(secretary, **changes):
    return secretary.post(to("season-places", "2026-27"), typed(page(secretary).context["form"], **changes))


def level_at_the_top(season, number: int = 2) -> list[Entry]:
    """The first teams of the second division with the same points, in a league that would let them play off."""
    competition = Competition.objects.get(season=season)
    rules = codec.decode_as(LeagueRules, competition.rules)
    competition.rules = codec.encode(rules) | {"steps": [Step.POINTS.value, Step.PLAY_OFF.value]}
    competition.save()
    rows = standings(divisions("2026-27")[1], MEETING).rows
    entries = [Entry.objects.get(pk=row.row.team) for row in rows]
    by = Result.objects.select_related("submission__by").first().submission.by
    for place, (row, entry) in enumerate(zip(rows, entries, strict=True)):
        points = rows[number - 1].row.points - row.row.points if place < number else Fraction(-50)
        if points:
            adjust_points(
                entry=entry, kind=AdjustmentKind.DEDUCTION, points=points, reason="Late", on=MEETING.date(), by=by,
                at=MEETING,
            )  # fmt: skip
    return entries[:number]


def test_nothing_is_decided_before_the_season_is_closed(season, secretary):
    seen = words_on(page(secretary))
    assert "You decide once the season is closed." in seen
    assert "Decide it" not in seen
    assert decide(secretary).status_code == 422
    assert not Placement.objects.exists()


def test_the_rule_is_proposed_and_decided_in_one_go(season, secretary):
    close(secretary)
    assert decide(secretary).status_code == 302
    ways = {fate.entry.pk: fate.way for fate in Placement.objects.select_related("entry")}
    tables = {division.slug: standings(division, MEETING).rows for division in divisions("2026-27")}
    assert len(ways) == 8
    assert ways[int(tables["division-1"][-1].row.team)] == "down"
    assert ways[int(tables["division-2"][0].row.team)] == "up"
    assert sorted(ways.values()) == ["down", *["stays"] * 6, "up"]
    assert "Decided for every team." in words_on(secretary.get(to("season-end", "2026-27")))


def test_what_is_not_by_the_rule_has_a_reason(season, secretary):
    close(secretary)
    last = Entry.objects.get(pk=standings(divisions("2026-27")[0], MEETING).rows[-1].row.team)
    stays = {f"to-{last.pk}": str(last.division_id)}
    refused = decide(secretary, **stays)
    assert refused.status_code == 422
    assert f"Say why {last} does not go down." in words_on(refused)
    assert decide(secretary, **stays, **{f"reason-{last.pk}": "The division below is full"}).status_code == 302
    fate = Placement.objects.get(entry=last)
    assert (fate.proposed, fate.way, fate.reason) == ("down", "stays", "The division below is full")


def test_deciding_the_same_again_changes_nothing(season, secretary):
    close(secretary)
    decide(secretary)
    before = list(Placement.objects.order_by("pk").values())
    decide(secretary)
    assert list(Placement.objects.order_by("pk").values()) == before


def test_a_team_that_does_not_come_back_goes_nowhere(season, secretary):
    close(secretary)
    entry = Entry.objects.first()
    decide(secretary, **{f"to-{entry.pk}": "out", f"reason-{entry.pk}": "The pub is shut"})
    fate = Placement.objects.get(entry=entry)
    assert (fate.way, fate.to) == ("out", None)


def test_who_is_level_across_the_line_has_to_be_chosen(season, secretary):
    first, second = level_at_the_top(season)
    close(secretary, reason="No play-off")
    refused = decide(secretary)
    assert refused.status_code == 422
    assert f"Choose where {first} plays." in words_on(refused)
    one, other = sorted((str(first), str(second)))
    assert f"{one} and {other} are level, and one of them wins the division." in words_on(refused)


def test_level_teams_play_off_and_the_table_then_knows(season, secretary):
    first, second = level_at_the_top(season)
    rows = standings(divisions("2026-27")[1], MEETING).rows
    assert [row.row.place for row in rows[:2]] == [1, 1]
    answer = secretary.post(to("play-off", "2026-27", "division-2"), {})
    assert answer.status_code == 302, words_on(answer)
    cup = Cup.objects.get()
    assert cup.competition.play_off_of == Division.objects.get(slug="division-2")
    tie = Tie.objects.select_related("fixture__home", "fixture__away").get()
    assert {tie.fixture.home.team, tie.fixture.away.team} == {first.team, second.team}

    winner = tie.fixture.away.team
    award_match(
        fixture=tie.fixture, award=Award(Side.AWAY, (4, 5), (Fraction(0), Fraction(0))), key=uuid4(),
        seen=tie.fixture.version, reason="Played", by=secretary.user, at=MEETING,
    )  # fmt: skip
    rows = standings(divisions("2026-27")[1], MEETING).rows
    assert [row.row.place for row in rows[:2]] == [1, 2]
    assert rows[0].name == winner.name
    assert "on the play-off" in rows[0].row.reason

    follow_results(MEETING)
    assert Cup.objects.get().state == CupState.FINISHED
    Cup.objects.update(state=CupState.DRAWN)  # as it was left when nothing finished play-offs
    migration = import_module("league.operations.migrations.version_1.cups.migrations.0009_follow_play_offs")
    migration.follow_again(apps, SimpleNamespace(connection=connection))
    follow_results(MEETING)
    assert Cup.objects.get().state == CupState.FINISHED
    tie.fixture.refresh_from_db()
    restore(
        fixture=tie.fixture, key=uuid4(), reason="Not so", seen=tie.fixture.version, by=secretary.user, at=MEETING
    )  # fmt: skip
    follow_results(MEETING)
    assert Cup.objects.get().state == CupState.DRAWN


def test_a_play_off_without_a_card_orders_the_table_and_the_end_of_the_season(season, secretary):
    level_at_the_top(season)
    secretary.post(to("play-off", "2026-27", "division-2"), {})
    tie = Tie.objects.get()
    table = reverse("table", args=["leek", "division-2"])
    assert "1=" in words_on(Client().get(table))
    slug = Cup.objects.get().competition.slug
    score = to("score-tie", "2026-27", slug, tie.tie)
    sides = [side["name"] for side in secretary.get(score, follow=True).context["seen"]["sides"]]
    assert secretary.post(score, {"first": 4, "second": 5}).status_code == 302
    assert Cup.objects.get().state == CupState.FINISHED
    assert close(secretary).status_code == 302
    rows = [each.standing for each in division_ends(Season.objects.get(pk=season.pk), MEETING)[1].places]
    assert [(each.row.place, each.name) for each in rows[:2]] == [(1, sides[1]), (2, sides[0])]
    assert "on the play-off, 5\N{EN DASH}4" in rows[0].row.reason
    assert "1=" not in words_on(Client().get(table))
    assert Honour.objects.get(title="Division 2").winner == sides[1]


def test_three_level_teams_are_drawn_by_a_seed(season, secretary):
    level_at_the_top(season, 3)
    address = to("play-off", "2026-27", "division-2")
    assert secretary.post(address, {"seed": ""}).status_code == 422
    assert secretary.post(address, {"seed": "4 11 23 30 41 52"}).status_code == 302
    cup = Cup.objects.get()
    assert cup.entrants.count() == 3
    assert "Play-off, Division 2 will decide it" in words_on(page(secretary))
    again = secretary.post(address, {"seed": "1 2 3 4 5 6"})
    assert again.status_code == 422
    assert "has been set up already" in words_on(again)


def test_no_play_off_where_nobody_is_level(season, secretary):
    assert "No teams of this division need a play-off" in words_on(
        secretary.get(to("play-off", "2026-27", "division-1"))
    )
    assert secretary.post(to("play-off", "2026-27", "division-1"), {}).status_code == 422
    assert not Cup.objects.exists()


def test_a_withdrawn_team_is_out(season):
    entry = Entry.objects.filter(division__slug="division-1").first()
    Entry.objects.filter(pk=entry.pk).update(withdrawn_on=MEETING.date(), withdrawal_policy="expunge")
    places = {place.entry.pk: place for end in division_ends(season, MEETING) for place in end.places}
    assert (places[entry.pk].proposed, places[entry.pk].to) == ("out", None)


@pytest.mark.parametrize("teams", [4, 10])
def test_the_pages_cost_the_same_for_any_number_of_teams(db, django_assert_num_queries, teams):
    with scopes_disabled():
        league = make_league("dales")
        play_season(league, make_clubs(league, teams, squad=6), size=12)
        user = make_user("Sam Secretary")
        make_role(user, league, RoleKind.SECRETARY)
    client = Client()
    client.force_login(user)
    for name, queries in (("season-end", 22), ("season-places", 16)):
        client.get(to(name, "2026-27", league="dales"))
        with django_assert_num_queries(queries):
            client.get(to(name, "2026-27", league="dales"))
