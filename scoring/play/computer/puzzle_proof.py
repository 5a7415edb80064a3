"""A position in which a play is best, and its proof: every way in which the hidden tiles may lie, each played out.

What each play comes to over the deals: the chance to win, how often the other side must knock, what it scores next, and
how often the hand ends blocked. Two who think play on, so that a play that needs a good one after it gets it. Where the
deals are too many to be counted, a sample stands for them, and the interval of the difference is given.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt

from scoring.play.computer.belief import Belief, SeatView, SeenTurn, seat_view
from scoring.play.computer.chance import Chance
from scoring.play.computer.ending import worth
from scoring.play.computer.player import judge
from scoring.play.computer.policy import play_out
from scoring.play.computer.position import Position
from scoring.play.computer.table import GameTable

SURE = 1.96  # deviations of an interval of 95 %


@dataclass(slots=True)
class ProvedPlay:
    """A play over the deals: ``wins`` in thousandths of a game, and how many deals ended so.

    ``knocks``: the other side had to knock at once; ``replies``: the points it made at once; ``blocks``: nobody went
    out. ``each`` is what every deal came to, in the order of the deals.
    """

    tile: int
    to: int
    points: int
    wins: int = 0
    knocks: int = 0
    replies: int = 0
    blocks: int = 0
    each: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DealProof:
    """Every play, best first, over so many ``deals``; ``exact`` if those were all that there are."""

    plays: tuple[ProvedPlay, ...]
    deals: int
    exact: bool

    def interval(self, better: ProvedPlay, other: ProvedPlay) -> float:
        """Half the interval of 95 % of the difference between two plays, in thousandths; nought if all were counted."""
        if self.exact:
            return 0.0
        apart = [one - two for one, two in zip(better.each, other.each, strict=True)]
        mean = sum(apart) / self.deals
        return SURE * sqrt(sum((each - mean) ** 2 for each in apart) / self.deals / self.deals)


def deal_count(belief: Belief) -> int:
    """In how many ways the hidden tiles may lie, between two players who do not draw."""
    other = 1 - belief.view.seat
    return comb(len(belief.room[other]), belief.view.left[other])


def all_deals(belief: Belief) -> Iterator[list[int]]:
    """Every way, as the hands of both."""
    view, other = belief.view, 1 - belief.view.seat
    for tiles in combinations(belief.room[other], view.left[other]):
        hidden = sum(1 << tile for tile in tiles)
        yield [hidden, view.hand] if view.seat else [view.hand, hidden]


def deals_of(belief: Belief, chance: Chance, most: int, sample: int) -> tuple[list[list[int]], bool]:
    """All ways if they are ``most`` or fewer, else so many drawn, each as likely; and whether it is all."""
    exact = deal_count(belief) <= most
    return list(all_deals(belief)) if exact else [belief.deal(chance)[0] for _ in range(sample)], exact


def prove(table: GameTable, view: SeatView, chance: Chance, *, most: int, sample: int, think: int = 0) -> DealProof:
    """Judge every play over all deals if they are ``most`` or fewer, else over a sample.

    The hand is played on by the plain way, or by two who ``think`` with so many deals at each play.
    """
    deals, exact = deals_of(Belief(table, view), chance, most, sample)
    plays = [_proved(table, view, tile, to, deals, think=think) for tile, to in view.moment.plays()]
    return DealProof(best_first(plays), len(deals), exact)


def best_first(plays: Iterable[ProvedPlay]) -> tuple[ProvedPlay, ...]:
    return tuple(sorted(plays, key=lambda play: -play.wins))


def _proved(
    table: GameTable, view: SeatView, tile: int, to: int, deals: Sequence[list[int]], *, think: int
) -> ProvedPlay:
    moment, side = view.moment, table.sides[view.seat]
    proved = ProvedPlay(tile, to, moment.points(tile, to))
    turn = SeenTurn(view.seat, moment.layout, moment.scores[side], tile, to, proved.points)
    worths = []
    for number, hands in enumerate(deals, start=1):
        position = moment.copy(hands[:], [])
        position.play(tile, to, proved.points)
        if not position.over:
            proved.knocks += not position.can
            proved.replies += table.best(position.layout, position.hands[position.turn])
        if think:
            think_out(position, (*view.history, turn), Chance(number), think)
        else:
            play_out(position)
        proved.blocks += position.winner is None and position.out is None
        worths.append(worth(position)[side])
    proved.each, proved.wins = tuple(worths), sum(worths)
    return proved


def think_out(position: Position, history: tuple[SeenTurn, ...], chance: Chance, think: int) -> None:
    """Play a hand of two to its end, both thinking with so many deals at each play and seeing their own tiles alone."""
    while not position.over:
        seat, layout, score = position.turn, position.layout, position.scores[position.turn]
        plays = position.plays()
        if not plays:
            history = (*history, SeenTurn(seat, layout, score, drew=position.pass_turn()))
            continue
        tile, to = plays[0]
        if len(plays) > 1:
            best = judge(position.table, seat_view(position, history), chance, think)[0]
            tile, to = best.tile, best.to
        points = position.points(tile, to)
        position.play(tile, to, points)
        history = (*history, SeenTurn(seat, layout, score, tile, to, points))
