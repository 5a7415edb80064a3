"""The notation: what is written reads back the same, nothing makes the reader raise, and headers name the rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.play.check import check_text
from scoring.play.finding import Severity
from scoring.play.hand import Ended
from scoring.play.presets import PRESETS, preset
from scoring.play.reader import read_moves, read_record
from scoring.play.record import (
    At,
    GameRecord,
    Gap,
    HandRecord,
    Passed,
    Played,
    Plays,
    Remark,
    Taken,
    headers_of,
    rules_of,
    write_moves,
    write_record,
)
from scoring.play.tiles import Tile, parse_tiles
from tests.seeds import examples

EXAMPLE = """
[Rules "fives-threes:teesdale"] [Target "61"] [Start "12-30"] [Lead "A"]
[Deal "A 30 32 53 61 63 64 66 | B 00 31 33 43 60 62 65"]
A66=4 B60=4 A30=8 B31 A61@1=6 B62@6 A32=8 B43 A64@4=6 B65@6 A53=8 {66 still open} B33=6 A63@3d=6+1 #
[Pegs "47-10"]
"""

seats = st.none() | st.integers(0, 3)
tiles = st.integers(0, 18).flatmap(lambda high: st.builds(Tile, st.just(high), st.integers(0, high)))
numbers = st.none() | st.integers(0, 120)
marks = st.sampled_from(["", "?", "!", "??", "!?"])
# The double thirteen is "dd" by its name and as a side alike, and reads as the side.
hosts = tiles.filter(lambda tile: tile != Tile(13, 13))
ats = st.builds(At, st.integers(0, 13), st.booleans()) | st.builds(lambda tile: At(host=tile), hosts)
played = st.builds(
    Played, seats, tiles | st.none(), ats | st.none(), numbers, st.none() | st.integers(0, 60), mark=marks
)
claims = st.builds(Played, seats, tiles, pegs=st.integers(0, 9), chip=st.just(1))
words = st.text('abc ;{}\\"[]', min_size=1, max_size=9).map(lambda t: " ".join(t.translate({123: 40, 125: 41}).split()))
items = (
    played | claims | st.builds(Passed, seats, marks) | st.builds(Taken, seats, tiles | st.none(), marks)
    | st.builds(Gap) | words.filter(bool).map(Remark)
)  # fmt: skip
pegs = st.lists(st.integers(0, 300), min_size=2, max_size=4).map(tuple) | st.none()
scores = st.lists(st.integers(-300, 300), min_size=2, max_size=4).map(tuple) | st.none()
hands = st.builds(
    HandRecord,
    number=st.none() | st.sampled_from(["1", "2", 'a "b" \\c']),
    start=scores,
    lead=seats,
    deal=st.none() | st.lists(st.none() | st.lists(tiles, max_size=3).map(tuple), min_size=2, max_size=4).map(tuple),
    plays=st.sampled_from(Plays),
    items=st.lists(items, max_size=8).map(tuple),
    ended=st.none() | st.sampled_from(Ended),
    pegs=pegs,
    score=scores,
    revokes=st.lists(st.integers(0, 3), max_size=2).map(tuple),
)
headers = st.lists(
    st.tuples(st.sampled_from(["Rules", "Target", "Event", "Chip"]), st.text('ab"\\ ]', max_size=6)),
    max_size=3,
    unique_by=lambda header: header[0],
).map(tuple)
games = st.builds(
    lambda name, rest, *more: GameRecord((*((("Game", name),) if name else ()), *rest), *more),
    st.sampled_from(["", "1", "final"]),
    headers,
    st.lists(hands, max_size=3).map(tuple),
    scores,
)


def test_example_of_the_notation_reads_as_it_means():
    (game,) = read_record(EXAMPLE).games
    (hand,) = game.hands
    assert game.headers == (("Rules", "fives-threes:teesdale"), ("Target", "61"))
    assert (hand.start, hand.lead, hand.pegs, hand.ended) == ((12, 30), 0, (47, 10), Ended.OUT)
    assert hand.deal[1] == parse_tiles("00 31 33 43 60 62 65")
    assert hand.items[0] == Played(0, Tile(6, 6), pegs=4)
    assert hand.items[4] == Played(0, Tile(6, 1), At(1), pegs=6)
    assert hand.items[11] == Remark("66 still open")
    assert hand.items[-1] == Played(0, Tile(6, 3), At(3, double=True), pegs=6, chip=1)
    assert hand.items[4].where.line == 4
    assert hand.items[4].where.column == 23
    assert hand.items[4].where.ply == 5


def test_canonical_text_of_the_example():
    assert write_record(read_record(EXAMPLE).games) == (
        '[Rules "fives-threes:teesdale"]\n[Target "61"]\n\n[Start "12-30"]\n[Lead "A"]\n'
        '[Deal "A 30 32 53 61 63 64 66 | B 00 31 33 43 60 62 65"]\n'
        "A66=4 B60=4 A30=8 B31 A61@1=6 B62@6 A32=8 B43 A64@4=6 B65@6 A53=8 {66 still open} B33=6 "
        'A63@3d=6+1 #\n[Pegs "47-10"]\n'
    )


@settings(max_examples=examples(120), deadline=None)
@given(st.lists(games, min_size=1, max_size=3).map(tuple))
def test_reading_what_was_written_gives_the_same_games(written):
    text = write_record(written)
    reading = read_record(text)
    assert reading.games == written
    assert reading.findings == () or any(hand.ended for game in written for hand in game.hands)
    assert write_record(reading.games) == text


@settings(max_examples=examples(300), deadline=None)
@given(st.text() | st.text('[]"{};#+-=@:*.?!AB0123456 \nLeadPgs', max_size=80))
def test_reader_never_raises_and_its_games_write_back(text):
    reading = read_record(text)
    again = read_record(write_record(reading.games))
    assert again.games == reading.games


@settings(max_examples=examples(100), deadline=None)
@given(st.data())
def test_reader_survives_a_damaged_example(data):
    start = data.draw(st.integers(0, len(EXAMPLE) - 1))
    length = data.draw(st.integers(0, 20))
    reading = read_record(EXAMPLE[:start] + data.draw(st.text(max_size=5)) + EXAMPLE[start + length :])
    assert read_record(write_record(reading.games)).games == reading.games


def test_loose_forms_mean_the_same():
    tidy = read_moves("A65 B- A64@5 B62@66 54 -")
    loose = read_moves("1. A[6|5] Bknock A4-6@5 2. B2|6@6-6 45 pass")
    assert tidy[0] == loose[0]
    assert tidy[2] == loose[2] == ()


def test_every_kind_of_move_is_written_as_it_is_read():
    text = "A66:12=4! B+50 B+* B- .. *=2 A54@5d A32@64=0? {a remark} A10=1+1 #"
    read, ended, findings = read_moves(text)
    assert write_moves(HandRecord(items=read, ended=ended)) == text
    assert findings == ()


def test_a_double_above_13_is_named_in_full():
    assert read_moves("fe@ee")[0][0].at == At(host=Tile(14, 14))
    assert read_moves("fe@ed")[0][0].at == At(host=Tile(14, 13))
    assert read_moves("fd@dd")[0][0].at == At(13, double=True)
    assert write_moves(HandRecord(items=(Played(None, Tile(15, 14), At(14, double=True)),))) == "fe@ee"


def test_many_games_and_hands_in_one_file():
    text = (
        '[Event "Cup"] [Lead "A"] A66 B60 [Pegs "4-4"] B50 A55 ## [Lead "B"] B11 [Result "61-8"]'
        '[Event "Cup"] A22 [Game "3"] [Hand "1"] [Hand "2"] A10'
    )
    first, second, third = read_record(text).games
    assert [len(hand.moves) for hand in first.hands] == [2, 2, 1]
    assert first.result == (61, 8)
    assert second.header("event") == "Cup"
    assert [hand.number for hand in third.hands] == ["1", "2"]


def test_players_are_counted_from_what_is_written():
    assert read_record("A66 B60").games[0].players == 2
    assert read_record("A66 B60 C65").games[0].players == 3
    assert read_record('[Deal "00 | 11 | ? | 22"]').games[0].players == 4
    assert read_record('[Players "4"] A66').games[0].players == 4


def test_what_cannot_be_read_is_told_with_its_place():
    text = '[Lead "E"]\n[Pegs "many"]\nA66 B99x\nA- =4\n{open'
    findings = read_record(text).findings
    places = [(f.code, f.where.line, f.where.column) for f in findings]
    assert places == [("seat", 1, 1), ("scores", 2, 1), ("move", 3, 5), ("move", 4, 4), ("unclosed", 5, 1)]
    assert all(finding.severity is Severity.REFUSE for finding in findings)


def test_a_knock_claims_nothing():
    assert [finding.code for finding in read_moves("A66 B-=4 A+50@5")[2]] == ["move", "move"]


def test_moves_after_the_end_are_told():
    read, ended, findings = read_moves("A66 # B60")
    assert [f.code for f in findings] == ["after_end"]
    assert len(read) == 2
    assert ended is Ended.OUT


def test_a_header_said_twice_keeps_the_first():
    reading = read_record('[Target "61"] [Target "121"] A66')
    assert reading.games[0].header("Target") == "61"
    assert [f.code for f in reading.findings] == ["twice"]


@pytest.mark.parametrize(
    "record",
    [
        '[Target "{}"] A66',
        '[Players "{}"] A66',
        '[Hands "{}"] [Result "61-4"]',
        '[Tiles "{}"] A66',
        '[Divisors "{}"] A66',
        '[Hand "{}"] A66 [Hand "{}"] A55',
    ],
)
def test_a_number_longer_than_any_is_read_as_none(record):
    assert check_text(record.replace("{}", "9" * 5000), exact=False).games


LEEK = preset("fives-threes:leek")


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("changes", [{}, {"target": 121}, {"target": 101, "chip": 3, "lead_may_win": False}], ids=str)
def test_headers_name_the_rules_that_were_meant(name, changes):
    rules = preset(name).but(**changes)
    for players, _ in rules.deal:
        found, complaints = rules_of(GameRecord(headers_of(rules, players)), players)
        alike = found.but(deal=rules.deal, deal_next=rules.deal_next)
        assert (alike, complaints) == (rules.for_players(players), ())
        for hand in (1, 2):
            assert found.for_hand(hand).tiles_each(players) == rules.for_hand(hand).tiles_each(players)


def test_a_preset_is_named_and_what_differs_from_it_is_said():
    assert headers_of(LEEK, 2) == (("Rules", "fives-threes:leek"),)
    assert headers_of(LEEK.but(target=100), 2) == (("Rules", "fives-threes:leek"), ("Target", "100"))
    assert headers_of(LEEK.but(deal=((2, 7), (4, 6))), 2) == (("Rules", "fives-threes:leek"), ("Tiles", "7"))


def test_a_target_that_differs_by_players_is_that_of_the_table():
    swedish = preset("all-fives:swedish")
    for players, target in ((2, 250), (3, 200), (4, 200)):
        assert headers_of(swedish, players) == headers_of(swedish.for_players(players), players)
        named = GameRecord((("Rules", "all-fives:swedish"),))
        assert rules_of(named, players)[0].target == target
        assert rules_of(GameRecord((*named.headers, ("Target", "120"))), players)[0].target == 120


def test_the_alternative_deals_are_headers_too():
    named = GameRecord((("Rules", "all-fives:swedish"), ("Tiles", "5")))
    assert rules_of(named, 2)[0].but(deal=()) == preset("all-fives:swedish-five").for_players(2).but(deal=())
    assert rules_of(named, 2)[0].tiles_each(2) == 5
