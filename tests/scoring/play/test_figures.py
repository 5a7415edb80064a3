"""The figures of games told in events."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.play.events import HandEnded, HandStarted, Pegged, PeggedBack, TilePlayed, Undone
from scoring.play.figures import GameFigures, SideFigures, game_figures, totals
from scoring.play.presets import preset
from scoring.play.tiles import Tile
from tests.scoring.play.test_transcript import played_out

PAGAT = preset("fives-threes:pagat")


def figures(*events, players=2, rules=PAGAT):
    return game_figures(rules, players, events)


def test_pegs_hands_eights_and_highest():
    told = figures(
        *(HandStarted("h1", 0), Pegged("a", 0, 8), Pegged("b", 1, 3), Pegged("c", 0, 9), HandEnded("e1", 0)),
        *(HandStarted("h2", 1), Pegged("d", 1, 2), Pegged("e", 0, 4)),
    )
    assert told.hands == 2
    assert told.sides == (SideFigures((17, 4), 2, 0), SideFigures((3, 2), 0, 0))
    assert (told.sides[0].pegs, told.sides[0].highest) == (21, 17)
    assert told.winner is None


def test_a_bust_is_no_peg_and_an_eight_that_bust_was_an_eight():
    home = [event for n in range(7) for event in (HandStarted(f"h{n}", 0), Pegged(f"a{n}", 0, 8), HandEnded(f"e{n}"))]
    told = figures(*home, HandStarted("h", 0), Pegged("x", 0, 3), Pegged("y", 0, 8), Pegged("z", 0, 2))
    assert told.sides[0].hands == (8,) * 7 + (5,)
    assert (told.sides[0].eights, told.sides[0].busts, told.winner) == (8, 1, 0)


def test_what_was_pegged_back_was_there_to_take_and_what_was_undone_was_not():
    told = figures(HandStarted("h", 0), Pegged("a", 0, 8), PeggedBack("b", 0, 3), Pegged("c", 0, 6), Undone("u", "c"))
    assert told.sides[0].hands == (8,)


def test_tiles_are_counted_as_the_table_gives_them():
    told = figures(HandStarted("h", 0), TilePlayed("a", 0, Tile(6, 6)), TilePlayed("b", 1, Tile(6, 0)),
                   TilePlayed("c", 0, Tile(3, 0), Tile(6, 0)))  # fmt: skip
    assert told.sides == (SideFigures((12,), 1, 0), SideFigures((4,), 0, 0))


def test_before_anything_is_told_there_are_no_hands():
    assert figures() == GameFigures((SideFigures((), 0, 0), SideFigures((), 0, 0)), None)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), players=st.sampled_from((2, 4)), tiles=st.booleans())
def test_the_pegs_of_all_hands_are_the_score(seed, players, tiles):
    events, game = played_out(seed, PAGAT, players, tiles=tiles)
    told = figures(*events, players=players)
    assert tuple(side.pegs for side in told.sides) == game.scores
    assert told.winner == game.winner
    assert told.hands == len(game.hands) + (game.hand is not None)


def test_games_are_added_up_for_the_side_that_a_player_was_on():
    won = GameFigures((SideFigures((20, 41), 3, 0), SideFigures((5, 6), 0, 1)), 0)
    lost = GameFigures((SideFigures((30, 31), 3, 0), SideFigures((9, 0), 1, 2)), 0)
    told = totals([(won, 0), (lost, 1)])
    assert (told.games, told.won, told.hands, told.pegs, told.eights, told.busts) == (2, 1, 4, 70, 4, 2)
    assert (told.highest, told.pegs_a_hand, told.hands_to_win) == (41, Fraction(35, 2), 2)
    assert totals([]).pegs_a_hand is None
    assert totals([(lost, 1)]).hands_to_win is None
