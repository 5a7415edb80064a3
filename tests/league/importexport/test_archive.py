"""A whole league out and in again: the same tables, brackets, statistics and pages, and the same file once more."""

import json
import os
from uuid import UUID, uuid4

import pytest
from django.test import override_settings
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.base.audit.models import Entry as AuditEntry
from league.exchange.actions.archives import export_league
from league.exchange.archive.tables import TABLES
from league.exchange.archive.writer import ExportOptions
from league.matchnight.models import LiveEvent, ScorerLink
from league.notifications.actions.write_messages import process_audit_log
from league.notifications.models import Message
from league.results.actions.cards import submit_card_by_code
from league.results.actions.settlement import retally
from league.results.choices import SentFor, Source
from league.results.models import CardMessage, Photo, Submission
from league.schedule.models import Competition, Fixture
from league.teams.choices import RoleKind
from league.teams.models import League, Role
from scoring.card.sheet import Card
from tests.league.importexport.archives import (
    AT,
    brought_in,
    empty_the_site,
    files_of,
    pages_of,
    resealed,
    same_again,
    tables_of,
    taken_out,
)
from tests.league.importexport.made_up import made_up
from tests.league.world import CLOSING_TIME
from tests.seeds import seeds

pytestmark = pytest.mark.django_db
ARCHIVES = int(os.environ.get("ARCHIVES", "3"))
NAMES_ONLY = ExportOptions()


def test_a_league_with_one_of_everything(world):
    same_again("leek", 25)


def test_a_card_that_came_by_its_code_goes_along(world):
    with scope(league=world.league):
        fixture = world.evening.small.fixtures[1]
        fixture.refresh_from_db()
        submit_card_by_code(
            fixture=fixture, card=Card.score_only(5, 4), sent_for=SentFor.AWAY, sender="Alan Hill", key=uuid4(),
            seen=fixture.version, at=CLOSING_TIME,
        )  # fmt: skip
    archive = taken_out("leek")
    empty_the_site()
    with scope(league=brought_in(archive)):
        filed = Submission.objects.get(by=None)
        assert (filed.sender, filed.source, filed.sent_for) == ("Alan Hill", Source.CODE, SentFor.AWAY)
        assert filed.fixture.result.confirm_by is None


@pytest.mark.proof
@pytest.mark.parametrize("seed", seeds(ARCHIVES))
def test_leagues_made_up(db, tmp_path, seed):
    made_up(seed)
    same_again(f"made-{seed}", 12)


def test_results_come_out_the_same_when_they_are_made_again(world):
    archive = taken_out("leek")
    empty_the_site()
    league = brought_in(archive)
    with scope(league=league):
        counted = [retally(competition=each, at=AT) for each in Competition.objects.order_by("pk")]
    assert sum(looked for looked, _ in counted) > 0
    assert sum(changed for _, changed in counted) == 0


def test_archives_are_read_in_which_fields_had_other_names_or_still_came_along(world):
    archive = taken_out("leek")
    files = files_of(archive)
    for kind in TABLES:
        before = {now: former for former, now in kind.renamed.items()}
        if rows := json.loads(files[kind.file]):
            assert rows[0].keys() >= before.keys()
        older = [
            {before.get(name, name): value for name, value in row.items()} | dict.fromkeys(kind.fill, 7) for row in rows
        ]
        files[kind.file] = json.dumps(older).encode()
    assert b'"same_as"' in files["data/players.json"]
    assert b'"proposed_at_entry": 7' in files["data/fees.json"]
    empty_the_site()
    brought_in(resealed(files))
    assert taken_out("leek") == archive


def test_beside_itself_a_league_gets_other_codes_and_keeps_everything_else(world):
    """On the same site codes, receipts and ids of events are taken."""
    league = League.objects.get(slug="leek")
    twin = brought_in(taken_out("leek"), "leek-two")
    assert tables_of(twin) == tables_of(league)
    assert pages_of("leek-two", 1)
    with scopes_disabled():
        codes = [set(Fixture.objects.filter(league=each).values_list("code", flat=True)) for each in (league, twin)]
        receipts = [
            set(Submission.objects.filter(fixture__league=each).values_list("receipt", flat=True))
            for each in (league, twin)
        ]
        events = [
            LiveEvent.objects.filter(match__fixture__league=each).order_by("match", "seq") for each in (league, twin)
        ]
        assert [len(each) for each in codes] == [len(codes[0])] * 2
        assert not codes[0] & codes[1]
        assert not receipts[0] & receipts[1]
        ours, theirs = (list(each) for each in events)
    assert [each.kind for each in ours] == [each.kind for each in theirs]
    facts = [(each.pk, UUID(each.body["id"])) for each in theirs if each.kind == "fact"]
    assert facts
    assert all(key == said for key, said in facts)
    assert not {each.pk for each in ours} & {each.pk for each in theirs}


def test_addresses_go_along_only_where_asked_for(world):
    told = b"".join(files_of(taken_out("leek", NAMES_ONLY)).values())
    assert b"@example.org" not in told
    assert b"Sam Secretary" in told
    assert b"Wilf Tallentire" in told
    assert b"960411" not in told
    people = json.loads(files_of(taken_out("leek"))["data/people.json"])
    assert {each["email"] for each in people} >= {world.evening.small.secretary.email}


def test_without_an_address_nobody_can_sign_in(world):
    archive = taken_out("leek", NAMES_ONLY)
    empty_the_site()
    league = brought_in(archive)
    assert User.objects.filter(is_active=True).count() == 0
    with scope(league=league):
        secretary = Role.objects.get(kind=RoleKind.SECRETARY).user
    assert secretary.name == "Sam Secretary"
    assert not secretary.has_usable_password()
    assert secretary.email.endswith(".invalid")
    assert files_of(taken_out("leek", NAMES_ONLY)) == files_of(archive)


def test_a_person_whom_the_site_knows_is_that_person(world):
    archive = taken_out("leek")
    empty_the_site()
    known = User.objects.create_user("Jo@example.org", "Jo Known", "correct horse battery")
    rows = json.loads(files_of(archive)["data/people.json"])
    assert "jo@example.org" not in {each["email"] for each in rows}
    User.objects.filter(pk=known.pk).update(email=rows[0]["email"])
    brought_in(archive)
    person = User.objects.get(email=rows[0]["email"])
    assert (person.pk, person.name) == (known.pk, "Jo Known")
    assert person.check_password("correct horse battery")
    other = User.objects.get(email=rows[1]["email"])
    assert (other.name, other.is_staff, other.has_usable_password()) == (rows[1]["name"], False, False)


def test_photographs_go_along_only_where_asked_for(world):
    assert not [name for name in files_of(taken_out("leek", NAMES_ONLY)) if "photos" in name]
    with_them = taken_out("leek")
    picture = files_of(with_them)["photos/1.jpg"]
    empty_the_site()
    league = brought_in(with_them)
    with scope(league=league):
        assert Photo.objects.get().image.read() == picture


def test_messages_about_results_go_along_and_say_who_sent_them_only_where_addresses_do(world):
    with scope(league=world.league):
        fixture = Fixture.objects.exclude(away=None).order_by("pk").first()
        CardMessage.objects.create(
            fixture=fixture, by=world.evening.small.secretary, sent_for="home", sender="07700 900123", digest="0" * 64,
            text="we won 6-3", home_games=6, away_games=3, received_at=CLOSING_TIME,
        )  # fmt: skip
    names_only, everything = taken_out("leek", NAMES_ONLY), taken_out("leek")
    for archive, sender in ((names_only, ""), (everything, "07700 900123")):
        empty_the_site()
        with scope(league=brought_in(archive)):
            kept = CardMessage.objects.get()
            assert (kept.text, kept.sender, kept.score) == ("we won 6-3", sender, "6\N{EN DASH}3")


def test_passes_for_pegging_let_nobody_in_any_more(world):
    with scopes_disabled():
        old = ScorerLink.objects.get()
    archive = taken_out("leek")
    empty_the_site()
    league = brought_in(archive)
    with scope(league=league):
        link = ScorerLink.objects.get()
    assert link.name == old.name
    assert link.digest != old.digest
    assert link.revoked_at == AT


def test_nothing_is_sent_to_anybody(world):
    archive = taken_out("leek")
    empty_the_site()
    process_audit_log(at=CLOSING_TIME)
    brought_in(archive)
    process_audit_log(at=CLOSING_TIME)
    with scopes_disabled():
        assert Message.objects.count() == 0


def test_both_ways_are_told_in_the_history_and_in_no_archive(world, tmp_path):
    league = League.objects.get(slug="leek")
    before = files_of(taken_out("leek"))["data/history.json"]
    with (tmp_path / "leek.zip").open("wb") as out:
        export_league(league=league, out=out, wanted=NAMES_ONLY, by=world.evening.small.secretary, at=AT)
    told = AuditEntry.objects.filter(league_id=league.pk).order_by("pk").last()
    assert told.words == "The whole league was exported, without addresses"
    assert files_of(taken_out("leek"))["data/history.json"] == before
    empty_the_site()
    again = brought_in((tmp_path / "leek.zip").read_bytes())
    told = AuditEntry.objects.filter(league_id=again.pk).order_by("pk").last()
    assert told.words.startswith("The league was imported from http")


def test_a_rehearsal_keeps_nothing(world, tmp_path):
    archive = taken_out("leek")
    empty_the_site()
    with override_settings(MEDIA_ROOT=tmp_path):
        assert brought_in(archive, keep=False).name == world.league.name
    assert League.objects.count() == 0
    assert User.objects.count() == 0
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == []
