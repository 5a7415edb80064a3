"""Import your league: several files at once, each found out, and a kind at a time from there to the league."""

import socket
import ssl
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.base.jobs.actions import run_job
from league.base.jobs.models import Job
from league.exchange.actions.google_sheets import download_address, is_sent_on
from league.exchange.models import BundleSheet, ImportBundle, ImportDraft
from league.schedule.models import Season
from league.teams.models import Team
from tests.league.importexport.importing import accept, latest, workbook
from tests.league.notifications.push_sink import certificate_in

CONTACTS = b"TEAM,VENUE,CAPT.,TEL\nCrown Z,Anchor,D Hartley,07700 900101\nBell Z,Fleece,A Moran,07700 900102\n"
PUBLISHED = "https://docs.google.com/spreadsheets/d/e/2PACX-1vQ0123456789abcdefghij/pubhtml"
OLD = b"Date,Home,Away,Score\n21/09/1998,Crown Z,Bell Z,5-4\n18/01/1999,Bell Z,Crown Z,6-3\n"


def bring(client: Client, **files: bytes) -> ImportBundle:
    chosen = [SimpleUploadedFile(f"{name}.csv", content) for name, content in files.items()]
    answer = client.post(reverse("bring-league", args=["leek"]), {"chosen": chosen})
    bundle = ImportBundle.objects.latest("pk")
    assert answer.url == reverse("bundle", args=["leek", bundle.pk])
    return bundle


def page(client: Client, bundle: ImportBundle) -> str:
    return " ".join(client.get(reverse("bundle", args=["leek", bundle.pk])).content.decode().split())


def check(client: Client, bundle: ImportBundle, kind: str, **more: object) -> ImportDraft:
    assert client.post(reverse("bundle-step", args=["leek", bundle.pk, kind]), more).status_code == 302
    return latest()


def test_several_files_are_found_out_and_come_in_one_kind_after_the_other(secretary, world):
    teams, seasons = Team.objects.count(), Season.objects.count()
    bundle = bring(secretary, contacts=CONTACTS, old=OLD)
    shown = page(secretary, bundle)
    assert "A list of 2 teams" in shown
    assert "2 results (one match to a row)" in shown
    assert "Set up the season 1998-99" in shown
    assert (Team.objects.count(), Season.objects.count()) == (teams, seasons)

    secretary.post(reverse("bundle-seasons", args=["leek", bundle.pk]))
    season = Season.objects.get(name="1998-99")
    assert not season.current
    draft = check(secretary, bundle, "teams")
    assert check(secretary, bundle, "teams") == draft  # the one that is open
    assert accept(secretary, draft).status_code == 302
    assert Team.objects.count() == teams + 2
    assert "Imported: 2 new" in page(secretary, bundle)

    accept(secretary, check(secretary, bundle, "results", season=season.pk))
    assert season.competitions.get().divisions.get().fixtures.count() == 2


def test_each_line_stands_beside_what_was_read(secretary, world):
    board = b"YEAR,A DIV,RUNNERS UP,SINGLES\n1966-67,Oddfellows,Beacon,J. Hobbs\n1978,NOT PLAYED,,\n"
    bundle = bring(secretary, board=board, old=OLD)
    shown = [
        secretary.get(reverse("bundle-sheet", args=["leek", bundle.pk, place])).content.decode() for place in (1, 2)
    ]
    assert "1966-67, A DIV, Oddfellows" in shown[0]
    assert "Left out: " in shown[0]
    assert "Crown Z 5\N{EN DASH}4 Bell Z, 1998-09-21" in shown[1]


def test_a_sheet_can_be_left_out_or_be_something_else(secretary, world):
    bundle = bring(secretary, contacts=CONTACTS)
    address = reverse("bundle-sheet", args=["leek", bundle.pk, 1])
    assert "D Hartley" in secretary.get(address).content.decode()
    assert secretary.post(address, {}).status_code == 302
    assert "Left out" in page(secretary, bundle)
    assert secretary.post(address, {"by_hand": "venues"}).url.endswith("/columns/")
    assert BundleSheet.objects.get(bundle=bundle).taken == []


def test_nothing_or_no_sheet_of_google_is_refused_with_what_to_do(secretary, world):
    before = ImportBundle.objects.count()
    for sent in ({}, {"address": "https://example.org/spreadsheets/d/e/abc/pub"}, {"rows": "%PDF"[:0]}):
        answer = secretary.post(reverse("bring-league", args=["leek"]), sent)
        assert answer.status_code == 422
    assert ImportBundle.objects.count() == before


def test_only_addresses_of_google_sheets_are_fetched():
    key = "2PACX-1vQ0123456789abcdefghij"
    assert download_address(f"https://docs.google.com/spreadsheets/d/e/{key}/pubhtml").endswith("/pub?output=xlsx")
    assert download_address(f"https://docs.google.com/spreadsheets/d/{key}/edit#gid=0").endswith("export?format=xlsx")
    for other in ("http://docs.google.com/spreadsheets/d/e/{}/pub", "https://docs.google.com.evil.org/spreadsheets/d/{}",
                  "https://a@docs.google.com/spreadsheets/d/{}", "https://docs.google.com:8443/spreadsheets/d/{}",
                  "https://[::1", "https://127.0.0.1/spreadsheets/d/{}"):  # fmt: skip
        assert download_address(other.format(key)) == ""
    assert is_sent_on("https://doc-0s-sheets.googleusercontent.com/pub/x")
    assert not is_sent_on("https://googleusercontent.com.evil.org/pub")


def _connected(address: tuple[str, int]) -> socket.socket:
    connection = socket.socket()
    connection.connect(address)
    return connection


class _Google(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.server.book)

    def log_message(self, *_args):
        return


@pytest.fixture
def google(tmp_path, monkeypatch):
    """A server of this machine that is taken for Google's: `book` is the workbook that it gives out."""
    certificate = certificate_in(tmp_path, "docs.google.com")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Google)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (server.address, 443))])
    monkeypatch.setattr(socket, "create_connection", lambda *_: _connected(server.server_address))
    server.address, server.book = "142.250.187.202", workbook(["Team", "Venue"], ["Crown Z", "Anchor"])
    yield server
    server.shutdown()
    server.server_close()


def fetched(client: Client) -> tuple[ImportBundle, str]:
    """The bundle once its sheet was asked for and the one job of that has run, and the words of its page."""
    bundle = ImportBundle.objects.latest("pk")
    assert client.post(reverse("fetch-bundle", args=["leek", bundle.pk]), {"again": "yes"}).status_code == 302
    assert "See the job, or stop it" in page(client, bundle)
    assert run_job(Job.objects.unfinished().get(key=f"read-league-{bundle.pk}").pk)
    return bundle, page(client, bundle)


def test_a_sheet_of_google_is_fetched_by_a_job_and_again_with_what_was_said_of_it(secretary, world, google):
    answer = secretary.post(reverse("bring-league", args=["leek"]), {"address": PUBLISHED})
    assert answer.status_code == 302
    bundle, shown = fetched(secretary)
    assert "Teams" in shown
    assert Job.objects.filter(key=f"read-league-{bundle.pk}").count() == 1
    rows = BundleSheet.objects.filter(bundle=bundle)
    assert [row.lines[-1][1] for row in rows] == [["Crown Z", "Anchor"]]
    rows.update(answers={"said": "this"})
    secretary.post(reverse("bundle-files", args=["leek", bundle.pk]), {"rows": "Venue\nThe Moon\n"})

    google.book = workbook(["Team", "Venue"], ["Crown Z", "Fleece"])
    fetched(secretary)

    assert {row.file: (row.lines[-1][1], row.answers) for row in rows.all()} == {
        "Google Sheet": (["Crown Z", "Fleece"], {"said": "this"}), "pasted rows": (["The Moon"], {}),
    }  # fmt: skip
    more = secretary.post(reverse("bundle-files", args=["leek", bundle.pk]), {"address": PUBLISHED})
    assert (more.status_code, "There is a Google Sheet in this import" in more.content.decode()) == (422, True)


def test_a_sheet_of_google_that_cannot_be_had_is_told_on_the_page_and_can_be_asked_for_again(secretary, world, google):
    google.address = "10.0.0.1"
    secretary.post(reverse("bring-league", args=["leek"]), {"address": PUBLISHED, "rows": "Venue\nThe Moon\n"})
    bundle, shown = fetched(secretary)
    assert "Google does not answer. Try again in a minute" in shown
    assert "Some of the sheets have not been read yet" in shown

    google.address, google.book = "142.250.187.202", b"<html>Sign in"
    assert "Google does not give this sheet to everybody" in fetched(secretary)[1]
    google.book = workbook(["Team", "Venue"], ["Crown Z", "Fleece"])
    assert "Google does not" not in fetched(secretary)[1]
    assert BundleSheet.objects.filter(bundle=bundle).exclude(readings=None).count() == 2


def test_a_long_sheet_of_which_something_is_said_is_read_again_by_a_job(secretary, world):
    rows = "".join(f"{number:02d}/09/1998,Crown Z,Bell Z,5-4\n" * 60 for number in range(10, 30)).encode()
    bundle = bring(secretary, old=b"Date,Home,Away,Score\n" + rows)
    assert run_job(Job.objects.get(key=f"read-league-{bundle.pk}").pk)
    secretary.post(reverse("bundle-seasons", args=["leek", bundle.pk]))
    assert "1998" in Season.objects.latest("pk").name
    assert "See the job, or stop it" in page(secretary, bundle)
    assert run_job(Job.objects.unfinished().get(key=f"read-league-{bundle.pk}").pk)
    assert BundleSheet.objects.get(bundle=bundle).season == Season.objects.latest("pk")
    assert "20 rows to check" in page(secretary, bundle)


def test_matches_after_the_last_day_are_of_the_season_that_is_called_as_theirs(secretary, world):
    season = Season.objects.get(current=True)
    Season.objects.filter(pk=season.pk).update(name=f"{season.starts:%Y}-{(season.starts.year + 1) % 100:02d}")
    late = season.ends + timedelta(days=9)
    bundle = bring(secretary, spring=f"Date,Home,Away\n{late:%d/%m/%Y},Bell,Crown A\n".encode())
    assert "Set up the season" not in page(secretary, bundle)
    assert BundleSheet.objects.get(bundle=bundle).season_id == season.pk


def test_a_pasted_line_that_could_not_be_read_is_said(secretary, world):
    rows = "21/09/2026\nCrown A 5-4 Bell\nSwan 6-3 Plough\nraffle tickets please\n"
    assert secretary.post(reverse("bring-league", args=["leek"]), {"rows": rows}).status_code == 302
    shown = page(secretary, ImportBundle.objects.latest("pk"))
    assert "1 line left out: “raffle tickets please”" in shown
    assert "<h1>Pasted rows</h1>" in shown
    assert "read without doubt" not in shown


def test_a_plain_list_whose_days_stand_as_they_were_typed_is_no_error(secretary, world):
    rows = "Date,Home,Away,Score\n21/09/2015,Crown A,Bell,5-4\nraffle tickets please,,,\n"
    assert secretary.post(reverse("bring-league", args=["leek"]), {"rows": rows}).status_code == 302
    assert BundleSheet.objects.get(bundle=ImportBundle.objects.latest("pk")).readings


def test_a_list_without_days_is_of_the_season_that_its_title_names(secretary, world):
    square = ["HOME,Crown Z,Bell Z,Swan Z", "Crown Z,X,5-4,6-3", "Bell Z,4-5,X,3-6", "Swan Z,2-7,8-1,X"]
    bundle = bring(secretary, **{"Div One 1997-98": "\n".join(square).encode()})
    assert "Set up the season 1997-98" in page(secretary, bundle)
    secretary.post(reverse("bundle-seasons", args=["leek", bundle.pk]))
    assert BundleSheet.objects.get(bundle=bundle).season == Season.objects.get(name="1997-98")
    again = bring(secretary, square="\n".join(["Results 1997/98,,,", *square]).encode())
    assert BundleSheet.objects.get(bundle=again).season == Season.objects.get(name="1997-98")


def test_key_numbers_are_of_the_season_above_their_list(secretary, world):
    keys = ["Division 1 fixtures 2031-32,,,,", "1,Crown Z,,2,Bell Z", "3,Swan Z,,4,Plough Z", ",,,,"]
    weeks = ["Week,Date,Matches,,", "1,16 Sep,1 v 4,2 v 3,", "2,23 Sep,4 v 3,1 v 2,"]
    bundle = bring(secretary, keys="\n".join([*keys, *weeks]).encode())
    shown = page(secretary, bundle)
    assert "question" not in shown
    assert "Set up the season 2031-32" in shown
