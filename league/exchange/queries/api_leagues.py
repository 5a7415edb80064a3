"""Leagues, seasons, tables, cups, teams and players as the interface tells them: the values of the pages."""

from datetime import date, datetime

from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse

from league.cups.models import Cup
from league.cups.queries.catalogue import listed_cups
from league.cups.queries.cup_state import bracket_page, openday_page
from league.cups.queries.entries import distinct_names, entrants_in
from league.cups.values import has_stage
from league.exchange.presenters.leagues import (
    cup_values,
    player_ref,
    ref,
    serialize_career,
    serialize_group,
    serialize_kind,
    serialize_member,
    serialize_note,
    serialize_outing,
    serialize_part,
    serialize_record,
    serialize_row,
    team_values,
)
from league.exchange.schemas import Ref
from league.exchange.schemas.leagues import BracketOut, SeasonOut, TableOut
from league.exchange.schemas.people import AvailabilityOut, NightOut, PlayerOut, PlayerWordOut, TeamSeenOut, VenueOut
from league.matchnight.queries.links import settings_of
from league.matchnight.queries.nights import matches_of, picked_in, squad_players, team_nights
from league.pages.queries.player_page import player_page
from league.pages.queries.team_page import team_page
from league.results.queries.final_tables import table_shown
from league.results.queries.tables import divisions
from league.schedule.models import Season
from league.schedule.queries import current_season
from league.teams.models import League, Player, Team, Venue

CURRENT = "current"


def serialize_season(season: Season) -> SeasonOut:
    """A season as `seasons_of` finds it, with its divisions."""
    tables = [each for competition in season.competitions.all() for each in competition.divisions.all()]
    return SeasonOut(
        slug=season.slug,
        name=season.name,
        starts=season.starts,
        ends=season.ends,
        current=season.current,
        closed_at=season.closed_at,
        divisions=[Ref(slug=each.slug, name=each.name) for each in tables],
    )


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
        division=ref(division),
        rows=[serialize_row(each) for each in standings.rows],
        notes=[serialize_note(each) for each in standings.notes],
        rules=list(standings.rules),
        provisional=standings.provisional,
        disputed=standings.disputed,
        decided_at=final.at if final else None,
        corrected=[serialize_row(each) for each in final.now.rows] if final and final.now else None,
        page=reverse("season-table", args=[league.slug, season.slug, division.slug]),
    )


# --- cups -------------------------------------------------------------------------------------------------------------
def cups_in(season: Season) -> QuerySet[Cup]:
    return listed_cups().filter(division__competition__season=season)


def serialize_bracket(season: Season, slug: str, at: datetime) -> BracketOut:
    """A cup as it stands at a moment; Http404 if there is none of that address."""
    cup = cups_in(season).filter(division__competition__slug=slug).first()
    if cup is None:
        raise Http404("There is no such cup in this season.")
    board = bracket_page(cup, at)
    groups = openday_page(cup, at).groups if has_stage(cup) else ()
    return BracketOut(
        **cup_values(cup),
        entered=[] if board or groups else list(distinct_names(entrants_in(cup)).values()),
        parts=[serialize_part(each) for each in board.pictures] if board else [],
        groups=[serialize_group(each) for each in groups],
        winner=(board.winner if board else "") or None,
        plate_winner=(board.plate_winner if board else "") or None,
    )


def serialize_venue(venue: Venue) -> VenueOut:
    """A venue with the teams that play there now."""
    return VenueOut(
        slug=venue.slug,
        name=venue.name,
        address=venue.address,
        postcode=venue.postcode,
        map=venue.map_link,
        boards=venue.boards,
        teams=[ref(each) for each in venue.teams.all()],
        page=venue.get_absolute_url(),
    )


def serialize_whole_team(team: Team, at: datetime) -> TeamSeenOut:
    """A team with its place and squad of this season, as its page has them."""
    details = team_page(team, at)
    return TeamSeenOut(
        **team_values(team),
        division=Ref(slug=details.division.slug, name=details.division.name) if details.division else None,
        place=details.standing.row.place if details.standing else None,
        squad=[serialize_member(each) for each in details.squad],
        under_18=list(details.minors),
    )


def serialize_player(player: Player, on: date) -> PlayerOut:
    """A player's public record on a day."""
    details = player_page(player, on)
    return PlayerOut(
        slug=player.slug,
        name=player.public_name,
        team=ref(details.team) if details.team else None,
        season=Ref(slug=details.season.slug, name=details.season.name) if details.season else None,
        record=serialize_record(details.record),
        kinds=[serialize_kind(each) for each in details.kinds],
        form=list(details.form),
        matches=[serialize_outing(each) for each in details.matches],
        career=serialize_career(details.career),
        page=player.get_absolute_url(),
    )


def serialize_availability(team: Team, today: date) -> AvailabilityOut:
    """Who can play in each match to come, for whoever leads the team: seven queries, one where it does not ask."""
    if not settings_of(team).enabled:
        return AvailabilityOut(team=ref(team), items=[])
    matches, players = list(matches_of(team, today)), squad_players(team, today)
    words = team_nights(team, players, [each.date for each in matches if each.date])
    picked = picked_in(team, matches)
    return AvailabilityOut(
        team=ref(team),
        items=[
            NightOut(
                fixture=each.code,
                date=each.date,
                page=each.get_absolute_url(),
                players=[
                    PlayerWordOut(
                        player=player_ref(player),
                        answer=(word := words.of(player, each.date)).answer,
                        away=word.away,
                        picked=(each.pk, player.pk) in picked,
                    )
                    for player in players
                ],
            )
            for each in matches
            if each.date
        ],
    )
