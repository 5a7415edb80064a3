"""A season week by week: what each table was made of, and what the last week moved."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest

from scoring.card.league_rules import Step, WithdrawalPolicy
from scoring.season.ledger import Adjustment, Withdrawal
from scoring.season.table import Race, SeasonFacts, race
from tests.scoring.season.results import FIRST_NIGHT, NAMES, TWO_ONE, result
from tests.scoring.season.test_season_properties import Season
from tests.seeds import seeds

WEEKS = (
    (result("a", "b", (5, 4)), result("c", "d", (6, 3))),
    (result("b", "a", (7, 2), week=1), result("d", "c", (5, 4), week=1)),
    (result("a", "c", (9, 0), week=2),),
)


def facts(*weeks, **rest) -> SeasonFacts:
    outcomes = tuple(each for week in weeks for each in week)
    return SeasonFacts(tuple("abcd"), outcomes, TWO_ONE, (Step.POINTS, Step.GAME_DIFFERENCE), names=NAMES, **rest)


def known_before(known: SeasonFacts, day: date) -> SeasonFacts:
    """What was known when a day began."""
    dated = ("outcomes", "adjustments", "withdrawals", "play_offs")
    return replace(known, **{name: tuple(each for each in getattr(known, name) if each.on < day) for name in dated})


def raced(known: SeasonFacts) -> Race:
    return race(known, known.table())


def test_every_week_that_was_played_has_the_table_of_its_end():
    found = raced(facts(*WEEKS))
    assert found.weeks == tuple(FIRST_NIGHT + timedelta(weeks=each) for each in range(3))
    assert found.places == {"a": (2, 4, 1), "b": (3, 1, 2), "c": (1, 2, 4), "d": (4, 3, 3)}
    assert list(found.places) == ["a", "b", "d", "c"]


def test_movement_is_what_the_last_week_changed():
    assert raced(facts(*WEEKS)).movement == {"a": 3, "b": -1, "c": -2, "d": 0}


def test_one_week_moves_nobody_and_nothing_played_is_no_race():
    assert raced(facts(WEEKS[0])).movement == {}
    assert raced(facts()) == Race((), {})


def test_a_match_put_off_belongs_to_the_week_in_which_it_was_played():
    late = result("b", "d", (9, 0), week=4)
    assert raced(facts(*WEEKS[:2], (late,))).weeks[-1] == FIRST_NIGHT + timedelta(weeks=4)


def test_points_taken_off_count_from_their_day():
    taken = Adjustment("b", Fraction(-4), "late card", FIRST_NIGHT + timedelta(days=9))
    assert raced(facts(*WEEKS, adjustments=(taken,))).places["b"] == (3, 4, 4)
    ruled_since = Adjustment("a", Fraction(-9), "late card", FIRST_NIGHT + timedelta(days=90))
    assert raced(facts(*WEEKS, adjustments=(ruled_since,))).places["a"] == (2, 4, 4)


def test_a_team_that_withdrew_is_left_out_and_its_matches_stood_until_then():
    left = Withdrawal("b", FIRST_NIGHT + timedelta(days=14), WithdrawalPolicy.EXPUNGE)
    found = raced(facts(*WEEKS, withdrawals=(left,)))
    assert found.places == {"a": (2, 4, 1), "d": (4, 3, 2), "c": (1, 2, 3)}


@pytest.mark.parametrize("seed", seeds(20))
def test_a_race_ends_as_the_table_stands_and_every_week_has_a_first_place(seed):
    season = Season(seed)
    known = SeasonFacts(
        tuple(season.teams),
        tuple(season.outcomes),
        season.scheme,
        tuple(season.steps),
        tuple(season.adjustments),
        tuple(season.withdrawals),
    )
    rows = known.table()
    assert rows == season.table()
    found = race(known, rows)
    there = [row for row in rows if found.weeks and not row.withdrawn]
    assert {team: places[-1] for team, places in found.places.items()} == {row.team: row.place for row in there}
    assert all(len(places) == len(found.weeks) for places in found.places.values())
    assert all(1 <= place <= len(rows) for places in found.places.values() for place in places)
    for number, week in enumerate(found.weeks[:-1]):
        then = known_before(known, week + timedelta(weeks=1)).table()
        assert {row.team: row.place for row in then if row.team in found.places} == {
            team: places[number] for team, places in found.places.items()
        }
    if found.movement and not season.withdrawals:
        assert min(places[-2] for places in found.places.values()) == 1
    assert found.weeks == tuple(sorted(set(found.weeks)))
    assert all(week.weekday() == 0 for week in found.weeks)
