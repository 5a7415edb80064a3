"""What stands above the rows of a list of matches and holds for them: a day, a week, a division, a cup."""

import re
from collections.abc import Sequence

from league.reading.cells import CUP, EVENT, hour_in
from league.reading.days import WrittenDay, find_day, month_in, season_in
from league.reading.marks import division_in
from league.reading.match_list import MatchList
from league.reading.tabular import has_word, whole
from league.reading.texts import SPLIT_MATCH
from league.reading.values import SheetLine

WEEK = re.compile(r"(?i)\b(?:week|wk|round|rd|match\s?day)\s*(?:no\.?|number)?\s*(\d{1,2})\b")
SHEET_NAMES = re.compile(r"(?i)(?:sheet|table|fixtures?|results?|page|tabelle)\s*\d*")
PLAIN_WORDS = re.compile(
    r"(?i)fixture|result|match|list|season|league|sheet|table|home|away|dates?\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)",
)
PAGE = re.compile(r"(?i)\bpage \d|\bp\. ?\d|\bcont(?:inued|'?d|\.)|\bp\.?t\.?o\b")
LAST_ROUNDS = re.compile(
    r"(?i)\b(?:(?:quarter|semi)[- ]?finals?|last \d{1,3}|(?:1st|2nd|3rd|first|second|third|prelim\w*) (?:round|rd)"
    r"|round (?:one|two|three|[1-6]))\W*$"
)
PRINTED = re.compile(r"(?i)updat|print|correct|as at|issued|version|\b(?:results?|tables?|up) to\b")


class RowHeadings:
    def __init__(self, matches: MatchList) -> None:
        self.list, self.context = matches, matches.context
        self.day: WrittenDay | None = None
        self.day_of_heading = False
        self.month: tuple[int, int | None] | None = None
        self.division = self.week = self.time = self.cup = ""
        self.unclear = ""  # a heading that may be a division
        self.is_of_a_cup = False  # by its title

    def titles(self, name: str, lines: Sequence[SheetLine]) -> None:
        name = name.strip()
        self.is_of_a_cup = CUP.search(name) is not None
        if (span := find_day(name)) and not PRINTED.search(name):
            self.day, self.day_of_heading = span.day, True
        if name and not SHEET_NAMES.fullmatch(name):
            self.division = division_in(name, self.context)
            no_name = re.search(r"\d", name) or PLAIN_WORDS.search(name)
            if not self.division and len(name) <= 20 and not no_name:
                self.unclear = name  # perhaps a division
        for line in lines:
            text = whole(line)
            self.is_of_a_cup |= CUP.search(text) is not None and LAST_ROUNDS.search(text) is not None
            if division := division_in(text, self.context):
                self.division = division
            elif (span := find_day(text)) and not PRINTED.search(text):
                self.day, self.day_of_heading = span.day, True
            self.list.leave(line.number, text, "A title")

    def heading(self, line: SheetLine, *, above_row: bool) -> None:
        """A line that is no match: it says something of those below it, or nothing that is needed."""
        text = " ".join(dict.fromkeys(part.strip() for part in line.cells if part.strip()))
        if SPLIT_MATCH.search(text) and not EVENT.search(text):
            self.list.leave(line.number, text, "A match that is not written as the others are", unread=True)
            return
        span = None if PRINTED.search(text) else find_day(text, without_month_name=len(text) <= 14)
        rest = text if span is None else f"{text[: span.start]} {text[span.end :]}".strip(" -–:,")
        week = WEEK.search(rest)
        if season_in(text) and not span:
            self.list.season = season_in(text)
        if span or week:
            self._day_heading(line, rest, span.day if span else None, week)
        elif month := month_in(text):
            self.month = month
        elif division := division_in(text, self.context):
            self._division(division)
        elif EVENT.search(text) and not self.list.is_team(text):
            self.cup = text if CUP.search(text) else self.cup
            self.list.leave(line.number, text, "Not a night of the league")
        elif PAGE.search(text):
            self.list.leave(line.number, text, "A heading")
        elif above_row and len(text) <= 40 and has_word(text):
            self.unclear, self.cup = text, ""  # perhaps a division
            self.list.leave(line.number, text, "A heading")
        else:
            self.list.leave(line.number, text, "No match stands here", unread=True)

    def _day_heading(self, line: SheetLine, rest: str, day: WrittenDay | None, week: re.Match[str] | None) -> None:
        if day is not None:
            self.day, self.day_of_heading, self.cup = day, True, ""
        if week:
            self.week = week[1]
            rest = f"{rest[: week.start()]} {rest[week.end() :]}".strip(" -–:,()")
        if hour := hour_in(rest):
            self.time = hour[0]
        elif division := division_in(rest, self.context):
            self._division(division)
        elif rest and EVENT.search(rest):
            self.cup = rest if CUP.search(rest) else ""
            self.list.leave(line.number, whole(line), "Not a night of the league")
        elif rest:
            self.list.leave(line.number, rest, "A heading")

    def _division(self, division: str) -> None:
        self.division, self.cup, self.unclear = division, "", ""
