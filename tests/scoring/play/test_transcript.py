"""Games told in events, written down: it reads back, and checking finds in it what was wrong and no more."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.play.check import RecordLevel, check_text
from scoring.play.events import (
    Corrected,
    HandEnded,
    HandStarted,
    Knocked,
    Pegged,
    PeggedBack,
    TilePlayed,
    TotalCalled,
    Undone,
)
from scoring.play.presets import name_of, preset
from scoring.play.reader import read_record
from scoring.play.record import Plays, write_moves, write_record
from scoring.play.tiles import Tile
from scoring.play.transcript import side_letters, transcript
from tests.scoring.play.example import Recording, generate_game

PAGAT = preset("fives-threes:pagat")
LEEK = preset("fives-threes:leek")
CHAMPIONSHIP = preset("fives-threes:championship")


def headers_of(rules):
    return (("Rules", name_of(rules)),)


def played_out(seed, rules, players, **how):
    """A whole game played at random: its events, and the game."""
    return generate_game(Random(seed), rules, players, how=Recording(**how))


@pytest.mark.parametrize("rules", [PAGAT, LEEK, CHAMPIONSHIP], ids=name_of)
@pytest.mark.parametrize("players", [2, 4])
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000), tell_deal=st.booleans())
def test_a_game_told_in_tiles_is_sound_and_reads_back(rules, players, seed, tell_deal):
    events, game = played_out(seed, rules, players, tiles=True, deal=tell_deal)
    record = transcript(rules, players, events, headers=headers_of(rules))
    text = write_record((record,))
    assert read_record(text).games == (record,)
    checked = check_text(text)
    assert checked.findings == ()
    assert record.result == game.scores
    assert checked.games[0].winner == game.winner
    assert [hand.score for hand in checked.games[0].hands][-1] == game.scores
    assert {hand.level for hand in checked.games[0].hands} == {RecordLevel.TILES}


@pytest.mark.parametrize("rules", [PAGAT, LEEK], ids=name_of)
@pytest.mark.parametrize("players", [2, 4])
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000), with_nothing=st.booleans())
def test_a_game_told_in_pegs_is_sound_and_reads_back(rules, players, seed, with_nothing):
    events, game = played_out(seed, rules, players, nothing=with_nothing)
    record = transcript(rules, players, events, headers=headers_of(rules))
    text = write_record((record,))
    assert read_record(text).games == (record,)
    assert [f.code for f in check_text(text).findings if f.code != "unlikely"] == []
    assert record.result == game.scores


def written(events, rules=PAGAT, players=2, **options):
    record = transcript(rules, players, events, **options)
    return record, [write_moves(hand) for hand in record.hands]


def pegs(*taken, first=0):
    """Pegs of two sides in turn, from `first` on; None is a knock."""
    for number, each in enumerate(taken):
        side, name = (first + number) % 2, f"p{first}{number}-{len(taken)}"
        yield Knocked(name, side) if each is None else Pegged(name, side, each)


def test_every_turn_told_makes_every_play():
    events = [HandStarted("h", 0), *pegs(4, 0, 2, None, 1, 3, 0, 2, 0, 0, 2, 1, 0, 0, 5), HandEnded("x", 0)]
    record, moves = written(events)
    assert moves == ["A*=4 B*=0 A*=2 B- A*=1 B*=3 A*=0 B*=2 A*=0 B*=0 A*=2 B*=1 A*=0 B*=0 A*=4+1 #"]
    # Fifteen turns: eight tiles of A, and A took seven.
    assert record.hands[0].plays is Plays.SCORING
    events = [HandStarted("h", 0), *pegs(4, 0, 2, None, 1, 3, 0, 2, 0, 0, 2, 1, 5), HandEnded("x", 0)]
    record, _ = written(events)
    assert record.hands[0].plays is Plays.ALL


def test_where_only_pegs_are_told_nothing_is_concluded_from_their_order():
    events = [HandStarted("h", 0), *pegs(8, 8, 8), HandEnded("x", 1)]
    record, moves = written(events)
    assert (record.hands[0].plays, moves) == (Plays.SCORING, ["A*=8 B*=8 A*=8 #"])
    assert [each.code for each in check_text(write_record((record,))).findings] == []


def test_a_drop_of_eight_in_a_hand_told_turn_by_turn_cannot_have_been():
    record, _ = written([HandStarted("h", 0), *pegs(8, 0, 2, None, 2)])
    assert [each.code for each in check_text(write_record((record,))).findings] == ["drop_pegs"]


def test_pairs_are_written_by_side():
    events = [HandStarted("h", 1), Pegged("a", 1, 4), Pegged("b", 0, 2), Pegged("c", 0, 8), Knocked("d", 3)]
    record, moves = written(events, players=4)
    assert moves == ["{BD} *=4 {AC} *=2 *=8 D-"]
    assert record.hands[0].score == (10, 4)
    assert side_letters(PAGAT, 4, 1) == "BD"
    assert side_letters(PAGAT, 2, 1) == "B"


def test_what_was_undone_is_not_written_and_what_was_corrected_is_written_right():
    events = [
        HandStarted("h", 0),
        Pegged("a", 0, 8),
        Pegged("b", 1, 6),
        Undone("u", "a"),
        Corrected("c", "b", Pegged("b2", 1, 3), "one hole too far"),
    ]
    record, moves = written(events)
    assert moves == ["B*=3"]
    assert record.hands[0].score == (0, 3)


def test_pegs_back_are_a_remark_and_the_score_is_as_it_was_left():
    events = [HandStarted("h", 0), Pegged("a", 0, 8), PeggedBack("b", 0, 3, "miscounted"), HandEnded("x")]
    record, moves = written([*events, PeggedBack("late", 0, 1), HandStarted("h2", 1), Pegged("c", 1, 2)])
    assert moves == ["A*=8 {A back 3: miscounted} .. {A back 1} .. ##", "B*=2"]
    assert [hand.score for hand in record.hands] == [(4, 0), (4, 2)]
    assert check_text(write_record((record,))).findings == ()


def test_what_the_rules_do_not_allow_is_left_out_and_said_so():
    events = [HandStarted("h", 0), Pegged("a", 5, 8), Pegged("b", 0, 2)]
    record, moves = written(events)
    assert moves == ["{left out: there is no side 5} A*=2"]
    assert record.hands[0].score == (2, 0)


def test_a_win_barred_on_the_drop_is_a_remark():
    hands = [event for n in range(7) for event in (HandStarted(f"h{n}", 0), Pegged(f"a{n}", 0, 8), HandEnded(f"x{n}"))]
    events = [*hands, HandStarted("h8", 0), Pegged("c", 0, 1), HandStarted("h9", 0), Pegged("drop", 0, 4, lead=True)]
    record, moves = written(events, LEEK)
    assert moves[-1] == "{A could not win on the drop} .."
    assert record.hands[-1].score == (57, 0)


def test_tiles_then_pegs_leave_a_gap_between():
    tiles = [
        TilePlayed("a", 0, Tile(6, 6)),
        TilePlayed("b", 1, Tile(6, 0)),
        Pegged("c", 0, 8),
        TilePlayed("d", 1, Tile(3, 1), Tile(3, 0), 0),
    ]
    record, moves = written([HandStarted("h", 0), *tiles])
    assert moves == ["A66=4 B60=4 .. A*=8 B31@30=0"]
    assert record.hands[0].score == (12, 4)
    assert check_text(write_record((record,))).findings == ()


def test_a_total_called_is_written():
    record, moves = written([HandStarted("h", 0), TotalCalled("a", 0, 12), TotalCalled("b", 1, 15, chip=True)])
    assert moves == ["A*:12=4 B*:15=8+1"]
    assert record.hands[0].score == (4, 9)


def test_a_high_double_is_named_in_full_as_it_is_read_back():
    """The line 14-14, 14-2, 2-2, 2-12, 12-14 has two fourteens to join: the double and the single one."""
    rules = preset("odd-primes:double-15")
    events = [HandStarted("h", 0)]
    line = [("ee", None), ("e2", "ee"), ("22", "e2"), ("c2", "22"), ("ec", "c2"), ("e0", "ee")]
    for ply, (tile, at) in enumerate(line):
        events.append(TilePlayed(str(ply), ply % 2, Tile.parse(tile), at and Tile.parse(at)))
    record = transcript(rules, 2, events, headers=headers_of(rules))
    assert write_moves(record.hands[0]).split()[-1] == "Be0@ee=2"
    assert read_record(write_record((record,))).games == (record,)
