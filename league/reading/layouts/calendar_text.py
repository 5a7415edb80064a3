"""A season's calendar in sentences, which may name several days.

No matches on 28 December and 4 January; Cup semi-finals 15 March.
The season starts on Monday 7 September, and on 5, 12 and 19 October the shield is played.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from league.reading.days import COMMENCING, MONTHS
from league.reading.layouts.calendar import CalendarNight, CalendarReader, reading_of
from league.reading.sheet_dates import SheetDay
from league.reading.tabular import has_word, text_lines
from league.reading.values import Context, LeftOut, Reading, ReadingQuestion, SheetLine, SourceSheet

LAYOUT = "calendar_text"
WEEKDAY = r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+"
MONTH = rf"(?:{'|'.join(MONTHS)})[a-z]*\b\.?"
NUMBER = r"\d{1,2}(?:st|nd|rd|th)?"
BARE = rf"(?:{WEEKDAY})?(?:the\s+)?{NUMBER}"
DAY = (
    rf"(?<![\w/.])(?:{COMMENCING})?(?:{WEEKDAY})?(?:the\s+)?(?:{NUMBER}\s*(?:of\s+)?{MONTH}(?:,?\s+\d{{4}})?"
    rf"|{MONTH}\s+{NUMBER}(?!\s*[:.]\d)(?:,?\s+\d{{4}})?|\d{{1,2}}[./]\d{{1,2}}(?:[./](?:\d{{4}}|\d\d))?)(?![\w/])"
)
AND = r"\s*(?:,\s*and\s|,\s|\band\b|&|\+)\s*"
DAYS = re.compile(rf"(?i)(?:{BARE}{AND})*{DAY}(?:{AND}(?:{BARE}{AND})*{DAY})*")
UNTIL = re.compile(r"(?i)\s*(?:[-–]|\b(?:to|until|till)\b)\s*")
ONE = re.compile(rf"(?i){DAY}|{BARE}")
MONTH_OF = re.compile(rf"(?i)({MONTH}(?:,?\s+\d{{4}})?)$")
CLAUSE = re.compile(
    r"(?:(?<=[a-z]{3})|(?<=[\d)]))\.(?:\s+|$)|(?<=[A-Z][a-z]{2})\.\s+(?=[^\W\d_]{2})|(?<=\s\d[ap]m)\.\s+|\s*;\s*"
)
SMALL = r"(?:the|there|we|is|are|was|will|be|has|have|to|held|played|takes?|place|on|of|and|for|in|at|from)"
BEGINNING = re.compile(r"(?i)^[\s,:–-]*(?:(?:and|the|there|is|are|will|be|we|have|then|on|for)\b[\s,:–-]*)*")
END = re.compile(rf"(?i)[\s,:(–-]*(?:\b{SMALL}[\s,:(–-]*)*$")
NOTE = re.compile(r"(?i)[\s,]*(?:\(.{2,60}\)|(?:at|from|in|because|due|for|starting)\b.{2,60})?\s*")
NIGHTS = tuple((str(at), name) for at, name in enumerate(
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
))  # fmt: skip
LONGEST = 400


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    lines = [text for text in sheet.text.splitlines() if len(text) <= LONGEST]
    in_cells = 2 * sum(len(line.cells) > 2 for line in sheet.lines) > len(sheet.lines)
    if in_cells or sum(len(DAYS.findall(text)) for text in lines) < 2:
        return ()
    return reading_of(sheet, _SentenceReader(sheet, context), LAYOUT)


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
        texts = _each(days)
        read = [day for text in texts if (day := self.days.read(text))]
        if len(read) < len(texts) or any(day.rest for day in read):
            yield LeftOut(line.number, line.cells[0], "Not all of its days can be read.")
        elif _is_span(days) and not any(day.waits for day in read):
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
        yield from (CalendarNight(line, SheetDay(each.isoformat()), title, note) for each in nights)


def _title(text: str) -> str:
    """What days are for, without the words that join it to them."""
    title = END.sub("", BEGINNING.sub("", text.strip(" ,:–-"))).strip(" ,:()–-")
    title = title.removesuffix(".") if "." not in title.rpartition(" ")[2][:-1] else title
    return title[:1].upper() + title[1:]


def _spans(text: str) -> list[tuple[int, int]]:
    """Where lists and spans of days stand."""
    spans: list[tuple[int, int]] = []
    for match in DAYS.finditer(text):
        if spans and UNTIL.fullmatch(text[spans[-1][1] : match.start()]):
            spans[-1] = (spans[-1][0], match.end())
        else:
            spans.append(match.span())
    return spans


def _is_span(days: str) -> bool:
    one = [match.span() for match in ONE.finditer(days)]
    return len(one) == 2 and UNTIL.fullmatch(days[one[0][1] : one[1][0]]) is not None


def _each(days: str) -> list[str]:
    """Every day of a list, "5, 12 and 19 October", with the month that stands behind it or behind one that follows."""
    texts: list[str] = []
    month = ""
    for match in reversed(list(ONE.finditer(days))):
        text = match[0].strip(" ,")
        named = MONTH_OF.search(text)
        month = named[1] if named else month
        texts.insert(0, f"{text} {month}" if re.fullmatch(rf"(?i){BARE}", text) else text)
    return texts
