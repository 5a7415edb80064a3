"""What strangers get, at every address that is open to them: no young player by name, nobody's number or address.

Every page, paper, spreadsheet, calendar, feed and answer to a program; as the table of addresses has them.
"""

import re
from io import BytesIO
from zipfile import ZipFile

import pytest
import time_machine
from django.test import Client, override_settings
from django_scopes import scope, scopes_disabled
from pypdf import PdfReader

from league.base.accounts.models import User
from league.base.ui.cache import page_cache, paper_cache
from league.cups.models import Entrant
from league.exchange.actions.erasure import correct_age, rewrite
from league.exchange.queries.persons import mentions, person_playing, spellings_of, typed_names
from league.results.models import Appearance
from league.schedule.models import Entry
from league.teams.models import League, Player
from tests.league.addresses import PAGES
from tests.league.test_permissions import address, put_back
from tests.league.world import CLOSING_TIME, make_world
from tests.seeds import by_turns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pages_unnoted")]
YOUNG = ("Wilfred Lionheart", "Agatha Pemberton", "Cuthbert Ravenscroft")
NUMBER = "01538 372999"
# An invitation is shown to whoever has its link, which went to the one address that it names.
OPEN = sorted({text for text, page in PAGES.items() if page.expected("nobody")[0] == 200} - {"invitation/<str:token>/"})
ASKED = [
    f"/leek/{page}/?q={word}" for page in ("search", "players", "averages") for word in ("lionhear", "agath", "cuthber")
]


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker, tmp_path_factory):
    """Three players have played, pegged and entered cups before the secretary learns that they are under 18."""
    media = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("cards"))
    with django_db_blocker.unblock(), media, time_machine.travel(CLOSING_TIME, tick=False), put_back():
        made = make_world("leek")
        with scopes_disabled():
            User.objects.update(phone=NUMBER)
            League.objects.update(public_names="full")
        with scope(league=made.league):
            for player, name in zip(chosen(made), YOUNG, strict=True):
                call(player, name)
                correct_age(
                    player=Player.objects.select_related("league").get(pk=player.pk), under_18=True,
                    guardian_agreed_on=CLOSING_TIME.date(), by=made.evening.secretary, at=CLOSING_TIME,
                )  # fmt: skip
        made.kwargs["player"] = (
            Player.objects.with_scopes_disabled().filter(under_18=False, league=made.league).first().slug
        )
        yield made


def chosen(world):
    """Two who are on the card that counts, and one who has entered a cup with somebody."""
    carded = [each.player for each in Appearance.objects.select_related("player").order_by("line", "team", "pk")[:2]]
    pair = Entry.objects.filter(players__isnull=False).exclude(players__in=carded).order_by("pk").first()
    return [*carded, pair.players.order_by("pk").first()]


def call(player, name):
    """Let somebody have been called so all the time: wherever the old name is written, the new one is."""
    person = person_playing(Player.objects.select_related("league").get(pk=player.pk))
    rewrite(mentions(person, spellings_of(person, name, typed=typed_names(person))))
    player = person.players[0]
    player.name, player.slug = name, "-".join(name.lower().split())
    player.save()


def told(path):
    """Everything that a stranger is given there: status, headers and words, also those on paper and in workbooks."""
    page_cache.clear()
    paper_cache.clear()
    answer = Client().get(path, follow=True)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if body.startswith(b"%PDF"):
        paper = PdfReader(BytesIO(body))
        body = "".join([page.extract_text() for page in paper.pages] + [str(paper.metadata)]).encode()
    elif body.startswith(b"PK"):
        archive = ZipFile(BytesIO(body))
        body = b"".join(archive.read(name) for name in archive.namelist())
    return answer.status_code, f"{answer.headers}{body.decode(errors='replace')}"


def forbidden(world):
    """Names of young players and what else strangers must not read, as one pattern."""
    emails = [email for email in User.objects.values_list("email", flat=True) if email]
    words = [word for name in YOUNG for word in name.split()]
    return re.compile("|".join(map(re.escape, [*words, "372999", "372 999", *emails])), re.IGNORECASE)


@pytest.mark.parametrize("part", by_turns(range(4), 2))
def test_no_public_address_tells_of_young_players_or_contacts(world, part):
    wanted = forbidden(world)
    given = {text: told(address(text, PAGES[text], world)) for text in OPEN[part::4]}
    assert len(given) > 20
    assert {text: status for text, (status, _) in given.items() if status != 200} == {}
    assert {text: wanted.search(words)[0] for text, (_, words) in given.items() if wanted.search(words)} == {}


@pytest.mark.parametrize("path", ASKED)
def test_nobody_finds_them(world, path):
    """A part of the name is said again, as it was typed, and nothing more is."""
    status, words = told(path)
    asked = path.rpartition("=")[2]
    rest = re.sub(rf"{asked}(?=[”\"])", "", words)
    assert (status, [word for name in YOUNG for word in name.casefold().split() if word in rest.casefold()]) == (
        200,
        [],
    )


def test_they_have_no_page_of_their_own(world):
    for player in Player.objects.with_scopes_disabled().filter(under_18=True, league=world.league):
        for rest in ("", "others/", "pegging/"):
            assert told(f"{player.get_absolute_url()}{rest}")[0] == 404


def test_the_search_would_find_them(world):
    """Those of the league read the names, on the very pages that strangers read without them."""
    client = Client()
    client.force_login(world.evening.secretary)
    with scope(league=world.league):
        assert Entrant.objects.filter(entry__players__under_18=True).exists()
        seen = client.get(world.evening.fixture.get_absolute_url() + "history/").content.decode()
        seen += client.get("/leek/squads/crown-a/").content.decode() + client.get("/leek/contacts/").content.decode()
    assert len(forbidden(world).findall(seen)) > 3
