"""Whether a league's settings can be played at all, before anybody plays them.

Knows which settings go together. Refuses to know whether they are wise.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from scoring.card.constitution import Constitution, Step
from scoring.card.faults import SEVERITY
from scoring.card.format import Discipline, Format, Line, Pegs, Settle, ShortSide
from scoring.card.points import Scheme
from scoring.play.presets import PRESETS as RULES_OF_PLAY

LEAP_YEAR = 2028
LAST_STEPS = frozenset({Step.PLAY_OFF, Step.SHARED, Step.NAME})


@dataclass(frozen=True, slots=True)
class Complaint:
    """One setting that cannot be: its path in the constitution ("format.lines.3.games"), and why in words."""

    path: str
    message: str


Complaints = Iterator[Complaint]


def complaints(league: Constitution) -> tuple[Complaint, ...]:
    """Everything about a league's settings that cannot be played; empty when they are sound."""
    return (
        *_lines(league.format),
        *_sides(league.format),
        *_limits(league.format),
        *_points(league.scheme, league.format),
        *_table(league),
        *_calendar(league),
        *_rules(league),
    )


def _lines(form: Format) -> Complaints:
    if not form.lines:
        yield Complaint("format.lines", "A match needs at least one line.")
    labels = [line.label for line in form.lines]
    for i, line in enumerate(form.lines):
        path = f"format.lines.{i}"
        if not line.label.strip() or labels.index(line.label) < i:
            yield Complaint(f"{path}.label", "Every line needs a label of its own.")
        yield from _line(line, path)
    if form.pegs is Pegs.REQUIRED and not any(line.target for line in form.lines):
        yield Complaint("format.pegs", "Pegs cannot be required when no line is pegged to a target.")


def _line(line: Line, path: str) -> Complaints:
    if line.players < 1:
        yield Complaint(f"{path}.players", f"{line.label} needs at least one player a side.")
    if line.games < 1:
        yield Complaint(f"{path}.games", f"{line.label} needs at least one game.")
    elif line.settle is Settle.BEST_OF and line.games % 2 == 0:
        yield Complaint(f"{path}.games", f"The best of {line.games} games may come out level: make it an odd number.")
    if line.rules is not None and line.rules not in RULES_OF_PLAY:
        yield Complaint(f"{path}.rules", f"There are no rules of play called {line.rules}.")
    if line.discipline is not Discipline.FIVES_THREES and line.target is not None:
        yield Complaint(f"{path}.target", f"{line.label} is not pegged, so it has no target.")
    elif line.target is not None and line.target < 1:
        yield Complaint(f"{path}.target", f"The target of {line.label} must be at least 1.")


def _sides(form: Format) -> Complaints:
    if form.side < max([line.players for line in form.lines], default=1):
        yield Complaint("format.side", "A full side must be able to fill its largest line.")
    if not 1 <= form.minimum <= form.side:
        yield Complaint("format.minimum", f"The fewest players must be from 1 to {form.side}, a full side.")
    if form.squad is not None and form.squad < form.side:
        yield Complaint("format.squad", f"A squad must hold a full side of {form.side}.")
    if form.used is not None and form.used < form.side:
        yield Complaint("format.used", f"A side must be allowed to use a full side of {form.side}.")
    if (form.short is ShortSide.TWICE) != (form.twice > 0):
        yield Complaint("format.twice", "Say how many may play twice if, and only if, a short side's players may.")


def _limits(form: Format) -> Complaints:
    for i, limit in enumerate(form.limits):
        places = sum(line.players for line in form.lines if limit.covers(line.kind))
        if limit.most < 1:
            yield Complaint(f"format.limits.{i}.most", "A player must be allowed at least one line.")
        elif places > form.side * limit.most:
            message = f"A full side of {form.side} cannot fill {places} places with {limit.most} to a player."
            yield Complaint(f"format.limits.{i}.most", message)


def _points(scheme: Scheme, form: Format) -> Complaints:
    terms = scheme.walkover
    most = form.total_games if terms.games_for is None else terms.games_for
    if form.lines and not 0 <= terms.games_against <= most <= form.total_games:
        yield Complaint(
            "scheme.walkover", f"A walkover's games must be from 0 to {form.total_games}, the winner's more."
        )
    if bool(scheme.narrow_loss) != (scheme.narrow_margin > 0):
        yield Complaint("scheme.narrow_margin", "Points for a narrow defeat need a margin, and a margin points.")
    for i, each in enumerate(scheme.penalties):
        if not each.costs or min(each.costs) < 0:
            yield Complaint(f"scheme.penalties.{i}.costs", "A penalty takes points off: give 0 or more for each time.")
    if scheme.maximum_deduction is not None and scheme.maximum_deduction < 0:
        yield Complaint("scheme.maximum_deduction", "The most that can be taken off must be 0 or more.")
    back = scheme.buy_back
    if back is not None and (back.points <= 0 or back.price < 1 or back.days < 1):
        yield Complaint("scheme.buy_back", "Points, price and days of a buy-back must be more than 0.")


def _table(league: Constitution) -> Complaints:
    steps = league.steps
    if not steps:
        yield Complaint("steps", "Say at least one thing that decides places.")
    for i, step in enumerate(steps):
        if step in steps[:i]:
            yield Complaint(f"steps.{i}", "Each tie-break is taken once.")
        if step in LAST_STEPS and i + 1 < len(steps):
            yield Complaint(f"steps.{i}", "Nothing can follow a play-off, a shared place or the order of names.")
    if league.withdrawal_award < 0:
        yield Complaint("withdrawal_award", "Points for a withdrawn opponent must be 0 or more.")


def _calendar(league: Constitution) -> Complaints:
    terms = league.registration
    if terms.deadline is not None and not _is_day(*terms.deadline):
        yield Complaint("registration.deadline", "The last day to register must be a day of the year.")
    if terms.squad_minimum is not None and not 1 <= terms.squad_minimum <= (league.format.squad or terms.squad_minimum):
        yield Complaint("registration.squad_minimum", "The smallest squad must be at least 1, and fit the largest.")
    for name in ("submit_within", "confirm_within"):
        if getattr(league, name) < 1:
            yield Complaint(name, "Give at least an hour.")


def _is_day(month: int, day: int) -> bool:
    try:
        date(LEAP_YEAR, month, day)
    except ValueError:
        return False
    return True


def _rules(league: Constitution) -> Complaints:
    numbers = [rule.number for rule in league.rules]
    told: set[str] = set()
    for i, rule in enumerate(league.rules):
        if not rule.number.strip() or numbers.index(rule.number) < i:
            yield Complaint(f"rules.{i}.number", "Every rule needs a number of its own.")
        for code in rule.codes:
            if code not in SEVERITY or code in told:
                yield Complaint(f"rules.{i}.codes", f"{code} is no problem of a card, or another rule has it already.")
            told.add(code)
