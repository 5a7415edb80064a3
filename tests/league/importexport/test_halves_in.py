"""Scores with halves, as boards of chess are counted: they come in, are shown as 4½ everywhere, and go out again."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django_scopes import scopes_disabled

from league.base.ui.converters import in_season
from league.results.models import Result
from league.results.queries.tables import divisions, standings
from league.schedule.models import Fixture
from tests.league.importexport.archives import brought_in, tables_of, taken_out
from tests.league.importexport.importing import AT, accept, fates, paste, previewed

pytestmark = pytest.mark.usefixtures("closing_time")
HEADING = "Date,Home,Away,Score\n"
DASH = "\N{EN DASH}"


@pytest.fixture
def played(secretary, long_ago):
    rows = f"{HEADING}21/09/2015,Anchor,Eagle,4½–1½\n28/09/2015,Eagle,Anchor,3.5-2.5\n05/10/2015,Anchor,Eagle,6-0\n"
    draft = paste(secretary, "results", rows, season=long_ago.pk)
    assert next(row.words for row in previewed(draft).rows).startswith(f"Anchor 4½{DASH}1½ Eagle, Mon 21 Sep 2015")
    assert accept(secretary, draft).status_code == 302
    return long_ago


def scores(season):
    rows = Result.objects.filter(fixture__division__competition__season=season).order_by("fixture__first_date")
    return [row.score for row in rows]


def test_a_comma_is_read_where_each_side_has_a_column(secretary, long_ago):
    rows = "Date\tHome\tAway\tHome score\tAway score\n21/09/2015\tAnchor\tEagle\t4,5\t1,5\n"
    draft = paste(secretary, "results", rows, season=long_ago.pk)
    accept(secretary, draft)
    assert scores(long_ago) == [f"4½{DASH}1½"]


@pytest.mark.parametrize("score", ["4½-1½", "4.5 - 1.5", "4,5 - 1,5", "4 1/2 - 1 1/2", "4½–1½"])
def test_halves_are_read_however_they_are_written(secretary, long_ago, score):
    draft = paste(secretary, "results", f'{HEADING}21/09/2015,Anchor,Eagle,"{score}"\n', season=long_ago.pk)
    accept(secretary, draft)
    assert scores(long_ago) == [f"4½{DASH}1½"]


def test_thirds_are_no_score(secretary, long_ago):
    draft = paste(secretary, "results", f"{HEADING}21/09/2015,Anchor,Eagle,4.25-1.75\n", season=long_ago.pk)
    assert fates(draft)[0][1:] == ("clash", ("“4.25-1.75” is not a score.",))


def test_they_add_up_in_the_table_and_decide_the_match(played):
    [division] = divisions(played.slug)
    rows = {each.name: each.row for each in standings(division, AT).rows}
    anchor = rows["Anchor"]
    assert (anchor.won, anchor.lost, anchor.games_for, anchor.games_against) == (2, 1, 13, 5)
    assert (str(rows["Eagle"].game_difference), scores(played)) == (
        "-8", [f"4½{DASH}1½", f"3½{DASH}2½", f"6{DASH}0"],
    )  # fmt: skip


def test_every_page_of_the_match_shows_the_half(played):
    fixture = Fixture.objects.filter(division__competition__season=played).order_by("first_date")[0]
    visitor = Client()
    for address in (
        fixture.get_absolute_url(),
        in_season("leek", "table", season=played.slug, division=fixture.division.slug),
        "/leek/anchor/?other=eagle",
        reverse("team", args=["leek", "anchor"]),
    ):
        answer = visitor.get(address)
        assert answer.status_code == 200, address
        assert "9/2" not in answer.content.decode(), address
    page = visitor.get(fixture.get_absolute_url()).content.decode()
    assert "4½" in page
    assert "1½" in page


def test_programs_read_a_half_as_a_number(played):
    fixture = Fixture.objects.filter(division__competition__season=played).order_by("first_date")[0]
    answer = Client().get(f"/api/v1/leagues/leek/fixtures/{fixture.code}")
    assert answer.status_code == 200, answer.content
    assert answer.json()["score"] == {"home": 4.5, "away": 1.5}


def test_the_same_file_again_changes_nothing_and_the_export_comes_in_again(secretary, played):
    rows = f"{HEADING}21/09/2015,Anchor,Eagle,4½–1½\n"
    assert fates(paste(secretary, "results", rows, season=played.pk))[0][1] == "same"
    export = secretary.get(reverse("results-csv", args=["leek"]), {"season": played.slug})
    again = paste(secretary, "results", export.content.decode("utf-8-sig"), season=played.pk)
    assert {outcome for _, outcome, _ in fates(again)} == {"same"}


def test_the_archive_has_them(secretary, played):
    archive, before = taken_out("leek"), tables_of(played.league)
    with scopes_disabled():
        again = brought_in(archive, "leek-again")
        assert tables_of(again) == before
        halves = Result.objects.filter(fixture__league=again, home_half=True)
        assert sorted(row.games for row in halves) == [
            (Fraction(7, 2), Fraction(5, 2)), (Fraction(9, 2), Fraction(3, 2)),
        ]  # fmt: skip
