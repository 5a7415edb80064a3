"""The search knows pages and acts besides names: what a person may do, by the words that people use for it."""

import re

import pytest
import time_machine
from django.urls import reverse
from django_scopes import scope

from league.pages.navigation import SIGNPOSTS
from tests.league.addresses import PRINCIPALS
from tests.league.test_permissions import Site
from tests.league.world import CLOSING_TIME

pytestmark = pytest.mark.django_db


WANTED = (
    ("secretary", "postpone", "Move or postpone a match"),
    ("secretary", "move a match", "Move or postpone a match"),
    ("secretary", "backup", "Export or back up the league"),
    ("secretary", "register a player", "Register or remove a player"),
    ("secretary", "withdraw a player", "Register or remove a player"),
    ("home", "withdraw a player", "Register a player"),
    ("secretary", "withdraw a team", "Mid-season changes"),
    ("home", "move a match", "Move your match"),
    ("home", "postpone", "Move your match"),
    ("nobody", "print cards", "Print match cards"),
    ("secretary", "import", "Import"),
    ("secretary", "erase person", "Data requests"),
    ("secretary", "webhook", "Webhooks"),
    ("secretary", "holiday", "Season’s nights"),
    ("home", "add player", "Register a player"),
    ("nobody", "pub", "Venues"),
    ("nobody", "history", "Seasons"),
    ("nobody", "rank", "Averages"),
    ("nobody", "WhatsApp", "Share the night"),
    ("nobody", "télévision", None),
    ("home", "télévision", "Pub screens"),
    ("secretary", "treasurers book", "The treasurer’s book"),
    ("co-ordinator", "draw", "Cups"),
    ("treasurer", "bank", "Import a bank statement"),
    ("nobody", "postpone", None),
    ("home", "webhook", None),
)


@pytest.fixture
def site():
    with time_machine.travel(CLOSING_TIME, tick=False):
        made = Site()
        with scope(league=made.ours.league):
            yield made


def found(site, who: str, words: str) -> list[str]:
    html = site.clients[who].get("/leek/search/", {"q": words}).content.decode()
    pages = html.partition("<h2>Pages</h2>")[2].partition("</section>")[0]
    return re.findall(r"<strong>([^<]+)</strong>", pages)


def test_search_finds_what_this_person_may_do(site):
    for who, words, expected in WANTED:
        titles = found(site, who, words)
        assert expected in titles if expected else titles == [], (who, words, titles)
    assert found(site, "secretary", "import")[0] == "Import"  # what the label says comes first


def test_search_leads_to_the_form_of_an_act(site):
    html = site.clients["home"].get("/leek/search/", {"q": "add player"}).content.decode()
    assert 'href="/leek/squads/crown-a/?open=register#register"' in html


@pytest.mark.parametrize(("page", "acts"), [
    ("/leek/players/", ["/leek/squads/", "/leek/imports/new/players/rows/"]),
    ("/leek/teams/", ["/leek/teams/new/", "/leek/imports/new/teams/rows/"]),
    ("/leek/teams/?show=venues", ["/leek/venues/new/", "/leek/imports/new/venues/rows/"]),
])  # fmt: skip
def test_lists_lead_the_secretary_to_add_one_or_several(site, page, acts):
    html = site.clients["secretary"].get(page).content.decode().partition("<h1>")[2]
    assert [act for act in acts if f'"{act}"' not in html] == []


def test_whoever_is_offered_a_page_may_open_it(site):
    for who in PRINCIPALS:
        client = site.clients[who]
        user = client.get("/leek/").context["user"]
        for page in SIGNPOSTS:
            address = page.address(user, site.ours.league)
            if address:
                response = client.get(address)
                assert response.status_code in {200, 302}, (who, page.label, response.status_code)
                assert "/accounts/login/" not in response.headers.get("Location", ""), (who, page.label)


def test_no_two_places_have_one_label():
    assert len({page.label for page in SIGNPOSTS}) == len(SIGNPOSTS)


def test_old_addresses_lead_to_where_things_are(site):
    client = site.clients["nobody"]
    for old, new in (
        ("fixtures/2026-11/", "fixtures/?month=2026-11-01&view=month"),
        ("fixtures/2026-11-02/share/", "fixtures/2026-11-02/?view=share"),
        ("fixtures/2026-11-02/player/", "fixtures/2026-11-02/#player"),
        ("fixtures/teams/crown-a/", "fixtures/?team=crown-a"),
        ("seasons/2025-26/fixtures/grid/division-one/", "fixtures/?season=2025-26&division=division-one&view=grid"),
    ):
        assert client.get(f"/leek/{old}").headers["Location"] == f"/leek/{new}"
    shared = client.get(reverse("press", args=["leek"])).headers["Location"]
    assert re.fullmatch(r"/leek/fixtures/\d{4}-\d\d-\d\d/\?view=share", shared)
    assert "Report for the paper" in client.get(shared).content.decode()

    # The page for the technically minded names to each what they may open.
    seen = {who: site.clients[who].get("/leek/settings/technical/").content.decode() for who in ("nobody", "secretary")}
    assert ["Webhooks" in html for html in seen.values()] == [False, True]
    assert ["Results feed" in html for html in seen.values()] == [True, True]


def tabs(response) -> list[tuple[str, bool]]:
    return [(tab.label, tab.here == "page") for tab in response.context["nav"].tabs]


def test_page_with_a_main_act_keeps_its_tabs_where_the_form_is_refused(site):
    secretary = site.clients["secretary"]
    for name in ("new-adjustment", "invite-person", "new-team", "new-venue", "new-honour", "honours-lines"):
        address = reverse(name, args=["leek"])
        refused = secretary.post(address)
        assert refused.status_code == 422, name
        page = secretary.get(address, follow=True)
        assert tabs(refused) == tabs(page) != [], name
        assert page.content.count(b'<summary class="button">') == 1, name  # the main act looks the same on all
