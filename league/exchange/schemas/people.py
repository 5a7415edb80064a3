"""Teams, venues and players, as strangers may read them."""

from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING, Annotated

from ninja import Schema
from pydantic import Field

from league.exchange.schemas import HasPage, Points, Ref

if TYPE_CHECKING:
    from league.pages.queries.players import GameKind, ListedPlayer, PlayedMatch
    from league.teams.models import Player, Registration, Team, Venue


class VenueOut(HasPage):
    """A pub or club. `boards` is how many home matches it can hold on one night."""

    slug: str
    name: str
    address: str
    postcode: str
    map: str
    boards: int
    teams: list[Ref]
    page: str

    @staticmethod
    def resolve_map(venue: "Venue") -> str:
        return venue.map_link


class TeamOut(HasPage):
    """A team. `start_time` is when its home matches start, by the clock of the league's country."""

    slug: str
    name: str
    active: bool
    venue: Ref
    start_time: str
    colours: Annotated[list[str], Field(description="None, one or two, by their names, such as `claret`.")]
    page: str

    @staticmethod
    def resolve_start_time(team: "Team") -> str:
        return f"{team.start_time:%H:%M}"

    @staticmethod
    def resolve_colours(team: "Team") -> list[str]:
        return [each for each in (team.colour, team.second_colour) if each]


class RecordOut(Schema):
    """Games won and lost in so many matches; `share` of those played that were won, null before the first."""

    matches: int
    won: int
    lost: int
    share: Points | None


class PlayerRef(Schema):
    """A player by public name. Whoever may not have a page has no slug."""

    name: str
    slug: str | None

    @classmethod
    def of(cls, player: "Player") -> "PlayerRef":
        return cls(name=player.public_name, slug=None if player.under_18 else player.slug)


class SquadMember(Schema):
    """A player of a team, with this season's league games."""

    player: PlayerRef
    record: RecordOut

    @staticmethod
    def resolve_player(member: "ListedPlayer") -> PlayerRef:
        return PlayerRef.of(member.player)


class TeamSeenOut(TeamOut):
    """A team with this season's squad, and its division if it is in one. `under_18` are initials."""

    division: Ref | None
    place: int | None
    squad: list[SquadMember]
    under_18: list[str]


class PlayerListed(Schema):
    """A player in the league's list."""

    slug: str
    name: str
    team: Ref
    page: str

    @classmethod
    def of(cls, registration: "Registration") -> "PlayerListed":
        player, team = registration.player, Ref.from_orm(registration.team)
        return cls(slug=player.slug, name=player.public_name, team=team, page=player.get_absolute_url())


class KindOut(Schema):
    """A player's games of one kind."""

    kind: str
    record: RecordOut

    @staticmethod
    def resolve_kind(kind: "GameKind") -> str:
        return kind.noun


class SeasonLineOut(Schema):
    """A player's league games of a season."""

    season: Ref
    teams: list[Ref]
    record: RecordOut


class OutingOut(Schema):
    """A player's part in one match."""

    fixture: Annotated[str, Field(description="The code of the match.")]
    on: date
    won: int
    lost: int
    lines: list[str]
    cup: bool

    @classmethod
    def of(cls, played: "PlayedMatch") -> "OutingOut":
        night = asdict(played.night)
        return cls(**night | {"fixture": played.fixture.code, "lines": night["labels"], "cup": played.cup})


class CareerOut(Schema):
    """A player's league games in every season; `cups` are cup ties, which are in nothing else."""

    total: RecordOut
    kinds: list[KindOut]
    seasons: list[SeasonLineOut]
    cups: RecordOut


class PlayerOut(Schema):
    """A player's public record. The figures are of this season's league games but for `career`."""

    slug: str
    name: str
    team: Ref | None
    season: Ref | None
    record: RecordOut
    kinds: list[KindOut]
    form: list[str]
    matches: list[OutingOut]
    career: CareerOut
    page: str


class PlayerWordOut(Schema):
    """What a player of the squad said of a night: `yes`, `no` or `if-needed`; `away` where their holidays say so."""

    player: PlayerRef
    answer: Annotated[str | None, Field(description="Null while the player has not answered.")]
    away: bool
    picked: bool


class NightOut(Schema):
    """A match to come of a team, with what each player of the squad said of its night."""

    fixture: str
    date: date
    page: str
    players: list[PlayerWordOut]


class AvailabilityOut(Schema):
    """Who can play for a team, match by match; none where the team does not ask its players."""

    team: Ref
    items: list[NightOut]
