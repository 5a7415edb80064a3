"""The annual report: for everybody, on screen and on paper."""

from io import BytesIO

import pytest
from django.test import Client
from django_scopes import scopes_disabled
from pypdf import PdfReader

from league.results.models import Submission
from league.results.queries.tables import divisions, standings
from league.schedule.models import Fixture, Move, Season
from tests.factories import make_league
from tests.league.agm.conftest import MEETING, to
from tests.league.agm.test_closing import close
from tests.league.html import words_on
from tests.played import make_clubs, play_season


def report(client, league="leek"):
    return client.get(to("season-report", "2026-27", league=league))


def test_the_report_is_for_everybody_and_tells_the_season(season, client):
    seen = words_on(report(client))
    first = standings(divisions("2026-27")[0], MEETING).rows[0]
    assert "So far: the season is not closed" in seen
    assert f"Division 1 {first.name}" in seen
    assert "Matches played 24" in seen
    assert "Late cards 0 of 24 sent" in seen
    assert "Players who played 48" in seen
    assert "Best averages, Division 1" in seen


def test_late_cards_and_moved_matches_are_counted(season, client):
    one, two = Fixture.objects.order_by("pk")[:2]
    Submission.objects.filter(fixture=one).update(received_at=MEETING)
    for _ in range(2):
        Move.objects.create(fixture=two, old_date=two.date, new_date=None, reason="Flood")
    seen = words_on(report(client))
    assert "Late cards 1 of 24 sent" in seen
    assert "Matches postponed or moved 1" in seen


def test_of_a_closed_season_the_board_is_read(season, secretary, client):
    close(secretary, **{"winner-1": "Nobody, by ballot"})
    seen = words_on(report(client))
    assert "Closed on Mon 10 May 2027" in seen
    assert "Division 1 Nobody, by ballot" in seen


def test_the_report_on_paper_says_the_same(season, client):
    answer = client.get(to("season-report-pdf", "2026-27"))
    assert answer["Content-Type"] == "application/pdf"
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    said = " ".join(text.split())
    assert "Report of season 2026-27, so far" in said
    assert "Matches played" in said
    assert standings(divisions("2026-27")[0], MEETING).rows[0].name in said


@pytest.mark.parametrize("teams", [4, 10])
def test_the_report_costs_the_same_for_any_number_of_teams(db, django_assert_num_queries, teams):
    with scopes_disabled():
        league = make_league("dales")
        play_season(league, make_clubs(league, teams, squad=6), size=12)
        assert Season.objects.filter(league=league).count() == 1
    client = Client()
    report(client, league="dales")
    with django_assert_num_queries(23):
        report(client, league="dales")
