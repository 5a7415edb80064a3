"""The hands of a game as they would stand on paper."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.play.events import HandEnded, HandStarted, Knocked, Pegged, PeggedBack, TilePlayed, TotalCalled
from scoring.play.figures import SheetEntry, SheetHand, scoresheet
from scoring.play.presets import preset
from scoring.play.tiles import Tile
from tests.scoring.play.test_transcript import played_out

PAGAT = preset("fives-threes:pagat")


def sheet(*events, players=2, **options):
    return scoresheet(PAGAT, players, events, **options)


def test_what_each_side_pegged_stands_in_its_column():
    told = sheet(HandStarted("h", 1), Pegged("a", 1, 4), Knocked("k", 0), Pegged("b", 1, 0), Pegged("c", 0, 8))
    assert told == (SheetHand(1, ((SheetEntry(8),), (SheetEntry(4),)), (8, 4)),)


def test_hands_follow_each_other_and_the_drop_passes():
    told = sheet(
        Pegged("a", 0, 4), HandEnded("x"), Pegged("b", 0, 2), HandStarted("h"), TotalCalled("c", 1, 15), leader=0
    )
    assert [hand.leader for hand in told] == [0, 1, 0]
    assert [hand.scores for hand in told] == [(4, 0), (6, 0), (6, 8)]


def test_a_bust_is_written_and_does_not_count():
    home = [event for n in range(7) for event in (HandStarted(f"h{n}", 0), Pegged(f"a{n}", 0, 8), HandEnded(f"e{n}"))]
    told = sheet(*home, HandStarted("h", 0), Pegged("x", 0, 8), Pegged("y", 0, 5))
    assert told[-1] == SheetHand(0, ((SheetEntry(8, counted=False), SheetEntry(5)), ()), (61, 0))


def test_pegs_back_between_two_hands_are_those_of_the_hand_before():
    told = sheet(HandStarted("h", 0), Pegged("a", 0, 4), HandEnded("x"), PeggedBack("b", 0, 9), HandStarted("h2"))
    assert told == (SheetHand(0, ((SheetEntry(4), SheetEntry(-4)), ()), (0, 0)), SheetHand(1, ((), ()), (0, 0)))


def test_tiles_are_worth_what_the_table_gives():
    tiles = [TilePlayed("a", 0, Tile(6, 6)), TilePlayed("b", 1, Tile(6, 0)), TilePlayed("c", 0, Tile(3, 0), Tile(6, 0))]
    (hand,) = sheet(HandStarted("h", 0), *tiles)
    assert hand == SheetHand(0, ((SheetEntry(4), SheetEntry(8)), (SheetEntry(4),)), (12, 4))


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), players=st.sampled_from((2, 4)), tiles=st.booleans())
def test_the_columns_add_up_to_the_scores(seed, players, tiles):
    events, game = played_out(seed, PAGAT, players, tiles=tiles)
    told = sheet(*events, players=players)
    for side, score in enumerate(game.scores):
        assert sum(entry.pegs for hand in told for entry in hand.entries[side] if entry.counted) == score
    assert told[-1].scores == game.scores
    assert len(told) == len(game.hands) + (game.hand is not None)
