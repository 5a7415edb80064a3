"""What the ids of a clash stand for: each with its row, in words, and the kind of page on which it is changed.

Knows a season's rows and their real days. Refuses to know why its parts clash.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.utils.text import capfirst

from league.schedule.queries.task import Rows, home_night, week_of
from league.schedule.queries.words import said
from league.ui.words import night
from scoring.season.schedule.ids import Constraint, ConstraintKind, in_words, parse
from scoring.season.schedule.task import Task


@dataclass(frozen=True, slots=True)
class Part:
    """One side of a clash. `page` is "wish", "preset", "venue", "nights" or "division": where it can be changed."""

    id: str
    page: str
    row: Any
    words: str


def parts_of(ids: Iterable[str], rows: Rows, task: Task) -> tuple[Part, ...]:
    """The parts of a clash, in its order; `task` is what the rows make. A row that is gone since is left out."""
    found = (_part(ident, rows, task) for ident in ids)
    return tuple(part for part in found if part is not None)


def _part(ident: str, rows: Rows, task: Task) -> Part | None:
    each = parse(ident)
    match each.kind:
        case ConstraintKind.WISH:
            wish = next((wish for wish in rows.wishes if f"R{wish.pk}" == each.of), None)
            return Part(ident, "wish", wish, said(wish)) if wish else None
        case ConstraintKind.FIXED:
            preset = next((preset for preset in rows.presets if f"F{preset.pk}" == each.of), None)
            words = f"{preset} is fixed for {night(preset.date)}" if preset else ""
            return Part(ident, "preset", preset, words) if preset else None
        case ConstraintKind.VENUE | ConstraintKind.CLOSED:
            return _at_venue(each, rows, task)
    division = next((division for division in rows.divisions if f"D{division.pk}" == each.of), None)
    page = "nights" if each.kind is ConstraintKind.ROUNDS else "division"
    return Part(ident, page, division, capfirst(in_words(task, ident))) if division else None


def _at_venue(each: Constraint, rows: Rows, task: Task) -> Part | None:
    name, _, weekday = each.of.partition("@")
    entry = next((entry for entry in rows.entries if f"V{entry.team.venue_id}" == name), None)
    if entry is None:
        return None
    venue = entry.team.venue
    if each.on is None:
        return Part(str(each), "venue", venue, capfirst(in_words(task, str(each))))
    on = _real(each.on, int(weekday) if weekday else home_night(entry), rows)
    return Part(str(each), "venue", venue, f"{venue} is closed on {night(on)}")


def _real(on: date, weekday: int, rows: Rows) -> date:
    """The day on which a pub is used that the task has on a date."""
    return week_of(on) + timedelta(days=weekday) if rows.by_week else on
