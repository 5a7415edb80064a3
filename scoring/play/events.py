"""What can happen in a game, in the past tense: the facts that a game is folded from.

Knows the shape of each event. Refuses to know what it does to a game (`game`) or where events are kept. Every event has
an ``id`` of its own, given by whoever recorded it, so that it can be undone or corrected, and sent twice without harm.

The same game may be told in pegs (`Pegged`), in totals (`TotalCalled`), in tiles (`TilePlayed`), or in a mixture.
Seats and sides are numbered from 0; with two or three players, and where four play singly, they are the same.
"""

from dataclasses import dataclass

from scoring.play.tiles import Tile


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand was dealt. ``leader`` is the seat with the drop, if told; ``deal`` is each seat's tiles, if known."""

    id: str
    leader: int | None = None
    deal: tuple[tuple[Tile, ...] | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class Pegged:
    """A side pegged, a chip point included. ``lead`` is true for the drop, where the rules may bar a win."""

    id: str
    side: int
    pegs: int
    lead: bool = False


@dataclass(frozen=True, slots=True)
class TotalCalled:
    """A side made this total on the table; ``chip`` says that its last tile did it and the side is out."""

    id: str
    side: int
    total: int
    chip: bool = False
    lead: bool = False


@dataclass(frozen=True, slots=True)
class TilePlayed:
    """A tile, the host tile it was joined to where that matters, and the pegs claimed (None: what the table gives)."""

    id: str
    seat: int
    tile: Tile
    at: Tile | None = None
    claimed: int | None = None


@dataclass(frozen=True, slots=True)
class Knocked:
    """A seat passed; ``revoke`` if it is known to have held a tile that fitted."""

    id: str
    seat: int
    revoke: bool = False


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew from the boneyard; None if nobody saw the tile."""

    id: str
    seat: int
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A hand ended: the side that went ``out`` (None: blocked) and the ``pips`` left with each seat.

    Told only where the tiles played do not show it.
    """

    id: str
    out: int | None = None
    pips: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class MugginsCalled:
    """A side called "muggins" on the wrong claim just made by an opponent."""

    id: str
    side: int


@dataclass(frozen=True, slots=True)
class RevokeShown:
    """A side is shown to have held off a tile that fitted. ``opponent`` is the side to be paid if there are several."""

    id: str
    side: int
    opponent: int | None = None


@dataclass(frozen=True, slots=True)
class PeggedBack:
    """A side was moved back by agreement, to nought at most."""

    id: str
    side: int
    pegs: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Undone:
    """The event ``ref`` did not happen. Undoing it twice is undoing it once."""

    id: str
    ref: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """In place of the event ``ref``, ``event`` happened, for a reason. Undoing the correction brings ``ref`` back."""

    id: str
    ref: str
    event: "Fact"
    reason: str


Fact = (
    HandStarted
    | Pegged
    | TotalCalled
    | TilePlayed
    | Knocked
    | Drew
    | HandEnded
    | MugginsCalled
    | RevokeShown
    | PeggedBack
)
Event = Fact | Undone | Corrected
