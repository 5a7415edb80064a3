"""Numbers of games that end in a half."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring import codec
from scoring.card.outcome import Kind, Tally
from scoring.card.points import Half, whole_or_half
from scoring.card.sheet import Side


def test_a_half_is_written_as_people_write_it():
    assert str(whole_or_half(Fraction(9, 2))) == "4½"
    assert f"{Half(1, 2)}" == "½"
    assert str(2 - Half(9, 2)) == "\N{MINUS SIGN}2½"


def test_halves_that_are_whole_together_are_an_int_again():
    total = sum([Half(9, 2), 3, Half(3, 2)])
    assert (total, type(total)) == (9, int)
    assert type(Half(9, 2) - Half(1, 2)) is int
    assert str(Half(9, 2) + 2) == "6½"


def test_other_parts_are_no_number_of_games():
    with pytest.raises(ValueError, match="no number of games"):
        whole_or_half(Fraction(1, 3))


def test_a_tally_with_halves_goes_to_json_and_back():
    tally = Tally(Kind.PLAYED, Half(9, 2), Half(3, 2), None, None, None, None, Fraction(2), Fraction(0), Side.HOME)
    assert codec.encode(tally)["home_games"] == "9/2"
    back = codec.decode_as(Tally, codec.encode(tally))
    assert (back, type(back.home_games)) == (tally, Half)
    whole = replace(tally, home_games=5, away_games=1)
    assert codec.encode(whole)["home_games"] == 5
    with pytest.raises(codec.CodecError):
        codec.decode_as(Tally, codec.encode(tally) | {"home_games": "9/4"})
