"""Matches: in lists, and one with its result, its card and what became of it."""

from datetime import date, datetime
from typing import Annotated, Any, Literal, TypeAlias

from ninja import Query, Schema
from pydantic import Field

from league.exchange.schemas import SLUG, Asked, Games, Points, Ref
from league.exchange.schemas.people import PlayerRef
from league.schedule.choices import FixtureState

SlugAsked = Annotated[str | None, Query(pattern=SLUG, max_length=90)]
Side = Literal["home", "away"]
Day: TypeAlias = date


class FixturesAsked(Asked):
    """Which matches are wanted. Without a season those of the current one."""

    season: SlugAsked = None
    competition: SlugAsked = None
    division: SlugAsked = None
    team: SlugAsked = None
    venue: SlugAsked = None
    state: FixtureState | None = None
    since: Annotated[date | None, Query(alias="from", description="On this day or later.")] = None
    until: Annotated[date | None, Query(alias="to", description="On this day or earlier.")] = None


class ScoreOut(Schema):
    """Games won by each side, once there is a result that may be shown."""

    home: Games
    away: Games

    @classmethod
    def of(cls, score: tuple[Any, Any] | None) -> "ScoreOut | None":
        return cls(home=score[0], away=score[1]) if score else None


class SideOut(Schema):
    """One side of a match; `team` is null for players who entered a cup by name."""

    name: str
    team: str | None


class FixtureOut(Schema):
    """A match. `state` is what became of it, `status` what people call that; `starts_at` is null without a date.

    `first_date` is the day that was first given for it and part of its address. `version` goes up with every change.
    """

    code: str
    season: str
    competition: Ref
    division: Ref
    occasion: str
    week: int
    date: Day | None
    first_date: Day
    start_time: str
    starts_at: datetime | None
    venue: Ref
    home: SideOut
    away: SideOut
    state: FixtureState
    status: str
    result_state: Annotated[str | None, Field(description="`provisional`, `disputed`, `confirmed` or `decided`.")]
    score: ScoreOut | None
    version: int
    page: str


class ResultOut(Schema):
    """What a match came to. Lines and pegs are null where the card does not give them all."""

    kind: str
    home_games: Games
    away_games: Games
    home_lines: int | None
    away_lines: int | None
    home_pegs: int | None
    away_pegs: int | None
    home_points: Points
    away_points: Points
    winner: Annotated[Side | None, Field(description="Null is a draw unless `both_lose`, or no result.")]
    both_lose: Annotated[bool, Field(description="The league awarded the match to neither side.")]
    counts: bool


class GameOut(Schema):
    """One game. `how` is `played`, `claimed` or `void`."""

    winner: Side | None
    home_pegs: int | None
    away_pegs: int | None
    hands: int | None
    how: str


class LineOut(Schema):
    """One line of the card that counts, in the order of the paper."""

    title: str
    home: list[PlayerRef]
    away: list[PlayerRef]
    games: list[GameOut]


class EventOut(Schema):
    """Something that became of the match."""

    at: datetime
    words: str
    reason: str


class MatchOut(FixtureOut):
    """A match with all that anybody may read of it. Sealed and disputed cards are not shown."""

    result: ResultOut | None
    card: list[LineOut] | None
    remarked: Annotated[str, Field(description="Why the league accepted something on the card.")]
    history: list[EventOut]


class LiveOut(Schema):
    """How a match stands that is pegged live; `games` are views as docs/api.md describes them for the wire."""

    head: int
    home: str
    away: str
    games_won: list[int]
    status: Literal["not-started", "live", "finished"]
    games: list[dict[str, Any]]


# --- the draw on the night --------------------------------------------------------------------------------------------
class SealedOut(Schema):
    """What one side put in: its seal at once, and the `text` that this is the SHA-256 of once both are in."""

    side: str
    at: datetime
    seal: str
    text: str | None


class DrawLineOut(Schema):
    """One line of the card with who plays on it, by the names that anybody may read."""

    line: str
    home: str
    away: str


class DrawOut(Schema):
    """The draw of a match. Nobody is told what a side put in before the other is in too."""

    state: Annotated[
        Literal["none", "open", "done", "paper"],
        Field(description="none: the rules have no draw; paper: the captains do it by hand."),
    ]
    by_lot: bool = False
    put_in: list[SealedOut] = []
    lines: list[DrawLineOut] = []
    seed: Annotated[str, Field(description="Of lots, once they are drawn; else empty.")] = ""
