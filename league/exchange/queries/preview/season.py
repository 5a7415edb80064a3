"""Rows of a season besides its matches: points given and taken, and the nights of its calendar."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction

from django.urls import reverse

from league.base.ui.formats import night
from league.exchange.choices import RowOutcome
from league.exchange.queries.preview.names import team_names
from league.exchange.values.outcomes import ImportSheet, NameQuestion, RowPreview, name_question
from league.exchange.values.scores import written_number
from league.reading.days import parse_day
from league.reading.layouts.calendar import KINDS, kinds_of
from league.reading.marks import CellMark, mark_of
from league.reading.values import SheetLine
from league.results.actions.adjustments import AdjustmentRow
from league.results.choices import DEDUCTION_KINDS, AdjustmentKind
from league.results.models import Adjustment
from league.schedule.choices import BlackoutKind
from league.schedule.models import Blackout, Entry, Fixture, Season
from league.schedule.queries.seasons import divisions_of, league_competition
from league.schedule.values.calendar import league_nights, week_of
from scoring.card.points import amount
from scoring.names import fold, spelling
from scoring.words import several

# --- points given and taken -------------------------------------------------------------------------------------------
LONGEST_REASON = 200
ADJUSTMENT_KINDS = {fold(text): kind for kind in AdjustmentKind for text in (kind.label, kind.value)}


def preview_adjustments(sheet: ImportSheet, today: date) -> Iterator[RowPreview]:
    competition = league_competition(sheet.season)
    entries = Entry.objects.filter(division__competition=competition).select_related("division__competition", "team")
    by_team = {entry.team_id: entry for entry in entries.order_by("pk")}
    names = team_names(sheet, also={entry.name: entry.team for entry in by_team.values()})
    adjustments = Adjustment.objects.filter(competition=competition, revoked_at=None)
    counts = Counter((each.entry_id, each.kind, Fraction(each.points), each.on) for each in adjustments)
    for line in sheet.lines:
        name = sheet.get(line, "team")
        match = names.find(name)
        row = RowPreview(line, f"{name or 'No team'}, {sheet.get(line, 'points') or 'no points'}")
        row.problems += _adjustment_errors(sheet, line)
        entry = by_team.get(match.row.pk) if match.row else None
        if match.in_doubt:
            row.ask = None if row.problems else name_question("team", name, match.near)
            row.problems.append(f"Is it {' or '.join(map(str, match.near))}?")
        elif entry is None:
            row.problems.append(f"{name or 'It'} is in no division of season {sheet.season}.")
        if entry is not None and not row.problems:
            doing = row.doing = _adjustment(sheet, line, entry, today)
            key = (entry.pk, doing.kind, doing.points, doing.on)
            if counts[key] > 0:
                counts[key] -= 1
                row.fate = RowOutcome.SAME
            way = "off" if doing.points < 0 else "on"
            row.words = f"{entry}: {amount(abs(doing.points))} {way}, from {night(doing.on, year=True)}"
            row.notes += filter(None, (doing.kind.label, doing.reason, match.note))
        yield row


def _adjustment(sheet: ImportSheet, line: SheetLine, entry: Entry, today: date) -> AdjustmentRow:
    """Points without a sign are taken off, unless the row says that they were given."""
    season, points = sheet.season, sheet.get(line, "points")
    number = abs(written_number(points) or Fraction(0))
    kind = ADJUSTMENT_KINDS.get(fold(sheet.get(line, "kind")))
    if kind is None:
        kind = AdjustmentKind.AWARD if points.startswith("+") else AdjustmentKind.DEDUCTION
    day = parse_day(sheet.get(line, "on"), season.starts, season.ends)
    on = day.day if day else season.nearest_day(today)
    return AdjustmentRow(entry, kind, -number if kind in DEDUCTION_KINDS else number, sheet.get(line, "reason"), on)


def _adjustment_errors(sheet: ImportSheet, line: SheetLine) -> Iterator[str]:
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
    if kind and fold(kind) not in ADJUSTMENT_KINDS:
        yield f"“{kind}” is no reason for points. Write one of: {', '.join(kind.label for kind in AdjustmentKind)}."
    elif number and number < 0 and kind and ADJUSTMENT_KINDS[fold(kind)] not in DEDUCTION_KINDS:
        yield f"“{kind}” gives points, and {points} takes them off."
    if len(sheet.get(line, "reason")) > LONGEST_REASON:
        yield f"The reason has at most {LONGEST_REASON} letters."


# --- the nights of its calendar ---------------------------------------------------------------------------------------
LONGEST_NIGHT = 80
LEAGUE = "league"
STORED = {"cup": BlackoutKind.CUP, "free": BlackoutKind.SPARE, "other": BlackoutKind.OTHER}
REST_OF_WEEK = timedelta(days=6)


def preview_nights(sheet: ImportSheet, _: date) -> Iterator[RowPreview]:
    """Each night beside those that the season has. A calendar none of whose days is a night of the league's names weeks
    by another of their days, and then each row is about its week.
    """
    season, competition = sheet.season, league_competition(sheet.season)
    nights = league_nights(season, list(divisions_of(competition)))
    days = {line.number: parse_day(sheet.get(line, "date"), season.starts, season.ends) for line in sheet.lines}
    by_week = not any(day and day.day in nights for day in days.values())
    blackouts = list(Blackout.objects.filter(season=season).order_by("first", "pk"))
    matches = Counter(Fixture.objects.filter(division__competition=competition).values_list("date", flat=True))
    above: dict[date, tuple[int, str]] = {}
    for line in sheet.lines:
        title, written, day = sheet.get(line, "title"), sheet.get(line, "date"), days[line.number]
        row = RowPreview(line, f"{written} {title}".strip() or "No date")
        why = "" if day else f"“{written}” is not a date." if written else "The row has no date."
        why = why or (day.contradiction if day else "") or ("" if title else "It does not say what the night is for.")
        if why or day is None:
            row.problems.append(why)
        else:
            first = week_of(day.day) if by_week else day.day
            row.words = f"{'Week of ' if by_week else ''}{night(first, year=True)}: {title}"
            kind = _kind(sheet, row, title)
            if kind and _is_first(row, above.setdefault(first, (line.number, kind)), kind):
                last = first + REST_OF_WEEK if by_week else first
                stored = BlackoutKind.HOLIDAY if mark_of(title) is CellMark.HOLIDAY else STORED.get(kind, "")
                reason = f"{title}, {sheet.get(line, 'note')}".removesuffix(", ")[:LONGEST_NIGHT]
                blackout = Blackout(season=season, first=first, last=last, kind=stored, reason=reason)
                _beside(row, blackout, blackouts, season, matches)
        yield row


def _kind(sheet: ImportSheet, row: RowPreview, title: str) -> str:
    """What a night is for: as its row says, by its words, or as somebody answered; or it is asked."""
    written, key = sheet.get(row.line, "kind"), spelling(title)
    kinds = (written.casefold(),) if written.casefold() in dict(KINDS) else kinds_of(written) or kinds_of(title)
    kind = kinds[0] if len(kinds) == 1 else sheet.answers.get("night", {}).get(key, "")
    if not kind:
        row.problems.append("It may be a night of several things. Say what it is for.")
        row.ask = NameQuestion("night", key, title, KINDS, label=f"The night “{title}” is")
    return kind


def _is_first(row: RowPreview, above: tuple[int, str], kind: str) -> bool:
    """Whether no row above has this night; `above` is the number of the first that has, and its kind."""
    number, other = above
    if number == row.number:
        return True
    if LEAGUE in (kind, other) and kind != other:
        row.problems.append(f"Row {number} has this night for something else. Keep one of them.")
    else:
        row.left = f"Row {number} has this night already."
    return False


def _beside(
    row: RowPreview, blackout: Blackout, blackouts: list[Blackout], season: Season, matches: Counter[date | None]
) -> None:
    first, last = blackout.first, blackout.last
    off = [each for each in blackouts if each.first <= last and each.last >= first]
    if last < season.starts or first > season.ends:
        why = f"The season is from {night(season.starts)} to {night(season.ends, year=True)}."
        if blackout.kind:
            row.left = why
        else:
            row.problems.append(why)
    elif not blackout.kind and off:
        row.problems.append(f"The site has no league matches then: {off[0]}.")
        address = reverse("season-nights", args=[season.league.slug, season.slug])
        row.link = (address, f"Change the nights of season {season}")
    elif not blackout.kind:
        row.fate, row.notes = RowOutcome.SAME, ["A night of the league, as before"]
    elif any(each.first <= first and each.last >= last for each in off):
        row.fate, row.notes = RowOutcome.SAME, [f"No league matches then already: {off[0]}"]
    else:
        row.doing, row.notes = blackout, [f"{blackout.get_kind_display()}: no league matches then"]
        if down := sum(number for day, number in matches.items() if day and first <= day <= last):
            row.notes.append(f"{several(down, 'league match')} already down for then: nothing is moved")
