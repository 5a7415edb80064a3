"""A card as a program sends it and as captains read it, and what a captain says to the other's."""

from datetime import datetime
from typing import Annotated, Literal

from ninja import Header, Schema
from pydantic import ConfigDict, Field

from league.exchange.schemas import NO_CONTROLS, SLUG, Fault
from league.exchange.schemas.fixtures import ScoreOut, Side
from league.results.choices import SentFor

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
