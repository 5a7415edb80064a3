"""Matches, in lists and one with its result and what became of it; and cards, as they are sent and as they are read."""

from datetime import date, datetime
from typing import Annotated, Any, Literal, TypeAlias

from ninja import Header, Query, Schema
from pydantic import ConfigDict, Field

from league.exchange.schemas import NO_CONTROLS, SLUG, Asked, Fault, Games, Points, Ref
from league.exchange.schemas.leagues import PlayerRef
from league.results.choices import SentFor
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


# --- a card, as a program sends it and as captains read it ------------------------------------------------------------
Text = Annotated[str, Field(max_length=1000, pattern=NO_CONTROLS)]
Name = Annotated[str, Field(max_length=80, pattern=NO_CONTROLS)]
Count = Annotated[int, Field(ge=0, le=999)]
Ending = Literal["played", "walkover-home", "walkover-away", "void", "unfinished"]
Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[!-~]{1,100}$",
        description="Your own name for this write: sent again within 24 hours it is done once.",
    ),
]
Seen = Annotated[
    str,
    Header(
        alias="If-Match",
        max_length=60,
        pattern=r"^[ -~]+$",
        description="The `ETag` of the match as you read it; 412 if more has happened since.",
    ),
]


class Strict(Schema):
    """A word that is not known is told and not passed over."""

    model_config = ConfigDict(extra="forbid")


class NamedIn(Strict):
    """A player: `player` from a squad, or `name` alone of somebody who signs on the night."""

    player: Annotated[str, Field(pattern=SLUG, max_length=90)] | None = None
    name: Name = ""


class GameIn(Strict):
    """One game: who won, and where each side's front peg stood if that was written down."""

    winner: Side | None = None
    home_pegs: Count | None = None
    away_pegs: Count | None = None
    hands: Count | None = None
    how: Literal["played", "claimed", "void"] = "played"


class LineIn(Strict):
    """One line, in the order of the card."""

    home: Annotated[list[NamedIn], Field(max_length=6)] = []
    away: Annotated[list[NamedIn], Field(max_length=6)] = []
    games: Annotated[list[GameIn], Field(max_length=20)] = []


class QuickIn(Strict):
    """Games won, where the league takes the score alone."""

    home: Count
    away: Count


class SigningIn(Strict):
    """A player who signed on the night."""

    side: Side
    name: Annotated[str, Field(min_length=1, max_length=80, pattern=NO_CONTROLS)]


class CardIn(Strict):
    """A card. With `quick` there are no lines."""

    ending: Ending = "played"
    lines: Annotated[list[LineIn], Field(max_length=40)] = []
    quick: QuickIn | None = None
    signings: Annotated[list[SigningIn], Field(max_length=20)] = []
    remarks: Text = ""
    protest: Text = ""


class DisputeIn(Strict):
    """What is not right about the other side's card."""

    reason: Annotated[str, Field(min_length=1, max_length=1000, pattern=NO_CONTROLS)]


class AnswerOut(Schema):
    """What the other side said to a card."""

    agreed: bool
    reason: str
    at: datetime


class SentOut(Schema):
    """A card that was sent: its number, for which side, and what was found in it and let stand.

    `result_state` is where the result stands now, and `version` the match's after this.
    """

    receipt: str
    sent_for: SentFor
    received_at: datetime
    result_state: str | None
    score: ScoreOut | None
    problems: list[Fault]
    version: int


class CardOut(SentOut):
    """The same with the card itself, for those who may see it.

    `by_code`: somebody who had the printed card sent it by its code, and no captain has. Nobody answers it.
    """

    card: CardIn | None
    by_code: bool
    answer: AnswerOut | None
    counts: bool


class CardsOut(Schema):
    """Every card that came of a match and that you may see, the earliest first."""

    items: list[CardOut]


class AnsweredOut(Schema):
    """What your side said to a card, and where that leaves the result."""

    receipt: str
    side: SentFor
    agreed: bool
    reason: str
    at: datetime
    result_state: str | None
    version: int


class FormLine(Schema):
    """One line of the card to be filled in. `target` is null where a game is not pegged to one."""

    label: str
    title: str
    players: int
    games: int
    target: int | None


class FormPlayer(Schema):
    """Somebody whom the card may name, by the name in full."""

    player: str
    name: str
    registered_on: str | None


class FormSide(Schema):
    """One side and its squad."""

    name: str
    players: list[FormPlayer]


class CardFormOut(Schema):
    """What a card of this match is filled in from. `signing` says whether new players may sign on it."""

    acts_for: SentFor
    version: int
    lines: list[FormLine]
    home: FormSide
    away: FormSide
    quick: bool
    signing: bool
