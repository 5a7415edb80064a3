"""A task as arrays of whole numbers for compiled code, and a list of it.

Teams are numbered so that those of a division stand together; dates are numbered in order over all divisions. A list is
then two tables: whom a team meets on a date (`opp`, -1 for nobody) and whether it is at home.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, NamedTuple

import numpy as np

from scoring.season.schedule.task import Match, Mode, SecondHalf, Task, Wish, WishKind

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

MEET_ON, AVOID_MEET, MEET_BY, NOT_BOTH_HOME, NOT_SAME_DATE, NO_HOME, NO_AWAY, NO_MATCH, HOME_ON, AT_MOST = range(10)
ANY_RUN = 10_000
FAR = 1 << 40  # days


class Problem(NamedTuple):
    """What does not change while a list is sought. Shapes: T teams, D dates, V venues, N divisions, W wishes.

    `prices` are break, run3, half, gap, change, delay, idle, week2, unfair. A pair `x_at`, `x_of` is a list of lists:
    those of row i are x_of[x_at[i]:x_at[i + 1]].
    """

    day: Ints  # (D) proleptic ordinal
    week: Ints  # (D) number of the ISO week, counted in weeks
    division: Ints  # (T)
    venue: Ints  # (T)
    played: Ints  # (T) matches in a whole list
    balance: Ints  # (T) most by which home and away may differ
    first: Ints  # (N) its first team
    size: Ints  # (N)
    n_dates: Ints  # (N)
    dates: Ints  # (N, D) its dates, then -1
    movable: Ints  # (N, D) 1 where matches of the division may come and go
    full: Ints  # (N) 1 for full rounds
    mirrored: Ints  # (N) 1 for a mirrored second half
    legs: Ints  # (N)
    choices: Ints  # (N) how many dates a move chooses from: of a mirrored division those of its first leg
    min_gap: Ints  # (N) days
    pref_gap: Ints  # (N) days
    max_run: Ints  # (N)
    rest: Ints  # (N) days
    prices: Ints  # (9)
    before: Ints  # (T) requests not met last season
    loose: Ints  # (1) 1 while it is enough that two who have to meet are one at home and one away
    capacity: Ints  # (V, D)
    by_turnout: Ints  # (1) 1 where one of the next two says anything
    night_soft: Ints  # (N, D, K) what it costs that a division has so many matches on a date
    night_hard: Ints  # (N, D, K) rules it breaks
    home_soft: Ints  # (T, D) what being at home costs
    home_hard: Ints  # (T, D) rules it breaks
    away_soft: Ints  # (T, D)
    away_hard: Ints  # (T, D)
    weight: Ints  # (W) price of a breach; 0 for a rule
    rule: Ints  # (W) 1 for a rule
    kind: Ints  # (W)
    by: Ints  # (W) ordinal
    one: Ints  # (W) team
    two: Ints  # (W) the other team, or -1
    most: Ints  # (W) matches at most in any `span` nights
    span: Ints  # (W)
    when_at: Ints
    when_of: Ints  # dates of a wish
    home_on_at: Ints
    home_on_of: Ints  # wishes of a team to be at home
    spell_at: Ints
    spell_of: Ints  # wishes of a team for so many matches at most in any so many nights
    own_at: Ints
    own_of: Ints  # requests of a team that may be left unmet
    of_two_at: Ints
    of_two_of: Ints  # wishes about a team and another that they be apart
    pair_at: Ints
    pair_of: Ints  # wishes about the meetings of a pair, row one * T + two with one < two
    fixed_at: Ints
    fixed_of: Ints  # dates of fixed matches, row home * T + away
    must_at: Ints
    must_of: Ints  # (K, 4) of a division: team, whom it meets or -1, 1 for at home or -1, date
    public_at: Ints
    public_of: Ints  # dates handed out, row home * T + away


class Labels(NamedTuple):
    """What the numbers stand for."""

    teams: tuple[str, ...]
    dates: tuple[date, ...]
    venues: tuple[str, ...]
    divisions: tuple[str, ...]


def row(at: Ints, of: Ints, number: int) -> list[int]:
    """One row of a list of lists."""
    return [int(value) for value in of[at[number] : at[number + 1]]]


def teams_of(problem: Problem, division: int) -> range:
    """The numbers of a division's teams."""
    first = int(problem.first[division])
    return range(first, first + int(problem.size[division]))


def rows_of(problem: Problem, division: int) -> slice:
    """The rows that a division's teams have in a table of teams."""
    teams = teams_of(problem, division)
    return slice(teams.start, teams.stop)


def dates_in_use(problem: Problem, opp: Ints, division: int) -> list[int]:
    """The dates on which anyone of a division plays, in order."""
    return [int(at) for at in np.flatnonzero((opp[rows_of(problem, division)] >= 0).any(axis=0))]


def matches_of(names: Labels, problem: Problem, opp: Ints, home: Ints) -> tuple[Match, ...]:
    """The list of a grid, in order."""
    matches = [
        Match(names.divisions[problem.division[host]], names.dates[at], names.teams[host], names.teams[opp[host, at]])
        for host, at in np.argwhere((opp >= 0) & (home == 1))
    ]
    return tuple(sorted(matches))


# --- a list in numbers ------------------------------------------------------------------------------------------------
class ListArrays(NamedTuple):
    """The tables of a list; T teams, D dates, V venues, W wishes and N divisions, as in `Problem`."""

    opp: Ints  # (T, D) whom a team meets, or -1
    home: Ints  # (T, D) 1 at home
    load: Ints  # (V, D) home matches
    turnout: Ints  # (N, D) matches
    team_soft: Ints  # (T)
    team_hard: Ints  # (T)
    pair_soft: Ints  # (T, T) one < two
    pair_hard: Ints  # (T, T)
    wish_soft: Ints  # (W)
    wish_hard: Ints  # (W)
    bench: Ints  # (N, K, 2) matches that have no date: home and away
    benched: Ints  # (N)
    slots: Ints  # (N, D) dates that moves choose from: of a mirrored division those it uses, in order
    pair_seen: Ints  # (T, T) stamps


# --- a task in numbers ------------------------------------------------------------------------------------------------
OF_PAIR = {WishKind.MEET_ON: MEET_ON, WishKind.AVOID_MEET: AVOID_MEET, WishKind.MEET_BY: MEET_BY}
OF_TWO = {WishKind.NOT_BOTH_HOME: NOT_BOTH_HOME, WishKind.NOT_SAME_DATE: NOT_SAME_DATE}
OF_ONE = {
    WishKind.NO_HOME: NO_HOME,
    WishKind.NO_AWAY: NO_AWAY,
    WishKind.NO_MATCH: NO_MATCH,
    WishKind.HOME_ON: HOME_ON,
    WishKind.AT_MOST: AT_MOST,
}
PRICES = ("breaks", "run3", "half", "gap", "change", "delay", "idle", "week2", "unfair")
CODES = OF_PAIR | OF_TWO | OF_ONE


def _ints(values: Iterable[int]) -> Ints:
    return np.array(list(values), dtype=np.int64)


def _starts(rows: Sequence[Sequence[object]]) -> Ints:
    return np.cumsum([0, *map(len, rows)], dtype=np.int64)


def tables_of(**lists: Sequence[Sequence[int]]) -> dict[str, Ints]:
    """Each list of lists under its name, as `x_at` and `x_of`."""
    arrays: dict[str, Ints] = {}
    for name, rows in lists.items():
        arrays[f"{name}_at"] = _starts(rows)
        arrays[f"{name}_of"] = _ints([value for row in rows for value in row] or [0])
    return arrays


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
    capacity = np.zeros((len(names.venues), len(names.dates)), dtype=np.int64)
    for venue in task.venues:
        capacity[places.venue[venue.id]] = [0 if day in venue.closed else venue.boards for day in names.dates]
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
        prices=_ints(getattr(task.weights, name) for name in PRICES),
        before=_ints(places.before[key] for key in names.teams),
        loose=_ints([0]),
        capacity=capacity,
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
        **tables_of(
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


# --- a list as arrays
def state_of(task: Task, names: Labels, problem: Problem, matches: Iterable[Match]) -> ListArrays:
    """The list as arrays, with costs still to be counted; matches that are due and not in it are on the bench.

    Of two matches of a team on one date the later is left out, as is an unknown date.
    """
    team = {key: number for number, key in enumerate(names.teams)}
    when = {day: number for number, day in enumerate(names.dates)}
    opp = np.full((len(team), len(when)), -1, dtype=np.int64)
    home = np.zeros((len(team), len(when)), dtype=np.int64)
    for match in matches:
        host, guest, at = team[match.home], team[match.away], when.get(match.date)
        if at is not None and opp[host, at] < 0 and opp[guest, at] < 0:
            opp[host, at], opp[guest, at], home[host, at] = guest, host, 1
    return _arrays(problem, opp, home, _bench(task, names, opp, home))


def _bench(task: Task, names: Labels, opp: Ints, home: Ints) -> list[list[tuple[int, int]]]:
    """For each relaxed division the matches that are due and not in the list, handed-out ones as they were."""
    team = {key: number for number, key in enumerate(names.teams)}
    public = Counter(
        (team[each.home], team[each.away]) for each in task.published if {each.home, each.away} <= team.keys()
    )
    missing: list[list[tuple[int, int]]] = []
    for division in task.divisions:
        missing.append([])
        if division.mode == Mode.ROUNDS:
            continue
        for number, key in enumerate(division.teams):
            for other in division.teams[number + 1 :]:
                one, two, legs = team[key], team[other], division.legs_of(key, other)
                meetings = (
                    int(((opp[one] == two) & (home[one] == 1)).sum()),
                    int(((opp[two] == one) & (home[two] == 1)).sum()),
                )
                missing[-1] += _due(one, two, legs, meetings, (public[one, two], public[two, one]))
    return missing


def _due(one: int, two: int, legs: int, meetings: tuple[int, int], public: tuple[int, int]) -> list[tuple[int, int]]:
    due, has, wanted = [], list(meetings), list(public)
    most = (legs + 1) // 2
    while sum(has) < legs:
        first = has[0] < most and (has[1] >= most or wanted[0] - has[0] >= wanted[1] - has[1])
        has[0 if first else 1] += 1
        due.append((one, two) if first else (two, one))
    return due


def _arrays(problem: Problem, opp: Ints, home: Ints, bench: list[list[tuple[int, int]]]) -> ListArrays:
    teams = opp.shape[0]
    count, wishes = len(problem.first), len(problem.kind)
    room = max([4, *(int(size * size * legs) for size, legs in zip(problem.size, problem.legs, strict=True))])
    table = np.zeros((count, room, 2), dtype=np.int64)
    for number, matches in enumerate(bench):
        table[number, : len(matches)] = np.array(matches, dtype=np.int64).reshape(-1, 2)
    slots = problem.dates.copy()
    for number in map(int, np.flatnonzero(problem.mirrored)):
        own = dates_in_use(problem, opp, number)
        slots[number, : len(own)] = own

    def zeros(*shape: int) -> Ints:
        return np.zeros(shape, dtype=np.int64)

    return ListArrays(
        opp=opp,
        home=home,
        load=zeros(*problem.capacity.shape),
        turnout=zeros(*problem.dates.shape),
        team_soft=zeros(teams),
        team_hard=zeros(teams),
        pair_soft=zeros(teams, teams),
        pair_hard=zeros(teams, teams),
        wish_soft=zeros(wishes),
        wish_hard=zeros(wishes),
        bench=table,
        benched=np.array([len(matches) for matches in bench], dtype=np.int64),
        slots=slots,
        pair_seen=zeros(teams, teams),
    )


def copy_arrays(state: ListArrays) -> ListArrays:
    """The same list in arrays of its own."""
    return ListArrays(*(table.copy() for table in state))
