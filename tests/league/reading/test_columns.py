"""The columns of a spreadsheet are found by whatever people call them."""

import pytest

from league.reading.columns import match_columns, split_heading
from league.reading.files import read_text
from league.reading.values import Content


@pytest.mark.parametrize(
    ("heading", "kind", "found"),
    [
        (["Date", "Home", "Away", "Home score", "Away score"], "results", "date home away home_score away_score"),
        (["Fixture Date", "KO", "Home Team", "Away Team", "Venue", "Fixture Group"], "fixtures",
         "date time home away venue division"),
        (["Type", "Date / Time", "Home Team", "Away Team", "Competition"], "fixtures", "date home away division"),
        (["Name", "Club"], "players", "name team"),
        (["PLAYERS NAME", "Team Name"], "players", "name team"),
        (["Season", "Winners", "Runners Up", "Competition"], "honours", "year winner runner_up title"),
    ],
)  # fmt: skip
def test_columns_are_matched_by_the_names_that_people_give_them(heading, kind, found):
    assert set(match_columns(kind, heading)) == set(found.split())


def test_headings_stand_below_a_title_or_nowhere():
    titled = read_text("Leek Dominoes 2026\t\n\nHome\tAway\nCrown A\tBell\n")[0].lines
    assert split_heading(Content.FIXTURES, titled) == (("Home", "Away"), titled[2:])
    bare = read_text("Mon 21 Sep\tCrown A\tBell\n")[0].lines
    assert split_heading(Content.FIXTURES, bare) == (("Column 1", "Column 2", "Column 3"), bare)
