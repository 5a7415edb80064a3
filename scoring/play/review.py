"""A recorded hand looked at again: the points seen and missed, the best play and what another cost, what knocks proved.

Knows how to go through a hand from its deal. Refuses to call a play bad for anything but pegs: whoever thinks of the
target may be right where this review says that two were lost. `win_review` knows the target, where the score is known.

The points available at a play need only the player's own tiles. The best play and its cost are those with all hands
open, and need every tile and a game that the search can value (`search.why_not`).
"""

from dataclasses import dataclass, replace

from scoring.play.deal import start_hand
from scoring.play.events import BoneyardDraw, Knock, Play
from scoring.play.hand import Hand
from scoring.play.search import Choice, OpenHandSearch, choices, search_of, why_not
from scoring.play.tiles import Tile, domino_set
from scoring.play.view import TileProof, proofs


@dataclass(frozen=True, slots=True)
class PlayReview:
    """One play looked at again.

    ``most`` is the most points any tile in hand could have scored, None where the hand is not known, and ``missed``
    is what was left of them. ``best`` is the best play with all hands open and ``cost`` what this one gave away by the
    end, in pegs between the sides; both None where the hand cannot be valued.
    """

    ply: int
    play: Play
    most: int | None
    best: Choice | None
    cost: int | None

    @property
    def missed(self) -> int | None:
        return None if self.most is None else self.most - self.play.points


@dataclass(frozen=True, slots=True)
class HandReview:
    """A hand looked at again. ``value`` is what side 0 would gain on side 1 with all hands open and no mistake.

    ``why_not`` says why there are no best plays, where there are none.
    """

    plays: tuple[PlayReview, ...]
    proofs: tuple[TileProof, ...]
    value: int | None
    why_not: str

    def missed_by(self, seat: int) -> int:
        """The points that a seat could see and did not take, over the hand."""
        return sum(review.missed or 0 for review in self.plays if review.play.seat == seat)

    def cost_to(self, seat: int) -> int:
        """What the plays of a seat gave away with all hands open."""
        return sum(review.cost or 0 for review in self.plays if review.play.seat == seat)


def review_hand(hand: Hand, *, valued: bool = True) -> HandReview:
    """Review a hand as far as it has gone; without best plays unless ``valued``."""
    positions = positions_of(hand)
    start = positions[0]
    reason = why_not(hand.rules, hand.players)
    if not reason and not all(map(start.is_known, range(start.players))):
        reason = "not every tile is known"
    search = search_of(hand.rules, start.held) if valued and not reason else None
    reviewed: list[PlayReview] = []
    value: int | None = None
    for ply, (before, turn) in enumerate(zip(positions, hand.history, strict=False), start=1):
        if isinstance(turn, Play):
            review, best = _review(search, before, turn, ply)
            reviewed.append(review)
            if ply == 1 and best is not None:
                value = best if before.side_of(turn.seat) == 0 else -best
    return HandReview(tuple(reviewed), proofs(hand), value, reason)


def positions_of(hand: Hand) -> tuple[Hand, ...]:
    """Every position of a hand, from the deal on: one more than its turns."""
    found = [_as_dealt(hand)]
    for turn in hand.history:
        before = found[-1]
        match turn:
            case Play():
                found.append(before.play(turn.tile, turn.host))
            case Knock():
                found.append(before.knock(revoke=turn.revoke))
            case BoneyardDraw():
                found.append(before.draw(turn.tile))
    return tuple(found)


def _review(search: OpenHandSearch | None, before: Hand, play: Play, ply: int) -> tuple[PlayReview, int | None]:
    """The review of a play, and the value of the best."""
    most = None
    if before.is_known(play.seat):
        most = max(before.rules.points(outcome.total) for outcome in before.legal())
    if search is None:
        return PlayReview(ply, play, most, None, None), None
    ranked = choices(search, before)
    chosen = next(choice for choice in ranked if _is_made(choice, before, play))
    best = ranked[0]
    return PlayReview(ply, play, most, best, best.value - chosen.value), best.value


def _is_made(choice: Choice, before: Hand, play: Play) -> bool:
    """Whether a choice is the play made, whichever of two like ends the tile was joined to."""
    if choice.tile != play.tile:
        return False
    return choice.end is None or before.layout.end_for(play.tile, play.host).kind == choice.end.kind


def _as_dealt(hand: Hand) -> Hand:
    """The hand before its first turn. A seat that drew a tile unseen has told nothing certain of what it was dealt."""
    known: list[set[Tile]] = [set(tiles) for tiles in hand.held]
    count = list(hand.left)
    for turn in hand.history:
        if isinstance(turn, Play):
            known[turn.seat].add(turn.tile)
            count[turn.seat] += 1
        elif isinstance(turn, BoneyardDraw):
            count[turn.seat] -= 1
    for turn in hand.history:
        if isinstance(turn, BoneyardDraw):
            known[turn.seat] = known[turn.seat] - {turn.tile} if turn.tile else set()
    start = start_hand(hand.rules, tuple(tuple(sorted(tiles)) for tiles in known), hand.leader)
    sleeping = len(domino_set(hand.rules.set_max)) - sum(count)
    return replace(start, left=tuple(count), sleeping=sleeping)
