"""Two phones pegged one game: when they differ and when not, and where that is said."""

from uuid import uuid4

import pytest
from django.test import Client

from league.matchnight.queries.event_log import match_of
from league.matchnight.queries.games import game_of, prefill_from_log
from league.matchnight.queries.match_state import state_of
from scoring.play.events import Corrected, HandEnded, HandStarted, Knocked, Pegged, Undone
from tests.league.html import words_on
from tests.league.live.pegging import facts, opened, send
from tests.league.live.phones import address
from tests.league.person import signed_in

SHARED = ((0, 4), (1, 2), (0, 8), (1, 3))


def pegs(*plays):
    return facts(*(Pegged(str(uuid4()), side, number) for side, number in plays))


def start(leader: int = 0):
    return facts(HandStarted(str(uuid4()), leader))


def slip_undone():
    wrong = str(uuid4())
    return [*facts(Pegged(wrong, 0, 1), Undone(str(uuid4()), wrong)), *pegs(*SHARED)]


def slip_corrected():
    wrong = str(uuid4())
    right = Pegged(wrong, *SHARED[-1])
    return [*pegs(*SHARED[:-1]), *facts(Pegged(wrong, 1, 6), Corrected(str(uuid4()), wrong, right, "Miscounted"))]


SAME = {
    "the same": lambda: pegs(*SHARED),
    "only the beginning": lambda: pegs(*SHARED[:2]),
    "nothing": list,
    "a slip that was undone": slip_undone,
    "a slip that was corrected": slip_corrected,
    "with what scored nothing": lambda: [
        *pegs(SHARED[0]),
        *facts(Knocked(str(uuid4()), 1)),
        *pegs((1, 0), *SHARED[1:]),
    ],
}
OTHER = {
    "another number": lambda: pegs(*SHARED[:2], (0, 6)),
    "another side": lambda: pegs((1, 4)),
    "more": lambda: pegs(*SHARED, (0, 2)),
    "the hand has ended": lambda: [*pegs(*SHARED[:2]), *facts(HandEnded(str(uuid4()), 0))],
}


@pytest.fixture
def two(night):
    """Singles 1 opened and pegged by the home captain; the away captain pegs it too, from the start or from halfway."""

    def peg(theirs, *, halfway: bool, **opening):
        home, away = uuid4(), uuid4()
        begun = [opened(night.fixture, 0), *start()]
        if halfway:
            send(night.fixture, 0, begun, by=night.away, lease=away)
            send(night.fixture, 0, [("taken", {"name": "Ann"}), *pegs(*SHARED)], by=night.home, lease=home)
            send(night.fixture, 0, theirs, by=night.away, lease=away)
        else:
            send(night.fixture, 0, [*begun, *pegs(*SHARED)], by=night.home, lease=home)
            again = [opened(night.fixture, 0, **opening), *start(), *theirs]
            send(night.fixture, 0, again, by=night.away, lease=away)
        return game_of(match_of(night.fixture), night.fixture, (0, 1)), state_of(night.fixture)["games"][0]

    return peg


@pytest.mark.parametrize("halfway", [False, True])
@pytest.mark.parametrize("told", SAME)
def test_what_tells_the_same_is_nothing_to_choose(night, two, told, halfway):
    game, view = two(SAME[told](), halfway=halfway)
    assert (game.waiting, view["aside"]) == ((), 0)
    assert "Two phones scored" not in words_on(signed_in(night.home).get(address(night.fixture, "live-game", 0, 1)))


@pytest.mark.parametrize("halfway", [False, True])
@pytest.mark.parametrize("told", OTHER)
def test_what_tells_anything_else_is(night, two, told, halfway):
    game, view = two(OTHER[told](), halfway=halfway)
    assert len(game.waiting) == 1
    assert view["aside"] > 0
    assert "Two phones scored" in words_on(signed_in(night.home).get(address(night.fixture, "live-game", 0, 1)))


def test_another_player_is_another_game(night, two):
    other = [{"key": "+Somebody Else", "name": "Somebody Else"}]
    game, _ = two(pegs(*SHARED), halfway=False, home=other)
    assert len(game.waiting) == 1


def test_the_live_page_has_the_way_to_both_for_those_who_may_choose(night, two):
    two(OTHER["another number"](), halfway=False)
    tracks = address(night.fixture, "live-tracks", 0, 1)
    page = address(night.fixture, "live")
    assert tracks in signed_in(night.home).get(page).content.decode()
    strangers = Client().get(page).content.decode()
    assert "Two phones scored this game differently" in strangers
    assert tracks not in strangers


def whole(winner: int):
    return [
        *pegs((winner, 4)),
        *(each for _ in range(7) for each in pegs((winner, 8), (1 - winner, 3))),
        *pegs((winner, 1)),
    ]


def test_a_card_says_that_two_phones_differ_before_any_game_is_over(night):
    for by, side in ((night.home, 0), (night.away, 1)):
        taps = [opened(night.fixture, 0), *start(), *pegs((side, 4))]
        send(night.fixture, 0, taps, by=by, lease=uuid4())
    page = words_on(signed_in(night.home).get(address(night.fixture, "match-card"), follow=True))
    assert "Singles 1: two phones scored this game differently." in page
    assert "Filled from" not in page
    page = words_on(signed_in(night.home).get(address(night.fixture, "live-card")))
    assert "No game has been finished on the live score yet." in page


def test_a_card_filled_from_the_live_score_says_that_two_phones_differ(night):
    """And once somebody chose the other score, that and why: nobody's card changes without a word."""
    home, away = uuid4(), uuid4()
    send(night.fixture, 0, [opened(night.fixture, 0), *start(), *whole(0)], by=night.home, lease=home)
    send(night.fixture, 0, [opened(night.fixture, 0), *start(), *whole(1)], by=night.away, lease=away)
    page = address(night.fixture, "match-card")
    assert "Singles 1: two phones scored this game differently." in words_on(
        signed_in(night.home).get(page, follow=True)
    )
    choice = {"lease": str(away), "reason": "The other missed a hand"}
    signed_in(night.away).post(address(night.fixture, "live-tracks", 0, 1), choice)
    notes = [note.text for note in prefill_from_log(night.fixture, night.fixture.rules_in_force()).notes if note.url]
    assert notes[0] == f"Singles 1: {night.away.name} chose the other phone’s score: The other missed a hand."
    assert "chose the other phone’s score" in words_on(signed_in(night.home).get(page, follow=True))
