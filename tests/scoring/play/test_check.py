"""Checking records at every level: what is told of a wrong one, and that a right one is left alone."""

import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.play.bits import line, spread
from scoring.play.check import RecordLevel, check_game, check_text
from scoring.play.command import serialize_replays, serialize_reviews
from scoring.play.events import HandEnded, Pegged
from scoring.play.finding import Severity, each_once
from scoring.play.game import new_game, replay
from scoring.play.hand import Hand, HandError, start_hand
from scoring.play.reader import read_record
from scoring.play.record import At, GameRecord, HandRecord, Passed, Played, write_record
from scoring.play.replay import is_at
from scoring.play.rules import Rules
from scoring.play.tiles import domino_set
from tests.scoring.play.dealing import deal
from tests.seeds import SEED, examples, seeds

GOLDEN = Path(__file__).parent / "golden"
CHIP = '[Rules "fives-threes:pagat"]'
EXAMPLE = """[Start "12-30"] [Lead "A"] [Deal "A 30 32 53 61 63 64 66 | B 00 31 33 43 60 62 65"]
A66=4 B60=4 A30=8 B31 A61@1=6 B62@6 A32=8 B43 A64@4=6 B65@6 A53=8 B33=6 A63@3d=6+1 # [Pegs "47-10"]"""


def codes(text, **options):
    return [finding.code for finding in check_text(text, **options).findings]


def played_hand(seed, players=2, tiles=7, rules=None):
    """A legal hand played at random, as a record with every claim, and the hand at its end."""
    dice = Random(seed)
    rules = rules or Rules().but(deal=((players, tiles),))
    hand = start_hand(rules, tuple(spread(mask, line()) for mask in deal(dice, players, tiles)), seed % players)
    dealt, moves = hand.held, []
    while not hand.is_over:
        outcomes, seat = hand.legal(), hand.turn
        if not outcomes:
            hand = hand.knock()
            moves.append(Passed(seat))
            continue
        chosen = dice.choice(outcomes)
        twins = [o for o in outcomes if o.tile == chosen.tile]
        hand = hand.play(chosen.tile, chosen.end)
        play = hand.last_play
        at = At(chosen.end.pip, chosen.end.is_double) if len(twins) > 1 else None
        moves.append(Played(seat, chosen.tile, at, pegs=play.points, chip=play.chip))
    record = HandRecord(
        start=(0,) * len(hand.pegs),
        lead=seed % players,
        deal=dealt,
        items=tuple(moves),
        ended=hand.ended,
        pegs=hand.pegs,
    )
    return record, hand


def game_of(record, players=2, tiles=7, *headers):
    return GameRecord((("Players", str(players)), ("Tiles", str(tiles)), ("Target", "121"), *headers), (record,))


def test_the_example_is_sound_but_for_the_teesdale_deal_and_chip_point():
    assert codes(CHIP + EXAMPLE) == []
    assert codes('[Rules "fives-threes:teesdale"]' + EXAMPLE) == ["deal_size", "deal_size", "wrong_chip", "hand_pegs"]
    (game,) = check_text(CHIP + EXAMPLE).games
    assert (game.hands[0].level, game.hands[0].pegs, game.hands[0].score) == (RecordLevel.TILES, (47, 10), (59, 40))


def test_a_wrong_claim_says_what_the_table_shows():
    (finding,) = check_text(CHIP + '[Deal "A 66 10 | B 60 11"] [Tiles "2"] [Lead "A"] A66=2').findings
    assert (finding.code, finding.severity) == ("wrong_pegs", Severity.SECRETARY)
    assert (finding.claimed, finding.right) == ("2", "4")
    assert finding.message == "claimed 2, table 12 is 4"


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        ("A66=4 A61", ["out_of_turn"]),
        ("A66=4 B-", ["can_play"]),
        ("A66=4 B60=4 A61@0=1", ["no_fit", "wrong_pegs"]),
        ("A66=4 B60@5=4", ["not_open"]),
        ("A66=4 B60=4 A30=8 B31 A61=6", ["which_end"]),
        ("A66=4 B61=1", ["not_held", "wrong_pegs"]),
        ("A66=4 B31", ["no_fit"]),
        ("A66:13=4", ["wrong_total"]),
        ("A66=4 #", ["not_out"]),
        ("A66=4 ##", ["not_blocked"]),
        ("A66=4 B60", ["wrong_pegs"]),
        ("A66=4 B60=4+1", ["wrong_chip"]),
        ("A66=4 C60=4", ["seat"]),
    ],
)
def test_every_fault_at_the_table_has_its_finding(moves, found):
    text = CHIP + EXAMPLE.split("A66=4", maxsplit=1)[0] + moves
    assert codes(text.replace(CHIP, CHIP + '[Players "2"]')) == found


def test_a_knock_not_written_is_a_warning():
    text = CHIP + '[Tiles "2"] [Lead "A"] [Deal "A 66 60 | B 11 10"] A66=4 A60=4+1 #'
    (finding,) = check_text(text).findings
    assert (finding.code, finding.severity) == ("knock_missing", Severity.WARNING)


def test_closing_knocks_may_be_written_and_nothing_else_after_the_end():
    start = CHIP + '[Tiles "2"] [Lead "A"] [Deal "A 66 10 | B 55 54"] A66=4 '
    assert codes(start + "##") == codes(start + "B- A- ##") == []
    assert codes(start + "B- A- B-") == ["hand_over"]
    assert codes(start + "B55") == ["hand_over"]


def test_a_tile_may_show_that_a_knock_was_false_though_no_deal_is_written():
    text = CHIP + '[Lead "A"] A66=4 B- A64=2 B65=0'
    assert "held_off" in codes(text)
    assert "held_off" not in codes(text + '[Revoke "B"]')


def test_a_revoke_is_paid_for():
    text = '[Rules "fives-threes:leek"] [Tiles "2"] [Start "20-0"] [Lead "A"] [Deal "A 66 10 | B 65 54"] A66=4 B- '
    assert codes(text) == ["can_play"]
    assert codes(text + '[Score "24-0"] [Revoke "B"]') == ["hand_score"]
    assert codes(text + '[Score "32-0"] [Revoke "B"]') == []


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        ("A*=0 B*=4 A*=8 B*=1 A*=4", ["run_impossible"]),
        ("A*=8", ["drop_pegs"]),
        ("A*=0 B*=10", ["pegs_impossible"]),
        ("A*=0 B*=5 A*=0", ["chip_not_last"]),
        ("A*=0 B*=5", []),
        ("A*=0 .. B*=8 .. A*=8", []),
        ("A*=8 .. A*=0", ["drop_pegs"]),
        ("A*=0 B*=7+1", ["pegs_impossible"]),
        ("A*=0 A*=0 A*=0 A*=0 A*=0 A*=0 A*=0 A*=0", ["too_many_plays"]),
        ('[Plays "scoring"] A*=8 A*=8', []),
        ('[Plays "scoring"] A*=8 A*=8 A*=8 B*=8 A*=8 B*=8 B*=8', ["eights", "unlikely"]),
        ('A*=0 B*=0 [Pegs "1-0"]', ["hand_pegs"]),
        ('A*=4 .. [Pegs "47-0"]', []),
        ('A*=0 B*=0 A*=0 B*=0 A*=0 B*=0 A*=0 B*=0 A*=0 .. [Pegs "30-0"]', ["most_in_hand"]),
    ],
)  # fmt: skip
def test_pegs_alone_are_refused_only_when_they_cannot_be(moves, found):
    assert codes(CHIP + moves) == found


def test_pegs_that_pass_every_bound_are_still_refused_if_no_tiles_make_them():
    moves = "A*=0 B*=2 A*=8"
    assert codes(CHIP + moves, exact=False) == []
    assert codes(CHIP + moves) == ["no_such_hand"]


def test_a_record_of_nothing_but_knocks_is_looked_at_in_its_stride():
    """As long as somebody cares to paste: the search for tiles goes no deeper than there are tiles."""
    assert codes(CHIP + "A*=0 " + "B- " * 20_000 + "A*=1") == []
    assert codes(CHIP + "A*=0 " + "B- A- " * 20_000) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[Result "61-47"]', []),
        ('[Result "61-61"]', ["winner"]),
        ('[Result "62-47"]', ["winner"]),
        ('[Result "60-47"]', ["no_winner"]),
        ('[Result "61-47-3"]', []),
        ('[Hands "1"] [Result "61-47"]', ["too_few_hands"]),
        ('[Hands "2"] [Result "61-47"]', []),
        ('[Hand "1"] [Pegs "48-3"]', ["most_in_hand"]),
        ('[Hand "1"] [Pegs "40-3"]', ["unlikely"]),
        ('[Pegs "20-3"] [Pegs "22-9"] [Pegs "19-9"] [Result "61-21"]', []),
        ('[Pegs "20-3"] [Pegs "20-9"] [Score "40-13"]', ["hand_score"]),
        ('[Pegs "20-3"] [Start "20-4"] [Pegs "20-9"]', ["start"]),
        ('[Pegs "20-3"] [Result "61-21"]', ["result"]),
        ('[Hand "1"] [Pegs "20-3"] [Hand "3"] [Start "31-14"] [Pegs "20-9"]', []),
        ('[Start "55-0"] [Pegs "20-9"] [Result "61-9"]', []),
        ('[Pegs "20-3-4"] [Players "2"]', ["sides"]),
    ],
)
def test_summaries(text, found):
    text = text if "Players" not in text else '[Players "2"]' + text.replace('[Players "2"]', "")
    assert codes(CHIP + text) == found


def test_plays_after_the_target_are_told():
    assert "game_over" in codes(CHIP + '[Start "57-0"] A*=4 B*=2')
    assert codes('[Rules "fives-threes:pagat-lead-bar"] [Start "57-0"] A*=4 B*=0') == []


def test_rules_that_cannot_be_followed_are_told():
    assert codes('[Rules "whist"] [Target "0"] A66') == ["rules", "rules"]
    assert codes('[Players "7"] A66') == ["players"]


def test_a_score_goes_below_nought_only_where_sides_pay_for_the_tiles_they_have_left():
    written = '[Rules "{}"] [Start "-5-10"] [Pegs "10-0"] [Score "5--10"]'
    assert check_text(written.format("all-fives:swedish")).findings == ()
    codes = [finding.code for finding in check_text(written.format("all-fives")).findings]
    assert codes == ["below_nought", "below_nought"]
    assert [finding.code for finding in check_text('[Pegs "-5-10"]').findings] == ["scores"]


def test_a_game_of_all_fives_settles():
    text = (
        '[Rules "all-fives"] [Tiles "2"] [Start "0-0"] [Lead "A"] [Deal "A 55 50 | B 41 42"] '
        'A55=10 B+65 B65=0 A50@5d=0 # [Score "{}"]'
    )
    assert codes(text.format("20-0")) == []  # 10 on the table, and 5 + 6 to the nearest five
    assert codes(text.format("10-0")) == ["hand_score"]


def test_half_a_point_of_a_shared_settlement_is_written_as_such():
    text = (
        '[Rules "all-fives"] [Tiles "2"] [Draw "none"] [Start "0-10.5-10"] [Lead "A"] '
        '[Deal "A 66 41 | B 21 00 | C 11 10"] A66=0 ## [Score "{}"]'
    )
    assert codes(text.format("0-13-12.5")) == []  # 5 is rounded to 5, and 2½ for each
    assert codes(text.format("0-13-12")) == ["hand_score"]
    (game,) = check_text(text.format("0-13-12.5")).games
    assert '[Score "0-13-12.5"]' in write_record((game.record,))


@pytest.mark.parametrize(("start", "winner"), [((0, 199, 195), 1), ((0, 195, 199), 2), ((0, 195, 195), None)])
def test_of_two_whom_one_settlement_brings_home_the_higher_wins_and_a_tie_plays_on(start, winner):
    text = (
        f'[Rules "all-fives"] [Tiles "2"] [Draw "none"] [Start "{"-".join(map(str, start))}"] [Lead "A"] '
        '[Deal "A 66 55 | B 21 00 | C 11 10"] A66=0 ##'
    )
    (game,) = check_text(text).games
    assert (game.findings, game.winner) == ((), winner)  # B and C have 3 left each, and share the 10 of A
    machine = new_game(game.rules.but(starts=start), 3)
    told = replay(machine, [Pegged("p", 0, 0), HandEnded("e", pips=(10, 3, 3))])
    assert (told.scores, told.winner) == (game.hands[-1].score, winner)


@pytest.mark.parametrize(("players", "tiles"), [(2, 5), (2, 7), (2, 9), (3, 5), (4, 5), (4, 6)])
@pytest.mark.parametrize("seed", seeds(12))
def test_a_legal_hand_is_left_alone_at_every_level(players, tiles, seed):
    record, hand = played_hand(seed, players, tiles)
    game = game_of(record, players, tiles)
    assert check_game(game).findings == ()
    assert read_record(write_record((game,))).games == (game,)
    hidden = tuple(
        Played(move.seat, None, pegs=move.pegs, chip=move.chip) if isinstance(move, Played) else move
        for move in record.items
    )
    pegs_only = game_of(
        HandRecord(lead=record.lead, items=hidden, ended=record.ended, pegs=record.pegs), players, tiles
    )
    assert {finding.code for finding in check_game(pegs_only).findings} <= {"unlikely", "not_decided"}
    summary = game_of(HandRecord(pegs=hand.pegs), players, tiles)
    assert all(finding.code == "unlikely" for finding in check_game(summary).findings)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.record")), ids=lambda path: path.stem)
def test_golden_records_say_what_they_have_always_said(path):
    report = check_text(path.read_text())
    told = [f"{f.severity} {f.code} line {f.where.line}: {f.message}" for f in report.findings]
    told += [f"hand {h.level} {h.pegs} {h.score}" for game in report.games for h in game.hands]
    assert "\n".join(told) + "\n" == path.with_suffix(".txt").read_text()


SCRAPS = (
    '[Spinner "all"]', '[Draw "until_playable"]', '[Sides "single"]', '[Players "4"]', '[Players "3"]', '[Players "9"]',
    '[Rules "seven-toed-pete"]', '[Rules "straight"]', '[Rules "all-fives:highest-double"]', '[SetMax "9"]',
    '[HandEnd "all_blocked"]', '[Settlement "each_subtracts"]', '[FinishWhen "hand"]', '[Finish "reach"]',
    '[Tiles "30"]', '[Start "70-80"]', '[Score "5-5-5"]', '[Pegs "1-2-3"]', '[Revoke "CD"]', '[Result "61-3"]',
    '[Deal "A 66 | B ? | C 10 11"]', '[Deal ""]',
    "A66", "B-", "D65=1", "A97", "A*=8", "B+50", "+*", "..", "#", "##", "@55",
)  # fmt: skip


@settings(max_examples=examples(80), deadline=None)
@given(st.data())
def test_no_file_makes_a_check_raise(data):
    text = data.draw(st.sampled_from([path.read_text() for path in sorted(GOLDEN.glob("*.record"))]))
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.integers(0, len(text)))
        scrap = data.draw(st.sampled_from(SCRAPS) | st.text(max_size=2))
        text = text[:start] + " " + scrap + " " + text[start + data.draw(st.integers(0, 10)) :]
    report = check_text(text)
    assert all(finding.message and finding.rule for finding in report.findings)
    games = [game.record for game in report.games]
    assert len(serialize_replays(games)["games"]) == len(serialize_reviews(games)["games"]) == len(games)


# Mutations: one tile, peg or knock changed in a hand that was sound. A mutant that is a sound hand too is no mutant.


def truth(record, rules):
    """What the readable hand makes of a record, if it is legal to the letter; None if it is not."""
    hand: Hand = start_hand(rules, record.deal, record.lead)
    pegs = []
    for move in record.moves:
        if hand.is_over or move.seat != hand.turn:
            return None
        try:
            if isinstance(move, Passed):
                hand = hand.knock()
                continue
            ends = [end for end in hand.layout.ends if move.at is not None and is_at(end, move.at)]
            hand = hand.play(move.tile, ends[0] if ends else None)
        except HandError:
            return None
        if (ends == []) != (move.at is None):
            return None
        pegs.append((hand.last_play.points, hand.last_play.chip))
    return pegs, hand.ended, hand.pegs


def mutant(dice, record):
    """A copy with one tile, peg or knock changed."""
    moves = list(record.items)
    place = dice.randrange(len(moves))
    move = moves[place]
    kind = dice.choice(["tile", "dealt", "peg", "knock"])
    if kind == "dealt":
        seat = dice.randrange(len(record.deal))
        hand = list(record.deal[seat])
        others = [tile for tile in domino_set() if not any(tile in tiles for tiles in record.deal)]
        hand[dice.randrange(len(hand))] = dice.choice(others)
        return record, HandRecord(record.number, record.start, record.lead,
                                  (*record.deal[:seat], tuple(hand), *record.deal[seat + 1:]),
                                  items=record.items, ended=record.ended, pegs=record.pegs)  # fmt: skip
    if kind == "knock" or isinstance(move, Passed):
        if isinstance(move, Passed):
            del moves[place]
        else:
            moves.insert(place, Passed(move.seat))
    elif kind == "tile":
        tile = dice.choice([tile for tile in domino_set() if tile != move.tile])
        moves[place] = Played(move.seat, tile, move.at, pegs=move.pegs, chip=move.chip)
    else:
        pegs = dice.choice([pegs for pegs in (0, 1, 2, 3, 4, 6, 8) if pegs != move.pegs])
        moves[place] = Played(move.seat, move.tile, move.at, pegs=pegs, chip=move.chip)
    return record, HandRecord(record.number, record.start, record.lead, record.deal, items=tuple(moves),
                              ended=record.ended, pegs=record.pegs)  # fmt: skip


def is_sound(record, rules):
    """Whether a record is that of a legal hand with every claim right, by the readable hand alone."""
    told = truth(record, rules)
    if told is None:
        return False
    claims = [(move.pegs, move.chip) for move in record.moves if isinstance(move, Played)]
    return told == (claims, record.ended, record.pegs)


@pytest.mark.proof
def test_one_change_in_a_sound_record_is_caught():
    wanted = int(os.environ.get("MUTANTS", "400"))
    dice, different, missed = Random(SEED), 0, []
    for seed in seeds(10 * wanted):
        players, tiles = ((2, 7), (2, 9), (4, 5), (4, 6))[seed % 4]
        record, hand = played_hand(seed, players, tiles)
        _, changed = mutant(dice, record)
        if is_sound(changed, hand.rules):
            continue
        different += 1
        if not check_game(game_of(changed, players, tiles)).findings:
            missed.append(changed)
        if different == wanted:
            break
    assert different == wanted
    assert len(missed) <= wanted // 100, missed[:3]


def test_the_same_fault_in_many_places_is_one_with_its_hands():
    hand = '[Lead "A"]\nA*=19 B*=19 A*=19 #\n\n'
    found = check_text(f'[Rules "fives-threes:teesdale"]\n\n{hand * 3}', exact=False).findings
    same = [finding for finding in found if finding.code == "pegs_impossible"]
    assert len(same) == 9
    assert [(finding.message, hands) for finding, hands in each_once(same)] == [("no tile pegs 19", "hands 1, 2 and 3")]
    assert [hands for _, hands in each_once(same[:3])] == ["hand 1"]
