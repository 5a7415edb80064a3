"""Rows of points given and taken beside those of a season."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from league.base.ui.formats import night
from league.exchange.choices import RowOutcome
from league.exchange.queries.preview.names import team_names
from league.exchange.values.outcomes import ImportSheet, RowPreview, conflict, name_question
from league.exchange.values.score_cells import written_number
from league.reading.days import parse_day
from league.reading.values import SheetLine
from league.results.actions.adjustments import AdjustmentRow
from league.results.choices import DEDUCTION_KINDS, AdjustmentKind
from league.results.models import Adjustment
from league.schedule.models import Entry
from league.schedule.queries.seasons import league_competition
from scoring.card.points import amount
from scoring.names import fold

LONGEST_REASON = 200
KINDS = {fold(text): kind for kind in AdjustmentKind for text in (kind.label, kind.value)}


def preview_adjustments(sheet: ImportSheet, today: date) -> Iterator[RowPreview]:
    season, competition = sheet.season, league_competition(sheet.season)
    entries = Entry.objects.filter(division__competition=competition).select_related("division__competition", "team")
    by_team = {entry.team_id: entry for entry in entries.order_by("pk")}
    names = team_names(sheet, also={entry.name: entry.team for entry in by_team.values()})
    rows = Adjustment.objects.filter(competition=competition, revoked_at=None)
    counts = Counter((row.entry_id, row.kind, Fraction(row.points), row.on) for row in rows)
    for line in sheet.lines:
        name = sheet.get(line, "team")
        name_match, text = names.find(name), f"{name or 'No team'}, {sheet.get(line, 'points') or 'no points'}"
        why = list(_errors(sheet, line))
        entry = by_team.get(name_match.row.pk) if name_match.row else None
        if name_match.in_doubt:
            why.append(f"Is it {' or '.join(map(str, name_match.near))}?")
        elif entry is None:
            why.append(f"{name or 'It'} is in no division of season {season}.")
        if why or entry is None:
            ask = name_question("team", name, name_match.near) if name_match.in_doubt and len(why) == 1 else None
            yield conflict(line, text, why, ask)
            continue
        row = _row(sheet, line, entry, today)
        key = (entry.pk, row.kind, row.points, row.on)
        same = counts[key] > 0
        counts[key] -= same
        words = (
            f"{entry}: {amount(abs(row.points))} {'off' if row.points < 0 else 'on'}, from {night(row.on, year=True)}"
        )
        notes = tuple(filter(None, (row.kind.label, row.reason, name_match.note)))
        yield RowPreview(line.number, RowOutcome.SAME if same else RowOutcome.NEW, words, notes, row)


def _row(sheet: ImportSheet, line: SheetLine, entry: Entry, today: date) -> AdjustmentRow:
    """Points without a sign are taken off, unless the row says that they were given."""
    season, written = sheet.season, sheet.get(line, "kind")
    points = written_number(sheet.get(line, "points")) or Fraction(0)
    kind = KINDS.get(fold(written)) if written else None
    if kind is None:
        plus = sheet.get(line, "points").startswith("+")
        kind = AdjustmentKind.AWARD if plus else AdjustmentKind.DEDUCTION
    signed = -abs(points) if kind in DEDUCTION_KINDS else abs(points)
    day = parse_day(sheet.get(line, "on"), season.starts, season.ends)
    on = day.day if day else season.nearest_day(today)
    return AdjustmentRow(entry, kind, signed, sheet.get(line, "reason"), on)


def _errors(sheet: ImportSheet, line: SheetLine) -> Iterator[str]:
    season = sheet.season
    points, on, kind = (sheet.get(line, name) for name in ("points", "on", "kind"))
    number, day = written_number(points), parse_day(on, season.starts, season.ends) if on else None
    if not number:
        yield f"“{points}” is not a number of points." if points else "The row has no points."
    if on and day is None:
        yield f"“{on}” is not a date. Write it as 24/11/2026."
    elif day is not None and not season.starts <= day.day <= season.ends:
        yield f"{night(day.day, year=True)} is outside the season."
    elif day is not None and day.contradiction:
        yield day.contradiction
    if kind and fold(kind) not in KINDS:
        yield f"“{kind}” is no reason for points. Write one of: {', '.join(kind.label for kind in AdjustmentKind)}."
    elif number and number < 0 and kind and KINDS[fold(kind)] not in DEDUCTION_KINDS:
        yield f"“{kind}” gives points, and {points} takes them off."
    if len(sheet.get(line, "reason")) > LONGEST_REASON:
        yield f"The reason has at most {LONGEST_REASON} letters."
