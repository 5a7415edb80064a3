"""A screen's code, who may confirm it, what the screen shows then, and that its cookie opens nothing else."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.utils.timezone import localdate
from django_scopes import scope, scopes_disabled

from league.pages.actions import CODE_LIFETIME
from league.pages.models import PubScreen, ScreenCode
from league.pages.views.screens import CODES, GUESSES
from league.schedule.models import Fixture
from tests.league.live.phones import phone_of
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME, make_evening

FOLDER = Path(__file__).parents[3] / "static"
NEW, SCREENS = "/leek/settings/screens/new/", "/leek/settings/screens/"


@pytest.fixture
def evening(db):
    with scopes_disabled(), time_machine.travel(CLOSING_TIME, tick=False):
        made = make_evening()
        Fixture.objects.filter(pk=made.fixture.pk).update(date=localdate(CLOSING_TIME))
        yield made


def code_on(screen: Client) -> str:
    page = screen.get("/tv/").content.decode()
    return re.findall(r'tv__letters">\s*(\w{3} \w{3})\s*<', page)[0]


def pairs(user, code: str, venue) -> int:
    return signed_in(user).post(NEW, {"code": code, "venue": venue.pk}).status_code


@pytest.fixture
def pub(evening):
    return evening.fixture.venue


@pytest.fixture
def screen(evening, pub) -> Client:
    """A television that the home captain has paired."""
    made = Client()
    assert pairs(evening.home, code_on(made).lower(), pub) == 302
    return made


def test_the_code_stays_until_it_runs_out(evening):
    screen = Client()
    first = code_on(screen)
    assert code_on(screen) == first
    assert re.fullmatch("[2-9A-HJ-NP-Z]{3} [2-9A-HJ-NP-Z]{3}", first)
    with time_machine.travel(CLOSING_TIME + CODE_LIFETIME, tick=False):
        assert code_on(screen) != first
        assert ScreenCode.objects.count() == 1


def test_a_captain_pairs_the_pub_of_their_own_team_and_no_other(evening, pub):
    screen, away = Client(), evening.fixture.away.team.venue
    assert pairs(evening.home, code_on(screen), away) == 422
    assert pairs(evening.home, code_on(screen), pub) == 302
    assert pub.name in screen.get("/tv/").content.decode()


def test_a_code_that_ran_out_or_is_no_code_pairs_nothing(evening, pub):
    code = code_on(Client())
    with time_machine.travel(CLOSING_TIME + CODE_LIFETIME, tick=False):
        answer = signed_in(evening.secretary).post(NEW, {"code": code, "venue": pub.pk})
    assert (answer.status_code, "No screen shows this code now." in answer.content.decode()) == (422, True)
    assert not PubScreen.objects.exists()


def test_a_visitor_has_so_many_codes_an_hour_whatever_cookies_they_make_up(evening):
    screen = Client()
    first = code_on(screen)
    for number in range(CODES.most - 1):
        code_on(Client(headers={"Cookie": f"screen={number}"}))
    assert Client(headers={"Cookie": "screen=more"}).get("/tv/").status_code == 429
    assert ScreenCode.objects.count() == CODES.most
    assert code_on(screen) == first


def test_codes_cannot_be_guessed_at_will(evening, pub):
    for _ in range(GUESSES.most):
        assert pairs(evening.secretary, "AAAAAA", pub) == 422
    answer = signed_in(evening.secretary).post(NEW, {"code": code_on(Client()), "venue": pub.pk})
    assert "Too many codes were tried from here." in answer.content.decode()
    assert not PubScreen.objects.exists()


def test_a_code_pairs_one_screen_once(evening, pub, screen):
    other = Client()
    code = code_on(other)
    assert pairs(evening.secretary, code, pub) == 302
    assert pairs(evening.secretary, code, pub) == 422


def test_it_follows_the_matches_of_its_pub_alone(evening, pub, screen):
    assert 'data-slide="tonight"' in screen.get("/tv/").content.decode()
    with scope(league=evening.small.league):
        elsewhere = Fixture.objects.exclude(venue=pub).select_related("home", "away").first()
        Fixture.objects.filter(pk=elsewhere.pk).update(date=localdate(CLOSING_TIME))
        phone = phone_of(evening.fixture, evening.home)
        phone.opens()
        phone.pegs(0, 8)
        phone.send()
    page = screen.get("/tv/").content.decode()
    assert re.findall('data-slide="([^"]+)"', page) == [str(evening.fixture.pk)]


def test_two_matches_are_side_by_side(evening, pub, screen):
    with scope(league=evening.small.league):
        second = Fixture.objects.exclude(pk=evening.fixture.pk).filter(away__isnull=False).order_by("pk")[0]
        Fixture.objects.filter(pk=second.pk).update(date=localdate(CLOSING_TIME), venue=pub)
        for fixture in (evening.fixture, type(second).objects.select_related(*RELATED).get(pk=second.pk)):
            phone = phone_of(fixture, evening.secretary)
            phone.opens()
            phone.pegs(0, 8)
            phone.send()
    page = screen.get("/tv/").content.decode()
    assert "tv__twin" in page
    assert len(re.findall("<section", page)) == 1


RELATED = ("league", "division__competition__season", "home__team", "away__team")


def test_a_pause_has_the_night_a_table_and_what_comes(evening, screen):
    page = screen.get("/tv/").content.decode()
    assert [each.partition("-")[0] for each in re.findall('data-slide="([^"]+)"', page)] == [
        "tonight",
        "table",
        "coming",
        "puzzle",
    ]
    assert len(re.findall(r"<section[^>]*\bhidden\b", page)) == 3


def test_a_pause_has_the_puzzle_of_the_day_and_where_its_answer_is(evening, screen):
    page = screen.get("/tv/").content.decode()
    address = re.search(r"The answer is at testserver(/play/puzzles/\d+/)", page)[1]
    answer = Client().get(address).content.decode()
    assert "today’s" in answer
    for tile in re.findall(r'<svg\s+class="domino[^>]*aria-label="([^"]+)"', page):
        assert f'aria-label="{tile}"' in answer


def test_without_modules_the_next_slide_is_an_address(evening, screen):
    page = screen.get("/tv/?slide=3").content.decode()
    assert 'data-next="/tv/?slide=0"' in page
    assert '<noscript><meta http-equiv="refresh" content="20; url=/tv/?slide=0"></noscript>' in page
    assert re.search(r'<script src="[^"]*next-slide', page)
    assert screen.get("/tv/?slide=99999999").status_code == 200


def test_its_part_is_asked_for_again_only_if_something_changed(evening, screen):
    first = screen.get("/tv/", headers={"HX-Request": "true"})
    again = screen.get("/tv/", headers={"HX-Request": "true", "If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    with time_machine.travel(CLOSING_TIME + timedelta(minutes=1), tick=False):
        later = screen.get("/tv/", headers={"HX-Request": "true", "If-None-Match": first["ETag"]})
    assert later.status_code == 200


def test_the_cookie_is_for_this_page_alone(evening, screen):
    cookie = screen.cookies["screen"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/tv/", True, "Lax")
    assert screen.get(SCREENS).status_code == 302
    with scopes_disabled():
        assert cookie.value not in str(PubScreen.objects.values_list().get())


def test_the_secretary_ends_it_and_it_shows_a_code_again(evening, screen):
    desk = signed_in(evening.secretary)
    assert "Paired by" in desk.get(SCREENS).content.decode()
    assert "Paired by" not in signed_in(evening.home).get(SCREENS).content.decode()
    with scopes_disabled():
        key = PubScreen.objects.get().pk
    assert signed_in(evening.home).post(f"{SCREENS}{key}/revocation/").status_code == 403
    assert desk.post(f"{SCREENS}{key}/revocation/").status_code == 302
    assert screen.get("/tv/", headers={"HX-Request": "true"}).content == b'<div data-site=""></div>'
    assert code_on(screen)


def test_the_way_to_the_code_leads_on_where_there_is_one_league(evening):
    answer = signed_in(evening.home).get("/tv/pair/?code=ABC234")
    assert answer["Location"] == f"{SCREENS}?code=ABC234"
    assert Client().get("/tv/pair/").status_code == 302


# --- televisions of ten years ago -------------------------------------------------------------------------------------
AFTER_ES5 = r"=>|`|\?\.|\?\?|\.\.\.|,\s*\)|\b(let|const|class|async|await|of|import|export|fetch|Promise)\b"
AFTER_2018 = r"\?\.|\?\?|&&=|\|\|=|\bstatic\b|#\w+\s*[=(;]|replaceChildren|replaceAll|\.at\(|flatMap|matchAll"


def script(name: str) -> str:
    """A script of the site without its comments."""
    return re.sub(r"//.*|/\*.*?\*/", "", (FOLDER / "js" / name).read_text())


def test_the_plain_script_is_read_by_any_browser_and_the_module_by_those_of_2018():
    assert re.findall(AFTER_ES5, script("next-slide.js")) == []
    imported = re.findall(r'from "\./([^"]+)"|import "\./([^"]+)"', script("live-night.js"))
    modules = ["live-night.js", *("".join(names) for names in imported)]
    assert sorted(modules) == ["crib-board.js", "live-night.js", "live/words.js"]
    assert [
        (name, re.findall(AFTER_2018, script(name))) for name in modules if re.findall(AFTER_2018, script(name))
    ] == []


def test_what_stands_in_a_grid_stands_somewhere_without_grids_too():
    """Chromium 53 knows flexible boxes, @supports and custom properties, but no grid and no logical sizes."""
    css = FOLDER / "css" / "screens"
    rules = "".join((css / name).read_text() for name in ("tv.css", "pub-screen.css"))
    gridded = re.findall(r"\n\s+(?:\.tv )?(\.tv__[\w-]+)[^{}]*\{[^}]*display: grid", rules)
    old = (css / "tv-old.css").read_text()
    assert "@supports not (display: grid)" in old
    assert {each for each in gridded if each not in old} == set()
    assert (
        re.findall(r"(?:inline|block)-(?:size|start|end)|gap:|place-|min\(|max\(|clamp\(|:where|:is\(|oklch", old) == []
    )
