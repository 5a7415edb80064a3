"""Key numbers: dates down, pairs of numbers across, and for each division a list of which team has which number.

    18th Sept   CUP WEEK                               DIV A         DIV B
    25th Sept   1 v 2    4 v 3    1                    1 Crown A     1 Plough
    2nd Oct     1 v 3    2 v 4    2                    2 Bell        2 BYE

The numbers may stand below the grid, above, beside it or on another sheet. A number without a team is a night off.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from league.reading.cells import EVENT, hour_in, is_night_off
from league.reading.days import MONTH, find_day, season_in
from league.reading.layouts.weeks import HEADING_WORDS, LineParts, WeekReader
from league.reading.marks import NUMBERS_IN_WORDS, division_in, division_key
from league.reading.match_list import MatchList, WrittenMatch
from league.reading.match_text import CLOCK, WEEK_LABEL, Piece, TextLine, text_lines
from league.reading.tabular import has_word
from league.reading.values import Context, Reading, SourceSheet
from scoring.words import several

KEY = re.compile(r"\(?(\d{1,2})\)?\s*[.):=–-]?\s+(\S.*)|\(?(\d{1,2})[.):=–-]\s*(\S.*)")
KEY_BEHIND = re.compile(r"(\S.*?)\s*(?:\((\d{1,2})\)|[=–-]\s*(\d{1,2}))")
NO_DIVISIONS = {"team", "teams", "name", "key", "keys", "club", "clubs", "number", "no", "numbers", "team name",
                "key numbers"}  # fmt: skip
LONE = re.compile(r"\(?\d{1,2}[.):]?\)?")
MOST_TEAMS = 20  # of a division
NEAR = 5  # letters by which texts may stand apart that are in one column


@dataclass(slots=True)
class KeyList:
    heading: str
    line: int
    below: int = 0  # the line of its heading
    teams: dict[int, str] = field(default_factory=dict)


def key_lists(lines: Sequence[TextLine], pattern: re.Pattern[str]) -> tuple[list[KeyList], dict[int, set[int]]]:
    finder = KeyFinder(lines, pattern)
    for line in lines:
        finder.read(line)
    lists = [keys for keys in _joined(finder.lists) if len(keys.teams) >= 3 and 1 in keys.teams]
    names = {name for keys in lists for name in keys.teams.values()}
    used = {row: at for row, at in finder.used.items() if any(_is_of(lines, row, column, names) for column in at)}
    for keys in lists:
        for _, text, row in finder.headings:
            if text == keys.heading:
                same = {at for at, other, line in finder.headings if line == row and other == text}
                used.setdefault(row, set()).update(same)
    return lists, used


def _joined(lists: Sequence[KeyList]) -> list[KeyList]:
    """The lists, one that stands in several columns as one: "1 Bell  2 Crown" a line, or 6 to 10 beside 1 to 5."""
    joined: list[KeyList] = []
    for keys in lists:
        first = next((one for one in reversed(joined) if 1 in one.teams), None)
        same = first is not None and keys.heading in ("", first.heading) and not keys.teams.keys() & first.teams.keys()
        if first and same and 1 not in keys.teams:
            first.teams |= keys.teams
        else:
            joined.append(replace(keys, teams=dict(keys.teams)))
    return joined


class KeyFinder:
    """Goes through the lines; `headings` are (column, text, line), of which one may name the division of a list."""

    def __init__(self, lines: Sequence[TextLine], pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.lists: list[KeyList] = []
        self.used: dict[int, set[int]] = {}
        self.headings: list[tuple[int, str, int]] = []
        self._open: list[tuple[int, KeyList]] = []  # where a list stands that may go on
        self._near = NEAR if any(line.by_eye for line in lines) else 0

    def read(self, line: TextLine) -> None:
        keys = _keys_of(line, self.pattern)
        taken = {piece.column for _, _, _, pieces in keys for piece in pieces}
        numbers = [number for _, number, _, _ in keys]
        in_a_row = len(numbers) > 2 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        for column, number, name, pieces in keys:  # 1 Bell  2 Crown  3 Swan: one list, a line or several long
            current = self._list_at(keys[0][0] if in_a_row else column, number, line.number)
            current.teams[number] = name
            current.line = line.number
            self.used.setdefault(line.number, set()).update(piece.column for piece in pieces)
        texts = [piece for piece in line.pieces if piece.column not in taken and not self.pattern.search(piece.text)]
        if self.pattern.search(line.original) or any(is_day(piece.text) for piece in texts):
            return
        words = [piece for piece in texts if has_word(piece.text)]
        self.headings += [(piece.column, piece.text, line.number) for piece in words]

    def _list_at(self, column: int, number: int, row: int) -> KeyList:
        """The list that stands in a column; a new one where a number comes again, or below another heading."""
        current = next((keys for at, keys in reversed(self._open) if abs(at - column) <= self._near), None)
        if current is not None and number not in current.teams:
            between = [at for at, _, line in self.headings if line > current.line and abs(at - column) <= self._near]
            if not between:
                return current
        heading, below = _heading_above(self.headings, column, row, self.lists, self._near)
        new = KeyList(heading, row, below)
        self.lists.append(new)
        self._open.append((column, new))
        return new


def _is_of(lines: Sequence[TextLine], number: int, column: int, names: set[str]) -> bool:
    line = next(line for line in lines if line.number == number)
    return any(
        piece.column == column and any(name in piece.text or piece.text.isdigit() for name in names)
        for piece in line.pieces
    )


def _is_numbered_name(text: str) -> bool:
    """Whether a text behind a number is a name that begins with another, which is no key: "58 Club"."""
    key = KEY.fullmatch(text)
    return key is not None and int(key[1] or key[3]) > MOST_TEAMS and _is_name(text)


def _keys_of(line: TextLine, pattern: re.Pattern[str]) -> list[tuple[int, int, str, tuple[Piece, ...]]]:
    """Numbers with names in one line: column, number, name, and the pieces that say so."""
    keys: list[tuple[int, int, str, tuple[Piece, ...]]] = []
    pieces = line.pieces
    names = [_is_name(piece.text) and not KEY.fullmatch(piece.text) for piece in pieces]
    if len(pieces) > 2 and pieces[0].text.rstrip(".)").isdigit() and all(names[1:]):
        number = int(pieces[0].text.rstrip(".)"))
        return [(piece.column, number, piece.text, (pieces[0], piece)) for piece in pieces[1:]]
    place = 0
    while place < len(pieces):
        piece = pieces[place]
        following = pieces[place + 1] if place + 1 < len(pieces) else None
        match = KEY.fullmatch(piece.text)
        if match and _is_name(match[2] or match[4]) and not pattern.search(piece.text) and not is_day(piece.text):
            keys.append((piece.column, int(match[1] or match[3]), (match[2] or match[4]).strip(), (piece,)))
        elif following and LONE.fullmatch(piece.text) and (names[place + 1] or _is_numbered_name(following.text)):
            keys.append((following.column, int(piece.text.strip("().:")), following.text, (piece, following)))
            place += 1
        elif (behind := KEY_BEHIND.fullmatch(piece.text)) and not pattern.search(piece.text) and _is_name(behind[1]):
            keys.append((piece.column, int(behind[2] or behind[3]), behind[1], (piece,)))
        place += 1
    return keys


def is_day(text: str) -> bool:
    """Whether a text is a day, with or without what happens then; "1 May Pole" is the key of a team."""
    span = find_day(text)
    if span is None or span.start:
        return False
    rest = text[span.end :].strip(" -–:,.()*")
    return not rest or span.day.year is not None or EVENT.search(rest) is not None or not rest[0].isalpha()


def _is_name(text: str) -> bool:
    if not has_word(text) or hour_in(text) or HEADING_WORDS.fullmatch(text) or is_day(text):
        return False
    return re.fullmatch(rf"(?i)(?:(?:st|nd|rd|th)\s+(?:of\s+)?)?{MONTH}\W*(?:\d.*)?|(?:v|vs)\b\.?\s*\d.*", text) is None


def _heading_above(
    headings: list[tuple[int, str, int]], column: int, number: int, lists: list[KeyList], near: int
) -> tuple[str, int]:
    """The text that stands above a column of numbers, in the nearest line that has any, and that line."""
    taken = {(each.heading, each.line) for each in lists}
    above = [(row, -abs(at - column), text) for at, text, row in headings if row < number and number - row <= 3]
    above = [entry for entry in above if -entry[1] <= max(near, 1)] or above
    if not above:
        return "", 0
    last = max(row for row, _, _ in above)
    best = max((entry for entry in above if entry[0] == last), key=lambda entry: entry[1])
    plain = best[2].strip(" .:").casefold()
    return (best[2], best[0]) if (best[2], best[0]) not in taken and plain not in NO_DIVISIONS else ("", 0)


def typed_lists(matches: MatchList, *, by_letter: bool) -> list[KeyList]:
    """The keys as they are typed where the file has none: `1 Crown A` or `A Crown A`, one to a line."""
    key, example = ("letter", "A") if by_letter else ("number", "1")
    text = f"Which team has which {key}? Write one to a line, {example} Crown A; name each division on a line before."
    return matches.ask_for("keys", text, lambda answer: _lists_of(answer, by_letter=by_letter)) or []


def _lists_of(answer: str, *, by_letter: bool) -> list[KeyList] | None:
    lists: list[KeyList] = []
    for number, row in enumerate(answer.splitlines(), start=1):
        text = LETTER_KEY.sub(lambda key: _number_of(key[1]) + key[2], row.strip()) if by_letter else row.strip()
        match = KEY.fullmatch(text)
        if match is None:
            lists += [KeyList(row.strip(), number)] if row.strip() else []
        else:
            lists = lists or [KeyList("", number)]
            lists[-1].teams[int(match[1] or match[3])] = (match[2] or match[4]).strip()
    return [keys for keys in lists if keys.teams] or None


PAIR = re.compile(r"(?<![\w./-])(\d{1,2})\s*(?:v|vs|V|VS|x)\.?\s*(\d{1,2})(?![\w/-]|\.\d)")
DASHED_PAIR = re.compile(r"(?<![\w./-])(\d{1,2})\s*[-–]\s*(\d{1,2})(?![\w./-])")
APART = r"(?<![^\s,;|:(])"
LETTER_PAIR = re.compile(
    APART + r"(?:([A-Z])\s*(?:v|vs|V|VS|x|[-–])\.?\s*([A-Z])|([a-z])\s+(?:v|vs)\.?\s+([a-z]))(?![^\s,;|.)])"
)
LETTER_KEY = re.compile(r"^\(?([A-Za-z])((?:\s*[.):=–-]\)?\s*|\s+)(?=\S)|$)")
INLINE_KEY = re.compile(r"(\d{1,2}|[A-Za-z])\s*(?:[.):=–-]\s*|\s)(\S.*)")
STARTS = re.compile(rf"(?i)(?:commenc|start|kick|k\.?o|throw|at\b|from\b|days?\s*[,|]).{{0,15}}?({CLOCK})")


def read(sheet: SourceSheet, context: Context, beside: Sequence[SourceSheet] = ()) -> Reading | None:
    lines = [piece for line in text_lines(sheet) for piece in _one_to_a_line(line)]
    written = lines
    if not any(PAIR.search(line.original) for line in lines):
        lines = _with_numbers(lines)
    pattern = PAIR if any(PAIR.search(line.original) for line in lines) else DASHED_PAIR
    grid = [line for line in lines if len(pattern.findall(line.original)) >= (1 if pattern is PAIR else 2)]
    if sum(len(pattern.findall(line.original)) for line in grid) < 2:
        return None
    keys, used = key_lists(lines, pattern)
    for other in beside:
        if not keys:
            keys, _ = key_lists(list(text_lines(other)), pattern)
    if not keys and pattern is DASHED_PAIR and sum(map(_has_names, grid)) * 2 > len(grid):
        return None  # scores beside names
    kept = [_with_pairs(line, pattern, used.get(line.number, set())) for line in lines]
    reader = KeyNumberReader(sheet, [line for line in kept if line.pieces], context)
    reader.titles = [sheet.name, *(line.original for line in lines[:3])]
    reader.list.season = season_in(" ".join(reader.titles)) or reader.list.season
    reader.by_letter = lines is not written
    reader.keys = keys or typed_lists(reader.list, by_letter=reader.by_letter)
    return reader.read_grid()


def _has_names(line: TextLine) -> bool:
    texts = (WEEK_LABEL.sub("", piece.text) for piece in line.pieces)
    return any(re.search(r"[^\W\d_]{3,}", text) and not find_day(text) for text in texts)


def _with_numbers(lines: list[TextLine]) -> list[TextLine]:
    """The lines with numbers for the letters of a grid such as "A v B  C v D", and of its list: A is 1."""
    pairs = [match for line in lines for match in LETTER_PAIR.finditer(line.original)]
    letters = {letter.upper() for match in pairs for letter in match.groups() if letter}
    if len(pairs) < 3 or len(letters) < 3 or ord(max(letters)) - ord("A") > 2 * len(letters):
        return lines

    def paired(text: str) -> str:
        return LETTER_PAIR.sub(lambda match: " v ".join(map(_number_of, filter(None, match.groups()))), text)

    def numbered(text: str) -> str:
        other = paired(text)
        key = LETTER_KEY.match(text)
        return _number_of(key[1]) + text[key.end(1) :] if key and other == text and key[1].upper() in letters else other

    return [
        replace(line, original=paired(line.original), pieces=tuple(
            Piece(piece.column, numbered(piece.text)) for piece in line.pieces
        ))
        for line in lines
    ]  # fmt: skip


def _number_of(letter: str) -> str:
    return str(ord(letter.upper()) - ord("A") + 1)


def _one_to_a_line(line: TextLine) -> list[TextLine]:
    """A line of keys, "KEY: 1 Bell, 2 Crown, 3 Plough", as a line for each; any other line as it is."""
    text = re.sub(r"(?i)^\W*(?:keys?|teams|key numbers?)\s*[:=–-]+\s*", "", line.original)
    keys = [match for part in re.split(r"[,;|]", text) if (match := INLINE_KEY.fullmatch(part.strip()))]
    names = {match[1] for match in keys if _is_name(match[2])}
    if PAIR.search(text) or LETTER_PAIR.search(text) or len(names) < 3 or len(keys) < len(re.split(r"[,;|]", text)):
        return [line]
    return [replace(line, pieces=(Piece(0, f"{match[1]} {match[2]}"),)) for match in keys]


def _with_pairs(line: TextLine, pattern: re.Pattern[str], columns: set[int]) -> TextLine:
    """The line with each of its pairs as a piece, and without the keys, which stand in `columns`."""
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
    kept = (piece for piece in pieces if piece.column not in columns or PAIR.fullmatch(piece.text))
    return replace(line, pieces=tuple(kept))


class KeyNumberReader(WeekReader):
    """Reads the grid as weeks of matches between numbers, and writes each out for the divisions that it is of."""

    keys: list[KeyList]

    def __init__(self, sheet: SourceSheet, lines: list[TextLine], context: Context) -> None:
        super().__init__(sheet, lines, context)
        self.names: dict[int, str] = {}
        self.active: list[KeyList] = []
        self.week_numbers: set[int] = set()
        self.numbers: set[int] = set()
        self.titles: list[str] = []
        self.by_letter = False

    def read_grid(self) -> Reading | None:
        self.active = self.keys
        for text in (*self.titles, *(line.original for line in self.lines)):
            if clock := STARTS.search(text):
                self.time = (hour_in(clock[1]) or ("", ""))[0]
        self._name_divisions()
        own_grids = self._have_own_grids()
        for line in self.lines:
            if own_grids:
                self.active = [keys for keys in self.keys if keys.below < line.number][-1:] or self.keys
            parts = self.reader.parts_of(line)
            if parts.matches:
                self._matches(line, parts)
            else:
                self._choose_lists(line.original)
                self._heading(line, parts, has_match_below=False)
        for keys in self.keys:
            for number in sorted(set(keys.teams) - self.numbers):
                if self.numbers and not is_night_off(keys.teams[number]):
                    key = self._key(number)
                    self.list.leave(keys.line, f"{key} {keys.teams[number]}", f"{key} is in no match")
        nights = {(match.day, match.values.get("week")) for match in self.list.matches}
        lists = several(len(self.keys), "division")
        sure = 0.9 if self.keys else 0.6
        return self.list.reading(
            "key_numbers", f"a grid with key numbers, {lists}, {several(len(nights), 'week')}", sure
        )

    def _have_own_grids(self) -> bool:
        """Whether weeks stand between the heading of each list and that of the next: each division has its own."""
        starts = [keys.below for keys in self.keys]
        weeks = [line.number for line in self.lines if PAIR.search(line.original)]
        bounds = pairwise([*starts, max(weeks, default=0) + 1])
        return len(starts) > 1 and all(
            any(start < week < end for week in weeks) for start, end in bounds if start or end
        )

    def _key(self, number: int) -> str:
        return chr(ord("A") + number - 1) if self.by_letter else str(number)

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
        if not re.search(r"(?i)\bdiv", text):
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
        if not parts.days and "day" not in self.by_column:
            goes_on = not parts.weeks and self.week_numbers and not self.week_numbers & set(numbers)
            if not goes_on:
                self.day, self.week = None, ""
        if parts.days or parts.weeks:
            self.week_numbers = set()
        twice = {number for number in numbers if numbers.count(number) > 1}
        if twice and "day" not in self.by_column:
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
            home, away = (away, home) if self.is_turned else (home, away)
            for keys in self.active:
                self._add_for(keys, line, parts, column, (int(home), int(away)))

    def _add_for(self, keys: KeyList, line: TextLine, parts: LineParts, column: int, pair: tuple[int, int]) -> None:
        home, away = pair
        name = self.names[id(keys)]
        original = f"{self._key(home)} v {self._key(away)}" + (f" ({name})" if name else "")
        missing = [number for number in (home, away) if number not in keys.teams]
        if missing:
            who = keys.teams.get(away if missing[0] == home else home, "")
            why = f"No team{f' of {name}' if name else ''} is {self._key(missing[0])}"
            why += f": a night off for {who}" if who and not is_night_off(who) else ""
            self.list.leave(line.number, original, why)
            return
        if not name and len(self.keys) > 1:
            self.list.held_back += 1
            return
        day = self._day_of(parts, column)
        week = self._above("week", column) or self.week
        values = {"time": parts.time or self.time, "week": str(week), "division": name}
        notes = () if day else ("No date stands beside this week",)
        self.list.add(WrittenMatch(line.number, original, keys.teams[home], keys.teams[away], day, values, notes))
