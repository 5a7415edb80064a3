"""Two phones pegged one game: what the captains see, and what their choice does."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from league.matchnight.models import LiveEvent
from league.matchnight.queries.event_log import match_of
from league.matchnight.queries.games import game_of
from league.results.choices import SentFor
from league.teams.choices import RoleKind
from scoring.play.events import HandStarted, Pegged
from tests.factories import make_role, make_user
from tests.league.html import words_on
from tests.league.live.pegging import facts, opened, peg_game, send
from tests.league.live.phones import address
from tests.league.person import signed_in

DASH = "\N{EN DASH}"


def pegged(side: int, pegs: int):
    return facts(Pegged(str(uuid4()), side, pegs))[0]


@pytest.fixture
def apart(night):
    """Singles 1: the home captain pegged 4 and 8, the away captain took the pegs and pegged 2; meanwhile home had 3."""
    home, away = uuid4(), uuid4()
    begun = [opened(night.fixture, 0), *facts(HandStarted(str(uuid4()), 0)), pegged(0, 4), pegged(1, 8)]
    send(night.fixture, 0, begun, by=night.home, lease=home)
    send(night.fixture, 0, [("taken", {"name": "Bob Lee"}), pegged(0, 2)], by=night.away, lease=away)
    send(night.fixture, 0, [pegged(0, 3), pegged(1, 1)], by=night.home, lease=home)
    return home, away


def page_of(night) -> str:
    return address(night.fixture, "live-tracks", 0, 1)


def game(night):
    return game_of(match_of(night.fixture), night.fixture, (0, 1))


def test_both_accounts_are_shown_from_where_they_part(night, apart):
    page = words_on(signed_in(night.home).get(page_of(night)))
    assert page.count(f"Both are the same up to 4{DASH}8.") == 2
    assert f"6{DASH}8 , not finished" in page
    assert f"7{DASH}9 , not finished" in page
    assert "First difference: on one phone Crown A scores 3, on the other Crown A scores 2." in page


def test_two_phones_of_one_name_are_told_apart(night):
    begun = [("taken", {"name": "Bob Lee"}), opened(night.fixture, 0), *facts(HandStarted(str(uuid4()), 0))]
    home, away = uuid4(), uuid4()
    send(night.fixture, 0, begun, by=night.home, lease=home)
    send(night.fixture, 0, [("taken", {"name": "Bob Lee"}), pegged(0, 2)], by=night.away, lease=away)
    send(night.fixture, 0, [pegged(0, 3)], by=night.home, lease=home)
    page = words_on(signed_in(night.home).get(page_of(night)))
    names = re.findall(r"Harry Goy \((\w+) phone, from 10\.30pm\): \d", page)
    assert sorted(names) == ["2nd", "3rd"]


def test_a_choice_needs_its_reason_and_is_an_event(night, apart):
    client = signed_in(night.away)
    answer = client.post(page_of(night), {"lease": str(apart[0]), "reason": ""})
    assert answer.status_code == 422
    assert "Give a reason. Both captains and the secretary can read it." in words_on(answer)
    answer = client.post(page_of(night), {"lease": str(apart[0]), "reason": "Mine missed a tile"})
    assert answer.url == page_of(night)
    said = LiveEvent.objects.get(kind="chosen")
    assert said.body == {"lease": str(apart[0]), "reason": "Mine missed a tile", "name": night.away.name}
    assert said.by == night.away
    assert (game(night).scores, game(night).waiting) == ((7, 9), ())
    assert "This has been settled." in words_on(client.get(page_of(night)))


def test_what_counts_can_be_chosen_too(night, apart):
    signed_in(night.home).post(page_of(night), {"lease": str(apart[1]), "reason": "As we both saw it"})
    assert (game(night).scores, game(night).waiting) == ((6, 8), ())
    assert game(night).scorer_log.aside[0].rested


def test_only_what_is_there_can_be_chosen(night, apart):
    answer = signed_in(night.home).post(page_of(night), {"lease": str(uuid4()), "reason": "Why not"})
    assert answer.status_code == 422
    assert not LiveEvent.objects.filter(kind="chosen").exists()


def test_after_the_result_stands_nothing_is_chosen(night, apart):
    night.send(SentFor.HOME)
    night.send(SentFor.AWAY)
    answer = signed_in(night.home).post(page_of(night), {"lease": str(apart[0]), "reason": "Late"})
    assert answer.status_code == 422
    assert "This result stands." in words_on(answer)
    assert not LiveEvent.objects.filter(kind="chosen").exists()


def test_a_scorer_of_the_league_looks_and_does_not_choose(night, apart):
    scorer = make_user("Sid Scorer")
    make_role(scorer, night.small.league, RoleKind.SCORER, night.fixture.home.team)
    client = signed_in(scorer)
    assert "A captain of either side, or the secretary, decides which one is right." in words_on(
        client.get(page_of(night))
    )
    assert client.post(page_of(night), {"lease": str(apart[0]), "reason": "Mine"}).status_code == 403


def test_one_phone_is_one_track(night):
    peg_game(night.fixture, 0, night.home)
    assert "Only one phone scored this game." in words_on(signed_in(night.home).get(page_of(night)))
    assert signed_in(night.home).get(address(night.fixture, "live-tracks", 1, 1)).status_code == 404


def test_it_is_said_on_the_game_and_on_the_match(night, apart):
    send(night.fixture, 0, [pegged(0, 8) for _ in range(6)], by=night.away, lease=apart[1])
    assert "Two phones scored this game differently." in words_on(
        Client().get(address(night.fixture, "live-game", 0, 1))
    )


@pytest.mark.parametrize("taps", [2, 40])
def test_the_page_costs_the_same_however_much_was_pegged(night, apart, django_assert_num_queries, taps):
    send(night.fixture, 0, [pegged(0, 0) for _ in range(taps)], by=night.home, lease=apart[0])
    client = signed_in(night.home)
    client.get(page_of(night))
    with django_assert_num_queries(10):
        client.get(page_of(night))
