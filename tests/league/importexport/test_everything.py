"""Everything that asks nothing comes in by one act, each step an import of its own; what asks waits, and says why."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from league.base.audit.models import Entry
from league.base.jobs.actions import run_job
from league.base.jobs.models import Job
from league.exchange.actions import bundles, imports
from league.exchange.choices import ImportKind
from league.exchange.models import ImportBundle, ImportDraft
from league.results.models import Adjustment
from league.schedule.models import Fixture, Season
from league.teams.models import Player, Role, Team, Venue
from tests.league.importexport.importing import accept, undo
from tests.league.importexport.test_bring import bring

TEAMS = b"Team,Venue\nMoon A,The Moon\nStar A,The Star\n"  # which are venues and teams
PLAYERS = b"Player,Team\nAda Moonlight,Moon A\nBob Starling,Starr A\n"  # which may be Star A
OLD = b"Date,Home,Away,Score\n21/09/1998,Moon A,Star A,5-4\n18/01/1999,Star A,Moon A,6-3\n"
FINES = b"Team,Points,Reason\nMoon A,-2,Late card\n"


def page(client: Client, bundle: ImportBundle) -> str:
    answer = client.get(reverse("bundle-everything", args=["leek", bundle.pk]))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def section(shown: str, heading: str) -> str:
    """The words below one heading of the page; "" without it."""
    _, found, rest = shown.partition(f"<h2>{heading}</h2>")
    return " ".join(re.sub(r"<[^>]+>", " ", rest.split("</section>")[0]).split()) if found else ""


def import_all(client: Client, bundle: ImportBundle, seen: str | None = None):
    seen = seen or re.search(r'name="seen" value="(\w+)"', page(client, bundle))[1]
    return client.post(reverse("bundle-everything", args=["leek", bundle.pk]), {"seen": seen})


def run_all(bundle: ImportBundle) -> Job:
    job = Job.objects.unfinished().get(key=f"bring-in-all-{bundle.pk}")
    assert run_job(job.pk)
    job.refresh_from_db()
    return job


def states(bundle: ImportBundle) -> dict[str, str]:
    return dict(ImportDraft.objects.filter(bundle=bundle).order_by("pk").values_list("kind", "state"))


def written() -> tuple[int, ...]:
    models = (Team, Venue, Player, Role, Fixture, Season, Adjustment, ImportDraft, Entry)
    return tuple(model.objects.count() for model in models)


def test_the_page_shows_what_would_come_in_and_writes_nothing(secretary, world):
    bundle = bring(secretary, teams=TEAMS)
    before = written()
    shown = page(secretary, bundle)
    assert written() == before
    coming = section(shown, "What comes in")
    assert "Venues 2 new, 0 changed, 0 unchanged, from teams.csv." in coming
    assert "Teams 2 new, 0 changed, 0 unchanged, from teams.csv." in coming
    assert reverse("bundle-step", args=["leek", bundle.pk, "teams"]) in shown
    assert section(shown, "What is imported") == ""


def test_all_that_asks_nothing_comes_in_by_one_act_each_by_itself(secretary, world):
    bundle = bring(secretary, teams=TEAMS, old=OLD)
    secretary.post(reverse("bundle-seasons", args=["leek", bundle.pk]))
    before = Entry.objects.filter(verb="bring_in").count()

    answer = import_all(secretary, bundle)

    assert answer.url == reverse("bundle-everything", args=["leek", bundle.pk])
    assert states(bundle) == {"venues": "done", "teams": "done", "results": "done"}
    assert Entry.objects.filter(verb="bring_in").count() == before + 3
    assert Fixture.objects.filter(division__competition__season__name="1998-99").count() == 2
    shown = page(secretary, bundle)
    assert "Results, season 1998-99 2 new, 0 changed, 0 unchanged. See it" in section(shown, "What is imported")
    assert section(shown, "What comes in") == section(shown, "What needs you") == ""
    assert '<button type="submit" class="button">Import everything' not in shown


def test_what_asks_waits_and_the_others_come_in(secretary, world):
    bundle = bring(secretary, teams=TEAMS, players=PLAYERS)
    import_all(secretary, bundle)
    assert states(bundle) == {"venues": "done", "teams": "done", "players": "open"}
    waits = section(page(secretary, bundle), "What needs you")
    assert "Players 1 new" in waits
    assert "1 question to answer. Bob Starling, Starr A: There is no team “Starr A”. Is it Star A?" in waits
    draft = ImportDraft.objects.get(bundle=bundle, kind="players")
    assert reverse("import", args=["leek", draft.pk]) in page(secretary, bundle)
    assert not Player.objects.filter(name="Ada Moonlight").exists()

    accept(secretary, draft, leave_out=True)
    assert "Players 1 new" in section(page(secretary, bundle), "What is imported")


def test_what_asks_only_before_the_steps_above_it_are_in_comes_in_with_them(secretary, world):
    fixtures = b"Date,Home,Away,Division\n%s,Moon A,Star A,Moonlit\n" % _later().encode()
    bundle = bring(secretary, teams=TEAMS, fixtures=fixtures, fines=FINES)
    assert "Points adjustments" in section(page(secretary, bundle), "What needs you")
    import_all(secretary, bundle)
    assert states(bundle) == {"venues": "done", "teams": "done", "fixtures": "done", "deductions": "done"}
    assert Adjustment.objects.latest("pk").entry.team.name == "Moon A"


def _later() -> str:
    season = Season.objects.get(current=True)
    return f"{season.ends - timedelta(days=1):%d/%m/%Y}"


def test_what_names_people_waits_for_the_players_of_the_same_files(secretary, world):
    figures = b"Season,Player,Team,P,W,L\n1998-99,Ada Moonlight,Moon A,36,25,11\n"
    bundle = bring(secretary, teams=TEAMS, players=PLAYERS, figures=figures)
    import_all(secretary, bundle)
    assert states(bundle) == {"venues": "done", "teams": "done", "players": "open", "records": "open"}
    assert "from figures.csv. Import the players first" in section(page(secretary, bundle), "What needs you")
    accept(secretary, ImportDraft.objects.get(bundle=bundle, kind="players"), leave_out=True)
    import_all(secretary, bundle)
    assert states(bundle)["records"] == "done"
    assert Player.objects.get(name="Ada Moonlight").registrations.get().team.name == "Moon A"


def test_each_step_is_undone_by_itself(secretary, world):
    bundle = bring(secretary, teams=TEAMS)
    import_all(secretary, bundle)
    assert undo(secretary, ImportDraft.objects.get(bundle=bundle, kind="teams")).status_code == 302
    assert states(bundle) == {"venues": "done", "teams": "undone"}
    assert Venue.objects.filter(name="The Moon").exists()
    assert not Team.objects.filter(name="Moon A").exists()
    assert "Teams 2 new" in section(page(secretary, bundle), "What comes in")


def test_a_second_tap_changes_nothing(secretary, world):
    bundle = bring(secretary, teams=TEAMS)
    seen = re.search(r'name="seen" value="(\w+)"', page(secretary, bundle))[1]
    import_all(secretary, bundle, seen)
    before = written()
    assert import_all(secretary, bundle, seen).status_code == 302
    assert written() == before


def test_many_rows_come_in_by_one_job_however_often_it_is_asked_for(secretary, world):
    many = b"Team,Venue\n" + b"".join(b"Moon %d,Public house %d\n" % (number, number) for number in range(201))
    bundle = bring(secretary, teams=many)
    import_all(secretary, bundle)
    assert "Starting soon" in page(secretary, bundle)
    seen = bundles.sheet_digest(bundle)
    assert import_all(secretary, bundle, seen).status_code == 302
    job = run_all(bundle)
    assert (job.state, job.total) == ("done", 2)
    assert job.result["address"] == reverse("bundle-everything", args=["leek", bundle.pk])
    assert states(bundle) == {"venues": "done", "teams": "done"}
    assert Job.objects.filter(key=job.key).count() == 1
    assert "Venues 201 new" in section(page(secretary, bundle), "What is imported")


def test_a_step_that_is_refused_stays_with_the_reason_and_the_others_come_in(secretary, world, monkeypatch):
    def refuse(**_: object):
        raise ValidationError("The moon is not a team.")

    monkeypatch.setitem(imports.WRITERS, ImportKind.TEAMS, (refuse, imports.WRITERS[ImportKind.TEAMS][1]))
    bundle = bring(secretary, teams=TEAMS, old=OLD)
    secretary.post(reverse("bundle-seasons", args=["leek", bundle.pk]))
    import_all(secretary, bundle)
    assert states(bundle) == {"venues": "done", "teams": "open", "results": "done"}
    assert "The import failed: The moon is not a team." in page(secretary, bundle)


def test_a_step_that_breaks_leaves_those_before_it_and_says_so(secretary, world, monkeypatch):
    def fail(**_: object):
        raise RuntimeError("disk full")

    monkeypatch.setattr(bundles, "MAX_SYNCHRONOUS_ROWS", 1)
    monkeypatch.setitem(imports.WRITERS, ImportKind.TEAMS, (fail, imports.WRITERS[ImportKind.TEAMS][1]))
    bundle = bring(secretary, teams=TEAMS)
    import_all(secretary, bundle)
    assert run_all(bundle).state == "failed"
    assert states(bundle) == {"venues": "done", "teams": "open"}
    assert Venue.objects.filter(name="The Moon").exists()
    shown = page(secretary, bundle)
    assert "Something went wrong on our side at Teams. What came in before stays." in shown

    monkeypatch.undo()
    import_all(secretary, bundle)
    assert states(bundle) == {"venues": "done", "teams": "done"}
    assert "Something went wrong" not in page(secretary, bundle)


def test_stopped_between_two_steps_it_keeps_the_first(secretary, world):
    bundle = bring(secretary, teams=TEAMS)
    stops = iter((False, True))
    bundles.import_steps(
        bundle=bundle,
        by=world.evening.small.secretary,
        at=bundle.at,
        say=lambda *_, **__: None,
        stop=lambda: next(stops),
    )
    assert states(bundle) == {"venues": "done"}
    assert bundles.STOPPED in page(secretary, bundle)


def test_other_files_than_were_shown_are_not_imported(secretary, world):
    bundle = bring(secretary, teams=TEAMS)
    seen = re.search(r'name="seen" value="(\w+)"', page(secretary, bundle))[1]
    secretary.post(reverse("bundle-files", args=["leek", bundle.pk]), {"rows": OLD.decode()})
    answer = import_all(secretary, bundle, seen)
    assert answer.status_code == 422
    assert bundles.SEEN_OTHERWISE in answer.content.decode()
    assert states(bundle) == {}


def test_questions_about_the_file_and_rows_of_no_season_wait(secretary, world):
    bundle = bring(secretary, old=OLD, teams=TEAMS)
    waits = section(page(secretary, bundle), "What needs you")
    assert "Results 2 rows. It is of no season yet. Choose its season" in waits
    import_all(secretary, bundle)
    assert states(bundle) == {"venues": "done", "teams": "done"}


def test_the_new_season_is_made_the_current_one_once_at_the_end(secretary, world):
    nights = f"Date,Home,Away,Score\n21/09/{Season.objects.get(current=True).starts.year + 2},Moon A,Star A,\n".encode()
    bundle = bring(secretary, nights=nights)
    secretary.post(reverse("bundle-seasons", args=["leek", bundle.pk]))
    made = Season.objects.latest("pk")
    lead = f"{reverse('season-setup', args=['leek', made.slug])}?open=opening#opening"
    assert lead not in page(secretary, bundle)
    import_all(secretary, bundle)
    assert lead in page(secretary, bundle)


@pytest.mark.parametrize("who", ["captain", "nobody"])
def test_nobody_else_may(world, secretary, who):
    bundle = bring(secretary, teams=TEAMS)
    client = Client()
    if who == "captain":
        client.force_login(world.evening.home)
    address = reverse("bundle-everything", args=["leek", bundle.pk])
    assert client.post(address, {"seen": bundles.sheet_digest(bundle)}).status_code in (302, 403, 404)
    assert not Venue.objects.filter(name="The Moon").exists()


def test_where_people_get_roles_the_secretary_is_asked_again_who_they_are(secretary, world, settings):
    bundle = bring(secretary, teams=TEAMS)
    settings.DEMO = False
    address = reverse("bundle-everything", args=["leek", bundle.pk])
    assert secretary.get(address).url.startswith(reverse("account_reauthenticate"))
    answer = secretary.post(address, {"seen": bundles.sheet_digest(bundle)})
    assert answer.url.startswith(reverse("account_reauthenticate"))
    assert states(bundle) == {}
