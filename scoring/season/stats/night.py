"""The player of a night: who did best of all who played, by what the cards say.

Whoever won the most games; of those, who lost the fewest; of those, who won by the most pegs in all, where cards have
them; of those, who met the stronger opponents, by the share of their games that these had won by the end of the night.
Who is level after that shares it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from scoring.season.ledger import in_turn
from scoring.season.stats.outings import Outing, group_by, record


@dataclass(frozen=True, slots=True)
class PlayerNight:
    """What one player did on a night. `margin` is the pegs won by on the lines that have them, None if none has."""

    player: str
    team: str
    matches: tuple[str, ...]
    won: int
    lost: int
    margin: int | None
    strength: Fraction

    @property
    def played(self) -> int:
        return self.won + self.lost


def best_of_night(season: Iterable[Outing], on: date, *, without: Collection[str] = ()) -> tuple[PlayerNight, ...]:
    """The player of the night, several if they cannot be told apart; nobody where no game was won.

    `season` is what everybody played in it, of which what came later is not looked at; nobody of `without` is chosen.
    """
    until = [each for each in season if each.on <= on]
    shares = {player: record(played).share or Fraction(0) for player, played in _by_player(until).items()}
    tonight = [each for each in until if each.on == on]
    lines = group_by(tonight, lambda each: (each.match, each.line))
    nights = [
        _night(player, played, lines, shares) for player, played in _by_player(tonight).items() if player not in without
    ]
    best = _most([each for each in nights if each.won], lambda each: (each.won, -each.lost))
    best = _most(best, lambda each: (each.margin or 0, each.strength))
    return tuple(sorted(best, key=lambda each: in_turn(each.player)))


def _by_player(outings: Iterable[Outing]) -> dict[str, list[Outing]]:
    return group_by(outings, lambda each: each.player)


def _night(
    player: str, played: list[Outing], lines: Mapping[tuple[str, int], list[Outing]], shares: Mapping[str, Fraction]
) -> PlayerNight:
    margins, met = [], []
    for outing in played:
        others = [other for other in lines[outing.match, outing.line] if other.team != outing.team]
        met += [shares[other.player] for other in others]
        if outing.pegs is not None and others and others[0].pegs is not None:
            margins.append(outing.pegs - others[0].pegs)
    return PlayerNight(
        player=player,
        team=played[-1].team,
        matches=tuple(dict.fromkeys(outing.match for outing in played)),
        won=sum(outing.won for outing in played),
        lost=sum(outing.lost for outing in played),
        margin=sum(margins) if margins else None,
        strength=sum(met, Fraction(0)) / len(met) if met else Fraction(0),
    )


def _most(nights: list[PlayerNight], key: Callable[[PlayerNight], tuple[Any, ...]]) -> list[PlayerNight]:
    highest = max(map(key, nights), default=None)
    return [each for each in nights if key(each) == highest]
