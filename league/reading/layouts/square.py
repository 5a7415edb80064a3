r"""The square: home teams down, away teams across, in each cell the date of the match or its score.

HOME \ AWAY,Crown A,Bell,Plough
Crown A,X,14-Sep,21-Sep*
Bell,16-Nov,X,P/P
Plough,6-3,30-Nov,X
* = reversed
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from league.reading.cells import hour_in, is_place, score_in, team_key
from league.reading.days import WrittenDay, day_in, find_day, season_in
from league.reading.marks import division_in
from league.reading.match_list import MARKS, MatchList, WrittenMatch, score_values
from league.reading.tabular import cell_at, has_word, whole
from league.reading.texts import cell_lines
from league.reading.values import Context, Reading, SheetLine, SourceSheet
from scoring.names import fold
from scoring.words import several

FOOTNOTE = re.compile(r"^\s*\(?([*†‡§#^]+|[a-z]\))\s*(?:[=:–-]\s*)?(.+)$")


@dataclass(frozen=True, slots=True)
class TeamSquare:
    heading: SheetLine
    across: dict[int, str]
    rows: tuple[tuple[SheetLine, str], ...]
    label: int  # the column of the teams down


def _square_at(heading: SheetLine, below: Sequence[SheetLine]) -> TeamSquare | None:
    names = {place: text.strip() for place, text in enumerate(heading.cells) if text.strip()}
    for label in range(2):
        across = {place: name for place, name in names.items() if place > label}
        if len(across) < 3:
            continue
        rows: list[tuple[SheetLine, str]] = []
        for line in below:
            name = cell_at(line, label)
            if not name or len(rows) == len(across) or FOOTNOTE.match(name):
                break
            rows.append((line, name))
        if all(name.isdigit() for _, name in rows) and all(has_word(cell_at(line, label + 1)) for line, _ in rows):
            continue  # numbers, with the teams beside them
        ordered = _matching(across, [name for _, name in rows], rows)
        if ordered is not None:
            return TeamSquare(heading, ordered, tuple(rows), label)
    return None


def _exact(name: str) -> str:
    return team_key(name.strip(MARKS + " "))


def _matching(across: dict[int, str], down: list[str], rows: Sequence[tuple[SheetLine, str]]) -> dict[int, str] | None:
    """The team of each column: by its name, or, where names are short or numbers, by the order of the teams down."""
    if len(down) < 3 or len(set(map(_exact, down))) != len(down):
        return None
    by_name = {_exact(name): name for name in down}
    named = {place: by_name[_exact(text)] for place, text in across.items() if _exact(text) in by_name}
    if len(named) == len(down) and len(set(named.values())) == len(down):
        return named
    if len(named) >= 3 and len(named) * 3 >= len(down) * 2 and len(across) == len(down):
        return {place: by_name.get(_exact(text), text) for place, text in across.items()}
    places = sorted(across)
    if len(places) < len(down):
        return None
    places = places[: len(down)]
    short = all(
        _is_short_of(across[place], name, number)
        for number, (place, name) in enumerate(zip(places, down, strict=True), 1)
    )
    diagonal = all(is_empty_square(cell_at(line, place)) for (line, _), place in zip(rows, places, strict=True))
    return dict(zip(places, down, strict=True)) if short and diagonal else None


def _is_short_of(text: str, name: str, number: int) -> bool:
    """Whether the heading of a column is its number or has some letters of a team's name in their order."""
    if text.strip(" .)") == str(number):
        return True
    letters = iter(re.sub(r"\W", "", name.casefold()))
    short = re.sub(r"\W", "", text.casefold())
    return bool(short) and all(letter in letters for letter in short)


def is_empty_square(text: str) -> bool:
    return re.fullmatch(r"[\W_]*|[xX\W]{1,5}|n\s?/\s?a|[█■▓]+", text.strip()) is not None


REVERSED = re.compile(r"(?i)revers|switch|swap|turned|changed round")
CORNER = re.compile(r"(?i)\b(home|away|h|a)\b")
DOWN = re.compile(r"(?i)\b(home|away)\b[^.]{0,25}\b(?:down|left|side|rows?|vertical)")
ACROSS = re.compile(r"(?i)\b(home|away)\b[^.]{0,25}\b(?:across|top|columns?|horizontal)")
SLASHED = re.compile(r"(\d{1,2})\s*[/.]\s*(\d{1,2})[*†‡§]?")
DASHED = re.compile(r"(\d{1,2})\s*[-–:]\s*(\d{1,2})[*†‡§]?")


def _has_values(square: TeamSquare) -> bool:
    """Whether most of the squares that are not empty have a date or a score, and no names."""
    cells = (cell_at(line, place) for line, _ in square.rows for place in square.across)
    texts = [text for text in cells if not is_empty_square(text)]
    values = [text for text in texts if day_in(text) or score_in(text.strip(MARKS)) or is_place(text) or find_day(text)]
    return len(values) * 2 >= len(texts)


def read(sheet: SourceSheet, context: Context) -> Reading | None:
    lines = cell_lines(sheet)
    squares: list[TeamSquare] = []
    last = 0
    for at, line in enumerate(lines):
        square = _square_at(line, lines[at + 1 :]) if line.number > last else None
        if square is not None:
            last = square.rows[-1][0].number
            squares += [square] if _has_values(square) else []
    return SquareReader(sheet, squares, context).read() if squares else None


class SquareReader:
    def __init__(self, sheet: SourceSheet, squares: Sequence[TeamSquare], context: Context) -> None:
        self.sheet, self.squares, self.context = sheet, squares, context
        numbers = {line.number for square in squares for line in (square.heading, *(row for row, _ in square.rows))}
        self.around = [line for line in cell_lines(sheet) if line.number not in numbers]
        self.list = MatchList(context, season_in(" ".join([sheet.name, *map(whole, self.around)])))
        self.footnotes: dict[str, str] = {}
        self.empty = 0

    def read(self) -> Reading | None:
        division = division_in(self.sheet.name, self.context) if self.sheet.name else ""
        for line in self.around:
            if note := FOOTNOTE.match(whole(line)):
                self.footnotes[note[1]] = note[2].strip()
        before = 0
        for square in self.squares:
            for line in self.around:
                if before <= line.number < square.heading.number:
                    division = division_in(whole(line), self.context) or division
            self._square(square, division)
            before = square.rows[-1][0].number
        for line in self.around:
            text = whole(line)
            why = "A title" if line.number < self.squares[0].heading.number else "No match stands here"
            why = "A footnote" if FOOTNOTE.match(text) else why
            self.list.leave(line.number, text, why)
        if self.empty:
            line = self.squares[0].heading
            self.list.leave(line.number, whole(line), f"{several(self.empty, 'square')} without a date or a score")
        teams = sum(len(square.rows) for square in self.squares)
        return self.list.reading("square", f"a square of {several(teams, 'team')}", 0.9)

    def _square(self, square: TeamSquare, division: str) -> None:
        kind = self._what_the_cells_are(square)
        down_is_home = self._home_is_down(square)
        for line, team in square.rows:
            for place, other in square.across.items():
                text = cell_at(line, place)
                if _exact(team) == _exact(other):
                    if not is_empty_square(text):
                        self.list.leave(line.number, f"{team}: {text}", f"{team} cannot play itself")
                    continue
                if is_empty_square(text):
                    self.empty += 1
                elif down_is_home is None or kind is None:
                    self.list.held_back += 1
                else:
                    home, away = (team, other) if down_is_home else (other, team)
                    self._cell(line.number, text, home=home, away=away, division=division, kind=kind)
        beside = set(range(max(len(line.cells) for line, _ in square.rows))) - set(square.across) - {square.label}
        for line, team in square.rows:
            for place in beside:
                if place < len(line.cells) and line.cells[place].strip() and place > square.label:
                    self.list.leave(line.number, f"{team}: {line.cells[place]}", "Not a square of two teams")

    def _home_is_down(self, square: TeamSquare) -> bool | None:
        """Whether the home teams stand down; None where it is asked."""
        corner = cell_at(square.heading, square.label)
        texts = [corner, self.sheet.name, *map(whole, self.around)]
        for text in texts:
            if match := DOWN.search(text):
                return match[1].casefold() == "home"
            if match := ACROSS.search(text):
                return match[1].casefold() == "away"
        words = [word[0].casefold() for word in CORNER.findall(corner)]
        if len(words) == 1 or len(set(words)) == 2:
            return words[:1] == ["h"]
        line, team = square.rows[0]
        place, other = next((place, name) for place, name in square.across.items() if name != team)
        sample = cell_at(line, place)
        choices = (("down", f"{team}: the home teams stand down"), ("across", f"{other}: they stand across"))
        question = f"Who is at home in {team} and {other}, {sample or 'the first square'}?"
        answer = self.list.ask("square_home", question, choices)
        return None if answer is None else answer == "down"

    def _what_the_cells_are(self, square: TeamSquare) -> str | None:
        """Whether two numbers in a cell are a date or a score; "either" where a month or a dash leaves no doubt."""
        texts = [cell_at(line, place) for line, _ in square.rows for place in square.across]
        slashed = [match for text in texts if (match := SLASHED.fullmatch(text))]
        dashed = [match for text in texts if (match := DASHED.fullmatch(text))]
        if not slashed:
            days = [match for match in dashed if not self._could_be_day(match)]
            months = [text for text in texts if re.search(r"(?i)[a-z]{3}", text) and find_day(text)]
            totals = {int(match[1]) + int(match[2]) for match in dashed}
            if not dashed or days or months or len(totals) <= max(1, len(dashed) // 3):
                return "score"
        elif not all(map(self._could_be_day, slashed)):
            return "score"
        elif any(re.fullmatch(r"0\d", number) for match in slashed for number in match.groups()):
            return "day"
        sample = next(match[0] for match in (*slashed, *dashed))
        choices = (("day", f"Dates: {sample} is a day and a month"), ("score", "Scores"))
        return self.list.ask("square_cells", f"What stands in the squares, such as {sample}?", choices)

    @staticmethod
    def _could_be_day(match: re.Match[str]) -> bool:
        return 1 <= int(match[1]) <= 31 and 1 <= int(match[2]) <= 12

    def _cell(self, number: int, text: str, *, home: str, away: str, division: str, kind: str) -> None:
        original = f"{home} v {away}: {text}"
        plain, notes = self._without_mark(text)
        sides = self._sides(text, home, away)
        if sides is None:
            self.list.held_back += 1
            return
        ending = self._read(plain, kind)
        if ending is None and is_place(plain):
            ending, notes = (None, {}), (*notes, f"“{plain}” is taken for no date yet")
        elif ending is None:
            question = f"“{text}” at {home} v {away} is no date and no score. What is it?"
            key = f"square-{fold(home)}-{fold(away)}"
            ending = self.list.ask_for(key, question, lambda answer: self._read(answer, "either"))
        if ending is None:
            self.list.held_back += 1
            return
        values = {"division": division, **ending[1]}
        self.list.add(WrittenMatch(number, original, *sides, ending[0], values, notes))

    def _mark(self, text: str) -> str:
        return next((mark for mark in self.footnotes if text.endswith(mark)), "")

    def _without_mark(self, text: str) -> tuple[str, tuple[str, ...]]:
        if mark := self._mark(text):
            return text.removesuffix(mark).strip(MARKS + " "), (self.footnotes[mark],)
        if text[-1] in MARKS:
            return text.strip(MARKS + " "), (f"“{text[-1]}” stands here, and no footnote says why",)
        return text, ()

    def _sides(self, text: str, home: str, away: str) -> tuple[str, str] | None:
        """Home and away; None where a footnote says that they are reversed, until somebody says what that means."""
        footnote = self.footnotes.get(self._mark(text), "")
        if not REVERSED.search(footnote):
            return home, away
        choices = (("as_written", f"{home}, as the square has it"), ("turned", f"{away}: they are turned round"))
        question = f"{text} at {home} v {away} is marked “{footnote}”. Who is at home?"
        answer = self.list.ask(f"mark-{fold(home)}-{fold(away)}", question, choices)
        return None if answer is None else (home, away) if answer == "as_written" else (away, home)

    @staticmethod
    def _read(text: str, kind: str) -> tuple[WrittenDay | None, dict[str, str]] | None:
        """The day of a cell, and its score and hour; None where it has neither day nor score."""
        score = score_in(text)
        if kind == "score" and score:
            return None, score_values(score)
        span = find_day(text)
        if span:
            rest = f"{text[: span.start]} {text[span.end :]}".strip(" ()-,:;")
            if not rest:
                return span.day, {}
            if hour := hour_in(rest):
                return span.day, {"time": hour[0]}
            beside = score_in(rest)
            return (span.day, score_values(beside)) if beside else None
        if kind == "day" and (day := day_in(text)):
            return day, {}
        return (None, score_values(score)) if score and score_values(score) else None
