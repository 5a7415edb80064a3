"""Every layout made in many ways from a known truth: what is read of it is right, asked about or left out, and said."""

import pytest

from league.reading.layouts import (
    calendar,
    cup,
    cup_columns,
    deductions,
    final_table,
    honours_list,
    honours_wide,
    people_rows,
    record_text,
    records,
    squad_blocks,
    squad_rows,
    teams_list,
)
from league.reading.values import Content
from tests.league.reading.layouts import (
    test_calendar,
    test_calendar_text,
    test_contact_lines,
    test_cup,
    test_cup_columns,
    test_deductions,
    test_final_table,
    test_honours_list,
    test_honours_wide,
    test_people_rows,
    test_record_text,
    test_records,
    test_squad_blocks,
    test_squad_rows,
    test_teams_list,
)
from tests.league.reading.variants import in_cells, in_text, prove

# What reads a layout, as what, the share of rows that is read right, and what makes its variants.
LAYOUTS = (
    (calendar.read, Content.NIGHTS, 0.8, in_cells(test_calendar.nights), in_text(test_calendar.nights)),
    (calendar.read_sentences, Content.NIGHTS, 0.6, test_calendar_text.sentences),
    (people_rows.read_lines, Content.PEOPLE, 0.8, test_contact_lines.of_teams, test_contact_lines.of_officers),
    (cup.read, Content.TIES, 0.8, in_cells(test_cup.rows_of), in_text(test_cup.rows_of)),
    (cup.read_text, Content.TIES, 0.75, test_cup.below_rounds, test_cup.behind_rounds),
    (cup_columns.read, Content.TIES, 0.7, test_cup_columns.in_cells, test_cup_columns.in_text),
    (deductions.read, Content.DEDUCTIONS, 0.85, test_deductions.under_headings, test_deductions.in_lines),
    (
        final_table.read, Content.TABLES, 0.85,
        test_final_table.in_cells, test_final_table.beside_each_other, test_final_table.in_text,
    ),
    (honours_list.read, Content.HONOURS, 0.9, test_honours_list.below_titles, test_honours_list.with_headings),
    (honours_wide.read, Content.HONOURS, 0.9, test_honours_wide.board),
    (
        people_rows.read, Content.PEOPLE, 0.85,
        in_cells(test_people_rows.contacts), in_text(test_people_rows.contacts), test_people_rows.officers,
    ),
    (
        records.read, Content.RECORDS, 0.85,
        in_cells(test_records.averages), in_text(test_records.averages), test_records.counted,
    ),
    (record_text.read, Content.RECORDS, 0.6, test_record_text.sentences),
    (records.read_games, Content.RECORDS, 0.85, test_records.frames, test_records.of_one_player),
    (
        squad_blocks.read, Content.PLAYERS, 0.75,
        test_squad_blocks.blocks, test_squad_blocks.columns, test_squad_blocks.inline,
    ),
    (squad_rows.read, Content.PLAYERS, 0.8, in_cells(test_squad_rows.rows_of), in_text(test_squad_rows.rows_of)),
    (
        teams_list.read, Content.TEAMS, 0.85,
        test_teams_list.with_headings, test_teams_list.by_division, test_teams_list.below_each_other,
    ),
    (teams_list.read, Content.VENUES, 0.85, test_teams_list.venues),
)  # fmt: skip
CASES = [(read, content, share, make) for read, content, share, *makes in LAYOUTS for make in makes]


@pytest.mark.proof
@pytest.mark.parametrize(
    ("read", "content", "share", "make"),
    CASES,
    ids=lambda each: f"{each.__module__.rpartition('.')[2]}.{each.__name__}" if callable(each) else "",
)
def test_variants_are_right_or_said(read, content, share, make):
    counts = prove(make, read, content)
    assert counts["right"] > share * counts.total(), counts
