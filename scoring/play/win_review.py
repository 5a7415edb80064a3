"""A recorded hand of a game looked at again with the score: the chance to win before and after each play, and the best.

Knows the plays that gave the game away and those that only look it. Refuses to know what players could see: all hands
lie open, as in `review`, and everybody plays the rest for the game. Where `win_search` proves a best play, it is named.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scoring.play.board import Landed, land
from scoring.play.computer.ending import GAME
from scoring.play.events import Play
from scoring.play.hand import Hand
from scoring.play.review import positions_of
from scoring.play.search import why_not
from scoring.play.win_search import Scores, WinChoice, WinSearch, of_seat


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
        """What the play gave away of the chance to win."""
        return self.best.chance - self.chance


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
            chance = of_seat(turn.seat, value)
            best = _best(search, before, turn, reached[ply - 1], chance)
            reviews.append(WinReview(ply, turn, reached[ply - 1], best, chance))
            value = of_seat(turn.seat, best.chance)
    return tuple(reversed(reviews))


def _best(search: WinSearch, before: Hand, play: Play, scores: Scores, chance: int) -> WinChoice:
    """The best play: the one made, of which the chance is known, unless another beats it."""
    if search.beats(before, scores, chance):
        return search.choices(before, scores)[0]
    return WinChoice(
        play.tile, before.layout.end_for(play.tile, play.host) if before.layout.joined else None, play.points, chance
    )


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
