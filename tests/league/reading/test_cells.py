"""Days, times and scores are read as people write them, and what is none of it is None."""

from datetime import date, time

import pytest

from league.reading.days import parse_day, parse_time


@pytest.mark.parametrize(
    "text",
    ["2026-09-21", "21/09/2026", "21/9/26 20:00", "21.09.2026", "Mon 21 Sep 2026", "Monday, 21st September 2026",
     "21-Sep-26", "21 Sept 2026", "Mon 21 Sep", "2026-09-21T20:00:00"],
)  # fmt: skip
def test_a_day_is_read_as_it_is_written(text):
    assert parse_day(text, date(2026, 9, 1)).day == date(2026, 9, 21)


@pytest.mark.parametrize("text", ["", "31/02/2026", "13/13/2026", "soon", "21", "Sep 2026", "99"])
def test_what_is_no_day_is_none(text):
    assert parse_day(text, date(2026, 9, 1)) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [("20:00", time(20)), ("8pm", time(20)), ("7.30 PM", time(19, 30)), ("12am", time(0)), ("8", time(20)),
     ("25:00", None), ("13pm", None), ("21.09.2026", None)],
)  # fmt: skip
def test_a_time_is_read_as_it_is_written(text, found):
    assert parse_time(text) == found
