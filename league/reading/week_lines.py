"""What the pieces of a line in a list of weeks are: a day, a week, an hour, a division, matches, or something else."""

import re
from dataclasses import dataclass, field

from league.reading.days import WrittenDay, day_in, day_of_month, find_day, weekday_in
from league.reading.divisions import division_in
from league.reading.match_list import MatchList
from league.reading.match_text import ONLY_VERSUS, START_CLOCK, VERSUS, WEEK_LABEL, Piece, TextLine
from league.reading.written_scores import hour_in, score_in

FIRST_OF_LINE = re.compile(r"(?:[a-z]{3,9}\s+)?(\d{1,2}(?:st|nd|rd|th)?)[\s.:–-]+(?=[^\W\d_])", re.IGNORECASE)
# A day without its month's name at the beginning of a match: 7/9, 07.09. but not the hour 7.30.
BARE_DAY = re.compile(r"\d{1,2}/\d{1,2}(?![\d/])|(?:\d{1,2}\.\d{1,2}\.|0\d\.\d\d)(?=\s)")
HEAD = re.compile(r"((?:(?!\s(?:v|vs)\b).){1,40}?)(?::\s*|\s+[-–—]\s+)", re.IGNORECASE)
NUMBERS_ALONE = re.compile(r"\d{1,2}\s*(?:v|vs|[-–])\.?\s*\d{1,2}", re.IGNORECASE)
HEADING_WORDS = re.compile(
    r"(?:week|wk|date|day|no|time|fixtures?|match(?:es)?|home|away|home v away|game|league|venue)\.?"
    r"(?:\s*(?:no\.?\s*)?\d{0,2})?",
    re.IGNORECASE,
)


@dataclass(slots=True)
class LineParts:
    """What the pieces of one line are, each with its column."""

    days: list[tuple[int, WrittenDay]] = field(default_factory=list)
    weeks: list[tuple[int, str]] = field(default_factory=list)
    divisions: list[tuple[int, str]] = field(default_factory=list)
    matches: list[tuple[int, str]] = field(default_factory=list)  # texts with a v
    others: list[tuple[int, str]] = field(default_factory=list)
    time: str = ""


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
                self._match_text(parts, piece)
            else:
                self._other_text(parts, piece, place)
            place += 1
        return parts

    def _match_text(self, parts: LineParts, piece: Piece) -> None:
        """A text with a v, without the week, the day and the hour with which it may begin."""
        text = piece.text
        is_team = self.list.is_team(VERSUS.split(text)[0])
        if not is_team:
            text = _without_week(parts, piece.column, text)
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
        """A text without a v."""
        text = self._without_day(parts, piece, place)
        if not text:
            return
        if not text.isdigit() and (hour := hour_in(text)):
            parts.time = hour[0]
        elif division := division_in(text, self.context):
            parts.divisions.append((piece.column, division))
        elif re.fullmatch(r"\d{1,2}", text) and not parts.weeks:
            parts.weeks.append((piece.column, text))
        elif weekday_in(text) is None or not (parts.days or place == 0):
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
