"""Hands: turns, knocks, draws, how a hand ends and what it settles for."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.play.events import BoneyardDraw, Knock, Play
from scoring.play.hand import Ended, HandError, start_hand
from scoring.play.presets import PRESETS, preset
from scoring.play.rules import HandEnd, RoundScope, Settlement, Sides, TieRule, Unit
from scoring.play.settlement import settle, to_nearest_five
from scoring.play.tiles import Tile, domino_set, parse_tiles
from tests.scoring.strategies import hands

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())
PAGAT = preset("fives-threes:pagat")
ALL_FIVES = preset("all-fives")


def dealt(*texts):
    return tuple(None if text is None else parse_tiles(text) for text in texts)


def play(hand, record):
    """Play words such as ``66``, ``60@6d``, ``knock`` and ``+50``."""
    for word in record.split():
        if word == "knock":
            hand = hand.knock()
        elif word.startswith("+"):
            hand = hand.draw(Tile.parse(word[1:]))
        else:
            tile, _, at = word.partition("@")
            end = next((end for end in hand.layout.ends if end.name == at), None)
            hand = hand.play(Tile.parse(tile), end)
    return hand


def refusal(act, *args) -> str:
    with pytest.raises(HandError) as refused:
        act(*args)
    return refused.value.code


@pytest.mark.parametrize("name", VECTORS["extremes"])
def test_a_hand_of_most_pegs_comes_to_what_the_vector_says(name):
    vector = VECTORS["extremes"][name]
    hand = play(start_hand(PAGAT, dealt(*vector["hands"]), vector["leader"]), vector["record"])
    assert (hand.ended, hand.pegs[0]) == (Ended.OUT, vector["side0"])


def test_a_blocked_singles_hand_of_nine_tiles():
    deal = dealt("31 11 40 54 61 66 55 60 64", "65 30 62 63 00 22 21 52 42")
    hand = play(start_hand(preset("fives-threes:teesdale"), deal, 0), "31 30 11 00 40 21 54 65 61 62 66")
    assert not hand.is_over
    hand = hand.play(Tile(6, 3))
    pegged = [(turn.seat, turn.points) for turn in hand.history if turn.points]
    assert pegged == [(0, 2), (1, 2), (0, 1)]
    assert (hand.ended, hand.pegs) == (Ended.BLOCKED, (3, 2))
    assert sorted(end.pip for end in hand.layout.ends) == [1, 3]


def test_the_text_of_1911_pegs_two_and_eight():
    hand = play(start_hand(PAGAT, dealt("65 15 43", "61 55 32"), 0), "65 61@6 51@1 55")
    assert [turn.points for turn in hand.history] == [0, 2, 2, 8]


def test_a_pairs_hand_goes_on_until_both_partners_are_out():
    deal = dealt("66", "61 51", "62", "21 53")
    hand = play(start_hand(PAGAT, deal, 0), "66 61")
    assert (hand.ended, hand.turn) == (None, 2)
    hand = play(hand, "62")
    last = hand.last_play
    assert (hand.ended, hand.out, last.chip, last.points) == (Ended.OUT, 0, 1, 1)


def test_a_player_who_is_out_is_passed_over_and_does_not_knock():
    hand = play(start_hand(PAGAT, dealt("66", "61 51", "62 20", "21 53"), 0), "66 61 62 21@2")
    assert (hand.turn, hand.left) == (1, (0, 1, 1, 1))


def test_the_first_player_out_ends_a_hand_where_the_rules_say_so():
    rules = PAGAT.but(hand_end=HandEnd.FIRST_OUT)
    hand = play(start_hand(rules, dealt("66", "61 51", "62 20", "21 53"), 0), "66")
    assert (hand.ended, hand.out, hand.pegs) == (Ended.OUT, 0, (5, 0))


def test_a_hand_may_go_on_until_all_are_blocked_and_the_chip_goes_to_the_first_out():
    rules = PAGAT.but(hand_end=HandEnd.ALL_BLOCKED)
    hand = play(start_hand(rules, dealt("66", "61 51"), 0), "66")
    assert (hand.ended, hand.out, hand.pegs, hand.turn) == (None, 0, (5, 0), 1)
    hand = play(hand, "61 51")
    assert (hand.ended, hand.out, hand.pegs) == (Ended.OUT, 0, (5, 0))  # 13, then 17: no chip for the second


@pytest.mark.parametrize(
    ("record", "move", "code"),
    [
        ("", "knock", "can_play"),
        ("66", "knock", "can_play"),
        ("66", "53", "no_fit"),
        ("66", "66", "on_table"),
        ("66", "65", "not_held"),
        ("66", "32", "not_held"),
        ("66", "98", "not_in_set"),
        ("66", "+32", "no_drawing"),
    ],
)
def test_what_cannot_be_done_is_refused_with_code_ply_and_token(record, move, code):
    hand = play(start_hand(PAGAT, dealt("66 65 54", "60 50 53"), 0), record)
    with pytest.raises(HandError) as refused:
        play(hand, move)
    assert refused.value.code == code
    assert refused.value.ply == len(record.split()) + 1
    assert refused.value.token.strip("+") == move.strip("+")


def test_nothing_is_played_after_the_end():
    hand = play(start_hand(PAGAT, dealt("66", "61"), 0), "66")
    for move in ("61", "knock", "+32"):
        assert refusal(play, hand, move) == "hand_over"


def test_a_false_knock_that_happened_is_kept_as_a_revoke():
    hand = play(start_hand(PAGAT, dealt("66 65", "60 50"), 0), "66").knock(revoke=True)
    assert hand.history[-1] == Knock(1, revoke=True)
    assert (hand.turn, hand.ended) == (0, None)


def test_an_unknown_hand_may_knock_or_play_anything_not_seen():
    hand = start_hand(PAGAT, dealt("66 65 64 63 62 61 60", None), 0)
    assert hand.left == (7, 7)
    hand = play(hand, "66")
    assert hand.legal() == ()  # every other six is with the leader: nothing unseen fits
    hand = play(hand, "knock 60")
    assert {outcome.tile for outcome in hand.legal()} == {Tile(0, 0), *(Tile(n, 0) for n in range(1, 6))}
    hand = play(hand, "50")
    assert hand.left == (5, 6)
    with pytest.raises(HandError, match="does not hold"):
        play(play(hand, "65@6d"), "64@6d")


def test_pips_are_left_unsaid_until_every_tile_is_known():
    hand = start_hand(PAGAT, dealt("66 65 64 63 62 61 60", None), 0)
    assert hand.pips_left() is None
    assert start_hand(PAGAT, dealt("66 65", "60 50"), 0).pips_left() == (23, 11)


def test_a_hand_with_unknown_tiles_is_blocked_when_all_have_knocked_or_nothing_can_fit():
    hand = play(start_hand(PAGAT, (None, None), 0), "66 65")
    assert play(hand, "knock knock").ended is Ended.BLOCKED
    all_blanks_but_one = play(start_hand(PAGAT, (None, None), 0), "10 21@1 20@2 00 30@0d 43@3 40@4 50@0 65@5")
    assert all_blanks_but_one.ended is None
    assert play(all_blanks_but_one, "60@6").ended is Ended.BLOCKED


def test_a_tile_dealt_twice_cannot_be():
    with pytest.raises(HandError) as refused:
        start_hand(PAGAT, dealt("66 65", "66 60"), 0)
    assert (refused.value.code, refused.value.token) == ("dealt_twice", "66")


@pytest.mark.parametrize(
    ("deal", "leader", "code"),
    [(dealt("66"), 0, "players"), (dealt("66", "61"), 2, "leader"), (dealt("66", "98"), 0, "not_in_set")],
)
def test_a_deal_that_cannot_be_is_refused(deal, leader, code):
    assert refusal(start_hand, PAGAT, deal, leader) == code


def test_a_deal_of_the_wrong_size_is_played():
    deal = dealt("30 32 53 61 63 64 66", "00 31 33 43 60 62 65")
    assert not start_hand(preset("fives-threes:teesdale"), deal, 0).is_over


# Drawing games


def test_who_cannot_play_draws_until_a_tile_fits_and_plays_it():
    hand = play(start_hand(ALL_FIVES, dealt("66 54", "43 32"), 0), "66")
    assert refusal(hand.knock) == "must_draw"
    hand = play(hand, "+21")
    assert (hand.turn, hand.legal(), hand.left[1]) == (1, (), 3)
    hand = play(hand, "+61")
    assert [outcome.tile for outcome in hand.legal()] == [Tile(6, 1)]
    assert refusal(play, hand, "+60") == "can_play"
    hand = play(hand, "61")
    assert (hand.turn, hand.left) == (0, (1, 3))
    assert hand.history[1:3] == (BoneyardDraw(1, Tile(2, 1)), BoneyardDraw(1, Tile(6, 1)))


def test_a_tile_in_a_hand_is_not_in_the_boneyard():
    hand = play(start_hand(ALL_FIVES, dealt("66 54", "43 32"), 0), "66")
    assert refusal(play, hand, "+54") == "not_asleep"


@pytest.mark.parametrize("reserve", [0, 1, 2])
def test_the_reserve_is_never_drawn(reserve):
    rules = ALL_FIVES.but(reserve=reserve)
    a, b = parse_tiles("66 54"), parse_tiles("43 32")
    asleep = [tile for tile in domino_set() if tile not in (*a, *b) and tile.high != 6]
    hand = play(start_hand(rules, (a, b), 0), "66")
    unknown = hand.sleeping - len(asleep)
    for tile in asleep:
        if hand.can_draw():
            hand = hand.draw(tile)
    assert unknown == 6
    assert (hand.sleeping, hand.can_draw()) == (6, True)
    for pip in range(6 - reserve):
        hand = hand.draw(None)
        assert hand.sleeping == 5 - pip
    assert refusal(hand.draw, None) == "boneyard_empty"
    assert hand.knock().turn == 0


def test_the_highest_double_leads_whoever_holds_it():
    rules = preset("all-fives:highest-double")
    hand = start_hand(rules, dealt("64 11 22", "55 65 10"), 0)
    assert (hand.leader, hand.turn) == (1, 1)
    assert [outcome.tile for outcome in hand.legal()] == [Tile(5, 5)]
    assert refusal(play, hand, "65") == "lead_tile"
    assert refusal(start_hand, rules, dealt("64 21", "65 10"), 0) == "no_double"


# Several tiles a turn

PETE = preset("seven-toed-pete")


def test_a_score_or_a_double_plays_again():
    deal = dealt("41 42 33 20", "66 65 60 61", "62 63 64 10", "00 11 22 55")
    hand = play(start_hand(PETE, deal, 0), "41")
    assert (hand.turn, hand.pegs[0]) == (0, 1)
    hand = play(hand, "42")
    assert hand.turn == 1


def test_a_score_after_a_knock_plays_again_too():
    deal = dealt("41 33", "66 65", "61 60 55", "00 11 22")
    hand = play(start_hand(PETE, deal, 0), "41 knock knock 61@1")
    assert (hand.layout.total, hand.turn, hand.pegs[2]) == (10, 2, 2)


def test_who_cannot_lead_a_double_or_a_score_passes_the_lead_on():
    deal = dealt("42 43 31 20", "66 65 60 61", "62 63 64 10", "00 11 22 55")
    hand = start_hand(PETE, deal, 0)
    assert hand.legal() == ()
    assert refusal(play, hand, "42") == "lead_tile"
    hand = hand.knock()
    assert [outcome.tile for outcome in hand.legal()] == [Tile(6, 6)]


def test_a_drawn_tile_ends_the_turn_though_it_scores():
    hand = play(start_hand(preset("horse-race"), dealt("64 22", "33 30"), 0), "64")
    assert (hand.turn, hand.pegs[0]) == (0, 10)  # a score plays again
    hand = play(hand, "+41 41")
    assert (hand.layout.total, hand.turn, hand.pegs[0]) == (7, 1, 10)
    scored = play(start_hand(preset("horse-race"), dealt("64 22", "33 30"), 0), "64 +66 66")
    assert (scored.layout.total, scored.turn) == (16, 1)
    scored = play(start_hand(preset("horse-race"), dealt("55 22", "33 30"), 0), "55 +50 50")
    assert (scored.layout.total, scored.turn, scored.pegs[0]) == (10, 1, 20)


# Settlement


@pytest.mark.parametrize(("pips", "nearest"), [(7, 5), (8, 10), (3, 5), (2, 0), (27, 25), (28, 30), (0, 0)])
def test_pips_round_to_the_nearest_five(pips, nearest):
    assert to_nearest_five(pips) == nearest


def test_the_winner_takes_the_opponents_pips():
    assert settle(ALL_FIVES, (0, 28), 0).points == (30, 0)
    assert settle(ALL_FIVES.but(unit=Unit.QUOTIENT), (0, 28), 0).points == (6, 0)


def test_a_pair_takes_the_pips_of_both_opponents_and_not_of_the_partner():
    assert settle(ALL_FIVES, (0, 7, 20, 1), 0).points == (10, 0)
    assert settle(ALL_FIVES.but(sides=Sides.SINGLE), (0, 7, 20, 1), 0).points == (30, 0, 0, 0)


def test_hands_may_be_rounded_each_or_together():
    rules = ALL_FIVES.but(round_scope=RoundScope.HAND)
    assert settle(rules, (0, 2, 2), 0).points == (0, 0, 0)
    assert settle(ALL_FIVES, (0, 2, 2), 0).points == (5, 0, 0)


def test_the_fewest_pips_win_a_block_and_a_tie_scores_nobody():
    assert settle(ALL_FIVES, (3, 12), None) == settle(ALL_FIVES, (3, 12), 0)
    tied = settle(ALL_FIVES, (12, 12), None)
    assert (tied.winner, tied.points, tied.replay) == (None, (0, 0), False)
    assert settle(ALL_FIVES, (6, 1, 2, 7), None).points == (0, 0)


def test_the_two_lowest_of_three_share_the_pips_of_the_third():
    assert settle(ALL_FIVES, (3, 21, 3), None).points == (10, 0, 10)
    assert settle(ALL_FIVES, (3, 13, 3), None).points == (Fraction(15, 2), 0, Fraction(15, 2))
    assert settle(ALL_FIVES, (4, 4, 4), None).points == (0, 0, 0)
    assert settle(ALL_FIVES.but(tie=TieRule.NOBODY), (3, 21, 3), None).points == (0, 0, 0)


def test_each_side_may_lose_its_own_pips():
    rules = preset("all-fives:each-subtracts")
    assert settle(rules, (7, 8), None).points == (-5, -10)
    assert settle(rules, (0, 8, 4, 1), 0).points == (-5, -10)


def test_straight_dominoes_are_won_by_the_hand_and_replayed_in_a_tie():
    straight = preset("straight")
    assert settle(straight, (0, 28), 0).points == (1, 0)
    assert settle(straight, (9, 8), None).points == (0, 1)
    tied = settle(straight, (9, 9), None)
    assert (tied.winner, tied.points, tied.replay) == (None, (0, 0), True)


def test_fives_and_threes_settle_for_nothing():
    settled = settle(PAGAT, (3, 12), None)
    assert (settled.winner, settled.points) == (None, (0, 0))
    assert PAGAT.settlement is Settlement.NONE


@given(st.tuples(st.integers(0, 80), st.integers(0, 80), st.integers(0, 80)))
def test_shares_of_a_tie_add_up_to_what_one_winner_would_take(pips):
    low, high = min(pips), max(pips) + 1
    shared = settle(ALL_FIVES, (low, high, low), None).points
    assert sum(shared) == to_nearest_five(high)


# What is true of every hand

PLAYABLE = [
    (name, players)
    for name, rules in PRESETS.items()
    for players, _ in rules.deal
    if name != "all-fives:highest-double"
]


@given(st.data())
def test_a_hand_keeps_count_of_its_tiles_and_pegs(data):
    name, players = data.draw(st.sampled_from(PLAYABLE))
    hand = data.draw(hands(preset(name), players))
    rules = hand.rules
    plays = [turn for turn in hand.history if isinstance(turn, Play)]
    assert len(plays) + sum(hand.left) + hand.sleeping == len(domino_set(rules.set_max))
    assert tuple(play.tile for play in plays) == hand.layout.tiles
    assert all(len(tiles) == left for tiles, left in zip(hand.held, hand.left, strict=True))
    pegs = [0] * rules.side_count(players)
    for turn in plays:
        assert turn.points == rules.points(turn.total)
        pegs[hand.side_of(turn.seat)] += turn.points + turn.chip
    assert hand.pegs == tuple(pegs)
    assert (hand.settled() is None) == (not hand.is_over)


@given(st.data())
def test_a_hand_told_without_its_deal_pegs_the_same(data):
    hand = data.draw(hands(PAGAT, data.draw(st.sampled_from([2, 3, 4]))))
    told = start_hand(PAGAT, (None,) * hand.players, hand.leader)
    for turn in hand.history:
        told = told.knock() if isinstance(turn, Knock) else told.play(turn.tile, turn.host)
    assert (told.pegs, told.layout, told.left) == (hand.pegs, hand.layout, hand.left)
