"""Where a match was won: the running score, the lead that was kept, and the game after which all was over."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.card.outcome import Course, course, lead_changes
from scoring.card.sheet import Side

WHOSE = {"h": Side.HOME, "a": Side.AWAY, "-": None}


def went(letters: str) -> Course:
    return course([WHOSE[each] for each in letters])


@pytest.mark.parametrize(
    ("letters", "winner", "ahead", "decided"),
    [
        ("hhhhh", "home", 0, 2),
        ("ahhah", "home", 4, 4),
        ("haaaa", "away", 2, 3),
        ("hha", "home", 0, 1),
        ("h-a-h", "home", 4, 4),
        ("h----", "home", 0, 4),
        ("haha", None, None, None),
        ("----", None, None, None),
        ("", None, None, None),
    ],
)
def test_where_a_match_was_won(letters, winner, ahead, decided):
    found = went(letters)
    assert (found.winner, found.ahead, found.decided) == (winner, ahead, decided)


def test_score_rises_with_the_games_that_were_won():
    assert went("ha-h").scores == ((1, 0), (1, 1), (1, 1), (2, 1))


@given(st.text("ha-", max_size=20))
def test_what_holds_of_every_course(letters):
    found = went(letters)
    assert len(found.scores) == len(letters)
    if letters:
        assert found.scores[-1] == (letters.count("h"), letters.count("a"))
    if found.winner is None:
        assert letters.count("h") == letters.count("a")
        return
    side = 0 if found.winner is Side.HOME else 1
    leads = [each[side] - each[1 - side] for each in found.scores]
    assert all(lead > 0 for lead in leads[found.ahead :])
    assert found.ahead == 0 or leads[found.ahead - 1] <= 0
    assert found.decided >= found.ahead
    left = len(leads) - 1 - found.decided
    assert leads[found.decided] > left
    assert found.decided == 0 or leads[found.decided - 1] <= left + 1


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=20))
def test_lead_changes_are_those_between_moments_when_somebody_leads(scores):
    leading = ["h" if home > away else "a" for home, away in scores if home != away]
    assert lead_changes(scores) == sum(one != other for one, other in pairwise(leading))
