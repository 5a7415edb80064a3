"""One row a match without headings, as a program or another sheet writes them out.

    "01/10/2026","Sportsman","30","2","1","0","0","Lodgers","25","0","0","0","1"
    "08/10/2026","R.E.M.S.","0","0","0","0","0","Kinder","0","0","0","0","0"

Which columns are the day and the teams is told from what is in them; what cannot be told is asked.
"""

import re
from collections.abc import Sequence
from itertools import combinations

from league.reading.cells import EVENT, hour_in, is_empty, is_night_off, is_place, score_in, state_in
from league.reading.column_names import plain
from league.reading.days import day_in, find_day, weekday_in
from league.reading.layouts.rows import RowReader, with_whole_lines
from league.reading.marks import DIVISION
from league.reading.match_columns import (
    KEY_OF,
    LOOKED_AT,
    MatchColumns,
    ScorePair,
    are_names,
    are_numbers,
    columns_of,
    values_in,
)
from league.reading.tabular import cell_at, filled, whole
from league.reading.values import Context, Reading, SheetLine, SourceSheet
from scoring.names import fold

LAYOUT = "rows_without_heading"
WEEK = re.compile(r"(?i)(?:week|wk|round|rd)\.?\s*\d{1,2}")
OF_NIGHTS = re.compile(r"(?i)(?:league|lge)(?:\s+(?:match|night|game|week))?\s*\d*")
TWO_NUMBERS = re.compile(r"\d{1,2}\s*[-–:]\s*\d{1,2}")


def read(sheet: SourceSheet, context: Context) -> Reading | None:
    lines = with_whole_lines(sheet)
    if columns_of(lines) is not None or any(_has_headings(line) for line in lines[:LOOKED_AT]):
        return None
    at, teams = _columns(lines, context)
    below_nights = {"versus", "score"} & set(at) and any(
        len(filled(line)) == 1 and find_day(whole(line)) for line in lines
    )
    if len(teams) < 2 or not ("date" in at or below_nights or _are_known(lines, teams, context)):
        return None
    dated = [line for line in lines if "date" in at and cell_at(line, at["date"])]
    paired = len([line for line in dated if all(cell_at(line, place) for place in teams[:2])])
    if paired * 2 < len(dated) or ("date" not in at and _are_keys(lines, teams[0])):
        return None
    columns = _with_teams(lines, at, teams)
    reader = RowReader(sheet, lines, columns, context)
    reader.layout, reader.what, reader.sure = LAYOUT, "one match to a row, without headings", 0.6
    if len(teams) > 2 and "home" not in at and not _are_known(lines, teams, context):
        choices = [choice for home, away in combinations(teams, 2) for choice in _choice(lines, home, away)]
        if not choices:
            return None
        answer = reader.list.ask("team_columns", "Which columns have the two teams, the home side first?", choices)
        if answer is None:
            return reader.list.reading(LAYOUT, reader.what, 0.4)
        home, away = (int(number) - 1 for number in answer.split(","))
        reader.columns = _with_teams(lines, at, [home, away])
    return reader.read()


def _are_keys(lines: Sequence[SheetLine], place: int) -> bool:
    """Whether the teams stand behind 1, 2, 3 and so on: a list of key numbers, a column for each division."""
    numbers = [text for text in values_in(lines, place - 1) if text.isdigit()] if place else []
    return numbers == [str(number) for number in range(1, len(numbers) + 1)] and len(numbers) > 2


def _has_headings(line: SheetLine) -> bool:
    """Whether a line names columns, among them not both teams: it is then another kind of list."""
    keys = {KEY_OF[name] for text in line.cells if (name := plain(text)) in KEY_OF}
    return len(keys - {"number", "versus"}) >= 2 and not any(day_in(text) for text in line.cells)


def _choice(lines: Sequence[SheetLine], home: int, away: int) -> list[tuple[str, str]]:
    """Two columns with the first match that they would make; none where no line has both."""
    both = next((line for line in lines if cell_at(line, home) and cell_at(line, away)), None)
    if both is None:
        return []
    sample = f"{cell_at(both, home)} v {cell_at(both, away)} (columns {home + 1} and {away + 1})"
    return [(f"{home + 1},{away + 1}", sample)]


def _columns(lines: Sequence[SheetLine], context: Context) -> tuple[dict[str, int], list[int]]:
    width = max((len(line.cells) for line in lines), default=0)
    rows = _wide(lines)
    at: dict[str, int] = {}
    teams: list[int] = []
    divisions = {fold(name) for name in context.divisions}
    for place in range(width):
        texts = values_in(rows, place)
        if not texts:
            continue
        key = _key(texts, divisions)
        if key == "date" and "date" in at and all(score_in(text) for text in texts):
            key = "score"  # 5/4, beside another column of days
        if key is not None:
            at.setdefault(key, place)
        elif (are_names(rows, place) and not _are_nights(texts)) or _team_words(texts, context):
            teams.append(place)
    if "versus" in at:
        beside = [place for place in (at["versus"] - 1, at["versus"] + 1) if place in teams]
        teams = beside if len(beside) == 2 else teams
    named_teams = [place for place in teams if _team_words(values_in(rows, place), context)]
    return at, named_teams if len(named_teams) == 2 else teams


def _are_nights(texts: Sequence[str]) -> bool:
    """Whether a column says what nights are for, as a calendar does: "League 4", "Cup, first round", "Free"."""
    return sum(OF_NIGHTS.fullmatch(text) is not None or EVENT.search(text) is not None for text in texts) * 2 > len(
        texts
    )


def _wide(lines: Sequence[SheetLine]) -> list[SheetLine]:
    """The lines that are no headings between the rows."""
    return [line for line in lines if len([text for text in line.cells if text.strip()]) > 2]


def _key(texts: list[str], divisions: set[str]) -> str | None:
    tests = (
        ("versus", lambda text: re.fullmatch(r"(?i)v\.?|vs\.?", text)),
        ("date", lambda text: not TWO_NUMBERS.fullmatch(text) and day_in(text)),
        ("weekday", lambda text: weekday_in(text) is not None),
        ("score", lambda text: re.search(r"\d\D+\d", text) and (score := score_in(text)) and score.home),
        ("time", lambda text: not text.isdigit() and hour_in(text)),
        ("week", WEEK.fullmatch),
        ("division", lambda text: DIVISION.search(text) or fold(text) in divisions),
    )
    for key, test in tests:
        fitting = [text for text in texts if test(text)]
        if len(fitting) == len(texts) or (key == "date" and len(fitting) * 10 >= len(texts) * 9):
            return key
        if key == "score" and fitting and all(test(text) or is_empty(text) or state_in(text) for text in texts):
            return key
    return None


def _team_words(texts: list[str], context: Context) -> bool:
    teams = {fold(name) for name in context.teams}
    count = sum(fold(text) in teams or is_night_off(text) or is_place(text) for text in texts)
    return bool(teams) and count * 2 >= len(texts) and any(fold(text) in teams for text in texts)


def _are_known(lines: Sequence[SheetLine], teams: list[int], context: Context) -> bool:
    rows = _wide(lines)
    return len(teams) == 2 and all(_team_words(values_in(rows, place), context) for place in teams)


def _with_teams(lines: Sequence[SheetLine], at: dict[str, int], teams: Sequence[int]) -> MatchColumns:
    """All columns, once those of the teams are chosen, with the pairs of numbers that may be the score."""
    width = max(len(line.cells) for line in lines)
    home, away = teams[0], teams[1]
    rows = [line for line in lines if cell_at(line, home) and cell_at(line, away)]
    numbers = [place for place in range(home + 1, width) if place not in at.values() and are_numbers(rows, place)]
    between = [place for place in numbers if place < away]
    behind = [place for place in numbers if place > away]
    pairs: list[tuple[int, int]] = []
    if "score" not in at:
        if len(between) == len(behind):
            pairs = list(zip(between, behind, strict=True))
        elif not between and len(behind) % 2 == 0:
            half = len(behind) // 2
            pairs = [*zip(behind[::2], behind[1::2], strict=True), *zip(behind[:half], behind[half:], strict=True)]
        elif between and behind:
            pairs = [(first, second) for first in between for second in behind]
        elif len(between) == 2:
            pairs = [(between[0], between[1])]
    score_pairs = tuple(ScorePair(f"Column {first + 1}", first, second) for first, second in dict.fromkeys(pairs))
    columns = {**at, "home": home, "away": away}
    used = {*columns.values(), *numbers} if score_pairs else set(columns.values())
    ignored = tuple(place for place in range(width) if place not in used and values_in(lines, place))
    headings = tuple(f"Column {place + 1}" for place in range(width))
    return MatchColumns(0, 0, headings, columns, score_pairs, None, ignored)
