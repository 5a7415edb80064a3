"""Leagues, their seasons, tables and cups, teams, venues and players, with the names that strangers may read."""

from dataclasses import asdict
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any

from django.conf import settings
from ninja import Schema
from pydantic import Field

from league.exchange.schemas import Games, HasPage, Points, Ref

if TYPE_CHECKING:
    from league.cups.presenters.bracket_tree import Box, BracketColumn, BracketPart
    from league.cups.presenters.openday import OpenDayGroup, OpenDayMatch
    from league.pages.queries.players import GameKind, ListedPlayer, PlayedMatch
    from league.results.queries.tables import Standing
    from league.teams.models import Player, Registration, Team, Venue


class LeagueOut(HasPage):
    """A league. `night` is its usual weekday, 0 for Monday."""

    slug: str
    name: str
    short_name: str
    night: int
    public: bool
    about: str
    colour: Annotated[str | None, Field(description="By its name, such as `claret`.")]
    timezone: str
    page: Annotated[str, Field(description="The address on this site that people read.")]

    @staticmethod
    def resolve_colour(league: Any) -> str | None:
        return league.colour or None

    @staticmethod
    def resolve_timezone(_: Any) -> str:
        return settings.TIME_ZONE


class SeasonOut(Schema):
    """A season. Its tables are final once it is closed."""

    slug: str
    name: str
    starts: date
    ends: date
    current: bool
    closed_at: datetime | None
    divisions: list[Ref]

    @staticmethod
    def resolve_divisions(season: Any) -> list[Any]:
        """Needs competitions with their divisions, as `seasons_of` has them."""
        return [each for competition in season.competitions.all() for each in competition.divisions.all()]


class RowOut(Schema):
    """One line of a table. `decided_by` is the step that put it above the next place, null when it is the last."""

    place: int
    shared: bool
    team: Ref
    played: int
    won: int
    drawn: int
    lost: int
    games_for: Games
    games_against: Games
    pegs_for: int | None
    pegs_against: int | None
    points: Points
    adjusted: Points
    deductions: Points
    awarded: Points
    form: list[str]
    reason: str
    decided_by: str | None
    zone: Annotated[str | None, Field(description="`promotion`, `relegation` or null.")]
    withdrawn: bool
    provisional: Annotated[int, Field(description="Results in it that are not confirmed yet.")]
    notes: Annotated[list[int], Field(description="Numbers of its footnotes.")]

    @classmethod
    def of(cls, standing: "Standing") -> "RowOut":
        row = asdict(standing.row)
        of_page = {"zone": standing.zone, "provisional": standing.provisional, "notes": standing.notes}
        return cls(**row | of_page | {"team": Ref.from_orm(standing), "decided_by": row["decided"]})


class NoteOut(Schema):
    """A footnote: points given, or taken when negative."""

    number: int
    team: str
    points: Points
    reason: str
    bought_back: Points


class TableOut(Schema):
    """A division's table. `decided_at` is when it was decided for good; `corrected` what results put right since
    would make of it, null if that is the same.
    """

    league: str
    season: str
    division: Ref
    rows: list[RowOut]
    notes: list[NoteOut]
    rules: list[str]
    provisional: int
    disputed: int
    decided_at: datetime | None
    corrected: list[RowOut] | None
    page: str


# --- cups -------------------------------------------------------------------------------------------------------------
class CupOut(Schema):
    """A cup. `entrants` is how many are on its list."""

    slug: str
    name: str
    season: str
    kind: str
    state: str
    entrants: int
    page: str


class TieSide(Schema):
    """Who is there or, if not `known`, who will be."""

    name: str
    known: bool
    score: Games | None
    won: bool


class TieOut(Schema):
    """One tie; one side for a bye. `words` say when and where it is or was played, and what its score does not."""

    id: str
    name: str
    state: str
    sides: list[TieSide]
    words: list[str]

    @staticmethod
    def resolve_id(box: "Box") -> str:
        return box.tie.id

    @staticmethod
    def resolve_state(box: "Box") -> str:
        return box.tie.state


class RoundOut(Schema):
    """One round, its ties from top to bottom of the bracket. `now`: it is the one that is being played."""

    name: str
    now: bool
    words: str
    ties: list[TieOut]

    @staticmethod
    def resolve_ties(column: "BracketColumn") -> "tuple[Box, ...]":
        return column.drawn


class PartOut(Schema):
    """A part of a cup: `main`, or a plate, a second chance, a match for third place."""

    part: str
    title: str
    winner: str | None
    rounds: list[RoundOut]

    @staticmethod
    def resolve_winner(picture: "BracketPart") -> str | None:
        return picture.winner or None

    @staticmethod
    def resolve_rounds(picture: "BracketPart") -> "tuple[BracketColumn, ...]":
        return picture.columns


class GroupRow(Schema):
    """One line of a group's table."""

    place: int
    name: str
    score: Points
    played: int
    won: int
    drawn: int
    lost: int
    difference: int
    reason: str


class GroupMatch(Schema):
    """One match of a group; `second` is null for whoever sits out."""

    round: int
    first: str
    second: str | None
    score: list[int] | None
    state: str
    note: str

    @classmethod
    def of(cls, line: "OpenDayMatch") -> "GroupMatch":
        match, second = line.match, line.second or None
        score = [int(games) for games in match.score] if match.score else None
        return cls(round=match.round, first=line.first, second=second, score=score, state=match.state, note=line.note)


class GroupOut(Schema):
    """A group, or the one table of an event without groups."""

    title: str
    over: bool
    rows: list[GroupRow]
    matches: list[GroupMatch]

    @staticmethod
    def resolve_rows(group: "OpenDayGroup") -> list[GroupRow]:
        return [
            GroupRow(**asdict(each.row) | {"lost": each.row.lost, "name": each.name, "reason": each.reason})
            for each in group.rows
        ]

    @staticmethod
    def resolve_matches(group: "OpenDayGroup") -> list[GroupMatch]:
        return [GroupMatch.of(each) for part in group.rounds for each in part.lines]


class BracketOut(CupOut):
    """A cup as it stands. `parts` are empty before the draw; `groups` of a cup that is a plain knockout."""

    entered: Annotated[list[str], Field(description="Who is on the list, until the draw.")]
    parts: list[PartOut]
    groups: list[GroupOut]
    winner: str | None
    plate_winner: str | None


# --- teams, venues and players ----------------------------------------------------------------------------------------
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
