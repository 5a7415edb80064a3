"""Rows of a season's calendar: which of its nights have no league matches, and what they are for."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta

from django.urls import reverse

from league.base.ui.formats import night
from league.exchange.choices import RowOutcome
from league.exchange.values.outcomes import ImportSheet, NameQuestion, RowPreview, conflict
from league.reading.days import parse_day
from league.reading.layouts.calendar import KINDS, kinds_of
from league.reading.marks import CellMark, mark_of
from league.reading.values import SheetLine
from league.schedule.choices import BlackoutKind
from league.schedule.models import Blackout, Fixture, Season
from league.schedule.queries.nights import divisions_of
from league.schedule.queries.seasons import league_competition
from league.schedule.values.calendar import league_nights, week_of
from scoring.names import spelling
from scoring.words import several

LONGEST_REASON = 80
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
        why = "" if day else f"“{written}” is not a date." if written else "The row has no date."
        why = why or (day.contradiction if day else "") or ("" if title else "It does not say what the night is for.")
        if why or day is None:
            yield conflict(line, f"{written} {title}".strip() or "No date", [why])
            continue
        first = week_of(day.day) if by_week else day.day
        words = f"{'Week of ' if by_week else ''}{night(first, year=True)}: {title}"
        kind, ask = _kind(sheet, line, title)
        if ask is not None:
            yield conflict(line, words, ["It may be a night of several things. Say what it is for."], ask)
            continue
        last = first + REST_OF_WEEK if by_week else first
        row = Blackout(season=season, first=first, last=last, **_what_for(sheet, line, kind))
        number, of_row = above.setdefault(first, (line.number, kind))
        if number != line.number and LEAGUE in (kind, of_row) and kind != of_row:
            yield conflict(line, words, [f"Row {number} has this night for something else. Keep one of them."])
        elif number != line.number:
            yield RowPreview(line.number, RowOutcome.LEFT, words, (f"Row {number} has this night already.",))
        else:
            yield _beside(line, words, row, blackouts, season, matches=matches)


def _kind(sheet: ImportSheet, line: SheetLine, title: str) -> tuple[str, NameQuestion | None]:
    """What a night is for: as its row says, by its words, or as somebody answered; with the question, if nobody has."""
    written, key = sheet.get(line, "kind"), spelling(title)
    kinds = (written.casefold(),) if written.casefold() in dict(KINDS) else kinds_of(written) or kinds_of(title)
    answer = kinds[0] if len(kinds) == 1 else sheet.answers.get("night", {}).get(key, "")
    return answer, None if answer else NameQuestion("night", key, title, KINDS, label=f"The night “{title}” is")


def _what_for(sheet: ImportSheet, line: SheetLine, kind: str) -> dict[str, str]:
    """What a night is left out for; no kind where it is a night of the league."""
    title, note = sheet.get(line, "title"), sheet.get(line, "note")
    stored = BlackoutKind.HOLIDAY if mark_of(title) is CellMark.HOLIDAY else STORED.get(kind, "")
    return {"kind": stored, "reason": f"{title}, {note}".removesuffix(", ")[:LONGEST_REASON]}


def _beside(
    line: SheetLine,
    words: str,
    row: Blackout,
    blackouts: list[Blackout],
    season: Season,
    *,
    matches: Counter[date | None],
) -> RowPreview:
    off = [each for each in blackouts if each.first <= row.last and each.last >= row.first]
    link = (reverse("season-nights", args=[season.league.slug, season.slug]), f"Change the nights of season {season}")
    if row.last < season.starts or row.first > season.ends:
        why = f"The season is from {night(season.starts)} to {night(season.ends, year=True)}."
        return RowPreview(line.number, RowOutcome.LEFT, words, (why,)) if row.kind else conflict(line, words, [why])
    if not row.kind and off:
        return conflict(line, words, [f"The site has no league matches then: {off[0]}."], link=link)
    if not row.kind:
        return RowPreview(line.number, RowOutcome.SAME, words, ("A night of the league, as before",))
    if any(each.first <= row.first and each.last >= row.last for each in off):
        return RowPreview(line.number, RowOutcome.SAME, words, (f"No league matches then already: {off[0]}",))
    notes = [f"{row.get_kind_display()}: no league matches then"]
    if down := sum(number for day, number in matches.items() if day and row.first <= day <= row.last):
        notes.append(f"{several(down, 'league match')} already down for then: nothing is moved")
    return RowPreview(line.number, RowOutcome.NEW, words, tuple(notes), row)
