import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.play.tiles import Tile, TileError, domino_set, parse_tiles, tile, write_tiles
from tests.scoring.strategies import tiles


@pytest.mark.parametrize(("highest", "count"), [(3, 10), (6, 28), (9, 55), (12, 91), (15, 136), (18, 190)])
def test_a_set_has_every_tile_once(highest, count):
    assert len(domino_set(highest)) == len(set(domino_set(highest))) == count


@pytest.mark.parametrize("highest", [0, 19])
def test_there_is_no_smaller_or_larger_set(highest):
    with pytest.raises(ValueError, match="double-1 to double-18"):
        domino_set(highest)


@pytest.mark.parametrize("text", ["65", "56", "6-5", "[6|5]", " 5|6 "])
def test_a_tile_is_read_however_it_is_written(text):
    assert Tile.parse(text) == Tile(6, 5)


@given(tiles(18))
def test_a_tile_is_read_as_it_was_written(one):
    assert Tile.parse(str(one)) == one


def test_pips_of_ten_and_more_are_letters():
    assert [str(Tile(10, 0)), str(Tile(18, 12)), str(Tile(12, 12))] == ["a0", "ic", "cc"]


@pytest.mark.parametrize("text", ["", "6", "665", "6x", "j0", "knock", "6/5"])
def test_what_is_no_tile_is_refused_with_the_text(text):
    with pytest.raises(TileError) as refused:
        Tile.parse(text)
    assert (refused.value.code, refused.value.token) == ("no_tile", text)


@pytest.mark.parametrize(("high", "low"), [(5, 6), (19, 0), (3, -1)])
def test_no_tile_has_its_pips_out_of_order_or_range(high, low):
    with pytest.raises(TileError):
        Tile(high, low)


@given(tiles(18))
def test_the_other_half_of_the_other_half_is_the_first(one):
    assert one.other(one.other(one.high)) == one.high
    assert one.pips == one.high + one.other(one.high)
    assert one.is_double == (one.other(one.high) == one.high)


def test_a_tile_has_no_other_half_from_a_pip_it_lacks():
    with pytest.raises(TileError, match="65 has no 4"):
        Tile(6, 5).other(4)


@given(st.lists(tiles(18)))
def test_a_row_of_tiles_is_read_as_it_was_written(row):
    assert parse_tiles(write_tiles(tuple(row))) == tuple(row)


def test_tiles_are_in_order_of_their_pips():
    assert sorted([Tile(6, 0), Tile(5, 5), Tile(0, 0)]) == [Tile(0, 0), Tile(5, 5), Tile(6, 0)]
    assert tile(2, 6) == tile(6, 2) == Tile(6, 2)
