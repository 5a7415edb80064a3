"""Whole days by chance, with a good share of facts that cannot be: what holds whatever happens."""

import os
from dataclasses import replace

import pytest

from scoring import codec
from scoring.season.knockout.cups import Shape
from scoring.season.knockout.facts import Paired
from scoring.season.openday.book import DayMatchState
from scoring.season.openday.day import open_day
from tests.scoring.season.openday.days import GROUPS, ROUND_ROBIN, SWISS, by_chance
from tests.seeds import seeds

DAYS = int(os.environ.get("CUPS", "100")) // 20
CUPS = {"groups": GROUPS, "round-robin": ROUND_ROBIN, "swiss": SWISS}
BATCHES = 5


def fold(cup, facts):
    return open_day(cup, facts, through=1, rounds=5)


@pytest.mark.proof
@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("name", CUPS)
def test_a_day_adds_up_whatever_happens(name, batch):
    cup = CUPS[name]
    for seed in seeds(DAYS, batch, BATCHES):
        facts = by_chance(seed, cup)
        day = fold(cup, facts)
        for table in day.tables:
            adds_up(table, swiss=cup.shape is Shape.SWISS)
        wrong = {problem.fact for problem in day.problems}
        assert without(facts, wrong, cup) == (day.tables, day.qualified, day.winner), seed
        assert all(codec.decode(codec.encode(fact)) == fact for fact in facts)


def adds_up(table, *, swiss):
    """A point for every match that somebody won or drew and, of a Swiss event, for every bye; all meet each other."""
    decided = [each for each in table.matches if each.state in {DayMatchState.PLAYED, DayMatchState.WALKOVER}]
    byes = sum(each.state is DayMatchState.BYE for each in table.matches) if swiss else 0
    lost = sum(each.state is DayMatchState.WALKOVER and each.winner is None for each in decided)
    assert sum(row.score for row in table.rows) == len(decided) - lost + byes
    assert sum(row.difference for row in table.rows) == 0
    assert [row.place for row in table.rows] == sorted(row.place for row in table.rows)
    assert sum(row.played for row in table.rows) == 2 * len(decided)
    names = {row.player for row in table.rows}
    met = [frozenset((each.first, each.second)) for each in table.matches if each.second]
    if not swiss:
        assert sorted(map(sorted, met)) == sorted([a, b] for a in names for b in names if a < b)
    for games in table.rounds if swiss else ():
        named = [name for each in games for name in (each.first, each.second) if name]
        assert len(named) == len(set(named))
    assert table.gone <= names


def without(facts, wrong, cup):
    """What the facts come to if those that were left out had never been written. Nobody leaves at another moment."""
    day = fold(cup, [fact for number, fact in enumerate(facts) if number not in wrong])
    assert day.problems == ()
    again = [match.facts for table in day.tables for match in table.matches]
    assert all(list(each) == sorted(each) for each in again)
    numbered = dict(enumerate(n for n in range(len(facts)) if n not in wrong))
    return renumbered(day.tables, numbered), day.qualified, day.winner


def renumbered(tables, numbered):
    return tuple(
        replace(
            table,
            matches=tuple(
                replace(match, facts=tuple(numbered[number] for number in match.facts)) for match in table.matches
            ),
        )
        for table in tables
    )


def test_the_days_by_chance_have_facts_of_every_kind_that_cannot_be():
    codes = {
        problem.code
        for cup in CUPS.values()
        for seed in range(6)
        for problem in fold(cup, by_chance(seed, cup)).problems
    }
    assert {"score", "decided", "no-score", "not-played", "entered", "no-entrant"} <= codes
    assert any(isinstance(fact, Paired) for fact in by_chance(1, SWISS))
