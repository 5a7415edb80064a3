"""Words that are no names: each is what it is, and none of them is a team or a winner."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.reading.marks import WORDS, CellMark, is_no_team, mark_of, split_mark

WRITTEN = {
    CellMark.NIGHT_OFF: ("BYE", "-- Bye --", "bye", "FREE", "NO GAME", "No match", "(bye)"),
    CellMark.HOLIDAY: ("XMAS", "X-mas", "Half Term", "Christmas break", "CHRISTMAS AND NEW YEAR"),
    CellMark.CUP_NIGHT: ("CUP WEEK", "Cup", "League Cup"),
    CellMark.CATCH_UP: ("catch-up", "For Rearranged matches"),
    CellMark.NOT_KNOWN_YET: ("TBC", "TBA", "t.b.c.", "To be arranged"),
    CellMark.CUP_PLACE: ("Semi-Final 1", "Final", "SF1", "QF 2", "Winner of QF1", "Winner Match 3",
                         "Winners of Tie 4", "Loser SF 2",
                         "Winner of Crown A / Bell"),
    CellMark.NOT_PLAYED_YET: ("VS", "v", "vs."),
    CellMark.RESULT_AWAITED: ("R/A", "Result awaited"),
    CellMark.POSTPONED: ("P/P", "P - P", "P", "postponed", "Postp."),
    CellMark.WALKOVER: ("W/O", "w/o", "Walkover", "H - W", "A-W"),
    CellMark.CONCEDED: ("conceded", "Scratched"),
    CellMark.VOID: ("void", "VOID (COVID)"),
    CellMark.ABANDONED: ("abd", "Abandoned"),
    CellMark.NOT_PLAYED: ("NOT PLAYED", "Not held", "No competition"),
    CellMark.SHARED: ("shared",),
    CellMark.SAME_AS_ABOVE: ("do.", "ditto", '"', "〃"),
    CellMark.UNKNOWN: ("???", "?", "not known"),
    CellMark.EMPTY: ("", " ", "-", "—", "X", "n/a"),
}  # fmt: skip
NAMES = (
    "Crown A", "Free House", "The Free Trade", "Bye Gones", "Post Office", "The Final Furlong", "W.M.C.", "Masons",
    "Do It", "Winners",
    "None the Wiser", "Plough", "A", "B", "Railway Club", "Christmas Crackers", "Holiday Inn", "Cup Bearers",
    "The Rest is Easy", "Black Bull",
    "Half Moon", "Easter Road", "New Inn", "Same Again", "Unknown Soldier", "Voiders", "Joint Stock",
    "Quarter Horse", "Last Orders", "S. Kirkby",
    "J. Hobbs", "Raine", "Hobbs & Nairn", "Group Therapy", "Fixtures & Fittings", "Off Beats", "Byers",
    "Sir W. Raleigh", "R.E.M.S.", "Con Club",
)  # fmt: skip


@pytest.mark.parametrize(("mark", "text"), [(mark, text) for mark, texts in WRITTEN.items() for text in texts])
def test_a_word_is_what_it_is_however_it_is_written(mark, text):
    assert mark_of(text) is mark
    assert mark_of(f" {text.upper()} ") is mark


def test_every_mark_has_words():
    assert set(WRITTEN) == set(WORDS) == set(CellMark)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_no_mark(name):
    assert mark_of(name) is None
    assert not is_no_team(name)
    assert split_mark(name) == (name, None)


@pytest.mark.parametrize("text", ["BYE", "TBC", "Semi-Final 1", "XMAS", "FREE", "", "???"])
def test_nobody_plays_there(text):
    assert is_no_team(text)


@given(
    st.sampled_from(NAMES),
    st.sampled_from([" (W/O)", " w/o", " (conceded)", ", void", " (shared)", " P/P", " [abd]", " (R/A)"]),
)
def test_a_mark_behind_a_name_is_told_from_it(name, behind):
    rest, mark = split_mark(name + behind)
    assert rest == name
    assert mark is mark_of(behind.strip(" ,[]()"))
