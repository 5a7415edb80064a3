"""A spreadsheet of a whole league: 40 teams, 400 players and 30 mistakes, each of them named with its row."""

from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django_scopes import scope

from league.base.jobs.actions import cancel_job, enqueue_again, run_job
from league.base.jobs.models import Job
from league.exchange.actions.imports import create_draft, delete_old_drafts, finish_accepted
from league.exchange.choices import ImportKind, ImportState
from league.exchange.models import ImportDraft
from league.reading.files import read_text
from league.teams.actions.leagues import rename_team
from league.teams.models import Player, Registration, Team, Venue
from tests.league.importexport.importing import AT, accept, latest, paste, previewed, undo, upload, workbook

PUBS = ("Anchor", "Fleece", "Globe", "Harp", "Jolly Sailor", "Mitre", "Nag's Head", "Quiet Woman", "Talbot", "Vine")
FIRST = ("Alan", "Brenda", "Colin", "Doreen", "Eric", "Freda", "George", "Hilda", "Ian", "Joan")
LAST = (
    *("Ashworth", "Birtles", "Cartlidge", "Dutton", "Eardley", "Fallows", "Gosling", "Hulme", "Isherwood", "Jukes"),
    *("Kirkham", "Lovatt", "Machin", "Nixon", "Oakden", "Poyser", "Quarmby", "Rushton", "Salt", "Tatton"),
    *("Udall", "Vernon", "Wardle", "Yardley", "Allcock", "Brough", "Clowes", "Deakin", "Embrey", "Finney"),
    *("Goodfellow", "Hambleton", "Ilsley", "Johnson", "Keeling", "Leese", "Mountford", "Norbury", "Plant", "Sherratt"),
)
# What is written in a row in place of what stands there, and the beginning of what is said of it.
FAULTS = (
    *[({0: ""}, "The player has no name.")] * 4,
    *[({0: "-"}, "“-” is no name: it has no letters.")] * 4,
    *[({0: "Ann " + "B" * 90}, "The name has at most 80 letters.")] * 2,
    *[({1: ""}, "The player has no team.")] * 4,
    *[({1: "T" * 61}, "The name has at most 60 letters. It has 61.")] * 4,
    *[({1: "Anchro A"}, "There is no team “Anchro A”. Is it Anchor A")] * 3,
    *[({2: "maybe"}, "“maybe” under “Under 18”")] * 3,
    *[({3: "31/02/2026"}, "“31/02/2026” is not a date.")] * 4,
    ({4: "N" * 61}, "“Also known as” has at most 60 letters."),
    ({0: "Alan Ashworth"}, "Is it Alan Ashworth, Anchor A, of row 2?"),
)


def names() -> list[str]:
    return [f"{first} {last}" for last in LAST for first in FIRST]


def sheet() -> tuple[list[list[str]], dict[int, str]]:
    """The rows below the headings, and what is to be said of those with a mistake, by their number in the file."""
    teams = [f"{pub} {letter}" for pub in PUBS for letter in "ABCD"]
    rows = [[name, teams[at % 40], "no", "01/09/2026", ""] for at, name in enumerate(names())]
    said: dict[int, str] = {}
    for place, (change, words) in zip(Random(7).sample(range(1, 400), len(FAULTS)), FAULTS, strict=True):
        for column, value in change.items():
            rows[place][column] = value
        said[place + 2] = words
    return rows, said


@pytest.fixture
def forty(secretary):
    """Forty teams of ten pubs, brought in themselves."""
    lines = "\n".join(f"{pub} {letter}\tThe {pub}\t8pm" for pub in PUBS for letter in "ABCD")
    accept(secretary, paste(secretary, "teams", f"Team\tVenue\tStart\n{lines}\n"))
    assert Team.objects.filter(venue__name__startswith="The").count() >= 40
    assert Venue.objects.filter(name="The Quiet Woman").count() == 1


def test_every_mistake_is_named_with_its_row_and_the_rest_comes_in_by_a_job(secretary, forty):
    rows, said = sheet()
    before = Player.objects.count(), Registration.objects.count()

    content = workbook(["Player", "Team", "Under 18", "Registered", "Known as"], *rows)
    assert upload(secretary, "players", content).status_code == 302

    found = previewed(latest())
    assert {row.number: [why for why in row.why if why.startswith(said.get(row.number, "-"))] != []
            for row in found.conflicts} == dict.fromkeys(said, True)  # fmt: skip
    assert found.counts == {"new": 370, "changed": 0, "same": 0, "left": 0, "clash": 30}
    assert (Player.objects.count(), Registration.objects.count()) == before

    assert accept(secretary, latest(), leave_out=True).status_code == 302
    assert (Player.objects.count(), Registration.objects.count()) == before
    draft = latest()
    assert draft.state == ImportState.WORKING
    assert "Importing" in secretary.get(reverse("import", args=["leek", draft.pk])).content.decode()
    assert run_job(Job.objects.get(key=draft.job).pk)

    assert (Player.objects.count(), Registration.objects.count()) == (before[0] + 370, before[1] + 370)
    draft = latest()
    assert (draft.state, draft.rows, draft.counts["new"]) == (ImportState.DONE, [], 370)
    assert undo(secretary, draft).status_code == 302
    assert run_job(Job.objects.get(key=latest().job).pk)
    assert (Player.objects.count(), Registration.objects.count()) == before


def test_a_job_that_finds_another_league_than_was_seen_brings_nothing_in(secretary, forty):
    rows, _ = sheet()
    upload(secretary, "players", workbook(["Player", "Team"], *[row[:2] for row in rows]))
    accept(secretary, latest(), leave_out=True)
    Team.objects.filter(name="Anchor A").update(name="Anchor Z")
    number = Player.objects.count()

    run_job(Job.objects.get(key=latest().job).pk)

    assert Player.objects.count() == number
    draft = latest()
    assert (draft.state, draft.error[:30]) == (ImportState.OPEN, "The league has changed since y")


@pytest.mark.usefixtures("forty")
@pytest.mark.parametrize(("renamed", "state", "number"), [("Anchor A", "open", 0), ("Swan", "done", 378)])
def test_what_changes_while_the_rows_are_compared_is_not_overlooked(secretary, world, renamed, state, number):
    """They are compared before anybody has to wait for the writing."""
    by = world.evening.small.secretary
    rows, _ = sheet()
    upload(secretary, "players", workbook(["Player", "Team"], *[row[:2] for row in rows]))
    accept(secretary, latest(), leave_out=True)
    before, waiting = Player.objects.count(), [Team.objects.get(name=renamed)]

    def rename_once(execute, sql, params, many, context):
        answer = execute(sql, params, many, context)
        if waiting and 'FROM "teams_player"' in sql:
            rename_team(team=waiting.pop(), name="Zebra", by=by, at=AT)
        return answer

    with connection.execute_wrapper(rename_once):
        run_job(Job.objects.get(key=latest().job).pk)
    assert waiting == []
    assert (latest().state, Player.objects.count() - before) == (state, number)


def test_what_nobody_brought_in_is_thrown_away_after_a_week(world):
    by = {"league": world.league, "kind": ImportKind.TEAMS, "by": world.evening.small.secretary}
    lines = read_text("Team,Venue\nRed Lion,x\n")[0].lines
    old = create_draft(**by, name="old.csv", lines=lines, at=AT)
    new = create_draft(**by, name="new.csv", lines=lines, at=AT + timedelta(days=2))

    delete_old_drafts(at=AT + timedelta(days=8))

    assert set(ImportDraft.objects.filter(pk__in=[old.pk, new.pk])) == {new}


def test_a_long_import_that_something_rests_on_stays_and_says_why(secretary, world):
    draft = long_import(secretary)
    assert run_job(Job.objects.get(key=draft.job).pk)
    Venue.objects.filter(name="Pub 7 of many").update(boards=3)
    undo(secretary, draft)
    draft.refresh_from_db()
    run_job(Job.objects.get(key=draft.job).pk)
    page = secretary.get(reverse("import", args=["leek", draft.pk])).content.decode()
    assert "It could not be undone: Pub 7 of many has changed since." in page
    assert Venue.objects.filter(name__endswith="of many").count() == 210


def long_import(client: Client) -> ImportDraft:
    """210 venues that were accepted, and wait for their job."""
    draft = paste(client, "venues", "Venue\n" + "".join(f"Pub {number} of many\n" for number in range(210)))
    accept(client, draft)
    return latest()


def shown(client: Client, draft: ImportDraft) -> str:
    return " ".join(client.get(reverse("import", args=["leek", draft.pk])).content.decode().split())


def test_a_long_import_says_how_far_it_is_and_ends_in_its_receipt(secretary, world):
    draft = long_import(secretary)
    assert "See the job, or stop it" in shown(secretary, draft)
    said = []

    def say(*message, **done):
        said.append((*message, done.get("done")))

    args = Job.objects.get(key=draft.job).args | {"draft": draft, "by": draft.by}
    with scope(league=world.league):
        finish_accepted(**args, at=AT, say=say)
    assert said == [("Checking 210 rows", 0), ("Importing 210 rows", 1)]
    assert "210 new, 0 changed" in shown(secretary, draft)


def test_an_import_that_was_stopped_or_failed_can_be_started_again(secretary, world):
    draft = long_import(secretary)
    cancel_job(job=Job.objects.get(key=draft.job), by=None, at=AT)
    assert "Import 210 rows" in shown(secretary, draft)
    accept(secretary, draft)
    Venue.objects.create(league=world.league, name="Pub 7 of many", slug="pub-7")
    job = Job.objects.unfinished().get(key=draft.job)
    run_job(job.pk)
    assert "The import failed: The league has changed" in shown(secretary, draft)
    Venue.objects.get(slug="pub-7").delete()

    again = enqueue_again(job=job, by=draft.by, at=AT)
    run_job(again.pk)

    assert (latest().state, Venue.objects.filter(name__endswith="of many").count()) == (ImportState.DONE, 210)


def test_an_undo_that_is_asked_for_twice_is_one_job_and_one_that_was_stopped_can_be_asked_for_again(secretary, world):
    draft = long_import(secretary)
    run_job(Job.objects.get(key=draft.job).pk)
    undo(secretary, draft)
    undo(secretary, draft)
    job = Job.objects.get(key=latest().job)
    assert latest().state == ImportState.UNDOING
    assert Venue.objects.filter(name__endswith="of many").count() == 210
    assert "See the job, or stop it" in shown(secretary, draft)
    assert "Being undone" in shown(secretary, draft)
    cancel_job(job=job, by=None, at=AT)
    assert "Undo this import" in shown(secretary, draft)

    undo(secretary, draft)
    assert run_job(Job.objects.unfinished().get(key=job.key).pk)

    assert (latest().state, Venue.objects.filter(name__endswith="of many").count()) == (ImportState.UNDONE, 0)
