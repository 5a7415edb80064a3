"""Counting arguments: they find what was planted, invent nothing, and are true of every list there is."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.season.max_flow import shortfall
from scoring.season.schedule.constraints import constraints, only, without
from scoring.season.schedule.impossible import clash_in_words, impossible
from scoring.season.schedule.layout import lay_out
from scoring.season.schedule.list_rules import violations
from scoring.season.schedule.task import (
    Division,
    Fixed,
    Match,
    Mode,
    Names,
    SecondHalf,
    Task,
    Team,
    Venue,
    Wish,
    WishKind,
)
from tests.scoring.season.schedule.made import NAMES, data, task
from tests.seeds import examples

# What was planted, worked out by hand from each instance's description, and what the secretary reads.
PLANTED = {
    "infeasible_3x10_s0": (
        {"venue:V001"},
        (
            "Lamb A, Three Tuns and Lamb B must be at home 27 times between them, and there is room for 18: "
            "Lamb has one board"
        ),
    ),
    "infeasible_3x10_s1": (
        {"venue:V001", "closed:V001:2026-11-09"},
        (
            "Tollgate A and Tollgate B must be at home 18 times between them, and there is room for 17: "
            "Tollgate is closed on Mon 9 Nov and Tollgate has one board"
        ),
    ),
    "infeasible_3x10_s2": (
        {"R017", "R018", "venue:V001"},
        "Colliery Club B and Colliery Club A both want to be at home on Mon 28 Sep and Colliery Club has one board",
    ),
    "infeasible_3x10_s3": (
        {"fixed:F902", "fixed:F903"},
        "Crispin v Moulders and Grapes v Crispin are both fixed for Mon 21 Sep, and Crispin can play only once",
    ),
    "infeasible_3x10_s4": ({"rounds:D3"}, "Division Two needs 18 nights and has 17"),
    "infeasible_3x10_s5": (
        {"gap:D2"},
        (
            "Two meetings of the same teams in Division One must lie 126 days apart; "
            "a team has to meet all 9 others by then and has four nights for it"
        ),
    ),
    "infeasible_3x10_s6": (
        {"R021", "closed:V014:2026-10-05"},
        "Hop Pole has to be at home on Mon 5 Oct, but Hop Pole is closed on Mon 5 Oct",
    ),
    "infeasible_3x10_s7": (
        {"R014", "R015", "R016", "R017", "R018", "R019"},
        (
            "New Inn A, Golden Lion, Butchers Arms, Barley Mow B, Vaults and Pheasant all want to be at home on "
            "Mon 14 Sep and in Division One only five matches are played there on a night"
        ),
    ),
    "infeasible_3x10_s8": (
        {"R016", "R017", "venue:V001"},
        (
            "George A, Sun and George B must be at home 27 times between them, and there is room for 18: "
            "George B and Sun never both at home, George A and Sun never both at home and George has one board"
        ),
    ),
    "infeasible_3x10_s9": (
        {"R017", "R018"},
        (
            "Cock and Green Man have to meet on Mon 12 Oct, Mon 19 Oct or Mon 26 Oct, but Cock and Green Man do not "
            "meet on Mon 12 Oct, Mon 19 Oct and Mon 26 Oct (Cock v Green Man not in this window (police request))"
        ),
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_planted_conflicts_are_found_as_they_were_planted(name):
    (conflict,) = impossible(task(name))
    assert (set(conflict.ids), conflict.text) == PLANTED[name]
    assert len(conflict.rests_on) <= 2
    assert clash_in_words(task(name), conflict.ids) == conflict.text


@pytest.mark.parametrize("name", [name for name in NAMES if data(name)["expect"] == "feasible"])
def test_nothing_is_held_against_a_task_that_has_a_list(name):
    assert impossible(task(name)) == ()


def test_a_clash_that_counting_has_no_argument_for_is_told_one_by_one():
    of = task("infeasible_3x10_s6")
    assert clash_in_words(of, ["venue:V001", "run:D1"]).startswith("These cannot all hold: ")


# --- true of every list -----------------------------------------------------------------------------------------------
FIRST = date(2026, 9, 7)
SHAPES = ((2, 1, 3), (2, 2, 3), (2, 2, 2), (2, 3, 4), (3, 1, 3), (3, 1, 4), (4, 1, 3))  # teams, legs, nights


def nights(number, every=7):
    return tuple(FIRST + timedelta(every * place) for place in range(number))


def tiny(random):
    """One or two divisions so small that every list of theirs can be looked at, with wishes that often clash."""
    shapes = [random.choice(SHAPES)] if random.random() < 0.5 else [random.choice(SHAPES[:3]) for _ in range(2)]
    divisions, teams = [], []
    for number, (count, legs, days) in enumerate(shapes, 1):
        names = tuple(f"T{number}{place}" for place in range(count))
        short = random.random() < 0.1
        divisions.append(
            Division(
                f"D{number}",
                f"Division {number}",
                names,
                nights(days - short),
                legs=legs,
                mode=random.choice((Mode.ROUNDS, Mode.ROUNDS, Mode.RELAXED)) if count < 4 else Mode.ROUNDS,
                second_half=random.choice(list(SecondHalf)),
                min_gap_days=random.choice((0, 0, 7, 14, 21)),
                max_run=random.choice((None, None, 1, 2)),
                min_rest_days=random.choice((0, 0, 2, 8)),
            )
        )
        teams += [Team(name, name, f"V{random.randrange(3)}", f"D{number}") for name in names]
    venues = tuple(
        Venue(
            f"V{place}",
            f"Pub {place}",
            random.choice((1, 1, 2)),
            frozenset(random.sample(nights(4), random.choice((0, 0, 1, 2)))),
        )
        for place in range(3)
    )
    wishes = tuple(wish(place, teams, random) for place in range(random.randrange(5)))
    fixed = tuple(preset(place, divisions, random) for place in range(random.choice((0, 0, 0, 1, 2, 3))))
    frozen = FIRST if random.random() < 0.1 else None
    return Task("tiny", tuple(divisions), venues, tuple(teams), wishes, fixed, frozen_until=frozen)


def wish(place, teams, random):
    kind = random.choice(list(WishKind))
    one, other = random.sample([team.id for team in teams], 2)
    days = frozenset(random.sample(nights(4), random.choice((1, 1, 2, 3))))
    who = {"team": one} if kind.of_one else {"teams": (one, other)}
    if kind.of_division:
        who = {"division": teams[0].division}
    return Wish(f"R{place}", kind, hard=True, dates=days, by=min(days), **who)


def preset(place, divisions, random):
    division = random.choice(divisions)
    home, away = random.sample(division.teams, 2)
    return Fixed(f"F{place}", Match(division.id, random.choice(nights(4)), home, away))


def every_list(of):
    """Every way to put every meeting on a night and at an end, except those that no division can have."""
    per_division = [list(every_list_of_one(division, of)) for division in of.divisions]
    return (sum(parts, ()) for parts in product(*per_division))


def every_list_of_one(division, of):
    fixed = {each.match.date for each in of.fixed if each.match.division == division.id}
    days = sorted({*division.dates, *fixed})
    meetings = [pair for pair in combinations(division.teams, 2) for _ in range(division.legs)]
    full = len(division.teams) // 2
    for chosen in product(days, repeat=len(meetings)):
        load = Counter(chosen)
        if division.mode is Mode.ROUNDS and (len(load) != division.rounds or set(load.values()) != {full}):
            continue
        for turned in product((False, True), repeat=len(meetings)):
            yield tuple(
                Match(division.id, day, *(pair[::-1] if back else pair))
                for pair, day, back in zip(meetings, chosen, turned, strict=True)
            )


def has_a_list(of):
    """Whether any list has no violation; one with the same match twice is none, though a fixed one may excuse it."""
    names = Names.of(of)
    lists = (matches for matches in every_list(of) if len(set(matches)) == len(matches))
    return any(next(violations(lay_out(of, matches), names), None) is None for matches in lists)


@settings(max_examples=examples(120))
@given(seed=st.integers(0, 2**32))
@example(seed=57772)  # a team is fixed twice on a night, and has to meet one of the two by then
def test_no_list_gets_round_a_conflict(seed):
    of = tiny(Random(seed))
    for conflict in impossible(of)[:2]:
        given_too = {name for name in constraints(of) if name.startswith("rounds:")}
        assert not has_a_list(only(of, {*conflict.ids, *given_too})), conflict


def test_most_of_what_cannot_be_is_found_by_counting():
    """Of tiny tasks without a list, counted by looking at every list; a solver is there for the rest."""
    tasks = [tiny(Random(seed)) for seed in range(150)]
    found = [bool(impossible(of)) for of in tasks]
    missed = sum(not has_a_list(of) for of, one in zip(tasks, found, strict=True) if not one)
    assert sum(found) > 4 * missed


# --- one argument after the other -------------------------------------------------------------------------------------
TEAMS = tuple(
    Team(f"T{place}", name, f"V{place}", "D1") for place, name in enumerate(("Bell", "Crown", "Plough", "Swan"))
)
PUBS = tuple(Venue(f"V{place}", f"The {team.name}", 1) for place, team in enumerate(TEAMS))
DIVISION = Division("D1", "Division One", tuple(team.id for team in TEAMS), nights(3), legs=1)
SMALL = Task("small", (DIVISION,), PUBS, TEAMS)


def asks(name, kind, *who, on=(), by=None):
    days = frozenset(nights(6)[place] for place in on)
    team, teams = (who[0], ()) if kind.of_one else ("", who)
    return Wish(name, kind, hard=True, team=team, teams=teams, dates=days, by=by)


def fixes(*matches):
    return tuple(
        Fixed(f"F{place}", Match("D1", nights(6)[night], home, away))
        for place, (night, home, away) in enumerate(matches)
    )


def with_division(**changed):
    return replace(SMALL, divisions=(replace(DIVISION, **changed),))


K = WishKind
CASES = {
    "a night on which somebody may not play is no night for a full round": (
        replace(SMALL, wishes=(asks("R1", K.NO_MATCH, "T0", on=[1]),)),
        ["R1"],
        "Division One needs three nights and has 2: Bell without a match on Mon 14 Sep",
    ),
    "a team that may not play often enough, where nights carry any number": (
        replace(with_division(mode=Mode.RELAXED), wishes=(asks("R1", K.NO_MATCH, "T0", on=[1]),)),
        ["R1"],
        "Bell must play on three nights and can on 2: Bell without a match on Mon 14 Sep",
    ),
    "rounds closer together than a team may play": (
        with_division(min_rest_days=8),
        ["rounds:D1"],
        "Division One needs three nights and has 2",
    ),
    "at home on a night without a match": (
        replace(SMALL, wishes=(asks("R1", K.HOME_ON, "T0", on=[0]), asks("R2", K.NO_HOME, "T0", on=[0, 1]))),
        ["R1", "R2"],
        "Bell has to be at home on Mon 7 Sep, but Bell not at home on Mon 7 Sep and Mon 14 Sep",
    ),
    "at home on a night that is none": (
        replace(SMALL, wishes=(asks("R1", K.HOME_ON, "T0", on=[5]),)),
        ["R1"],
        "Bell has to be at home on Mon 12 Oct, but that is no night of its division",
    ),
    "at home where it is fixed to be away": (
        replace(SMALL, wishes=(asks("R1", K.HOME_ON, "T0", on=[0]),), fixed=fixes((0, "T1", "T0"))),
        ["R1", "fixed:F0"],
        "Bell has to be at home on Mon 7 Sep, but Crown v Bell is fixed for Mon 7 Sep",
    ),
    "two at home at one board, one of them because it may not be away": (
        replace(
            SMALL,
            teams=(TEAMS[0], replace(TEAMS[1], venue="V0"), *TEAMS[2:]),
            wishes=(asks("R1", K.HOME_ON, "T0", on=[0]), asks("R2", K.NO_AWAY, "T1", on=[0])),
        ),
        ["R1", "R2", "venue:V0"],
        "Bell and Crown both want to be at home on Mon 7 Sep and The Bell has one board",
    ),
    "at home beside a fixed match at one board": (
        replace(
            SMALL,
            teams=(TEAMS[0], replace(TEAMS[1], venue="V0"), *TEAMS[2:]),
            wishes=(asks("R1", K.HOME_ON, "T0", on=[0]),),
            fixed=fixes((0, "T1", "T2")),
        ),
        ["R1", "fixed:F0", "venue:V0"],
        "Bell wants to be at home on Mon 7 Sep and Crown v Plough is fixed for Mon 7 Sep and The Bell has one board",
    ),
    "rivals that both have to be at home": (
        replace(
            SMALL,
            wishes=(
                asks("R1", K.HOME_ON, "T0", on=[0]),
                asks("R2", K.HOME_ON, "T1", on=[0]),
                asks("R3", K.NOT_BOTH_HOME, "T0", "T1"),
            ),
        ),
        ["R1", "R2", "R3"],
        "Bell and Crown both want to be at home on Mon 7 Sep and Bell and Crown never both at home",
    ),
    "a meeting on a night when neither can be at home": (
        replace(
            SMALL,
            venues=(*(replace(venue, closed=frozenset(nights(1))) for venue in PUBS[:2]), *PUBS[2:]),
            wishes=(asks("R1", K.MEET_ON, "T0", "T1", on=[0]),),
        ),
        ["R1", "closed:V0:2026-09-07", "closed:V1:2026-09-07"],
        (
            "Bell and Crown have to meet on Mon 7 Sep, "
            "but The Bell is closed on Mon 7 Sep and The Crown is closed on Mon 7 Sep"
        ),
    ),
    "a meeting before the first night": (
        replace(SMALL, wishes=(asks("R1", K.MEET_BY, "T0", "T1", by=FIRST - timedelta(1)),)),
        ["R1"],
        "Bell and Crown have to meet by Sun 6 Sep, but their division has no night then",
    ),
    "a meeting whose only match is fixed for another night": (
        replace(SMALL, wishes=(asks("R1", K.MEET_ON, "T0", "T1", on=[0]),), fixed=fixes((1, "T1", "T0"))),
        ["R1", "fixed:F0"],
        "Bell and Crown have to meet on Mon 7 Sep, but Crown v Bell is fixed for Mon 14 Sep",
    ),
    "two meetings of one team on one night": (
        replace(
            SMALL,
            wishes=(asks("R1", K.MEET_ON, "T0", "T1", on=[0]), asks("R2", K.MEET_BY, "T0", "T2", by=FIRST)),
        ),
        ["R1", "R2"],
        (
            "Bell and Crown have to meet on Mon 7 Sep and Bell and Plough have to meet by Mon 7 Sep, "
            "and Bell can play only once on a night"
        ),
    ),
    "more fixed matches of a pair than it has": (
        replace(SMALL, fixed=fixes((0, "T0", "T1"), (1, "T1", "T0"))),
        ["fixed:F0", "fixed:F1"],
        (
            "Bell v Crown on Mon 7 Sep and Crown v Bell on Mon 14 Sep are all fixed, "
            "and that match is played only once by these two"
        ),
    ),
    "mirrored halves closer than the gap": (
        with_division(
            legs=2, dates=(*nights(5), FIRST + timedelta(70)), second_half=SecondHalf.MIRRORED, min_gap_days=22
        ),
        ["gap:D1", "second_half:D1"],
        (
            "Two meetings of the same teams in Division One must lie 22 days apart; "
            "with the second half as the first, round 1 comes again too soon"
        ),
    ),
    "closed more nights running than a team may be away": (
        replace(
            with_division(max_run=1),
            venues=(replace(PUBS[0], closed=frozenset(nights(2))), *PUBS[1:]),
        ),
        ["run:D1", "closed:V0:2026-09-07", "closed:V0:2026-09-14"],
        (
            "Bell has to be away from Mon 7 Sep to Mon 14 Sep, but nobody in Division One has more than one match in a "
            "row at home or away: The Bell is closed on Mon 7 Sep and The Bell is closed on Mon 14 Sep"
        ),
    ),
    "a night on which too few can be at home": (
        replace(SMALL, wishes=tuple(asks(f"R{place}", K.NO_HOME, f"T{place}", on=[1]) for place in range(3))),
        ["R0", "R1", "R2"],
        (
            "3 teams of Division One cannot be at home on Mon 14 Sep and two teams have to be: Bell not at home on "
            "Mon 14 Sep, Crown not at home on Mon 14 Sep and Plough not at home on Mon 14 Sep"
        ),
    ),
    "never on one night, with too few nights for that": (
        replace(SMALL, wishes=(asks("R1", K.NOT_SAME_DATE, "T0", "T1"),)),
        ["R1"],
        "Bell and Crown never on the same night, but they need five nights for that and have 3",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_each_argument_names_what_clashes_and_no_more(name):
    of, ids, words = CASES[name]
    (conflict,) = impossible(of)
    assert list(conflict.ids) == ids
    assert conflict.text == words
    for dropped in ids if len(ids) > 1 else ():
        assert impossible(without(of, dropped)) == ()


def test_needs_that_can_only_be_met_by_giving_way_are_met():
    assert shortfall([1, 1], [["a"], ["a", "b"]], {"a": 1, "b": 1}) == ()
    assert shortfall([1, 1], [["a", "b"], ["a"]], {"a": 1, "b": 1}) == ()
    assert shortfall([2, 2, 1], [["a", "b"], ["a", "b", "c"], ["c", "d"]], {"a": 2, "b": 1, "c": 1, "d": 1}) == ()


def test_a_shortfall_names_those_who_are_too_many_and_nobody_else():
    room = {"a": 1, "b": 1, "c": 1}
    assert shortfall([1, 1, 1, 1], [["c"], ["a", "b"], ["a", "b"], ["b", "a"]], room) == (1, 2, 3)
    assert shortfall([2], [["a"]], room) == (0,)
