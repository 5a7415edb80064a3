"""How often two teams of a division meet, and how often with the same one of them at home."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from league.base.ui.formats import night
from league.schedule.models import Fixture
from scoring.season.schedule.hard import most_with_one_at_home
from scoring.words import how_often, join_list, spell_out

NO_DATE = "a date to be agreed"


def too_many_meetings(sides: tuple[Any, Any], homes: Iterable[tuple[Any, date | None]], meetings: int) -> str:
    """What is wrong with all the matches of two sides, of which `homes` are the home sides and days; "" if nothing is.

    The home side counts, wherever a match is played.
    """
    homes = sorted(homes, key=lambda home: home[1] or date.max)
    most = most_with_one_at_home(meetings)
    for home, away in (sides, sides[::-1]):
        days = [night(day) if day else NO_DATE for side, day in homes if side == home]
        if len(days) > most:
            limit = f"In {spell_out(meetings, 'meeting')} {home} can be at home {how_often(most)}."
            return f"{home} v {away} is in the fixtures {how_often(len(days))}: {join_list(days)}. {limit}"
    if len(homes) > meetings:
        days = [night(day) if day else NO_DATE for _, day in homes]
        return f"{sides[0]} and {sides[1]} meet {how_often(len(homes))}, not {how_often(meetings)}: {join_list(days)}."
    return ""


def meetings_of(fixture: Fixture) -> int:
    """How often the two sides of a match meet: less often than others where one of them came in late."""
    joined = [side.legs for side in (fixture.home, fixture.away) if side is not None and side.legs is not None]
    return min(joined, default=fixture.division.legs)


def clash_of_pair(fixtures: Sequence[Fixture]) -> str:
    """The same of all the matches of one pair that are not void, the first of them to begin with."""
    first = fixtures[0]
    return too_many_meetings(
        (first.home, first.away), [(each.home, each.date) for each in fixtures], meetings_of(first)
    )
