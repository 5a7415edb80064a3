"""With whom and against whom: a player's partners and opponents, and what there has been between two teams."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.card.outcome import Outcome
from scoring.card.sheet import Side
from scoring.season.ledger import in_turn
from scoring.season.stats.outings import Outing, OutingRecord


@dataclass(frozen=True, slots=True)
class Companion:
    """A player's record beside or against another, always in the player's own games."""

    other: str
    record: OutingRecord


def most_games_first(companions: Iterable[Companion]) -> tuple[Companion, ...]:
    """Those with whom or against whom most games were played first, of as many those with most won."""
    return tuple(sorted(companions, key=lambda each: (-each.record.played, -each.record.won, in_turn(each.other))))


def against(outings: Iterable[Outing], other: str) -> tuple[Outing, ...]:
    """Those of one player's outings in which this one was on the other side."""
    return tuple(each for each in outings if other in each.opponents)


def beside(outings: Iterable[Outing], other: str) -> tuple[Outing, ...]:
    """Those of one player's outings in which this one was the partner, or one of them."""
    return tuple(each for each in outings if other in each.partners)


@dataclass(frozen=True, slots=True)
class Between:
    """What there has been between two teams, seen from the first: matches won, drawn and lost, and their games.

    Of those lost, `both_lost` are no win of the other's either.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    both_lost: int = 0
    games_for: int = 0
    games_against: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def won_by_other(self) -> int:
        return self.lost - self.both_lost


def between(outcomes: Iterable[Outcome], team: str) -> Between:
    """Two teams' matches added up for one of them; a match that counts for nothing is none."""
    tallies = [(each.tally, each.home == team) for each in outcomes if each.tally.counts]
    letters = [tally.letter(Side.HOME if at_home else Side.AWAY) for tally, at_home in tallies]
    return Between(
        won=letters.count("W"),
        drawn=letters.count("D"),
        lost=letters.count("L"),
        both_lost=sum(tally.both_lose for tally, _ in tallies),
        games_for=sum(tally.home_games if at_home else tally.away_games for tally, at_home in tallies),
        games_against=sum(tally.away_games if at_home else tally.home_games for tally, at_home in tallies),
    )
