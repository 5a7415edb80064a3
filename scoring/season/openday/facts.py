"""What is written down about groups and rounds, beside the facts of a knockout (scoring.season.knockout.facts).

Knows the kinds of fact. Refuses to know what they come to. Scores, corrections, walkovers, replays, withdrawals and
late entries are those of a knockout, about matches with ids of their own:

    group-2-1-3     the third match of the first round of the second group
    swiss-3-5       the fifth table of the third round
    group           what the groups came to, for a ruling; "group-2" and "swiss" for a late entry
"""

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from scoring.season.knockout.draw import Entrant, Lots, Tag
from scoring.season.knockout.facts import Fact

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
    """A Swiss round was paired: (drops first, other) by table from 1. `absent` sat it out by their own wish.

    With a `reason` the co-ordinator paired it by hand, whatever the rule would have.
    """

    round: int
    games: tuple[tuple[str, str], ...]
    bye: str | None = None
    absent: tuple[str, ...] = ()
    reason: str = field(default="", metadata={"later": True})

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
