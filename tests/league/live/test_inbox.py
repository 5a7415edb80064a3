"""What the secretary hears of pegs: two phones that nobody settled, and a card that says something else."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from league.pages.queries.inbox import inbox
from league.results.choices import SentFor
from scoring.card.sheet import Side
from tests.league.live.pegging import opened, peg_game, send
from tests.league.live.phones import address
from tests.league.results.evening import CLOSING_TIME, other_winner

LATER = CLOSING_TIME + timedelta(hours=1)


def pegs_waiting(night):
    sections = inbox(night.small.league, LATER, secretary=True).sections
    return [(row.what, row.why, row.url) for section in sections if section.key == "pegs" for row in section.rows]


@pytest.fixture
def card(night):
    """The whole match was pegged; a card that says the same."""
    found = night.card()
    lines = list(found.lines)
    for number, line in enumerate(night.fixture.rules_in_force().format.lines):
        game = peg_game(night.fixture, number, night.home, seed=number)
        home, away = map(int, game.scores)
        winner = tuple(Side)[game.winner]
        played = replace(found.lines[number].games[0], winner=winner, home_pegs=home, away_pegs=away)
        lines[number] = replace(found.lines[number], games=(played,))
        assert line.games == 1
    return replace(found, lines=tuple(lines))


def test_a_card_that_says_what_the_pegs_say_is_no_matter_for_anybody(night, card):
    night.send(SentFor.HOME, card)
    assert pegs_waiting(night) == []


def test_a_card_that_says_something_else_waits(night, card):
    night.send(SentFor.HOME, other_winner(other_winner(card, 0), 2))
    words = "The card says something else than the pegs of Singles 1 and Singles 3."
    assert pegs_waiting(night) == [("Crown A v Bell", words, address(night.fixture, "match-decision"))]


def test_two_phones_that_nobody_settled_wait(night, card):
    taps = [("fact", {"kind": "pegged", "id": str(uuid4()), "side": 0, "pegs": 2})]
    send(night.fixture, 1, taps, by=night.away, lease=uuid4())
    night.send(SentFor.HOME, card)
    words = "Two phones pegged Singles 2: nobody has said which stands."
    assert pegs_waiting(night) == [("Crown A v Bell", words, address(night.fixture, "live-tracks", 1, 1))]


def test_two_phones_that_differ_wait_while_the_match_is_played(night):
    for by, pegs in ((night.home, 2), (night.away, 3)):
        taps = [opened(night.fixture, 0), ("fact", {"kind": "pegged", "id": str(uuid4()), "side": 0, "pegs": pegs})]
        send(night.fixture, 0, taps, by=by, lease=uuid4())
    words = "Two phones pegged Singles 1: nobody has said which stands."
    assert pegs_waiting(night) == [("Crown A v Bell", words, address(night.fixture, "live-tracks", 0, 1))]


def test_once_the_result_stands_nothing_waits(night, card):
    other = other_winner(card)
    night.send(SentFor.HOME, other)
    night.send(SentFor.AWAY, other)
    assert pegs_waiting(night) == []
