"""A season of long ago that was split: the first part comes in, the table is split, and the rest comes in."""

from datetime import date

import pytest
from django.urls import reverse
from django_scopes import scopes_disabled

from league.pages.queries.team import all_time_table
from league.results.queries.tables import divisions, standings
from league.schedule.models import Division, Fixture
from league.seasons.queries.next_season import old_season
from league.seasons.queries.season_end import division_ends
from tests.league.importexport.archives import brought_in, tables_of, taken_out
from tests.league.importexport.importing import AT, accept, fates, paste

pytestmark = pytest.mark.usefixtures("closing_time")
HEADING = "Date,Home,Away,Score\n"
TEAMS = ("Anchor", "Eagle", "Castle", "Duke")
FIRST = (
    "21/09/2015,Anchor,Eagle,6-3\n21/09/2015,Castle,Duke,5-4\n"
    "28/09/2015,Anchor,Castle,7-2\n28/09/2015,Eagle,Duke,5-4\n"
    "05/10/2015,Anchor,Duke,8-1\n05/10/2015,Eagle,Castle,5-4\n"
)
REST = "12/10/2015,Eagle,Anchor,9-0\n12/10/2015,Duke,Castle,9-0\n19/10/2015,Duke,Castle,9-0\n"


@pytest.fixture
def split(secretary, long_ago):
    """The season with its first part played and its table split in two."""
    draft = paste(secretary, "results", HEADING + FIRST, season=long_ago.pk)
    assert accept(secretary, draft).status_code == 302
    address = reverse("split-shields", args=["leek", long_ago.slug, "division-one"])
    page = secretary.get(address)
    assert page.context["form"].initial["on"] == date(2015, 10, 6)
    values = {"sizes": "2 2", "names": "Top two\nBottom two", "carry": "record", "legs": "1", "on": "2015-10-06"}
    answer = secretary.post(address, values)
    assert answer.status_code == 302, answer.content.decode()
    assert answer.url == reverse("season-setup", args=["leek", long_ago.slug])
    return long_ago


def tables():
    return {str(each): lines(each) for each in divisions("2015-16")}


def lines(division):
    rows = [each.row for each in standings(division, AT).rows]
    names = [each.name for each in standings(division, AT).rows]
    return [(name, row.place, row.played, row.won, row.lost) for name, row in zip(names, rows, strict=True)]


def test_results_after_the_split_are_of_the_parts_and_no_place_crosses_them(secretary, split):
    draft = paste(secretary, "results", HEADING + REST, season=split.pk)
    assert [outcome for _, outcome, _ in fates(draft)] == ["new"] * 3
    accept(secretary, draft)
    assert tables() == {
        "Top two": [("Eagle", 1, 4, 3, 1), ("Anchor", 2, 4, 3, 1)],
        "Bottom two": [("Duke", 1, 5, 2, 3), ("Castle", 2, 5, 1, 4)],
        "Division One": [("Anchor", 1, 3, 3, 0), ("Eagle", 2, 3, 2, 1), ("Castle", 3, 3, 1, 2), ("Duke", 4, 3, 0, 3)],
    }


@pytest.mark.parametrize("named", ["Division One", "", "part"])
def test_a_file_of_the_whole_season_names_the_division_or_the_part_or_nothing(secretary, split, named):
    rows = [f"{line},{named}" for line in (FIRST + REST).splitlines()]
    if named == "part":
        part = {"Anchor": "Top two", "Eagle": "Top two", "Castle": "Bottom two", "Duke": "Bottom two"}
        rows = [f"{line},{part[line.split(',')[1]]}" for line in REST.splitlines()]
    draft = paste(secretary, "results", "Date,Home,Away,Score,Division\n" + "\n".join(rows), season=split.pk)
    assert {outcome for _, outcome, _ in fates(draft)} <= {"new", "same"}
    accept(secretary, draft)
    after = Fixture.objects.filter(division__competition__season=split, date__gt=date(2015, 10, 6))
    assert sorted(str(each.division) for each in after) == ["Bottom two", "Bottom two", "Top two"]


def test_a_match_put_off_over_the_split_between_teams_of_two_parts_stays_in_the_whole_division(secretary, split):
    accept(secretary, paste(secretary, "results", f"{HEADING}26/10/2015,Duke,Anchor,5-4\n", season=split.pk))
    assert str(Fixture.objects.get(date=date(2015, 10, 26)).division) == "Division One"
    assert tables()["Bottom two"][0] == ("Duke", 1, 4, 1, 3)
    assert tables()["Top two"][0] == ("Anchor", 1, 4, 3, 1)


def test_a_season_that_was_split_has_each_team_once(secretary, split):
    accept(secretary, paste(secretary, "results", HEADING + REST, season=split.pk))
    page = secretary.get(reverse("season-setup", args=["leek", split.slug])).content.decode()
    assert "Four teams in three divisions." in page
    ends = division_ends(split, AT)
    assert [(str(end.division), end.now) for end in ends] == [("Top two", 2), ("Bottom two", 2)]
    old = old_season(split)
    assert [str(each) for each in old.divisions] == ["Division One"]
    assert [str(was.division) for was in old.teams if was.division] == ["Division One"] * 4
    totals = {str(line["team"]): (line["played"], line["titles"]) for line in all_time_table(split.league, AT)}
    assert {name: totals[name] for name in TEAMS} == {
        "Anchor": (4, 0), "Eagle": (4, 1), "Castle": (5, 0), "Duke": (5, 0),
    }  # fmt: skip


def test_a_season_that_was_split_goes_out_and_in_again_as_it_was(secretary, split):
    accept(secretary, paste(secretary, "results", HEADING + REST, season=split.pk))
    before, archive = tables_of(split.league), taken_out("leek")
    with scopes_disabled():
        again = brought_in(archive, "leek-again")
        assert tables_of(again) == before
        parts = Division.objects.filter(competition__season__league=again, split_from__name="Division One")
        assert {(each.name, each.split_on, each.whole_record) for each in parts} == {
            ("Top two", date(2015, 10, 6), True), ("Bottom two", date(2015, 10, 6), True),
        }  # fmt: skip


def test_a_list_of_a_split_season_says_how_its_parts_come_in(secretary, long_ago):
    rows = "Division,Date,Home,Away,Score\n" + "".join(f"Division One,{line}\n" for line in FIRST.splitlines())
    late = "Top two,12/10/2015,Eagle,Anchor,9-0\nBottom two,12/10/2015,Duke,Castle,9-0\n"
    draft = paste(secretary, "results", rows + late, season=long_ago.pk)
    assert [outcome for _, outcome, _ in fates(draft)] == ["new"] * 6 + ["clash"] * 2
    assert fates(draft)[6][2][:2] == (
        "Eagle is in Division One in a row above, and here in Top two.",
        "If Division One was split, leave such rows out, split it on the season’s page, then bring them.",
    )
    accept(secretary, draft, leave_out=True)
    values = {"sizes": "2 2", "names": "Top two\nBottom two", "carry": "record", "legs": "1", "on": "2015-10-06"}
    secretary.post(reverse("split-shields", args=["leek", long_ago.slug, "division-one"]), values)
    draft = paste(secretary, "results", rows + late, season=long_ago.pk)
    assert [outcome for _, outcome, _ in fates(draft)] == ["same"] * 6 + ["new"] * 2
    accept(secretary, draft)
    assert tables()["Top two"] == [("Eagle", 1, 4, 3, 1), ("Anchor", 2, 4, 3, 1)]
