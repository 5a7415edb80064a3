"""A result card as its captain wrote it, right or wrong."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self


class Side(StrEnum):
    HOME = "home"
    AWAY = "away"

    @property
    def other(self) -> "Side":
        return Side.AWAY if self is Side.HOME else Side.HOME


class How(StrEnum):
    """PLAYED at the table; CLAIMED by the winner because the other side could not fill it; VOID, nobody's."""

    PLAYED = "played"
    CLAIMED = "claimed"
    VOID = "void"


class Ending(StrEnum):
    """How the evening ended. WALKOVER_HOME: the home side takes the match without play."""

    PLAYED = "played"
    WALKOVER_HOME = "walkover-home"
    WALKOVER_AWAY = "walkover-away"
    VOID = "void"
    UNFINISHED = "unfinished"

    @property
    def walkover_to(self) -> Side | None:
        """The side that takes a walkover; None for every other ending."""
        return {Ending.WALKOVER_HOME: Side.HOME, Ending.WALKOVER_AWAY: Side.AWAY}.get(self)


@dataclass(frozen=True, slots=True)
class Named:
    """A player as written: `id` when picked from a squad, else None and whatever name was written."""

    id: str | None
    name: str


@dataclass(frozen=True, slots=True)
class GameScore:
    """One game: who won, and where each side's front peg stood at the end if that was written down.

    `hands` is how many hands the game took. A game not filled in has no winner.
    """

    winner: Side | None
    home_pegs: int | None = None
    away_pegs: int | None = None
    hands: int | None = None
    how: How = How.PLAYED

    def pegs(self, side: Side) -> int | None:
        return self.home_pegs if side is Side.HOME else self.away_pegs


@dataclass(frozen=True, slots=True)
class LineScore:
    """One line of the card: the players of each side, and its games in the order they were played."""

    home: tuple[Named, ...] = ()
    away: tuple[Named, ...] = ()
    games: tuple[GameScore, ...] = ()

    def players(self, side: Side) -> tuple[Named, ...]:
        return self.home if side is Side.HOME else self.away


@dataclass(frozen=True, slots=True)
class Signing:
    """A player signed on the night, in the space the card has for it.

    `id` if it is somebody the league knows; `new` if whoever wrote the card was asked, and said that it is nobody.
    """

    side: Side
    name: str
    id: str | None = field(default=None, metadata={"later": True})
    new: bool = field(default=False, metadata={"later": True})


@dataclass(frozen=True, slots=True)
class Card:
    """One captain's account of one match.

    `lines` are in the format's order. `quick` is (home games, away games) when only the score is sent, and then `lines`
    is empty. Remarks and protest are plain text; an empty protest is no protest.
    """

    ending: Ending = Ending.PLAYED
    lines: tuple[LineScore, ...] = ()
    quick: tuple[int, int] | None = None
    signings: tuple[Signing, ...] = ()
    remarks: str = ""
    protest: str = ""

    @classmethod
    def score_only(cls, home_games: int, away_games: int, *, remarks: str = "") -> Self:
        return cls(quick=(home_games, away_games), remarks=remarks)
