"""An entry as a sentence with what changed."""

from datetime import UTC, datetime

import pytest

from league.base.audit.models import Entry
from league.base.audit.queries import ValueChange, describe
from tests.factories import make_user

AT = datetime(2026, 11, 24, 20, tzinfo=UTC)


def entry(before, after, **extra):
    return Entry(at=AT, words="Something changed.", before=before, after=after, **extra)


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ({"date": "2026-11-24"}, {"date": None}, ValueChange("Date", "Tue 24 Nov 2026", "nothing")),
        ({"start": "20:00:00"}, {"start": "19:30:00"}, ValueChange("Start", "8pm", "7.30pm")),
        ({}, {"void": ["Crown v Bell", "Bell v Swan"]}, ValueChange("Void", None, "Crown v Bell, Bell v Swan")),
        ({}, {"void": ["Crown v Bell", "Crown v Bell"]}, ValueChange("Void", None, "Crown v Bell, Crown v Bell")),
        ({}, {"problems": ["Who?", "Two."]}, ValueChange("Problems", None, "Who?, Two.")),
        ({}, {"problems": ["Say who.", "Two.", "Two."]}, ValueChange("Problems", None, "Say who. Two.")),
        ({"under_18": False}, {"under_18": True}, ValueChange("Under 18", "no", "yes")),
        ({"at": "2026-07-01T19:00:00+00:00"}, {"at": ""}, ValueChange("At", "Wed 1 Jul 2026, 8pm", "nothing")),
        ({"result": "5-4"}, {"result": "4-5"}, ValueChange("Result", "5–4", "4–5")),
        ({"matches": 12}, {"matches": 20}, ValueChange("Matches", "12", "20")),
        ({"name": "2026-13-45"}, {"name": "x"}, ValueChange("Name", "2026-13-45", "x")),
    ],
)
def test_values_are_said_in_words(before, after, change):
    assert describe(entry(before, after)).changes == (change,)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a": 1}, {"a": 1}),
        ({"card": {"lines": []}}, {"card": {"lines": [1]}}),
        ({}, {"points": "-2"}),
        ({"points": "-2"}, {}),
        ({}, {"void": []}),
    ],
)
def test_what_stayed_whole_cards_and_what_the_words_say_already_are_left_out(before, after):
    assert describe(entry(before, after)).changes == ()


@pytest.mark.django_db
def test_who_did_it():
    user = make_user("Sam Secretary")

    assert describe(entry({}, {}, by=user)).who == "Sam Secretary"
    assert describe(entry({}, {})).who == "The site"
