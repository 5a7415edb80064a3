"""What strangers must not read: private leagues, other leagues' rows, contacts, and anybody under 18."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.results.choices import SentFor
from league.schedule.models import Fixture
from league.teams.choices import RoleKind
from league.teams.models import League, Player, Team, Venue
from tests.factories import make_role, make_user
from tests.seeds import by_turns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pages_unnoted")]

# A value for each kind of thing in an address; what it names need not exist.
STAND_INS = {
    "slug": "x",
    "sheet": "teams",
    "day": "2026-09-07",
    "month": "2026-09",
    "int": "1",
    "str": "x",
    "uuid": "x",
}


def addresses(slug: str) -> Iterator[str]:
    """Every address within a league, with something in the place of each name."""
    for pattern in get_resolver().url_patterns:
        if str(pattern.pattern).startswith("<slug:league>/"):
            for path in _below(pattern):
                yield f"/{slug}/" + re.sub(r"<(\w+):\w+>", lambda found: STAND_INS[found[1]], path)


def _below(pattern: URLResolver | URLPattern, path: str = "") -> Iterator[str]:
    for each in pattern.url_patterns:
        here = f"{path}{each.pattern}"
        yield from _below(each, here) if isinstance(each, URLResolver) else [here]


@pytest.fixture
def evening(evening):
    evening.send(SentFor.HOME)
    return evening


def public_pages(league: League) -> list[str]:
    """Every public page with something of this league on it."""
    with scope(league=league):
        rows = [*Fixture.objects.all(), *Team.objects.all(), *Venue.objects.all(), *Player.objects.all()]
        found = [row.get_absolute_url() for row in rows]
    words = ("", "table/", "seasons/", "fixtures/", "teams/", "players/", "venues/", "rule-book/", "search/?q=crown")
    return [*(f"/{league.slug}/{word}" for word in words), f"/{league.slug}/table/division-one/", *found]


def read(league: League) -> str:
    client = Client()
    pages = [client.get(path) for path in public_pages(league)]
    return "\n".join(page.content.decode() for page in pages if page.status_code == 200)


# --- private leagues --------------------------------------------------------------------------------------------------
def test_private_league_does_not_exist_for_strangers(client, evening):
    """Each address asks them to sign in, keeps what they typed or has no page, as it does under any other word."""
    League.objects.update(public=False)
    paths = list(addresses("leek"))
    assert len(paths) > 60
    typed = {"data": {"name": "Kim Bell"}, "headers": {"referer": "http://testserver/leek/"}}
    for path in by_turns(paths, 3):
        for ask, given in ((client.get, {}), (client.post, {}), (client.post, typed)):
            hidden, missing = ask(path, **given), ask(path.replace("/leek/", "/nosuch/", 1), **given)
            led = missing.get("Location", "").replace("nosuch", "leek")
            assert (path, hidden.status_code, hidden.get("Location", "")) == (path, missing.status_code, led)
            assert hidden.status_code in {302, 403, 404}
            assert hidden.status_code != 302 or led.startswith("/accounts/login/?next=")


def test_private_league_is_not_betrayed_by_its_404(client, evening):
    League.objects.update(public=False)
    hidden, missing = client.get("/leek/table/"), client.get("/nosuch/table/")
    assert "Leek" not in hidden.content.decode()
    assert hidden.content.replace(b"leek", b"nosuch") == missing.content


def test_private_league_is_there_for_its_people(client, evening):
    League.objects.update(public=False)
    client.force_login(evening.home)
    assert client.get("/leek/table/").status_code == 200
    client.force_login(make_user("Nosey Parker"))
    assert client.get("/leek/table/").status_code == 404


def test_private_leagues_codes_open_the_card_at_most(client, evening):
    code = evening.fixture.code
    assert client.get(f"/m/{code}/").status_code == 302
    League.objects.update(public=False)
    assert client.get(f"/m/{code}/")["Location"] == f"/m/{code}/send/"
    League.objects.update(cards_by_code=False)
    assert client.get(f"/m/{code}/").status_code == 404


# --- people -----------------------------------------------------------------------------------------------------------
def test_no_public_page_has_a_contact(evening):
    with scopes_disabled():
        User.objects.update(phone="01538 372999")
    seen = read(evening.small.league)
    assert seen.count("Crown A") > 20
    assert "372999" not in seen
    assert "@example.org" not in seen


def test_nobody_under_18_is_named_or_linked_or_listed(client, evening):
    minors = list(Player.objects.filter(name__endswith="PlayerA"))
    for number, player in enumerate(minors):
        player.name, player.slug, player.under_18 = f"Wilfred Minor{number}", f"wm-{number}", True
        player.save()
    seen = read(evening.small.league)
    assert len(minors) == 4
    assert "W M" in seen
    assert "Wilfred" not in seen
    assert "Minor" not in seen
    for player in minors:
        assert player.slug not in seen
        assert client.get(player.get_absolute_url()).status_code == 404


def test_page_of_somebody_under_18_is_for_people_of_the_league_and_no_search_engine(client, evening):
    player = Player.objects.order_by("pk").first()
    player.under_18 = True
    player.save()
    client.force_login(evening.home)
    seen = client.get(player.get_absolute_url())
    assert (seen.status_code, seen["X-Robots-Tag"]) == (200, "noindex")
    outsider = make_user("Harry Goy")
    client.force_login(outsider)
    assert client.get(player.get_absolute_url()).status_code == 404
    make_role(outsider, evening.small.league, RoleKind.RESULTS_OFFICER)
    assert client.get(player.get_absolute_url()).status_code == 200


def test_full_first_name_is_not_in_any_page_or_address_of_a_league_that_shows_initials(evening):
    for player in Player.objects.all():
        player.name = f"Bartholomew {player.name.split()[1]}"
        player.slug = f"b-{player.slug.split('-')[1]}-{player.pk}"
        player.save()
    assert "artholomew" not in read(evening.small.league)
