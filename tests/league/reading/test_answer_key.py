"""What real leagues write, and what is made of each file: taken, asked about and left out, by how many."""

import pytest

from league.reading.files import read_file
from league.reading.recognise import readings
from tests.league.reading.variants import CONTEXT, SAMPLES

# The layout, what its rows are, and how many are taken, asked about and left out, before anything is answered.
KEY = {
    "01-fixtures-key-numbers.txt": ("key_numbers", "fixtures", 117, 0, 24),  # a grid of numbers for three divisions
    "03-fixtures-matrix.csv": ("square", "fixtures", 29, 1, 1),  # is a star a reversed match?
    "04-fixtures-bye-rows.csv": ("rows", "fixtures", 4, 0, 5),  # BYE, TBC and the rows of a cup
    "05-fixtures-leaguerepublic.html": ("rows", "fixtures", 3, 0, 0),
    "05b-leaguerepublic-pasted.txt": ("rows", "fixtures", 3, 0, 0),
    "06-results-quiz-no-heading.csv": ("rows_without_heading", "fixtures", 0, 1, 0),  # which columns have the score?
    "07-results-old-program.html": ("rows", "results", 2, 0, 0),
    "07b-old-program-pasted.txt": ("rows", "results", 2, 0, 0),
    "07c-final-table-old-program.csv": ("final_table", "tables", 0, 1, 1),  # of which season is it?
    "08-results-newspaper-domino.txt": ("newspaper", "results", 0, 3, 2),
    "09-results-darts-and-dominoes.txt": ("two_games", "results", 4, 0, 11),
    "11-results-texts.txt": ("chat", "fixtures", 0, 1, 7),
    "13-knockout-draw-deadlines.json": ("cup", "ties", 0, 1, 2),  # 11 March is no Wednesday
    "14-cup-results-no-year.csv": ("cup", "ties", 1, 1, 1),  # which season has these weekdays?
    "15-fixtures-two-nights-dotted-names.csv": ("rows", "fixtures", 6, 0, 0),
    "17-contacts.csv": ("people_rows", "people", 4, 0, 1),
    "18-honours-wide.csv": ("honours_wide", "honours", 9, 0, 3),
    "20-season-calendar.csv": ("calendar", "nights", 6, 1, 1),  # is Shield League 1 a league night?
}


@pytest.mark.parametrize("name", KEY)
def test_a_real_file_is_taken_asked_about_and_left_out_as_the_key_says(name):
    sheets = read_file((SAMPLES / name).read_bytes(), name)
    taken = [readings(sheet, CONTEXT, tuple(other for other in sheets if other is not sheet)) for sheet in sheets]
    (best,) = [found[0] for found in taken if found]
    counts = (len(best.rows), len(best.questions), len(best.left_out))
    assert (best.layout, best.content.value, *counts) == KEY[name]
