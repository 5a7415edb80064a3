"""Where ties of a cup are met on the site, and where they are not."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from league.documents.queries.cards import blank_sheet, full_name
from league.documents.queries.papers import fixture_rows
from league.pages.queries.inbox import inbox
from league.pages.queries.match_lists import matches_of_team, month_page
from league.results.actions.cards import answer_card, submit_card
from league.results.choices import SentFor
from league.results.queries.appearances import last_line_up, season_totals
from league.results.queries.tables import outcomes, standings
from league.schedule.actions.matches import ask_move
from league.schedule.queries.lists import rows_of
from league.schedule.queries.matches import cards_due, requests_waiting, weeks_of, without_a_date
from league.schedule.queries.season_snapshot import clashes_of
from league.teams.models import Player
from scoring.card.sheet import Side
from tests.league.cups.evening import DRAWN, PLAYED
from tests.league.person import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(singles):
    """One semi-final played, the other still to be arranged."""
    singles.play("main-1-1", 2, 1)
    return singles


def page(name: str, *rest: object, client: Client | None = None) -> str:
    answer = (client or Client()).get(reverse(name, args=["leek", *rest]))
    assert answer.status_code == 200
    return answer.content.decode()


# --- where they are ---------------------------------------------------------------------------------------------------
def test_the_match_page_says_which_cup_and_round_it_is(played):
    answer = Client().get(played.fixture("main-1-1").get_absolute_url()).content.decode()

    assert "Singles" in answer
    assert "semi-final" in answer
    assert "Week" not in answer
    assert "Points:" not in answer
    assert reverse("cup", args=["leek", "2026-27", "singles"]) in answer
    assert reverse("table", args=["leek", "singles"]) not in answer


@pytest.mark.parametrize(("name", "rest"), [("fixtures", ()), ("fixtures-night", (PLAYED.date(),))])
def test_the_lists_of_matches_have_a_tie_at_its_pub_by_its_round(played, name, rest):
    with time_machine.travel(PLAYED):
        assert "Singles, semi-final" in page(name, *rest)


def test_a_tie_without_a_date_is_to_be_arranged_and_of_no_night_or_week(singles):
    season = singles.small.season
    assert "Date to be arranged" in Client().get(singles.fixture("main-1-1").get_absolute_url()).content.decode()
    assert DRAWN.date() - timedelta(days=DRAWN.weekday()) not in weeks_of(season)
    answer = Client().get(reverse("fixtures", args=["leek"]), {"week": "all"}).content.decode()
    assert answer.count("Date to be arranged") == 2
    month = month_page(singles.small.league, date(2026, 9, 1), season)
    assert [day["moved"] for day in month["days"] if day["day"] == DRAWN.date()] == [0]


def test_tonight_has_a_tie_and_so_has_the_first_page(singles):
    with time_machine.travel(PLAYED):
        singles.dated("main-1-1")
        assert "Singles, semi-final" in page("tonight")


def test_a_disputed_tie_is_in_the_inbox_by_its_round(singles):
    fixture = singles.dated("main-1-1")
    home, away = (singles.user_of(key) for key in singles.sides("main-1-1"))
    sent = submit_card(
        fixture=fixture, card=singles.card(fixture, [Side.HOME, Side.HOME]), sent_for=SentFor.HOME, key=uuid4(),
        seen=fixture.version, by=home, at=PLAYED,
    )  # fmt: skip
    answer_card(submission=sent, agreed=False, reason="It was 2-1", by=away, at=PLAYED)

    (disputes,) = [
        each for each in inbox(singles.small.league, PLAYED, secretary=True).sections if each.key == "disputes"
    ]
    assert [row.what for row in disputes.rows] == [f"{fixture}, Singles, semi-final"]


def test_the_paper_card_says_which_cup_it_is_and_whose_it_is(singles):
    fixture = singles.dated("main-1-1")
    sheet = blank_sheet(fixture, full_name)
    assert sheet.fixture.occasion == "Singles, semi-final"
    assert [len(squad["names"]) for squad in sheet.squads] == [1, 1]


# --- where they are not -----------------------------------------------------------------------------------------------
def test_what_the_league_counts_has_no_ties(played):
    division, team = played.small.division, played.fixture("main-1-1").home.team
    player = Player.objects.get(name=played.user_of(played.sides("main-1-1")[0]).name)
    assert outcomes(division.competition) == ()
    assert all(each.row.played == 0 for each in standings(division, PLAYED).rows)
    assert "Singles" not in page("table", division.slug)
    assert not [row for row in season_totals(played.small.season) if row["player"] == player.pk]
    assert last_line_up(team, PLAYED.date() + timedelta(days=7)) == {}
    assert not [each for each in matches_of_team(played.small.league, team) if each.stage]
    with time_machine.travel(PLAYED):
        assert "semi-final" not in page("team", team.slug)
    matches = Client().get(reverse("fixtures", args=["leek"]), {"week": "all", "team": team.slug}).content.decode()
    assert "semi-final" not in matches


def test_the_fixture_list_has_no_ties(singles):
    league = singles.small.division.competition

    assert {entry.division_id for entry in rows_of(league).entries} == {singles.small.division.pk}
    assert {row[0] for row in fixture_rows(singles.small.season)} == {f"D{singles.small.division.pk}"}


def test_a_night_for_a_tie_is_no_clash_with_a_list_and_a_full_pub_is(singles):
    before = clashes_of(singles.small.season)["count"]
    fixture = singles.dated("main-1-1", at=PLAYED.replace(month=9, day=7))

    report = clashes_of(singles.small.season)

    at_home = [
        each for each in singles.small.fixtures if each.venue_id == fixture.venue_id and each.date == fixture.date
    ]
    assert at_home
    assert report["count"] == before + (fixture.venue.boards < 1 + len(at_home))


def test_no_late_card_and_no_missing_date_of_a_tie_is_the_secretary_s(singles):
    singles.dated("main-1-1")
    later = PLAYED + timedelta(days=30)

    assert not [each for each, _ in cards_due(singles.small.league, later) if each.stage]
    assert not [each for each in without_a_date(singles.small.league) if each.stage]


def test_dates_offered_for_a_tie_are_not_the_secretary_s(singles):
    fixture = singles.fixture("main-1-1")
    ask_move(
        fixture=fixture, asked_by=fixture.home, dates=[date(2026, 9, 16)], reason="Ours",
        by=singles.user_of(fixture.home.entrant.key), at=DRAWN,
    )  # fmt: skip

    assert requests_waiting(singles.small.league).count() == 1
    sections = inbox(singles.small.league, DRAWN, secretary=True).sections
    assert "requests" not in {each.key for each in sections}
    assert signed_in(singles.small.secretary).get(reverse("inbox", args=["leek"])).status_code == 200
