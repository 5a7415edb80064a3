"""The draw on the night: seals that hold, lots that anybody can make again, and nobody twice for one kind of game."""

from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.card.format import Order
from scoring.card.presets import preset
from scoring.card.sheet import Side
from scoring.season.order_draw import SealedOrder, card_of_places, drawn_places, seed_of

FORM = preset("leek").format
LOTS = replace(FORM, order=Order.LOT)
SECRETS = st.text("0123456789abcdef", min_size=32, max_size=32)


def put_in(side: Side, secret: str, number: int = 6, first: int = 1) -> SealedOrder:
    return SealedOrder(side, (tuple(str(first + each) for each in range(number)),), secret)


def test_seal_is_what_the_page_tells_people_to_make():
    order = SealedOrder(Side.HOME, (("12",), ("7", "31")), "crib-00ff")
    assert order.text("4f7k2m") == "4f7k2m/home/12 7,31/crib-00ff"
    assert order.seal("4f7k2m") == sha256(b"4f7k2m/home/12 7,31/crib-00ff").hexdigest()
    assert order.seal("4f7k2m") != replace(order, places=(("7",), ("12", "31"))).seal("4f7k2m")


def test_written_orders_are_drawn_as_they_were_written():
    form = replace(FORM, order=Order.BLIND)
    home = SealedOrder(Side.HOME, tuple(("1",) * line.players for line in form.lines), "a")
    away = SealedOrder(Side.AWAY, tuple(("2",) * line.players for line in form.lines), "b")
    assert drawn_places(form, home, away) == {Side.HOME: home.places, Side.AWAY: away.places}


@given(SECRETS, SECRETS, st.integers(3, 6))
def test_everybody_is_drawn_once_for_each_kind_of_game(one, two, number):
    home, away = put_in(Side.HOME, one, number), put_in(Side.AWAY, two, number, first=100)
    found = drawn_places(LOTS, home, away)
    for side, order in ((Side.HOME, home), (Side.AWAY, away)):
        people = set(order.places[0])
        for kind in LOTS.kinds:
            lines = [line for line, of in zip(found[side], LOTS.lines, strict=True) if of.kind == kind]
            drawn = [key for line in lines for key in line]
            wanted = min(number, kind.players * len(lines))
            assert (len(drawn), len(set(drawn)), set(drawn) <= people) == (wanted, wanted, True)
    assert drawn_places(LOTS, home, away) == found


def test_either_secret_alone_changes_the_lots_and_the_order_of_ticking_does_not():
    home, away = put_in(Side.HOME, "a" * 32), put_in(Side.AWAY, "b" * 32, first=100)
    first = drawn_places(LOTS, home, away)
    others = [replace(home, secret=f"{number:032x}") for number in range(20)]
    assert len({drawn_places(LOTS, each, away)[Side.AWAY] for each in others}) > 10
    back = replace(home, places=(home.places[0][::-1],))
    assert drawn_places(LOTS, back, away) == first
    assert seed_of(home, away) == sha256(f"{'a' * 32}/{'b' * 32}".encode()).hexdigest()


@pytest.mark.parametrize("names", [{"1": "Harry Goy"}, {}])
def test_card_begins_with_those_who_are_known(names):
    places = {side: tuple(("1",) * line.players for line in FORM.lines) for side in Side}
    card = card_of_places(places, names)
    assert len(card.lines) == len(FORM.lines)
    assert {each.name for line in card.lines for each in line.home} == set(names.values())
