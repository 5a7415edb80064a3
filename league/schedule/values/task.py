"""From a season's rows to the task of finding its list, and from the task's days and ids back to rows.

A team's own night is another weekday of the same week. Where a team has one, every date of the task stands for its week
(it is the league's night of that week), and a pub that is used on several weekdays is one venue for each of them:
"V7@1" is pub 7 on Tuesdays. `real_date` gives the day itself.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, timedelta
from itertools import groupby

from league.schedule.choices import Firmness, WishedFor
from league.schedule.models import Blackout, Competition, Division, Entry, PresetMatch, Wish
from league.schedule.values.calendar import (
    WEEK,
    home_night,
    nights_of,
    open_on,
    real_date,
    task_date,
    week_of,
    weekday_name,
    weekly_nights,
)
from league.teams.models import Closure
from scoring.season.schedule import task as spec
from scoring.season.schedule.task import Names

# A team that joined late meets the others less often, so its home and away matches cannot always come out even.
JOINER_BALANCE = 3


@dataclass(frozen=True, slots=True)
class SeasonRows:
    """Everything that a season's list depends on: divisions with two teams or more, and the teams in them.

    `unmet_before` has, by the key of an entry, how many of its team's requests last season's fixtures did not meet.
    `by_week`: a team has a night of its own, so that the task's dates stand for weeks.
    """

    competition: Competition
    divisions: tuple[Division, ...]
    entries: tuple[Entry, ...]
    closures: tuple[Closure, ...]
    blackouts: tuple[Blackout, ...]
    wishes: tuple[Wish, ...]
    presets: tuple[PresetMatch, ...]
    by_week: bool
    unmet_before: Mapping[int, int] = field(default_factory=dict)


def compiled(rows: SeasonRows) -> spec.Task:
    season = rows.competition.season
    dates = {
        division.pk: [task_date(day, division, by_week=rows.by_week) for day in nights_of(division, rows.blackouts)]
        for division in rows.divisions
    }
    return spec.Task(
        id=f"{season.league.slug}-{season.slug}",
        divisions=tuple(_division(division, rows, dates[division.pk]) for division in rows.divisions),
        venues=tuple(_venues(rows, sorted({day for days in dates.values() for day in days}))),
        teams=tuple(_team(entry, rows) for entry in rows.entries),
        wishes=tuple(_wish(wish, rows) for wish in rows.wishes if not _met_anyway(wish, rows)),
        fixed=tuple(_fixed(preset, rows) for preset in rows.presets),
        weights=weights_of(rows.competition),
        blackouts=tuple(
            spec.Blackout(monday, str(off))
            for off in rows.blackouts
            for monday in weekly_nights(week_of(off.first), off.last, 0)
        ),
        description=f"{season.league}, {season}",
    )


def weights_of(competition: Competition) -> spec.Weights:
    """The usual prices, with those that the league has changed."""
    names = {each.name for each in fields(spec.Weights)}
    return spec.Weights(**{name: price for name, price in competition.weights.items() if name in names})


def loose_division(division: Division, entries: Iterable[Entry], dates: Iterable[date]) -> spec.Division:
    """A division of which any matches may be on a night, as it is once matches have been moved."""
    own_entries = [entry for entry in entries if entry.division_id == division.pk]
    return spec.Division(
        id=f"D{division.pk}",
        name=division.name,
        teams=tuple(f"T{entry.pk}" for entry in own_entries),
        dates=tuple(sorted(set(dates))),
        legs=division.legs,
        mode=spec.Mode.RELAXED,
        min_gap_days=division.min_gap_days,
        pref_gap_days=division.pref_gap_days,
        max_run=division.max_run,
        min_rest_days=division.min_rest_days,
        quota=tuple(
            spec.Quota(f"T{entry.pk}", entry.legs, JOINER_BALANCE)
            for entry in own_entries
            if entry.legs is not None and entry.legs != division.legs
        ),
    )


def _division(division: Division, rows: SeasonRows, dates: Iterable[date]) -> spec.Division:
    """With a late joiner there are no full rounds, so any number of matches may be on a night."""
    loose = loose_division(division, rows.entries, dates)
    mode = spec.Mode.RELAXED if loose.quota else spec.Mode.ROUNDS
    return replace(loose, second_half=spec.SecondHalf(division.second_half), mode=mode)


def _venues(rows: SeasonRows, dates: list[date]) -> Iterator[spec.Venue]:
    pubs = {entry.team.venue_id: entry.team.venue for entry in rows.entries}
    used = sorted({(entry.team.venue_id, home_night(entry)) for entry in rows.entries})
    for key, nights in groupby(used, key=lambda pair: pair[0]):
        weekdays = [night for _, night in nights]
        pub, shut = pubs[key], [closure for closure in rows.closures if closure.venue_id == key]
        if not rows.by_week:
            closed = frozenset(day for day in dates if not open_on(day, shut))
            yield spec.Venue(f"V{key}", pub.name, pub.boards, closed)
            continue
        for night in weekdays:
            name = f"{pub.name}, {weekday_name(night)}s" if len(weekdays) > 1 else pub.name
            ident = f"V{key}@{night}" if len(weekdays) > 1 else f"V{key}"
            yield spec.Venue(ident, name, pub.boards, frozenset(_shut(dates, night, shut, rows)))


def _shut(dates: Iterable[date], night: int, shut: Iterable[Closure], rows: SeasonRows) -> Iterator[date]:
    """The weeks in which nobody plays there on that weekday: closed, no league night, or outside the season."""
    season = rows.competition.season
    for day in dates:
        real = week_of(day) + timedelta(days=night)
        if not (season.starts <= real <= season.ends and open_on(real, shut) and open_on(real, rows.blackouts)):
            yield day


def _team(entry: Entry, rows: SeasonRows) -> spec.Team:
    nights = {home_night(other) for other in rows.entries if other.team.venue_id == entry.team.venue_id}
    split = f"@{home_night(entry)}" if rows.by_week and len(nights) > 1 else ""
    return spec.Team(
        id=f"T{entry.pk}",
        name=entry.name,
        venue=f"V{entry.team.venue_id}{split}",
        division=f"D{entry.division_id}",
        unmet_before=rows.unmet_before.get(entry.pk, 0),
    )


def _met_anyway(wish: Wish, rows: SeasonRows) -> bool:
    """Two teams that are at home on different weekdays are never both at home on one night."""
    mine, other = _entry(wish.entry_id, rows), wish.other_id and _entry(wish.other_id, rows)
    apart = bool(other) and home_night(mine) != home_night(other)  # type: ignore[arg-type]
    return rows.by_week and apart and wish.kind == WishedFor.NOT_BOTH_HOME


def _entry(key: int, rows: SeasonRows) -> Entry:
    return next(entry for entry in rows.entries if entry.pk == key)


def _wish(wish: Wish, rows: SeasonRows) -> spec.Wish:
    """A wish about the dates of the task that its days stand for."""
    value, division, by = wish_value(wish), _entry(wish.entry_id, rows).division, wish.by
    dates = frozenset(task_date(day, division, by_week=rows.by_week) for day in value.dates)
    if by and rows.by_week:  # the last week in which the night of either side is early enough
        pair = [_entry(key, rows) for key in (wish.entry_id, wish.other_id) if key]
        late = any(real_date(by, entry) > by for entry in pair)
        by = task_date(by - WEEK if late else by, division, by_week=True)
    return replace(value, dates=dates, by=by)


def _fixed(preset: PresetMatch, rows: SeasonRows) -> spec.Fixed:
    division = _entry(preset.home_id, rows).division
    day = task_date(preset.date, division, by_week=rows.by_week)
    return spec.Fixed(f"F{preset.pk}", spec.Match(f"D{division.pk}", day, f"T{preset.home_id}", f"T{preset.away_id}"))


# --- what a request means ---------------------------------------------------------------------------------------------
# What each breach costs; a wish that must be kept has no price.
PRICES = {Firmness.A_LOT: 10, Firmness.MATTERS: 5, Firmness.A_LITTLE: 2}
AT_HOME = frozenset({WishedFor.NO_HOME, WishedFor.HOME_ON})
ABOUT_TWO = frozenset(kind for kind in WishedFor if not spec.WishKind(kind).of_one)
MEETINGS = frozenset({WishedFor.MEET_ON, WishedFor.AVOID_MEET, WishedFor.MEET_BY})
WITH_DATES = frozenset(kind for kind in WishedFor if spec.WishKind(kind).on_dates)


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


def describe_wish(wish: Wish) -> str:
    """A wish on its real days, with the words it was asked in: "Bell not at home on Mon 5 Oct (darts)"."""
    names = {f"T{wish.entry_id}": wish.entry.name, f"T{wish.other_id}": wish.other.name if wish.other else ""}
    return Names(names, {}, {}).wish_text(wish_value(wish))


def firmness_of(wish: Wish) -> Firmness:
    """How much a wish matters, in the steps that a person is offered."""
    if wish.hard:
        return Firmness.MUST
    return min(PRICES, key=lambda step: abs(PRICES[step] - wish.weight))
