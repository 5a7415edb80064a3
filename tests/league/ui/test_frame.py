"""The frame of every page: light or dark, the way about, the error pages, and what a strict policy forbids."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django_scopes import scopes_disabled

from league.base.ui.static_files import CSS
from league.pages.navigation import SHELVES
from league.teams.choices import RoleKind
from tests.factories import make_league, make_role, make_team, make_user

TEMPLATES = Path(settings.BASE_DIR) / "templates"
HTML = sorted(path for path in TEMPLATES.rglob("*.html") if path.parent.name not in {"email", "mail"})
pytestmark = pytest.mark.django_db


# --- on paper ---------------------------------------------------------------------------------------------------------
def test_every_page_of_a_league_says_on_paper_when_it_was_correct(evening, client):
    paths = (
        "",
        "table/",
        "fixtures/",
        "averages/",
        "players/",
        f"{evening.fixture.first_date}/{evening.fixture.slug}/",
    )
    pages = {path: client.get(f"/leek/{path}").content.decode() for path in paths}
    line = r'<p class="only-print">[^<]+\.\s+Correct at \w{3} \d+ \w{3}, [\d.]+[ap]m\.'
    assert [path for path, page in pages.items() if not re.search(line, page)] == []


def test_on_paper_are_no_links_to_other_pages_and_no_line_of_a_card_on_two_sheets():
    hidden, _, rest = (CSS / "print.css").read_text().partition("display: none !important")
    assert re.search(r"^ +nav,$", hidden, re.MULTILINE)
    assert re.search(r"^ +\.tabs,$", hidden, re.MULTILINE)
    assert re.search(r"\.sheet__line \{\s+break-inside: avoid", rest)


# --- light and dark ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_theme_is_kept_in_a_cookie_and_shown(client, theme):
    response = client.post(reverse("theme"), {"theme": theme, "next": "/help/"})
    assert response["Location"] == "/help/"
    assert f'<html lang="en-GB" data-theme="{theme}">' in not_found(client)


def test_theme_is_forgotten_on_request(client):
    client.post(reverse("theme"), {"theme": "dark"})
    client.post(reverse("theme"), {"theme": "auto"})
    assert '<html lang="en-GB">' in not_found(client)


def test_theme_cookie_cannot_write_on_the_page(client):
    client.cookies["theme"] = '"><script>'
    assert '<html lang="en-GB">' in not_found(client)


def test_theme_leads_to_no_other_site(client):
    response = client.post(reverse("theme"), {"theme": "dark", "next": "https://example.com/"})
    assert response["Location"] == "/"


def test_theme_is_chosen_by_sending_a_form_only(client):
    assert client.get(reverse("theme")).status_code == 405


def not_found(client) -> str:
    response = client.get("/m/no-such-code/at-all/")
    assert response.status_code == 404
    return response.content.decode()


# --- the way about ----------------------------------------------------------------------------------------------------
def links(html: str) -> list[str]:
    """The words of the bar of links."""
    bar = html.split('<ul class="nav__list">')[1].split("<details", maxsplit=1)[0]
    return re.findall(r">([^<>]+)</a>", bar)


OF_A_TEAM = {RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN, RoleKind.PLAYER, RoleKind.SCORER}


def page_for(client, kind: RoleKind | None) -> str:
    """A page of the league that anybody may open, seen in a role (None: not signed in)."""
    with scopes_disabled():
        league = make_league(public=True, keeps_money=True)
        team = make_team(league)
        if kind:
            user = make_user("Harry Goy")
            make_role(user, league, kind, team if kind in OF_A_TEAM else None)
            client.force_login(user)
    return client.get(f"/{league.slug}/no-such-team/").content.decode()


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (None, ["Tonight", "Table", "Fixtures", "Averages"]),
        (RoleKind.CAPTAIN, ["Your match", "Table", "Fixtures", "Squad"]),
        (RoleKind.SECRETARY, ["Inbox", "Fixtures", "Table", "Season"]),
        (RoleKind.RESULTS_OFFICER, ["Inbox", "Fixtures", "Table", "Squads"]),
        (RoleKind.TREASURER, ["Money", "Fixtures", "Table", "Teams"]),
    ],
)
def test_bar_has_at_most_five_links_for_the_role(client, kind, expected):
    assert links(page_for(client, kind)) == expected


def test_page_says_who_is_signed_in_and_as_what(client):
    html = page_for(client, RoleKind.CAPTAIN)
    who = html[html.index('<p class="mast__who">') : html.index('<form class="mast__out')]
    assert re.sub(r"<[^>]+>", "", who).split() == [
        "Harry",
        "CaptainHarry",
        *["Goy,", "your", "account,", "captain", "of", "Crown", "A"],
    ]
    assert 'href="/me/?league=leek"' in who
    assert "Sign out" in html


def test_pages_of_an_account_are_drawn_in_the_only_league_of_the_person(client):
    page_for(client, RoleKind.CAPTAIN)
    html = client.get("/me/").content.decode()
    assert links(html) == ["Your match", "Table", "Fixtures", "Squad"]
    assert "captain of Crown A" in html


@pytest.mark.django_db
def test_pages_of_an_account_say_nothing_of_a_private_league_to_strangers(client):
    with scopes_disabled():
        league = make_league(slug="secret", name="The Secret League", public=False)
    assert league.name not in client.get("/accounts/login/?next=/secret/").content.decode()
    assert league.name not in client.get("/accounts/password/reset/?league=secret").content.decode()


@pytest.mark.parametrize("kind", RoleKind)
def test_phone_says_the_role(client, kind):
    label = "Cups" if kind is RoleKind.COORDINATOR else kind.label  # a longer one ran out of the masthead
    assert f'<span class="mast__office">{label}</span>' in page_for(client, kind)


def test_league_has_its_short_name_for_phones_and_a_long_one_smaller(client):
    with scopes_disabled():
        make_league(name="Leek & District Domino League", short_name="Leek & District", public=True)
    html = client.get("/leek/no-such-team/").content.decode()
    assert '<span class="mast__name mast__short mast__name--long">Leek &amp; District</span>' in html
    assert '<span class="mast__name mast__full">Leek &amp; District Domino League</span>' in html


def more(html: str) -> list[str]:
    """The words of the links behind More."""
    panel = html.split('<div class="nav__panel">')[1].split("</details>", maxsplit=1)[0]
    return [" ".join(words.split()) for words in re.findall(r"<a[^>]*>([^<>]+)</a>", panel)]


@pytest.mark.parametrize(
    ("kind", "headings", "most"),
    [
        (None, ["The league", "You"], 8),
        (RoleKind.PLAYER, ["The league", "You"], 9),
        (RoleKind.CAPTAIN, ["The league", "Your team"], 12),
        (RoleKind.TREASURER, ["The league", "Running the league"], 10),
        (RoleKind.RESULTS_OFFICER, ["The league", "Running the league"], 12),
        (RoleKind.SECRETARY, ["The league", "Running the league"], 15),
    ],
)
def test_more_is_short_and_under_headings(client, kind, headings, most):
    html = page_for(client, kind)
    assert re.findall(r'<p class="nav__heading">([^<]+)</p>', html) == headings
    assert len(more(html)) <= most
    assert len({*links(html), *more(html)}) == len(links(html)) + len(more(html))


def test_search_stands_in_more(client):
    assert '<form class="nav__search" role="search" action="/leek/search/"' in page_for(client, None)


def test_every_page_of_a_shelf_leads_to_the_others(client):
    with scopes_disabled():
        make_league(public=True)
    for path in (pages := [f"/leek/seasons/{query}" for query in ("", "?show=all-time", "?show=honours")]):
        html = client.get(path).content.decode()
        shelf = html.split('<ul class="shelf">')[1].split("</ul>")[0]
        assert re.findall(r'href="([^"]+)"', shelf) == pages
        assert re.findall(r'href="([^"]+)" aria-current="page"', shelf) == [path]
        assert re.search(r'aria-current="(page|true)">Seasons</a>', html)


def test_no_shelf_is_longer_than_a_phone_can_show():
    assert max(map(len, SHELVES)) <= 4


def test_administrator_with_an_office_has_their_link_in_more_on_a_phone(client):
    with scopes_disabled():
        league = make_league(public=True)
        make_role(user := make_user("Alex Moss", is_superuser=True), league, RoleKind.SECRETARY)
    client.force_login(user)
    html = client.get("/leek/no-such-team/").content.decode()
    assert '<p class="mast__out mast__full">' in html
    assert "Administration" in more(html)


def test_a_page_has_the_name_that_the_menu_gives_it(client):
    html = page_for(client, RoleKind.SECRETARY)
    for address, label in re.findall(
        r'<a\s+href="(/leek/[^"]+)"\s*>([^<]+)</a>', html.split('class="nav__group"', 1)[1].split("</details>")[0]
    ):
        heading = re.search(r"<h1>(.*?)</h1>", client.get(address).content.decode(), re.DOTALL)
        assert heading is not None
        assert heading[1].strip() == label


def test_stranger_is_offered_to_sign_in_and_come_back(client):
    assert "/accounts/login/?next=/leek/no-such-team/" in page_for(client, None)


# --- error pages ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["400", "403", "404", "unsent"])
def test_error_page_has_one_heading_and_a_way_on(rf, name):
    html = render_to_string(f"errors/{name}.html", {"site_name": "Double Six"}, rf.get("/"))
    assert html.count("<h1>") == 1
    assert 'href="/"' in html


def test_server_error_page_needs_no_database_and_no_context(django_assert_num_queries):
    with django_assert_num_queries(0):
        html = render_to_string("errors/500.html")
    assert html.count("<h1>") == 1
    assert "{{" not in html


# --- what a strict policy forbids -------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", HTML, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_template_has_nothing_inline(path):
    text = path.read_text()
    assert re.findall(r"<[^>]+\sstyle=|<style|\son[a-z]+=\"|javascript:", text) == []
    scripts = re.findall(r"<script[^>]*>", text)
    assert [tag for tag in scripts if "src=" not in tag and "application/json" not in tag] == []


def test_page_is_one_document_one_stylesheet_one_icon_and_the_script_for_no_signal(client):
    html = not_found(client)
    fetched = re.findall(r'<(?:link rel="(?:stylesheet|icon)"|script|img)[^>]*>', html)
    assert len(fetched) == 3
    assert [tag for tag in fetched if "<script" in tag] == ['<script type="module" src="/static/js/offline.js">']


def test_page_has_its_landmarks(client):
    html = not_found(client)
    marks = ("<header", '<main id="main"', "<footer", 'href="#main"')
    assert [mark in html for mark in marks] == [True] * 4


# --- the style page ---------------------------------------------------------------------------------------------------
def style_page(client) -> str:
    client.force_login(make_user("Margaret Heath", is_staff=True))
    response = client.get(reverse("style"))
    assert response.status_code == 200
    return response.content.decode()


def test_style_page_shows_every_component(client):
    """Or the frame does, which is around every page."""
    frame = "".join((TEMPLATES / "ui" / f"_{part}.html").read_text() for part in ("masthead", "nav", "who", "shelf"))
    shown = set(re.findall(r"[\w-]+", " ".join(re.findall(r'class="([^"]*)"', style_page(client) + frame))))
    hidden = {}
    for path in (*(CSS / "components").glob("*.css"), *(CSS / "screens").glob("*.css")):
        rules = re.sub(r"/\*.*?\*/|\{[^}]*\}", " ", path.read_text(), flags=re.DOTALL)
        hidden[path.stem] = set(re.findall(r"\.([a-z][\w-]+)", rules)) - shown
    assert hidden
    assert {name: missing for name, missing in hidden.items() if missing} == {}


def test_a_page_that_the_bar_has_is_not_marked_behind_more_too(client):
    page_for(client, None)
    averages = client.get("/leek/averages/").content.decode()
    assert "nav__more--here" not in averages
    assert "nav__more--here" in client.get("/leek/players/").content.decode()
