"""Neither side sees the other's order before both are in; then card and scorer begin with it, and anybody can check."""

from hashlib import sha256

import pytest
from django.test import Client
from django_scopes import scope, scopes_disabled

from league.matchnight.models import PaperDraw, PlayingOrder
from league.matchnight.queries.scorer_page import match_on_phone
from league.results.choices import SentFor
from league.results.queries.journeys import journey_of
from scoring.card.format import Order
from scoring.card.sheet import Side
from tests.league.lineups.drawing import drawn_by_lot
from tests.league.person import signed_in
from tests.league.results.evening import make_evening


@pytest.fixture(params=[Order.LOT, Order.BLIND])
def night(db, request):
    with scopes_disabled():
        made = make_evening()
        drawn_by_lot(made.fixture, request.param)
    with scope(league=made.small.league):
        yield made


def address(night) -> str:
    return f"/leek/{night.fixture.first_date}/{night.fixture.slug}/draw/"


def filled(night, side: Side) -> dict:
    """What a captain of this side sends: six who play, or an order line by line."""
    keys = [player.id for player in night.match.squad(side).players][:6]
    form = night.fixture.rules_in_force().format
    if form.order is Order.LOT:
        return {"players": keys, "word": "crib"}
    values, turns = {"word": ""}, dict.fromkeys(form.kinds, 0)
    for number, line in enumerate(form.lines):
        for place in range(line.players):
            values[f"line-{number}-{place}"] = keys[turns[line.kind] % 6]
            turns[line.kind] += 1
    return values


def put_in(night, side: Side):
    captain = night.home if side is Side.HOME else night.away
    return signed_in(captain).post(f"{address(night)}order/", filled(night, side))


def read(client, night) -> str:
    return client.get(address(night)).content.decode()


def test_a_program_reads_the_draw_as_strangers_see_it(night):
    path = f"/api/v1/leagues/leek/fixtures/{night.fixture.code}/draw"
    assert Client().get(path).json()["state"] == "open"
    put_in(night, Side.HOME)
    seen = Client().get(path).json()
    assert [(each["side"], each["text"]) for each in seen["put_in"]] == [("Crown A", None)]
    assert (seen["state"], seen["lines"], seen["seed"]) == ("open", [], "")
    put_in(night, Side.AWAY)
    seen = Client().get(path).json()
    assert (seen["state"], len(seen["lines"])) == ("done", len(night.fixture.rules_in_force().format.lines))
    assert [sha256(each["text"].encode()).hexdigest() for each in seen["put_in"]] == [
        each["seal"] for each in seen["put_in"]
    ]


def test_nothing_but_a_seal_is_seen_until_both_are_in_and_then_everything(night):
    assert put_in(night, Side.HOME).status_code == 302
    row = PlayingOrder.objects.get()
    names = [player.name for player in night.match.home.players]
    for reader in (signed_in(night.away), signed_in(night.home), signed_in(night.secretary), Client()):
        page = read(reader, night)
        assert row.seal[:16] in page
        assert row.secret not in page
        assert [name for name in names if name in page] == []
    assert journey_of(night.fixture, night.away, SentFor.AWAY).present == {Side.HOME: (), Side.AWAY: ()}
    put_in(night, Side.AWAY)
    page = read(Client(), night)
    for each in PlayingOrder.objects.all():
        assert each.seal in page
        assert each.secret in page
    texts = [
        line for line in page.replace("<", "\n").replace(">", "\n").split("\n") if line.startswith(night.fixture.code)
    ]
    assert {sha256(text.encode()).hexdigest() for text in texts} == set(
        PlayingOrder.objects.values_list("seal", flat=True)
    )


def test_card_and_scorer_begin_with_what_was_drawn(night):
    put_in(night, Side.HOME)
    put_in(night, Side.AWAY)
    form = night.fixture.rules_in_force().format
    card = journey_of(night.fixture, night.home, SentFor.HOME).card
    assert [len(line.home) for line in card.lines] == [len(line.away) for line in card.lines]
    assert [len(line.home) for line in card.lines] == [line.players for line in form.lines]
    phone = match_on_phone(night.fixture)["lines"]
    drawn = [[[named.id for named in line.home], [named.id for named in line.away]] for line in card.lines]
    assert [line["last"] for line in phone] == drawn


def test_an_order_is_put_in_once_and_only_by_the_side_itself(night):
    assert signed_in(night.secretary).get(f"{address(night)}order/").status_code == 403
    assert Client().post(f"{address(night)}paper/").status_code == 302
    put_in(night, Side.HOME)
    first = PlayingOrder.objects.get()
    assert put_in(night, Side.HOME).status_code == 302
    assert PlayingOrder.objects.get().seal == first.seal
    assert signed_in(night.away).post(f"{address(night)}order/", {}).status_code == 422


def test_one_tap_does_it_on_paper_until_both_are_in(night):
    put_in(night, Side.HOME)
    assert signed_in(night.away).post(f"{address(night)}paper/").status_code == 302
    assert "This draw is done on paper." in read(signed_in(night.home), night)
    assert put_in(night, Side.AWAY).status_code == 302
    assert PlayingOrder.objects.count() == 1
    assert journey_of(night.fixture, night.home, SentFor.HOME).card.lines == ()


def test_once_both_are_in_paper_is_too_late(night):
    put_in(night, Side.HOME)
    put_in(night, Side.AWAY)
    signed_in(night.home).post(f"{address(night)}paper/")
    assert PaperDraw.objects.count() == 0


def test_there_is_no_draw_where_captains_write_their_order(db):
    with scopes_disabled():
        made = make_evening()
    with scope(league=made.small.league):
        assert Client().get(address(made)).status_code == 404
