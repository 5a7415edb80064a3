"""All Fives and its relations as each source has them: worked examples where two of them part.

The Swedish page, the gaming site and the port of Pagat's page describe the same family; where they part, or leave a
point open, there is a preset for each reading.
"""

import pytest

from scoring.play.board import Board, SidePegs
from scoring.play.check import check_text
from scoring.play.events import HandEnded, HandStarted, Pegged
from scoring.play.game import HandInPlay, close_hand, new_game, replay
from scoring.play.hand import Ended, HandError, start_hand
from scoring.play.presets import PRESETS, preset
from scoring.play.readings import READINGS
from scoring.play.record import headers_of
from scoring.play.rules import HandEnd, LeadNext, MultiTurn, Settlement, Sides, Spinner
from scoring.play.settlement import settle
from scoring.play.tiles import domino_set
from tests.scoring.play.test_hand import dealt, play
from tests.scoring.play.test_layout import lay

SWEDISH = preset("all-fives:swedish")
SITE = preset("all-fives:gaming-site")


# All Fives, the Swedish page


@pytest.mark.parametrize(
    ("name", "tiles"),
    [
        ("all-fives:swedish", [9, 7, 5]),
        ("all-fives:swedish-five", [5, 5, 5]),
        ("all-fives:swedish-seven", [7, 5, 5]),
    ],
)
def test_the_swedish_page_has_three_deals_and_two_targets(name, tiles):
    rules = preset(name)
    assert [rules.tiles_each(players) for players in (2, 3, 4)] == tiles
    assert [new_game(rules, players).rules.target for players in (2, 3, 4)] == [250, 200, 200]


def test_each_takes_off_his_own_pips_seven_as_five_and_eight_as_ten():
    assert settle(SWEDISH, (7, 8), None).points == (-5, -10)
    assert settle(SWEDISH, (0, 7, 8), 0).points == (0, -5, -10)
    assert settle(SWEDISH, (0, 7, 7, 8), 0).points == (-5, -15)  # each hand rounded by itself


def test_three_play_to_two_hundred_and_who_goes_out_leads():
    game = new_game(SWEDISH, 3)
    events = [Pegged("a", 0, 195), HandEnded("b", out=1, pips=(7, 0, 3)), HandStarted("c"), Pegged("d", 0, 10)]
    before, after = replay(game, events[:2]), replay(game, events)
    assert (before.scores, before.next_leader) == ((190, 0, -5), 1)
    assert (after.scores, after.winner) == ((200, 0, -5), 0)


def test_after_a_block_the_swedish_lead_is_drawn_for():
    assert replay(new_game(SWEDISH, 2), [Pegged("a", 0, 5), HandEnded("b", pips=(1, 9))]).next_leader is None


# All Fives, the gaming site


def test_a_play_scores_the_total_and_the_settlement_a_fifth_of_everybodys_pips():
    assert [SITE.points(total) for total in (5, 10, 12, 15)] == [5, 10, 0, 15]
    assert settle(SITE, (0, 12, 10, 6), 0).points == (6, 0, 0, 0)  # 28 is 30, and 30 is 6
    assert settle(SITE, (3, 9), None).points == (2, 0)  # the winner's own pips count: 12 is 10
    assert settle(preset("all-fives"), (3, 9), None).points == (10, 0)  # Pagat: the opponent's alone
    assert settle(preset("all-fives:by-hands"), (3, 9), None).points == (2, 0)


def test_nobody_wins_a_block_that_is_tied_on_the_gaming_site():
    assert settle(SITE, (4, 4), None).points == (0, 0)
    assert settle(SITE, (4, 4, 9), None).points == (0, 0, 0)


def test_who_comes_to_a_hundred_first_has_not_won_before_the_hand_is_over():
    events = [Pegged("a", 0, 100), Pegged("b", 1, 95), HandEnded("c", out=1, pips=(28, 0))]
    during, after = (replay(new_game(SITE, 2), events[:count]) for count in (2, 3))
    assert (during.scores, during.winner) == ((100, 95), None)
    assert (after.scores, after.winner) == ((100, 101), 1)


@pytest.mark.parametrize(("name", "winner"), [("all-fives:gaming-site", 0), ("all-fives:gaming-site-101", None)])
def test_a_hundred_itself_is_enough_or_is_not_above_a_hundred(name, winner):
    events = [Pegged("a", 0, 100), HandEnded("b", out=1, pips=(2, 0))]
    assert replay(new_game(preset(name), 2), events).winner == winner


def test_who_won_the_hand_leads_though_it_was_blocked_and_after_a_tie_it_is_drawn_for():
    after = {
        pips: replay(new_game(SITE, 2), [Pegged("a", 0, 5), HandEnded("b", pips=pips)]).next_leader
        for pips in ((9, 3), (3, 9), (4, 4))
    }
    assert after == {(9, 3): 1, (3, 9): 0, (4, 4): None}


def test_of_a_pair_that_won_a_block_nobody_knows_who_leads():
    pairs = preset("all-fives:gaming-site-pairs")
    assert (SITE.sides, pairs.sides, pairs.lead_next) == (Sides.SINGLE, Sides.PAIRS, LeadNext.WINNER)
    hand = HandInPlay(0, None, (0, 0))
    closed = close_hand(new_game(pairs, 4), hand, out=None, settled=settle(pairs, (1, 9, 2, 9), None))
    assert (closed.next_leader, closed.scores) == (None, (4, 0))


# Muggins and Five Up: the same without a spinner, or with every double one


@pytest.mark.parametrize(
    ("name", "like", "spinner"),
    [
        ("muggins:no-spinner", "all-fives", Spinner.NONE),
        ("muggins:gaming-site", "all-fives:gaming-site", Spinner.NONE),
        ("five-up:same", "all-fives", Spinner.ALL),
        ("five-up:gaming-site", "all-fives:gaming-site", Spinner.ALL),
        ("sniff:in-line", "all-fives", Spinner.IN_LINE),
        ("sniff:in-line-whole", "all-fives", Spinner.IN_LINE_WHOLE),
    ],
)
def test_the_same_but_for_the_doubles(name, like, spinner):
    assert preset(name) == preset(like).but(spinner=spinner)


@pytest.mark.parametrize(
    ("name", "ends", "totals"),
    [  # 5-5 led, both its sides covered, then 2-2 and a tile at each of its sides
        ("all-fives", 3, [10, 12, 3, 5, 4, 9]),
        ("muggins:no-spinner", 2, [10, 12, 3, 5, 4, 9]),
        ("five-up:same", 4, [10, 12, 3, 5, 4, 9]),
        ("sniff:in-line", 2, [10, 7, 3, 5, 4, 9]),
        ("sniff:in-line-whole", 2, [10, 12, 3, 5, 4, 9]),
        ("sniff", 3, [10, 12, 13, 15, 14, 19]),
    ],
)
def test_one_line_of_tiles_under_every_reading_of_the_doubles(name, ends, totals):
    seen = lay("55 52@55 51@55 22@52 23@22 61@51", preset(name).spinner)
    assert [layout.total for layout in seen] == totals
    assert len(seen[-1].ends) == ends


# Several tiles in a turn: what a last tile does that would give another turn


def test_every_name_of_the_chaining_games_can_be_played():
    names = {name for name in PRESETS if name.startswith(("seven-toed-pete", "horse-race"))}
    assert {name.partition(":")[2] for name in names} == {
        *("", "out", "draw", "scoring-only"),
        *("same-out", "same-draw", "same-scoring-only"),
    }
    assert preset("horse-race:same-out").but(multi_turn=MultiTurn.NONE) == preset("all-fives")
    assert preset("horse-race") == preset("horse-race:out")
    assert preset("seven-toed-pete") == preset("seven-toed-pete:out")


def test_a_last_tile_that_scores_puts_its_player_out():
    hand = play(start_hand(preset("seven-toed-pete:out"), dealt("55", "66 10", "62 63", "00 11"), 0), "55")
    assert (hand.ended, hand.out, hand.pegs) == (Ended.OUT, 0, (2, 0, 0, 0))
    raced = play(start_hand(preset("horse-race:out"), dealt("55", "33 30"), 0), "55")
    assert (raced.ended, raced.out, raced.pegs) == (Ended.OUT, 0, (10, 0))


def test_or_he_draws_until_he_can_play_and_then_is_out():
    hand = play(start_hand(preset("horse-race:draw"), dealt("55", "33 30"), 0), "55")
    assert (hand.ended, hand.out, hand.turn, hand.left) == (None, None, 0, (0, 2))
    with pytest.raises(HandError) as refused:
        hand.knock()
    assert refused.value.code == "must_draw"
    out = play(hand, "+50 50")
    assert (out.ended, out.out, out.pegs) == (
        Ended.OUT,
        0,
        (20, 0),
    )  # a drawn tile gives no other turn, though it scores


def test_who_drew_more_than_he_could_play_goes_on_in_his_next_turn():
    hand = play(start_hand(preset("horse-race:draw"), dealt("55", "33 30"), 0), "55 +64 +43 +52 52")
    assert (hand.ended, hand.turn, hand.left) == (None, 1, (2, 2))


def test_with_nothing_left_to_draw_he_is_out():
    others = " ".join(str(tile) for tile in domino_set() if str(tile) != "55")
    hand = play(start_hand(preset("horse-race:draw"), dealt("55", others), 0), "55")
    assert (hand.ended, hand.out) == (Ended.OUT, 0)
    pete = play(start_hand(preset("seven-toed-pete:draw"), dealt("55", "66 10", "62 63", "00 11"), 0), "55")
    assert pete.can_draw() is False
    assert (pete.ended, pete.out) == (Ended.OUT, 0)


def test_who_drew_all_there_was_and_still_cannot_play_knocks():
    others = " ".join(str(tile) for tile in domino_set() if str(tile) not in {"55", "43"})
    hand = play(start_hand(preset("horse-race:draw"), dealt("55", others), 0), "55 +43 knock")
    assert (hand.ended, hand.turn, hand.left) == (None, 1, (1, 26))


def test_where_a_hand_goes_on_after_a_player_is_out_the_last_to_hold_tiles_draws_on_too():
    rules = preset("horse-race:draw").but(hand_end=HandEnd.ALL_BLOCKED)
    hand = play(start_hand(rules, dealt("61", "66"), 0), "61 66")
    assert (hand.ended, hand.out, hand.turn, hand.left) == (None, 0, 1, (0, 0))
    assert play(hand, "+65 65").ended is Ended.OUT


# Several tiles in a turn: on only with another that scores or is a double

ONLY = preset("horse-race:scoring-only")


def test_who_has_scored_goes_on_only_with_a_tile_that_scores_or_is_a_double():
    hand = play(start_hand(ONLY, dealt("55 50 51 66", "33 30"), 0), "55")
    assert (hand.turn, hand.going_on) == (0, True)
    assert [(str(play.tile), play.total) for play in hand.legal()] == [("50", 10)]  # 51 makes 11, and 66 does not fit
    with pytest.raises(HandError) as refused:
        play(hand, "51")
    assert refused.value.code == "goes_on"
    with pytest.raises(HandError) as refused:
        hand.knock()
    assert refused.value.code == "can_play"


def test_without_such_a_tile_the_turn_passes_and_nobody_draws_or_knocks():
    hand = play(start_hand(ONLY, dealt("55 50 51 66", "33 30"), 0), "55 50")
    assert (hand.turn, hand.going_on, len(hand.history)) == (1, False, 2)
    assert play(start_hand(preset("horse-race"), dealt("55 50 51 66", "33 30"), 0), "55 50").turn == 0


def test_the_turn_ends_with_a_tile_that_does_not_score_or_was_drawn_and_a_last_one_is_out():
    assert play(start_hand(ONLY, dealt("64 22 43", "33 30"), 0), "64").turn == 1  # 22 fits nowhere and 43 makes 9
    assert play(start_hand(ONLY, dealt("61 22", "33 30 11"), 0), "61 11").turn == 0  # 11 is a double
    drawn = play(start_hand(ONLY, dealt("21 60", "33 30"), 0), "21 +11 11")
    assert (drawn.turn, drawn.going_on) == (0, False)
    assert play(start_hand(ONLY, dealt("55", "33 30"), 0), "55").ended is Ended.OUT


def test_where_hands_are_not_known_whoever_plays_next_shows_whether_the_turn_has_passed():
    hand = play(start_hand(ONLY, (None, None), 0), "55")
    assert (hand.for_seat(0).turn, hand.for_seat(1).turn) == (0, 1)
    text = '[Rules "horse-race:scoring-only"] [Players "2"] [Lead "A"] A55=10 {}'
    assert [each.code for each in check_text(text.format("B51")).findings] == []
    assert [each.code for each in check_text(text.format("A50=10")).findings] == []
    assert [each.code for each in check_text(text.format("A51")).findings] == ["goes_on"]


# Teesdale: nine tiles once, and then six


def test_two_take_nine_tiles_and_then_six_by_rule_eight():
    rules = preset("fives-threes:teesdale-six")
    assert [rules.for_hand(number).tiles_each(2) for number in (1, 2, 3)] == [9, 6, 6]
    assert [rules.for_hand(number).tiles_each(4) for number in (1, 2)] == [6, 6]
    told = [HandStarted("a", 0, (None, None)), HandEnded("b", out=0), HandStarted("c", 1, (None, None))]
    assert replay(new_game(rules, 2), told[:1]).hand.table.left == (9, 9)
    assert replay(new_game(rules, 2), told).hand.table.left == (6, 6)


def test_a_record_dealt_so_is_not_remarked():
    tiles = [str(tile) for tile in domino_set()]
    deal = '[Hand "{}"] [Deal "A {} | B {}"]'
    nine, six = (deal.format("{}", " ".join(tiles[:n]), " ".join(tiles[n : 2 * n])) for n in (9, 6))
    text = f'[Rules "{{}}"] {nine.format(1)} .. {six.format(2)} .. {six.format(3)} ..'
    codes = [each.code for each in check_text(text.format("fives-threes:teesdale-six")).findings]
    assert codes == []
    codes = [each.code for each in check_text(text.format("fives-threes:teesdale")).findings]
    assert codes == ["deal_size"] * 4
    again = f'[Rules "fives-threes:teesdale"] [Tiles "9"] [TilesNext "6"] {nine.format(1)} .. {six.format(2)} ..'
    assert check_text(again).findings == ()
    assert headers_of(preset("fives-threes:pagat").but(deal_next=((2, 5),)), 2)[1:] == (("TilesNext", "5"),)


# The draw game


def test_at_the_draw_game_who_cannot_play_draws_and_the_winner_of_the_hand_has_won():
    hand = play(start_hand(preset("straight:draw"), dealt("66 55", "43 21"), 0), "66")
    with pytest.raises(HandError) as refused:
        hand.knock()
    assert refused.value.code == "must_draw"
    over = play(hand, "+62 62 +52 52 +65 65@6d 55")
    assert (over.ended, over.out, over.settled().points) == (Ended.OUT, 0, (1, 0))


# Fives and threes: when a pair is out


def test_when_one_pair_is_out_the_hand_is_over_or_the_other_pair_plays_on():
    deal = dealt("66", "60 52", "61", "21")
    over = play(start_hand(preset("fives-threes:teesdale"), deal, 0), "66 60 61")
    assert (over.ended, over.out) == (Ended.OUT, 0)
    on = play(start_hand(preset("fives-threes:teesdale-both-pairs"), deal, 0), "66 60 61")
    assert (on.ended, on.out, on.turn) == (None, 0, 3)
    done = play(on, "21 52")
    assert (done.ended, done.out, done.left) == (Ended.OUT, 0, (0, 0, 0, 0))


# Divided by five


def test_fifty_fives_are_two_hundred_and_fifty():
    rules = preset("all-fives:by-five-50")
    assert [rules.for_players(players).target * 5 for players in (2, 3, 4)] == [250, 200, 200]


def test_a_settlement_that_costs_moves_the_front_peg_back():
    game = new_game(SWEDISH, 2)
    after = replay(game, [Pegged("a", 0, 5), HandEnded("b", out=1, pips=(12, 0))])
    assert after.board == Board((SidePegs(-5, 5), SidePegs(0, 0)))
    assert game.rules.settlement is Settlement.EACH_SUBTRACTS


# What is said of the readings


@pytest.mark.parametrize("name", READINGS)
def test_a_reading_names_others_of_its_family_or_source_that_differ_from_it(name):
    assert name in PRESETS
    for other in READINGS[name].others:
        assert other != name
        assert preset(other) != preset(name)


def test_every_game_that_a_seed_reads_in_two_ways_says_so():
    families = ("all-fives:swedish", "all-fives:gaming", "muggins:", "sniff", "five-up", "seven-toed", "horse-race")
    told = {name for name in PRESETS if name.startswith(families)} - {name for name in PRESETS if _is_a_variant(name)}
    assert told <= READINGS.keys()


def _is_a_variant(name):
    """Muggins and American Sniff to another target, or with one more rule of the same source."""
    return name.startswith(("muggins", "sniff")) and name.partition(":")[2] in {"100", "150", "200"} | {
        "reserve-2", "highest-double",
    }  # fmt: skip
