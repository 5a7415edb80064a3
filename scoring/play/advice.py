"""The best play for a player who sees only their own tiles.

Knows how to judge each play over the deals that may lie hidden: over all of them where they are few, over a seeded
sample where they are many. Refuses to know what opponents know: in each deal everybody plays as if all hands were open,
which is the usual way to judge such games and flatters plays that would need to be guessed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from scoring.play.computer.ending import GAME
from scoring.play.hand import Hand
from scoring.play.layout import End
from scoring.play.search import choices, search_of, why_not
from scoring.play.tiles import Tile
from scoring.play.view import Dealt, View, ViewError, view_of
from scoring.play.win_search import WinSearch


@dataclass(frozen=True, slots=True)
class AdvisedPlay:
    """A play, its points now, and its mean over the deals.

    ``mean`` is the chance of the side to win the game where the score is known, else what the side gains on the other
    in the rest of the hand, in pegs.
    """

    tile: Tile
    end: End | None
    points: int
    mean: Fraction


@dataclass(frozen=True, slots=True)
class Advice:
    """The plays open to the player to move, best first, judged over ``deals`` deals; ``exact`` if those were all."""

    plays: tuple[AdvisedPlay, ...]
    deals: int
    exact: bool


def advise(
    hand: Hand, *, seed: int, scores: tuple[int, int] | None = None, sample: int = 40, exact_up_to: int = 60
) -> Advice:
    """What the player to move should play, from what they can know. The same seed gives the same advice.

    With the ``scores`` of both sides the play is for the game: 59, the exact finish and the bust count for what they
    are worth. Without them it is for the pegs of the hand.

    ``sample`` deals are drawn if more than ``exact_up_to`` are possible. Raises `ViewError` where no view can be worked
    out or the game cannot be valued.
    """
    reason = why_not(hand.rules, hand.players)
    if reason:
        raise ViewError(f"no play can be valued: {reason}")
    view = view_of(hand, hand.turn)
    exact = view.deals() <= exact_up_to
    chance = Random(seed)  # noqa: S311 - a sample, not a secret
    deals = list(view.all_deals()) if exact else [view.some_deal(chance) for _ in range(sample)]
    sums: dict[tuple[Tile, End | None, int], Fraction] = {}
    for dealt in deals:
        for key, worth in _judged(_laid_open(hand, view, dealt), scores):
            sums[key] = sums.get(key, Fraction(0)) + worth
    plays = [AdvisedPlay(*key, total / len(deals)) for key, total in sums.items()]
    return Advice(tuple(sorted(plays, key=lambda play: (-play.mean, -play.points, play.tile))), len(deals), exact)


def _judged(shown: Hand, scores: tuple[int, int] | None) -> Iterator[tuple[tuple[Tile, End | None, int], Fraction]]:
    """Every play, by tile, end and points, with what it is worth with all hands open."""
    if scores is None:
        for choice in choices(search_of(shown.rules, shown.held), shown):
            yield (choice.tile, choice.end, choice.points), Fraction(choice.value)
    else:
        for found in WinSearch(shown.rules, shown.held, shown.leader).choices(shown, scores):
            yield (found.tile, found.end, found.points), Fraction(found.chance, GAME)


def _laid_open(hand: Hand, view: View, dealt: Dealt) -> Hand:
    """The hand as it is if the hidden tiles lie so."""
    return hand.with_held(tuple(hand.held[seat] if seat == view.seat else dealt[seat] for seat in range(hand.players)))
