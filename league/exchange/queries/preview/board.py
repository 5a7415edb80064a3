"""Rows of honours beside the lines of the board. What says that nobody won is left out, and no winner."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.db.models import F

from league.cups.actions.honours import FIRST_YEAR, BoardLine, HonourRow
from league.cups.models import LONGEST_ON_BOARD, Honour
from league.exchange.choices import RowOutcome
from league.exchange.values.outcomes import ImportSheet, RowPreview, RowReading, conflict
from league.reading.cells import parse_season
from league.reading.days import parse_day
from league.reading.layouts.honours_list import is_ditto, read_award
from league.reading.values import SheetLine
from league.schedule.models import Season
from scoring.names import spelling

BOARD_WORDS = {"title": "trophy", "winner": "winner", "runner_up": "runner-up", "note": "note", "years": "year"}


@dataclass
class _HonourLine(RowReading):
    """A row as the board would have it."""

    year: int | None = None
    values: dict[str, str] = field(default_factory=dict)


def preview_honours(sheet: ImportSheet, today: date) -> Iterator[RowPreview]:
    seasons = list(Season.objects.filter(ends__year__gt=F("starts__year")).order_by("ends"))
    board = {(row.year, spelling(row.title)): row for row in Honour.objects.order_by("pk")}
    first: dict[tuple[int, str], int] = {}
    above: dict[str, str] = {}
    for line in sheet.lines:
        honour = _read(sheet, line, above, today, seasons)
        title = spelling(honour.values["title"])
        row = first.setdefault((honour.year or 0, title), line.number)
        if row != line.number:
            honour.why.append(f"Row {row} has this trophy for this year too. Keep one of them.")
        honour.left = "" if honour.why else honour.left
        if honour.kept_out or honour.year is None:
            yield honour.kept_out or conflict(line, honour.words, ())
        else:
            above[title] = honour.values["winner"]
            yield _honour(board.get((honour.year, title)), honour)


def _read(
    sheet: ImportSheet, line: SheetLine, above: dict[str, str], today: date, seasons: Sequence[Season]
) -> _HonourLine:
    """A row with its winner as the cell means it: the one above for "do.", two who share it, who beat whom.

    `seasons` are the league's that go over a New Year.
    """
    text = sheet.get(line, "year")
    year, years = _year(text, seasons)
    values = {name: sheet.get(line, name) for name in LONGEST_ON_BOARD} | {"years": years}
    honour = _HonourLine(line, "", year=year, values=values)
    written = values["winner"]
    if is_ditto(written):
        before = above.get(spelling(values["title"]), "")
        values["winner"] = before or written
        if not before:
            honour.why.append(f"“{written}”: no row above has a winner of this trophy.")
        else:
            honour.notes.append(f"Written “{written}”: the winner above")
    elif written:
        award = read_award(written)
        honour.left = f"{award.none} It is left off the board." if award.none else ""
        if not award.none and award.winner != written:
            honour.notes.append(f"Written “{written}”")
            values |= {"winner": award.winner, "runner_up": values["runner_up"] or award.runner_up}
            values["note"] = values["note"] or award.note
    shown = years or _season_ended(year, seasons) or text
    honour.words = f"{shown} {values['title']}: {values['winner']}"
    honour.notes += [f"Written “{text}”: the season that ended in {year}"] if seasons and not years and year else []
    honour.why += _errors(text, year, values, today)
    return honour


def _honour(row: Honour | None, honour: _HonourLine) -> RowPreview:
    """A line beside the one of the same year and trophy. An empty cell says nothing."""
    assert honour.year is not None
    number, words, notes = honour.line.number, honour.words, tuple(honour.notes)
    if row is None:
        doing = HonourRow(None, BoardLine(honour.year, **honour.values))
        return RowPreview(number, RowOutcome.NEW, words, notes, doing=doing)
    names = ("winner", "runner_up", "note", "years")
    values = {name: honour.values[name] for name in names if honour.values[name]}
    changes = tuple(
        f"{BOARD_WORDS[name].capitalize()}: {value}, was {getattr(row, name) or 'empty'}"
        for name, value in values.items()
        if value != getattr(row, name)
    )
    merged = {name: values.get(name, getattr(row, name)) for name in names}
    doing = HonourRow(row, BoardLine(row.year, row.title, **merged))
    return RowPreview(number, RowOutcome.CHANGED if changes else RowOutcome.SAME, words, (*changes, *notes), doing)


def _year(text: str, seasons: Sequence[Season]) -> tuple[int | None, str]:
    """The year in which the season ended, and the season if it is written; of a day the season that it falls into."""
    if years := parse_season(text):
        return years.last, "" if years.first == years.last else years.label
    written = parse_day(text)
    if written is None:
        return None, ""
    late = any((written.day.month, written.day.day) >= (each.starts.month, each.starts.day) for each in seasons[-1:])
    return written.day.year + late, ""


def _season_ended(year: int | None, seasons: Sequence[Season]) -> str:
    """As the board shows a year alone: the season that ended in it; "" where seasons are within a year."""
    named = next((each.name for each in reversed(seasons) if each.ends.year == year), "")
    return named or (f"{year - 1}-{year % 100:02}" if year and seasons else "")


def _errors(text: str, year: int | None, values: dict[str, str], today: date) -> Iterator[str]:
    if year is None or not FIRST_YEAR <= year <= today.year + 1:
        yield f"“{text}” is not a year from {FIRST_YEAR} to {today.year + 1}."
    for name in ("title", "winner"):
        if not values[name]:
            yield f"The row has no {BOARD_WORDS[name]}."
    for name, most in LONGEST_ON_BOARD.items():
        if len(values[name]) > most:
            yield f"The {BOARD_WORDS[name]} has at most {most} letters."
