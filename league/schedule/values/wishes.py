"""What each kind of wish means for the rules of lists, and on which nights one may be made.

A wish is a row; `wish_value` is what the rules of lists are given of it.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import date, timedelta

from league.schedule.choices import Firmness, WishedFor
from league.schedule.models import Blackout, Entry, Wish
from league.schedule.values.calendar import nights_of, real_date, week_of
from scoring.season.schedule import task as spec

# What each breach costs; a wish that must be kept has no price.
PRICES = {Firmness.A_LOT: 10, Firmness.MATTERS: 5, Firmness.A_LITTLE: 2}
AT_HOME = frozenset({WishedFor.NO_HOME, WishedFor.HOME_ON})
ABOUT_TWO = frozenset(kind for kind in WishedFor if not spec.WishKind(kind).of_one)
MEETINGS = frozenset({WishedFor.MEET_ON, WishedFor.AVOID_MEET, WishedFor.MEET_BY})
WITH_DATES = frozenset(kind for kind in WishedFor if spec.WishKind(kind).on_dates)


# --- what a wish means ------------------------------------------------------------------------------------------------
def wish_value(wish: Wish) -> spec.Wish:
    """A wish as the rules of lists have it, about the real days that it names."""
    kind = spec.WishKind(wish.kind)
    return spec.Wish(
        id=f"R{wish.pk}",
        kind=kind,
        hard=wish.hard,
        weight=0 if wish.hard else wish.weight,
        text=wish.words,
        team=f"T{wish.entry_id}" if kind.of_one else "",
        teams=() if kind.of_one else (f"T{wish.entry_id}", f"T{wish.other_id}"),
        dates=frozenset(map(date.fromisoformat, wish.dates)),
        by=wish.by,
        most=wish.most or 1,
        nights=wish.nights or 2,
    )


def wishes_among(wishes: Iterable[Wish], entries: Collection[int]) -> Iterator[Wish]:
    """The wishes that are about these teams only, which are given by key."""
    return (wish for wish in wishes if {wish.entry_id, wish.other_id} - {None} <= set(entries))


def nights_to_wish(entry: Entry, kind: str, blackouts: Collection[Blackout]) -> tuple[date, ...]:
    """The days on which a team may wish for something: its nights at home, or those of its division."""
    nights = nights_of(entry.division, blackouts)
    return tuple(real_date(day, entry) for day in nights) if kind in AT_HOME else nights


def every_nth_week(nights: Collection[date], weeks: int, first: date) -> set[date]:
    """Those of the nights that are a multiple of `weeks` weeks after the week of `first`."""
    step = timedelta(weeks=weeks)
    return {day for day in nights if day >= first and (week_of(day) - week_of(first)) % step == timedelta()}


def nth_of_month(nights: Collection[date], number: int) -> set[date]:
    """The first, second, third, fourth such weekday of each month; the last for 5."""
    if number == 5:
        return {day for day in nights if (day + timedelta(weeks=1)).month != day.month}
    return {day for day in nights if (day.day - 1) // 7 == number - 1}
