"""A task put into numbers: the arrays of `Problem`, filled in."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from league.schedule.solver.arrays import (
    ANY_RUN,
    AT_MOST,
    AVOID_MEET,
    HOME_ON,
    MEET_BY,
    MEET_ON,
    NO_AWAY,
    NO_HOME,
    NO_MATCH,
    NOT_BOTH_HOME,
    NOT_SAME_DATE,
    Ints,
    Labels,
    Problem,
)
from scoring.season.schedule.task import Match, Mode, SecondHalf, Task, Weights, Wish, WishKind

OF_PAIR = {WishKind.MEET_ON: MEET_ON, WishKind.AVOID_MEET: AVOID_MEET, WishKind.MEET_BY: MEET_BY}
OF_TWO = {WishKind.NOT_BOTH_HOME: NOT_BOTH_HOME, WishKind.NOT_SAME_DATE: NOT_SAME_DATE}
OF_ONE = {
    WishKind.NO_HOME: NO_HOME,
    WishKind.NO_AWAY: NO_AWAY,
    WishKind.NO_MATCH: NO_MATCH,
    WishKind.HOME_ON: HOME_ON,
    WishKind.AT_MOST: AT_MOST,
}
CODES = OF_PAIR | OF_TWO | OF_ONE


def _ints(values: Iterable[int]) -> Ints:
    return np.array(list(values), dtype=np.int64)


def _starts(rows: Sequence[Sequence[object]]) -> Ints:
    at = np.zeros(len(rows) + 1, dtype=np.int64)
    at[1:] = np.cumsum([len(row) for row in rows])
    return at


def _lists(rows: Sequence[Sequence[int]]) -> tuple[Ints, Ints]:
    return _starts(rows), _ints([value for row in rows for value in row] or [0])


def labels_of(task: Task) -> Labels:
    """The numbering: divisions in order with their teams, all their dates, every venue."""
    days = sorted(
        {day for division in task.divisions for day in division.dates}
        | {fixed.match.date for fixed in task.fixed}
        | {match.date for match in task.published}
        | {day for wish in task.wishes if wish.kind is WishKind.FULL_NIGHT for day in wish.dates}
    )
    return Labels(
        tuple(team for division in task.divisions for team in division.teams),
        tuple(days),
        tuple(venue.id for venue in task.venues),
        tuple(division.id for division in task.divisions),
    )


def encode(task: Task, names: Labels) -> Problem:
    """The task as arrays."""
    places = _Places(task, names)
    divisions, wishes = task.divisions, task.wishes
    sizes = [len(division.teams) for division in divisions]
    played, balance = _totals(task)
    dates, movable = _calendar(task, names, places)
    mirrored = [
        division.mode == Mode.ROUNDS and division.second_half == SecondHalf.MIRRORED and division.legs > 1
        for division in divisions
    ]
    first_legs = [
        size - 1 + size % 2 if alike else (row >= 0).sum()
        for size, alike, row in zip(sizes, mirrored, dates, strict=True)
    ]
    must = _must(task, places)
    return Problem(
        day=_ints(day.toordinal() for day in names.dates),
        week=_ints((day.toordinal() - 1) // 7 for day in names.dates),
        division=_ints(number for number, size in enumerate(sizes) for _ in range(size)),
        venue=_ints(places.home[key] for key in names.teams),
        played=_ints(played[key] for key in names.teams),
        balance=_ints(balance[key] for key in names.teams),
        first=_ints(sum(sizes[:number]) for number in range(len(sizes))),
        size=_ints(sizes),
        n_dates=_ints((row >= 0).sum() for row in dates),
        dates=dates,
        movable=movable,
        full=_ints(division.mode == Mode.ROUNDS for division in divisions),
        mirrored=_ints(mirrored),
        legs=_ints(division.legs for division in divisions),
        choices=_ints(first_legs),
        min_gap=_ints(division.min_gap_days for division in divisions),
        pref_gap=_ints(division.pref_gap_days for division in divisions),
        max_run=_ints(division.max_run or ANY_RUN for division in divisions),
        rest=_ints(division.min_rest_days for division in divisions),
        prices=_prices(task.weights),
        before=_ints(places.before[key] for key in names.teams),
        loose=_ints([0]),
        capacity=_capacity(task, names, places),
        weight=_ints([0 if wish.hard else wish.weight for wish in wishes] or [0]),
        rule=_ints([wish.hard for wish in wishes] or [0]),
        kind=_ints([CODES.get(wish.kind, -1) for wish in wishes] or [0]),
        by=_ints([wish.by.toordinal() if wish.by else 0 for wish in wishes] or [0]),
        one=_ints([places.first_of(wish) for wish in wishes] or [0]),
        two=_ints([places.team[wish.teams[1]] if wish.kind.of_two else -1 for wish in wishes] or [0]),
        most=_ints([wish.most for wish in wishes] or [0]),
        span=_ints([wish.nights for wish in wishes] or [0]),
        must_at=_starts(must),
        must_of=np.array([row for rows in must for row in rows] or [(0, 0, 0, 0)], dtype=np.int64),
        **_sides(task, places),
        **_nights(task, places),
        **_tables(
            when=[places.dates(wish) for wish in wishes],
            **_wishes(task, places),
            fixed=_dated((fixed.match for fixed in task.fixed), places),
            public=_dated(sorted(task.published, key=lambda match: match.date), places),
        ),
    )


class _Places:
    """The number of each team, date and venue, and of each team's venue and division."""

    def __init__(self, task: Task, names: Labels) -> None:
        self.team = {key: number for number, key in enumerate(names.teams)}
        self.when = {day: number for number, day in enumerate(names.dates)}
        self.venue = {key: number for number, key in enumerate(names.venues)}
        self.home = {each.id: self.venue[each.venue] for each in task.teams}
        self.before = {each.id: each.unmet_before for each in task.teams}
        self.division = {team: number for number, division in enumerate(task.divisions) for team in division.teams}

    def first_of(self, wish: Wish) -> int:
        """The team that a wish is about, or the first of two; -1 for a division's."""
        return -1 if wish.kind.of_division else self.team[wish.team or wish.teams[0]]

    def dates(self, wish: Wish) -> list[int]:
        return [self.when[day] for day in sorted(wish.dates) if day in self.when]


def _calendar(task: Task, names: Labels, places: _Places) -> tuple[Ints, Ints]:
    """(dates, movable): a division's own dates and those of its fixed matches; what is frozen does not change."""
    shape = len(task.divisions), len(names.dates)
    table, movable = np.full(shape, -1, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    for number, division in enumerate(task.divisions):
        own = {places.when[day] for day in division.dates}
        played = {places.when[fixed.match.date] for fixed in task.fixed if fixed.match.division == division.id}
        table[number, : len(own | played)] = sorted(own | played)
        movable[number, [at for at in own if not task.frozen_until or names.dates[at] > task.frozen_until]] = 1
    return table, movable


def _capacity(task: Task, names: Labels, places: _Places) -> Ints:
    capacity = np.zeros((len(names.venues), len(names.dates)), dtype=np.int64)
    for venue in task.venues:
        capacity[places.venue[venue.id]] = [0 if day in venue.closed else venue.boards for day in names.dates]
    return capacity


def _prices(weights: Weights) -> Ints:
    w = weights
    return _ints((w.breaks, w.run3, w.half, w.gap, w.change, w.delay, w.idle, w.week2, w.unfair))


def _sides(task: Task, places: _Places) -> dict[str, Ints]:
    """What being at home, or away, costs each team on each date."""
    shape = len(places.team), len(places.when)
    tables = {
        f"{side}_{kind}": np.zeros(shape, dtype=np.int64) for side in ("home", "away") for kind in ("soft", "hard")
    }
    of_wish = {WishKind.NO_HOME: ("home",), WishKind.NO_AWAY: ("away",), WishKind.NO_MATCH: ("home", "away")}
    for wish in task.wishes:
        for side in of_wish.get(wish.kind, ()):
            kind = "hard" if wish.hard else "soft"
            tables[f"{side}_{kind}"][places.team[wish.team], places.dates(wish)] += 1 if wish.hard else wish.weight
    return tables


def _nights(task: Task, places: _Places) -> dict[str, Ints]:
    """What it costs, and breaks, that a division has so many matches on a date; fixed ones break nothing there."""
    most = max((len(division.teams) // 2 for division in task.divisions), default=0)
    shape = len(task.divisions), len(places.when), most + 2
    soft, hard = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    count = np.arange(most + 2)
    fixed = Counter((each.match.division, each.match.date) for each in task.fixed)
    days = {number: day for day, number in places.when.items()}
    for number, division in enumerate(task.divisions):
        full = len(division.teams) // 2
        soft[number] += task.weights.part * ((count > 0) & (count < full))
        for wish in (wish for wish in task.wishes if wish.division == division.id):
            for at in places.dates(wish):
                if wish.kind is WishKind.FULL_NIGHT:
                    soft[number, at] += wish.weight * (not wish.hard) * np.maximum(0, full - count)
                    hard[number, at] += wish.hard * np.maximum(0, full - count)
                else:
                    soft[number, at] += wish.weight * (not wish.hard) * (count > 0)
                    hard[number, at] += wish.hard * (count > fixed[division.id, days[at]])
    return {"by_turnout": _ints([int(soft.any() or hard.any())]), "night_soft": soft, "night_hard": hard}


def _wishes(task: Task, places: _Places) -> dict[str, list[list[int]]]:
    """The wishes of a team to be at home, or to play less often; those about two teams, and about their meetings."""
    teams = len(places.team)
    home_on: list[list[int]] = [[] for _ in range(teams)]
    own: list[list[int]] = [[] for _ in range(teams)]
    spell: list[list[int]] = [[] for _ in range(teams)]
    of_two: list[list[int]] = [[] for _ in range(teams)]
    pair: list[list[int]] = [[] for _ in range(teams * teams)]
    for number, wish in enumerate(task.wishes):
        if wish.kind.of_one and not wish.hard:
            own[places.team[wish.team]].append(number)
        if wish.kind == WishKind.HOME_ON:
            home_on[places.team[wish.team]].append(number)
        elif wish.kind == WishKind.AT_MOST:
            spell[places.team[wish.team]].append(number)
        elif wish.kind in OF_PAIR:
            one, two = sorted(places.team[key] for key in wish.teams)
            pair[one * teams + two].append(number)
        elif wish.kind in OF_TWO:
            for key in wish.teams:
                of_two[places.team[key]].append(number)
    return {"home_on": home_on, "spell": spell, "own": own, "of_two": of_two, "pair": pair}


def _must(task: Task, places: _Places) -> list[list[tuple[int, int, int, int]]]:
    """For each division what has to be on a date, or would better be: rows of `Problem.must_of`."""
    must: list[list[tuple[int, int, int, int]]] = [[] for _ in task.divisions]
    for fixed_match in task.fixed:
        match = fixed_match.match
        if task.frozen_until is None or match.date > task.frozen_until:
            row = places.team[match.home], places.team[match.away], 1, places.when[match.date]
            must[places.division[match.home]].append(row)
    for wish in task.wishes:
        if wish.kind == WishKind.HOME_ON:
            team = places.team[wish.team]
            must[places.division[wish.team]] += [(team, -1, 1, at) for at in places.dates(wish)]
        elif wish.kind == WishKind.MEET_ON:
            one, two = (places.team[key] for key in wish.teams)
            must[places.division[wish.teams[0]]] += [(one, two, -1, at) for at in places.dates(wish)]
    return must


def _dated(matches: Iterable[Match], places: _Places) -> list[list[int]]:
    """The dates of matches, row home * T + away; those of teams that have gone are left out."""
    teams = len(places.team)
    rows: list[list[int]] = [[] for _ in range(teams * teams)]
    for match in matches:
        if match.home in places.team and match.away in places.team:
            rows[places.team[match.home] * teams + places.team[match.away]].append(places.when[match.date])
    return rows


def _tables(**lists: Sequence[Sequence[int]]) -> dict[str, Ints]:
    arrays: dict[str, Ints] = {}
    for name, rows in lists.items():
        arrays[f"{name}_at"], arrays[f"{name}_of"] = _lists(rows)
    return arrays


def _totals(task: Task) -> tuple[dict[str, int], dict[str, int]]:
    """How many matches each team has in a whole list, and by how many home and away may differ."""
    played: dict[str, int] = {}
    balance: dict[str, int] = {}
    for division in task.divisions:
        quota = {each.team: each for each in division.quota}
        for team in division.teams:
            played[team] = sum(division.legs_of(team, other) for other in division.teams if other != team)
            late = sum(other != team for other in quota)
            balance[team] = quota[team].max_home_away_diff if team in quota else division.legs % 2 + late
    return played, balance
