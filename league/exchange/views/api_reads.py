"""What anybody may read: leagues, seasons, tables, teams, venues, players, cups and matches."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.timezone import localdate
from ninja import Query, Router

from league.exchange.permissions import leagues_for
from league.exchange.queries import api_answers as answers
from league.exchange.schemas import Asked as PartAsked
from league.exchange.schemas import Code, Listed, Season, Slug
from league.exchange.schemas.fixtures import DrawOut, FixtureOut, FixturesAsked, LiveOut, MatchOut
from league.exchange.schemas.leagues import (
    AvailabilityOut,
    BracketOut,
    CupOut,
    LeagueOut,
    PlayerListed,
    PlayerOut,
    SeasonOut,
    TableOut,
    TeamOut,
    TeamSeenOut,
    VenueOut,
)
from league.exchange.views.api_endpoint import LEAGUE, ApiRequest, reads, token_owner
from league.matchnight.permissions import may_pick
from league.matchnight.queries.match_state import state_of
from league.pages.queries.league import venues_of
from league.pages.queries.players import registrations_on
from league.results.queries.tables import seasons_of
from league.teams.models import League, Player, Team
from league.teams.permissions import require, roles_of
from league.teams.queries.squads import team_or_redirect

router = Router()
LEAGUES, TEAMS, PLAYERS, CUPS = "Leagues and tables", "Teams and venues", "Players", "Cups"


@reads(router, "/leagues", Listed[LeagueOut], tag=LEAGUES)
def list_leagues(request: ApiRequest, query: Query[PartAsked]) -> Any:
    """Every league that you may read, by address."""
    rows = League.objects.filter(leagues_for(request.token.user if request.token else None))
    return answers.page_of(rows.defer("rules"), ["slug"], query, "leagues", LeagueOut)


@reads(router, LEAGUE, LeagueOut, tag=LEAGUES)
def get_league(request: ApiRequest, league: Slug) -> Any:
    """One league."""
    return LeagueOut.from_orm(request.league)


@reads(router, f"{LEAGUE}/seasons", Listed[SeasonOut], tag=LEAGUES)
def list_seasons(request: ApiRequest, league: Slug, query: Query[PartAsked]) -> Any:
    """A league's seasons with their divisions, the latest first."""
    return answers.page_of(seasons_of(request.league), ["-starts", "slug"], query, "seasons", SeasonOut)


@reads(router, f"{LEAGUE}/seasons/{{slug:season}}", SeasonOut, tag=LEAGUES)
def get_season(request: ApiRequest, league: Slug, season: Season) -> Any:
    """One season with its divisions."""
    this_season = answers.season_at(request.league, season)
    return SeasonOut.from_orm(get_object_or_404(seasons_of(request.league), pk=this_season.pk))


@reads(router, f"{LEAGUE}/seasons/{{slug:season}}/divisions/{{slug:division}}/table", TableOut, tag=LEAGUES)
def get_table(request: ApiRequest, league: Slug, season: Season, division: Slug) -> Any:
    """A division's table, with the reason for every place."""
    return answers.serialize_table(request.league, season, division, request.at)


@reads(router, f"{LEAGUE}/teams", Listed[TeamOut], tag=TEAMS)
def list_teams(request: ApiRequest, league: Slug, query: Query[PartAsked]) -> Any:
    """Every team that the league has or had."""
    rows = Team.objects.filter(league=request.league).select_related("league", "venue")
    return answers.page_of(rows, ["slug"], query, "teams", TeamOut)


@reads(router, f"{LEAGUE}/teams/{{slug:team}}", TeamSeenOut, tag=TEAMS)
def get_team(request: ApiRequest, league: Slug, team: Slug) -> Any:
    """One team with its place and squad, also by an address that it had under an earlier name."""
    return answers.serialize_team(team_or_redirect(team).team, request.at)


@reads(router, f"{LEAGUE}/teams/{{slug:team}}/availability", AvailabilityOut, tag=TEAMS, token=True)
def get_availability(request: ApiRequest, league: Slug, team: Slug) -> Any:
    """Who can play in each match to come, for the team's captain and vice-captain."""
    this_team = get_object_or_404(Team.objects.select_related("league", "venue"), league=request.league, slug=team)
    require(may_pick(token_owner(request), this_team))
    return answers.serialize_availability(this_team, localdate(request.at))


@reads(router, f"{LEAGUE}/venues", Listed[VenueOut], tag=TEAMS)
def list_venues(request: ApiRequest, league: Slug, query: Query[PartAsked]) -> Any:
    """Every venue with the teams that play there."""
    rows = venues_of(request.league).select_related("league")
    return answers.page_of(rows, ["slug"], query, "venues", VenueOut)


@reads(router, f"{LEAGUE}/venues/{{slug:venue}}", VenueOut, tag=TEAMS)
def get_venue(request: ApiRequest, league: Slug, venue: Slug) -> Any:
    """One venue."""
    return VenueOut.from_orm(get_object_or_404(venues_of(request.league).select_related("league"), slug=venue))


@reads(router, f"{LEAGUE}/players", Listed[PlayerListed], tag=PLAYERS)
def list_players(request: ApiRequest, league: Slug, query: Query[PartAsked]) -> Any:
    """Everybody who belongs to a team today. Nobody under 18 is in it."""
    rows = registrations_on(request.league, localdate(request.at))
    return answers.page_of(rows, ["player__slug", "pk"], query, "players", PlayerListed, serialize=PlayerListed.of)


@reads(router, f"{LEAGUE}/players/{{slug:player}}", PlayerOut, tag=PLAYERS)
def get_player(request: ApiRequest, league: Slug, player: Slug) -> Any:
    """A player's public record. Of somebody under 18 only people of the league have one."""
    rows = Player.objects.filter(league=request.league, merged_into=None).select_related("league")
    this_player = get_object_or_404(rows, slug=player)
    if this_player.under_18 and not (request.token and roles_of(request.token.user, request.league)):
        raise Http404("There is no such player.")
    return answers.serialize_player(this_player, localdate(request.at))


@reads(router, f"{LEAGUE}/seasons/{{slug:season}}/cups", Listed[CupOut], tag=CUPS)
def list_cups(request: ApiRequest, league: Slug, season: Season, query: Query[PartAsked]) -> Any:
    """A season's cups."""
    rows = answers.cups_in(answers.season_at(request.league, season))
    return answers.page_of(
        rows, ["division__competition__slug"], query, "cups", CupOut, serialize=answers.serialize_cup
    )


@reads(router, f"{LEAGUE}/seasons/{{slug:season}}/cups/{{slug:cup}}", BracketOut, tag=CUPS)
def get_cup(request: ApiRequest, league: Slug, season: Season, cup: Slug) -> Any:
    """A cup with its bracket, or its groups."""
    return answers.serialize_bracket(answers.season_at(request.league, season), cup, request.at)


# --- matches ----------------------------------------------------------------------------------------------------------
MATCHES = "Matches"
MATCH = f"{LEAGUE}/fixtures/{{slug:code}}"


@reads(router, f"{LEAGUE}/fixtures", Listed[FixtureOut], tag=MATCHES)
def list_fixtures(request: ApiRequest, league: Slug, query: Query[FixturesAsked]) -> Any:
    """Matches in the order of the list, cup ties among them; byes are left out."""
    rows = answers.fixtures_matching(request.league, query)
    return answers.page_of(
        rows,
        ["first_date", "code"],
        query,
        "fixtures",
        FixtureOut,
        serialize=lambda row: answers.serialize_fixture(row, request.at),
    )


@reads(router, MATCH, MatchOut, tag=MATCHES)
def get_fixture(request: ApiRequest, league: Slug, code: Code) -> Any:
    """One match with its result, its card and what became of it. Its ETag is what a write about it shows."""
    fixture = answers.fixture_at(request.league, code)
    request.seen = f"{fixture.version}-"
    return answers.serialize_match(fixture, request.at)


@reads(router, f"{MATCH}/draw", DrawOut, tag=MATCHES)
def get_draw(request: ApiRequest, league: Slug, code: Code) -> Any:
    """Who plays on which line, where the rules have that drawn on the night, and everything to check it by."""
    return answers.serialize_draw(answers.fixture_at(request.league, code))


@reads(router, f"{MATCH}/live", LiveOut, tag=MATCHES, stamped=False)
def get_live(request: ApiRequest, league: Slug, code: Code) -> Any:
    """How a match stands that is pegged live. To be told of every peg, read the stream."""
    return state_of(answers.fixture_at(request.league, code))
