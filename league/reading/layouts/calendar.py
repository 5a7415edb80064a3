"""A season's calendar: each night with what it is for.

10/10/2026,League 1,                     OCTOBER
7/11/2026,Memorial Cup 1st Round,        Mon 5   League 1
21/11/2026,Pairs 1st Round,8 venues      Mon 12  Pairs 1st Rd
6/3/2027,FREE,catch-up
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from league.reading.days import COMMENCING, MONTHS, season_in
from league.reading.marks import CellMark, mark_of
from league.reading.sheet_dates import SheetDay, SheetDays
from league.reading.tabular import compared, filled, is_blank, lines_cut_at_gaps, parted, whole
from league.reading.values import Content, Context, LeftOut, Reading, ReadingQuestion, ReadRow, SheetLine, SourceSheet

LAYOUT = "calendar"
Piece = ReadRow | LeftOut
HEADINGS = frozenset(
    ("date", "day", "week", "wk", "event", "what", "fixture", "fixtures", "competition", "note", "notes", "remarks",
     "details", "night", "month", "venue", "comments", "weekno", "activity", "for")
)  # fmt: skip
LEAGUE = re.compile(
    r"(?i)\b(?:league|lge|leage|divisions?|div)\b|^(?:week|wk|match(?:es|day)?|fixtures?|round of matches)\s*\d*$",
)
CUP = re.compile(
    r"(?i)\b(?:cups?|shield|plate|trophy|bowl|salver|tankard|knock-?outs?|k\.?o\.?|singles|pairs|doubles|trebles|triples|fours"
    r"|fives|(?:quarter|semi)?-?\s?finals?|heats?|rounds?|rd|last (?:16|8|32|64)|prelim(?:inary|s)?|individuals?"
    r"|memorial|mem|champion(?:s|ship)|play-?offs?)\b",
)
FREE = re.compile(
    r"(?i)\b(?:free|no (?:games?|match(?:es)?|play|league|fixtures?|darts|dominoes)|x-?mas|christmas|new year|easter"
    r"|bank holiday|half[- ]term|holidays?|catch[- ]?up|re-?arranged?|spare|blank"
    r"|open (?:week|night|date)|postponed|break|week off|night off|rest)\b",
)
OTHER = re.compile(
    r"(?i)\b(?:a\.?g\.?m\.?|e\.?g\.?m\.?|meetings?|presentation|dinner|dance|draws?|deadline|registration|committee"
    r"|captains'? night|starts?|begins?|ends?|commences?|closing|subs|entries|fees|trip|social|party|annual)(?=\W|$)",
)
KINDS = (
    ("league", "A league night"),
    ("cup", "A night of a cup"),
    ("free", "A free night"),
    ("other", "Something else"),
)
MONTH = re.compile(rf"(?i)({'|'.join(MONTHS)})[a-z]*\.?(?:\s+((?:19|20)\d\d))?")
DAY_OF_MONTH = re.compile(
    rf"(?i)((?:{COMMENCING})?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+|{COMMENCING})?(\d{{1,2}})(?:st|nd|rd|th)?\b(?![/.:-]\d)\s*[-–:]?\s*(.*)",
)
WEEK = re.compile(r"(?i)(?:week|wk|no)?\.?\s*\d{1,2}")
VERSUS = re.compile(r"(?i)\s(?:v|vs)\.?\s|\d\s*[-–]\s*\d")


@dataclass(frozen=True, slots=True)
class CalendarNight:
    """A line of the calendar: its day, what the night is for, and what else stands there."""

    line: SheetLine
    day: SheetDay
    title: str
    note: str


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    return reading_of(sheet, CalendarReader(sheet, context), LAYOUT)


def reading_of(sheet: SourceSheet, reader: "CalendarReader", layout: str) -> tuple[Reading, ...]:
    nights = [piece for piece in reader.pieces if isinstance(piece, CalendarNight)]
    kinds = [kinds_of(night.title) for night in nights]
    hits = sum(bool(kind) for kind in kinds)
    against = sum(VERSUS.search(night.title) is not None for night in nights)
    headings = {compared(cell) for line in sheet.lines[:12] for cell in line.cells}
    if {"home", "away", "hometeam", "awayteam"} & headings:
        return ()  # a list of matches
    values = [night.day.value for night in nights if night.day.value]
    if len(nights) < 2 or 2 * hits < len(nights) or 3 * against > len(nights) or 2 * len(set(values)) < len(values):
        return ()
    rows, left, _ = parted(filter(None, (_piece(piece, reader) for piece in reader.pieces)))
    questions = (*reader.days.questions.values(), *reader.questions.values())
    share = len(nights) / len(reader.pieces)
    what = f"a season’s calendar of {len(nights)} nights"
    sure = round(0.85 * share * (hits / len(nights)) ** 0.5, 2)
    return (Reading(layout, Content.NIGHTS, what, rows, left, questions, sure),)


def kinds_of(title: str) -> tuple[str, ...]:
    """What a night may be for by its words: league, cup, free, other."""
    mark = mark_of(title)
    if mark in (CellMark.NIGHT_OFF, CellMark.HOLIDAY, CellMark.CATCH_UP):
        return ("free",)
    patterns = (("other", OTHER), ("league", LEAGUE), ("cup", CUP), ("free", FREE))
    return tuple(kind for kind, pattern in patterns if pattern.search(title))


class CalendarReader:
    def __init__(self, sheet: SourceSheet, context: Context) -> None:
        self.context = context
        lines = self._lines(sheet)
        titles = " ".join(whole(line) for line in lines[:4])
        texts = [cell for line in lines for cell in line.cells]
        self.days = SheetDays(context, texts, season_in(f"{sheet.name} {titles}"))
        self.questions: dict[str, ReadingQuestion] = {}
        self.month = ""
        self.last: SheetDay | None = None
        self.pieces: list[CalendarNight | LeftOut] = []
        for line in lines:
            self.pieces += self._line(line)

    def _lines(self, sheet: SourceSheet) -> Sequence[SheetLine]:
        in_cells = any(len(filled(line)) > 1 for line in sheet.lines)
        return sheet.lines if in_cells or not sheet.text else lines_cut_at_gaps(sheet)

    def _line(self, line: SheetLine) -> Iterator[CalendarNight | LeftOut]:
        cells = filled(line)
        if cells and all(compared(cell) in HEADINGS for cell in cells):
            yield LeftOut(line.number, whole(line), "Headings.")
            return
        if len(cells) == 1 and (match := MONTH.fullmatch(cells[0].strip(" :"))):
            self.month = " ".join(filter(None, match.groups()))
            yield LeftOut(line.number, whole(line), "A month, of the days below.")
            return
        before: list[str] = []
        for at, cell in enumerate(cells[:3]):
            day, rest = self._day(cell)
            if day is not None:
                self.last = day
                yield self._night(line, day, [rest, *cells[at + 1 :]], before)
                return
            before.append(cell)
        if self.last is not None and len(cells) <= 2 and not line.cells[0].strip() and kinds_of(cells[0]):
            yield self._night(line, self.last, cells, ["The date is as above"])
        else:
            yield LeftOut(line.number, whole(line), "The line has no date.")

    def _day(self, cell: str) -> tuple[SheetDay | None, str]:
        """The day with which a cell begins, and what follows it there."""
        day = self.days.read(cell)
        if day is None and self.month and (match := DAY_OF_MONTH.fullmatch(cell)):
            month, _, year = self.month.partition(" ")
            day = self.days.read(f"{match[1] or ''}{match[2]} {month} {year}".strip())
            return day, match[3]
        return day, day.rest if day else ""

    def _night(
        self, line: SheetLine, day: SheetDay, texts: Sequence[str], before: Sequence[str]
    ) -> CalendarNight | LeftOut:
        texts = [text.strip(" -–:") for text in texts if not is_blank(text)]
        numbered = [f"Week {re.sub(r'[^0-9]', '', text)}" if WEEK.fullmatch(text) else text for text in before]
        if not texts:
            return LeftOut(line.number, whole(line), "It does not say what the night is for.")
        if texts[0].startswith(("&", "and ", "/", "to ", "until ")) or self.days.read(texts[0]) is not None:
            why = "There are two dates in one line. Write each in a line of its own."
            return LeftOut(line.number, whole(line), why)
        return CalendarNight(line, day, texts[0], "; ".join((*texts[1:], *numbered)))

    def kind(self, title: str) -> str | None:
        """What a night is for; None while it is asked about."""
        kinds = kinds_of(title)
        if len(kinds) == 1:
            return kinds[0]
        stem = " ".join(re.sub(r"\d+(?:st|nd|rd|th)?", "", title.casefold()).split()).strip(" .,-/")
        key = f"night:{stem}"
        if key not in self.context.answers:
            self.questions[key] = ReadingQuestion(key, f"What is the night “{title}” for?", KINDS)
        return self.context.answers.get(key)


def _piece(piece: CalendarNight | LeftOut, reader: CalendarReader) -> Piece | None:
    if isinstance(piece, LeftOut):
        return piece
    kind = reader.kind(piece.title)
    if piece.day.waits or kind is None:
        return None
    if not piece.day.value:
        return LeftOut(piece.line.number, whole(piece.line), "You left it out.")
    values = {"date": piece.day.value, "kind": kind, "title": piece.title, "note": piece.note}
    values = {key: text for key, text in values.items() if text}
    return ReadRow(piece.line.number, whole(piece.line), values, piece.day.notes)
