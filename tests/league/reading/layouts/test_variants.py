"""Every layout made in many ways from a known truth: what is read of it is right, asked about or left out, and said."""

import pytest

from league.reading.layouts import (
    calendar,
    contact_lines,
    cup,
    cup_text,
    deductions,
    final_table,
    honours_list,
    honours_wide,
    people_rows,
    player_games,
    records,
    squad_blocks,
    squad_rows,
    teams_list,
)
from league.reading.values import Content
from tests.league.reading.layouts import (
    test_calendar,
    test_contact_lines,
    test_cup,
    test_deductions,
    test_final_table,
    test_honours_list,
    test_honours_wide,
    test_people_rows,
    test_records,
    test_squad_blocks,
    test_squad_rows,
    test_teams_list,
)
from tests.league.reading.variants import in_cells, in_text, prove

# What reads a layout, as what, the share of rows that is read right, and what makes its variants.
LAYOUTS = (
    (calendar, Content.NIGHTS, 0.8, in_cells(test_calendar.nights), in_text(test_calendar.nights)),
    (contact_lines, Content.PEOPLE, 0.8, test_contact_lines.of_teams, test_contact_lines.of_officers),
    (cup, Content.TIES, 0.8, in_cells(test_cup.rows_of), in_text(test_cup.rows_of)),
    (cup_text, Content.TIES, 0.75, test_cup.below_rounds, test_cup.behind_rounds),
    (deductions, Content.DEDUCTIONS, 0.85, test_deductions.under_headings, test_deductions.in_lines),
    (
        final_table, Content.TABLES, 0.85,
        test_final_table.in_cells, test_final_table.beside_each_other, test_final_table.in_text,
    ),
    (honours_list, Content.HONOURS, 0.9, test_honours_list.below_titles, test_honours_list.with_headings),
    (honours_wide, Content.HONOURS, 0.9, test_honours_wide.board),
    (
        people_rows, Content.PEOPLE, 0.85,
        in_cells(test_people_rows.contacts), in_text(test_people_rows.contacts), test_people_rows.officers,
    ),
    (
        records, Content.RECORDS, 0.85,
        in_cells(test_records.averages), in_text(test_records.averages), test_records.counted,
    ),
    (player_games, Content.RECORDS, 0.85, test_records.frames, test_records.of_one_player),
    (
        squad_blocks, Content.PLAYERS, 0.75,
        test_squad_blocks.blocks, test_squad_blocks.columns, test_squad_blocks.inline,
    ),
    (squad_rows, Content.PLAYERS, 0.8, in_cells(test_squad_rows.rows_of), in_text(test_squad_rows.rows_of)),
    (
        teams_list, Content.TEAMS, 0.85,
        test_teams_list.with_headings, test_teams_list.by_division, test_teams_list.below_each_other,
    ),
    (teams_list, Content.VENUES, 0.85, test_teams_list.venues),
)  # fmt: skip
CASES = [(layout, content, share, make) for layout, content, share, *makes in LAYOUTS for make in makes]


@pytest.mark.proof
@pytest.mark.parametrize(
    ("layout", "content", "share", "make"), CASES, ids=lambda each: getattr(each, "__name__", "").rpartition(".")[2]
)
def test_variants_are_right_or_said(layout, content, share, make):
    counts = prove(make, layout.read, content)
    assert counts["right"] > share * counts.total(), counts
