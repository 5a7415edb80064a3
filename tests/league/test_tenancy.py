"""Two leagues alike under different names: nothing of the one shows on any page of the other, whoever reads it."""

import re
from collections.abc import Iterator
from io import BytesIO
from random import Random
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
import time_machine
from django.test import Client, override_settings
from django_scopes import scopes_disabled
from pypdf import PdfReader

from league.base.accounts.models import User
from league.teams.choices import RoleKind
from tests.factories import make_role
from tests.league.addresses import LEAGUE, ONE_LEAGUE, OURS
from tests.league.test_permissions import address, put_back
from tests.league.world import CLOSING_TIME, World, make_world
from tests.seeds import PROVING, SEED, by_turns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pages_unnoted")]
MARK = "Quagga"
# Rules may start from those of any league that one may read, and only there are others named.
STARTS = re.compile(rb'<details[^>]* id="start".*?</details>', re.DOTALL)
# The account is of all leagues that a person is in; no game of either league was counted by tiles, for a puzzle.
OF_ALL = {f"{LEAGUE}what-we-send/", f"{LEAGUE}privacy/mine/", f"{LEAGUE}puzzles/<int:number>/"}
READABLE = sorted(
    text
    for text, page in OURS.items()
    if text.startswith((LEAGUE, ONE_LEAGUE)) and page.get < 400 and text not in OF_ALL
)
ASKED = {
    f"{LEAGUE}search/": {"q": "crown"},
    f"{LEAGUE}players/": {"q": "player"},
    f"{LEAGUE}fixtures/": {"week": "all"},
}


@pytest.fixture(scope="module")
def leagues(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[tuple[World, World, Client]]:
    """Both leagues, and one person who is everything in both of them: the reader who could see most."""
    media = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("cards"))
    with django_db_blocker.unblock(), media, time_machine.travel(CLOSING_TIME, tick=False), put_back():
        ours, theirs = make_world("leek"), make_world("dales", MARK)
        reader = User.objects.create_user("reader@example.org", "Ruth Reader", "correct horse battery")
        with scopes_disabled():
            for world in (ours, theirs):
                small = world.evening.small
                make_role(reader, world.league, RoleKind.SECRETARY)
                make_role(reader, world.league, RoleKind.TREASURER)
                for entry in small.entries[:2]:
                    make_role(reader, world.league, RoleKind.CAPTAIN, entry.team)
        client = Client()
        client.force_login(reader)
        yield ours, theirs, client


def read(client: Client, world: World, text: str) -> bytes:
    page = OURS[text]
    path = address(text, page, world)
    if text in ASKED:
        path += "?" + urlencode(ASKED[text])
    answer = client.get(path, follow=True)
    assert answer.status_code == 200, path
    told = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if text.endswith(".xlsx"):
        return _cells_of(told)
    return _words_of(told) if answer["Content-Type"] == "application/pdf" else STARTS.sub(b"", told)


def _cells_of(workbook: bytes) -> bytes:
    """Everything that the parts of a workbook say."""
    with ZipFile(BytesIO(workbook)) as parts:
        return b"".join(parts.read(name) for name in parts.namelist())


def _words_of(pdf: bytes) -> bytes:
    """What is printed on the paper, and what the file says of itself."""
    paper = PdfReader(BytesIO(pdf))
    return "".join([page.extract_text() for page in paper.pages] + [str(paper.metadata)]).encode()


@pytest.mark.parametrize("text", by_turns(READABLE, 8))
def test_no_page_shows_anything_of_another_league(leagues, text):
    ours, _, client = leagues
    assert not re.search(MARK.encode(), read(client, ours, text), re.IGNORECASE)


# Pictures, files, examples and the puzzles of the site name nobody, nor does a draw for which no order is in; no season
# here is past.
NAMELESS = re.compile(r"photo/<|pictures/<|puzzles/$|image-<|rules/file|<slug:code>/draw|/example\.csv|/all-tables\.")
MARKED = [each for each in READABLE if not NAMELESS.search(each)]
CONTROLS = MARKED if PROVING else sorted(Random(SEED).sample(MARKED, len(MARKED) // 16))


@pytest.mark.parametrize("text", CONTROLS)
def test_the_mark_would_be_seen(leagues, text):
    """The same page of the other league is full of it."""
    _, theirs, client = leagues
    assert re.search(MARK.encode(), read(client, theirs, text), re.IGNORECASE)


def test_filters_know_no_team_of_another_league(leagues):
    _, theirs, client = leagues
    with scopes_disabled():
        team = theirs.evening.small.entries[0].team_id
    for name in ("fixtures", "players"):
        answer = client.get(f"/leek/{name}/", {"team": team})
        assert answer.status_code == (404 if name == "fixtures" else 200)
        assert MARK.encode() not in answer.content
