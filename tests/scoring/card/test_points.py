"""Points schemes: exact, told in plain English, and what offences cost; and games that end in a half."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring import codec
from scoring.card.outcome import Kind, Tally
from scoring.card.points import (
    BuyBack,
    Half,
    Offence,
    Penalty,
    Scheme,
    Walkover,
    amount,
    describe,
    penalty,
    plain,
    points,
    whole_or_half,
    working,
)
from scoring.card.sheet import Side

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0 points"),
        (Fraction(1), "1 point"),
        (HALF, "½ point"),
        (Fraction(7, 2), "3½ points"),
        (Fraction(3, 4), "¾ point"),
        (Fraction(5, 3), "1 2/3 points"),
        (Fraction(2, 3), "2/3 point"),
        (Fraction(-3), "\N{MINUS SIGN}3 points"),
        (Fraction(-3, 2), "\N{MINUS SIGN}1½ points"),
    ],
)
def test_amounts_read_as_a_league_writes_them(value, text):
    assert amount(value) == text


def test_plain_number():
    assert [plain(Fraction(n, 2)) for n in range(5)] == ["0", "½", "1", "1½", "2"]


def test_every_part_of_a_scheme_is_counted():
    scheme = Scheme(
        "all",
        win=Fraction(10),
        loss=Fraction(1),
        per_game=HALF,
        per_line=Fraction(2),
        narrow_loss=Fraction(3),
        narrow_margin=2,
    )
    assert points(scheme, games=(5, 4), lines=(Fraction(3, 2), HALF)) == (
        10 + Fraction(5, 2) + 3,
        1 + 2 + 1 + 3,
    )
    assert points(scheme, games=(6, 3), lines=(Fraction(2), Fraction(0)))[1] == 1 + Fraction(3, 2)


def test_draw():
    assert points(
        Scheme("d", draw=Fraction(1), narrow_loss=Fraction(5), narrow_margin=1), games=(4, 4), lines=(HALF, HALF)
    ) == (1, 1)


def test_penalties_grow_and_the_last_repeats():
    scheme = Scheme("late", penalties=(Penalty(Offence.LATE_CARD, (Fraction(0), Fraction(3), Fraction(5))),))
    assert [penalty(scheme, Offence.LATE_CARD, earlier=n) for n in range(5)] == [0, 3, 5, 5, 5]
    assert penalty(scheme, Offence.NO_SHOW) == 0
    assert penalty(Scheme("empty", penalties=(Penalty(Offence.NO_SHOW, ()),)), Offence.NO_SHOW) == 0


def test_a_later_card_costs_more():
    late = [Penalty(Offence.LATE_CARD, (Fraction(cost),), hours) for cost, hours in ((1, 0), (3, 24), (5, 72))]
    scheme = Scheme("late", penalties=tuple(late))
    assert [penalty(scheme, Offence.LATE_CARD, hours=hours) for hours in (0, 23.9, 24, 100)] == [1, 1, 3, 5]
    assert penalty(Scheme("grace", penalties=(late[1],)), Offence.LATE_CARD, hours=2) == 0


def test_points_are_explained():
    scheme = Scheme("two and half", win=Fraction(2), per_game=HALF, per_line=Fraction(1))
    assert working(scheme, games=(8, 7), lines=(Fraction(5, 2), Fraction(5, 2))) == (
        ("8 games at ½: 4", "2½ lines at 1: 2½", "2 for winning"),
        ("7 games at ½: 3½", "2½ lines at 1: 2½"),
    )
    narrow = Scheme("three", win=Fraction(3), draw=Fraction(1), narrow_loss=Fraction(1), narrow_margin=1)
    assert working(narrow, games=(5, 4), lines=(Fraction(0), Fraction(0)))[1] == ("1 for losing narrowly",)
    assert working(narrow, games=(4, 4), lines=(Fraction(0), Fraction(0)))[0] == ("1 for drawing",)


def test_scheme_in_plain_english():
    scheme = Scheme(
        "everything",
        win=Fraction(2),
        draw=Fraction(1),
        loss=HALF,
        per_game=HALF,
        per_line=Fraction(1),
        narrow_loss=Fraction(1),
        narrow_margin=1,
        walkover=Walkover(5, 4, points_for=Fraction(7)),
        penalties=(Penalty(Offence.LATE_CARD, (Fraction(3), Fraction(5))),),
        maximum_deduction=Fraction(12),
        buy_back=BuyBack(Fraction(2), 550, 14),
    )
    assert describe(scheme) == (
        "The match goes to the side that wins more games.",
        "2 points for winning the match.",
        "1 point for a drawn match.",
        "½ point for losing the match.",
        "½ point for each game won.",
        "1 point for each line won, shared if the line is level.",
        "1 point for losing by one game.",
        "A walkover counts as 5–4, 7 points. It doesn’t count in players’ averages.",
        "Off for a card sent late: 3 points, then 5 points.",
        "No team loses more than 12 points in a season.",
        "A team may buy back 2 points for £5.50, within 14 days.",
    )


@pytest.mark.parametrize(("price", "text"), [(500, "£5"), (550, "£5.50"), (5, "£0.05"), (1005, "£10.05")])
def test_price_of_a_buy_back(price, text):
    told = describe(Scheme("x", buy_back=BuyBack(Fraction(1), price, 7)))
    assert told[-1] == f"A team may buy back 1 point for {text}, within 7 days."


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
