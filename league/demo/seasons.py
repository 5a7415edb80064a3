"""The demonstration's seasons: set up by a secretary's actions, and those that are over played to their end.

Teams go up and down between seasons as the tables say, so that last year's table explains this year's divisions.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from random import Random

from league.accounts.models import User
from league.agm.actions import end_season
from league.agm.queries.honours import proposed_honours
from league.agm.queries.places import ends_of
from league.demo.cards import play_matches
from league.demo.dates import Calendar, moment
from league.demo.names import Naming
from league.demo.people import Club
from league.schedule.actions import (
    add_division,
    decide_placements,
    generate_fixtures,
    open_season,
    place_teams,
    start_season,
)
from league.schedule.actions.endings import PlacementDecision
from league.schedule.models import Division, Fixture, Season
from league.schedule.queries.seasons import league_competition
from league.standings.queries import tables
from league.teams.models import League, Team

Placing = Sequence[Sequence[Team]]


def set_up(league: League, naming: Naming, days: Calendar, placing: Placing, *, by: User) -> Season:
    """A season with its divisions, teams and list of matches, opened three weeks before its first night."""
    at = moment(days.nights[0] - timedelta(weeks=3), 19)
    season = start_season(
        league=league, name=days.name, starts=days.starts, halfway=days.halfway, ends=days.ends, by=by, at=at
    )
    competition = league_competition(season)
    last = len(naming.divisions) - 1
    divisions = [
        add_division(
            competition=competition, name=name, by=by, at=at, legs=naming.legs, promoted=naming.moving if rank else 0,
            relegated=naming.moving if rank < last else 0,
        )
        for rank, name in enumerate(naming.divisions)
    ]  # fmt: skip
    places = {team: division for division, teams in zip(divisions, placing, strict=True) for team in teams}
    place_teams(competition=competition, places=places, by=by, at=at)
    generate_fixtures(
        competition=competition, first=days.nights[0], without=days.without, by=by, at=at, draw=days.nights[0].year
    )
    return open_season(season=season, by=by, at=at)


def play_out(season: Season, clubs: Mapping[int, Club], random: Random) -> None:
    """Play a whole season, every card agreed."""
    play_matches(league_competition(season), matches_of(season), clubs, random)


def matches_of(season: Season, **which: object) -> list[Fixture]:
    """The matches of a season in the order of its list, byes left out, ready for a card; `which` narrows them."""
    teams = ("league", "division__competition__season", "home__team__league", "away__team__league", "venue")
    rows = Fixture.objects.filter(division__competition__season=season, away__isnull=False, **which)
    return list(rows.select_related(*teams).order_by("week", "division__rank", "pk"))


def hold_meeting(season: Season, naming: Naming, *, by: User) -> list[list[Team]]:
    """Close a season three weeks after its last day and decide who goes up and down; who plays where next season."""
    at = moment(season.ends + timedelta(weeks=3), 20)
    ends = ends_of(season, at)
    end_season(season=season, honours=proposed_honours(ends), by=by, at=at, reason="All matches were played")
    placing = next_placing(season, naming)
    to = {team.pk: end.division for end, teams in zip(ends, placing, strict=True) for team in teams}
    decided = [
        PlacementDecision(
            place.entry, place.proposed, to[place.entry.team_id], reason="" if place.to else "Decided by lot"
        )
        for end in ends
        for place in end.places
    ]
    decide_placements(season=season, decided=decided, by=by, at=at)
    return placing


def next_placing(season: Season, naming: Naming) -> list[list[Team]]:
    """Who is in which division next season, by the final tables."""
    divisions = list(
        Division.objects.filter(competition__season=season).select_related("competition__season").order_by("rank")
    )
    found = tables(divisions, moment(season.ends, 12))
    teams = {team.slug: team for team in Team.objects.filter(league=season.league_id).select_related("league", "venue")}
    order = [[teams[row.slug] for row in found[division.pk].rows] for division in divisions]
    for upper in range(len(order) - 1):
        down, up = order[upper][-naming.moving :], order[upper + 1][: naming.moving]
        order[upper][-naming.moving :], order[upper + 1][: naming.moving] = up, down
    return order
