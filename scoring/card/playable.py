"""Whether the format of a card can be played at all."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.card.format import Discipline, Format, Limit, Line, LineKind, Pegs, Settle, ShortSide
from scoring.card.line_rules import pegged_under, played_under
from scoring.play.parameters import Finish, Unit
from scoring.play.presets import PRESETS as RULES_OF_PLAY

SIDES = 2


@dataclass(frozen=True, slots=True)
class Complaint:
    """One setting that cannot be: its path in the rules ("format.lines.3.games"), and why in words."""

    path: str
    message: str


Complaints = Iterator[Complaint]


def lines(form: Format) -> Complaints:
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
    if not line.pegged and line.target is not None:
        yield Complaint(f"{path}.target", f"{line.label} is not pegged, so it has no target.")
    elif line.target is not None and line.target < 1:
        yield Complaint(f"{path}.target", f"The target of {line.label} must be at least 1.")
    elif any(line.starts) and not all(0 <= start < (line.target or 0) for start in line.starts):
        yield Complaint(f"{path}.starts", f"{line.label} must start on a hole below its target.")
    elif line.players >= 1 and (line.rules is None or line.rules in RULES_OF_PLAY):
        yield from _play(line, path)


def _play(line: Line, path: str) -> Complaints:
    """Whether the game of a line can be played by so many players, and won."""
    rules, players = played_under(line) or pegged_under(line), 2 * line.players
    if rules is not None and players not in dict(rules.deal):
        yield Complaint(
            f"{path}.players", f"{line.label} has {players} players, and {line.game} is not dealt to so many."
        )
        return
    if rules is not None and rules.side_count(players) != SIDES:
        yield Complaint(f"{path}.rules", f"{line.label}: in this game everybody plays alone, so no side can win.")
    for each in rules.validate() if rules else ():
        part, message = CANNOT.get(each.parameter, ("house", f"it cannot be played so: {each}."))
        yield Complaint(f"{path}.{part}", f"{line.label}: {message}")
    if rules is not None and line.target is not None and rules.unit is Unit.TOTAL and rules.finish is Finish.EXACT:
        (step,) = rules.divisors
        if any((line.target - start) % step for start in line.starts):
            message = f"No play can reach {line.target} exactly: every score of {line.game} is a multiple of {step}."
            yield Complaint(f"{path}.target", message)


# The field, and what to do, for a parameter of the game that a line may not have.
CANNOT = {
    "target": ("target", "give a target from 1 to 1000."),
    "starts": ("starts", "start on a hole below the target."),
    "deal": ("house.tiles", "there are not enough tiles in the set to deal so many to each player."),
    "overshoot": ("house.overshoot", "a score bounces back only where the target is won by landing on it exactly."),
    "finish_when": ("house.finish", "this game is won when a hand ends, so its target is reached, not landed on."),
}


def sides(form: Format) -> Complaints:
    largest = max([line.players for line in form.lines], default=1)
    if form.side < largest:
        yield Complaint(
            "format.side", f"A line of the card has {largest} players a side, so a side cannot be {form.side}."
        )
    if not 1 <= form.minimum <= form.side:
        yield Complaint("format.minimum", f"The fewest players must be from 1 to {form.side}, a full side.")
    elif form.minimum < min([line.players for line in form.lines], default=1):
        yield Complaint("format.minimum", f"A side of {form.minimum} cannot fill a single line of the card.")
    places = sum(line.players for line in form.lines)
    if form.lines and form.side > places:
        yield Complaint(
            "format.side", f"The card has places for {places} players a side, so a side cannot be {form.side}."
        )
    if form.squad is not None and form.squad < form.side:
        yield Complaint("format.squad", f"A squad must hold a full side of {form.side}.")
    if form.used is not None and form.used < form.side:
        yield Complaint("format.used", f"A side must be allowed to use a full side of {form.side}.")
    if (form.short is ShortSide.TWICE) != (form.twice > 0):
        yield Complaint("format.twice", "Say how many may play twice if, and only if, a short side’s players may.")
    elif form.twice > max(0, form.side - form.minimum) > 0:
        message = f"At most {form.side - form.minimum} can be missing from a side, so no more can play twice."
        yield Complaint("format.twice", message)


def limits(form: Format) -> Complaints:
    for i, limit in enumerate(form.limits):
        places = sum(line.players for line in form.lines if limit.covers(line.kind))
        if limit.most < 1:
            yield Complaint(f"format.limits.{i}.most", "A player must be allowed at least one line.")
        elif form.lines and not places:
            yield Complaint(f"format.limits.{i}.most", f"The card has no {_kind(limit)}: this limit would never hold.")
        elif (limit.players, limit.discipline) in [(each.players, each.discipline) for each in form.limits[:i]]:
            yield Complaint(f"format.limits.{i}.most", "There is a limit for these lines already.")
        elif places > form.side * limit.most:
            message = f"A full side of {form.side} cannot fill {places} places with {limit.most} to a player."
            yield Complaint(f"format.limits.{i}.most", message)


def _kind(limit: Limit) -> str:
    noun = "lines" if limit.players is None else LineKind(limit.players, Discipline.WON_LOST).noun
    return noun if limit.discipline is None else f"{noun} of {LineKind(1, limit.discipline).game}"
