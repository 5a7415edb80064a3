"""How a player's matches and games followed on each other: nights, form, runs, clean sweeps.

Knows outings. Refuses to know within a line of several games which came first: a card's line is won, lost or level.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from scoring.season.stats.outings import Outing, grouped, in_order

LAST = 6


@dataclass(frozen=True, slots=True)
class Night:
    """One match of a player: the games won and lost in it, on the lines with these labels."""

    match: str
    on: date
    team: str
    against: str
    won: int
    lost: int
    labels: tuple[str, ...]

    @property
    def letter(self) -> str:
        """W, D or L: more games won than lost, as many, or fewer."""
        return "W" if self.won > self.lost else "L" if self.won < self.lost else "D"


@dataclass(frozen=True, slots=True)
class Run:
    """How many in a row: the most there have been, and how many it is now."""

    most: int = 0
    now: int = 0


@dataclass(frozen=True, slots=True)
class Runs:
    """Lines won and lost in a row, and matches in a row in which no more games were lost than won."""

    won: Run
    lost: Run
    unbeaten: Run


def nights(outings: Iterable[Outing]) -> tuple[Night, ...]:
    """One player's matches as they were played, the first one first."""
    return tuple(_night(each) for each in grouped(in_order(outings), lambda outing: outing.match).values())


def form(played: Iterable[Night], last: int = LAST) -> tuple[str, ...]:
    """The letters of the last matches, the newest last."""
    return tuple(night.letter for night in tuple(played)[-last:])


def runs(outings: Iterable[Outing]) -> Runs:
    """One player's runs; a level line (one game each) ends the one as it ends the other."""
    held = in_order(outings)
    return Runs(
        won=run(each.margin > 0 for each in held),
        lost=run(each.margin < 0 for each in held),
        unbeaten=run(night.letter != "L" for night in nights(held)),
    )


def run(kept_up: Iterable[bool]) -> Run:
    """The longest row of yes, and the one that the last answer ends with."""
    most = now = 0
    for yes in kept_up:
        now = now + 1 if yes else 0
        most = max(most, now)
    return Run(most, now)


def sweeps(outings: Iterable[Outing]) -> tuple[tuple[int, int], ...]:
    """Lines of several games won without losing one, as (games, how often), the most games first: ((3, 5), (2, 1))."""
    clean = Counter(each.won for each in outings if each.won > 1 and not each.lost)
    return tuple(sorted(clean.items(), reverse=True))


def _night(held: list[Outing]) -> Night:
    first = held[0]
    won, lost = sum(each.won for each in held), sum(each.lost for each in held)
    return Night(first.match, first.on, first.team, first.against, won, lost, tuple(each.label for each in held))
