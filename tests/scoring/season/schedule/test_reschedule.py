"""A list that no longer fits is patched: nothing fixed moves, nothing gets worse, and little is changed."""

from dataclasses import replace
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.season.schedule.edits import changes
from scoring.season.schedule.judge import judge
from scoring.season.schedule.offers import reschedule
from scoring.season.schedule.task import Fixed, Quota
from tests.scoring.season.schedule.test_offers import FIRST, WEEK, league, mondays


def under_way(task, matches, weeks=2):
    """The first weeks have been played."""
    frozen = FIRST + weeks * WEEK
    played = [match for match in matches if match.date <= frozen]
    return replace(
        task,
        fixed=tuple(Fixed(f"F{number}", match) for number, match in enumerate(played)),
        published=tuple(match for match in matches if match.date > frozen),
        frozen_until=frozen,
    )


def test_a_list_that_fits_is_left_alone():
    task = league((4, 5))
    matches = mondays(task)

    assert reschedule(under_way(task, matches), matches) == tuple(sorted(matches))


def test_only_the_matches_of_a_closed_pub_move():
    task = league()
    matches = mondays(task)
    pub = task.teams[0].venue
    shut = frozenset(FIRST + number * WEEK for number in range(3, 6))
    task = under_way(
        replace(task, venues=tuple(replace(v, closed=shut if v.id == pub else v.closed) for v in task.venues)), matches
    )

    found = reschedule(task, matches)

    assert judge(task, found).hard == 0
    assert {change.old for change in changes(matches, found)} == {
        match for match in matches if match.home == "A1" and match.date in shut
    }


def test_a_match_up_to_the_frozen_night_that_may_not_stay_goes_behind_it():
    task = league()
    matches = mondays(task)
    held = under_way(task, matches)
    loose = next(match for match in matches if match.date == held.frozen_until)
    held = replace(held, fixed=tuple(fixed for fixed in held.fixed if fixed.match != loose))

    found = reschedule(held, matches)

    assert judge(held, found).hard == 0
    (change,) = changes(matches, found)
    assert change.old == loose
    assert change.new.date > held.frozen_until


def test_a_match_that_was_dropped_and_those_of_a_late_team_are_put_in():
    task = league((5,))
    division = task.divisions[0]
    matches = [match for match in mondays(task) if "A5" not in (match.home, match.away)]
    late = replace(task, divisions=(replace(division, quota=(Quota("A5", 1, 3),)),))
    held = under_way(late, matches)
    dropped = matches[-1]

    found = reschedule(held, [match for match in matches if match != dropped])

    assert judge(held, found).hard == 0
    theirs = [match for match in found if "A5" in (match.home, match.away)]
    assert len(theirs) == 4
    assert sum(match.home == "A5" for match in theirs) == 2
    assert (dropped.home, dropped.away) in {(match.home, match.away) for match in found}


def test_what_fits_nowhere_stays_where_it_was():
    task = league()
    matches = mondays(task)
    pub = task.teams[0].venue
    every = frozenset(task.divisions[0].dates)
    task = under_way(
        replace(task, venues=tuple(replace(v, closed=every if v.id == pub else v.closed) for v in task.venues)), matches
    )

    assert reschedule(task, matches) == tuple(sorted(matches))


@st.composite
def seasons(draw):
    """A season under way in which a pub shuts on some nights."""
    task = league(
        tuple(draw(st.lists(st.integers(3, 6), min_size=1, max_size=2))), share=draw(st.booleans()), min_rest_days=2
    )
    matches = mondays(task)
    shut = draw(st.frozensets(st.sampled_from(task.divisions[0].dates[4:]), min_size=1, max_size=8))
    pub = draw(st.sampled_from([venue.id for venue in task.venues]))
    venues = tuple(replace(venue, closed=shut) if venue.id == pub else venue for venue in task.venues)
    return under_way(replace(task, venues=venues), matches, draw(st.integers(0, 3))), matches


@settings(max_examples=60)
@given(seasons())
def test_a_patched_list_is_never_worse_and_nothing_fixed_moves(case):
    task, matches = case

    found = reschedule(task, matches)

    assert {fixed.match for fixed in task.fixed} <= set(found)
    assert judge(task, found).hard <= judge(task, matches).hard
    assert len(found) == len(matches)
    assert all(change.new.date > task.frozen_until for change in changes(matches, found))
    assert all(change.new.date - change.old.date <= timedelta(weeks=20) for change in changes(matches, found))
