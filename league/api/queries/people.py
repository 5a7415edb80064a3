"""Teams, venues and players as the interface tells them: what their pages show to strangers, and nothing else."""

from datetime import date, datetime

from league.api.presenters.people import (
    ref,
    serialize_career,
    serialize_kind,
    serialize_member,
    serialize_outing,
    serialize_record,
    team_values,
)
from league.api.schemas import Ref
from league.api.schemas.people import (
    PlayerOut,
    TeamSeenOut,
    VenueOut,
)
from league.pages.queries.player_page import player_page
from league.pages.queries.team_page import team_page
from league.teams.models import Player, Team, Venue


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
