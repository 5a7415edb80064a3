"""What is written down about a cup, one thing after another, and never changed.

A correction, a replay and a ruling are facts of their own, with their reasons; the facts that they are about stay where
they are.

Scores, corrections, walkovers, replays, withdrawals and late entries of groups and Swiss rounds are those of a
knockout, about matches with ids of their own:

    group-2-1-3     the third match of the first round of the second group
    swiss-3-5       the fifth table of the third round
    group           what the groups came to, for a ruling; "group-2" and "swiss" for a late entry
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from scoring.card.points import Games
from scoring.season.knockout.cups import Part
from scoring.season.knockout.draw import Draw, Entrant, Lots, Tag


@dataclass(frozen=True, slots=True)
class Scored:
    """Games won by the first and the second side of a tie, in one leg (from 1; a decider is one more leg)."""

    tie: str
    first: Games
    second: Games
    leg: int = 1


@dataclass(frozen=True, slots=True)
class ScoreCorrected:
    """The score of a leg was wrong, and is this."""

    tie: str
    first: Games
    second: Games
    reason: str
    leg: int = 1


NEITHER = "neither"  # to whom a match is given that both lose


@dataclass(frozen=True, slots=True)
class WalkedOver:
    """A tie given to one of its two without play; a match of a group or of a Swiss round perhaps to `NEITHER`."""

    tie: str
    to: str
    reason: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """What was played of a tie is void, and it is to be played again."""

    tie: str
    reason: str


@dataclass(frozen=True, slots=True)
class Withdrew:
    """An entrant left: what it has won stands, and every tie of its own not yet decided goes to the other side."""

    entrant: str
    reason: str


@dataclass(frozen=True, slots=True)
class Returned:
    """An entrant that withdrew is back: the ties that went to the other side are open again, while nobody played on."""

    entrant: str
    reason: str


@dataclass(frozen=True, slots=True)
class Disqualified:
    """As Withdrew; and if a tie is named, that one goes to the other side although it was played."""

    entrant: str
    reason: str
    tie: str = ""


@dataclass(frozen=True, slots=True)
class Entered:
    """A late entry: takes the place opposite a bye in `tie`, or plays `meets`, a name in that tie, for its place."""

    entrant: Entrant
    tie: str
    reason: str
    meets: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A later round, or a plate, was drawn."""

    part: Part
    round: int
    draw: Draw


class Ruling(StrEnum):
    """What becomes of a tie that was played by a side which should not have been in it."""

    STANDS = "stands"
    REPLAY = "replay"


@dataclass(frozen=True, slots=True)
class Resolved:
    """The co-ordinator's word on a conflict."""

    tie: str
    ruling: Ruling
    reason: str


Fact: TypeAlias = (
    Scored | ScoreCorrected | WalkedOver | Replayed | Withdrew | Returned | Disqualified | Entered | Drawn | Resolved
)


# --- groups and rounds ------------------------------------------------------------------------------------------------
GROUPS = "group"
SWISS = "swiss"


@dataclass(frozen=True, slots=True)
class Dealt:
    """Names were dealt into groups; of a Swiss event into one, in the order that stands before the first game.

    `order` is the order of names, seeds first; everything that is needed to deal again is here.
    """

    entrants: tuple[Entrant, ...]
    apart: tuple[Tag, ...]
    lots: Lots
    order: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Paired:
    """A Swiss round was paired: (drops first, other) by table from 1. `absent` sat it out by their own wish, and
    `half_byes` too, for half a point.

    With a `reason` the co-ordinator paired it by hand, whatever the rule would have.
    """

    round: int
    games: tuple[tuple[str, str], ...]
    bye: str | None = None
    absent: tuple[str, ...] = ()
    reason: str = field(default="", metadata={"later": True})
    half_byes: tuple[str, ...] = field(default=(), metadata={"later": True})

    def exchanged(self, one: str, other: str, reason: str) -> "Paired":
        """The same round with two names in each other's places, also where one of them has the bye."""
        place = {one: other, other: one}
        games = tuple((place.get(first, first), place.get(second, second)) for first, second in self.games)
        return replace(self, games=games, bye=place.get(self.bye or "", self.bye), reason=reason)


@dataclass(frozen=True, slots=True)
class Placed:
    """The co-ordinator's word on those of a group (from 1) who are level: their order, by a play-off or by lot."""

    group: int
    order: tuple[str, ...]
    reason: str


Written: TypeAlias = Fact | Dealt | Paired | Placed
