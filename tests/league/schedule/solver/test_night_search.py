"""The search by nights counts what the judge counts, proves what it can, and leaves the rest to others."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest
from ortools.sat.python import cp_model

from league.schedule.solver.deadline import Deadline
from league.schedule.solver.night_anneal import (
    CLOSED,
    anneal_nights,
    broken_rules,
    count_nights,
    is_exact,
    matches_due,
    night_problem,
    too_near,
)
from league.schedule.solver.night_models import EXACTLY, NightFlow, NightModel
from league.schedule.solver.night_search import NightParts, NightSearch, dive
from league.schedule.solver.problem import encode, labels_of, state_of
from league.schedule.solver.solve import solve
from scoring.season.schedule.judge import judge
from scoring.season.schedule.robinx import FREE, read_instance
from scoring.season.schedule.task import Match, Wish, WishKind
from tests.league.schedule.solver.test_deadline import relaxed

GOLDEN = Path(__file__).parents[3] / "golden" / "robinx"


def numbers(task):
    """A task as arrays: its names, those of the whole task, its matches, and those of the search by nights."""
    names = labels_of(task)
    problem = encode(task, names)
    due = matches_due(problem, state_of(task, names, problem, ()))
    return names, problem, due, night_problem(problem, due)


@pytest.mark.parametrize("name", ["ML_11_10_0_0", "IF13", "ours"])
def test_what_is_counted_is_what_the_judge_says(name):
    task = ours() if name == "ours" else read_instance((GOLDEN / f"{name}.xml").read_text())
    names, problem, due, nights = numbers(task)
    assert is_exact(problem)
    search = NightSearch(nights, 1, Deadline())
    state, tally = search._state(search._anywhere(Random(2))), np.zeros(4, dtype=np.int64)
    count_nights(nights, state, tally)
    tally[2:] = tally[:2][::1]
    for heat in (20.0, 3.0, 0.5):
        anneal_nights(nights, state, state.at.copy(), tally, 3_000, heat, heat / 2, 6.0, 3)
        verdict = judge(task, list_of(names, problem, due, state.at))
        assert (tally[0], tally[1] == 0) == (verdict.cost, verdict.hard == 0)
        again, counted = search._state(state.at), np.zeros(4, dtype=np.int64)
        count_nights(nights, again, counted)
        assert list(counted[:2]) == list(tally[:2])
        assert (again.plays == state.plays).all()


def list_of(names, problem, due, dates):
    return [
        Match(names.divisions[problem.division[home]], names.dates[date], names.teams[home], names.teams[away])
        for (home, away), date in zip(due, dates, strict=True)
    ]


def ours():
    """Two small divisions with every request that the search by nights knows, some of them on one pub."""
    task = relaxed(nights=30)
    first, second = task.divisions
    wishes = (
        Wish("R1", WishKind.AT_MOST, hard=False, weight=3, team=first.teams[0], most=1, nights=3),
        Wish("R2", WishKind.AT_MOST, hard=True, team=first.teams[1], most=2, nights=4),
        Wish("R3", WishKind.NOT_SAME_DATE, hard=False, weight=2, teams=(first.teams[0], second.teams[0])),
        Wish("R4", WishKind.NOT_BOTH_HOME, hard=False, weight=4, teams=(first.teams[1], second.teams[1])),
        Wish("R5", WishKind.NO_HOME, hard=False, weight=1, team=second.teams[2], dates=frozenset(second.dates[:9])),
        Wish("R6", WishKind.NO_AWAY, hard=True, team=second.teams[3], dates=frozenset(second.dates[9:])),
    )
    teams = tuple(replace(team, venue="V0.5") if team.id == "1.5" else team for team in task.teams)
    divisions = (replace(first, min_gap_days=7), replace(second, min_rest_days=2))
    return replace(task, divisions=divisions, wishes=wishes, teams=teams, weights=FREE)


def priced(nights, at, free, *, kept):
    """What CP-SAT counts for the nights of some matches: as they are, or as they are best; and their dates then."""
    model, solver = NightModel(nights, Deadline(), free=free, at=at), cp_model.CpSolver()
    if kept:
        for match, dates in model.on.items():
            model.model.add(dates[int(at[match])] == 1)
    assert solver.solve(model.model) == cp_model.OPTIMAL
    new = at.copy()
    for match, date in model.dates(solver).items():
        new[match] = date
    return round(solver.objective_value), new


def a_whole_list(nights):
    search = NightSearch(nights, 1, Deadline())
    search.deadline = Deadline(stop=lambda: search.rank[0] == 0)
    search._search(3)
    return search


@pytest.mark.parametrize("name", ["ML_11_10_0_0", "ours"])
def test_a_part_is_counted_as_the_whole(name):
    """The price of some matches moved while the rest stays is what the judge finds changed."""
    task = ours() if name == "ours" else read_instance((GOLDEN / f"{name}.xml").read_text())
    names, problem, due, nights = numbers(task)
    at, parts = a_whole_list(nights).best, NightParts(nights, Random(4))
    parts.at, parts.shares = at.tolist(), NightFlow(nights, Deadline()).solve()[1]
    for kind in parts.kinds:
        free = sorted(kind(30))
        before, same = priced(nights, at, free, kept=True)
        after, new = priced(nights, at, free, kept=False)
        assert (same == at).all()
        assert set(np.flatnonzero(new != at)) <= set(free)
        old, now = (judge(task, list_of(names, problem, due, dates)) for dates in (at, new))
        assert (now.hard, now.cost - old.cost) == (0, after - before)
        at = new
        parts.at = at.tolist()


def test_a_list_that_is_nearly_whole_is_mended():
    """Two matches of one host on one night; the others stay where they are, or give way."""
    _, _, _, nights = numbers(read_instance((GOLDEN / "ML_11_10_0_0.xml").read_text()))
    search = a_whole_list(nights)
    at, parts = search.best.copy(), NightParts(nights, Random(4))
    first, second = next(
        (one, two)
        for one in range(len(at))
        for two in range(one + 1, len(at))
        if nights.host[one] == nights.host[two] and nights.fare[two, at[one]] != CLOSED
    )
    at[second] = at[first]
    part = None
    while part is None:
        state, tally = search._state(at), np.zeros(4, dtype=np.int64)
        count_nights(nights, state, tally)
        broken = np.flatnonzero(broken_rules(nights, state)).tolist()
        assert tally[1] > 0
        assert {first, second} <= set(broken)
        part = parts.improve(at, broken, Deadline())
    at[part[0]] = part[1]
    count_nights(nights, search._state(at), tally)
    assert tally[1] == 0


def test_a_season_in_fractions_is_no_dearer_than_any_list():
    """Two teams that meet on both of two nights pay for it; on three they need not."""
    for nights, least in ((2, 3), (3, 0)):
        task = replace(relaxed(divisions=1, teams=2, nights=nights), weights=FREE)
        wish = Wish("R1", WishKind.AT_MOST, hard=False, weight=3, team="0.0", most=1, nights=2)
        bound, shares = NightFlow(numbers(replace(task, wishes=(wish,)))[3], Deadline()).solve()
        assert bound == least
        assert (abs(shares.sum(axis=1) - 1) < EXACTLY).all()
    task = read_instance((GOLDEN / "IF13.xml").read_text())
    assert NightFlow(numbers(task)[3], Deadline()).solve()[0] == 16  # as the best list published costs


def test_the_linear_programme_knows_gaps_and_teams_that_are_kept_apart():
    """Two pairs of teams that play on both nights, at 2 for each night on which two of them both play."""
    task = replace(relaxed(divisions=2, teams=2, nights=2), weights=FREE)
    apart = Wish("R1", WishKind.NOT_SAME_DATE, hard=False, weight=2, teams=("0.0", "1.0"))
    assert NightFlow(numbers(replace(task, wishes=(apart,)))[3], Deadline()).solve()[0] == 4
    assert NightFlow(numbers(replace(task, wishes=(replace(apart, hard=True),)))[3], Deadline()).solve()[1] is None
    for gap, fits in ((1, True), (2, False)):  # the nights are a day apart
        divisions = tuple(replace(each, min_gap_days=gap) for each in task.divisions)
        shares = NightFlow(numbers(replace(task, divisions=divisions))[3], Deadline()).solve()[1]
        assert (shares is not None) == fits


def test_two_dates_of_a_pair_are_in_one_list_if_they_are_too_near():
    nights = numbers(ours())[3]
    on = {
        match: {date: (match, date) for date in np.flatnonzero(fares != CLOSED)}
        for match, fares in enumerate(nights.fare)
    }
    together = {
        frozenset(two) for near in too_near(nights, on) for two in combinations(near, 2) if two[0][0] != two[1][0]
    }
    assert together == {
        frozenset(((one, here), (two, there)))
        for one in on
        for two in nights.pair_of[nights.pair_at[one] : nights.pair_at[one + 1]]
        for here in on[one]
        for there in on[two]
        if abs(nights.day[here] - nights.day[there]) < nights.gap[one]
    }


def test_a_way_down_the_linear_programme_comes_to_a_whole_list():
    """Also from shares that no list has, which are then left."""
    task = ours()
    names, problem, due, nights = numbers(task)
    least, shares = NightFlow(nights, Deadline()).solve()
    astray = np.zeros(nights.fare.shape)
    astray[range(len(due)), (nights.fare != CLOSED).argmax(axis=1)] = 1
    for guide in (shares, astray):
        at = dive(nights, guide, Random(1), Deadline(), below=lambda: 1 << 30)
        verdict = judge(task, list_of(names, problem, due, at))
        assert verdict.hard == 0
        assert verdict.cost >= least


def test_what_the_linear_programme_has_elsewhere_is_put_anew_first():
    """Of six matches the one that it has on another night."""
    nights = numbers(replace(relaxed(divisions=1, teams=3, nights=9), weights=FREE))[3]
    parts = NightParts(nights, Random(4))
    parts.at, parts.shares = [0, 1, 2, 3, 4, 5], np.eye(6, 9)
    parts.shares[3] = np.eye(9)[7]
    assert parts._unlike_shares(1) == [3]


def test_a_list_that_cannot_be_better_is_proven():
    task = ours()
    solution = solve(task, seconds=120, seed=1)
    assert solution.proven
    assert judge(task, solution.matches).by_kind == {"rule": 1}


def test_what_cannot_be_is_proven():
    """Ten matches of a team on eight nights."""
    task = replace(relaxed(divisions=1, nights=9), weights=FREE)
    shut = Wish("R1", WishKind.NO_MATCH, hard=True, team="0.0", dates=frozenset(task.divisions[0].dates[:1]))
    _, _, _, nights = numbers(replace(task, wishes=(shut,)))
    search = NightSearch(nights, 1, Deadline())
    search.run(120, lambda _: None)
    assert search.impossible


@pytest.mark.parametrize(
    "wish",
    [
        Wish("R1", WishKind.MEET_BY, hard=True, teams=("0.0", "0.1"), by=relaxed().divisions[0].dates[9]),
        Wish("R1", WishKind.HOME_ON, hard=True, team="0.0", dates=frozenset(relaxed().divisions[0].dates[:9])),
        Wish("R1", WishKind.NOT_SAME_DATE, hard=True, teams=("0.0", "0.1")),
    ],
)
def test_requests_about_meetings_are_for_others(wish):
    assert numbers(replace(relaxed(), wishes=(wish,)))[3] is None


def test_breaks_are_for_others_once_matches_have_their_nights():
    _, problem, _, nights = numbers(relaxed())
    assert nights is not None
    assert not is_exact(problem)
