"""What people call the lines of a card."""

import pytest

from scoring.card.format import Discipline, Line, line_titles

DARTS = Line("Darts", 4, discipline=Discipline.WON_LOST)


@pytest.mark.parametrize(
    ("lines", "titles"),
    [
        ((Line("S1", 1), Line("S2", 1), Line("D1", 2)), ("Singles 1", "Singles 2", "Pairs 1")),
        ((Line("", 1), Line("7", 1)), ("", "Singles 7")),
        ((Line("Captain", 1), Line("S2", 1)), ("Captain", "Singles 2")),
        ((Line("S1", 1), DARTS), ("Singles 1, fives and threes", "Darts")),
        ((Line("Captain", 1), Line("F1", 4, discipline=Discipline.WON_LOST)),
         ("Captain, fives and threes", "Fours 1, won or lost")),
        ((DARTS,), ("Darts",)),
        ((Line("D1", 2), Line("D2", 2, discipline=Discipline.WON_LOST)),
         ("Pairs 1, fives and threes", "Pairs 2, won or lost")),
    ],
)  # fmt: skip
def test_a_line_is_called_by_its_own_name_if_it_has_one(lines, titles):
    assert line_titles(lines) == titles
