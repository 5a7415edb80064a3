"""What players did, line by line of the cards that count, and what it adds up to.

Knows games won and lost, and with and against whom. Refuses to know cards (`scoring.card.outcome` reads those) and what
anybody is called: players, teams, matches and seasons are ids here.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TypeVar

from scoring.season.keys import in_turn

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Outing:
    """One player on one line of one card.

    `players` are a side on this line, `line` its number on the card and `label` its name there. `pegs` are those of
    the player's side in the games won and lost, None unless all were kept. A game that nobody won is in neither figure.
    """

    player: str
    season: str
    match: str
    on: date
    team: str
    against: str
    line: int
    players: int
    won: int
    lost: int
    pegs: int | None = None
    partners: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    label: str = ""
    cup: bool = False

    @property
    def margin(self) -> int:
        return self.won - self.lost


@dataclass(frozen=True, slots=True)
class Record:
    """Games won and lost in a number of matches; `pegs` were taken in the `pegged` of them that have their pegs."""

    matches: int = 0
    won: int = 0
    lost: int = 0
    pegs: int = 0
    pegged: int = 0

    @property
    def played(self) -> int:
        return self.won + self.lost

    @property
    def share(self) -> Fraction | None:
        """Games won of those played; None before the first."""
        return Fraction(self.won, self.played) if self.played else None

    @property
    def percent(self) -> int | None:
        """Games won in a hundred, a half rounded up; None before the first."""
        return (200 * self.won + self.played) // (2 * self.played) if self.played else None

    @property
    def pegs_a_game(self) -> Fraction | None:
        return Fraction(self.pegs, self.pegged) if self.pegged else None


def in_order(outings: Iterable[Outing]) -> tuple[Outing, ...]:
    """As they were played: by day, match and line."""
    return tuple(sorted(outings, key=lambda each: (each.on, in_turn(each.match), each.line)))


def record(outings: Iterable[Outing]) -> Record:
    """These outings added up; a match in which several of them were is one match."""
    held = tuple(outings)
    pegged = [each for each in held if each.pegs is not None]
    return Record(
        matches=len({each.match for each in held}),
        won=sum(each.won for each in held),
        lost=sum(each.lost for each in held),
        pegs=sum(each.pegs or 0 for each in pegged),
        pegged=sum(each.won + each.lost for each in pegged),
    )


def grouped(outings: Iterable[Outing], key: Callable[[Outing], K]) -> dict[K, list[Outing]]:
    """Outings by something about them, in the order in which each group's first one comes."""
    groups: dict[K, list[Outing]] = {}
    for each in outings:
        groups.setdefault(key(each), []).append(each)
    return groups


def by_kind(outings: Iterable[Outing]) -> dict[int, Record]:
    """A record for every kind of game, by players a side: singles first."""
    groups = grouped(outings, lambda each: each.players)
    return {players: record(groups[players]) for players in sorted(groups)}
