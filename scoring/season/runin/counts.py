"""Standings and match ends as whole numbers that can be added up and compared.

Knows which tie-breaks are sums over matches, and folds them into one number a team, the earlier step the heavier.
Refuses to guess at those that are not sums: head-to-head depends on who else is level, and pegs on scores to come.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from scoring.card.constitution import Step
from scoring.season.ledger import Ledger, Record
from scoring.season.runin.ends import End

Pair = tuple[int, int]
Fixture = tuple[str, str]  # home and away


@dataclass(frozen=True, slots=True)
class Counts:
    """What every team has, and what every end of a match gives to (home, away); `unit` of them is one point.

    `open_step` is the step at which level teams are left that nobody can work out beforehand; None when level teams
    share the place or meet in a play-off.
    """

    has: Mapping[str, int]
    gives: tuple[Pair, ...]
    unit: int
    open_step: Step | None = None


@dataclass(frozen=True, slots=True)
class Summed:
    """A tie-break that is a sum: what a team has so far, and what the end of a match gives to home (0) or away (1)."""

    so_far: Callable[[Record], Fraction | int]
    of_end: Callable[[End, int], Fraction | int]


SUMMED: Mapping[Step, Summed] = {
    Step.POINTS: Summed(lambda record: record.points, lambda end, side: end.points[side]),
    Step.WINS: Summed(lambda record: record.won, lambda end, side: end.result == (-1 if side else 1)),
    Step.GAME_DIFFERENCE: Summed(
        lambda record: record.game_difference, lambda end, side: end.games[side] - end.games[1 - side]
    ),
    Step.GAMES_WON: Summed(lambda record: record.games_for, lambda end, side: end.games[side]),
    Step.AWAY_WINS: Summed(lambda record: record.away_wins, lambda end, side: side == 1 and end.result == -1),
    Step.FEWEST_DEDUCTIONS: Summed(lambda record: -record.deductions, lambda *_: 0),
}


def by_points(teams: Sequence[str], ledger: Ledger, ends: Sequence[End], then: Sequence[Step]) -> Counts:
    """Points alone; `open_step` is the tie-break that comes next, if one can separate."""
    has, gives, unit = _whole(SUMMED[Step.POINTS], teams, ledger, ends)
    return Counts(has, gives, unit, then[0] if then and then[0] not in {Step.PLAY_OFF, Step.SHARED} else None)


def by_steps(
    teams: Sequence[str], ledger: Ledger, ends: Sequence[End], steps: Sequence[Step], left: Sequence[Fixture]
) -> Counts:
    """Points and every tie-break after them that can be added up, as one number a team."""
    has, gives, unit = _whole(SUMMED[Step.POINTS], teams, ledger, ends)
    for step in steps:
        if step in {Step.PLAY_OFF, Step.SHARED}:
            return Counts(has, gives, unit)
        if step is Step.NAME:
            ordered = sorted(teams, key=lambda team: (ledger.name(team).casefold(), team), reverse=True)
            has = {team: has[team] * len(teams) + i for i, team in enumerate(ordered)}
            return Counts(has, tuple((a * len(teams), b * len(teams)) for a, b in gives), unit * len(teams))
        if step is Step.PEGS and all(ledger.records[team].pegs_missing for team in teams):
            continue  # a team without its pegs is separated from nobody by them
        if step is Step.LINES and all(ledger.records[team].lines_missing for team in teams):
            continue
        if step not in SUMMED:
            return Counts(has, gives, unit, step)
        more, give_more, _ = _whole(SUMMED[step], teams, ledger, ends)
        weight = _spread(more, give_more, left)
        has = {team: has[team] * weight + more[team] for team in teams}
        gives = tuple((a * weight + c, b * weight + d) for (a, b), (c, d) in zip(gives, give_more, strict=True))
        unit *= weight
    return Counts(has, gives, unit)


def _whole(
    what: Summed, teams: Sequence[str], ledger: Ledger, ends: Sequence[End]
) -> tuple[dict[str, int], tuple[Pair, ...], int]:
    """One count in whole numbers, so many to one point."""
    so_far = {team: Fraction(what.so_far(ledger.records[team])) for team in teams}
    given = [(Fraction(what.of_end(end, 0)), Fraction(what.of_end(end, 1))) for end in ends]
    every = [*so_far.values(), *(value for pair in given for value in pair)]
    unit = lcm(*(value.denominator for value in every)) if every else 1
    return (
        {team: int(value * unit) for team, value in so_far.items()},
        tuple((int(home * unit), int(away * unit)) for home, away in given),
        unit,
    )


def _spread(has: Mapping[str, int], gives: Sequence[Pair], left: Sequence[Fixture]) -> int:
    """More than any two teams can differ by at the end."""
    most = max((abs(value) for pair in gives for value in pair), default=0)
    busiest = max((sum(team in match for match in left) for team in has), default=0)
    return max(has.values(), default=0) - min(has.values(), default=0) + 2 * most * busiest + 1
