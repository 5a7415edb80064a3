"""What pages take of the processor, as JSON lines: medians of one process, through every middleware. What a server of
the database takes besides is not in them.

The reference of each line is an empty view in the same run; `least_ms` is what others on the machine disturb least.
Beside three of our pages stand the same rows as a tutorial of Django would show them ("plain"): models and a template.
It makes its own database on the server of DATABASE_URL (SQLite in a file when that is not set) and takes it away again.
Two leagues: 12 teams with 132 matches played, and 40 teams in four divisions with twenty seasons behind them; each has
a cup, and a match tonight with a captain, and its secretary; its first game is pegged for the last lines. With the word
`forty` or `twelve` it is one of them alone.
"""

import gzip
import json
import os
import sys
import tempfile
from collections.abc import Callable
from datetime import date
from functools import partial
from io import BytesIO
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a file, from anywhere
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django
from django.conf import settings

TIMES = int(os.environ.get("TIMES", "101"))
SEASONS = 20
Site = Callable[..., Any]
Answer = tuple[int, dict[str, str], bytes]
PAGES = {
    "table": "table/",
    "front page": "",
    "fixtures": "fixtures/",
    "tonight": "fixtures/{tonight}/",
    "players": "players/",
    "team": "crown/",
    "averages": "averages/",
    "most improved": "averages/?show=improved",
    "team met others": "crown/?show=others",
    "cup": "cups/{season}/singles/",
    "calendar": "calendar.ics",
    "fixtures as a spreadsheet": "spreadsheets/matches.csv",
    "results as a spreadsheet": "spreadsheets/results.csv",
}
SIGNED_IN = {
    "your match": ("captain", "your-match/"),
    "first step of a card": ("captain", "{match}card/players/"),
    "inbox": ("secretary", "inbox/"),
    "season desk": ("secretary", "season/"),
}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
            settings.DATABASES["default"]["TEST"] = {"NAME": f"{folder}/bench.sqlite3"}
        settings.INSTALLED_APPS.remove("zeal")  # which looks at every row that tests read; no site has it
        settings.MIDDLEWARE.remove("tests.settings.pages_watched")
        django.setup()
        from django.db import connection

        name = connection.creation.create_test_db(verbosity=0)
        try:
            measure()
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)


def measure() -> None:
    from django.core.wsgi import get_wsgi_application
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SHOW join_collapse_limit")
            assert cursor.fetchone() != ("1",), "A server for tests plans as no site's does."
    settings.PAGES_KEPT = 300  # as a site has it, and tests have not
    site = get_wsgi_application()
    with_plain_pages()
    for slug, build in (("twelve", twelve_teams), ("forty", forty_teams_after_twenty_seasons)):
        if slug not in (sys.argv[1:] or slug):
            continue
        match, player = build(slug)
        named = evening_of(slug)
        addresses = {what: f"/{slug}/{path.format(**named)}" for what, path in PAGES.items()}
        others = {"match": match, "player": player, "player met others": f"{player}others/"}
        for what, path in (addresses | others).items():
            measure_page(site, slug, what, path)
        for what, (who, path) in SIGNED_IN.items():
            asked = partial(request, f"/{slug}/{path.format(**named)}", HTTP_COOKIE=named[who])
            found = answer(site, asked())
            assert found[0] == 200, (what, found)
            say(slug, f"{what}, drawn", site, asked, html_gz_bytes=len(gzip.compress(found[2])))
        for what in PLAIN:
            assert plain_rows(what, slug), f"There is nothing on the plain page of {what}."
            say(slug, f"{what}, plain", site, partial(request, f"/plain/{what}/{slug}/"))
        measure_page(site, slug, "review of a game", pegged_tonight(slug, named["match"]))


def measure_page(site: Site, slug: str, what: str, path: str) -> None:
    """As drawn for every change of it, as kept for everybody, and as a reader gets it who has it already."""
    from league.base.ui.cache import html_cache, page_cache

    def forgotten() -> dict[str, Any]:
        page_cache.clear()
        html_cache.clear()
        return request(path)

    status, headers, body = answer(site, request(path))
    assert status == 200, (what, path, status)
    say(slug, f"{what}, drawn", site, forgotten, html_gz_bytes=len(gzip.compress(body)))
    etag = headers.get("ETag")
    if etag is not None:
        say(slug, f"{what}, kept", site, partial(request, path))
        say(slug, f"{what}, not modified", site, partial(request, path, HTTP_IF_NONE_MATCH=etag))


# --- the same rows in plain Django ------------------------------------------------------------------------------------
ROWS = """<!DOCTYPE html><title>{{ title }}</title><table>
{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}
</table>"""


def plain_fixtures(league: str) -> Any:
    """The matches of the week that the page shows."""
    from league.schedule.models import Fixture

    season = Fixture.objects.filter(league__slug=league, division__competition__season__current=True)
    season = season.select_related("division", "home__team", "away__team", "venue", "result").order_by("date")
    week = season.last().date.isocalendar().week
    for each in season.filter(date__week=week):
        result = getattr(each, "result", None)
        yield each.date, each.division.name, each.home.team.name, each.away.team.name, each.venue.name, result or "v"


def plain_players(league: str) -> Any:
    """The first forty by games won, as on the page."""
    from django.db.models import Q, Sum

    from league.teams.models import Player

    now = Q(appearances__result__fixture__division__competition__season__current=True)
    won, lost = (Sum(f"appearances__{what}", filter=now) for what in ("won", "lost"))
    found = Player.objects.filter(league__slug=league).annotate(won=won, lost=lost).order_by("-won", "name")[:40]
    for each in found:
        yield each.name, each.won, each.lost


def plain_averages(league: str) -> Any:
    """Everybody of the top division by rate."""
    from django.db.models import F, Sum

    from league.results.models import Appearance

    season = Appearance.objects.filter(
        player__league__slug=league,
        result__fixture__division__competition__season__current=True,
        result__fixture__division__rank=1,
    )
    found = season.values("player__name", "team__name").annotate(won=Sum("won"), lost=Sum("lost"), pegs=Sum("pegs"))
    for each in found.annotate(rate=1.0 * F("won") / (F("won") + F("lost"))).order_by("-rate"):
        yield tuple(each.values())


PLAIN = {"fixtures": plain_fixtures, "players": plain_players, "averages": plain_averages}


def plain_rows(what: str, slug: str) -> list[Any]:
    from django_scopes import scopes_disabled

    with scopes_disabled():
        return list(PLAIN[what](slug))


def plain(_request: Any, what: str, slug: str) -> Any:
    from django.http import HttpResponse
    from django.template import Context, Template

    return HttpResponse(Template(ROWS).render(Context({"title": what, "rows": plain_rows(what, slug)})))


def with_plain_pages() -> None:
    """Add their addresses to those of the site."""
    from django.contrib.auth.decorators import login_not_required
    from django.urls import get_resolver, path

    get_resolver().url_patterns.insert(0, path("plain/<what>/<slug>/", login_not_required(plain)))


def twelve_teams(slug: str) -> tuple[str, str]:
    return league_of(slug, teams=12, size=12, seasons=0)


def forty_teams_after_twenty_seasons(slug: str) -> tuple[str, str]:
    return league_of(slug, teams=40, size=10, seasons=SEASONS)


def league_of(slug: str, *, teams: int, size: int, seasons: int) -> tuple[str, str]:
    """Make the league; the addresses of one match and one player."""
    from django.db import connection
    from django.utils.timezone import now
    from django_scopes import scope, scopes_disabled

    from league.operations.periodic import count_tables
    from league.schedule.models import Fixture
    from league.teams.models import Player
    from tests.factories import make_league
    from tests.played import make_clubs, play_season

    with scopes_disabled():
        league = make_league(slug)
        clubs = make_clubs(league, teams)
        for year in range(2026 - seasons, 2026):
            play_season(league, clubs, year=year, current=False, size=size)
        play_season(league, clubs, year=2026, size=size)
    if connection.vendor == "postgresql":  # what its housekeeping does within a minute, and the site for SQLite
        connection.cursor().execute("ANALYZE")
    else:
        count_tables(now())
    with scope(league=league):
        played = Fixture.objects.select_related("league", "home__team", "away__team").order_by("-pk")
        return played[0].get_absolute_url(), Player.objects.select_related("league").order_by("pk")[
            0
        ].get_absolute_url()


def evening_of(slug: str) -> dict[str, str]:
    """Tonight's match, a cup, and who is signed in: what stands in addresses, and the cookie of each person."""
    from django.test import Client
    from django.utils.timezone import localdate
    from django_scopes import scopes_disabled

    from league.schedule.models import Entry, Season
    from league.teams.choices import RoleKind
    from league.teams.models import Player
    from tests.factories import make_fixture, make_role, make_user
    from tests.league.cups.made import make_cup

    with scopes_disabled():
        season = Season.objects.select_related("league").get(league__slug=slug, current=True)
        home, away = Entry.objects.filter(division__competition__season=season).order_by("-pk")[:2]
        match = make_fixture(home, away, localdate(), week=99)
        make_cup(season, 32, played=2, players=list(Player.objects.filter(league=season.league).order_by("pk")[:32]))
        captain, secretary = make_user("Cass Captain"), make_user("Sim Secretary")
        make_role(captain, season.league, RoleKind.CAPTAIN, home.team)
        make_role(secretary, season.league, RoleKind.SECRETARY)
    cookies = {}
    for who, user in (("captain", captain), ("secretary", secretary)):
        client = Client()
        client.force_login(user)
        cookies[who] = f"sessionid={client.cookies['sessionid'].value}"
    there = match.get_absolute_url().removeprefix(f"/{slug}/")
    return {"tonight": match.date.isoformat(), "season": season.slug, "match": there, **cookies}


def pegged_tonight(slug: str, match: str) -> str:
    """The first game of tonight's match counted tile by tile, as a phone would have sent it; its address."""
    from django_scopes import scope

    from league.base.accounts.models import User
    from league.schedule.queries.matches import fixture_by_address
    from league.teams.models import League
    from tests.league.live.pegging import peg_game
    from tests.scoring.play.example import Recording

    day, sides = match.strip("/").split("/")
    with scope(league=League.objects.get(slug=slug)):
        fixture = fixture_by_address(date.fromisoformat(day), sides).fixture
        peg_game(fixture, 0, User.objects.get(name="Cass Captain"), how=Recording(tiles=True, deal=False))
        return fixture.address_of("live-game", 0, 1)


def request(path: str, **headers: str) -> dict[str, Any]:
    """A GET as the server hands it to Django."""
    return {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(),
        **headers,
    }


def answer(site: Site, asked: dict[str, Any]) -> Answer:
    seen: dict[str, Any] = {}
    response = site(asked, lambda status, headers: seen.update(status=status, headers=dict(headers)))
    body = b"".join(response)
    response.close()
    return int(seen["status"][:3]), seen["headers"], body


def say(league: str, what: str, site: Site, given: Callable[[], dict[str, Any]], **more: int) -> None:
    """The median of the page and of an empty view, taken in turns so that both meet the same machine."""
    pairs = [(took(site, given()), took(site, request("/healthz"))) for _ in range(TIMES)]
    page, empty = (median(times) for times in zip(*pairs, strict=True))
    line = {
        "bench": f"page: {what}, {league} teams",
        "database": settings.DATABASES["default"]["ENGINE"].rpartition(".")[2],
        "ms": round(page * 1000, 3),
        "least_ms": round(min(each for each, _ in pairs) * 1000, 3),
        "reference_ms": round(empty * 1000, 3),
        "ratio": round(page / empty, 2),
    }
    sys.stdout.write(json.dumps(line | more) + "\n")


def took(site: Site, environ: dict[str, Any]) -> float:
    started = process_time()
    response = site(environ, lambda _status, _headers: None)
    for _part in response:
        pass
    response.close()
    return process_time() - started


if __name__ == "__main__":
    main()
