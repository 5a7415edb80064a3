"""Matches, their results and cards as the API writes them."""

from datetime import UTC, datetime
from typing import Any

from league.exchange.schemas import Ref, exact
from league.exchange.schemas.fixtures import FixtureOut, ResultOut, ScoreOut, SideOut
from league.pages.presenters.match_lists import match_line
from league.results.choices import ResultState
from league.schedule.models import Entry, Fixture
from league.schedule.values.matches import starts_at
from scoring.card.outcome import Tally


def serialize_fixture(fixture: Fixture, at: datetime) -> FixtureOut:
    """One match of a list."""
    return FixtureOut(**fixture_values(fixture, at))


def fixture_values(fixture: Fixture, at: datetime) -> dict[str, Any]:
    division, competition, start = fixture.division, fixture.division.competition, starts_at(fixture)
    return {
        "code": fixture.code,
        "season": competition.season.slug,
        "competition": Ref(slug=competition.slug, name=competition.name),
        "division": Ref(slug=division.slug, name=division.name),
        "occasion": fixture.occasion,
        "week": fixture.week,
        "date": fixture.date,
        "first_date": fixture.first_date,
        "start_time": f"{fixture.start_time:%H:%M}",
        "starts_at": start.astimezone(UTC) if start else None,
        "venue": Ref(slug=fixture.venue.slug, name=fixture.venue.name),
        "home": _side(fixture.home),
        "away": _side(fixture.away or fixture.home),
        "state": fixture.state,
        "status": fixture.status.value,
        "result_state": result_state(fixture, at),
        "score": serialize_score(match_line(fixture, at).score),
        "version": fixture.version,
        "page": fixture.get_absolute_url(),
    }


def serialize_score(score: tuple[int, int] | None) -> ScoreOut | None:
    return ScoreOut(home=score[0], away=score[1]) if score else None


def result_state(fixture: Fixture, at: datetime) -> str | None:
    """Where its result stands; of a sealed card nobody is told."""
    result = getattr(fixture, "result", None)
    state = result.state_at(at) if result is not None else None
    return None if state in {None, ResultState.SEALED} else state.value


def _side(entry: Entry) -> SideOut:
    return SideOut(name=entry.name, team=None if entry.slug else entry.team.slug)


def serialize_result(tally: Tally) -> ResultOut:
    return ResultOut(
        kind=tally.kind.value,
        home_games=tally.home_games,
        away_games=tally.away_games,
        home_lines=tally.home_lines,
        away_lines=tally.away_lines,
        home_pegs=tally.home_pegs,
        away_pegs=tally.away_pegs,
        home_points=exact(tally.home_points),
        away_points=exact(tally.away_points),
        winner=tally.winner.value if tally.winner else None,
        both_lose=tally.both_lose,
        counts=tally.counts,
    )
