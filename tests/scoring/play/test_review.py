"""Hands looked at again: points missed, the best play, what knocks prove, and chances."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.play.board import Landed, land
from scoring.play.computer.table import values_of
from scoring.play.events import Knock, Play
from scoring.play.hand import Hand, start_hand
from scoring.play.presets import PRESETS, preset
from scoring.play.review import positions_of, proofs, review_hand, review_wins
from scoring.play.rules import HandEnd
from scoring.play.search import choices, search_of, why_not
from scoring.play.tiles import Tile, domino_set, parse_tiles
from scoring.play.win_search import WinSearch
from tests.scoring.play.test_hand import dealt, play
from tests.scoring.strategies import hands

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())
PAGAT = preset("fives-threes:pagat")


def minimax(hand: Hand) -> int:
    """Pegs of side 0 less those of side 1 in the whole hand, by looking at everything."""
    if hand.is_over:
        return hand.pegs[0] - hand.pegs[1]
    outcomes = hand.legal()
    after = [hand.play(o.tile, o.end) for o in outcomes] if outcomes else [hand.knock()]
    return (min if hand.side_of(hand.turn) else max)(map(minimax, after))


SMALL = [vector for vector in VECTORS["solve"] if vector["players"] == 2 and vector["tiles"] <= 7]


@pytest.mark.parametrize("vector", SMALL, ids=lambda v: f"{v['tiles']} tiles, seed {v['seed']}, chip {v['chip']}")
def test_the_value_and_every_lead_are_those_of_the_vector(vector):
    rules = PAGAT.but(chip=vector["chip"])
    hand = start_hand(rules, dealt(*vector["hands"]), 0)
    found = choices(search_of(rules, hand.held), hand)
    assert {str(choice.tile): choice.value for choice in found} == vector["leads"]
    assert found[0].value == vector["value"]
    assert review_hand(hand.play(found[0].tile)).value == vector["value"]


@given(hands(PAGAT, each=4, turns=3), st.integers(0, 1), st.sampled_from([HandEnd.PAIR_OUT, HandEnd.FIRST_OUT]))
@settings(max_examples=40, deadline=None)
def test_a_choice_is_worth_what_looking_at_everything_finds(hand, chip, end):
    assume(not hand.is_over)
    hand = Hand(hand.rules.but(chip=chip, hand_end=end), *(getattr(hand, name) for name in hand.__slots__[1:]))
    so_far = hand.pegs[0] - hand.pegs[1]
    for choice in choices(search_of(hand.rules, hand.held), hand):
        sign = -1 if hand.side_of(hand.turn) else 1
        assert sign * choice.value == minimax(hand.play(choice.tile, choice.end)) - so_far


def test_pegs_missed_and_the_cost_of_each_play():
    hand = start_hand(PAGAT, dealt("66 61 20", "60 63 50"), 0)
    hand = play(hand, "61 63@6")
    review = review_hand(hand)
    lead, second = review.plays
    assert (lead.play.points, lead.most, lead.missed) == (0, 4, 4)
    assert review.missed_by(0) == 4
    assert (second.most, second.missed) == (0, 0)
    first = minimax(start_hand(PAGAT, dealt("66 61 20", "60 63 50"), 0))
    assert review.value == first
    assert lead.cost == first - minimax(play(start_hand(PAGAT, dealt("66 61 20", "60 63 50"), 0), "61"))
    assert review.cost_to(0) == lead.cost


@given(hands(PAGAT, each=5))
@settings(max_examples=30, deadline=None)
def test_costs_add_up_to_what_the_hand_fell_short_of_its_value(hand):
    """Played to its end, a hand differs from its open-hand value by exactly the costs of the two sides."""
    while not hand.is_over:
        outcomes = hand.legal()
        hand = hand.play(outcomes[-1].tile, outcomes[-1].end) if outcomes else hand.knock()
    review = review_hand(hand)
    assert hand.pegs[0] - hand.pegs[1] == review.value - review.cost_to(0) + review.cost_to(1)
    assert all(one.cost >= 0 and one.missed >= 0 for one in review.plays)


def test_a_pairs_hand_of_twenty_tiles_is_reviewed():
    vector = VECTORS["extremes"]["4x5"]
    hand = play(start_hand(PAGAT, dealt(*vector["hands"]), vector["leader"]), vector["record"])
    review = review_hand(hand)
    assert len(review.plays) == len(hand.layout.joined) == 19
    assert hand.pegs[0] - hand.pegs[1] == review.value - sum(map(review.cost_to, (0, 2))) + sum(
        map(review.cost_to, (1, 3))
    )
    assert [proof.seat for proof in review.proofs] == [turn.seat for turn in hand.history if isinstance(turn, Knock)]


@pytest.mark.parametrize(
    ("name", "players", "reason"),
    [
        ("fives-threes:pagat", 3, "more than two sides play"),
        ("all-fives", 2, "the search knows no spinners"),
        ("muggins", 2, "tiles are drawn"),
        ("straight", 2, "tiles left in hand are settled for"),
        ("fives-threes:leek", 4, ""),
        ("odd-primes:double-9", 2, ""),
    ],
)
def test_why_a_hand_cannot_be_valued_is_said(name, players, reason):
    rules = preset(name)
    assert why_not(rules, players) == reason
    each = rules.tiles_each(players)
    tiles = Random(7).sample(domino_set(rules.set_max), players * each)
    hand = start_hand(rules, tuple(tuple(tiles[s * each : (s + 1) * each]) for s in range(players)), 0)
    hand = hand.play(hand.legal()[0].tile)
    review = review_hand(hand)
    assert (review.why_not, review.value is None) == (reason, bool(reason))
    assert review.plays[0].missed >= 0


def test_a_hand_told_without_its_tiles_is_reviewed_as_far_as_it_goes():
    hand = play(start_hand(PAGAT, (parse_tiles("66 65 64 63 62 61 60"), None), 0), "65 knock 63@6")
    review = review_hand(hand)
    assert review.why_not == "not every tile is known"
    assert [(one.most, one.missed, one.best) for one in review.plays] == [(4, 4, None), (3, 3, None)]


@given(st.sampled_from(sorted(PRESETS)), st.data())
@settings(max_examples=60, deadline=None)
def test_the_positions_of_a_hand_are_those_it_went_through(name, data):
    rules = preset(name)
    assume(rules.multi_turn == "none" and rules.lead_tile == "any")
    hand = data.draw(hands(rules, rules.deal[0][0]))
    positions = positions_of(hand)
    last = positions[-1]
    assert tuple(map(sorted, last.held)) == tuple(map(sorted, hand.held))
    assert replace(last, held=hand.held) == hand
    assert [position.ply for position in positions] == list(range(1, len(hand.history) + 2))
    assert positions[0].history == ()


def test_a_tile_drawn_unseen_was_not_dealt():
    hand = play(start_hand(preset("muggins"), (parse_tiles("66 65"), None), 0), "66")
    hand = hand.draw(None).play(Tile(6, 1)).play(Tile(6, 5))
    positions = positions_of(hand)
    assert positions[0].held == (parse_tiles("65 66"), ())
    assert [position.left[1] for position in positions] == [7, 7, 8, 7, 7]
    assert [one.missed for one in review_hand(hand).plays] == [0, None, 0]


# What knocks prove


def test_a_knock_proves_that_no_tile_off_the_table_that_fitted_was_there():
    hand = play(start_hand(PAGAT, dealt("66 60", "55 61", "54 43"), 0), "66 61 knock")
    (proof,) = proofs(hand)
    assert (proof.ply, proof.seat, proof.pips) == (3, 2, (1, 6))
    assert set(proof.tiles) == {t for t in domino_set() if (t.has(1) or t.has(6)) and t not in hand.layout.tiles}


def test_a_revoke_proves_nothing():
    hand = play(start_hand(PAGAT, dealt("66 65", "60 50"), 0), "66").knock(revoke=True)
    assert proofs(hand) == ()


def test_a_lead_passed_on_proves_neither_double_nor_score():
    deal = dealt("42 43 31 20", "66 65 60 61", "62 63 64 10", "00 11 22 55")
    (proof,) = proofs(start_hand(preset("seven-toed-pete"), deal, 0).knock())
    assert proof.pips == ()
    assert set(map(str, proof.tiles)) == {"00", "11", "22", "33", "44", "55", "66", "50", "41", "32", "64"}


@given(hands(PAGAT, players=3))
def test_no_tile_that_was_held_is_ever_ruled_out(hand):
    start = positions_of(hand)[0]
    for proof in proofs(hand):
        gone = {turn.tile for turn in hand.history[: proof.ply] if isinstance(turn, Play)}
        assert not (set(start.held[proof.seat]) - gone) & set(proof.tiles)


# With the score


def game_chance(hand: Hand, scores: tuple[int, int], worth) -> int:
    """The chance of side 0 in thousandths, by looking at everything: the readable hand, the board, and the end."""
    if hand.is_over:
        return worth(hand, scores)
    outcomes = hand.legal()
    if not outcomes:
        return game_chance(hand.knock(), scores, worth)
    found = [chance_after(hand, outcome, scores, worth) for outcome in outcomes]
    return (min if hand.side_of(hand.turn) else max)(found)


def chance_after(hand: Hand, outcome, scores: tuple[int, int], worth) -> int:
    side, after = hand.side_of(hand.turn), hand.play(outcome.tile, outcome.end)
    landing = land(hand.rules, scores[side], after.pegs[side] - hand.pegs[side], lead=not hand.layout.joined)
    if landing.how is Landed.WON:
        return 1000 * (side == 0)
    both = (scores[0], landing.score) if side else (landing.score, scores[1])
    return game_chance(after, both, worth)


def by_table(hand: Hand, scores: tuple[int, int]) -> int:
    """What a hand that is over leaves side 0, from the table of values: the lead goes round."""
    values = values_of(hand.rules, hand.players)
    own, other = (hand.rules.target - score for score in scores)
    if hand.side_of((hand.leader + 1) % hand.players) == 0:
        return values.chance(own, other)
    return 1000 - values.chance(other, own)


SCORES = st.tuples(st.integers(0, 60), st.integers(0, 60))
NEAR = st.tuples(st.integers(50, 60), st.integers(50, 60))


@given(
    st.sampled_from(["fives-threes:pagat", "fives-threes:teesdale", "fives-threes:leek"]),
    st.data(),
    st.one_of(SCORES, NEAR),
)
@settings(max_examples=60, deadline=None)
def test_a_play_is_worth_the_chance_that_looking_at_everything_finds(name, data, scores):
    """Every play, with the exact finish, the bust, the drop that may not win, and the table after the hand."""
    rules = preset(name)
    hand = data.draw(hands(rules, each=4, turns=3))
    assume(not hand.is_over)
    search = WinSearch(rules, hand.held, hand.leader)
    legal = {(each.tile, each.end): each for each in hand.legal()}
    sign, base = (-1, 1000) if hand.side_of(hand.turn) else (1, 0)
    for choice in search.choices(hand, scores):
        exact = chance_after(hand, legal[choice.tile, choice.end], scores, by_table)
        assert choice.chance == base + sign * exact


@given(hands(PAGAT, each=5))
@settings(max_examples=30, deadline=None)
def test_far_from_the_target_the_review_agrees_with_the_engine_that_counts_pegs(hand):
    """Where a hand is worth its pegs, the play that is best for pegs is best for the game, and costs the same."""
    far = replace(hand, rules=PAGAT.but(target=1000))
    for position in positions_of(far)[:-1]:
        if position.legal():
            won = WinSearch(far.rules, position.held, far.leader, lambda first, second, *_: 500 + first - second)
            gained = 500 + (position.pegs[0] - position.pegs[1]) * (-1 if position.side_of(position.turn) else 1)
            pegs = choices(search_of(far.rules, position.held), position)
            assert {(one.tile, one.end): one.chance for one in won.choices(position, position.pegs)} == {
                (one.tile, one.end): gained + one.value for one in pegs
            }


def test_the_review_names_the_play_that_threw_the_game_away():
    """On 58 against 50: 6-3 wins at once (nine: three pegs); 6-6 is twelve, four pegs, and bust."""
    hand = start_hand(PAGAT, dealt("66 63 10", "62 60 50"), 0)
    lead, *_rest = review_wins(play(hand, "66 62"), (58, 50))
    assert (str(lead.best.tile), lead.best.chance) == ("63", 1000)
    assert lead.chance < 1000
    assert lead.cost == 1000 - lead.chance
    (only,) = review_wins(play(hand, "63 62"), (58, 50))
    assert (only.cost, only.chance) == (0, 1000)


@given(hands(PAGAT, each=5), SCORES)
@settings(max_examples=30, deadline=None)
def test_costs_lead_from_the_chance_at_the_deal_to_what_the_hand_left(hand, scores):
    """What each side gave away, play by play, is the difference between the first chance and the last."""
    reviews = review_wins(hand, scores)
    assume(reviews)
    signed = [each.cost * (1 if each.play.seat else -1) for each in reviews]
    first = reviews[0].best.chance if reviews[0].play.seat == 0 else 1000 - reviews[0].best.chance
    last = reviews[-1].chance if reviews[-1].play.seat == 0 else 1000 - reviews[-1].chance
    assert first + sum(signed) == last
    assert all(each.cost >= 0 for each in reviews)
