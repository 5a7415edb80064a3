"""Hypothesis strategies for the game: tiles, deals, layouts and hands that could have happened."""

from hypothesis import strategies as st

from scoring.play.hand import start_hand
from scoring.play.layout import Layout
from scoring.play.presets import PRESETS
from scoring.play.rules import Spinner
from scoring.play.tiles import Tile, domino_set


def tiles(highest: int = 6) -> st.SearchStrategy[Tile]:
    return st.sampled_from(domino_set(highest))


@st.composite
def deals(draw, players: int = 2, each: int = 7, highest: int = 6):
    """``players`` hands of ``each`` tiles, all different."""
    shuffled = draw(st.permutations(domino_set(highest)))
    return tuple(tuple(shuffled[seat * each : (seat + 1) * each]) for seat in range(players))


@st.composite
def layouts(draw, spinner: Spinner | None = None, highest: int = 6, longest: int = 14) -> Layout:
    """A layout grown from tiles of one set, by any legal plays."""
    policy = draw(st.sampled_from(Spinner)) if spinner is None else spinner
    layout = Layout(policy)
    bag = list(draw(st.permutations(domino_set(highest))))
    for _ in range(draw(st.integers(1, longest))):
        outcomes = layout.legal(tuple(tile for tile in bag if tile not in layout.tiles)[:10])
        if not outcomes:
            break
        layout = draw(st.sampled_from(outcomes)).layout
    return layout


@st.composite
def hands(draw, rules=None, players: int = 2, each: int | None = None, turns: int = 40):
    """A hand played some way, perhaps to its end."""
    rules = PRESETS["fives-threes:pagat"] if rules is None else rules
    deal = draw(deals(players, rules.tiles_each(players) if each is None else each, rules.set_max))
    hand = start_hand(rules, deal, draw(st.integers(0, players - 1)))
    for _ in range(draw(st.integers(0, turns))):
        if hand.is_over:
            break
        outcomes = hand.legal()
        if outcomes:
            chosen = draw(st.sampled_from(outcomes))
            hand = hand.play(chosen.tile, chosen.end)
        elif hand.can_draw():
            hand = hand.draw(draw(st.sampled_from(hand.unseen())))
        else:
            hand = hand.knock()
    return hand
