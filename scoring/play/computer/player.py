"""The player: every play is tried on deals that may lie hidden, each played out by the plain way.

In each deal everybody plays on from their own tiles and the table alone, so that nobody is taken to see through the
tiles.
"""

from dataclasses import dataclass

from scoring.play.computer.belief import Belief, Hidden, SeatView
from scoring.play.computer.chance import Chance
from scoring.play.computer.ending import worth
from scoring.play.computer.policy import choose, play_out
from scoring.play.computer.table import GameTable


@dataclass(frozen=True, slots=True)
class Level:
    """How strongly the computer plays: how many ``deals`` are tried, 0 for none: it takes the most points.

    Of ``loose`` turns in a hundred any tile will do.
    """

    name: str
    deals: int
    loose: int = 0


LEVELS = (Level("Beginner", 0, 40), Level("Regular", 0), Level("Team player", 12), Level("Champion", 1000))


@dataclass(slots=True)
class JudgedPlay:
    """A play and its chance to win the game: ``total`` in thousandths over so many ``deals``."""

    tile: int
    to: int
    points: int
    place: int
    total: int = 0
    deals: int = 0


def play_of(table: GameTable, view: SeatView, level: Level, chance: Chance) -> tuple[int, int]:
    """The play of a level, as (tile, layout); the same chance gives the same play. Somebody who must pass has none."""
    plays = view.moment.plays()
    if len(plays) == 1:
        return plays[0]
    if chance.below(100) < level.loose:
        return plays[chance.below(len(plays))]
    if not level.deals:
        best = choose(view.moment, 0)
        if best is None:
            raise ValueError("nothing can be played: draw or knock")
        return best[:2]
    best_play = judge(table, view, chance, level.deals)[0]
    return best_play.tile, best_play.to


def judge(table: GameTable, view: SeatView, chance: Chance, wanted: int) -> list[JudgedPlay]:
    """Every play with its chance to win, best first. All are tried on the same deals, the better half on more."""
    moment = view.moment
    judged = [JudgedPlay(tile, to, moment.points(tile, to), place) for place, (tile, to) in enumerate(moment.plays())]
    done: list[JudgedPlay] = []
    deals = Belief(table, view).deals(chance, wanted)
    rounds = max(1, (len(judged) - 1).bit_length())
    for number in range(rounds):
        part = deals[wanted * number // rounds : wanted * (number + 1) // rounds]
        for play in judged:
            play.total += sum(_try(table, view, play, hidden) for hidden in part)
            play.deals += len(part)
        judged.sort(key=lambda play: (-play.total, play.place))
        if number < rounds - 1:
            half = (len(judged) + 1) // 2
            done[:0] = judged[half:]
            del judged[half:]
    return [*judged, *done]


def _try(table: GameTable, view: SeatView, play: JudgedPlay, hidden: Hidden) -> int:
    """What a play comes to in one deal, in thousandths of a game for the side of the seat."""
    hands, sleeping = hidden
    position = view.moment.copy(hands[:], sleeping[:])
    position.play(play.tile, play.to, play.points)
    play_out(position)
    return worth(position)[table.sides[view.seat]]
