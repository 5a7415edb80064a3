"""Teams, venues and players as the interface tells them: what their pages show to strangers, and nothing else."""

from datetime import date, datetime
from typing import Any

from league.api.schemas import Ref, exact
from league.api.schemas.people import (
    CareerOut,
    KindOut,
    OutingOut,
    PlayerListed,
    PlayerOut,
    PlayerRef,
    RecordOut,
    SeasonLineOut,
    SquadMember,
    TeamOut,
    TeamSeenOut,
    VenueOut,
)
from league.pages.queries.player_page import Career, GameKind, PlayedMatch, SeasonLine, player_page
from league.pages.queries.players import ListedPlayer
from league.pages.queries.team_page import team_page
from league.teams.models import Player, Registration, Team, Venue
from scoring.season.stats.outings import OutingRecord


def ref(row: Team | Venue) -> Ref:
    return Ref(slug=row.slug, name=row.name)


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


def serialize_team(team: Team) -> TeamOut:
    """A team; needs its venue and league."""
    return TeamOut(**_of_team(team))


def _of_team(team: Team) -> dict[str, Any]:
    return {
        "slug": team.slug,
        "name": team.name,
        "active": team.active,
        "venue": ref(team.venue),
        "start_time": f"{team.start_time:%H:%M}",
        "colours": [each for each in (team.colour, team.second_colour) if each],
        "page": team.get_absolute_url(),
    }


def serialize_whole_team(team: Team, at: datetime) -> TeamSeenOut:
    """A team with its place and squad of this season, as its page has them."""
    details = team_page(team, at)
    return TeamSeenOut(
        **_of_team(team),
        division=Ref(slug=details.division.slug, name=details.division.name) if details.division else None,
        place=details.standing.row.place if details.standing else None,
        squad=[_member(each) for each in details.squad],
        under_18=list(details.minors),
    )


def _member(each: ListedPlayer) -> SquadMember:
    return SquadMember(player=player_ref(each.player), record=serialize_record(each.record))


def player_ref(player: Player) -> PlayerRef:
    return PlayerRef(name=player.public_name, slug=None if player.under_18 else player.slug)


def serialize_listed_player(registration: Registration) -> PlayerListed:
    """A player in the list of those who may be named, with the team he belongs to."""
    return PlayerListed(
        slug=registration.player.slug,
        name=registration.player.public_name,
        team=ref(registration.team),
        page=registration.player.get_absolute_url(),
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
        kinds=[_kind(each) for each in details.kinds],
        form=list(details.form),
        matches=[_outing(each) for each in details.matches],
        career=_career(details.career),
        page=player.get_absolute_url(),
    )


def _career(career: Career) -> CareerOut:
    return CareerOut(
        total=serialize_record(career.total),
        kinds=[_kind(each) for each in career.kinds],
        seasons=[_season(each) for each in career.seasons],
        cups=serialize_record(career.cups),
    )


def _season(line: SeasonLine) -> SeasonLineOut:
    return SeasonLineOut(
        season=Ref(slug=line.season.slug, name=line.season.name),
        teams=[ref(each) for each in line.teams],
        record=serialize_record(line.record),
    )


def _kind(kind: GameKind) -> KindOut:
    return KindOut(kind=kind.noun, record=serialize_record(kind.record))


def _outing(played: PlayedMatch) -> OutingOut:
    night = played.night
    return OutingOut(
        fixture=played.fixture.code,
        on=night.on,
        won=night.won,
        lost=night.lost,
        lines=list(night.labels),
        cup=played.cup,
    )


def serialize_record(record: OutingRecord) -> RecordOut:
    share = exact(record.share) if record.share is not None else None
    return RecordOut(matches=record.matches, won=record.won, lost=record.lost, share=share)
