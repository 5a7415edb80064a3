"""Small hand-made seasons: four pubs, two points for a win and one for a draw."""

from datetime import date, timedelta
from fractions import Fraction

from scoring.card.league_rules import Step
from scoring.card.outcome import Kind, Outcome, Tally
from scoring.card.points import Scheme
from scoring.card.sheet import Side
from scoring.season.table import Row, table

NAMES = {"a": "Arms", "b": "Bell", "c": "Crown", "d": "Dog"}
FIRST_NIGHT = date(2026, 10, 5)
TWO_ONE = Scheme("two, one", win=Fraction(2), draw=Fraction(1))


def result(home, away, games, *, week=0, half=1, pegs=(None, None), kind=Kind.PLAYED, counts=True):
    """One match: (home, away) games, with two points for a win and one for a draw."""
    difference = games[0] - games[1]
    winner = Side.HOME if difference > 0 else Side.AWAY if difference < 0 else None
    points = (Fraction(1 + (difference > 0) - (difference < 0)), Fraction(1 + (difference < 0) - (difference > 0)))
    tally = Tally(kind, *games, None, None, *pegs, *points, winner, counts)
    return Outcome(f"{home}{away}{week}", home, away, FIRST_NIGHT + timedelta(weeks=week), tally, half)


def ranked(outcomes, *steps: Step, teams="abc", scheme=TWO_ONE, **rest) -> tuple[Row, ...]:
    return table(list(teams), outcomes, scheme, steps, names=NAMES, **rest)


def places(rows):
    return [(row.place, NAMES[row.team], row.points) for row in rows]


def reasons(rows):
    return {NAMES[row.team]: row.reason for row in rows}
