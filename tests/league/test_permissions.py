"""Every address of the site by everybody, read and written, against one written table of who may.

A fifth of the addresses in each run of the gate, all of them in make prove.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPMethod, HTTPStatus
from threading import Event

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import Resolver404, URLResolver, get_resolver, resolve
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.documents.kinds import PaperAudience
from league.documents.models import Paper
from league.documents.pdf import response
from league.documents.pdf.process import DrawingProcess
from league.site.urls import LeagueAddresses
from league.teams.actions.people import end_role
from league.teams.choices import LEAGUE_WORDS, SITE_WORDS, RoleKind
from tests.factories import make_role
from tests.league.addresses import (
    ADMIN_MAY,
    ADMINS,
    API,
    CARD,
    EVERYBODY,
    FOLLOWING,
    LEAGUE,
    OPEN_BY_LINK,
    OPEN_SIGN_IN,
    OURS,
    PAGES,
    PRINCIPALS,
    Page,
    routes,
)
from tests.league.world import CLOSING_TIME, World, make_world
from tests.seeds import PROVING, by_turns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pages_unnoted", "refusals_bare")]
# What the administrator's pages and those for everybody do not tell apart is asked of some, and in make prove of all.
ASK_ADMINS = ("nobody", "secretary", "admin")
ASK_EVERYBODY = ("nobody", "stranger", "home", "secretary", "admin")
# Each may no more than somebody else: asked only where the table has another answer for them.
ALSO = {"stranger": "former", "guest": "guest secretary"}
CAPTAINS = {"home", "away", "other"}
REFUSALS = {HTTPStatus.FOUND, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND}


class Site:
    """Two leagues and everybody signed in."""

    def __init__(self) -> None:
        self.admin = User.objects.create_superuser("admin@example.org", "Ada Admin", "correct horse battery")
        self.ours = make_world("leek")
        self.theirs = make_world("dales", "Quagga")
        self.clients = {name: Client(raise_request_exception=True) for name in PRINCIPALS}
        for name, user in self._people().items():
            self.clients[name].force_login(user)
        with scope(league=self.ours.league):
            end_role(role=self._former.roles.get(), by=self.admin, at=CLOSING_TIME)

    def _people(self) -> dict[str, User]:
        small, other = self.ours.evening.small, self.theirs.evening.small
        self._former = User.objects.create_user("former@example.org", "Fred Former", "correct horse battery")
        stranger = User.objects.create_user("stranger@example.org", "Sid Stranger", "correct horse battery", demo=True)
        self.ours.pks["person"] = stranger.pk
        wary = User.objects.create_user("wary@example.org", "Wanda Wary")
        Authenticator.objects.create(user=wary, type=Authenticator.Type.RECOVERY_CODES, data={})
        with scopes_disabled():
            make_role(self._former, small.league, RoleKind.CAPTAIN, small.entries[0].team)
        return {
            "stranger": stranger,
            "home": small.captains[0],
            "away": small.captains[1],
            "other": small.captains[2],
            "guest": other.captains[0],
            "results": User.objects.get(email="leek.results@example.org"),
            "co-ordinator": User.objects.get(email="leek.cups@example.org"),
            "treasurer": User.objects.get(email="leek.treasurer@example.org"),
            "secretary": small.secretary,
            "guest secretary": other.secretary,
            "admin": self.admin,
            "former": self._former,
        }


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[Site]:
    """Made once for all these tests, which each put everything back."""
    media = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("cards"))
    with django_db_blocker.unblock(), media, time_machine.travel(CLOSING_TIME, tick=False), put_back():
        yield Site()


@contextmanager
def put_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def address(text: str, page: Page, world: World) -> str:
    """The address with the names of rows of that league in it."""
    names = (
        world.kwargs
        | world.matches[page.match]
        | {
            "token": world.invitation,
            "digest": "old",
            "key": "fives-threes:teesdale",
            "month": "2026-09",
            "head": 0,
            "rest": "x",
        }
    )
    names |= {part: world.kwargs[name] for part, name in page.swap.items()}
    names["pk"] = world.pks.get(page.pk, 0)
    if text.startswith("admin/"):
        return _admin_address(text)
    for part in [each.partition(">")[0] for each in text.split("<")[1:]]:
        text = text.replace(f"<{part}>", str(names[part.partition(":")[2]]), 1)
    return f"/{text}"


def _admin_address(text: str) -> str:
    """The address of the first row of its table."""
    app, _, rest = text.removeprefix("admin/").partition("/")
    table = rest.partition("/")[0]
    row = apps.get_model(app, table)._base_manager.first() if f"{app}/{table}" in ADMIN_MAY else None
    text = text.replace("<path:object_id>", str(row.pk if row else 1)).replace("<path:content_type_id>", "1")
    return "/" + re.sub(r"\^\(\?P<app_label>.*", "teams/", re.sub(r"\(\?P<url>.*", "nothing/", text))


def answer(client: Client, method: HTTPMethod, path: str) -> HttpResponse:
    if not path.endswith(".pdf"):  # which is drawn once for all who may see it
        cache.clear()  # how often somebody tried something is counted there
    signed_in = client.cookies.copy()
    with put_back():
        given = client.generic(method, path, "csrfmiddlewaretoken=x", "application/x-www-form-urlencoded")
    client.cookies = signed_in
    return given


def principals(text: str) -> tuple[str, ...]:
    if PROVING:
        return PRINCIPALS
    if text in ADMINS:
        return ASK_ADMINS
    page = PAGES[text]
    if page.who == EVERYBODY and not page.but:
        return ASK_EVERYBODY
    left_out = {name for name, other in ALSO.items() if page.expected(name) == page.expected(other)}
    if all({403, 405}.issuperset(page.expected(name)) for name in CAPTAINS):
        left_out |= CAPTAINS - {"home"}  # what is no captain's is refused to one of them
    return tuple(name for name in PRINCIPALS if name not in left_out)


def in_turn(page: Page, names: tuple[str, ...], method: HTTPMethod) -> dict[str, int]:
    """The answers that are asked for in this run: of those who get the same, some, who change by the run."""
    place = (HTTPMethod.GET, HTTPMethod.POST).index(method)
    by_answers: dict[tuple[int, int], list[str]] = {}
    for name in names:
        by_answers.setdefault(page.expected(name), []).append(name)
    return {
        name: answers[place]
        for answers, alike in by_answers.items()
        for name in by_turns(alike, one_of(answers, place))
    }


def one_of(answers: tuple[int, int], place: int) -> int:
    """Of how many who get the same answers one is asked for."""
    if answers[place] == HTTPStatus.METHOD_NOT_ALLOWED:  # which is said before anybody looks at who asks
        return len(PRINCIPALS)
    if place and REFUSALS.issuperset(answers):  # who is refused the page is refused what it sends
        return len(PRINCIPALS)
    return 8 if answers[place] == HTTPStatus.OK else 6


@pytest.mark.parametrize("text", by_turns(sorted(PAGES), 5))
def test_everybody_gets_the_answer_that_is_written(site, text):
    page = PAGES[text]
    path = address(text, page, site.ours)
    names = principals(text)
    for method in (HTTPMethod.GET, HTTPMethod.POST):
        wanted = in_turn(page, names, method)
        assert {name: answer(site.clients[name], method, path).status_code for name in wanted} == wanted


PAPERS = sorted(text for text, page in OURS.items() if text.endswith(".pdf") and "slug:made" not in text)


@pytest.mark.parametrize("text", PAPERS)
def test_every_paper_that_is_late_has_a_page_that_waits(site, text, monkeypatch, settings):
    """For whoever may have it; the drawing process is at something else, and stopped."""
    monkeypatch.setattr(response, "SOONEST", 0.0)
    settings.PAPER_PATIENCE = 0.0
    process = DrawingProcess()
    monkeypatch.setattr(response, "drawing_process", process)
    client = site.clients["secretary"]
    with occupied(process), put_back():
        waits = client.get(address(text, OURS[text], site.ours)).url
        assert waits.startswith("/leek/print/papers/")
        page = client.get(waits)
        assert (page.status_code, "Waiting to start" in page.content.decode()) == (200, True)
        with scopes_disabled():
            paper = Paper.objects.get(token=waits.split("/")[-2])
        code = 200 if paper.audience == PaperAudience.PUBLIC else 403
        assert site.clients["stranger"].get(waits).status_code == code


@contextmanager
def occupied(process: DrawingProcess) -> Iterator[None]:
    """While inside, its one thread waits."""
    over = Event()
    process._thread().submit(over.wait)
    try:
        yield
    finally:
        over.set()
        process.stop()


# Whoever may most here, a captain, and whose row it is.
INSIDERS = (
    ("secretary", "admin", "home", "guest", "guest secretary") if PROVING else ("secretary", "home", "guest secretary")
)
NAMES_A_ROW = re.compile("<(?!slug:league|slug:size|slug:labels|slug:digest|day:|month:|int:page)")


# Old addresses lead on, and look no row up.
LEADING_ON = {text for text, page in OURS.items() if page.get == HTTPStatus.MOVED_PERMANENTLY and "nobody" in page.who}
OF_ROWS = sorted(
    each
    for each in OURS.keys() - LEADING_ON
    if "<sheet:" not in each and each.startswith(LEAGUE) and NAMES_A_ROW.search(each)
)


@pytest.mark.parametrize("text", by_turns(OF_ROWS, 5))
def test_rows_of_another_league_do_not_exist_here(site, text):
    page = OURS[text]
    theirs = site.theirs.kwargs | {"league": site.ours.league.slug, "page": 1, "night": site.ours.kwargs["night"]}
    swapped = World(site.theirs.evening, theirs, site.theirs.pks, site.theirs.matches, "")
    path = address(text, page, swapped)
    given = {
        (name, method): answer(site.clients[name], method, path).status_code
        for name in INSIDERS
        for method in (HTTPMethod.GET, HTTPMethod.POST)
    }
    let_in = {each: code for each, code in given.items() if code not in {403, 404, 405}}
    assert let_in == {}
    assert {given[name, HTTPMethod.GET] for name in page.who & {"secretary", "home"}} <= {404, 405}


def test_the_address_of_a_refused_form_can_be_opened_again():
    """Whoever reloads or shares it is led to the form."""
    assert [text for text, page in PAGES.items() if page.post == 422 and page.get == 405] == []


def test_every_address_is_in_the_table_and_the_table_names_no_other():
    assert set(routes()) == set(PAGES)


def test_only_these_views_are_for_people_who_are_not_signed_in():
    """`login_not_required` on a view is the one thing that lets strangers in: each one is meant."""
    open_to_all = {text for text, entry in routes().items() if not getattr(entry.callback, "login_required", True)}
    assert open_to_all == {text for text in OURS if "nobody" in OURS[text].who} | OPEN_SIGN_IN | OPEN_BY_LINK


def test_whatever_changes_something_wants_a_token_against_forgery(site):
    """But for what is only kept in the browser, and what asks for a pass or token in a header, by whoever may most."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(site.admin)
    asked = by_turns(sorted(PAGES), 3)
    given = {text: answer(client, HTTPMethod.POST, address(text, PAGES[text], site.ours)) for text in asked}
    without = {"style/theme/", f"{LEAGUE}my-team/", f"{CARD}live/events/", f"{LEAGUE}unsubscribe/<str:token>/"}
    without |= {text for text in PAGES if text.startswith(API) and text != API}
    without |= {text for text in FOLLOWING if "/follow/" in text}
    without |= {f"{LEAGUE}paste/shared/"}  # which a phone sends, and which keeps nothing
    without |= {"texts/"}  # which the gateway of texts signs
    without |= {f"{LEAGUE}weekly/", f"{LEAGUE}weekly/stop/<str:token>/"}
    assert {text for text, each in given.items() if each.status_code != 403} == without & set(asked)


def first_words(patterns):
    """Those that a league or a team could have as its address: nobody's has a full stop in it."""
    words = {str(pattern.pattern).partition("/")[0] for pattern in patterns}
    return {word for word in words if not word.startswith("<") and "." not in word}


def test_no_league_or_team_can_take_an_address_of_the_site():
    site, league = set(), set()
    for pattern in get_resolver(settings.ROOT_URLCONF).url_patterns:
        inside = {"<slug:league>/": league, "": site}.get(str(pattern.pattern))
        if inside is None or not isinstance(pattern, URLResolver):
            site |= first_words([pattern])
        else:
            inside |= first_words(pattern.url_patterns)
    assert site - SITE_WORDS == set()
    assert league - LEAGUE_WORDS == {""}


def test_no_address_of_the_site_is_taken_for_one_of_a_league():
    assert resolve("/m/tonight/").url_name == "match-code"
    assert resolve("/leek/tonight/").url_name == "tonight"


def found(addresses, path):
    try:
        match = addresses.resolve(path)
    except Resolver404:
        return None
    return match.func, match.kwargs, match.url_name, match.route


@pytest.mark.parametrize("team", ["bell", "table", "season", "2026-11-24", "Table"])
def test_addresses_of_a_league_are_found_as_if_all_of_them_were_tried(team):
    (league,) = (each for each in get_resolver(settings.ROOT_URLCONF).url_patterns if isinstance(each, LeagueAddresses))
    one_by_one = URLResolver(league.pattern, league.url_patterns)
    samples = {"slug": team, "sheet": "teams", "day": "2026-11-24", "month": "2026-11", "int": "7"}
    for each in league.url_patterns:
        path = "leek/" + re.sub(r"<(\w+):\w+>", lambda part: samples.get(part[1], "x"), str(each.pattern))
        assert found(one_by_one, path) is not None
        for near in (path, path.rstrip("/"), f"{path}more/", path.replace("/", "//"), f"{path}\n"):
            assert found(league, near) == found(one_by_one, near)
