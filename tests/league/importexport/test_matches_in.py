"""Fixtures and results by spreadsheet, as leagues and other programs have them; and all of it back again."""

import re
from datetime import date, time

import pytest
from django.urls import reverse
from django_scopes import scopes_disabled

from league.base.audit.models import Entry as Happened
from league.results.models import Result, Submission
from league.results.queries.tables import divisions, standings
from league.schedule.models import Competition, Division, Entry, Fixture, Move
from league.teams.actions.leagues import rename_team
from league.teams.models import Team
from scoring import codec
from scoring.card.presets import PRESETS
from tests.factories import make_division
from tests.league.importexport.importing import AT, accept, answer, fates, latest, paste, previewed, undo

pytestmark = pytest.mark.usefixtures("closing_time")
PLAIN = """Date,Home,Away,Home score,Away score
Mon 21 Sep 2015,Crown A,Bell,5,4
28/09/15,Plough,Swan,9,0
05/10/2015,Bell,Plough,3,6
"""
FULL_TIME = """Type\tDate / Time\tHome Team\tAway Team\tVenue\tCompetition
L\t21/09/15 20:00\tThe Crown 'A'\tBell\tBell Inn\tDivision One
L\t28/09/15 19:30\tPlough\tSwan\t\tDivision One
L\t28/09/15 19:30\tRed Lion\tSwan\t\tDivision One
"""
WEB = """Results of Division One

21 September 2015\tCrown A\t5 - 4\tBell
28 September 2015\tPlough\t9 \N{EN DASH} 0\tSwan
"""


def everything(season) -> list[dict]:
    """All rows of a season that an import may touch, but for the counter of versions."""
    of = {"division__competition__season": season}
    fixtures = list(Fixture.objects.filter(**of).order_by("pk").values())
    for row in fixtures:
        row.pop("version")
    return [
        *Division.objects.filter(competition__season=season).order_by("pk").values(),
        *Entry.objects.filter(**of).order_by("pk").values(),
        *fixtures,
        *Move.objects.filter(fixture__division__competition__season=season).order_by("pk").values("pk"),
        *Submission.objects.filter(fixture__division__competition__season=season).order_by("pk").values("pk"),
        *Result.objects.filter(fixture__division__competition__season=season).order_by("pk").values("tally"),
        *Competition.objects.filter(season=season).order_by("pk").values("frozen_at"),
    ]


def test_a_plain_list_of_results_makes_a_season_of_long_ago(secretary, world, long_ago):
    before = everything(long_ago)
    draft = paste(secretary, "results", PLAIN, season=long_ago.pk)
    assert everything(long_ago) == before
    why = ("The match is added too, in Division One",)
    assert fates(draft) == [(2, "new", why), (3, "new", why), (4, "new", why)]

    assert accept(secretary, draft).status_code == 302
    receipt = secretary.get(reverse("import", args=["leek", draft.pk])).content.decode()
    assert "1 division, 4 teams in divisions, 3 matches" in receipt

    [division] = divisions("2015-16")
    rows = {row.name: (row.row.played, row.row.games_for) for row in standings(division, AT).rows}
    assert rows == {"Plough": (2, 15), "Bell": (2, 7), "Crown A": (1, 5), "Swan": (1, 0)}
    played = Fixture.objects.get(home__name="Crown A", division=division)
    assert (played.date, played.week, played.half, played.state) == (date(2015, 9, 21), 1, 1, "played")
    assert Submission.objects.get(fixture=played).reason == "Imported: results from pasted rows, row 2"

    assert undo(secretary, draft).status_code == 302
    assert everything(long_ago) == before
    assert Happened.objects.latest("pk").words.startswith("Import undone")


def test_results_under_an_earlier_name_are_those_of_the_team(secretary, world, long_ago):
    bell = Team.objects.get(name="Bell")
    rename_team(team=bell, name="Ash", by=world.evening.small.secretary, at=AT)
    draft = paste(secretary, "results", "Date,Home,Away,Score\n21/09/2015,the bell,Crown A,5-4\n", season=long_ago.pk)
    added = "The match is added too, in Division One"
    assert fates(draft) == [(2, "new", (added, "Ash (called “the bell” before)"))]
    accept(secretary, draft)
    assert Fixture.objects.get(division__competition__season=long_ago).home.team == bell


def test_the_page_of_an_import_gives_an_example_and_asks_for_a_file_or_rows(secretary):
    page = secretary.get(reverse("new-import", args=["leek", "results"])).content.decode()
    assert re.findall(r">(\w+)\s*<span class=.field__optional.>", page) == ["Division"]
    assert "Or paste the rows below." in page
    example = reverse("import-example", args=["leek", "results"])
    assert f'href="{example}"' in page
    assert "Home score,Away score" in secretary.get(example).content.decode()


def test_a_table_copied_from_a_web_page_without_headings(secretary, long_ago):
    draft = paste(secretary, "results", WEB, season=long_ago.pk)
    assert [row[:2] for row in fates(draft)] == [(1, "new"), (2, "new")]
    first, _ = previewed(draft).rows
    assert first.words == "Crown A 5\N{EN DASH}4 Bell, Mon 21 Sep 2015, points 7\N{EN DASH}4"
    page = secretary.get(reverse("import", args=["leek", draft.pk])).content.decode()
    headings = re.findall(r"(\w+)\s*</th>", page.partition("</thead>")[0])
    assert headings == ["Row", "Outcome", "Details"]  # what is long is last, and keeps nothing out of view
    accept(secretary, draft, leave_out=True)
    assert Result.objects.filter(fixture__division__competition__season=long_ago).count() == 2


def test_a_fixture_list_of_another_program(secretary, long_ago):
    before = everything(long_ago)
    draft = paste(secretary, "fixtures", FULL_TIME, season=long_ago.pk)
    assert [row.outcome for row in previewed(draft).rows] == ["new", "new", "new"]
    assert previewed(draft).needs == {"division": ("Division One",), "team": ("Red Lion",)}

    accept(secretary, draft)

    crown = Fixture.objects.get(division__competition__season=long_ago, home__name="Crown A")
    assert (crown.date, f"{crown.start_time:%H:%M}", crown.venue.name) == (date(2015, 9, 21), "20:00", "Bell Inn")
    again = paste(secretary, "fixtures", FULL_TIME, season=long_ago.pk)
    assert [row.outcome for row in previewed(again).rows] == ["same", "same", "same"]
    undo(secretary, draft)
    assert everything(long_ago) == before


ASH = "Clash: Crown A v Bell is in the fixtures {}: {}. In {} meetings Crown A can be at home {}."


@pytest.mark.parametrize(
    ("rows", "notes"),
    [
        ("Crown A,Bell,21/09/2015\nBell,Crown A,28/09/2015\n", []),
        (
            "Crown A,Bell,21/09/2015\nCrown A,Bell,28/09/2015\nPlough,Bell,05/10/2015\n",
            [ASH.format("twice", "Mon 21 Sep and Mon 28 Sep", "two", "once")] * 2,
        ),
        (  # where every pair meets three times
            "Crown A,Bell,21/09/2015\nCrown A,Bell,28/09/2015\nBell,Crown A,05/10/2015\n",
            [],
        ),
        (
            "Crown A,Bell,21/09/2015\nCrown A,Bell,28/09/2015\nCrown A,Bell,05/10/2015\n",
            [ASH.format("3 times", "Mon 21 Sep, Mon 28 Sep and Mon 5 Oct", "three", "twice")] * 3,
        ),
    ],
)
@pytest.mark.parametrize("kind", ["fixtures", "results"])
def test_a_pair_too_often_at_one_ground_is_noted(secretary, long_ago, kind, rows, notes):
    """Of a division that comes with the file, whose pairs meet as often as most in it do."""
    score = ",5,4" if kind == "results" else ""
    text = "Home Team,Away Team,Date" + (",Home score,Away score" if score else "")
    draft = paste(secretary, kind, f"{text}\n" + rows.replace("\n", f"{score}\n"), season=long_ago.pk)
    assert [why for _, _, reasons in fates(draft) for why in reasons if why.startswith("Clash")] == notes
    accept(secretary, draft)
    legs = Division.objects.get(competition__season=long_ago).legs
    assert legs == (3 if rows.count("\n") == 3 and "Plough" not in rows else 2)
    if kind == "fixtures" and legs == 2 and not notes:  # one more of the pair, by another file
        more = paste(secretary, kind, f"{text}\nBell,Crown A,12/10/2015\n", season=long_ago.pk)
        assert [row.outcome for row in previewed(more).rows] == ["changed"]


def test_a_match_on_another_day_is_moved_and_moved_back(secretary, long_ago):
    rows = "Home Team,Away Team,Date,KO\nCrown A,Bell,21/09/2015,8pm\n"
    paste(secretary, "fixtures", rows, season=long_ago.pk)
    accept(secretary, latest())
    before = everything(long_ago)
    draft = paste(secretary, "fixtures", rows.replace("21/09", "22/09"), season=long_ago.pk)
    assert fates(draft) == [(2, "changed", ("Moved to Tue 22 Sep, was Mon 21 Sep",))]
    accept(secretary, draft)
    moved = Fixture.objects.get(division__competition__season=long_ago)
    assert (moved.date, moved.first_date) == (date(2015, 9, 22), date(2015, 9, 21))
    undo(secretary, draft)
    assert everything(long_ago) == before


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("31/02/2015,Crown A,Bell,5,4", "“31/02/2015” is not a date. Write it as 24/11/2026."),
        ("21/09/1999,Crown A,Bell,5,4", "Tue 21 Sep 1999 is outside the season, Tue 1 Sep 2015 to Sat 30 Apr 2016."),
        ("21/09/2015,Crown A,Crown A,5,4", "Crown A cannot play itself."),
        ("21/09/2015,Crown A,,5,4", "The row has no away team."),
        ("21/09/2015,Crown A,Bell,5,", "Only one side has a score. Add the other, or empty both cells."),
        ("21/09/2015,Crown A,Bell,five,4", "“five - 4” is not a score."),
        (",Crown A,Bell,5,4", "The row has no date, and the match is not in the list."),
    ],
)
def test_a_row_that_does_not_fit_says_what_to_do(secretary, long_ago, row, why):
    draft = paste(secretary, "results", f"Date,Home,Away,Home score,Away score\n{row}\n", season=long_ago.pk)
    assert fates(draft) == [(2, "clash", (why,))]


def test_teams_stay_in_the_division_they_are_in(secretary, world):
    with scopes_disabled():
        make_division(world.evening.small.season, "Division Three")
    rows = "Division,Date,Home,Away\nDivision Thre,2026-11-02,Crown A,Bell\nDivision Three,2026-11-02,Plough,Bell\n"
    draft = paste(secretary, "fixtures", rows, season=world.evening.small.season.pk)
    assert [row[2] for row in fates(draft)] == [
        ("There is no division “Division Thre”. Is it Division Three?",),
        (
            "Plough is in Division One this season, and not in Division Three.",
            "Bell is in Division One this season, and not in Division Three.",
        ),
    ]


def test_a_result_that_is_there_stays_as_it_is(secretary, world):
    result = Result.objects.get(fixture=world.evening.fixture)
    other = (result.home_games + 1, result.away_games - 1)
    rows = "Date,Home,Away,Score\n"
    for home, away in ((result.home_games, result.away_games), other):
        draft = paste(
            secretary, "results", f"{rows}07/09/2026,Crown A,Bell,{home}-{away}\n", season=world.evening.small.season.pk
        )
        [row] = previewed(draft).rows
        assert row.outcome == ("same" if home == result.home_games else "clash")
    assert "Correct it on the match’s own page." in row.why[0]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (1, "One row cannot be imported. Change the rows, or leave it out."),
        (2, "Two rows cannot be imported. Change the rows, or leave them out."),
        (40, "40 rows cannot be imported. Correct the spreadsheet and import it again, or leave them out."),
    ],
)
def test_rows_that_cannot_come_in_are_told_with_what_to_do_and_links_that_lead_on(secretary, long_ago, wrong, why):
    draft = paste(secretary, "results", PLAIN + "never,Bell,Swan,5,4\n" * wrong, season=long_ago.pk)
    answer = accept(secretary, draft)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert why in page
    shown = reverse("import", args=["leek", draft.pk])
    tabs = re.findall(r'<a href="([^"]+)"', page[page.index('<ul class="tabs"') : page.index("table-box")])
    assert tabs == [shown, f"{shown}?show=clash", f"{shown}?show=new"]
    assert secretary.get(reverse("accept-import", args=["leek", draft.pk]), {"show": "clash"}).url == tabs[1]
    assert secretary.get(reverse("accept-import", args=["leek", draft.pk])).url == shown


WITH_POINTS = "Date,Home,Away,Home score,Away score,Home points,Away points\n"


def test_points_do_not_make_a_match_of_this_season_longer_than_its_format(secretary, world):
    def fate(home: int, away: int) -> list[tuple[int, str, tuple[str, ...]]]:
        rows = f"{WITH_POINTS}07/09/2026,Swan,Crown A,{home},{away},5,5\n"
        return fates(paste(secretary, "results", rows, season=world.evening.small.season.pk))

    why = "5\N{EN DASH}5 is 10 games, but a match has 9. Correct the score, or leave the row out."
    assert fate(5, 5) == [(2, "clash", (why,))]
    assert [row[1] for row in fate(5, 3)] == ["new"]  # a match that was not finished


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("both lose,,,,", ("0", "0")),
        (",0,0,-2,\N{MINUS SIGN}1½", ("-2", "-3/2")),
    ],
)
def test_a_match_that_both_lost_comes_in_as_lost_by_both(secretary, long_ago, row, points):
    rows = f"Date,Home,Away,Score,Home score,Away score,Home points,Away points\n21/09/2015,Crown A,Bell,{row}\n"
    draft = paste(secretary, "results", rows, season=long_ago.pk)
    assert fates(draft) == [(2, "new", ("Neither side takes it; both lose", "The match is added too, in Division One"))]
    accept(secretary, draft)
    [division] = divisions("2015-16")
    rows = {row.name: row.row for row in standings(division, AT).rows}
    assert [(rows[name].lost, rows[name].drawn, str(rows[name].points)) for name in ("Crown A", "Bell")] == [
        (1, 0, points[0]), (1, 0, points[1]),
    ]  # fmt: skip


def test_nothing_to_nothing_says_how_a_match_is_lost_by_both(secretary, world):
    rows = "Date,Home,Away,Home score,Away score\n07/09/2026,Swan,Crown A,0,0\n"
    [(_, fate, why)] = fates(paste(secretary, "results", rows, season=world.evening.small.season.pk))
    assert fate == "clash"
    assert "If neither side takes it, write “both lose” for the score." in why[0]


def test_a_longer_match_of_long_ago_is_pointed_out_and_refused_where_the_season_has_rules(secretary, long_ago):
    rows = f"{WITH_POINTS}21/09/2015,Crown A,Bell,5,5,5,5\n"
    note = "5\N{EN DASH}5 is 10 games. Matches have 9 by today’s rules."
    draft = paste(secretary, "results", rows, season=long_ago.pk)
    assert fates(draft) == [(2, "new", (note, "The match is added too, in Division One"))]
    Competition.objects.filter(season=long_ago).update(own_rules=True)
    assert [row[1] for row in fates(draft)] == ["clash"]


def test_a_new_match_is_held_against_the_rules_of_its_division(secretary, world, long_ago):
    fifteen = codec.encode(PRESETS["two-and-half"])
    with scopes_disabled():
        competition = Competition.objects.get(season=long_ago)
        Division.objects.create(
            competition=competition, name="Division One", slug="division-one", rank=1, rules=fifteen
        )
    draft = paste(secretary, "results", f"{WITH_POINTS}21/09/2015,Crown A,Bell,8,7,5,5\n", season=long_ago.pk)
    assert [row[1] for row in fates(draft)] == ["new"]
    draft = paste(secretary, "results", f"{WITH_POINTS}21/09/2015,Crown A,Bell,8,8,5,5\n", season=long_ago.pk)
    assert [row[1] for row in fates(draft)] == ["clash"]


def test_another_weekday_than_the_day_has_is_a_problem_and_half_past_seven_is_the_evening(secretary, world, long_ago):
    rows = "Date,Time,Home,Away\nTue 21 Sep,7.30,Crown A,Bell\nMon 28 Sep,7.30,Plough,Swan\n"
    wrong, right = previewed(paste(secretary, "fixtures", rows, season=long_ago.pk)).rows
    assert wrong.why == ("“Tue 21 Sep”: 21 September 2015 is a Monday.",)
    assert (right.doing.date, right.doing.start_time) == (date(2015, 9, 28), time(19, 30))


def test_a_division_may_be_written_with_a_figure_or_a_word(secretary, world, long_ago):
    rows = "Division,Date,Home,Away\n{},{}/09/2015,Crown A,Bell\n{},{}/09/2015,Bell,Crown A\n"
    first = paste(secretary, "fixtures", rows.format("Division 2", 21, "Div Two", 28), season=long_ago.pk)
    accept(secretary, first)
    assert Division.objects.get(competition__season=long_ago).name == "Division 2"
    results = "Division,Date,Home,Away,Score\nDIVISION TWO,21/09/2015,Crown A,Bell,5-4\n"
    draft = paste(secretary, "results", results, season=long_ago.pk)
    assert [row[1] for row in fates(draft)] == ["new"]
    accept(secretary, draft)
    assert Division.objects.filter(competition__season=long_ago).count() == 1
    assert Fixture.objects.filter(division__competition__season=long_ago).count() == 2


def test_results_of_an_old_season_without_days_may_stand_on_its_last(secretary, world, long_ago):
    draft = paste(secretary, "results", "Home,Away,Score\nCrown A,Bell,5-4\nBell,Crown A,3-6\n", season=long_ago.pk)
    (ask,) = previewed(draft).asks
    assert ask.what == "undated"
    assert [row[1] for row in fates(draft)] == ["clash", "clash"]
    answer(secretary, draft, **{"undated-": "last"})
    assert [row[1] for row in fates(draft)] == ["new", "new"]
    accept(secretary, draft)
    assert {row.date for row in Fixture.objects.filter(division__competition__season=long_ago)} == {long_ago.ends}


def test_results_of_this_season_without_days_are_those_of_its_list(secretary, world):
    rows = "Home,Away,Score\nCrown Z,Bell Z,5-4\nBell Z,Crown Z,3-6\n"
    draft = paste(secretary, "results", rows, season=world.evening.small.season.pk)
    assert not [ask for ask in previewed(draft).asks if ask.what == "undated"]
