"""What programs are told of the site: robots.txt, sitemaps, a league's manifest, structured data, link previews."""

import json
import re
from datetime import date, timedelta

import pytest
import time_machine
from django.db.models import F
from django.test import Client, override_settings
from django.urls import get_resolver, reverse

from league.base.middleware import KEPT_PAGES
from league.schedule.actions.matches import postpone_fixture, rearrange_fixture
from league.schedule.models import Fixture
from league.teams.models import League, Team
from tests.factories import make_league
from tests.league.results.evening import CLOSING_TIME

pytestmark = pytest.mark.django_db
LONGEST = 65
LONG = "The Honourable Company of Domino Players at the Railway Arms"


def get(address, user=None, known=""):
    client = Client()
    with time_machine.travel(CLOSING_TIME - timedelta(days=3), tick=False):
        if user is not None:
            client.force_login(user)
        return client.get(address, headers={"If-None-Match": known} if known else {})


def text_of(address, **how):
    return get(address, **how).content.decode()


def meta(text, name):
    found = re.search(rf'<meta (?:name|property)="{name}" content="([^"]*)"', text)
    return found[1] if found else None


def places(text):
    return re.findall(r"<loc>http://testserver(.*?)</loc>", text)


def data_of(evening):
    text = text_of(evening.fixture.get_absolute_url())
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', text)
    return json.loads(found[1])["@graph"]


# --- robots.txt and sitemaps ------------------------------------------------------------------------------------------
@override_settings(DEMO=False)
def test_search_engines_are_led_to_public_pages_and_kept_from_heavy_ones(evening):
    text = text_of("/robots.txt")
    assert "Sitemap: http://testserver/sitemap.xml" in text
    for address in ("/accounts/", "/*/search/", "/*.pdf$", "/*/live/games/"):
        assert f"Disallow: {address}\n" in text
    assert meta(text_of("/leek/"), "robots") is None


@override_settings(DEMO=True)
def test_a_demonstration_asks_not_to_be_found():
    make_league()
    assert "Sitemap" not in text_of("/robots.txt")
    assert meta(text_of("/leek/"), "robots") == "noindex"


def test_sitemap_has_a_part_for_each_public_league(evening):
    make_league("dales", public=False)
    parts = places(text_of("/sitemap.xml"))
    assert parts == ["/sitemap-site.xml", "/leek/sitemap.xml"]
    assert get("/dales/sitemap.xml").status_code == 404


def test_sitemap_says_when_anything_was_last_done_in_a_league(evening, django_assert_num_queries):
    make_league("dales")  # in which nothing was done yet
    postpone_fixture(fixture=evening.fixture, reason="Flood", by=evening.small.secretary, at=CLOSING_TIME)
    with django_assert_num_queries(1):
        text = text_of("/sitemap.xml")
    assert f"/leek/sitemap.xml</loc><lastmod>{CLOSING_TIME.isoformat()[:10]}" in re.sub(r">\s+<", "><", text)
    assert "/dales/sitemap.xml</loc></sitemap>" in re.sub(r">\s+<", "><", text)


def test_whoever_has_the_index_of_sitemaps_is_told_when_it_has_changed(evening):
    known = get("/sitemap.xml")["ETag"]
    assert get("/sitemap.xml", known=known).status_code == 304
    postpone_fixture(fixture=evening.fixture, reason="Flood", by=evening.small.secretary, at=CLOSING_TIME)
    assert get("/sitemap.xml", known=known).status_code == 200


def test_every_address_of_the_sitemaps_opens(evening):
    text = text_of("/sitemap-site.xml") + text_of("/leek/sitemap.xml")
    addresses = places(text)
    assert evening.fixture.get_absolute_url() in addresses
    assert [each for each in addresses if get(each).status_code != 200] == []


def test_sitemap_says_when_a_match_changed(evening):
    postpone_fixture(
        fixture=evening.fixture, reason="Flood", by=evening.small.secretary,
        at=CLOSING_TIME - timedelta(days=4),
    )  # fmt: skip
    entry = f"<loc>http://testserver{evening.fixture.get_absolute_url()}</loc><lastmod>2026-09-03"
    assert entry in text_of("/leek/sitemap.xml")


def test_whoever_has_a_sitemap_of_a_league_is_told_when_it_has_changed(evening, django_assert_num_queries):
    known = get("/leek/sitemap.xml")["ETag"]
    with django_assert_num_queries(2):
        assert get("/leek/sitemap.xml", known=known).status_code == 304
    postpone_fixture(fixture=evening.fixture, reason="Flood", by=evening.small.secretary, at=CLOSING_TIME)
    assert get("/leek/sitemap.xml", known=known).status_code == 200


def test_manifest_puts_a_league_on_the_first_screen(evening):
    manifest = json.loads(text_of("/leek/site.webmanifest"))
    assert (manifest["start_url"], manifest["short_name"]) == ("/leek/", evening.small.league.short_name)
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    assert 'href="/leek/site.webmanifest"' in text_of("/leek/")
    assert "use-credentials" not in text_of("/leek/")


def test_manifest_of_a_private_league_is_asked_for_as_whoever_reads_it(evening):
    League.objects.update(public=False)
    assert 'crossorigin="use-credentials"' in text_of("/leek/", user=evening.home)
    assert get("/leek/site.webmanifest").status_code == 404


# --- one address, and what a link says --------------------------------------------------------------------------------
@pytest.mark.parametrize(("query", "kept"), [("?columns=all", ""), ("?page=2", "?page=2"), ("?page=1", ""), ("", "")])
def test_canonical_address_leaves_out_what_makes_no_other_page(evening, query, kept):
    text = text_of(f"/leek/players/{query}")
    assert re.findall(r'<link rel="canonical" href="([^"]*)"', text) == [f"http://testserver/leek/players/{kept}"]


@pytest.mark.parametrize(
    ("name", "more"),
    [
        *(("league-home", []), ("table", []), ("team", ["crown-a"]), ("fixtures", []), ("players", [])),
        *(("tonight", []), ("fixtures-night", [date(2026, 9, 7)]), ("cups", []), ("seasons", []), ("averages", [])),
    ],
)
def test_each_kind_of_page_says_what_it_is_where_a_link_to_it_is_shown(evening, name, more):
    text = text_of(reverse(name, args=["leek", *more]))
    assert 0 < len(meta(text, "og:title")) <= LONGEST
    assert meta(text, "og:description") == meta(text, "description")
    assert meta(text, "og:locale") == "en_GB"
    assert meta(text, "twitter:card")


def test_score_is_never_cut_from_a_link_to_a_match(evening):
    for team in Team.objects.all():
        team.entries.update(name=f"{LONG[:58]} {team.name[-1]}")
    title = meta(text_of(evening.fixture.get_absolute_url()), "og:title")
    assert len(title) <= LONGEST
    assert "\N{HORIZONTAL ELLIPSIS} v The Honourable" in title


# --- structured data --------------------------------------------------------------------------------------------------
def test_match_is_an_event_with_its_place_its_teams_and_its_league(evening):
    event, crumbs = data_of(evening)
    assert (event["@type"], event["startDate"]) == ("SportsEvent", "2026-09-07T20:00:00+01:00")
    assert event["eventStatus"].endswith("/EventScheduled")
    assert (event["homeTeam"]["name"], event["awayTeam"]["name"]) == ("Crown A", "Bell")
    assert event["location"]["name"] == str(evening.fixture.venue)
    assert event["organizer"]["name"] == evening.small.league.name
    assert [step["position"] for step in crumbs["itemListElement"]] == [1, 2, 3]


def test_match_without_a_date_keeps_the_one_it_had_and_a_moved_one_says_both(evening):
    fixture, by, at = evening.fixture, evening.small.secretary, CLOSING_TIME - timedelta(days=4)
    postpone_fixture(fixture=fixture, reason="Flood", by=by, at=at)
    event, _ = data_of(evening)
    assert event["eventStatus"].endswith("/EventPostponed")
    assert event["startDate"].startswith("2026-09-07")
    fixture = evening.fixture
    rearrange_fixture(fixture=fixture, date=date(2026, 9, 10), reason="Flood", by=by, at=at)
    event, _ = data_of(evening)
    assert event["eventStatus"].endswith("/EventRescheduled")
    assert (event["startDate"][:10], event["previousStartDate"][0][:10]) == ("2026-09-10", "2026-09-07")


def test_match_that_never_had_a_date_is_no_event(evening):
    Fixture.objects.filter(pk=evening.fixture.pk).update(date=None, state="postponed", put_up_on=F("first_date"))
    assert "application/ld+json" not in text_of(evening.fixture.get_absolute_url())


def test_no_name_can_end_the_element_of_the_data(evening):
    Team.objects.get(name="Bell").entries.update(name="</script><b>&")
    event, _ = data_of(evening)
    assert event["awayTeam"]["name"] == "</script><b>&"


# --- what a browser may keep ------------------------------------------------------------------------------------------
def test_pages_say_whose_they_are_and_which_may_be_kept(evening):
    address = reverse("your-match", args=["leek"])
    home, away = get(address, user=evening.home), get(address, user=evening.away)
    assert home["X-Keep"] == "yes"
    assert len({home["X-Reader"], away["X-Reader"], get("/leek/")["X-Reader"]}) == 3
    assert "X-Keep" not in get(reverse("contacts", args=["leek"]), user=evening.home)


def test_page_that_may_not_be_kept_is_not_made_a_second_time_for_the_worker(evening, client):
    """The key that is on the screen stays the one that counts, and so does what a passkey was asked."""
    client.force_login(evening.home)
    page = client.get(reverse("mfa_activate_totp"))
    again = client.get(reverse("mfa_activate_totp"), headers={"X-Keep": "ask"})
    assert (page.status_code, again.status_code) == (200, 204)
    assert client.session["mfa.totp.secret"] == page.context["form"].secret
    assert client.get(reverse("table", args=["leek"]), headers={"X-Keep": "ask"}).status_code == 200


def test_pages_that_may_be_kept_exist():
    names = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    assert KEPT_PAGES - names == set()
