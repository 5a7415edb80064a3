"""Files of leagues as other people would have typed them, with what their secretaries expect."""

import pytest

from league.reading.recognise import readings
from tests.league.reading.variants import CONTEXT, as_sheet, typed

MATCH, TIE, HONOUR = (
    ("home", "away", "home_score", "state"),
    ("home", "away", "winner", "state"),
    ("year", "title", "winner"),
)


def read(sheet, keys):
    reading = readings(sheet, CONTEXT)[0]
    return reading, [tuple(row.values.get(key, "") for key in keys) for row in reading.rows]


def test_a_mark_of_a_program_for_no_score_yet_leaves_the_column_one_of_scores():
    text = "\tDate Time\tHome Team\t\tAway Team\tVenue\n\tMon 21 Sep 2026\n20:00\tAlbion\t5 - 4\tSwan A\tAlbion Inn\n"
    _, rows = read(typed(text + "\tMon 28 Sep 2026\n20:00\tShip\tX - X\tAlbion\tThe Ship\n"), MATCH)
    assert rows == [("Albion", "Swan A", "5", ""), ("Ship", "Albion", "", "not_played")]


def test_the_head_of_a_report_is_no_part_of_a_team():
    text = "DOMINOES. Northby League, Oct 5: Premier - Albion 6, Swan A 3; Ship nil, Anchor 9; Globe 5 Mitre 4."
    reading, rows = read(typed(text), MATCH)
    assert [row[0] for row in rows] == ["Ship", "Globe"]
    assert "more than the name of a team" in reading.left_out[0].why


def test_a_bye_in_the_column_of_scores_and_two_who_are_still_to_meet():
    rows = [["Rd", "P1", "Res", "P2"], ["1", "Albion", "bye", ""], ["1", "Mitre", "4½-4½", "Spinners"]]
    _, ties = read(as_sheet([*rows, ["2", "Albion", "", "Mitre/Spinners"]]), TIE)
    assert ties == [("Albion", "", "Albion", "bye"), ("Mitre", "Spinners", "", "undecided")]


def test_a_surname_with_initials_behind_it_and_columns_of_numbers_by_role():
    rows = [["Team", "Captain", "Capt's No.", "Vice", "V.C. No."]]
    _, people = read(
        as_sheet([*rows, ["Albion", "Hill D. (Mrs)", "01632 960111", "K Nairn", "7700900222"]]), ("name", "phone")
    )
    assert people == [("D. Hill", "01632 960111"), ("K Nairn", "07700900222")]


def test_a_board_with_its_years_across():
    rows = [["", "2022-23", "2023-24"], ["Premier Champions", "Albion", "Swan A"], ["Singles", "J. Hill", "NOT PLAYED"]]
    _, honours = read(as_sheet(rows), HONOUR)
    assert honours == [
        ("2022-23", "Premier Champions", "Albion"), ("2022-23", "Singles", "J. Hill"),
        ("2023-24", "Premier Champions", "Swan A"),
    ]  # fmt: skip


def test_figures_of_several_years_are_no_board():
    rows = [["Player", "2022-23", "2023-24"], ["J. Hill", "12", "15"], ["K Nairn", "9", "8"]]
    assert not [reading for reading in readings(as_sheet(rows), CONTEXT) if reading.layout == "honours_wide"]


def test_weeks_below_the_name_of_their_month():
    text = "SEPTEMBER\nw/c 7      League 1\nw/c 14     League 2\nOCTOBER\nw/c 12     Singles heats"
    _, rows = read(typed(text), ("date", "kind"))
    assert rows == [("2026-09-07", "league"), ("2026-09-14", "league"), ("2026-10-12", "cup")]
    assert not [
        row for reading in readings(typed(text), CONTEXT) for row in reading.rows if row.values.get("home") == "w/c"
    ]


@pytest.mark.parametrize("name", ["Ann B.", "John St John"])
def test_a_first_name_stays_in_front(name):
    _, people = read(as_sheet([["Team", "Captain", "Tel"], ["Bell", name, "01632 960111"]]), ("name",))
    assert people == [(name,)]
