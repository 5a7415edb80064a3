"""A clash names what was planted and nothing that could go, and every way out that is offered leads to a list."""

import os
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations, permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.schedule.solver.conflicts import MinimalConflict, explain, relaxations
from league.schedule.solver.deadline import Deadline, OutOfTimeError
from league.schedule.solver.feasibility import Feasibility, any_list
from scoring.season.schedule.constraints import constraints, only
from scoring.season.schedule.impossible import impossible
from scoring.season.schedule.judge import judge
from scoring.season.schedule.task import Division, Fixed, Match, Task, Team, Venue, Wish, WishKind
from tests.league.schedule.solver.planting import KINDS, planted
from tests.scoring.season.schedule.made import task
from tests.seeds import PROVING, seeds

SEEDS = int(os.environ.get("CLASHES", "1"))
PATIENCE = 600  # how far it thinks is measured in work, not in seconds: a busy machine finds the same, only later
# What the public instances have planted, read off each by hand, and the seasons that it rests on.
PUBLIC = {
    "infeasible_3x10_s0": ({"venue:V001"}, {"rounds:D2", "rounds:D3"}),
    "infeasible_3x10_s1": ({"venue:V001", "closed:V001:2026-11-09"}, {"rounds:D1", "rounds:D2"}),
    "infeasible_3x10_s2": ({"R017", "R018", "venue:V001"}, set()),
    "infeasible_3x10_s3": ({"fixed:F902", "fixed:F903"}, {"rounds:D3"}),
    "infeasible_3x10_s4": ({"rounds:D3"}, set()),
    "infeasible_3x10_s5": ({"gap:D2"}, {"rounds:D2", "second_half:D2"}),
    "infeasible_3x10_s6": ({"R021", "closed:V014:2026-10-05"}, set()),
    "infeasible_3x10_s7": ({"R014", "R015", "R016", "R017", "R018", "R019"}, {"rounds:D2"}),
    "infeasible_3x10_s8": ({"R016", "R017", "venue:V001"}, {"rounds:D1", "rounds:D3"}),
    "infeasible_3x10_s9": ({"R017", "R018"}, set()),
}


def parts(clash):
    """What a clash consists of, and what it rests on."""
    return set(clash.ids) - set(clash.rests_on), set(clash.rests_on)


def without(there, wish):
    return replace(there, wishes=tuple(each for each in there.wishes if each.id != wish))


@pytest.mark.parametrize("name", PUBLIC)
def test_public_clashes_are_the_planted_ones(name):
    clash = explain(task(name), seconds=PATIENCE)
    assert parts(clash) == PUBLIC[name]
    assert clash.text == next(found.text for found in impossible(task(name)) if set(found.ids) == PUBLIC[name][0])


@pytest.mark.proof
@pytest.mark.parametrize("seed", seeds(SEEDS))
@pytest.mark.parametrize("kind", KINDS)
def test_other_leagues_with_the_same_conflicts(kind, seed):
    there, ids = planted(kind, seed, Random(seed))
    found, rests_on = parts(explain(there, seconds=PATIENCE))
    assert found == ids
    assert (
        rests_on
        <= {f"{name}:{division.id}" for division in there.divisions for name in ("rounds", "second_half")} - ids
    )


def test_two_conflicts_with_one_pub_make_two_teams_of_a_division_alike():
    """No counting finds it: both are at home when George A is away, so they can never meet."""
    there = without(task("infeasible_3x10_s8"), "R016")
    assert impossible(there) == ()
    clash = explain(there, seconds=PATIENCE)
    assert parts(clash) == ({"R017", "venue:V001"}, {"rounds:D1", "rounds:D3"})
    assert clash.minimal
    if PROVING:
        assert clash == explain(there, seconds=PATIENCE)


def test_a_gap_that_only_the_mirror_makes_too_long():
    """Nine rounds lie between two meetings: 63 days in the autumn, so 64 cannot be kept; a free half could."""
    there = task("infeasible_3x10_s5")
    longer = tuple(replace(each, min_gap_days=64 if each.id == "D2" else 35) for each in there.divisions)
    clash = explain(replace(there, divisions=longer), seconds=PATIENCE)
    assert parts(clash) == ({"gap:D2"}, {"rounds:D2", "second_half:D2"})


def test_no_clash_where_there_is_a_list():
    assert explain(without(task("infeasible_3x10_s9"), "R018"), seconds=PATIENCE) is None


def test_nothing_is_said_without_time():
    with pytest.raises(OutOfTimeError):
        explain(without(task("infeasible_3x10_s9"), "R018"), seconds=0)


@pytest.mark.parametrize(
    "name",
    ["plain_9_s1", "single_8_4_s2", "single_12_mirrored_s2", "single_14_1_s2", "join_11-12-12_s1", "withdraw_4x12_s1"],
)
def test_any_list_is_one_that_the_judge_lets_pass(name):
    found = any_list(task(name), deadline=Deadline.after(PATIENCE))
    assert found.verdict is Feasibility.YES
    assert judge(task(name), found.matches).violations == ()


# Four teams that meet once: all 384 lists can be looked at.

NIGHTS = tuple(date(2026, 9, 7) + timedelta(weeks=week) for week in range(3))
TEAMS = "abcd"
PAIRINGS = ((("a", "b"), ("c", "d")), (("a", "c"), ("b", "d")), (("a", "d"), ("b", "c")))


def every_list():
    for order in permutations(PAIRINGS):
        for turned in product((False, True), repeat=6):
            sides = iter(turned)
            yield tuple(
                Match("D1", night, *(pair[::-1] if next(sides) else pair))
                for night, pairs in zip(NIGHTS, order, strict=True)
                for pair in pairs
            )


EVERY_LIST = tuple(every_list())
# By how many matches they have, the fewest first: what is wanted at all is mostly had with one or two.
PARTS = [sorted({part for matches in EVERY_LIST for part in combinations(matches, size)}) for size in range(7)]


SHAPE_OF_A_SEASON = {"H02", "H07", "H13"}  # who meets how often, on how many nights, and how often at home


def possible(there, ids):
    """Whether these constraints can hold together; where no season of a shape is asked for, in a part of a list."""
    asked_for = only(there, ids)
    if "rounds:D1" in ids:
        return any(not judge(asked_for, matches).violations for matches in EVERY_LIST)
    parts_of_lists = (part for size in range(7) for part in PARTS[size])
    return any(
        {each.code for each in judge(asked_for, matches).violations} <= SHAPE_OF_A_SEASON for matches in parts_of_lists
    )


@st.composite
def small_tasks(draw):
    dates = st.sets(st.sampled_from(NIGHTS), min_size=1, max_size=2).map(frozenset)
    pairs = st.permutations(TEAMS).map(lambda teams: tuple(teams[:2]))
    wishes = tuple(
        Wish(
            f"R{number}",
            kind,
            hard=True,
            team=draw(st.sampled_from(TEAMS)) if kind.of_one else "",
            teams=draw(pairs) if kind.of_two else (),
            division="D1" if kind.of_division else "",
            dates=draw(dates),
            by=draw(st.sampled_from(NIGHTS)),
        )
        for number, kind in enumerate(draw(st.lists(st.sampled_from(WishKind), max_size=5)))
    )
    days = draw(st.lists(st.sampled_from(NIGHTS), max_size=2, unique=True))
    pubs = draw(st.lists(st.sampled_from(("P", "Q")), min_size=4, max_size=4))
    return Task(
        id="small",
        divisions=(Division("D1", "Premier", tuple(TEAMS), NIGHTS, legs=1, max_run=draw(st.sampled_from((None, 2)))),),
        venues=(Venue("P", "Plough", draw(st.integers(1, 2)), draw(dates)), Venue("Q", "Queen", 2)),
        teams=tuple(Team(team, team.upper(), pub, "D1") for team, pub in zip(TEAMS, pubs, strict=True)),
        wishes=wishes,
        fixed=tuple(Fixed(f"F{number}", Match("D1", day, *draw(pairs))) for number, day in enumerate(days)),
    )


@settings(max_examples=60)
@given(there=small_tasks())
def test_a_clash_is_one_in_every_list_and_none_without_any_part_of_it(there):
    clash = explain(there, seconds=PATIENCE)
    if clash is None:
        assert possible(there, set(constraints(there)))
        return
    assert isinstance(clash, MinimalConflict)
    assert not possible(there, {*clash.ids, "rounds:D1"})
    for name in parts(clash)[0] if clash.minimal else ():
        assert possible(there, set(clash.ids) - {name})


# Ways out.


def test_ways_out_of_too_long_a_gap_go_no_further_than_needed():
    there = task("infeasible_3x10_s5")
    (way,) = relaxations(there, explain(there, seconds=PATIENCE), seconds=PATIENCE)
    assert way.text == "In Division One, let teams meet again after 63 days instead of 126 days"
    assert way.task.divisions[1].min_gap_days == 63
    assert way.whole


def test_ways_out_of_too_few_nights_leave_free_weeks_free():
    there = task("infeasible_3x10_s4")
    (way,) = relaxations(there, explain(there, seconds=PATIENCE), seconds=PATIENCE)
    assert way.text == "Play on Mon 1 Feb too in Division Two"
    found = any_list(way.task, deadline=Deadline.after(PATIENCE))
    assert judge(way.task, found.matches).violations == ()


def test_ways_out_of_a_closed_pub_begin_with_the_wish():
    there = task("infeasible_3x10_s6")
    ways = relaxations(there, explain(there, seconds=PATIENCE), seconds=PATIENCE)
    assert [(way.text, way.whole) for way in ways] == [
        ("Meet it only where possible: Hop Pole at home on Mon 5 Oct", True),
        ("Open Hop Pole on Mon 5 Oct", True),
    ]
    wish = next(wish for wish in ways[0].task.wishes if wish.id == "R021")
    assert not wish.hard
    assert wish.weight > 0


def test_a_preference_with_the_id_of_a_wish_is_left_alone():
    """The public file has two rules that are called R017."""
    there = task("infeasible_3x10_s2")
    before = next(wish for wish in there.wishes if wish.id == "R017" and not wish.hard)
    ways = relaxations(there, explain(there, seconds=PATIENCE), seconds=PATIENCE, most=2)
    assert [way.text for way in ways] == [
        f"Meet it only where possible: Colliery Club {side} at home on Mon 28 Sep" for side in "BA"
    ]
    assert before in ways[0].task.wishes


def test_ways_out_that_do_not_help_are_not_offered():
    """Without R016 the rest still clashes: George A's opposites would be alike."""
    there = task("infeasible_3x10_s8")
    words = [way.text for way in relaxations(there, explain(there, seconds=PATIENCE), seconds=PATIENCE, most=2)]
    assert words == ["Meet it only where possible: George A and Sun never both at home", "Let George have two boards"]


def test_a_second_clash_leaves_a_way_out_that_is_not_the_whole():
    there = task("infeasible_3x10_s6")
    first = there.divisions[0]
    both = replace(there, divisions=(replace(first, dates=first.dates[:-1]), *there.divisions[1:]))
    one = next(found for found in impossible(both) if "R021" in found.ids)
    ways = relaxations(both, MinimalConflict(one.ids, one.text, minimal=True), seconds=PATIENCE)
    assert {way.whole for way in ways} == {False}
    assert "Open Hop Pole on Mon 5 Oct" in [way.text for way in ways]


def test_a_match_that_was_played_is_not_moved():
    there = task("infeasible_3x10_s3")
    played = replace(there, frozen_until=date(2026, 9, 21))
    clash = explain(there, seconds=PATIENCE)
    moved = [way.text for way in relaxations(there, clash, seconds=PATIENCE)]
    assert "Let Grapes v Crispin be on another night than Mon 21 Sep" in moved
    assert not [way for way in relaxations(played, clash, seconds=PATIENCE) if way.text in moved]
