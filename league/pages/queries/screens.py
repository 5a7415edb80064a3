"""The television of a cookie, the league's televisions, and what one of them shows."""

from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.base.accounts.models import digest_of
from league.matchnight.queries.match_view import tonight_etag, tonight_of
from league.matchnight.queries.puzzles import puzzle_of_league
from league.pages.models import PubScreen, ScreenCode
from league.pages.presenters.puzzles import page_of
from league.pages.queries.match_lists import MatchLine, league_matches, match_lines
from league.results.queries.tables import divisions, tables
from league.schedule.choices import FixtureState
from league.schedule.queries.seasons import still_in
from league.teams.models import League
from league.teams.queries.noticeboard import sponsor_of
from scoring.play.puzzles import puzzle_of_day

COMING = 7  # matches
TWO_WEEKS = timedelta(days=14)


def code_of(digest: str, at: datetime) -> ScreenCode | None:
    return ScreenCode.objects.filter(digest=digest, until__gt=at).first()


def screen_of(cookie: str) -> PubScreen | None:
    if not cookie:
        return None
    with scopes_disabled():
        rows = PubScreen.objects.filter(digest=digest_of(cookie), revoked_at=None)
        screen: PubScreen | None = rows.select_related("league", "venue").first()
    return screen


def screens_of(league: League) -> QuerySet[PubScreen]:
    rows: QuerySet[PubScreen] = PubScreen.objects.filter(league=league, revoked_at=None)
    return rows.select_related("venue", "by").order_by("venue__name", "pk")


def screen_etag(screen: PubScreen, at: datetime) -> str:
    return f"{tonight_etag(screen.league, at)}-{int(at.timestamp()) // 60}"


def slides_of(screen: PubScreen, at: datetime) -> list[dict[str, Any]]:
    """Matches live at the pub, two to a slide; in a pause everything else."""
    matches = [each for each in tonight_of(screen.league, at).matches if each.fixture.venue_id == screen.venue_id]
    live = [each for each in matches if each.status == "live"]
    pairs = [live[place : place + 2] for place in range(0, len(live), 2)]
    if pairs:
        keys = ("-".join(str(each.fixture.pk) for each in pair) for pair in pairs)
        return [{"key": key, "kind": "match", "matches": pair} for key, pair in zip(keys, pairs, strict=True)]
    puzzle = _puzzle(screen.league, localdate(at))
    return [
        *([{"key": "tonight", "kind": "tonight", "title": "Tonight", "matches": matches}] if matches else []),
        *_tables(screen, at),
        {"key": "coming", "kind": "coming", "title": f"Next at {screen.venue}", "lines": _coming(screen, at)},
        {"key": "puzzle", "kind": "puzzle", "title": "What would you play?", "puzzle": puzzle},
        *([{"key": "sponsor", "kind": "sponsor"}] if sponsor_of(screen.league) else []),
    ]


def _tables(screen: PubScreen, at: datetime) -> list[dict[str, Any]]:
    shown = list(
        divisions().filter(still_in(localdate(at), "entries__"), entries__team__venue=screen.venue_id).distinct()
    )
    standings = tables(shown, at)
    return [
        {"key": f"table-{each.pk}", "kind": "table", "title": each.name, "table": standings[each.pk]}
        for each in shown
        if standings[each.pk].rows
    ]


def _puzzle(league: League, day: date) -> dict[str, Any]:
    own = puzzle_of_league(league, day)
    return page_of(puzzle_of_day(day)) if own is None else page_of(own, league=league.slug)


def _coming(screen: PubScreen, at: datetime) -> tuple[MatchLine, ...]:
    today = localdate(at)
    rows = league_matches(screen.league).filter(venue=screen.venue_id, date__gt=today, date__lte=today + TWO_WEEKS)
    ordered = rows.exclude(state__in=(FixtureState.VOID, FixtureState.POSTPONED)).order_by("date", "start_time", "pk")
    return match_lines(ordered[:COMING], at)
