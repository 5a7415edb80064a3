"""A recorded hand looked at again: what was missed, what would have been better, what the knocks prove.

Only hands that can be reviewed in the time a page has; `scoring.play.review` judges by pegs, and where the score is
known `scoring.play.review.review_wins` by the chance to win the game. The line of dominoes is drawn in
rows, as it lies on the table.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from scoring.play.finding import Severity
from scoring.play.hand import Hand
from scoring.play.layout import SIDES, Layout
from scoring.play.replay import HandReplay
from scoring.play.review import (
    HandReview,
    PlayReview,
    WinReview,
    positions_of,
    review_hand,
    review_known_wins,
)
from scoring.play.tiles import PIPS, Tile


# --- a line of dominoes as it lies on the table -----------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Face:
    """One tile as it lies: `first` to the left, or on top where it is upright; `new` if it was played just now."""

    first: int
    second: int
    upright: bool = False
    new: bool = False

    @property
    def key(self) -> str:
        """The name of its drawing: the same for every tile that looks the same."""
        return f"tile-{PIPS[self.first]}{PIPS[self.second]}{'u' if self.upright else ''}"

    @property
    def name(self) -> str:
        return f"{self.first}-{self.second}"


@dataclass(frozen=True, slots=True)
class LayoutRow:
    """Tiles that lie in one line; `at` is the double from whose end the row leads off, None for the line itself."""

    faces: tuple[Face, ...]
    at: Tile | None = None

    @property
    def words(self) -> str:
        return ", ".join(face.name for face in self.faces)


def face_of(tile: Tile) -> Face:
    """A tile in the hand: lying, its higher half first."""
    return Face(tile.high, tile.low)


def rows_of(layout: Layout, newest: Tile | None = None) -> tuple[LayoutRow, ...]:
    """The line of play, and after it the rows that lead off from the ends of spinners."""
    return _Drawing(layout, newest).rows() if layout.joined else ()


class _Drawing:
    def __init__(self, layout: Layout, newest: Tile | None) -> None:
        self.first = layout.joined[0].tile
        self.newest = newest
        self.in_line = layout.in_line
        self.joined: dict[Tile, list[Tile]] = {tile: [] for tile in layout.tiles}
        for each in layout.joined:
            if each.host is not None:
                self.joined[each.host].append(each.tile)
        self.aside: list[tuple[Tile, Tile]] = []  # a spinner and a tile at one of its ends

    def rows(self) -> tuple[LayoutRow, ...]:
        first, on_it = self.first, self.joined[self.first]
        left, right = on_it[:1], on_it[1:SIDES]
        if first.is_double:
            self.aside += [(first, tile) for tile in on_it[SIDES:]]
        else:
            left = [tile for tile in on_it if tile.has(first.high)]
            right = [tile for tile in on_it if tile not in left]
        before = [self._face(face.second, face.first) for tile in left for face in self._outward(tile, first.high)]
        after = [face for tile in right for face in self._outward(tile, first.low)]
        line = LayoutRow((*reversed(before), self._face(first.high, first.low), *after))
        return (line, *self._branches())

    def _branches(self) -> Iterator[LayoutRow]:
        """The list grows while it is read: a branch may hold a spinner too."""
        for spinner, tile in self.aside:
            yield LayoutRow(tuple(self._outward(tile, spinner.high)), spinner)

    def _outward(self, tile: Tile | None, pip: int) -> Iterator[Face]:
        """The tiles from this one to the end of its row; `pip` is the half that touches."""
        while tile is not None:
            far = tile.other(pip)
            yield self._face(pip, far)
            onward = self.joined[tile]
            self.aside += [(tile, other) for other in onward[1:]]
            tile, pip = (onward[0] if onward else None), far

    def _face(self, first: int, second: int) -> Face:
        newest = self.newest is not None and {first, second} == {self.newest.high, self.newest.low}
        across = first == second and (self.in_line is None or first != self.in_line.high)
        return Face(first, second, upright=across, new=newest)


MOST_TILES = 24  # in the hands of all players: nine each for two, six for four; the search grows fast beyond them


# --- the review -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PlayCost:
    """What one play left: points in sight and not taken, and what it gave away by the end against the best play.

    Where the score is known, ``before`` is the chance to win in a hundred with the best play and ``after`` with this
    one, and ``cost`` the difference; else ``before`` is None and the cost is in pegs.
    """

    missed: int
    cost: int
    best: Face | None
    best_at: str
    before: int | None = None
    after: int = 0


@dataclass(frozen=True, slots=True)
class KnockProof:
    """What a knock proves: the tiles that the player then had not."""

    who: str
    lacks: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class WorstPlay:
    """The play of a side that cost it most chances in a hand; ``cost`` is in thousandths, to compare hands."""

    side: int
    who: str
    tile: Face
    ply: int
    cost: int
    review: PlayCost


@dataclass(frozen=True, slots=True)
class HandReport:
    """The review of a hand; `why_not` says why there are no best plays, or no review at all."""

    seats: tuple[tuple[str, int | None, int | None], ...] = ()  # name, points missed, cost; None is not known
    by_score: bool = False  # costs are chances in a hundred, not pegs
    costs: dict[Tile, PlayCost] = field(default_factory=dict)
    proofs: tuple[KnockProof, ...] = ()
    why_not: str = ""
    worst: tuple[WorstPlay, ...] = ()

    @property
    def faces(self) -> tuple[Face, ...]:
        best = tuple(cost.best for cost in self.costs.values() if cost.best is not None)
        return best + tuple(face for proof in self.proofs for face in proof.lacks)


@dataclass(frozen=True, slots=True)
class ThrownGame:
    """The play that threw a game away: the one that cost the losers most, in which hand."""

    hand: str
    side: str
    play: WorstPlay


def report_on(replayed: HandReplay, names: Sequence[str], scores: tuple[int, int] | None = None) -> HandReport:
    """Review a replayed hand, if its tiles are sound and few enough.

    ``names`` are those of the seats, ``scores`` those of two sides before the hand, where they are known.
    """
    if replayed.hand is None or any(finding.severity is Severity.REFUSE for finding in replayed.findings):
        return HandReport(why_not="the tiles are not all written, or cannot have been so")
    if sum(positions_of(replayed.hand)[0].left) > MOST_TILES:
        return HandReport(why_not=f"more than {MOST_TILES} tiles are dealt, and the search would take too long")
    wins = review_known_wins(replayed.hand, scores)
    report = _report(replayed.hand, review_hand(replayed.hand, valued=not wins), names)
    return _report_by_score(report, replayed.hand, wins, names) if wins else report


def _report(hand: Hand, review: HandReview, names: Sequence[str]) -> HandReport:
    missed = any(each.most is not None for each in review.plays)
    best = review.value is not None
    seats = tuple(
        (names[seat], review.missed_by(seat) if missed else None, review.cost_to(seat) if best else None)
        for seat in range(hand.players)
    )
    costs = {each.play.tile: _cost(each) for each in review.plays}
    proofs = tuple(KnockProof(names[each.seat], tuple(map(face_of, each.tiles))) for each in review.proofs)
    return HandReport(seats, costs=costs, proofs=proofs, why_not=review.why_not)


def _report_by_score(plain: HandReport, hand: Hand, plays: Sequence[WinReview], names: Sequence[str]) -> HandReport:
    """The same report with the costs of plays in chances to win."""
    costs = dict(plain.costs)
    losses = [0] * hand.players
    worst: dict[int, WorstPlay] = {}
    for review in plays:
        seat, tile = review.play.seat, review.play.tile
        costs[tile] = cost = _win_cost(review, costs[tile].missed)
        losses[seat] += review.cost
        side = hand.side_of(seat)
        if review.cost and (side not in worst or review.cost > worst[side].cost):
            worst[side] = WorstPlay(side, names[seat], face_of(tile), review.ply, review.cost, cost)
    seats = tuple(
        (name, missed, _in_hundred(cost)) for (name, missed, _), cost in zip(plain.seats, losses, strict=True)
    )
    return replace(plain, seats=seats, by_score=True, costs=costs, worst=tuple(worst.values()))


def _win_cost(review: WinReview, missed: int) -> PlayCost:
    before, after = _in_hundred(review.best.chance), _in_hundred(review.chance)
    if before == after:
        return PlayCost(missed, 0, None, "", before, after)
    at = "" if review.best.end is None else review.best.end.name
    return PlayCost(missed, before - after, face_of(review.best.tile), at, before, after)


def _in_hundred(thousandths: int) -> int:
    return (thousandths + 5) // 10


def _cost(review: PlayReview) -> PlayCost:
    best = review.best
    if best is None or not review.cost:
        return PlayCost(review.missed or 0, 0, None, "")
    return PlayCost(review.missed or 0, review.cost, face_of(best.tile), "" if best.end is None else best.end.name)


LEAST_THROWN = 100  # thousandths: a play that cost less threw nothing away


def thrown_game(
    hands: Iterable[tuple[str, HandReport | None]], loser: int | None, names: Sequence[str]
) -> ThrownGame | None:
    """The play that cost the losers most, if it cost them much; each hand is given with its title."""
    thrown_games = [
        ThrownGame(title, names[loser], play)
        for title, report in hands
        for play in (report.worst if report is not None else ())
        if loser is not None and play.side == loser and play.cost >= LEAST_THROWN
    ]
    return max(thrown_games, key=lambda each: each.play.cost, default=None)
