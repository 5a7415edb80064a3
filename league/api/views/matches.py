"""Matches: lists of them, one with its card, and one as it is being pegged."""

from typing import Any

from ninja import Query, Router

from league.api.queries.fixtures import fixture_at, fixtures_matching, serialize_fixture, serialize_match
from league.api.queries.pagination import page_of
from league.api.schemas.base import Code, Listed, Slug
from league.api.schemas.fixtures import FixtureOut, FixturesAsked, LiveOut, MatchOut
from league.api.views.endpoint import ApiRequest
from league.api.views.operations import LEAGUE, reads
from league.live.queries.match_state import state_of

router = Router()
MATCHES = "Matches"
MATCH = f"{LEAGUE}/fixtures/{{slug:code}}"


@reads(router, f"{LEAGUE}/fixtures", Listed[FixtureOut], tag=MATCHES)
def list_fixtures(request: ApiRequest, league: Slug, asked: Query[FixturesAsked]) -> Any:
    """Matches in the order of the list, cup ties among them; byes are left out."""
    rows = fixtures_matching(request.league, asked)
    return page_of(rows, ["first_date", "code"], asked, lambda row: serialize_fixture(row, request.at), "fixtures")


@reads(router, MATCH, MatchOut, tag=MATCHES)
def get_fixture(request: ApiRequest, league: Slug, code: Code) -> Any:
    """One match with its result, its card and what became of it. Its ETag is what a write about it shows."""
    fixture = fixture_at(request.league, code)
    request.seen = f"{fixture.version}-"
    return serialize_match(fixture, request.at)


@reads(router, f"{MATCH}/live", LiveOut, tag=MATCHES, stamped=False)
def get_live(request: ApiRequest, league: Slug, code: Code) -> Any:
    """How a match stands that is pegged live. To be told of every peg, read the stream."""
    return state_of(fixture_at(request.league, code))
