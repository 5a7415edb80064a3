"""A recorded hand looked at again: what was missed, what would have been better, what the knocks prove.

Knows which hands can be reviewed in the time a page has. Refuses to judge a play: that is `scoring.play.review`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from league.pages.queries.table_view import Face, face_of
from scoring.play.finding import Severity
from scoring.play.hand import Hand
from scoring.play.replay import HandReplay
from scoring.play.review import HandReview, PlayReview, positions_of, review_hand
from scoring.play.tiles import Tile

MOST_TILES = 24  # in the hands of all players: nine each for two, six for four; the search grows fast beyond them


@dataclass(frozen=True, slots=True)
class Cost:
    """What one play left: points in sight and not taken, and what it gave away by the end against the best play."""

    missed: int
    cost: int
    best: Face | None
    best_at: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What a knock proves: the tiles that the player then had not."""

    who: str
    lacks: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """The review of a hand; `why_not` says why there are no best plays, or no review at all."""

    seats: tuple[tuple[str, int | None, int | None], ...] = ()  # name, points missed, cost; None is not known
    value: int | None = None
    costs: dict[Tile, Cost] = field(default_factory=dict)
    proofs: tuple[Proof, ...] = ()
    why_not: str = ""

    @property
    def faces(self) -> tuple[Face, ...]:
        best = tuple(cost.best for cost in self.costs.values() if cost.best is not None)
        return best + tuple(face for proof in self.proofs for face in proof.lacks)


def look_again(replayed: HandReplay, names: Sequence[str]) -> Looked:
    """Review a replayed hand, if its tiles are sound and few enough; `names` are those of the seats."""
    if replayed.hand is None or any(finding.severity is Severity.REFUSE for finding in replayed.findings):
        return Looked(why_not="the tiles are not all written, or cannot have been so")
    if sum(positions_of(replayed.hand)[0].left) > MOST_TILES:
        return Looked(why_not=f"more than {MOST_TILES} tiles are dealt, and the search would take too long")
    return _told(replayed.hand, review_hand(replayed.hand), names)


def _told(hand: Hand, review: HandReview, names: Sequence[str]) -> Looked:
    missed = any(each.most is not None for each in review.plays)
    best = review.value is not None
    seats = tuple(
        (names[seat], review.missed_by(seat) if missed else None, review.cost_to(seat) if best else None)
        for seat in range(hand.players)
    )
    costs = {each.play.tile: _cost(each) for each in review.plays}
    proofs = tuple(Proof(names[each.seat], tuple(map(face_of, each.tiles))) for each in review.proofs)
    return Looked(seats, review.value, costs, proofs, review.why_not)


def _cost(review: PlayReview) -> Cost:
    best = review.best
    if best is None or not review.cost:
        return Cost(review.missed or 0, 0, None, "")
    return Cost(review.missed or 0, review.cost, face_of(best.tile), "" if best.end is None else best.end.name)
