"""Key numbers: dates down, pairs of numbers across, and for each division a list of which team has which number.

    18th Sept   CUP WEEK                               DIV A         DIV B
    25th Sept   1 v 2    4 v 3    1                    1 Crown A     1 Plough
    2nd Oct     1 v 3    2 v 4    2                    2 Bell        2 BYE

The numbers may stand below the grid, above, beside it or on another sheet. A number without a team is a night off.
"""

import re
from collections.abc import Sequence

from league.reading.divisions import NUMBERS_IN_WORDS, division_in, division_key
from league.reading.key_lists import KeyList, key_lists, typed_lists
from league.reading.layouts.weeks import WeekReader
from league.reading.match_list import WrittenMatch
from league.reading.match_text import CLOCK, NamedMatch, Piece, TextLine, text_lines
from league.reading.values import Context, Reading, SourceSheet
from league.reading.week_lines import LineParts
from league.reading.written_scores import EVENT, hour_in, is_night_off
from scoring.words import several

LAYOUT = "key_numbers"
PAIR = re.compile(r"(?<![\w./-])(\d{1,2})\s*(?:v|vs|V|VS|x)\.?\s*(\d{1,2})(?![\w/-]|\.\d)")
DASHED_PAIR = re.compile(r"(?<![\w./-])(\d{1,2})\s*[-–]\s*(\d{1,2})(?![\w./-])")
STARTS = re.compile(rf"(?:commenc|start|kick|k\.?o|throw|at\b|from\b).{{0,15}}?({CLOCK})", re.IGNORECASE)


def read(sheet: SourceSheet, context: Context, beside: Sequence[SourceSheet] = ()) -> Reading | None:
    lines = list(text_lines(sheet))
    pattern = PAIR if any(PAIR.search(line.original) for line in lines) else DASHED_PAIR
    grid = [line for line in lines if len(pattern.findall(line.original)) >= (1 if pattern is PAIR else 2)]
    if sum(len(pattern.findall(line.original)) for line in grid) < 2:
        return None
    keys, used = key_lists(lines, pattern)
    for other in beside:
        if not keys:
            keys, _ = key_lists(list(text_lines(other)), pattern)
    words = sum(len(re.findall(r"[^\W\d_]{3,}", line.original)) for line in grid)
    if not keys and pattern is DASHED_PAIR and words > 3 * len(grid):
        return None  # scores in sentences
    kept = [_without(_with_pairs(line, pattern), used.get(line.number, set())) for line in lines]
    reader = KeyNumberReader(sheet, [line for line in kept if line.pieces], context)
    reader.keys = keys or typed_lists(reader.list)
    return reader.read_grid()


def _with_pairs(line: TextLine, pattern: re.Pattern[str]) -> TextLine:
    """A line with a piece of its own for each pair of numbers."""
    pieces: list[Piece] = []
    for piece in line.pieces:
        end = 0
        for match in pattern.finditer(piece.text):
            before = piece.text[end : match.start()].strip(" ,;")
            pieces += [Piece(piece.column, before)] if before else []
            pieces.append(Piece(piece.column, f"{match[1]} v {match[2]}"))
            end = match.end()
        rest = piece.text[end:].strip(" ,;")
        pieces += [Piece(piece.column, rest)] if rest else []
    return TextLine(line.number, line.original, tuple(pieces))


def _without(line: TextLine, columns: set[int]) -> TextLine:
    return TextLine(line.number, line.original, tuple(
        piece for piece in line.pieces if piece.column not in columns or PAIR.fullmatch(piece.text)
    ))  # fmt: skip


class KeyNumberReader(WeekReader):
    """Reads the grid as weeks of matches between numbers, and writes each out for the divisions that it is of."""

    keys: list[KeyList]

    def __init__(self, sheet: SourceSheet, lines: list[TextLine], context: Context) -> None:
        super().__init__(sheet, lines, context)
        self.names: dict[int, str] = {}
        self.active: list[KeyList] = []
        self.week_numbers: set[int] = set()
        self.numbers: set[int] = set()

    def read_grid(self) -> Reading | None:
        self.active = self.keys
        for line in self.lines:
            if clock := STARTS.search(line.original):
                self.time = (hour_in(clock[1]) or ("", ""))[0]
        self._name_divisions()
        for line in self.lines:
            parts = self.reader.parts_of(line)
            if parts.matches:
                self._matches(line, parts)
            else:
                self._choose_lists(line.original)
                self._heading(line, parts, has_match_below=False)
        for keys in self.keys:
            for number in sorted(set(keys.teams) - self.numbers):
                if self.numbers and not is_night_off(keys.teams[number]):
                    self.list.leave(keys.line, f"{number} {keys.teams[number]}", f"The number {number} is in no match")
        nights = {(match.day, match.values.get("week")) for match in self.list.matches}
        lists = several(len(self.keys), "division")
        sure = 0.9 if self.keys else 0.6
        return self.list.reading(LAYOUT, f"a grid with key numbers, {lists}, {several(len(nights), 'week')}", sure)

    def _name_divisions(self) -> None:
        for at, keys in enumerate(self.keys):
            plain = keys.heading.strip(" :.-")
            name = division_in(plain, self.context) or (plain if len(plain) <= 30 and not EVENT.search(plain) else "")
            if not name and len(self.keys) > 1:
                teams = ", ".join(list(keys.teams.values())[:3])
                choices = [(division, division) for division in self.context.divisions]
                name = self.list.ask(f"keys-division-{at + 1}", f"Which division has {teams}?", choices) or ""
            elif not name:
                name = self.division
            self.names[id(keys)] = name

    def _choose_lists(self, text: str) -> None:
        """A heading that names divisions says whose the weeks below it are."""
        if not re.search(r"\bdiv", text, re.IGNORECASE):
            return
        plain = re.sub(r"commenc.*|start.*", "", text.casefold())
        words = {NUMBERS_IN_WORDS.get(word, word) for word in re.findall(r"\w+", plain)}
        named = [
            keys for keys in self.keys if (name := self.names.get(id(keys), "")) and set(division_key(name)) <= words
        ]
        self.active = named or self.keys

    def _heading(self, line: TextLine, parts: LineParts, *, has_match_below: bool) -> None:
        super()._heading(line, parts, has_match_below=has_match_below)
        self.cup = self.unclear = ""

    def _matches(self, line: TextLine, parts: LineParts) -> None:
        """The pairs of a line; without a day of its own it is a week without a date, or goes on with the line above."""
        numbers = [int(number) for _, text in parts.matches for number in re.findall(r"\d+", text)]
        if not parts.days and not self._is_table_of_columns():
            goes_on = not parts.weeks and self.week_numbers and not self.week_numbers & set(numbers)
            if not goes_on:
                self.day = None
                self.week = ""
        if parts.days or parts.weeks:
            self.week_numbers = set()
        twice = {number for number in numbers if numbers.count(number) > 1}
        if twice and not self._is_table_of_columns():
            choices = (("yes", "Yes"), ("leave_out", "No: leave this week out"))
            text = f"The number {min(twice)} plays twice in “{line.original}”. Is that right?"
            answer = self.list.ask(f"number-twice-{line.number}", text, choices)
            if answer == "leave_out":
                self.list.leave(line.number, line.original, "Left out, as you decided")
            if answer != "yes":
                self.list.held_back += len(parts.matches)
                return
        self.week_numbers |= set(numbers)
        self.numbers |= set(numbers)
        super()._matches(line, parts)

    def _one_text(self, line: TextLine, parts: LineParts, column: int, text: str) -> None:
        home, away = (part.strip() for part in text.split(" v ", 1))
        if not (home.isdigit() and away.isdigit()):
            super()._one_text(line, parts, column, text)
        elif not self.keys:
            self.list.held_back += 1
        else:
            for keys in self.active:
                self._add_for(keys, line, parts, column, (int(home), int(away)))

    def _add_for(self, keys: KeyList, line: TextLine, parts: LineParts, column: int, pair: tuple[int, int]) -> None:
        home, away = pair
        name = self.names[id(keys)]
        original = f"{home} v {away}" + (f" ({name})" if name else "")
        missing = [number for number in (home, away) if number not in keys.teams]
        if missing:
            who = keys.teams.get(away if missing[0] == home else home, "")
            why = f"No team{f' of {name}' if name else ''} has the number {missing[0]}"
            self.list.leave(
                line.number, original, why + (f": a night off for {who}" if who and not is_night_off(who) else "")
            )
            return
        if not name and len(self.keys) > 1:
            self.list.held_back += 1
            return
        match = NamedMatch(keys.teams[home], keys.teams[away])
        days = [day for at, day in parts.days if at <= column] or [day for _, day in parts.days]
        above = self._above("day", column)
        day = days[-1] if days else above or self.day
        week = self._above("week", column) or self.week
        values = {"time": parts.time or self.time, "week": str(week), "division": name}
        notes = () if day else ("No date stands beside this week",)
        self.list.add(WrittenMatch(line.number, original, match.home, match.away, day, values, notes))  # type: ignore[arg-type]

    def _twice(self) -> None:
        """A number twice in a week is asked about as the week is read."""
