"""A file that is no plain list, brought as one kind: what it is taken for, what is left out, and what is asked."""

import re
from io import BytesIO

from django.urls import reverse
from openpyxl import Workbook

from league.cups.models import Honour
from league.exchange.models import BundleSheet, ImportBundle, ImportDraft
from league.schedule.models import Fixture
from tests.league.importexport.importing import accept, fates, latest, paste, previewed, upload

KEYS = """Fixtures
Sept 3   1 v 2   3 v 4   1
Sept 10  2 v 3   4 v 1   2
CUP WEEK Sept 17
Sept 24  1 v 3   2 v 4   3

Division One
1 = Crown A
2 = Bell
3 = Plough
4 = Swan
"""
HONOURS = "YEAR,LEAGUE,KO CUP,RUNNERS UP\n2011-12,Crown A,Bell,Crown A\n2012-13,do.,NOT PLAYED,\n"


def shown(client, draft) -> str:
    return client.get(reverse("import", args=["leek", draft.pk])).content.decode()


def test_a_plain_list_is_taken_as_it_stands(secretary, world):
    draft = paste(secretary, "teams", "Team,Pub\nRed Lion,The Red Lion\n")
    assert (draft.bundle, draft.reading, draft.heading) == (None, {}, ["Team", "Pub"])
    assert not ImportBundle.objects.filter(kind="teams").exists()


def test_a_grid_of_key_numbers_comes_in_as_fixtures(secretary, world, long_ago):
    before = Fixture.objects.count()
    draft = paste(secretary, "fixtures", KEYS, season=str(long_ago.pk))
    assert len(draft.rows) == 6
    page = shown(secretary, draft)
    assert "(a grid with key numbers" in page
    assert "Line 2: 1 v 2" in page
    assert Fixture.objects.count() == before
    assert {outcome for _, outcome, _ in fates(draft)} == {"new"}

    assert accept(secretary, draft).status_code == 302

    assert Fixture.objects.filter(division__competition__season=long_ago).count() == 6
    draft.refresh_from_db()
    assert (draft.rows, draft.reading, draft.state) == ([], {}, "done")


def test_a_wide_board_of_honours_says_what_is_left_out(secretary, world):
    draft = paste(secretary, "honours", HONOURS)
    page = shown(secretary, draft)
    assert "we read an honours board" in page
    assert "NOT PLAYED" in page
    accept(secretary, draft)
    lines = Honour.objects.filter(year__in=(2012, 2013)).order_by("year", "title")
    assert [(line.title, line.winner) for line in lines] == [
        ("KO CUP", "Bell"), ("LEAGUE", "Crown A"), ("LEAGUE", "Crown A"),
    ]  # fmt: skip


def test_every_sheet_of_a_workbook_is_read(secretary, world):
    book = Workbook()
    for name, teams in (("Division One", ("Crown A", "Bell")), ("Division Two", ("Plough", "Swan"))):
        sheet = book.create_sheet(name)
        sheet.append(["Date", "Home", "Away"])
        sheet.append(["24/11/2026", *teams])
    del book["Sheet"]
    out = BytesIO()
    book.save(out)
    assert upload(secretary, "fixtures", out.getvalue(), season=str(world.evening.small.season.pk)).status_code == 302
    draft = latest()
    assert len(draft.rows) == 2
    assert [taken["sheet"] for taken in draft.reading["taken"]] == [
        "sheet.xlsx, Division One",
        "sheet.xlsx, Division Two",
    ]


def test_what_the_file_cannot_tell_is_asked_once(secretary, world):
    season = world.evening.small.season
    text = "Date,Home,Away,Score\nWeek 1,,,\n24/11/2026,Crown A,Bell,W/O\n24/11/2026,Plough,Swan,5-4\n"
    draft = paste(secretary, "results", text, season=str(season.pk))
    assert len(draft.rows) == 1
    assert "Answer 1 question about the file" in re.sub(r"\s+", " ", shown(secretary, draft))
    sheet = BundleSheet.objects.get(bundle=draft.bundle)
    address = reverse("bundle-sheet", args=["leek", draft.bundle_id, sheet.place])
    page = secretary.get(address).content.decode()
    assert "Who was given Crown A v Bell?" in page
    answer = {"taken": ["rows-matches"], "season": season.pk, "answer-0": "walkover_home"}
    assert secretary.post(address, answer).status_code == 302
    go_on = secretary.post(reverse("bundle-step", args=["leek", draft.bundle_id, "results"]), {"season": season.pk})
    assert go_on.url == reverse("import", args=["leek", draft.pk])
    draft = latest()
    assert len(draft.rows) == 2
    assert len(previewed(draft).rows) == 2


def test_what_is_another_kind_is_said(secretary, world):
    answer = secretary.post(
        reverse("new-import", args=["leek", "fixtures"]), {"rows": HONOURS, "season": world.evening.small.season.pk}
    )
    bundle = ImportBundle.objects.latest("pk")
    assert answer.url == reverse("bundle", args=["leek", bundle.pk])
    assert bundle.kind == ""
    assert "An honours board" in secretary.get(answer.url).content.decode()
    assert not ImportDraft.objects.filter(bundle=bundle).exists()
