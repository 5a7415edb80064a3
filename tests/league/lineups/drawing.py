"""Matches whose order is drawn on the night, for tests."""

from dataclasses import replace

from league.schedule.models import Fixture
from scoring import codec
from scoring.card.format import Order


def drawn_by_lot(fixture: Fixture, order: Order = Order.LOT) -> Fixture:
    """Give one match rules of its own, under which its order is drawn, or written unseen."""
    rules = fixture.rules_in_force()
    fixture.rules = codec.encode(replace(rules, format=replace(rules.format, order=order)))
    fixture.save()
    return fixture
