"""Cards filled in from another account: blanks are filled, and nothing written is changed."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.card.differences import fill, overwrite
from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Named, Side, Signing
from tests.seeds import examples

HARRY, BOB, JOAN = Named("1", "Harry Goy"), Named("2", "Bob Lee"), Named("3", "Joan Hird")
PEGGED = Card(lines=(LineScore((HARRY,), (BOB,), (GameScore(Side.HOME, 61, 45, 6),)), LineScore()))


def line(*games, home=(), away=()):
    return LineScore(home, away, games)


def test_an_empty_card_becomes_what_the_other_says():
    assert fill(Card(), PEGGED) == PEGGED


def test_blanks_are_filled_and_what_was_written_stays():
    mine = Card(lines=(line(GameScore(Side.HOME, 61), home=(JOAN,)), line(GameScore(Side.AWAY))), remarks="Cold")
    filled = fill(mine, PEGGED)
    assert filled.lines[0] == LineScore((JOAN,), (BOB,), (GameScore(Side.HOME, 61, 45, 6),))
    assert filled.lines[1] == line(GameScore(Side.AWAY))
    assert filled.remarks == "Cold"


def test_a_game_won_by_the_other_side_takes_nothing_of_the_pegs():
    mine = Card(lines=(line(GameScore(Side.AWAY)),))
    assert fill(mine, PEGGED).lines[0].games == (GameScore(Side.AWAY),)


def test_a_game_claimed_or_void_was_not_played():
    for game in (GameScore(Side.HOME, how=How.CLAIMED), GameScore(None, how=How.VOID)):
        assert fill(Card(lines=(line(game),)), PEGGED).lines[0].games == (game,)


def test_a_bare_score_and_a_walkover_stay_what_they_are():
    for card in (Card.score_only(5, 4), Card(ending=Ending.WALKOVER_HOME)):
        assert fill(card, PEGGED) == card
        assert overwrite(card, PEGGED) == PEGGED


def test_who_signs_on_the_night_signs_once():
    new = Named(None, "Bob New")
    pegged = Card(
        lines=(line(GameScore(Side.HOME), home=(HARRY,), away=(new,)),), signings=(Signing(Side.AWAY, "Bob New"),)
    )
    assert fill(Card(), pegged).signings == (Signing(Side.AWAY, "Bob New"),)
    assert fill(fill(Card(), pegged), pegged) == fill(Card(), pegged)
    taken = Card(lines=(line(away=(BOB,)),))
    assert fill(taken, pegged).signings == ()


def test_overwriting_keeps_the_rest_of_the_card():
    mine = Card(lines=(line(GameScore(Side.AWAY, 40, 61), home=(JOAN,)), line(GameScore(Side.AWAY))), remarks="Cold")
    assert overwrite(mine, PEGGED) == replace(PEGGED, lines=(PEGGED.lines[0], mine.lines[1]), remarks="Cold")


games = st.builds(GameScore, st.sampled_from([None, *Side]), st.none() | st.integers(0, 61), st.none(), st.none())
lines = st.builds(LineScore, st.sampled_from([(), (HARRY,)]), st.sampled_from([(), (BOB,)]), st.tuples(games))
cards = st.builds(Card, lines=st.lists(lines, max_size=3).map(tuple))


@settings(max_examples=examples(200))
@given(cards, cards)
def test_filling_twice_is_filling_once_and_each_account_fills_itself(mine, other):
    assert fill(fill(mine, other), other) == fill(mine, other)
    assert fill(mine, mine) == mine
    assert overwrite(mine, mine).lines == mine.lines
