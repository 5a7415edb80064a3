"""Dates, times and numbers as the site writes them."""

from datetime import UTC, date, datetime, time
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.base.templatetags import ui
from league.base.ui import formats


@pytest.mark.parametrize(
    ("day", "expected"),
    [(date(2026, 11, 24), "Tue 24 Nov"), (date(2027, 2, 1), "Mon 1 Feb"), (date(2026, 9, 7), "Mon 7 Sep")],
)
def test_night_has_weekday_day_and_month(day, expected):
    assert formats.night(day) == expected


def test_night_has_its_year_when_asked():
    assert ui.night(date(2026, 11, 24), "year") == "Tue 24 Nov 2026"


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (time(20), "8pm"),
        (time(19, 30), "7.30pm"),
        (time(9, 5), "9.05am"),
        (time(12), "noon"),
        (time(0), "midnight"),
        (time(12, 15), "12.15pm"),
        (time(0, 15), "12.15am"),
    ],
)
def test_clock_is_as_people_say_it(moment, expected):
    assert formats.clock(moment) == expected


# Clocks go back on 25 October 2026 at 2am summer time, forward on 28 March 2027.
@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (datetime(2026, 11, 24, 20, 0, tzinfo=UTC), "Tue 24 Nov, 8pm"),
        (datetime(2026, 10, 24, 23, 30, tzinfo=UTC), "Sun 25 Oct, 12.30am"),
        (datetime(2026, 10, 25, 19, 0, tzinfo=UTC), "Sun 25 Oct, 7pm"),
        (datetime(2027, 3, 28, 19, 0, tzinfo=UTC), "Sun 28 Mar, 8pm"),
    ],
)
def test_night_time_is_the_time_in_the_pub(moment, expected):
    assert ui.night_time(moment) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Fraction(15, 2), "7½"),
        (Fraction(1, 2), "½"),
        ("15/2", "7½"),
        (Decimal("2.25"), "2¼"),
        (Fraction(-3), "\N{MINUS SIGN}3"),
        (Fraction(-1, 2), "\N{MINUS SIGN}½"),
        (Fraction(12, 7), "1 5/7"),
        (Fraction(5, 7), "5/7"),
        (0, "0"),
        (14, "14"),
    ],
)
def test_points_are_exact_and_short(value, expected):
    assert formats.points(value) == expected


@pytest.mark.parametrize(("value", "expected"), [(5, "+5"), (0, "0"), (-5, "\N{MINUS SIGN}5"), (Fraction(1, 2), "+½")])
def test_signed_says_which_way(value, expected):
    assert formats.signed(value) == expected


@pytest.mark.parametrize("name", ["night", "clock", "night_time", "points", "signed"])
def test_filters_draw_nothing_for_nothing(name):
    assert getattr(ui, name)(None) == ""


def test_no_points_are_points():
    assert ui.points(0) == "0"


NAMES = st.text("abc \u0175", max_size=90)


@given(st.lists(NAMES, min_size=1, max_size=3))
def test_names_are_cut_short_and_what_is_said_of_them_is_not(names):
    said = [" lead ", " by 3 points, "]
    parts = [part for name, rest in zip(names, [*said, "!"], strict=False) for part in (formats.ProperName(name), rest)]
    found = formats.within(65, *parts)
    assert len(found) <= 65
    assert all(rest in found for rest in parts[1::2])
    whole = "".join(formats.one_line(each) if isinstance(each, formats.ProperName) else each for each in parts)
    assert (found == whole) == (len(whole) <= 65)


def test_the_longest_name_gives_way_first():
    found = formats.within(
        30, formats.ProperName("The Honourable Company of Domino Players"), " 5-4 ", formats.ProperName("Bell")
    )
    assert found == "The Honourable Compa\N{HORIZONTAL ELLIPSIS} 5-4 Bell"


def test_a_list_has_as_many_as_there_is_room_for():
    assert formats.within_list(12, ["Crown", "Bell", "Fleece"]) == "Crown, Bell"


@pytest.mark.parametrize(
    ("logged", "shown"), [("5-4", "5–4"), ("15-10", "15–10"), ("2026-27", "2026-27"), ("x-1", "x-1")]
)
def test_a_score_of_the_log_gets_its_dash(logged, shown):
    assert formats.score_text(logged) == shown


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ("M Featherstone", "M\xa0Featherstone"), ("G Parkin & C van Dyke", "G\xa0Parkin & C\xa0van Dyke"),
        ("Mary Hird", "Mary Hird"), ("Fleece B", "Fleece B"), ("M", "M"),
    ],
)  # fmt: skip
def test_an_initial_stays_beside_its_surname(names, shown):
    assert formats.unparted(names) == shown
