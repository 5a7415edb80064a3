"""Every spreadsheet that the site gives out is taken back by Import, and changes nothing."""

import re

import pytest
from django.urls import reverse

from league.exchange.queries.exports import EXPORTS
from league.results.models import Adjustment
from league.schedule.models import Entry
from tests.league.importexport.importing import accept, fates, latest, paste, previewed, undo, upload

pytestmark = pytest.mark.usefixtures("closing_time")
# What each is imported as. The others are sums of these, or say no more than they do.
TAKEN_AS = {
    "matches": "fixtures", "results": "results", "teams": "teams", "venues": "venues", "honours": "honours",
    "registrations": "players", "contacts": "people", "adjustments": "deductions",
}  # fmt: skip
SUMS = {"table", "all-tables", "players", "averages", "entries"}
OF_SEASON = {"fixtures", "results", "deductions"}


def test_every_spreadsheet_is_taken_back_or_is_a_sum():
    assert {*TAKEN_AS, *SUMS} == set(EXPORTS)


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize("name", TAKEN_AS)
def test_a_spreadsheet_of_ours_comes_back_unchanged(secretary, world, name, form):
    content, kind = secretary.get(reverse(f"{name}-{form}", args=["leek"])).content, TAKEN_AS[name]
    season = {"season": world.evening.small.season.pk} if kind in OF_SEASON else {}
    upload(secretary, kind, content, f"{name}.{form}", **season)
    preview = previewed(latest())
    shown = secretary.get(reverse("import", args=["leek", latest().pk])).content.decode()
    assert "Nothing to import: the league already has all of it" in shown
    assert preview.rows
    assert {(row.outcome.value, row.words, row.why) for row in preview.rows if row.outcome != "same"} == set()


def test_deductions_come_in_with_the_days_of_their_season_and_are_undone(secretary, world, long_ago):
    scores = "Date,Home,Away,Score\n21/09/2015,Crown A,Bell,5-4\n"
    accept(secretary, paste(secretary, "results", scores, season=long_ago.pk))
    rows = "Team,Points deducted,Reason,Date\nCrown A,3,Ineligible player,1/2/16\nBell,1½,,\nSwan,2,,\n"
    draft = paste(secretary, "deductions", rows, season=long_ago.pk)
    assert [row[1] for row in fates(draft)] == ["new", "new", "clash"]
    accept(secretary, draft, leave_out=True)
    made = Adjustment.objects.filter(competition__season=long_ago).order_by("pk")
    assert [(str(row.entry), row.points, str(row.on)) for row in made] == [
        ("Crown A", "-3", "2016-02-01"), ("Bell", "-3/2", str(long_ago.ends)),
    ]  # fmt: skip
    again = paste(secretary, "deductions", rows, season=long_ago.pk)
    assert [row[1] for row in fates(again)] == ["same", "same", "clash"]
    answer = undo(secretary, draft)
    assert answer.status_code == 302, answer.content.decode().partition("cannot be undone")[2][:300]
    assert not made.all().exists()
    assert Entry.objects.filter(division__competition__season=long_ago).count() == 2


def test_the_fixture_list_for_re_import_comes_back_unchanged(secretary, world):
    season = world.evening.small.season
    page = secretary.get(reverse("fixtures", args=["leek"])).content.decode()
    address = re.search(r'<a href="([^"]+)">Fixture list for re-import', page)
    content = secretary.get(address[1]).content
    upload(secretary, "fixtures", content, "list.csv", season=season.pk)
    preview = previewed(latest())
    assert preview.rows
    assert {(row.outcome.value, row.words, row.why) for row in preview.rows if row.outcome != "same"} == set()
