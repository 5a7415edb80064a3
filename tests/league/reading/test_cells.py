"""Days, times, scores and seasons are read as people write them, and what is none of it is None."""

from datetime import date, time, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.reading.cells import parse_number, parse_score, parse_season, parse_side, parse_yes
from league.reading.days import day_at_start, is_day, parse_day, parse_time
from league.reading.marks import CellMark
from league.reading.tabular import written as exact

STARTS, ENDS = date(2026, 9, 1), date(2027, 5, 31)
FORMS = (  # with a year, and without
    "{d:%Y-%m-%d}", "{d:%d/%m/%Y}", "{d:%d/%m/%y}", "{d:%d.%m.%Y}", "{d:%d-%m-%Y}", "{n}/{m}/{d:%y}", "{n}.{m}.{d:%y}",
    "{d:%a} {n} {d:%b} {d:%Y}", "{d:%A}, {n}{th} {d:%B} {d:%Y}", "{d:%d}-{d:%b}-{d:%y}", "{n}-{d:%b}-{d:%y}",
    "{n} {sept} {d:%Y}", "{d:%B} {n}, {d:%Y}", "{d:%B} {n}{th} {d:%Y}", "{n}{th} of {d:%B} {d:%Y}", "{d:%Y%m%d}",
    "{n} {d:%b} '{d:%y}", "{d:%d/%m/%Y} ({d:%a})", "{d:%a} {d:%d/%m/%y}", "{d:%Y/%m/%d}", "{n} {th} {d:%b} {d:%y}",
    "{n}/{m}", "{d:%d/%m}", "{d:%a} {n}/{m}", "{d:%B} {n}{th}", "{sept} {n}", "{n} {th} {sept}", "w/c {n} {d:%b}",
    "{d:%a} {n}{th} {d:%b}", "{n}-{d:%b}", "{d:%d}-{d:%b}*", "{n}{th} {d:%B}", "{d:%A} {n} {d:%B}",
    "{n} {d:%b} ({d:%a})",
    "{d:%a}. {n}{th} {sept}", "week commencing {n}/{m}", "{d:%b} {n}", "{d:%A} {d:%B} {n}{th}", "{n}.{m}",
    "{d:%b} {n}{th}",
)  # fmt: skip
BEHIND = ("", " 20:00", " 8pm", " 7.30pm", " at 8:15 pm", "*", " (R)")
days = st.dates(STARTS, ENDS)


def written(form: str, day: date) -> str:
    th = "th" if 10 < day.day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th")
    month = f"{day:%b}"
    return form.format(d=day, n=day.day, m=day.month, th=th, sept="Sept" if month == "Sep" else month)


@given(days, st.sampled_from(FORMS), st.sampled_from(BEHIND), st.booleans())
def test_a_day_is_the_same_in_every_form_in_which_it_is_written(day, form, behind, shout):
    text = written(form, day) + behind
    read = parse_day(text.upper() if shout else text, STARTS, ENDS)
    assert read is not None, text
    assert (read.day, read.contradiction) == (day, ""), text
    assert (read.hour is not None) == (behind.strip()[:1] in ("2", "8", "7", "a")), text
    assert day_at_start(text).day.week == form.startswith("w")
    assert is_day(text)


@given(days, st.integers(1, 6), st.sampled_from([form for form in FORMS if "%a}" in form or "%A}" in form]))
def test_another_weekday_than_the_day_has_is_said(day, wrong, form):
    other = day + timedelta(days=wrong)
    text = written(form.replace("{d:%a}", f"{other:%a}").replace("{d:%A}", f"{other:%A}"), day)
    read = parse_day(text, STARTS, ENDS)
    assert read is not None
    assert (read.day, read.weekday) == (day, other.weekday())
    assert f"{day.year} is a {day:%A}" in read.contradiction


def test_the_weekday_tells_which_year_of_a_long_season_is_meant():
    starts, ends = date(2026, 4, 1), date(2027, 10, 31)
    assert parse_day("Thu 10th Sept", starts, ends).day == date(2026, 9, 10)
    assert parse_day("Fri 10th Sept", starts, ends).day == date(2027, 9, 10)
    assert parse_day("Mon 10th Sept", starts, ends).contradiction
    assert parse_day("Wed 10th Dec", STARTS, ENDS).contradiction == "“Wed 10th Dec”: 10 December 2026 is a Thursday."


def test_a_day_outside_the_season_is_the_nearest_one_and_of_two_figures_the_nearest_century():
    assert parse_day("20 Aug", STARTS, ENDS).day == date(2026, 8, 20)
    assert parse_day("3 June", STARTS, ENDS).day == date(2027, 6, 3)
    assert parse_day("21/9/66", date(1966, 9, 1)).day == date(1966, 9, 21)
    assert parse_day("21/9/66").day == date(2066, 9, 21)
    assert parse_day("21/9/70").day == date(1970, 9, 21)
    assert parse_day("29 Feb", date(2027, 9, 1), date(2028, 5, 31)).day == date(2028, 2, 29)


@pytest.mark.parametrize(
    "text",
    ["", "31/02/2026", "13/13/2026", "soon", "21", "Sep 2026", "99", "10 Mayors", "2 Decks", "7.30", "5-4", "6 3",
     "8pm",
     "21 Sep Crown A", "Crown A", "Mon", "w/c", "1 v 2", "TBC", "2026", "2026-27", "March Hare", "May", "Sep-26",
     "1/2/3/4"],
)  # fmt: skip
def test_what_is_no_day_is_none(text):
    assert parse_day(text, STARTS, ENDS) is None


def test_a_day_without_a_year_is_none_without_a_season():
    assert parse_day("7 Sep") is None
    assert parse_day("7 Sep 2026").day == date(2026, 9, 7)


TIMES = (
    "{t:%H:%M}", "{t:%H.%M}", "{t:%H:%M}:00", "{h}:{t:%M}", "{h}.{t:%M}", "{h}.{t:%M}pm", "{h}:{t:%M} p.m.",
    "{h}-{t:%M}pm", "{h}.{t:%M} PM", "{t:%H%M}hrs", "at {h}.{t:%M}pm", "{h}.{t:%M} prompt",
)  # fmt: skip


@given(st.times(min_value=time(13), max_value=time(21, 59)), st.sampled_from(TIMES))
def test_a_time_of_the_evening_is_the_same_in_every_form(at, form):
    assert parse_time(form.format(t=at, h=at.hour - 12)) == at.replace(second=0, microsecond=0)


@pytest.mark.parametrize(
    ("text", "time_of_day"),
    [("8", time(20)), ("7.30", time(19, 30)), ("7:30", time(19, 30)), ("07:30", time(19, 30)), ("7.30am", time(7, 30)),
     ("10.30", time(10, 30)), ("12am", time(0)), ("noon", time(12)), ("7.30 for 8", time(19, 30)), ("8 o’clock",
         time(20)),
     ("25:00", None), ("13pm", None), ("21.09.2026", None), ("", None), ("7.75", None), ("Mon", None)],
)  # fmt: skip
def test_a_time_is_read_as_it_is_written(text, time_of_day):
    assert parse_time(text) == time_of_day


numbers = st.integers(0, 99).map(Fraction) | st.integers(0, 40).map(lambda halves: Fraction(halves, 2))


def shown(number: Fraction, half: str) -> str:
    whole, part = divmod(number, 1)
    return str(whole) if not part else f"{whole}{half}"


@given(
    numbers,
    numbers,
    st.sampled_from(["-", " - ", "–", "/", " ", " v ", " to ", "-  "]),
    st.sampled_from(["½", ".5"]),
    st.sampled_from(["", "*", " (R/A)", " w/o", " abd"]),
)
def test_a_score_is_the_same_in_every_form(home, away, between, half, behind):
    text = f"{shown(home, half)}{between}{shown(away, half)}{behind}"
    score = parse_score(text)
    assert score is not None, text
    assert (score.home, score.away) == (home, away), text
    assert (score.mark is None) == (behind in ("", "*")), text


@pytest.mark.parametrize(
    ("text", "home", "away", "second", "mark"),
    [("Nil 3", 0, 3, None, None), ("5(3) 4(2)", 5, 4, (3, 2), None), ("5 (3) - 4 (2)", 5, 4, (3, 2), None),
     ("2-2 (4-3 pens)", 2, 2, (4, 3), None), ("9-0 w/o", 9, 0, None, CellMark.WALKOVER),
     ("6 - 3 (R/A)", 6, 3, None, CellMark.RESULT_AWAITED), ("(6-3)", 6, 3, None, None), ("5:4", 5, 4, None, None)],
)  # fmt: skip
def test_a_score_with_more_beside_it(text, home, away, second, mark):
    score = parse_score(text)
    assert (score.home, score.away, score.second, score.mark) == (home, away, second, mark)


def test_a_side_that_says_that_it_won_or_lost_is_believed_before_the_order_of_its_numbers():
    assert parse_score("won 6-3").mine == (6, 3)
    assert parse_score("lost 5-4").mine == (4, 5)
    assert parse_score("lost 4-5").mine == (4, 5)
    assert parse_score("drew 4.5-4.5").mine == (Fraction(9, 2), Fraction(9, 2))
    assert parse_score("drew 5-4") is None


@pytest.mark.parametrize(
    "text", ["", "-", "P/P", "20:30", "7:30", "6", "Crown A", "6-3-2", "3/9/26", "£5", "6-", "v", "W/O"]
)
def test_what_is_no_score_is_none(text):
    assert parse_score(text) is None


def test_the_number_of_one_side_has_another_in_brackets():
    assert (parse_side("5(3)").first, parse_side("5(3)").second) == (5, 3)
    assert (parse_side("(2)").first, parse_side("(2)").second) == (None, 2)
    assert parse_side("5½").first == Fraction(11, 2)
    assert parse_side("nil").first == 0
    assert parse_side("") is None
    assert parse_side("six") is None


@given(st.fractions(0, 999, max_denominator=4).filter(lambda number: 100 % number.denominator == 0))
def test_a_number_is_written_exactly(number):
    assert Fraction(exact(number)) == number


@given(
    st.integers(1900, 2026),
    st.sampled_from(
        ["{a}-{b:02}", "{a}/{b:02}", "{a}-{c}", "{a}/{c}", "{a} - {b:02}", "Season {a}-{b:02}", "{a}–{b:02} season"]
    ),
)
def test_a_season_is_the_same_in_every_form(first, form):
    years = parse_season(form.format(a=first, b=(first + 1) % 100, c=first + 1))
    assert (years.first, years.last) == (first, first + 1)
    assert years.label == f"{first}-{(first + 1) % 100:02}"


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("1978", (1978, 1978)),
        ("'66-67", (1966, 1967)),
        ("Winter 2014", (2014, 2014)),
        ("1939-45", (1939, 1945)),
        ("1999-00", (1999, 2000)),
    ],
)
def test_other_seasons(text, years):
    assert (parse_season(text).first, parse_season(text).last) == years


@pytest.mark.parametrize("text", ["", "12", "1967-66", "Crown A", "5-4", "1066", "3000"])
def test_what_is_no_season_is_none(text):
    assert parse_season(text) is None


def test_numbers_and_yes():
    assert (parse_number("12"), parse_number("12.0"), parse_number("-1"), parse_number("x")) == (12, 12, None, None)
    assert (parse_yes("Y"), parse_yes("no"), parse_yes(""), parse_yes("maybe")) == (True, False, False, None)
