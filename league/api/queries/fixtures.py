"""Matches as the interface tells them: the lines of the pages' lists, and a match page's result, card and history."""

from datetime import datetime

from django.db.models import QuerySet
from django.http import Http404

from league.api.presenters.fixtures import fixture_values, serialize_match_card, serialize_result
from league.api.schemas.fixtures import (
    EventOut,
    FixturesAsked,
    MatchOut,
)
from league.pages.queries.match import match_page
from league.pages.queries.match_lists import league_matches
from league.schedule.models import Fixture
from league.schedule.queries import sides_of_team, whole_fixtures
from league.teams.models import League, Team


def fixtures_matching(league: League, query: FixturesAsked) -> QuerySet[Fixture]:
    """The matches that were asked for; without a season, those of the current one."""
    found = league_matches(league)
    season = {"slug": query.season} if query.season else {"current": True}
    of_season = {f"division__competition__season__{field}": value for field, value in season.items()}
    wanted = {
        "division__competition__slug": query.competition,
        "division__slug": query.division,
        "venue__slug": query.venue,
        "state": query.state,
        "date__gte": query.since,
        "date__lte": query.until,
    }
    found = found.filter(**of_season, **{field: value for field, value in wanted.items() if value is not None})
    if query.team is not None:
        team = Team.objects.filter(slug=query.team).first()
        found = found.filter(sides_of_team(team)) if team else found.none()
    return found


def fixture_at(league: League, code: str) -> Fixture:
    """The match with this code, whole; a bye is none. Http404 if there is none in this league."""
    rows = whole_fixtures().select_related("result__submission")
    found: Fixture | None = rows.filter(league=league, code__iexact=code, away__isnull=False).first()
    if found is None:
        raise Http404("There is no match with this code.")
    return found


def serialize_match(fixture: Fixture, at: datetime) -> MatchOut:
    """One match with all that its page shows; `fixture` as `fixture_at` finds it."""
    details = match_page(fixture, at)
    return MatchOut(
        **fixture_values(fixture, at),
        result=serialize_result(details.tally) if details.tally else None,
        card=serialize_match_card(details),
        remarked=details.allowed,
        history=[EventOut(at=each.at, words=each.words, reason=each.reason) for each in details.history],
    )
