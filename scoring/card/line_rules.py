"""What the rules of play say about a line of the card: how it is dealt, and whether its target is hit exactly."""

from dataclasses import dataclass
from functools import cache

from scoring.card.format import Discipline, Line
from scoring.play.parameters import DrawRule, Finish, HandEnd, Settlement, Spinner, Unit
from scoring.play.presets import CHAMPIONSHIP, PRESETS
from scoring.play.rules import Rules

# Where a line names no rules of play: the deals that can peg the most in a hand, so that nothing possible is refused.
MOST_GENEROUS = {2: (9, 1), 4: (6, 1)}


@dataclass(frozen=True, slots=True)
class Deal:
    """`players` at the table, `tiles` to each, `chip` the point for going out (0 or 1)."""

    players: int
    tiles: int
    chip: int


@cache
def deal_of(line: Line) -> Deal | None:
    """The deal of a line, None if the proved facts of fives and threes do not hold for it."""
    players, rules = 2 * line.players, _rules(line)
    if rules is None:
        return Deal(players, *MOST_GENEROUS[players]) if players in MOST_GENEROUS else None
    deals = dict(rules.deal)
    return Deal(players, deals[players], rules.chip) if players in deals and _is_plain(rules) else None


def is_exact(line: Line) -> bool:
    """Whether the winner finishes on the target itself, as in every league unless a line's rules say otherwise."""
    rules = _rules(line)
    return rules is None or rules.finish is Finish.EXACT


def pegged_under(line: Line) -> Rules | None:
    """The rules that a line is pegged under on a crib board, from its own starts to its own target.

    None if it is only won or lost.

    A line of fives and threes that names no rules of play is pegged under the championship's.
    """
    if line.discipline is not Discipline.FIVES_THREES or line.target is None:
        return None
    starts = line.starts if any(line.starts) else ()
    rules = _rules(line) or line.house.on(CHAMPIONSHIP, 2 * line.players)
    return rules.but(target=line.target, starts=starts)


def played_under(line: Line) -> Rules | None:
    """The rule set that a line names, with the house rules and the line's own target; None where it names none."""
    rules = _rules(line)
    return rules if rules is None or line.target is None else rules.but(target=line.target)


def _rules(line: Line) -> Rules | None:
    preset = PRESETS.get(line.rules) if line.rules is not None else None
    return preset and line.house.on(preset, 2 * line.players)


def _is_plain(rules: Rules) -> bool:
    """Fives and threes on a line without spinners: the game that the facts were proved for."""
    scoring = (rules.set_max, rules.divisors, rules.unit) == (6, (3, 5), Unit.QUOTIENT)
    table = (rules.spinner, rules.draw, rules.settlement) == (Spinner.NONE, DrawRule.NONE, Settlement.NONE)
    return scoring and table and rules.chip in {0, 1} and rules.hand_end is not HandEnd.ALL_BLOCKED
