"""Leagues, seasons, tables, cups, teams and players as the interface tells them: the values of the pages."""

from datetime import date, datetime

from django.db.models import QuerySet
from django.http import Http404

from league.base.ui.converters import in_season
from league.cups.models import Cup
from league.cups.queries.catalogue import listed_cups
from league.cups.queries.cup_state import bracket_page, openday_page
from league.cups.queries.entries import distinct_names, entrants_in
from league.cups.values import has_stage
from league.exchange.schemas import Ref
from league.exchange.schemas.leagues import BracketOut, CupOut, NoteOut, RowOut, TableOut
from league.exchange.schemas.people import (
    AvailabilityOut,
    NightOut,
    OutingOut,
    PlayerOut,
    PlayerRef,
    PlayerWordOut,
    SquadMember,
    TeamOut,
    TeamSeenOut,
)
from league.matchnight.queries.links import settings_of
from league.matchnight.queries.nights import matches_of, picked_in, squad_players, team_nights
from league.pages.queries.players import player_page
from league.pages.queries.team import team_page
from league.results.queries.final_tables import table_shown
from league.results.queries.tables import divisions
from league.schedule.models import Season
from league.schedule.queries.matches import current_season
from league.teams.models import League, Player, Team

CURRENT = "current"


def season_at(league: League, slug: str) -> Season:
    """The season of that address, or the one that the league is in; else Http404."""
    season = current_season(league) if slug == CURRENT else Season.objects.filter(league=league, slug=slug).first()
    if season is None:
        raise Http404("There is no such season.")
    return season


def serialize_table(league: League, season_slug: str, division_slug: str, at: datetime) -> TableOut:
    """A division's table at a moment, or as it was decided when its season was closed; else Http404."""
    tabs = divisions(None if season_slug == CURRENT else season_slug)
    division = next((each for each in tabs if each.slug == division_slug), None)
    if division is None:
        raise Http404("There is no such division in this season.")
    standings, final = table_shown(division, at)
    season = division.competition.season
    return TableOut(
        league=league.slug,
        season=season.slug,
        division=Ref.from_orm(division),
        rows=[RowOut.of(each) for each in standings.rows],
        notes=[NoteOut.from_orm(each) for each in standings.notes],
        rules=list(standings.rules),
        provisional=standings.provisional,
        disputed=standings.disputed,
        decided_at=final.at if final else None,
        corrected=[RowOut.of(each) for each in final.now.rows] if final and final.now else None,
        page=in_season(league.slug, "table", season=season.slug, division=division.slug),
    )


# --- cups -------------------------------------------------------------------------------------------------------------
def cups_in(season: Season) -> QuerySet[Cup]:
    return listed_cups().filter(division__competition__season=season)


def serialize_cup(cup: Cup) -> CupOut:
    return CupOut(
        slug=cup.competition.slug,
        name=cup.name,
        season=cup.season.slug,
        kind=cup.kind,
        state=cup.state,
        entrants=cup.entered,  # type: ignore[attr-defined]  # annotated by listed_cups
        page=cup.get_absolute_url(),
    )


def serialize_bracket(season: Season, slug: str, at: datetime) -> BracketOut:
    cup = cups_in(season).filter(division__competition__slug=slug).first()
    if cup is None:
        raise Http404("There is no such cup in this season.")
    board = bracket_page(cup, at)
    groups = openday_page(cup, at).groups if has_stage(cup) else ()
    entered = [] if board or groups else list(distinct_names(entrants_in(cup)).values())
    winner, plate_winner = (board.winner or None, board.plate_winner or None) if board else (None, None)
    return BracketOut.model_validate(
        dict(serialize_cup(cup))
        | {"entered": entered, "parts": board.pictures if board else (), "groups": groups}
        | {"winner": winner, "plate_winner": plate_winner}
    )


# --- teams and players ------------------------------------------------------------------------------------------------
def serialize_team(team: Team, at: datetime) -> TeamSeenOut:
    details = team_page(team, at)
    return TeamSeenOut.model_construct(
        **dict(TeamOut.from_orm(team)),
        division=Ref.from_orm(details.division) if details.division else None,
        place=details.standing.row.place if details.standing else None,
        squad=[SquadMember.from_orm(each) for each in details.squad],
        under_18=list(details.minors),
    )


def serialize_player(player: Player, on: date) -> PlayerOut:
    details = player_page(player, on)
    return PlayerOut.model_validate(
        {
            "slug": player.slug,
            "name": player.public_name,
            "team": details.team,
            "season": details.season,
            "record": details.record,
            "kinds": details.kinds,
            "form": details.form,
            "matches": [OutingOut.of(each) for each in details.matches],
            "career": details.career,
            "page": player.get_absolute_url(),
        }
    )


def serialize_availability(team: Team, today: date) -> AvailabilityOut:
    """Who can play in each match to come, for whoever leads the team: seven queries, one where it does not ask."""
    answer = AvailabilityOut(team=Ref.from_orm(team), items=[])
    if not settings_of(team).enabled:
        return answer
    matches, players = list(matches_of(team, today)), squad_players(team, today)
    words = team_nights(team, players, [each.date for each in matches if each.date])
    picked = picked_in(team, matches)
    for match in matches:
        if (day := match.date) is None:
            continue
        night = NightOut(fixture=match.code, date=day, page=match.get_absolute_url(), players=[])
        for player in players:
            word, is_picked = words.of(player, day), (match.pk, player.pk) in picked
            named = PlayerRef.of(player)
            night.players.append(PlayerWordOut(player=named, answer=word.answer, away=word.away, picked=is_picked))
        answer.items.append(night)
    return answer
