"""What is written down about a cup, one thing after another, and never changed.

Knows the kinds of fact. Refuses to know what they come to. A correction, a replay and a ruling are facts of their own,
with their reasons; the facts that they are about stay where they are.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from scoring.season.knockout.draw import Draw, Entrant
from scoring.season.knockout.plan import Part


@dataclass(frozen=True, slots=True)
class Scored:
    """Games won by the first and the second side of a tie, in one leg (from 1; a decider is one more leg)."""

    tie: str
    first: int
    second: int
    leg: int = 1


@dataclass(frozen=True, slots=True)
class Corrected:
    """The score of a leg was wrong, and is this."""

    tie: str
    first: int
    second: int
    reason: str
    leg: int = 1


@dataclass(frozen=True, slots=True)
class WalkedOver:
    """A tie given to one of its two without play."""

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


Fact: TypeAlias = Scored | Corrected | WalkedOver | Replayed | Withdrew | Disqualified | Entered | Drawn | Resolved
