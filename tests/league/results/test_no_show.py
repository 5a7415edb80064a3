"""A side that does not turn up: the walkover, and the points that the rules take off with it."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.urls import reverse
from django_scopes import scopes_disabled

from league.results.models import Adjustment
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.card.points import Offence, Penalty
from tests.league.person import signed_in
from tests.league.results.walk import hidden


@pytest.fixture
def off(evening):
    """Rules that take off 3 points the first time, and 5 each time after that."""
    competition = evening.fixture.division.competition
    rules = codec.decode_as(LeagueRules, competition.rules)
    costs = (Penalty(Offence.NO_SHOW, (Fraction(3), Fraction(5))),)
    told = codec.encode(replace(rules, scheme=replace(rules.scheme, penalties=costs)))
    with scopes_disabled():
        competition.rules, competition.own_rules = told, True
        competition.save()
    return evening


def award(evening, **values):
    client, fixture = signed_in(evening.small.secretary), evening.fixture
    address = reverse("match-award", args=[fixture.league.slug, fixture.first_date, fixture.slug])
    page = client.get(address, follow=True).content.decode()
    return page, client.post(address, hidden(page) | {"reason": "Nobody came."} | values)


def taken() -> list[tuple[str, str, str]]:
    return [(str(row.entry), row.points, row.kind) for row in Adjustment.objects.order_by("pk")]


def test_the_points_that_the_rules_take_off_are_offered_with_the_walkover(off):
    page, answer = award(off, what="walkover-home", penalty="on")
    assert "Take points off a side that did not turn up, by the rules: Crown A 3 points and Bell 3 points" in page
    assert answer.status_code == 302
    assert taken() == [("Bell", "-3", "no-show")]


@pytest.mark.parametrize(
    ("values", "status", "points"),
    [
        ({"what": "both-lose", "penalty": "on"}, 302, [("Crown A", "-3", "no-show"), ("Bell", "-3", "no-show")]),
        ({"what": "walkover-home"}, 302, []),
        ({"what": "void", "penalty": "on"}, 422, []),
    ],
)
def test_whoever_did_not_turn_up_pays_where_it_is_ticked_and_nobody_for_a_void_match(off, values, status, points):
    _, answer = award(off, **values)
    assert answer.status_code == status
    assert taken() == points


def test_rules_without_such_a_penalty_offer_none(evening):
    page, _ = award(evening, what="walkover-home")
    assert "did not turn up, by the rules" not in page
