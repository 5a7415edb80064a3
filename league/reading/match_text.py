"""`A v B` in a cell or a line: where one match ends and the next begins, and what else is written there."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from league.reading.cells import (
    EVENT,
    ScoreOrState,
    games_in,
    hour_in,
    is_night_off,
    is_place,
    score_in,
    state_in,
)
from league.reading.days import WrittenDay, find_day
from league.reading.match_list import MatchList, score_of_games, score_values
from league.reading.tabular import PIECE, has_word
from league.reading.texts import cell_lines
from league.reading.values import SourceSheet
from scoring.names import fold, has_letters

VERSUS = re.compile(r"(?i)(?<=\S)\s+-?(?:v|vs|versus)\b\.?-?\s+(?=\S)|(?<=\S)\s+[-–]v[-–]\s+(?=\S)")
ONLY_VERSUS = re.compile(r"(?i)-?(?:v|vs|versus)\.?-?")
APART = re.compile(r"\s*[,;|/•·\n]\s*|\s{3,}")
WEEK_LABEL = re.compile(r"(?i)^\s*(?:week|wk|w|round|rd)\.?\s*(?:no\.?\s*)?(\d{1,2})\b\s*[-–:.,)]*\s*")
LIST_NUMBER = re.compile(r"^\s*(?:\(?\d{1,2}[.)]|[-•*·–])\s+")
CLOCK = r"\d{1,2}(?:[:.]\d{2})?\s?[ap]\.?m\b\.?|\d{1,2}[:.][0-5]\d"
END_CLOCK = re.compile(rf"(?i)[\s,(@-]*(?:\bat\s+|\bko\s+)?({CLOCK})\)?\s*$")
START_CLOCK = re.compile(rf"(?i)^\s*({CLOCK})\s*[-–:,]*\s+")
NUMBER = r"\d{1,3}(?:[.]5|\s?½)?"
END_SCORE = re.compile(rf"[\s,:(-]+({NUMBER}\s*[-–—:]\s*{NUMBER})\)?[*†]?\s*$")
END_GAMES = re.compile(rf"[\s,:(-]+({NUMBER}\s?[-–:]\s?{NUMBER}(?:[\s,;&]+{NUMBER}\s?[-–:]\s?{NUMBER})+)\)?\s*$")
NEW_DAY = re.compile(
    r"(?i)[\s,(–-]+(?:(?P<old>(?:re-?arranged|moved|switched|brought forward|was)?\s*(?:from|was))"
    r"|(?:p\s?/?\s?p|postponed|moved|re-?arranged|re-?scheduled|switched|brought forward|now|until|till|to|new date)"
    r"(?:[\s:,–-]+(?:to|until|till|for|on|now|be|played))*)[\s:]*$",
)
END_STATE = re.compile(
    r"(?i)[\s,;:(-]+(p\s?/\s?p|r\s?/\s?a|w\s?/\s?o|(?-i:PP|AWD)|void|abd|postponed|abandoned|ppd|awarded|awd"
    r"|walk\s?-?over|conceded|conc|forfeit(?:ed)?|scratched|not played|result awaited)\)?[\s.]*$",
)
TWO_NAMES = re.compile(r"(?i)[^\W\d_].*?\s(?:\d{1,3}|nil)\b.*[^\W\d_]")
VENUE = re.compile(r"\s+@\s*([^\W\d].*)$")
LONGEST_LINE = 4_000
OFF_BEFORE = re.compile(r"(?i)^\W*(?:bye|free|no game|no match|rest(?:ing)?|idle)s?(?:\s+week)?\s*[:–—-]+\s*(\S.*)$")
OFF_BEHIND = re.compile(
    r"^(\S.*?)\s*[-–—:,(]+\s*(?:bye|free|no game|rest|night off)\W*$|^(\S.*\S)\s+(?:BYE|FREE|Bye|bye)$"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line, and where it begins: the number of its cell, or of its first letter."""

    column: int
    text: str


@dataclass(frozen=True, slots=True)
class TextLine:
    number: int
    original: str
    pieces: tuple[Piece, ...]
    by_eye: bool = False  # spaced so: its pieces begin at letters, and not in cells

    @property
    def spans(self) -> dict[int, tuple[int, int]]:
        """Where each piece of a line that is spaced by eye begins and ends."""
        return {piece.column: (piece.column, piece.column + len(piece.text)) for piece in self.pieces}


@dataclass(frozen=True, slots=True)
class NamedMatch:
    home: str
    away: str
    day: WrittenDay | None = None
    values: dict[str, str] = field(default_factory=dict)


def text_lines(sheet: SourceSheet) -> Iterator[TextLine]:
    """The lines of a sheet in pieces: its cells or, where a text is spaced by eye, what stands apart in it."""
    raw = sheet.text.splitlines()
    spaced = [line for line in raw if re.search(r"\S {2,}\S", line)]
    plain = bool(raw) and "\t" not in sheet.text and not any('"' in line for line in raw) and not _is_csv(raw)
    versus = [line for line in raw if VERSUS.search(line)]
    by_eye = plain and len(spaced) * 4 >= len(versus) and bool(spaced)
    if by_eye or (plain and _is_prose(raw)):
        for number, line in enumerate(raw, start=1):
            if len(line) > LONGEST_LINE:
                yield TextLine(number, line[:100], (Piece(0, line[:100]),))
            elif line.strip():
                pieces = [Piece(match.start(), match[0].strip()) for match in PIECE.finditer(line)]
                yield TextLine(number, " ".join(line.split()), tuple(pieces), by_eye=True)
        return
    for row in cell_lines(sheet):
        pieces = [Piece(place, text.strip()) for place, text in enumerate(row.cells) if text.strip()]
        if pieces:
            yield TextLine(row.number, " | ".join(piece.text for piece in pieces), tuple(pieces))


def _is_csv(raw: list[str]) -> bool:
    """Whether most lines have commas or semicolons with no space behind them, as cells have."""
    filled = [line for line in raw if line.strip()]
    return any(
        sum(re.search(rf"{mark}(?:\S|$)", line) is not None for line in filled) * 5 >= len(filled) * 3 for mark in ",;"
    )


def is_table(sheet: SourceSheet) -> bool:
    lines = cell_lines(sheet)
    wide = [line for line in lines if len(line.cells) > 2]
    words = [cell for line in wide for cell in line.cells if has_word(cell)]
    if len([cell for cell in words if TWO_NAMES.search(cell)]) * 2 > len(words):
        return False
    prose = bool(sheet.text) and "\t" not in sheet.text and _is_prose(sheet.text.splitlines())
    return len(wide) * 2 > len(lines) and not prose


def _is_prose(raw: list[str]) -> bool:
    """Whether commas stand in sentences, with a space behind them, and not between the cells of a table."""
    commas = [line for line in raw if "," in line or ";" in line]
    return all(re.search(r"[,;]\s", line) and not re.search(r"[,;]\S", line) for line in commas)


def _facing(home: str, away: str) -> tuple[re.Match[str], re.Match[str]] | None:
    """The numbers of two names on both sides of the `v`: "Bell 5 v 4 Crown"."""
    first = re.fullmatch(rf"(.*\D)\s+({NUMBER})", home)
    second = re.fullmatch(rf"({NUMBER})\s+(\D.*)", away)
    return (first, second) if first and second else None


class MatchSplitter:
    """Takes texts with a `v` apart. All `texts` of a sheet tell scores ("Bell 5 v 4 Crown") from names ("Club 83")."""

    def __init__(self, matches: MatchList, texts: Iterable[str]) -> None:
        self.list = matches
        parts = (part for text in texts for part in pairwise(VERSUS.split(text)))
        pairs = [(APART.split(before)[-1].strip(), APART.split(behind)[0].strip()) for before, behind in parts]
        facing = [pair for pair in pairs if _facing(*pair)]
        self.names = {fold(name) for pair in pairs if pair not in facing for name in pair}
        self.homes = {fold(home) for home, _ in pairs}
        self.is_scored = len(facing) * 2 >= len(pairs)

    def split(self, text: str, place: int) -> tuple[NamedMatch, ...] | None:
        """The matches of a text; None where it is asked where one ends, or nothing can be made of it."""
        if (several := END_GAMES.search(text)) and len(VERSUS.split(text)) == 2:
            score = score_of_games(several[1], games_in(several[1]), self.list)
            split = self.split(text[: several.start()], place) if score else None
            return (replace(split[0], values={**split[0].values, **score_values(score)}),) if split and score else None
        parts = VERSUS.split(text)
        names: list[tuple[str, str]] = []
        home = parts[0]
        for middle in parts[1:-1]:
            cut = self._cut(middle, place)
            if cut is None:
                return None
            names.append((home, cut[0]))
            home = cut[1]
        last = self._end(parts[-1], place, home)
        if last is None:
            return None
        names.append((home, last))
        matches = [self.match(first, second, place) for first, second in names]
        return tuple(match for match in matches if match is not None) if all(matches) else None

    def _cut(self, text: str, place: int) -> tuple[str, str] | None:
        """Where the away team of one match ends and the home team of the next begins."""
        cuts = [(text[: gap.start()].strip(), text[gap.end() :].strip()) for gap in APART.finditer(text)]
        cuts = [cut for cut in cuts if all(map(has_letters, cut))]
        if len(cuts) == 1:
            return cuts[0]
        words = [(text[: gap.start()].strip(), text[gap.end() :].strip()) for gap in re.finditer(r"\s+", text)]
        team_cuts = [cut for cut in cuts or words if self._known(cut[0]) and self._known(cut[1])]
        if len(team_cuts) == 1:
            return team_cuts[0]
        options = team_cuts or cuts or words
        if not options:
            return None
        choices = [(str(number), f"{first} | {second}") for number, (first, second) in enumerate(options, start=1)]
        answer = self.list.ask(f"cut-{place}-{fold(text)}", f"Where does one team end in “{text}”?", choices)
        return options[int(answer) - 1] if answer else None

    def _known(self, name: str) -> bool:
        bare = END_STATE.sub("", END_SCORE.sub("", END_CLOCK.sub("", name))).strip(" (,")
        return is_night_off(name) or self.list.is_team(name) or self.list.is_team(bare)

    def _end(self, text: str, place: int, home: str) -> str | None:
        """The last name, without a venue behind a comma; asked where the comma may be part of the name."""
        if (venue := VENUE.search(text)) and not self._known(text):
            clock = END_CLOCK.search(venue[1])
            return text[: venue.start()] + (f" {clock[1]}" if clock else "")
        gaps = list(re.finditer(r"\s*[,;|]\s*|(?<=[^\W\d])\s+(?:[-–—]|at(?!\s\d))\s+(?=[^\W\d])", text))
        if not gaps or self._known(text) or fold(text) in self.homes:
            return text
        first, rest = text[: gaps[0].start()], text[gaps[0].end() :].strip(" ,;.")
        if not rest or hour_in(rest) or score_in(rest) or state_in(rest) or OFF_BEFORE.match(rest) or find_day(rest):
            return f"{first} {rest}" if rest and not OFF_BEFORE.match(rest) else first
        if self._known(first) or fold(first) in self.homes or fold(home) in fold(rest):
            return first
        choices = (("first", first), ("all", text))
        answer = self.list.ask(f"end-{place}-{fold(text)}", f"What is the team’s name in “{text}”?", choices)
        return None if answer is None else first if answer == "first" else text

    def match(self, home: str, away: str, place: int) -> NamedMatch | None:
        """A match of two texts, without what stands before and behind the names; None where it is asked about."""
        values: dict[str, str] = {}
        home = LIST_NUMBER.sub("", home).strip()
        away, day = self._behind(away.strip(), values)
        if clock := START_CLOCK.match(home):
            values["time"] = (hour_in(clock[1]) or ("", ""))[0]
            home = home[clock.end() :]
        if numbers := _facing(home, away):
            is_score = self.is_score(home, away, place)
            if is_score is None:
                return None
            if is_score:
                values |= score_values(score_in(f"{numbers[0][2]}-{numbers[1][1]}") or ScoreOrState())
                home, away = numbers[0][1], numbers[1][2]
        return NamedMatch(home.strip(" -–:"), away.strip(" -–:,;"), day, values)

    def is_score(self, home: str, away: str, place: int) -> bool | None:
        """Whether the numbers beside the `v` are the score, and not of the names; None where it is asked."""
        if any(self.list.is_team(name) or fold(name) in self.names for name in (home, away)):
            return False
        numbers = _facing(home, away)
        if self.is_scored and numbers and {len(numbers[0][2]), len(numbers[1][1])} != {1, 3}:  # Club 147 v 5 Bells
            return True
        choices = (("score", "The score"), ("names", "Part of the names"))
        answer = self.list.ask(f"facing-{place}-{fold(home)}", f"What are the numbers in “{home} v {away}”?", choices)
        return None if answer is None else answer == "score"

    def _behind(self, away: str, values: dict[str, str]) -> tuple[str, WrittenDay | None]:
        day = None
        for _ in range(3):
            span = find_day(away) if not self.list.is_team(away) else None
            if span and span.start > 0 and re.fullmatch(r"[\s.)]*", away[span.end :]):
                away = away[: span.start].rstrip(" (-–,:")
                moved = NEW_DAY.search(away)
                day = span.day if moved is None or not moved["old"] else day
                away = away[: moved.start()] if moved else away
            if (score := END_SCORE.search(away)) and score.start() > 0:
                read = score_in(score[1])
                if read:
                    values |= score_values(read)
                    away = away[: score.start()]
            if (state := END_STATE.search(away)) and state.start() > 0 and not self.list.is_team(away):
                values["state"] = state_in(state[1])
                away = away[: state.start()]
            if (clock := END_CLOCK.search(away)) and clock.start() > 0 and (hour := hour_in(clock[1])):
                values["time"] = hour[0]
                away = away[: clock.start()]
        return away, day


def night_off(text: str) -> str | None:
    """Whose night off a text says it is: "Bye: Crown A", "Crown A - FREE"; empty where it names nobody."""
    if is_night_off(text):
        return ""
    if match := OFF_BEFORE.match(text):
        return match[1]
    if match := OFF_BEHIND.match(text):
        return match[1] or match[2]
    return None


def is_event(text: str) -> bool:
    """Whether a text names a night that is none of the league: CUP, HALF TERM, TBC."""
    return is_night_off(text) or is_place(text) or EVENT.search(text) is not None
