"""A season's calendar: each night with what it is for.

10/10/2026,League 1,                     OCTOBER
7/11/2026,Memorial Cup 1st Round,        Mon 5   League 1
21/11/2026,Pairs 1st Round,8 venues      Mon 12  Pairs 1st Rd
6/3/2027,FREE,catch-up

Or in sentences, which may name several days: "No matches on 28 December and 4 January; Cup semi-finals 15 March".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from league.reading.days import COMMENCING, MONTHS, WEEKDAY_NAME, season_in
from league.reading.marks import CellMark, mark_of
from league.reading.sheet_dates import SheetDay, SheetDays
from league.reading.tabular import (
    compared,
    filled,
    has_word,
    is_blank,
    lines_cut_at_gaps,
    parted,
    row_of,
    text_lines,
    whole,
)
from league.reading.values import Content, Context, LeftOut, Reading, ReadingQuestion, ReadRow, SheetLine, SourceSheet

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
    rf"(?i)((?:{COMMENCING})?{WEEKDAY_NAME}\.?,?\s+|{COMMENCING})?(\d{{1,2}})(?:st|nd|rd|th)?\b(?![/.:-]\d)\s*[-–:]?\s*(.*)",
)
OF_MONTH = "A month, of the days below."
WEEK = re.compile(r"(?i)(?:week|wk|no)?\.?\s*\d{1,2}")
VERSUS = re.compile(r"(?i)\s(?:v|vs)\.?\s|\d\s*[-–]\s*\d")


@dataclass(frozen=True, slots=True)
class CalendarNight:
    line: SheetLine
    day: SheetDay
    title: str
    note: str


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    return reading_of(sheet, CalendarReader(sheet, context), "calendar")


def reading_of(sheet: SourceSheet, reader: "CalendarReader", layout: str) -> tuple[Reading, ...]:
    nights = [piece for piece in reader.pieces if isinstance(piece, CalendarNight)]
    kinds = [kinds_of(night.title) for night in nights]
    hits = sum(bool(kind) for kind in kinds)
    against = sum(VERSUS.search(night.title) is not None for night in nights)
    named = {compared(cell) for line in sheet.lines[:12] for cell in line.cells}
    if {"home", "away", "hometeam", "awayteam"} & named:
        return ()  # a list of matches
    values = [night.day.value for night in nights if night.day.value]
    if len(nights) < 2 or 2 * hits < len(nights) or 3 * against > len(nights) or 2 * len(set(values)) < len(values):
        return ()
    rows, left, _ = parted(reader.rows())
    questions = (*reader.days.questions.values(), *reader.questions.values())
    headings = sum(isinstance(piece, LeftOut) and piece.why == OF_MONTH for piece in reader.pieces)
    share = len(nights) / (len(reader.pieces) - headings)
    what = f"a season’s calendar of {len(nights)} nights"
    sure = round(0.85 * share * (hits / len(nights)) ** 0.5, 2)
    return (Reading(layout, Content.NIGHTS, what, rows, left, questions, sure),)


def kinds_of(title: str) -> tuple[str, ...]:
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
            yield LeftOut(line.number, whole(line), OF_MONTH)
            return
        before: list[str] = []
        for at, cell in enumerate(cells[:3]):
            day, rest = self._day(cell)
            if day is not None:
                self.last = day
                end = self._next_day(cells, at + 1)
                yield self._night(line, day, [rest, *cells[at + 1 : end]], before)
                if end < len(cells):  # another half of the season stands beside it
                    yield from self._line(SheetLine(line.number, tuple(cells[end:])))
                return
            before.append(cell)
        if self.last is not None and len(cells) <= 2 and not line.cells[0].strip() and kinds_of(cells[0]):
            yield self._night(line, self.last, cells, ["The date is as above"])
        else:
            yield LeftOut(line.number, whole(line), "The line has no date.")

    def _next_day(self, cells: Sequence[str], start: int) -> int:
        """Where another day stands, with what happens then, behind what happens on the first; the end without one."""
        for at in range(start + 1, len(cells) - 1):
            day = self.days.read(cells[at])
            if day is not None and not day.rest and self.days.read(cells[at + 1]) is None:
                return at
        return len(cells)

    def _day(self, cell: str) -> tuple[SheetDay | None, str]:
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

    def rows(self) -> Iterator[ReadRow | LeftOut]:
        for piece in self.pieces:
            kind = None if isinstance(piece, LeftOut) else self._kind(piece.title)
            if isinstance(piece, LeftOut):
                yield piece
            elif not piece.day.value and not piece.day.waits and kind:
                yield LeftOut(piece.line.number, whole(piece.line), "You left it out.")
            elif not piece.day.waits and kind:
                values = {"date": piece.day.value, "kind": kind, "title": piece.title, "note": piece.note}
                yield row_of(piece.line, values, piece.day.notes)

    def _kind(self, title: str) -> str | None:
        """What a night is for; None while it is asked about."""
        kinds = kinds_of(title)
        if len(kinds) == 1:
            return kinds[0]
        stem = " ".join(re.sub(r"\d+(?:st|nd|rd|th)?", "", title.casefold()).split()).strip(" .,-/")
        key = f"night:{stem}"
        if key not in self.context.answers:
            self.questions[key] = ReadingQuestion(key, f"What is the night “{title}” for?", KINDS)
        return self.context.answers.get(key)


# --- in sentences -----------------------------------------------------------------------------------------------------
WEEKDAY = rf"{WEEKDAY_NAME}\.?,?\s+"
MONTH_NAME = rf"(?:{'|'.join(MONTHS)})[a-z]*\b\.?"
NUMBER = r"\d{1,2}(?:st|nd|rd|th)?"
BARE = rf"(?:{WEEKDAY})?(?:the\s+)?{NUMBER}"
DAY = (
    rf"(?<![\w/.])(?:{COMMENCING})?(?:{WEEKDAY})?(?:the\s+)?(?:{NUMBER}\s*(?:of\s+)?{MONTH_NAME}(?:,?\s+\d{{4}})?"
    rf"|{MONTH_NAME}\s+{NUMBER}(?!\s*[:.]\d)(?:,?\s+\d{{4}})?|\d{{1,2}}[./]\d{{1,2}}(?:[./](?:\d{{4}}|\d\d))?)(?![\w/])"
)
AND = r"\s*(?:,\s*and\s|,\s|\band\b|&|\+)\s*"
DAYS = re.compile(rf"(?i)(?:{BARE}{AND})*{DAY}(?:{AND}(?:{BARE}{AND})*{DAY})*")
UNTIL = re.compile(r"(?i)\s*(?:[-–]|\b(?:to|until|till)\b)\s*")
ONE = re.compile(rf"(?i){DAY}|{BARE}")
MONTH_OF = re.compile(rf"(?i)({MONTH_NAME}(?:,?\s+\d{{4}})?)$")
CLAUSE = re.compile(
    r"(?:(?<=[a-z]{3})|(?<=[\d)]))\.(?:\s+|$)|(?<=[A-Z][a-z]{2})\.\s+(?=[^\W\d_]{2})|(?<=[A-Z]{2})\.\s+(?=[A-Z])|(?<=\s\d[ap]m)\.\s+"
    r"|\s*;\s*"
)
SMALL = r"(?:the|there|we|is|are|was|will|be|has|have|to|held|played|takes?|place|on|of|and|for|in|at|from)"
BEGINNING = re.compile(r"(?i)^[\s,:–-]*(?:(?:and|the|there|is|are|will|be|we|have|then|on|for)\b[\s,:–-]*)*")
END = re.compile(rf"(?i)[\s,:(–-]*(?:\b{SMALL}[\s,:(–-]*)*$")
NOTE = re.compile(r"(?i)[\s,]*(?:\(.{2,60}\)|(?:at|from|in|because|due|for|starting)\b.{2,60})?\s*")
NIGHTS = tuple((str(at), name) for at, name in enumerate(
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
))  # fmt: skip
LONGEST = 400


def read_sentences(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    lines = [text for text in sheet.text.splitlines() if len(text) <= LONGEST]
    in_cells = 2 * sum(len(line.cells) > 2 for line in sheet.lines) > len(sheet.lines)
    if in_cells or sum(len(DAYS.findall(text)) for text in lines) < 2:
        return ()
    return reading_of(sheet, _SentenceReader(sheet, context), "calendar_text")


class _SentenceReader(CalendarReader):
    def _lines(self, sheet: SourceSheet) -> Sequence[SheetLine]:
        return text_lines(sheet)

    def _line(self, line: SheetLine) -> Iterator[CalendarNight | LeftOut]:
        for clause in CLAUSE.split(line.cells[0].strip()):
            if has_word(clause):
                yield from self._clause(SheetLine(line.number, (clause.strip(),)), clause.strip())

    def _clause(self, line: SheetLine, text: str) -> Iterator[CalendarNight | LeftOut]:
        days = _spans(text) if len(text) <= LONGEST else []
        starts, ends = [start for start, _ in days], [end for _, end in days]
        between = [_title(text[end:start]) for end, start in zip(ends, starts[1:], strict=False)]
        first, rest = _title(text[: starts[0]]) if days else "", text[ends[-1] :] if days else ""
        titles = [first, *between] if has_word(first) else [*between, _title(rest)]
        note = rest.strip(" ,") if has_word(first) else ""
        if not days:
            yield LeftOut(line.number, text, "It names no day.")
        elif not all(map(has_word, titles)) or not NOTE.fullmatch(note):
            yield LeftOut(line.number, text, "It says more than days and what each is for.")
        elif any(re.search(r"\d\s*(?:[-–/]|to)?\s*$", text[:start]) for start in starts):
            yield LeftOut(line.number, text, "It is not clear which days are meant.")
        else:
            notes = [*[""] * len(between), note.strip("(). ")]
            for (start, end), title, beside in zip(days, titles, notes, strict=True):
                yield from self._nights(line, text[start:end], title, beside)

    def _nights(self, line: SheetLine, days: str, title: str, note: str) -> Iterator[CalendarNight | LeftOut]:
        texts, spans = _days_of(days), [match.span() for match in ONE.finditer(days)]
        read = [day for text in texts if (day := self.days.read(text))]
        if len(read) < len(texts) or any(day.rest for day in read):
            yield LeftOut(line.number, line.cells[0], "Not all of its days can be read.")
        elif (
            len(spans) == 2 and UNTIL.fullmatch(days[spans[0][1] : spans[1][0]]) and not any(day.waits for day in read)
        ):
            yield from self._span(line, read, title, note)
        else:
            yield from (CalendarNight(line, day, title, note) for day in read)

    def _span(
        self, line: SheetLine, ends: Sequence[SheetDay], title: str, note: str
    ) -> Iterator[CalendarNight | LeftOut]:
        """The nights of a weekday, which is asked, from one day to another."""
        night = self.context.answers.get("span_night", "")
        if not night.isdecimal():
            text = f"“{line.cells[0]}” is a span of days. Which night of the week is meant?"
            self.questions["span_night"] = ReadingQuestion("span_night", text, NIGHTS)
            yield CalendarNight(line, SheetDay("", waits=True), title, note)
            return
        first, last = (date.fromisoformat(day.value) for day in ends)
        first += timedelta(days=(int(night) - first.weekday()) % 7)
        nights = [first + timedelta(days=by) for by in range(0, min((last - first).days + 1, 366), 7)]
        if not nights:
            yield LeftOut(line.number, line.cells[0], "No such night is among its days.")
        yield from (CalendarNight(line, SheetDay(at.isoformat()), title, note) for at in nights)


def _title(text: str) -> str:
    title = END.sub("", BEGINNING.sub("", text.strip(" ,:–-"))).strip(" ,:()–-")
    title = title.removesuffix(".") if "." not in title.rpartition(" ")[2][:-1] else title
    return title[:1].upper() + title[1:]


def _spans(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for match in DAYS.finditer(text):
        if spans and UNTIL.fullmatch(text[spans[-1][1] : match.start()]):
            spans[-1] = (spans[-1][0], match.end())
        else:
            spans.append(match.span())
    return spans


def _days_of(days: str) -> list[str]:
    """Every day of a list, "5, 12 and 19 October", with the month that stands behind it or behind one that follows."""
    texts: list[str] = []
    month = ""
    for match in reversed(list(ONE.finditer(days))):
        text = match[0].strip(" ,")
        named = MONTH_OF.search(text)
        month = named[1] if named else month
        texts.insert(0, f"{text} {month}" if re.fullmatch(rf"(?i){BARE}", text) else text)
    return texts
