"""Generated cards: without a problem, believable, and the same for the same dice."""

from dataclasses import replace
from random import Random

import pytest

from scoring.card.check import check
from scoring.card.format import Pegs, ShortSide
from scoring.card.outcome import tally
from scoring.card.presets import PRESETS, preset
from scoring.card.sheet import Ending, How, Side
from scoring.season.specimen import Habits, generate_card
from tests.scoring.card.planted import BEST_OF_THREE
from tests.scoring.strategies_card import NEWCOMERS, match_of

CARDS = 500
LIVELY = Habits(short=0.3, pegs=0.7, hands=0.5, quick=0.1, newcomer=0.2, walkover=0.02)


def cards_of(match, *, seed, count=CARDS, habits=LIVELY):
    random = Random(seed)
    return [generate_card(random, match, habits=habits, newcomers=NEWCOMERS) for _ in range(count)]


@pytest.mark.parametrize("league", PRESETS)
def test_no_false_alarm_on_legal_cards(league):
    match = match_of(league)
    assert [problem for card in cards_of(match, seed=2026) for problem in check(card, match)] == []


@pytest.mark.parametrize(
    "changes",
    [
        {"format": BEST_OF_THREE},
        {"format": replace(preset("leek").format, short=ShortSide.VOID, pegs=Pegs.REQUIRED)},
        {"format": replace(preset("leek").format, limits=())},
        {"quick_allowed": False},
    ],
    ids=["best of three", "void and pegs required", "no limits", "no bare score"],
)
def test_no_false_alarm_where_a_league_changes_its_preset(changes):
    match = match_of("leek", **changes)
    assert [problem for card in cards_of(match, seed=3) for problem in check(card, match)] == []


def test_same_dice_give_the_same_card():
    match = match_of("leek")
    assert cards_of(match, seed=5, count=20) == cards_of(match, seed=5, count=20)
    assert cards_of(match, seed=5, count=20) != cards_of(match, seed=6, count=20)


def test_every_kind_of_evening_is_generated():
    match = match_of("leek")
    cards = cards_of(match, seed=1)
    hows = {game.how for card in cards for line in card.lines for game in line.games}
    assert hows == {How.PLAYED, How.CLAIMED, How.VOID}
    assert {card.ending for card in cards} == {Ending.PLAYED, Ending.WALKOVER_HOME, Ending.WALKOVER_AWAY}
    assert any(card.quick for card in cards)
    assert any(card.signings for card in cards)


def test_pegs_are_believable():
    match = match_of("leek")
    games = [
        (line.target, game)
        for card in cards_of(match, seed=4, habits=Habits(pegs=1, hands=1))
        for line, score in zip(match.format.lines, card.lines, strict=True)
        for game in score.games
        if game.how is How.PLAYED
    ]
    assert all({game.home_pegs, game.away_pegs} >= {target} for target, game in games)
    lost = [game.pegs(game.winner.other) for target, game in games if target == 61]
    assert all(0 <= pegs < 61 for pegs in lost)
    assert 38 <= sum(lost) / len(lost) <= 52
    hands = [game.hands for target, game in games if target == 61]
    assert 3.5 <= sum(hands) / len(hands) <= 6


def test_strength_tells():
    match = match_of("one-a-game")
    random = Random(9)
    strong = [generate_card(random, match, habits=Habits(home_wins=0.8, short=0)) for _ in range(100)]
    winners = [tally(card, match, match.scheme).winner for card in strong]
    assert winners.count(Side.HOME) > 90
