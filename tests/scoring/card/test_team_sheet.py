"""Who may be picked, before there is a card: the same that a card would say of each player."""

from dataclasses import replace
from datetime import date, timedelta

from scoring.card.check import check
from scoring.card.ineligible_players import SAID_OF_A_PLAYER, eligibility_of, reserves
from scoring.card.league_rules import Loan, PlayingUp
from scoring.card.match import Player
from scoring.card.sheet import Card, LineScore, Named, Side
from tests.scoring.strategies_card import match_of

MATCH = match_of("leek")


def helper(name: str, *, times: int = 0, same_club: bool = True) -> Player:
    loan = Loan("Plough", same_club=same_club, times=times)
    return Player(name, name, date(2026, 9, 1), tied_to="Plough", loans=(loan, None))


def test_a_squad_that_is_in_order_may_play():
    people = MATCH.home.players
    assert eligibility_of(people, Side.HOME, MATCH) == tuple((player, True, ()) for player in people)


def test_each_player_has_the_faults_that_a_card_finds_and_no_other():
    bad = {
        1: {"suspended": True},
        2: {"registered_on": MATCH.on + timedelta(days=1)},
        3: {"tied_to": "Plough"},
        4: {"registered_on": None},
    }
    people = tuple(replace(each, **bad.get(number, {})) for number, each in enumerate(MATCH.home.players))
    match = replace(MATCH, home=replace(MATCH.home, players=people))
    found = eligibility_of(people, Side.HOME, match)
    assert [number for number, (_, may_play, _) in enumerate(found) if not may_play] == [1, 2, 3, 4]
    for player, _, problems in found:
        card = Card(lines=(LineScore(home=(Named(player.id, player.name),)),))
        said = [one.code for one in check(card, match) if one.code in SAID_OF_A_PLAYER]
        assert [one.code for one in problems] == said


def test_those_who_may_help_out_are_offered_by_name():
    may, often, other = helper("Tom Simpson"), helper("Ann Often", times=3), helper("Zoe Other", same_club=False)
    match = replace(MATCH, playing_up=PlayingUp(most=3), elsewhere=(may, often, other))
    assert reserves(Side.HOME, match) == (may,)
    assert reserves(Side.AWAY, match) == ()
    ((_, may_play, problems),) = eligibility_of([may], Side.HOME, match)
    assert may_play
    assert [each.code for each in problems] == ["plays_up"]


def test_where_nobody_plays_up_nobody_is_offered():
    assert reserves(Side.HOME, replace(MATCH, playing_up=None, elsewhere=(helper("Tom Simpson"),))) == ()
