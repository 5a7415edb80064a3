"""The television of a cookie, the league's televisions, and what one of them shows."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import QuerySet
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.base.accounts.models import digest_of
from league.matchnight.queries.match_view import MatchView, tonight_etag, tonight_of
from league.matchnight.queries.puzzles import puzzle_of_league
from league.pages.models import PubScreen, ScreenCode
from league.pages.presenters.match_lists import MatchLine, match_line
from league.pages.presenters.puzzles import PuzzlePage, page_of
from league.pages.queries.match_lists import league_matches
from league.results.presenters.standings import Standings
from league.results.queries.tables import divisions, tables
from league.schedule.choices import FixtureState
from league.teams.models import League
from league.teams.queries.noticeboard import sponsor_of
from scoring.play.puzzles import puzzle_of_day

COMING = 7  # matches
TWO_WEEKS = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class ScreenSlide:
    """One picture of the screen. Its `kind` is "match", "tonight", "table", "coming", "puzzle" or "sponsor"."""

    key: str
    kind: str
    matches: tuple[MatchView, ...] = ()
    title: str = ""
    table: Standings | None = None
    lines: tuple[MatchLine, ...] = ()
    puzzle: PuzzlePage | None = None


def code_of(digest: str, at: datetime) -> ScreenCode | None:
    """The code that a television has, until it runs out."""
    return ScreenCode.objects.filter(digest=digest, until__gt=at).first()


def screen_of(cookie: str) -> PubScreen | None:
    """The television that has this cookie, while it is paired; with its pub and league."""
    if not cookie:
        return None
    with scopes_disabled():
        rows = PubScreen.objects.filter(digest=digest_of(cookie), revoked_at=None)
        screen: PubScreen | None = rows.select_related("league", "venue").first()
    return screen


def screens_of(league: League) -> QuerySet[PubScreen]:
    """Those that are paired, by the name of the pub."""
    rows: QuerySet[PubScreen] = PubScreen.objects.filter(league=league, revoked_at=None)
    return rows.select_related("venue", "by").order_by("venue__name", "pk")


def screen_etag(screen: PubScreen, at: datetime) -> str:
    """Changes with every peg of the night, and every minute for all that is slower."""
    return f"{tonight_etag(screen.league, at)}-{int(at.timestamp()) // 60}"


def slides_of(screen: PubScreen, at: datetime) -> tuple[ScreenSlide, ...]:
    """What is shown in turn: matches being played at the pub, two to a slide; in a pause everything else."""
    here = [each for each in tonight_of(screen.league, at).matches if each.fixture.venue_id == screen.venue_id]
    live = [each for each in here if each.status == "live"]
    pairs = [tuple(live[place : place + 2]) for place in range(0, len(live), 2)]
    if pairs:
        return tuple(ScreenSlide("-".join(str(each.fixture.pk) for each in pair), "match", pair) for pair in pairs)
    return (
        *((ScreenSlide("tonight", "tonight", tuple(here), "Tonight"),) if here else ()),
        *_tables(screen, at),
        ScreenSlide("coming", "coming", title=f"Next at {screen.venue}", lines=_coming(screen, at)),
        ScreenSlide("puzzle", "puzzle", title="What would you play?", puzzle=_puzzle(screen.league, localdate(at))),
        *((ScreenSlide("sponsor", "sponsor"),) if sponsor_of(screen.league) else ()),
    )


def _tables(screen: PubScreen, at: datetime) -> tuple[ScreenSlide, ...]:
    """The divisions of the teams that play at the pub."""
    shown = list(divisions().filter(entries__team__venue=screen.venue_id, entries__withdrawn_on=None).distinct())
    standings = tables(shown, at)
    return tuple(
        ScreenSlide(f"table-{each.pk}", "table", title=each.name, table=standings[each.pk])
        for each in shown
        if each.pk in standings and standings[each.pk].rows
    )


def _puzzle(league: League, day: date) -> PuzzlePage:
    """The puzzle of the day, as on the league's home."""
    own = puzzle_of_league(league, day)
    return page_of(puzzle_of_day(day)) if own is None else page_of(own, league=league.slug)


def _coming(screen: PubScreen, at: datetime) -> tuple[MatchLine, ...]:
    today = localdate(at)
    rows = league_matches(screen.league).filter(venue=screen.venue_id, date__gt=today, date__lte=today + TWO_WEEKS)
    ordered = rows.exclude(state__in=(FixtureState.VOID, FixtureState.POSTPONED)).order_by("date", "start_time", "pk")
    return tuple(match_line(each, at) for each in ordered[:COMING])
