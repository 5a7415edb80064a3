"""Teams and players as the API writes them."""

from typing import Any

from league.api.schemas import Ref, exact
from league.api.schemas.people import (
    CareerOut,
    KindOut,
    OutingOut,
    PlayerListed,
    PlayerRef,
    RecordOut,
    SeasonLineOut,
    SquadMember,
    TeamOut,
)
from league.pages.presenters.player_page import Career, GameKind, ListedPlayer, PlayedMatch, SeasonLine
from league.teams.models import Player, Registration, Team, Venue
from scoring.season.stats.outings import OutingRecord


def ref(row: Team | Venue) -> Ref:
    return Ref(slug=row.slug, name=row.name)


def serialize_team(team: Team) -> TeamOut:
    """A team; needs its venue and league."""
    return TeamOut(**team_values(team))


def team_values(team: Team) -> dict[str, Any]:
    return {
        "slug": team.slug,
        "name": team.name,
        "active": team.active,
        "venue": ref(team.venue),
        "start_time": f"{team.start_time:%H:%M}",
        "colours": [each for each in (team.colour, team.second_colour) if each],
        "page": team.get_absolute_url(),
    }


def serialize_member(each: ListedPlayer) -> SquadMember:
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


def serialize_career(career: Career) -> CareerOut:
    return CareerOut(
        total=serialize_record(career.total),
        kinds=[serialize_kind(each) for each in career.kinds],
        seasons=[_season(each) for each in career.seasons],
        cups=serialize_record(career.cups),
    )


def _season(line: SeasonLine) -> SeasonLineOut:
    return SeasonLineOut(
        season=Ref(slug=line.season.slug, name=line.season.name),
        teams=[ref(each) for each in line.teams],
        record=serialize_record(line.record),
    )


def serialize_kind(kind: GameKind) -> KindOut:
    return KindOut(kind=kind.noun, record=serialize_record(kind.record))


def serialize_outing(played: PlayedMatch) -> OutingOut:
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
