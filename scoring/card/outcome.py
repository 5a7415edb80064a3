"""What one match came to.

Knows the kinds of outcome a league recognises, and what they carry into the table and the players' records. Refuses to
know where the numbers came from: a card, a walkover or the secretary.
"""

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction

from scoring.card.sheet import Named, Side


class Kind(StrEnum):
    """PART_VOID: played, but some games were nobody's. EXPUNGED: struck out. AWARDED: settled by the secretary."""

    PLAYED = "played"
    WALKOVER = "walkover"
    VOID = "void"
    PART_VOID = "part-void"
    UNFINISHED = "unfinished"
    EXPUNGED = "expunged"
    AWARDED = "awarded"


@dataclass(frozen=True, slots=True)
class Tally:
    """One match in figures.

    Lines are None when the card gave only the score of a format with several games a line; a level line is nobody's.
    Pegs are None unless every game that was played has them. `winner` None is a draw, or no result. Only a tally that
    `counts` enters the table. Points need not add up to the games.
    """

    kind: Kind
    home_games: int
    away_games: int
    home_lines: int | None
    away_lines: int | None
    home_pegs: int | None
    away_pegs: int | None
    home_points: Fraction
    away_points: Fraction
    winner: Side | None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """A tally in its season: whose match it was, when, and in which half (1 or 2) of the fixture list."""

    id: str
    home: str
    away: str
    on: date
    tally: Tally
    half: int = 1


@dataclass(frozen=True, slots=True)
class Appearance:
    """One player on one line: his games won, lost and void, and his side's pegs in them (None if not all known)."""

    player: Named
    side: Side
    label: str
    partners: tuple[Named, ...]
    won: int
    lost: int
    void: int
    pegs: int | None


def awarded(
    *, winner: Side | None, games: tuple[int, int], points: tuple[Fraction, Fraction], counts: bool = True
) -> Tally:
    """The outcome that a secretary decrees: (home, away) games and points, which need not agree with each other."""
    return Tally(Kind.AWARDED, *games, None, None, None, None, *points, winner, counts)


def expunged(tally: Tally) -> Tally:
    """The same match struck out: its score can still be read, and nothing of it counts."""
    return replace(tally, kind=Kind.EXPUNGED, home_points=Fraction(0), away_points=Fraction(0), counts=False)
