"""Everything that is wrong with a card, at once.

Knows the order in which the clauses are asked and problems are told. Refuses to know any clause: `whole`, `games`,
`pegs`, `lineup` and `eligibility` each open with their own list.
"""

from collections.abc import Callable

from scoring.card import eligibility, games, lineup, pegs, whole
from scoring.card.faults import SEVERITY, Fault, Faults
from scoring.card.match import Match, Problem
from scoring.card.reading import Reading, read
from scoring.card.sheet import Card, Side

# The card as a whole: asked of every card.
WHOLE: tuple[Callable[[Reading], Faults], ...] = (
    whole.ending,
    whole.quick,
    whole.shape,
    whole.protests,
    eligibility.signings,
    eligibility.squad,
)

# The lines: not asked where there was no play, as then the card should have no lines at all.
LINES: tuple[Callable[[Reading], Faults], ...] = (
    games.counted,
    games.winners,
    games.claims,
    games.voids,
    pegs.kept,
    pegs.landed,
    pegs.hands,
    lineup.line_ups,
    lineup.one_side,
    lineup.limits,
    lineup.numbers,
    eligibility.known,
    eligibility.registered,
    eligibility.of_age,
    eligibility.cup,
)

SECTIONS = ("ending", "quick", "lines", "signings", "remarks", "protest")


def check(card: Card, match: Match) -> tuple[Problem, ...]:
    """Every problem of a card in the order of the paper, whole before part; empty if there is none.

    Never raises, whatever the card says.
    """
    reading = read(card, match)
    clauses = WHOLE if card.ending in whole.UNPLAYED else WHOLE + LINES
    faults = [fault for clause in clauses for fault in clause(reading)]
    return tuple(_problem(fault, match) for fault in sorted(faults, key=_on_paper))


def _problem(fault: Fault, match: Match) -> Problem:
    return Problem(fault.path, SEVERITY[fault.code], fault.code, fault.message, match.rule_numbers.get(fault.code))


def _on_paper(fault: Fault) -> tuple[int, int, str]:
    """Where a fault stands on the paper: section, then line or signing (-1 for all of it), then place, home first."""
    section, *steps = fault.path.split(".", 2)
    within = ".".join(steps[1:]).replace(Side.HOME, "")
    return SECTIONS.index(section), int(steps[0]) if steps else -1, within
