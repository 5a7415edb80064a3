"""A recorded hand looked at again: the points seen and missed, the best play and what another cost, what knocks proved.

Where the score is known, `review_wins` asks for the chance to win the game instead.

The points available at a play need only the player's own tiles. The best play and its cost are those with all hands
open, and need every tile and a game that the search can value (`search.why_not`).
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise

from scoring.play.board import Landed, land
from scoring.play.computer.position import GAME
from scoring.play.events import BoneyardDraw, Knock, Play
from scoring.play.hand import Hand, start_hand
from scoring.play.layout import Layout
from scoring.play.rules import LeadTile
from scoring.play.search import Choice, OpenHandSearch, choices, search_of, why_not
from scoring.play.tiles import Tile, domino_set
from scoring.play.win_search import Scores, WinChoice, WinSearch, of_seat


@dataclass(frozen=True, slots=True)
class TileProof:
    """What a knock proves: at turn ``ply``, ``seat`` held none of ``tiles``, all those off the table that fitted.

    ``pips`` were open; none were if it was the lead that was passed on.
    """

    ply: int
    seat: int
    pips: tuple[int, ...]
    tiles: tuple[Tile, ...]


def proofs(hand: Hand) -> tuple[TileProof, ...]:
    """What every knock of a hand proves, in order. A revoke proves nothing."""
    rules = hand.rules
    layout = Layout(rules.spinner)
    tile_proofs: list[TileProof] = []
    for ply, turn in enumerate(hand.history, start=1):
        if isinstance(turn, Play):
            layout = layout.play(turn.tile, turn.host)
        elif isinstance(turn, Knock) and not turn.revoke:
            hidden = (tile for tile in domino_set(rules.set_max) if tile not in layout.tiles)
            if layout.joined:
                lacked = tuple(filter(layout.fits, hidden))
            elif rules.lead_tile is LeadTile.SCORING_OR_DOUBLE:
                lacked = tuple(tile for tile in hidden if tile.is_double or rules.points(tile.pips))
            else:
                lacked = ()
            tile_proofs.append(TileProof(ply, turn.seat, tuple(sorted(layout.open_pips)), lacked))
    return tuple(tile_proofs)


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
        return sum(review.missed or 0 for review in self.plays if review.play.seat == seat)

    def cost_to(self, seat: int) -> int:
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
    positions = [_as_dealt(hand)]
    for turn in hand.history:
        before = positions[-1].for_seat(turn.seat)
        match turn:
            case Play():
                positions.append(before.play(turn.tile, turn.host))
            case Knock():
                positions.append(before.knock(revoke=turn.revoke))
            case BoneyardDraw():
                positions.append(before.draw(turn.tile))
    return tuple(positions)


def _review(search: OpenHandSearch | None, before: Hand, play: Play, ply: int) -> tuple[PlayReview, int | None]:
    most = None
    if before.is_known(play.seat):
        most = max(before.rules.points(outcome.total) for outcome in before.legal())
    if search is None:
        return PlayReview(ply, play, most, None, None), None
    ranked = choices(search, before)
    best, kind = ranked[0], before.layout.end_for(play.tile, play.host).kind if before.layout.joined else None
    # The play made, whichever of two like ends the tile was joined to.
    chosen = next(
        choice for choice in ranked if choice.tile == play.tile and kind in {None, choice.end and choice.end.kind}
    )
    return PlayReview(ply, play, most, best, best.value - chosen.value), best.value


def _as_dealt(hand: Hand) -> Hand:
    """The hand before its first turn. A seat that drew a tile unseen has told nothing certain of what it was dealt."""
    hands: list[set[Tile]] = [set(tiles) for tiles in hand.held]
    count = list(hand.left)
    for turn in hand.history:
        if isinstance(turn, Play):
            hands[turn.seat].add(turn.tile)
            count[turn.seat] += 1
        elif isinstance(turn, BoneyardDraw):
            count[turn.seat] -= 1
    for turn in hand.history:
        if isinstance(turn, BoneyardDraw):
            hands[turn.seat] = hands[turn.seat] - {turn.tile} if turn.tile else set()
    start = start_hand(hand.rules, tuple(tuple(sorted(tiles)) for tiles in hands), hand.leader)
    sleeping = len(domino_set(hand.rules.set_max)) - sum(count)
    return replace(start, left=tuple(count), sleeping=sleeping)


# --- The same with the score: the chance to win -----------------------------------------------------------------------
# Before and after each play, and the best: which plays gave the game away, and which only look it. What players could
# see is not asked: all hands lie open, and everybody plays the rest for the game. Where `win_search` proves a best
# play, it is named.


# In the hands of all players; the pegs on the board make more positions of a deal.
MOST_TILES_BY_SCORE = 20


@dataclass(frozen=True, slots=True)
class WinReview:
    """One play and what it did to the chance of the player's side to win the game, in thousandths.

    ``best`` is the best play with all hands open: the play made, where none was better. ``scores`` are those before it.
    """

    ply: int
    play: Play
    scores: Scores
    best: WinChoice
    chance: int

    @property
    def cost(self) -> int:
        return self.best.chance - self.chance


def whole_scores(scores: Sequence[object] | None) -> Scores | None:
    """The scores of two sides, where they are known and are whole pegs."""
    match scores:
        case [int() as one, int() as other]:
            return one, other
    return None


def review_known_wins(hand: Hand, scores: Scores | None) -> tuple[WinReview, ...]:
    """The same as `review_wins`; nothing where the score is not known, the hand is too big, or no chance can be had."""
    if scores is None or sum(positions_of(hand)[0].left) > MOST_TILES_BY_SCORE:
        return ()
    with suppress(ValueError):
        return review_wins(hand, scores)
    return ()


def review_wins(hand: Hand, scores: Scores) -> tuple[WinReview, ...]:
    """Review a hand of two sides that began at these scores, to the play that wins the game if one does.

    Raises `ValueError` where no chance can be worked out: `search.why_not`, or a tile that is not known.
    """
    positions = positions_of(hand)
    start = positions[0]
    reason = why_not(hand.rules, hand.players)
    if reason or not all(map(start.is_known, range(start.players))):
        raise ValueError(reason or "not every tile is known")
    reached, winner = scores_along(positions, scores)
    search = WinSearch(hand.rules, start.held, start.leader)
    value = search.value(positions[len(reached) - 1], reached[-1]) if winner is None else GAME * (winner == 0)
    reviews: list[WinReview] = []
    for ply in range(len(reached) - 1, 0, -1):
        before, turn = positions[ply - 1], hand.history[ply - 1]
        if isinstance(turn, Play):
            chance, now = of_seat(turn.seat, value), reached[ply - 1]
            end = before.layout.end_for(turn.tile, turn.host) if before.layout.joined else None
            # The play made is the best, and its chance known, unless another beats it.
            best = WinChoice(turn.tile, end, turn.points, chance)
            best = search.choices(before, now)[0] if search.beats(before, now, chance) else best
            reviews.append(WinReview(ply, turn, now, best, chance))
            value = of_seat(turn.seat, best.chance)
    return tuple(reversed(reviews))


def scores_along(positions: Sequence[Hand], scores: Scores) -> tuple[list[Scores], int | None]:
    """The scores at every position of a hand, to the play that wins; and the side that wins by it."""
    rules = positions[0].rules.for_players(positions[0].players)
    reached = [scores]
    for before, after in pairwise(positions):
        side = before.side_of(before.turn)
        landing = land(rules, reached[-1][side], after.pegs[side] - before.pegs[side], lead=not before.layout.joined)
        score = int(landing.score)
        reached.append((reached[-1][0], score) if side else (score, reached[-1][1]))
        if landing.how is Landed.WON:
            return reached, side
    return reached, None
