"""The scorer's page over HTTP: who gets it, what it carries, and what a phone keeps of it."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.matchnight.actions.events import make_link, revoke_link
from league.matchnight.permissions import author_of
from league.results.choices import SentFor
from league.teams.models import League
from scoring.card.sheet import Side
from tests.league.person import signed_in
from tests.league.results.evening import Evening
from tests.league.results.walk import at

pytestmark = pytest.mark.django_db


def carried(html: str) -> dict:
    found = re.search(r'<script id="match" type="application/json">(.*?)</script>', html, flags=re.DOTALL)
    assert found
    return json.loads(found[1])


def by_link(evening: Evening) -> tuple[Client, object]:
    link, token = make_link(fixture=evening.fixture, name="Marker Meg", by=evening.home, at=timezone.now())
    client = Client()
    answer = client.get(reverse("scorer-link", args=[token]))
    assert (answer.status_code, answer.url) == (302, at(evening, "score"))
    return client, link


def test_page_carries_the_match_and_a_pass_in_the_captain_s_name(evening):
    html = signed_in(evening.home).get(at(evening, "score")).content.decode()
    page = carried(html)
    assert page["sides"] == ["Crown A", "Bell"]
    assert [len(squad) for squad in page["squads"]] == [8, 8]
    assert [line["title"] for line in page["lines"]][:2] == ["Singles 1", "Singles 2"]
    assert {page["tables"][line["tables"]]["target"] for line in page["lines"]} == {61, 121}
    assert (page["name"], page["acts"]) == ("Crown A Captain", ["home"])
    assert page["who"] == "Crown, Crown A"  # at the top of every screen
    assert author_of(page["pass"], evening.fixture, at=timezone.now()).user == evening.home
    assert "Scoring as <strong>Crown A Captain</strong>" in unescape(html)


def test_page_proposes_who_played_each_line_last_time(evening):
    evening.send(SentFor.HOME)
    card = evening.card()
    evening.small.fixtures[0] = evening.small.fixtures[2]  # Bell v Crown A, a week later
    page = carried(signed_in(evening.home).get(at(evening, "score")).content.decode())
    played = [[{named.id for named in line.players(side)} for side in (Side.AWAY, Side.HOME)] for line in card.lines]
    assert [[set(keys) for keys in line["last"]] for line in page["lines"]] == played


def test_page_is_kept_by_nobody_between_and_says_which_files_it_needs(evening):
    answer = signed_in(evening.home).get(at(evening, "score"))
    assert answer["Cache-Control"] == "private, no-store"
    worker = Client().get(reverse("service-worker"))
    assert f'"version": "{answer["X-Shell"]}"' in worker.content.decode()
    assert worker["Content-Type"].startswith("text/javascript")


def imported_by(entry: Path) -> set[Path]:
    """The script with all that it imports, and what that imports."""
    scripts, waiting = set(), [entry]
    while waiting:
        path = waiting.pop()
        if path not in scripts:
            scripts.add(path)
            names = re.findall(r'^(?:import|export)\b(?:[^"]* from)? "(\..+)";$', path.read_text(), re.MULTILINE)
            waiting += [(path.parent / name).resolve() for name in names]
    return scripts


def test_worker_keeps_files_that_exist_and_every_script_of_the_page(evening):
    worker = Client().get("/sw.js").content.decode()
    shell = json.loads(worker.split("const SHELL = ")[1].split(";\n")[0])
    page = signed_in(evening.home).get(at(evening, "score")).content.decode()
    kept = [name for name in shell["files"] if name.endswith(".js")]
    assert re.findall(r'<link rel="modulepreload" href="([^"]+)"', page) == kept
    static = settings.BASE_DIR / "static"
    scripts = imported_by(static / "js" / "scorer" / "app.js")
    assert sorted(kept) == sorted(f"/static/{path.relative_to(static)}" for path in scripts)
    for name in shell["files"]:
        if name.startswith("/style/"):
            assert Client().get(name).status_code == 200
        else:
            assert (static / name.removeprefix("/static/")).exists()


def test_link_lets_in_one_browser_to_one_match_until_it_is_taken_back(evening):
    client, link = by_link(evening)
    page = carried(client.get(at(evening, "score")).content.decode())
    assert (page["name"], page["acts"]) == ("Marker Meg", [])
    other = evening.small.fixtures[1]
    address = reverse("score", args=[other.league.slug, other.first_date, "plough-v-swan"])
    assert client.get(address).status_code == 302
    revoke_link(link=link, by=evening.home, at=timezone.now())
    assert client.get(at(evening, "score")).status_code == 302


def test_link_opens_a_match_of_a_private_league(evening):
    League.objects.filter(pk=evening.small.league.pk).update(public=False)
    client, _ = by_link(evening)
    assert client.get(at(evening, "score")).status_code == 200


def test_link_that_has_ended_says_so(evening):
    answer = Client().get(reverse("scorer-link", args=["nosuchlinkatall"]))
    assert answer.status_code == 410
    assert "This link has ended" in answer.content.decode()


def test_manifest_is_for_a_match_and_for_nothing_else(evening):
    start = at(evening, "score")
    said = Client().get(reverse("scorer-manifest"), {"start": start}).json()
    assert (said["start_url"], said["scope"], said["display"]) == (start, start, "standalone")
    for wrong in ("", "https://elsewhere.example/", "/leek/", "//evil.example/a/b/score/"):
        assert Client().get(reverse("scorer-manifest"), {"start": wrong}).status_code == 404


def test_page_costs_as_many_questions_for_a_long_squad_as_for_a_short_one(evening, django_assert_max_num_queries):
    client = signed_in(evening.home)
    client.get(at(evening, "score"))
    with django_assert_max_num_queries(18):
        client.get(at(evening, "score"))
