"""Lists of which team has which key number: below each other or in columns, with the division above each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from league.reading.days import MONTH, find_day
from league.reading.match_list import MatchList
from league.reading.match_text import Piece, TextLine
from league.reading.week_lines import HEADING_WORDS
from league.reading.written_scores import EVENT, hour_in

KEY = re.compile(r"\(?(\d{1,2})\)?\s*[.):=–-]?\s+(\S.*)|\(?(\d{1,2})[.):=–-]\s*(\S.*)")
KEY_BEHIND = re.compile(r"(\S.*?)\s*(?:\((\d{1,2})\)|[=–-]\s*(\d{1,2}))")
NO_DIVISIONS = {
    "team",
    "teams",
    "name",
    "key",
    "keys",
    "club",
    "clubs",
    "number",
    "no",
    "numbers",
    "team name",
    "key numbers",
}
NEAR = 5  # letters by which texts may stand apart that are in one column


@dataclass(slots=True)
class KeyList:
    """Which team has which number in a division."""

    heading: str
    line: int
    teams: dict[int, str] = field(default_factory=dict)


def key_lists(lines: Sequence[TextLine], pattern: re.Pattern[str]) -> tuple[list[KeyList], dict[int, set[int]]]:
    """The lists of numbers with their teams, and which pieces of which line they are."""
    finder = KeyFinder(lines, pattern)
    for line in lines:
        finder.read(line)
    lists = [keys for keys in finder.lists if len(keys.teams) >= 3 and 1 in keys.teams]
    names = {name for keys in lists for name in keys.teams.values()}
    used = {row: at for row, at in finder.used.items() if any(_is_of(lines, row, column, names) for column in at)}
    for keys in lists:
        for _, text, row in finder.headings:
            if text == keys.heading:
                same = {at for at, other, line in finder.headings if line == row and other == text}
                used.setdefault(row, set()).update(same)
    return lists, used


class KeyFinder:
    """Goes through the lines; `headings` are (column, text, line), of which one may name the division of a list."""

    def __init__(self, lines: Sequence[TextLine], pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.lists: list[KeyList] = []
        self.used: dict[int, set[int]] = {}
        self.headings: list[tuple[int, str, int]] = []
        self._open: list[tuple[int, KeyList]] = []  # where a list stands that may go on
        by_cells = all(piece.column < 60 for line in lines for piece in line.pieces) and _are_cells(lines)
        self._near = 0 if by_cells else NEAR

    def read(self, line: TextLine) -> None:
        keys = _keys_of(line, self.pattern)
        taken = {piece.column for _, _, _, pieces in keys for piece in pieces}
        for column, number, name, pieces in keys:
            current = self._list_at(column, number, line.number)
            current.teams[number] = name
            current.line = line.number
            self.used.setdefault(line.number, set()).update(piece.column for piece in pieces)
        texts = [piece for piece in line.pieces if piece.column not in taken and not self.pattern.search(piece.text)]
        if self.pattern.search(line.original) or any(is_day(piece.text) for piece in texts):
            return
        words = [piece for piece in texts if re.search(r"[^\W\d_]", piece.text)]
        self.headings += [(piece.column, piece.text, line.number) for piece in words]

    def _list_at(self, column: int, number: int, row: int) -> KeyList:
        """The list that stands in a column; a new one where a number comes again, or below another heading."""
        current = next((keys for at, keys in reversed(self._open) if abs(at - column) <= self._near), None)
        if current is not None and number not in current.teams:
            between = [at for at, _, line in self.headings if line > current.line and abs(at - column) <= self._near]
            if not between:
                return current
        new = KeyList(_heading_above(self.headings, column, row, self.lists, self._near), row)
        self.lists.append(new)
        self._open.append((column, new))
        return new


def _are_cells(lines: Sequence[TextLine]) -> bool:
    return any(" | " in line.original for line in lines if len(line.pieces) > 1)


def _is_of(lines: Sequence[TextLine], number: int, column: int, names: set[str]) -> bool:
    line = next(line for line in lines if line.number == number)
    return any(
        piece.column == column and any(name in piece.text or piece.text.isdigit() for name in names)
        for piece in line.pieces
    )


def _keys_of(line: TextLine, pattern: re.Pattern[str]) -> list[tuple[int, int, str, tuple[Piece, ...]]]:
    """Numbers with names in one line: column, number, name, and the pieces that say so."""
    keys: list[tuple[int, int, str, tuple[Piece, ...]]] = []
    pieces = line.pieces
    if (
        len(pieces) > 2
        and pieces[0].text.rstrip(".)").isdigit()
        and all(_is_name(piece.text) and not KEY.fullmatch(piece.text) for piece in pieces[1:])
    ):
        number = int(pieces[0].text.rstrip(".)"))
        return [(piece.column, number, piece.text, (pieces[0], piece)) for piece in pieces[1:]]
    place = 0
    while place < len(pieces):
        piece = pieces[place]
        following = pieces[place + 1] if place + 1 < len(pieces) else None
        match = KEY.fullmatch(piece.text)
        if match and _is_name(match[2] or match[4]) and not pattern.search(piece.text) and not is_day(piece.text):
            keys.append((piece.column, int(match[1] or match[3]), (match[2] or match[4]).strip(), (piece,)))
        elif (
            re.fullmatch(r"\(?\d{1,2}[.):]?\)?", piece.text)
            and following
            and _is_name(following.text)
            and not KEY.fullmatch(following.text)
        ):
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
    if not re.search(r"[^\W\d_]", text) or hour_in(text) or HEADING_WORDS.fullmatch(text) or is_day(text):
        return False
    return (
        re.fullmatch(rf"(?:(?:st|nd|rd|th)\s+(?:of\s+)?)?{MONTH}\W*(?:\d.*)?|(?:v|vs)\b\.?\s*\d.*", text, re.IGNORECASE)
        is None
    )


def _heading_above(
    headings: list[tuple[int, str, int]], column: int, number: int, lists: list[KeyList], near: int
) -> str:
    """The text that stands above a column of numbers, in the nearest line that has any."""
    taken = {(each.heading, each.line) for each in lists}
    above = [(row, -abs(at - column), text) for at, text, row in headings if row < number and number - row <= 3]
    above = [entry for entry in above if -entry[1] <= max(near, 1)] or above
    if not above:
        return ""
    last = max(row for row, _, _ in above)
    best = max((entry for entry in above if entry[0] == last), key=lambda entry: entry[1])
    plain = best[2].strip(" .:").casefold()
    return best[2] if (best[2], best[0]) not in taken and plain not in NO_DIVISIONS else ""


def typed_lists(matches: MatchList) -> list[KeyList]:
    """The numbers as they are typed where the file has none: `1 Crown A`, one to a line."""
    text = "Which team has which number? Write one to a line, 1 Crown A; before each division a line with its name."
    return matches.ask_for("keys", text, _lists_of) or []


def _lists_of(answer: str) -> list[KeyList] | None:
    lists: list[KeyList] = []
    for number, row in enumerate(answer.splitlines(), start=1):
        match = KEY.fullmatch(row.strip())
        if match is None:
            lists += [KeyList(row.strip(), number)] if row.strip() else []
        else:
            lists = lists or [KeyList("", number)]
            lists[-1].teams[int(match[1] or match[3])] = (match[2] or match[4]).strip()
    return [keys for keys in lists if keys.teams] or None
