"""What players did, line by line of the cards that count, what it adds up to, and how it followed on each other."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple, Protocol, TypeVar

from scoring.card.format import Discipline, LineKind
from scoring.season.ledger import in_turn

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


@lru_cache(maxsize=512)
def line_title(label: str, players: int) -> str:
    """A line's name in words, from its label on the card and how many play a side: "Pairs 1 game 2" for "D1 game 2".

    A label that is not letters and a number is left as it is.
    """
    number = label.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    if number == label or not number[:1].isdecimal():
        return label
    return f"{LineKind(players, Discipline.FIVES_THREES).noun.capitalize()} {number}"


class Outing(NamedTuple):
    """One player on one line of one card; a division's season has thousands of them, and a tuple is made at once.

    `players` are a side on this line, `line` its number on the card and `label` its name there. `pegs` are those of
    the player's side in the games won and lost, None unless all were kept. A game that nobody won is in neither figure.
    """

    player: str
    season: str
    match: str
    on: date
    team: str
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
    def title(self) -> str:
        """The line in words: "Singles 2" for S2."""
        return line_title(self.label, self.players)

    @property
    def margin(self) -> int:
        return self.won - self.lost


@dataclass(frozen=True, slots=True)
class OutingRecord:
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


LINE, MATCH, PLAYERS = attrgetter("line"), attrgetter("match"), attrgetter("players")


def in_order(outings: Iterable[Outing]) -> tuple[Outing, ...]:
    """As they were played: by day, match and line."""
    matches = group_by(outings, MATCH)
    turns = sorted(matches, key=lambda match: (matches[match][0].on, in_turn(match)))
    return tuple(each for turn in turns for each in sorted(matches[turn], key=LINE))


class Counted(Protocol):
    """What a record is made of: an `Outing`, or one of a player's lines in all seasons."""

    @property
    def match(self) -> Hashable: ...
    @property
    def won(self) -> int: ...
    @property
    def lost(self) -> int: ...
    @property
    def pegs(self) -> int | None: ...


def record(lines: Iterable[Counted]) -> OutingRecord:
    """These lines added up; a match in which several of them were is one match."""
    matches = set()
    won = lost = pegs = pegged = 0
    for line in lines:
        matches.add(line.match)
        won += line.won
        lost += line.lost
        if line.pegs is not None:
            pegs += line.pegs
            pegged += line.won + line.lost
    return OutingRecord(len(matches), won, lost, pegs, pegged)


def group_by(outings: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Outings, or outcomes, by something about them, in the order in which each group's first one comes."""
    groups: dict[K, list[T]] = {}
    for each in outings:
        groups.setdefault(key(each), []).append(each)
    return groups


def by_kind(outings: Iterable[Outing]) -> dict[int, OutingRecord]:
    """A record for every kind of game, by players a side: singles first."""
    groups = group_by(outings, PLAYERS)
    return {players: record(groups[players]) for players in sorted(groups)}


# --- how matches followed on each other -------------------------------------------------------------------------------


LAST = 6


@dataclass(frozen=True, slots=True)
class MatchNight:
    """One match of a player: the games won and lost in it, on the lines with these labels."""

    match: str
    on: date
    team: str
    won: int
    lost: int
    labels: tuple[str, ...]
    titles: tuple[str, ...] = ()

    @property
    def letter(self) -> str:
        """W, D or L: more games won than lost, as many, or fewer."""
        return "W" if self.won > self.lost else "L" if self.won < self.lost else "D"


def nights(outings: Iterable[Outing]) -> tuple[MatchNight, ...]:
    """One player's matches in the order in which they were played, which that of the outings is."""
    return tuple(
        MatchNight(
            played[0].match,
            played[0].on,
            played[0].team,
            won=sum(each.won for each in played),
            lost=sum(each.lost for each in played),
            labels=tuple(each.label for each in played),
            titles=tuple(each.title for each in played),
        )
        for played in group_by(outings, MATCH).values()
    )


def form(played: Iterable[MatchNight], last: int = LAST) -> tuple[str, ...]:
    """The letters of the last matches, the newest last."""
    return tuple(night.letter for night in tuple(played)[-last:])


def longest(kept_up: Iterable[bool]) -> tuple[int, int] | None:
    """Where the longest row of yes begins and ends (both counted, from 0), the first of several; None without a yes."""
    best: tuple[int, int] | None = None
    start = 0
    for at, yes in enumerate(kept_up):
        if not yes:
            start = at + 1
        elif best is None or at - start > best[1] - best[0]:
            best = (start, at)
    return best
