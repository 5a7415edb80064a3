"""A new fixture list, as a captain hears of it: that it is out, which version it is, and which own matches changed."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from league.accounts.models import User
from league.schedule.choices import ListMadeBy, ListState
from league.schedule.models import Entry, FixtureList, Season
from league.schedule.queries.lists import edition, read_matches
from league.schedule.queries.repair import handed_out
from league.teams.choices import RoleKind
from league.teams.models import League
from league.teams.permissions import roles_of
from scoring.season.schedule.edits import changes
from scoring.season.schedule.files import read_task
from scoring.season.schedule.task import Match
from scoring.season.schedule.words import Names

FRESH = timedelta(days=28)


@dataclass(frozen=True, slots=True)
class ListNews:
    """A list that came out lately. `changed` are the matches of these teams that were otherwise in the one before."""

    season: Season
    version: int
    at: datetime
    changed: tuple[str, ...]


def list_news(teams: Collection[int | None], at: datetime) -> ListNews | None:
    """The latest list, if it came out in the last four weeks and one of these teams is in its season.

    One query where there is none, and five where there is one.
    """
    rows = FixtureList.objects.defer("task", "locked", "clash").select_related("competition__season")
    fresh = rows.filter(state=ListState.PUBLISHED, published_at__gte=at - FRESH).order_by("-published_at").first()
    if fresh is None:
        return None
    entries = list(Entry.objects.filter(division__competition=fresh.competition_id))
    ours = {f"T{entry.pk}" for entry in entries if entry.team_id in teams}
    if not ours:
        return None
    last = _before(fresh)
    names = Names({f"T{entry.pk}": entry.name for entry in entries}, {}, {})
    found = changes(last, read_matches(fresh.matches)) if last else ()
    changed = tuple(
        change.words(names)
        for change in found
        if any(ours & {match.home, match.away} for match in (change.old, change.new) if match)
    )
    return ListNews(fresh.competition.season, edition(fresh), fresh.published_at, changed)


def _before(fresh: FixtureList) -> tuple[Match, ...]:
    """What a list took the place of: a mended one of the season as it was, any other of the list before it."""
    if fresh.how == ListMadeBy.REPAIR:
        return handed_out(read_task(fresh.task))
    rows = FixtureList.objects.filter(competition=fresh.competition_id, published_at__lt=fresh.published_at)
    last = rows.defer("task", "locked", "clash").order_by("-published_at").first()
    return read_matches(last.matches) if last else ()


def news_for(user: User, league: League, at: datetime) -> ListNews | None:
    """The same for the teams that somebody leads."""
    heads = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)
    return list_news({role.team_id for role in roles_of(user, league) if role.kind in heads}, at)
