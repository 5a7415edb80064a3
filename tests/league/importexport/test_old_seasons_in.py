"""Seasons of long ago as they were: their own points and scores, marks in place of a score, and who was in them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.results.models import Result
from league.results.queries.tables import divisions, standings
from league.schedule.models import Division, Entry, Fixture
from league.seasons.queries.season_end import _figures
from league.teams.models import Team, Venue
from scoring import codec
from scoring.card.outcome import Tally
from tests.league.importexport.importing import AT, accept, answer, fates, paste, previewed, undo

pytestmark = pytest.mark.usefixtures("closing_time")
POINTS = "Date,Home,Away,Home score,Away score,Home points,Away points\n"
SCORES = "Date,Home,Away,Score\n"
ADDED = "The match is added too, in Division One"
DASH = "\N{EN DASH}"


def results(season):
    return Result.objects.filter(fixture__division__competition__season=season).order_by("fixture")


def table(slug: str = "2015-16") -> dict[str, tuple[int, int, int, int, str]]:
    [division] = divisions(slug)
    rows = {row.name: row.row for row in standings(division, AT).rows}
    return {name: (row.played, row.won, row.drawn, row.lost, str(row.points)) for name, row in rows.items()}


def test_points_of_the_file_count_where_today_s_rules_would_give_others(secretary, long_ago):
    draft = paste(secretary, "results", f"{POINTS}21/09/2015,Crown A,Bell,5,4,12,3\n", season=long_ago.pk)
    [row] = previewed(draft).rows
    assert row.words == f"Crown A 5{DASH}4 Bell, Mon 21 Sep 2015, points 12{DASH}3"
    assert row.why[0].startswith("Points as in the file. By today’s rules they would be ")
    accept(secretary, draft)
    assert table() == {"Crown A": (1, 1, 0, 0, "12"), "Bell": (1, 0, 0, 1, "3")}


def test_an_imported_result_is_read_as_one_that_was_played(secretary, long_ago):
    accept(secretary, paste(secretary, "results", f"{POINTS}21/09/2015,Crown A,Bell,5,4,12,3\n", season=long_ago.pk))
    fixture = Fixture.objects.get(division__competition__season=long_ago)
    page = Client().get(fixture.get_absolute_url()).content.decode()
    assert "From the league’s records" in page
    assert "No games were played" not in page
    assert "Awarded" not in page
    assert "Decided by the league" not in page
    [result] = results(long_ago)
    assert (result.kind, fixture.state, result.submission.source) == ("played", "played", "imported")
    assert [(what, value) for what, value, *_ in _figures(long_ago)][:2] == [
        ("Matches played", "1"), ("Walkovers and awards", "0"),
    ]  # fmt: skip


def test_points_of_one_side_alone_or_that_are_no_number_are_not_dropped(secretary, long_ago):
    rows = f"{POINTS}21/09/2015,Crown A,Bell,5,4,2,\n28/09/2015,Bell,Crown A,5,4,two,0\n"
    assert [(row[1], row[2][0]) for row in fates(paste(secretary, "results", rows, season=long_ago.pk))] == [
        ("clash", "Only one side has points. Add the other’s."), ("clash", "“two” is not a number of points."),
    ]  # fmt: skip


def test_a_score_of_any_other_game_comes_in_with_the_points_of_a_match(secretary, long_ago):
    draft = paste(secretary, "results", f"{SCORES}21/09/2015,Crown A,Bell,30-25\n", season=long_ago.pk)
    [(_, outcome, why)] = fates(draft)
    assert outcome == "new"
    assert why[0] == f"30{DASH}25 is 55 games. Matches have 9 by today’s rules."
    accept(secretary, draft)
    [result] = results(long_ago)
    assert (result.home_games, result.away_games, result.kind) == (30, 25, "played")


def test_a_score_that_cannot_be_is_asked_about_once_in_a_running_season(secretary, world):
    season = world.evening.small.season
    rows = f"{SCORES}07/09/2026,Swan,Crown A,30-25\n07/09/2026,Swan,Bell,31-20\n"
    draft = paste(secretary, "results", rows, season=season.pk)
    assert [row[1] for row in fates(draft)] == ["clash", "clash"]
    [ask] = previewed(draft).asks
    page = secretary.get(reverse("import-names", args=["leek", draft.pk])).content.decode()
    assert f"the file has scores such as 30{DASH}25" in page
    answer(secretary, draft, **{f"{ask.what}-{ask.key}": "open"})
    assert [row[1] for row in fates(draft)] == ["new", "new"]


def test_what_nothing_to_nothing_means_is_asked_once(secretary, long_ago):
    rows = f"{SCORES}21/09/2015,Crown A,Bell,0-0\n28/09/2015,Bell,Crown A,0-0\n"
    draft = paste(secretary, "results", rows, season=long_ago.pk)
    assert [row[1] for row in fates(draft)] == ["clash", "clash"]
    assert [ask.what for ask in previewed(draft).asks] == ["nothing"]
    answer(secretary, draft, **{"nothing-": "not-played"})
    accept(secretary, draft)
    assert not results(long_ago)
    assert Fixture.objects.filter(division__competition__season=long_ago).count() == 2


@pytest.mark.parametrize(
    ("score", "kind", "state", "games"),
    [
        ("9-0 w/o", "walkover", "awarded", (9, 0)),
        ("0 - 9 W/O", "walkover", "awarded", (0, 9)),
        ("void", "void", "awarded", (0, 0)),
        ("4-2 abd", "played", "played", (4, 2)),
        ("6 3", "played", "played", (6, 3)),
        ("6/3", "played", "played", (6, 3)),
        ("6-3*", "played", "played", (6, 3)),
        ("both lose", "awarded", "awarded", (0, 0)),
    ],
)
def test_a_mark_in_a_score_says_what_became_of_the_match(  # noqa: PLR0917 one parameter a column
    secretary, long_ago, score, kind, state, games
):
    accept(secretary, paste(secretary, "results", f"{SCORES}21/09/2015,Crown A,Bell,{score}\n", season=long_ago.pk))
    [result] = results(long_ago)
    assert (result.kind, result.fixture.state, (result.home_games, result.away_games)) == (kind, state, games)


@pytest.mark.parametrize(
    ("score", "state"), [("P/P", "postponed"), ("", "scheduled"), ("R/A", "scheduled"), ("-", "scheduled")]
)
def test_a_match_without_its_score_is_put_in_the_list(secretary, long_ago, score, state):
    rows = f"{SCORES}21/09/2015,Crown A,Bell,{score}\n28/09/2015,Plough,Swan,5-4\n"
    draft = paste(secretary, "results", rows, season=long_ago.pk)
    accept(secretary, draft)
    fixture = Fixture.objects.get(division__competition__season=long_ago, home__name="Crown A")
    assert (fixture.state, fixture.first_date.isoformat()) == (state, "2015-09-21")
    assert results(long_ago).count() == 1
    undo(secretary, draft)
    assert not Fixture.objects.filter(division__competition__season=long_ago).exists()


def test_to_whom_a_walkover_went_is_asked(secretary, long_ago):
    draft = paste(secretary, "results", f"{SCORES}21/09/2015,Crown A,Bell,W/O\n", season=long_ago.pk)
    [ask] = previewed(draft).asks
    answer(secretary, draft, **{f"{ask.what}-{ask.key}": "away"})
    accept(secretary, draft)
    [result] = results(long_ago)
    assert codec.decode_as(Tally, result.tally).winner == "away"


def test_the_file_makes_the_teams_and_divisions_that_it_names(secretary, world, long_ago):
    teams, venues = Team.objects.count(), Venue.objects.count()
    rows = "Division,Date,Home,Away,Score\nPremier,21/09/2015,Oldham,Bell,5-4\nPremier,28/09/2015,Notts,Oldham,5-4\n"
    draft = paste(secretary, "results", rows, season=long_ago.pk)
    shown = secretary.get(reverse("import", args=["leek", draft.pk])).content.decode()
    assert "The league does not have yet: 2 new teams and 1 new division" in shown
    assert "Oldham, Notts. Premier" in shown
    assert re.search(r'name="add" value="on"\s*>Add these and import 2 rows<', shown)
    seen = previewed(draft).digest
    refused = secretary.post(reverse("accept-import", args=["leek", draft.pk]), {"seen": seen})
    assert refused.status_code == 422
    assert "The file names what the league has not." in refused.content.decode()

    accept(secretary, draft)

    oldham = Team.objects.get(name="Oldham")
    assert (oldham.active, oldham.venue.name) == (False, "Venue not known")
    assert table()["Oldham"][:4] == (2, 1, 0, 1)
    undo(secretary, draft)
    assert (Team.objects.count(), Venue.objects.count()) == (teams, venues)


def test_a_team_of_the_second_file_joins_the_division(secretary, long_ago):
    accept(secretary, paste(secretary, "results", f"{SCORES}21/09/2015,Crown A,Bell,5-4\n", season=long_ago.pk))
    draft = paste(secretary, "results", f"{SCORES}28/09/2015,Swan,Bell,5-4\n", season=long_ago.pk)
    assert fates(draft) == [(2, "new", (ADDED, "Swan joins Division One"))]
    assert previewed(draft).needs == {"joins": ("Swan (Division One)",)}
    accept(secretary, draft)
    assert Entry.objects.get(team__name="Swan", division__competition__season=long_ago).division.name == "Division One"
    undo(secretary, draft)
    assert not Entry.objects.filter(team__name="Swan", division__competition__season=long_ago).exists()


def test_a_night_off_and_a_tie_of_a_cup_are_no_teams(secretary, long_ago):
    rows = "Date,Home,Away\n21/09/2015,Crown A,BYE\n21/09/2015,-- Bye --,Bell\n21/09/2015,TBC,TBC\n"
    rows += "21/09/2015,Semi-Final 1,Semi-Final 1\n21/09/2015,Plough,Swan\n"
    draft = paste(secretary, "fixtures", rows, season=long_ago.pk)
    assert [(outcome, why[:1]) for _, outcome, why in fates(draft)] == [
        ("left", ("A night off for Crown A.",)), ("left", ("A night off for Bell.",)),
        ("left", ("TBC: a side that is not known yet.",)), ("left", ("A tie of a cup: add it to the cup.",)),
        ("new", ()),
    ]  # fmt: skip
    accept(secretary, draft)
    assert Fixture.objects.filter(division__competition__season=long_ago).count() == 1


def test_where_a_division_has_no_matches_yet_the_file_says_who_is_in_it(secretary, world, long_ago):
    division = Division.objects.create(
        competition=world.league.seasons.get(pk=long_ago.pk).competitions.get(), name="Third", slug="third", rank=1
    )
    Entry.objects.create(division=division, team=Team.objects.get(name="Bell"), name="Bell")
    rows = "Division,Date,Home,Away,Score\nFirst,21/09/2015,Crown A,Bell,5-4\n"
    draft = paste(secretary, "results", rows, season=long_ago.pk)
    accept(secretary, draft)
    assert Entry.objects.get(team__name="Bell", division__competition__season=long_ago).division.name == "First"
    undo(secretary, draft)
    assert Entry.objects.get(team__name="Bell", division__competition__season=long_ago).division == division
