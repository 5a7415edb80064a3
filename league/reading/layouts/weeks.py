"""Weeks down, with `A v B` in cells or in lines of text; or weeks across, with the matches of each below.

    Wk 1,3-Sep,Crown A v Bell,Plough v Fleece          Mon 7 Sept  Crown A v Bell, Plough v Fleece
    Wk 2,10-Sep,CUP,                                   Mon 14 Sept  Bell v Plough, Fleece v Crown A
    Wk 3,17-Sep,Bell v Plough,Fleece v Crown A         21 Sept  FREE

A day holds for its line; alone in a line, for the lines below; several in one line, each for the column below it.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from league.reading.cells import CUP, EVENT, hour_in, is_place, score_in
from league.reading.days import WrittenDay, day_in, day_of_month, find_day, month_in, season_in, weekday_in
from league.reading.marks import division_in
from league.reading.match_list import MatchList, WrittenMatch
from league.reading.match_text import (
    CLOCK,
    END_SCORE,
    ONLY_VERSUS,
    START_CLOCK,
    VERSUS,
    WEEK_LABEL,
    MatchSplitter,
    NamedMatch,
    Piece,
    TextLine,
    is_event,
    night_off,
    text_lines,
)
from league.reading.tabular import apart, has_word
from league.reading.values import Context, Reading, SourceSheet
from scoring.names import fold
from scoring.words import several

FIRST_OF_LINE = re.compile(r"(?i)(?:[a-z]{3,9}\s+)?(\d{1,2}(?:st|nd|rd|th)?)[\s.:–-]+(?=[^\W\d_])")
NIGHT_OF_WEEK = re.compile(r"(?i)((?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?)s?\b\.?\s*[:–-]\s*")
# A day without its month's name at the beginning of a match: 7/9, 07.09. but not the hour 7.30.
BARE_DAY = re.compile(r"\d{1,2}/\d{1,2}(?![\d/])|(?:\d{1,2}\.\d{1,2}\.|0\d\.\d\d)(?=\s)")
HEAD = re.compile(r"(?i)((?:(?!\s(?:v|vs)\b).){1,40}?)(?::\s*|\s+[-–—]\s+)")
NUMBER_ALONE = re.compile(r"\W*\d{1,2}\W*")
NUMBERS_ALONE = re.compile(r"(?i)\d{1,2}\s*(?:v|vs|[-–])\.?\s*\d{1,2}")
OF_A_DRAW = re.compile(r"(?i)\b(?:round|draw|semi-?\s?finals?|quarter-?\s?finals?|final)\b")
ALL_START = re.compile(
    rf"(?i)\b(?:all|matches|games|play)\b(?:(?!\s(?:v|vs)\b).){{0,30}}\b(?:commenc|start|kick|throw)\D{{0,15}}({CLOCK})"
)
HEADING_WORDS = re.compile(
    r"(?i)(?:week|wk|date|day|no|time|fixtures?|match(?:es)?|home|away|home v away|game|league|venue)\.?"
    r"(?:\s*(?:no\.?\s*)?\d{0,2})?",
)


@dataclass(slots=True)
class LineParts:
    days: list[tuple[int, WrittenDay]] = field(default_factory=list)
    weeks: list[tuple[int, str]] = field(default_factory=list)
    divisions: list[tuple[int, str]] = field(default_factory=list)
    matches: list[tuple[int, str]] = field(default_factory=list)  # texts with a v
    others: list[tuple[int, str]] = field(default_factory=list)
    nights: list[tuple[int, int]] = field(default_factory=list)  # weekdays that stand alone
    time: str = ""
    weekday: int | None = None  # of the night in a week whose day stands above


class WeekLines:
    """Takes lines apart; `month` is the one that a heading has named last, with its year."""

    def __init__(self, matches: MatchList) -> None:
        self.list, self.context = matches, matches.context
        self.month: tuple[int, int | None] | None = None
        self.starts_with_days = False  # whether the lines of matches begin with days of that month

    def parts_of(self, line: TextLine) -> LineParts:
        parts = LineParts()
        pieces = list(line.pieces)
        place = 0
        while place < len(pieces):
            piece = pieces[place]
            following = pieces[place + 1].text if place + 1 < len(pieces) else ""
            if ONLY_VERSUS.fullmatch(following) and place + 2 < len(pieces):
                self._match_text(parts, Piece(piece.column, f"{piece.text} v {pieces[place + 2].text}"))
                place += 2
            elif VERSUS.search(piece.text):
                score = score_in(following) if not NUMBERS_ALONE.fullmatch(piece.text) else None
                if score and (score.home or score.state) and not find_day(following):
                    piece = Piece(piece.column, f"{piece.text} {following}")
                    place += 1
                    while place + 1 < len(pieces) and END_SCORE.fullmatch(f" {pieces[place + 1].text}"):
                        piece = Piece(piece.column, f"{piece.text}, {pieces[place + 1].text}")
                        place += 1
                self._match_text(parts, piece)
            else:
                self._other_text(parts, piece, place)
            place += 1
        return parts

    def _match_text(self, parts: LineParts, piece: Piece) -> None:
        text = piece.text
        is_team = self.list.is_team(VERSUS.split(text)[0])
        if not is_team:
            text = _without_week(parts, piece.column, text)
        if (night := NIGHT_OF_WEEK.match(text)) and not is_team and not find_day(text):
            parts.weekday = weekday_in(night[1])
            text = text[night.end() :]
        bare = BARE_DAY.match(text) is not None
        span = find_day(VERSUS.split(text)[0], without_month_name=bare) if not is_team else None
        if span and re.fullmatch(r"[\s(\[]*", text[: span.start]):
            parts.days.append((piece.column, span.day))
            text = _without_week(parts, piece.column, text[span.end :].lstrip(" -–:,.)]"))
        first = FIRST_OF_LINE.match(text) if self.starts_with_days and not parts.days else None
        if first and (day := day_of_month(first[1], self.month)):
            parts.days.append((piece.column, day))
            text = text[first.end() :]
        if not is_team and (clock := START_CLOCK.match(text)):
            parts.time = (hour_in(clock[1]) or ("", ""))[0]
            text = text[clock.end() :]
        head = HEAD.match(text) if not is_team else None
        if head and (division := division_in(head[1], self.context)):
            parts.divisions.append((piece.column, division))
            text = text[head.end() :]
        parts.matches.append((piece.column, text))

    def _other_text(self, parts: LineParts, piece: Piece, place: int) -> None:
        text = self._without_day(parts, piece, place)
        if not text:
            return
        if not NUMBER_ALONE.fullmatch(text) and (hour := hour_in(text)):
            parts.time = hour[0]
        elif division := division_in(text, self.context):
            parts.divisions.append((piece.column, division))
        elif re.fullmatch(r"\d{1,2}", text) and not parts.weeks:
            parts.weeks.append((piece.column, text))
        elif (weekday := weekday_in(text)) is not None:
            parts.nights.append((piece.column, weekday))
            parts.others += [] if parts.days or place == 0 else [(piece.column, text)]
        else:
            parts.others.append((piece.column, text))

    def _without_day(self, parts: LineParts, piece: Piece, place: int) -> str:
        """What is left of a text without its week and its day, which may be 26/9 at the beginning of a line."""
        plain = piece.text.strip(" :–-")
        text = _without_week(parts, piece.column, plain).strip(" ()-–:,")
        labelled = text != plain.strip(" ()-–:,")
        if span := find_day(text):
            parts.days.append((piece.column, span.day))
            rest = f"{text[: span.start]} {text[span.end :]}".strip(" ()-–:,")
            return _without_week(parts, piece.column, rest).strip()
        day = day_in(text) if place < 3 and len(text) <= 12 and "-" not in text and not labelled else None
        if day is None and place < 2 and not labelled:
            day = day_of_month(text, self.month)
        if day is None:
            return text
        parts.days.append((piece.column, day))
        return ""


def _without_week(parts: LineParts, column: int, text: str) -> str:
    """A text without the label of a week with which it begins, which is noted."""
    label = WEEK_LABEL.match(text)
    if label is None:
        return text
    parts.weeks.append((column, label[1]))
    return text[label.end() :]


LAYOUT = "weeks"
DASHED = re.compile(
    r"(?i)(?P<day>(?:\S*\d\S*\s+(?:[a-z]{3,9}\s+)?)?)(?P<home>[^\W\d](?:(?!\s[-–—]\s).)*?)\s[-–—]\s(?P<away>[^\W\d](?:(?!\s[-–—]\s)[^\d])*|\d{1,3}\s[^\W\d](?:(?!\s[-–—]\s)[^\d])*)",
)
NUMBERED_HOME = re.compile(DASHED.pattern.replace(r"(?P<home>", r"(?P<home>\d{1,3}\s", 1))
VISIT = re.compile(
    r"(?i)(?P<day>(?:\S*\d\S*\s+(?:[a-z]{3,9}\s+)?)?)(?P<away>[^\W\d](?:(?!\sv\s)[^@])*?)\s+(?P<at>@|at)\s+(?P<home>[^\W\d][^@]*)",
)
NAME_AND_NUMBER = re.compile(r"(\D+?)\s+(\d{1,3})")


def read(sheet: SourceSheet, context: Context) -> Reading | None:
    lines = list(text_lines(sheet))
    if not any(
        VERSUS.search(piece.text) or ONLY_VERSUS.fullmatch(piece.text) for line in lines for piece in line.pieces
    ):
        lines = _with_versus(lines)
    texts = [piece.text for line in lines for piece in line.pieces]
    pairs = [text for text in texts if VERSUS.search(text) or ONLY_VERSUS.fullmatch(text)]
    if len([text for text in pairs if not re.search(r"\d\s*v\s*\d", text)]) < max(1, len(pairs) / 2):
        return None
    return WeekReader(sheet, lines, context).read()


def _days_stand_below(lines: list[TextLine], matches: MatchList) -> bool | None:
    """Whether each day stands below its matches, as the first and the last line may say; None while it is asked."""
    days, plays = ([bool(find(line.original)) for line in lines] for find in (find_day, VERSUS.search))
    if not lines or not plays[0] or days[0] or not days[-1] or plays[-1]:
        return False
    choices = (("below", "Below them"), ("above", "Above them"))
    answer = matches.ask("days_stand", "Does each day stand above its matches, or below them?", choices)
    return None if answer is None else answer == "below"


def _with_versus(lines: list[TextLine]) -> list[TextLine]:
    """The lines with a v for the dash of "Crown - Bell", where most have one and most names stand in several."""
    visits = {line.number: match for line in lines if (match := VISIT.fullmatch(line.original))}
    if len(visits) >= 2 and len(visits) * 2 >= len(lines) - 1:
        plain = any(match["at"] == "@" for match in visits.values()) or _names_recur(visits.values())
        scored = all(NAME_AND_NUMBER.fullmatch(match[side]) for match in visits.values() for side in ("home", "away"))
        return [_hosted(line, visits.get(line.number)) for line in lines] if plain or scored else lines
    split = {
        (line.number, piece.column): match
        for line in lines for piece in line.pieces if (match := _dashed(piece.text))
    }  # fmt: skip
    pieces = [piece.text for line in lines for piece in line.pieces if has_word(piece.text)]
    texts = [text for text in pieces if not find_day(text) and not HEADING_WORDS.fullmatch(text)]
    if len(split) < 3 or len(split) * 5 < max(len(lines), len(texts)) * 3 or not _names_recur(split.values()):
        return lines
    return [
        replace(line, pieces=tuple(_with_v(piece, split.get((line.number, piece.column))) for piece in line.pieces))
        for line in lines
    ]


def _dashed(text: str) -> re.Match[str] | None:
    """The two names of a text with a dash; "5 Bells – Crown" begins with no day."""
    match = DASHED.fullmatch(text)
    if match and match["day"] and find_day(match["day"], without_month_name=True) is None:
        return NUMBERED_HOME.fullmatch(text)
    return match


def _with_v(piece: Piece, match: re.Match[str] | None) -> Piece:
    if match is None or is_event(match["away"]):
        return piece
    return Piece(piece.column, f"{match['day']}{match['home']} v {match['away']}")


def _names_recur(matches: Iterable[re.Match[str]]) -> bool:
    names = Counter(fold(name) for match in matches for name in (match["home"], match["away"]))
    return sum(count for count in names.values() if count > 1) * 2 >= sum(names.values())


def _hosted(line: TextLine, match: re.Match[str] | None) -> TextLine:
    """A line "Bell at Crown", or "Bell 4 at Crown 5", with the home team first and a v."""
    if match is None or is_event(match["away"]):
        return line
    sides = [NAME_AND_NUMBER.fullmatch(match[side]) for side in ("home", "away")]
    names = f"{match['home']} v {match['away']}"
    if sides[0] and sides[1]:
        names = f"{sides[0][1]} v {sides[1][1]} {sides[0][2]}-{sides[1][2]}"
    return replace(line, pieces=(Piece(0, match["day"] + names),))


class WeekReader:
    def __init__(self, sheet: SourceSheet, lines: list[TextLine], context: Context) -> None:
        self.lines, self.context = lines, context
        titles = " ".join([sheet.name, *(line.original for line in lines if not VERSUS.search(line.original))])
        self.list = MatchList(context, season_in(titles))
        self.splitter = MatchSplitter(self.list, [piece.text for line in lines for piece in line.pieces])
        self.reader = WeekLines(self.list)
        self.division = division_in(sheet.name, context) if sheet.name else ""
        self.day: WrittenDay | None = None
        self.week = self.unclear = ""
        self.cup = sheet.name if CUP.search(sheet.name) and not self.division else ""
        starts = [clock[1] for line in lines if (clock := ALL_START.search(line.original))]
        self.time = (hour_in(starts[0]) or ("", ""))[0] if starts else ""
        self.reader.starts_with_days = self._starts_with_days()
        self.by_column: dict[str, list[tuple[int, object]]] = {}
        self.title_lines: set[str] = set()
        self.headings: dict[int, tuple[int, int]] = {}  # where those of columns stand that are spaced by eye
        self.spans: dict[int, tuple[int, int]] = {}  # of the line
        self.is_turned = False  # whether the matches of a line are read as those at the other side's

    def read(self) -> Reading | None:
        upwards = _days_stand_below(self.lines, self.list)
        if upwards is None:
            self.list.held_back = sum(VERSUS.search(line.original) is not None for line in self.lines)
            return self.list.reading(LAYOUT, "a list of weeks", 0.75)
        self.lines = self.lines[::-1] if upwards else self.lines
        for at, line in enumerate(self.lines):
            parts = self.reader.parts_of(line)
            if parts.matches:
                self._matches(line, parts)
            else:
                below = self.lines[at + 1].original if at + 1 < len(self.lines) else ""
                self._heading(line, parts, has_match_below=VERSUS.search(below) is not None)
        self._twice()
        weeks = len({match.values.get("week") or match.day for match in self.list.matches})
        return self.list.reading(LAYOUT, f"a list of {several(weeks, 'week')}", 0.75 if weeks else 0.5)

    def _starts_with_days(self) -> bool:
        """Whether below the name of a month the lines of matches begin with its days: "7 Crown v Bell"."""
        with_versus = [line.original for line in self.lines if VERSUS.search(line.original)]
        numbered = [line for line in with_versus if FIRST_OF_LINE.match(line)]
        return len(numbered) == len(with_versus) and any(month_in(line.original) for line in self.lines)

    def _matches(self, line: TextLine, parts: LineParts) -> None:
        own_day = parts.days[0][1] if parts.days else None
        if own_day:
            self.cup = ""
        if own_day and "day" not in self.by_column:  # else the lines are a table of columns
            self.day, self.week = own_day, ""
        if parts.weekday is not None and self.day is not None:
            self.day = self.day.of_week(parts.weekday)
        if parts.weeks:
            self.week = parts.weeks[0][1]
        if parts.time and not own_day:
            self.time = parts.time
        self.spans = line.spans
        for part, is_turned in self._meetings(line, parts):
            self.is_turned = is_turned
            for column, text in part.matches:
                self._one_text(line, part, column, text)
        for _, text in parts.others:
            self._beside(line, text)

    def _meetings(self, line: TextLine, parts: LineParts) -> list[tuple[LineParts, bool]]:
        """The matches of a line, twice where two days stand before them; and whether home and away change places."""
        before = [(column, day) for column, day in parts.days if column < parts.matches[0][0]]
        if len(before) != 2 or len(parts.days) > 2 or "day" in self.by_column:
            return [(parts, False)]
        choices = (
            ("turned", "When they meet again, with home and away turned round"),
            ("same", "When they meet again, with the same side at home"),
            ("first", "No night of these matches"),
        )
        text = f"Two dates stand before the matches in “{line.original[:60]}”. What is the second?"
        answer = self.list.ask("two_days", text, choices)
        if answer is None:
            self.list.held_back += len(parts.matches)
            return []
        meetings = [(replace(parts, days=[day]), False) for day in before]
        return meetings[:1] if answer == "first" else [meetings[0], (meetings[1][0], answer == "turned")]

    def _one_text(self, line: TextLine, parts: LineParts, column: int, text: str) -> None:
        split = self.splitter.split(text, line.number)
        if split is None:
            self.list.held_back += 1
            keys = ("games", f"cut-{line.number}-", f"end-{line.number}-")
            if not any(key.startswith(keys) for key in self.list.questions):
                self.list.leave(line.number, text, "Where one match ends here cannot be told", unread=True)
            return
        for match in split:
            teams = f"{match.home} v {match.away}"
            if NUMBERS_ALONE.fullmatch(teams):
                self.list.leave(line.number, teams, "Numbers stand here, not teams", unread=True)
            else:
                self._add(line, parts, column, match)

    def _add(self, line: TextLine, parts: LineParts, column: int, match: NamedMatch) -> None:
        day = match.day or self._day_of(parts, column)
        match = replace(match, home=match.away, away=match.home) if self.is_turned else match
        week = self._above("week", column) or self.week
        divisions = [name for at, name in parts.divisions if at <= column]
        division = divisions[-1] if divisions else self._above("division", column) or self.division
        values = {"time": parts.time or self.time, "week": str(week), "division": str(division), **match.values}
        if self._is_clear(line, match, values):
            self.list.add(WrittenMatch(line.number, line.original, match.home, match.away, day, values))

    def _day_of(self, parts: LineParts, column: int) -> WrittenDay | None:
        days = [day for at, day in parts.days if at <= column] or [day for _, day in parts.days]
        day = days[-1] if days else self._above("day", column) or self.day
        assert day is None or isinstance(day, WrittenDay)
        night = self._above("night", column)
        return replace(day, text=f"w/c {day.text}").of_week(night) if day and isinstance(night, int) else day

    def _above(self, what: str, column: int) -> object:
        """What the columns say above a match: of cells, of those beside it or left of it; by eye, what is nearest."""
        values = self.by_column.get(what, ())
        if values and any(at in self.headings for at, _ in values):
            here = self.spans.get(column, (column, column))
            return min(values, key=lambda value: apart(self.headings.get(value[0], here), here))[1]
        above = [value for at, value in values if at <= column]
        return above[-1] if above else None

    def _is_clear(self, line: TextLine, match: NamedMatch, values: dict[str, str]) -> bool:
        of_cup = self.cup and not any(is_place(name) for name in (match.home, match.away))
        if of_cup and not self.list.is_of_league(self.cup, line.number, f"{match.home} v {match.away}"):
            return False
        if self.unclear:
            division = self.list.division_of(self.unclear)
            if division is None:
                return False
            values["division"] = division or values["division"]
        return True

    def _beside(self, line: TextLine, text: str) -> None:
        who = night_off(text)
        if who is not None:
            self.list.leave(line.number, text, f"A night off for {who}" if who else "A night off")
        elif is_event(text):
            self.list.leave(line.number, text, "Not a match of the league")
        elif HEADING_WORDS.fullmatch(text):
            self.list.leave(line.number, text, "A heading")
        else:
            self.list.leave(line.number, text, "This is no match", unread=True)

    def _heading(self, line: TextLine, parts: LineParts, *, has_match_below: bool) -> None:
        month = month_in(line.original)
        if month:
            self.reader.month = month
            return
        if len(parts.nights) > 1 and not parts.days:  # the nights of weeks, each for the column below it
            self.by_column["night"] = list(parts.nights)
            self.list.leave(line.number, line.original, "A heading")
            return
        texts = [text for _, text in parts.others]
        events = [text for text in texts if EVENT.search(text) or is_event(text)]
        if max(len(parts.days), len(parts.divisions), len(parts.weeks)) > 1:
            self._columns(line, parts)
        elif parts.days or parts.weeks or parts.divisions or parts.time:
            self._one_heading(parts, is_event_night=bool(events))
        draw = next((text for text in texts if CUP.search(text) and OF_A_DRAW.search(text)), "")
        if draw and has_match_below:
            self.cup = draw
        elif events and len(texts) == len(events) and not parts.days and not parts.weeks:
            self.cup = texts[0] if has_match_below and night_off(texts[0]) is None else ""
        short = has_match_below and len(line.original) <= 40 and bool(self.list.matches) and not parts.days
        if texts and not events and short and not all(HEADING_WORDS.fullmatch(text) for text in texts):
            self.unclear = line.original
        self._leave_heading(line, texts, is_event_night=bool(events), is_heading=short)

    def _leave_heading(self, line: TextLine, texts: list[str], *, is_event_night: bool, is_heading: bool) -> None:
        off = [who for text in texts if (who := night_off(text))]
        if off:
            self.list.leave(line.number, line.original, f"A night off for {', '.join(off)}")
        elif is_event_night:
            self.list.leave(line.number, line.original, "Not a night of the league")
        elif ALL_START.search(line.original):
            self.list.leave(line.number, line.original, "When all matches start")
        elif texts and line.original in self.title_lines:
            self.list.leave(line.number, line.original, "A heading, once more")
        elif texts and (is_heading or all(HEADING_WORDS.fullmatch(text) for text in texts)):
            self.list.leave(line.number, line.original, "A heading")
        elif texts:
            scored = any((score := score_in(text)) and score.home for text in texts)
            title = not scored and not self.list.matches and len(self.list.left_out) < 3
            why = "A title" if title else "No match stands here"
            self.title_lines |= {line.original} if title else set()
            self.list.leave(line.number, line.original, why, unread=not title)

    def _columns(self, line: TextLine, parts: LineParts) -> None:
        self.headings |= line.spans if line.by_eye else {}
        if len(parts.days) > 1:
            self.by_column["day"] = list(parts.days)
            if len(parts.weeks) < 2 and len(parts.days) != len(self.by_column.get("week", ())):
                self.by_column.pop("week", None)
        if len(parts.divisions) > 1:
            self.by_column["division"] = list(parts.divisions)
        if len(parts.weeks) > 1:
            self.by_column["week"] = list(parts.weeks)

    def _one_heading(self, parts: LineParts, *, is_event_night: bool) -> None:
        self.unclear = ""
        if parts.days:
            self.day, self.cup = parts.days[0][1], ""
            self.by_column.pop("day", None)
            self.by_column.pop("week", None)
            self.week = ""
        if parts.weeks:
            if not parts.days and parts.weeks[0][1] != self.week:
                is_new = not self.list.matches or self.list.matches[-1].day != self.day
                self.day = self.day if is_new else None
            self.week = parts.weeks[0][1]
        if parts.divisions:
            self.division, self.cup = parts.divisions[0][1], ""
        if parts.time:
            self.time = parts.time
        if is_event_night:
            self.day = None

    def _twice(self) -> None:
        """A team twice on one night says that a day was carried to matches of another."""
        twice = self.list.nights_with_a_team_twice()
        if not twice:
            return
        choices = (("yes", "Yes"), ("leave_out", "No: leave the matches of such nights out"))
        text = "A team plays twice on one night as this was read. Is that right?"
        answer = self.list.ask("twice_on_a_night", text, choices)
        if answer == "yes":
            return
        for match in [match for match in self.list.matches if match.day in twice]:
            self.list.matches.remove(match)
            if answer is None:
                self.list.held_back += 1
            else:
                self.list.leave(match.place, match.original, "Left out, as you decided")
