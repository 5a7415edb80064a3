"""Honours with a row a year and a column a trophy.

YEAR,A DIV,RUNNERS UP,B DIV,RUNNERS UP,SINGLES
1966-67,Oddfellows,Beacon,Royal Star,Fleece,J. Hobbs
1967/68,do.,Oddfellows B,-,-,D Hartley bt S Kirkby
1978,NOT PLAYED,,,,
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from league.reading.days import is_day
from league.reading.layouts.honours_list import APART, AwardInCell, award_row, not_awarded, read_award
from league.reading.match_columns import is_heading
from league.reading.tabular import (
    PIECE,
    apart,
    cell_at,
    filled,
    has_word,
    is_blank,
    is_ditto,
    normalise,
    parted,
    read_year,
    text_lines,
    whole,
)
from league.reading.values import Content, Context, LeftOut, Reading, ReadingQuestion, ReadRow, SheetLine, SourceSheet
from scoring.names import fold

SECOND = re.compile(
    r"(?i)\b(?:runners?[\s-]*up|r\s*[/.-]\s*u(?:p)?\.?|second|2nd|beaten finalists?|losing finalists?|finalists?"
    r"|losers?)(?=\W|$)",
)
FIRST = re.compile(r"(?i)\b(?:winners?|champions?|holders?|1st|first(?: place)?|won by)(?=\W|$)")
ONLY_WINNERS = re.compile(r"(?i)\b(?:winners?|won by)(?=\W|$)")
NOTES = frozenset(("note", "notes", "remarks", "comments", "comment", "score", "result", "venue", "finalscore"))
LIST_HEADINGS = frozenset(("trophy", "competition", "cup", "honour", "event", "title", "award", "wonwhat"))


@dataclass(frozen=True, slots=True)
class TrophyColumn:
    column: int
    title: str
    part: str  # winner, runner_up, note, or empty where the heading does not say


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    if sheet.text and all(len(line.cells) < 2 for line in sheet.lines):
        sheet = SourceSheet(sheet.name, _by_eye(text_lines(sheet), context))
    if turned := _with_years_down(sheet.lines, context):
        return read(SourceSheet(sheet.name, turned), context)
    years = _year_column(sheet.lines, context)
    if years is None or any(map(is_heading, sheet.lines[:10])) or _has_days(sheet.lines):
        return ()
    first = next(at for at, line in enumerate(sheet.lines) if read_year(cell_at(line, years), context.today))
    columns, above = _columns(sheet.lines[:first], years)
    if {"played", "won"} <= {normalise(cell) for line in sheet.lines[:first] for cell in line.cells}:
        return ()  # tables of several seasons
    trophies = {column.title for column in columns if column.part == "winner"}
    headings = sheet.lines[first - 1].cells if first else ()
    listed = any(normalise(cell) in LIST_HEADINGS for cell in headings)
    if not trophies or (listed and any(FIRST.search(cell) and not _rest(FIRST, cell) for cell in headings)):
        return ()
    board = _BoardLines(columns, years, context)
    left = [LeftOut(line.number, whole(line), "A title, without a year.") for line in above]
    rows, gone, questions = board.read(sheet.lines[first:])
    if not rows and not questions:
        return ()
    of = f"{len(trophies)} {'trophy' if len(trophies) == 1 else 'trophies'}"
    what = f"an honours board, {len(board.years)} years by {of}"
    sure = 0.9 if len(board.years) > 1 else 0.6
    return (Reading("honours_wide", Content.HONOURS, what, rows, (*left, *gone), questions, sure),)


def _by_eye(lines: Sequence[SheetLine], context: Context) -> tuple[SheetLine, ...]:
    """The lines of a text in cells, those with a year by what of the line above the first of them they stand below."""
    pieces = [list(PIECE.finditer(line.cells[0].expandtabs())) for line in lines]
    dated = [at for at, row in enumerate(pieces) if len(row) > 1 and read_year(row[0][0], context.today)]
    if len(dated) < 2 or not dated[0]:
        return ()
    heads = [match.span() for match in pieces[dated[0] - 1]]
    if heads and heads[0][0] >= pieces[dated[0]][0].end():  # nothing stands over the years
        heads = [pieces[dated[0]][0].span(), *heads]
    cut: list[SheetLine] = []
    for at, (line, row) in enumerate(zip(lines, pieces, strict=True)):
        cells = [""] * len(heads)
        for match in row:
            place = min((apart(head, match.span()), place) for place, head in enumerate(heads))[1]
            cells[place] = f"{cells[place]}  {match[0]}".strip()
        together = len(row) == 1 or at < dated[0] - 1
        cut.append(SheetLine(line.number, (line.cells[0].strip(),) if together else tuple(cells)))
    return tuple(cut)


def _year_column(lines: Sequence[SheetLine], context: Context) -> int | None:
    for column in (0, 1):
        cells = [cell for line in lines if (cell := cell_at(line, column))]
        years = [cell for cell in cells if read_year(cell, context.today)]
        if years and 2 * len(years) >= len(cells) - 2:
            return column
    return None


def _with_years_down(lines: Sequence[SheetLine], context: Context) -> tuple[SheetLine, ...]:
    """The lines with a board whose years stand across turned on its side; nothing where there is none."""
    for at, line in enumerate(lines[:6]):
        years = [cell for cell in line.cells[1:] if cell.strip()]
        below = lines[at + 1 :]
        cells = [cell for row in below for cell in row.cells[1:] if not is_blank(cell)]
        named = bool(cells) and 2 * sum(map(has_word, cells)) > len(cells) and all(cell_at(row, 0) for row in below)
        if named and len(years) > 1 and all(read_year(cell, context.today) for cell in years):
            columns = (tuple(cell_at(row, column) for row in lines[at:]) for column in range(len(line.cells)))
            return (*lines[:at], *(SheetLine(line.number, column) for column in columns))
    return ()


def _has_days(lines: Sequence[SheetLine]) -> bool:
    """Whether a column has a day in most of its cells, which no board of honours has: 1930 is an hour then."""
    width = max((len(line.cells) for line in lines), default=0)
    columns = [[cell for line in lines if (cell := cell_at(line, at))] for at in range(width)]
    return any(len(cells) > 1 and 2 * sum(map(is_day, cells)) >= len(cells) for cells in columns)


def _columns(lines: Sequence[SheetLine], years: int) -> tuple[tuple[TrophyColumn, ...], Sequence[SheetLine]]:
    if not lines:
        return (), lines
    heading = lines[-1]
    plain = [cell for at, cell in enumerate(heading.cells) if cell.strip() and at != years]
    if len(plain) == 1 and len(filled(heading)) == 1 and len(lines) > 1:
        return (), lines
    titles: tuple[str, ...] = ()
    above = lines[:-1]
    if plain and all(_part(cell)[0] != "winner" or not _part(cell)[1] for cell in plain) and len(lines) > 1:
        titles, above = lines[-2].cells, lines[:-2]
    columns: list[TrophyColumn] = []
    title = ""
    titled = any(all(_part(cell)) for cell in plain)
    seconds = {normalise(_part(cell)[1]) for cell in heading.cells if _part(cell)[0] == "runner_up"}
    for at in range(max(len(heading.cells), len(titles))):
        if at == years:
            continue
        over = titles[at].strip() if at < len(titles) else ""
        cell = cell_at(heading, at)
        if not cell and not over:
            columns.append(TrophyColumn(at, title, ""))
            continue
        part, name = _part(cell, titled=titled and not over) if cell else ("winner", "")
        if part == "winner" and name and normalise(name) not in seconds and not ONLY_WINNERS.search(cell):
            name = cell
        title = over or (name if part == "winner" or (name and not titles) else "") or title
        again = any((column.title, column.part) == (title, part) for column in columns)
        columns.append(TrophyColumn(at, title, part if title and (part == "note" or not again) else ""))
    return tuple(columns), above


def _part(heading: str, *, titled: bool = False) -> tuple[str, str]:
    """("runner_up", "A Div") of "A Div runners-up"; if others are `titled`, "Champions" alone is the league's own."""
    if normalise(heading) in NOTES:
        return "note", ""
    if SECOND.search(heading):
        return "runner_up", _rest(SECOND, heading)
    if FIRST.search(heading):
        own = heading if titled and "champion" in heading.casefold() else ""
        return "winner", _rest(FIRST, heading) or own
    return "winner", heading.strip()


def _rest(pattern: re.Pattern[str], heading: str) -> str:
    return " ".join(pattern.sub(" ", heading).split()).strip(" -–:()/,")


class _BoardLines:
    """The rows below the headings, read one after another: "do." needs the row above."""

    def __init__(self, columns: Sequence[TrophyColumn], years: int, context: Context) -> None:
        self.columns, self.at, self.context = columns, years, context
        self.years: list[str] = []
        self.last: dict[int, str] = {}
        self.names: frozenset[str] = frozenset()
        self.questions: dict[str, ReadingQuestion] = {}

    def read(
        self, lines: Sequence[SheetLine]
    ) -> tuple[tuple[ReadRow, ...], tuple[LeftOut, ...], tuple[ReadingQuestion, ...]]:
        cells = (cell for line in lines for at, cell in enumerate(line.cells) if at != self.at)
        teams = {fold(name) for name in self.context.teams}
        winners = {fold(name) for name in cells if name.strip() and not APART.search(name.strip())}
        self.names = frozenset(teams | winners)
        rows, left, _ = parted(piece for line in lines for piece in self._line(line))
        return rows, left, tuple(self.questions.values())

    def _line(self, line: SheetLine) -> Iterator[ReadRow | LeftOut]:
        year = read_year(cell_at(line, self.at), self.context.today)
        if year is None:
            yield LeftOut(line.number, whole(line), "The line has no year.")
            return
        self.years.append(year[0])
        cells = {at: cell for at, cell in enumerate(line.cells) if at != self.at and cell.strip()}
        if len(cells) == 1 and not_awarded(reason := next(iter(cells.values()))):
            self.last = {}
            yield LeftOut(line.number, whole(line), f"{year[0]}: “{reason.strip()}”, for the whole year.")
            return
        used: set[int] = set()
        for column in self.columns:
            if column.part == "winner":
                yield from self._award(line, column, year, used)
        for at, cell in cells.items():
            if at not in used and not is_blank(cell):
                title = next((column.title for column in self.columns if column.column == at), "")
                where = f" beside {title}" if title else ""
                yield LeftOut(line.number, cell.strip(), f"Column {at + 1}{where} has no heading that says what it is.")

    def _award(
        self, line: SheetLine, column: TrophyColumn, year: tuple[str, str], used: set[int]
    ) -> Iterator[ReadRow | LeftOut]:
        parts = ("runner_up", "note")
        beside = [other for other in self.columns if other.part in parts and other.title == column.title]
        used |= {column.column, *(other.column for other in beside)}
        award, notes = self._cell(line, column.column)
        pieces = [cell_at(line, at) for at in (column.column, *(other.column for other in beside))]
        original = f"{cell_at(line, self.at)} {column.title}: {' | '.join(piece for piece in pieces if piece)}"
        for other in beside:
            text = cell_at(line, other.column)
            if other.part == "note":
                award = replace(award, note="; ".join(filter(None, (award.note, text))))
                continue
            second, more = self._cell(line, other.column)
            notes += more
            if second.winner and award.runner_up and fold(second.winner) != fold(award.runner_up):
                award = replace(award, winner="", none=f"Two runners-up: {award.runner_up} and {second.winner}.")
            elif second.winner:
                award = replace(award, runner_up=second.winner)
            elif second.none and not is_blank(text) and text:
                notes.append(f"Runner-up: “{text}”")
        settled = self._settled(award) if award.doubt else award
        if settled and (settled.winner or any(pieces)):
            yield award_row(line, original, (year[0], column.title), settled, (year[1], *notes))

    def _cell(self, line: SheetLine, at: int) -> tuple[AwardInCell, list[str]]:
        text = cell_at(line, at)
        notes: list[str] = []
        if is_ditto(text):
            above = self.last.get(at, "")
            if not above:
                return AwardInCell(none=f"“{text}” repeats what is above, and no name is there."), notes
            notes, text = [f"“{text}” is {above}, as above"], above
        award = read_award(text, self.names)
        self.last[at] = award.winner if award.runner_up else text if award.winner else ""
        return award, notes

    def _settled(self, award: AwardInCell) -> AwardInCell | None:
        """An award that two may share, as it was answered; None while it is asked."""
        key = f"shared:{fold(award.winner)}"
        if key in self.context.answers:
            return replace(award, note="Shared") if self.context.answers[key] == "shared" else award
        choices = (("shared", "They shared it"), ("one", "One name"))
        text = f"“{award.winner}”: did they share it, or is that one name?"
        self.questions[key] = ReadingQuestion(key, text, choices)
        return None
