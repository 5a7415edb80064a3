"""What the cells of a row come to that hold no name or no plain score: a night off, a walkover, points with halves."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from league.exchange.values.outcomes import ImportSheet
from league.reading.cells import parse_score, parse_side, score_number
from league.reading.marks import CellMark, mark_of, split_mark
from league.reading.values import SheetLine
from scoring.card.points import Games, whole_or_half
from scoring.card.sheet import Side

WrittenPoints = tuple[Fraction, Fraction]
MOST_POINTS = 999
POINTS = re.compile(r"([-\N{MINUS SIGN}\N{EN DASH}]?)\s*\+?(.+)")
LOST_BY_BOTH = re.compile(
    r"(?:both|neither)(?: sides?| teams?)? (?:lose|lost|forfeit(?:ed)?|win)|double (?:forfeit|loss|defeat|walk ?over)"
)
HOME_TAKES, AWAY_TAKES = re.compile(r"h(?:ome)?\b"), re.compile(r"a(?:way)?\b")


class ScoreMark(StrEnum):
    """AWAITED: no score yet. WALKOVER: one side had the match without playing, and the score says which if any does.
    ABANDONED: begun and not finished.
    """

    AWAITED = "awaited"
    POSTPONED = "postponed"
    WALKOVER = "walkover"
    VOID = "void"
    ABANDONED = "abandoned"
    BOTH_LOSE = "both-lose"


SCORE_MARKS = {
    CellMark.POSTPONED: ScoreMark.POSTPONED,
    CellMark.CATCH_UP: ScoreMark.POSTPONED,
    CellMark.WALKOVER: ScoreMark.WALKOVER,
    CellMark.CONCEDED: ScoreMark.WALKOVER,
    CellMark.VOID: ScoreMark.VOID,
    CellMark.NOT_PLAYED: ScoreMark.VOID,
    CellMark.ABANDONED: ScoreMark.ABANDONED,
    **dict.fromkeys(
        (CellMark.RESULT_AWAITED, CellMark.NOT_PLAYED_YET, CellMark.NOT_KNOWN_YET, CellMark.EMPTY, CellMark.UNKNOWN),
        ScoreMark.AWAITED,
    ),
}
NO_TEAM = {
    CellMark.NIGHT_OFF: "a night off",
    CellMark.HOLIDAY: "a night off",
    CellMark.CUP_NIGHT: "a night of the cup",
    CellMark.CATCH_UP: "a night for postponed matches",
    CellMark.NOT_KNOWN_YET: "a side that is not known yet",
    CellMark.UNKNOWN: "a side that is not known yet",
    CellMark.EMPTY: "a side that is not known yet",
    CellMark.CUP_PLACE: "a tie of a cup",
}


def score_mark(text: str) -> ScoreMark | None:
    """What a word in place of a score, or after it, says of the match; None for one that is not known."""
    if LOST_BY_BOTH.fullmatch(" ".join(text.casefold().split())):
        return ScoreMark.BOTH_LOSE
    mark = mark_of(text)
    return SCORE_MARKS.get(mark) if mark else None


def no_team(name: str) -> str:
    """Why a name is not that of a team ("a night off"); empty for one that may be."""
    mark = mark_of(name) if name else None
    return NO_TEAM.get(mark, "") if mark else ""


# --- the cells of a score ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class WrittenScore:
    """What stands in the cells of a score, before any rule is asked. `why` is what is wrong with it.

    `side` is the one that a word gives the match to, `note` what is written and left out.
    """

    text: str
    games: tuple[Games, Games] | None = None
    mark: ScoreMark | None = None
    side: Side | None = None
    why: str = ""
    note: str = ""


def written_score(sheet: ImportSheet, line: SheetLine) -> WrittenScore:
    """The score of a row as it is written, in one cell or in two."""
    both, home, away = (sheet.get(line, name) for name in ("score", "home_score", "away_score"))
    if home or away:
        return _from_two(home, away)
    score = parse_score(both)
    if score is None:
        mark = score_mark(both)
        return WrittenScore(both, mark=mark, side=_side(both) if mark else None, why="" if mark else _no_score(both))
    if score.outcome and score.outcome != "drew":
        return WrittenScore(both, why=f"“{both}” does not say whether the home side did. Write the score alone.")
    mark = SCORE_MARKS.get(score.mark) if score.mark else None
    note = f"Written “{both}”: the figures in brackets are left out." if score.second else ""
    return _counted(both, score.home, score.away, mark, note)


def _counted(text: str, home: Fraction, away: Fraction, mark: ScoreMark | None, note: str) -> WrittenScore:
    if max(home, away) > MOST_POINTS or max(home.denominator, away.denominator) > 2:
        return WrittenScore(text, why=_no_score(text))
    return WrittenScore(text, (whole_or_half(home), whole_or_half(away)), mark, note=note)


def _no_score(text: str) -> str:
    return f"“{text}” is not a score."


def _side(text: str) -> Side | None:
    plain = text.strip().casefold()
    return Side.HOME if HOME_TAKES.match(plain) else Side.AWAY if AWAY_TAKES.match(plain) else None


def _from_two(home: str, away: str) -> WrittenScore:
    text = f"{home or 'nothing'} - {away or 'nothing'}"
    cells = (split_mark(home), split_mark(away))
    sides = [None if mark_of(cell) else parse_side(cell) for cell, _ in cells]
    numbers = [side.first if side else None for side in sides]
    marks = [SCORE_MARKS.get(mark) if mark else None if number is not None else score_mark(cell)
             for (cell, mark), number in zip(cells, numbers, strict=True)]  # fmt: skip
    if any(number is None and mark is None for number, mark in zip(numbers, marks, strict=True)):
        return WrittenScore(text, why=_no_score(text))
    named = [mark for mark in marks if mark not in (None, ScoreMark.AWAITED)]
    if len(set(named)) > 1:
        return WrittenScore(text, why=_no_score(text))
    mark = named[0] if named else None
    if mark is None and numbers == [None, None]:
        return WrittenScore(text, mark=ScoreMark.AWAITED)
    if mark is None and None in numbers:
        return WrittenScore(text, why="Only one side has a score. Add the other, or empty both cells.")
    if numbers == [None, None]:
        return WrittenScore(text, mark=mark, side=_given(named, marks))
    brackets = any(side is not None and side.second is not None for side in sides)
    note = f"Written “{text}”: the figures in brackets are left out." if brackets else ""
    return _counted(text, numbers[0] or Fraction(0), numbers[1] or Fraction(0), mark, note)


def _given(named: Sequence[ScoreMark | None], marks: Sequence[ScoreMark | None]) -> Side | None:
    """The side beside whose name alone a walkover stands."""
    if list(named) != [ScoreMark.WALKOVER]:
        return None
    return Side.HOME if marks[0] is ScoreMark.WALKOVER else Side.AWAY


def written_points(sheet: ImportSheet, line: SheetLine) -> tuple[WrittenPoints | None, str]:
    """The points that the row gives both sides, and what is wrong with them."""
    texts = [sheet.get(line, name) for name in ("home_points", "away_points")]
    if not any(texts):
        return None, ""
    home, away = map(written_number, texts)
    if home is None or away is None:
        shown = next(text for text, value in zip(texts, (home, away), strict=True) if value is None)
        return None, f"“{shown}” is not a number of points." if shown else "Only one side has points. Add the other’s."
    return (home, away), ""


def written_number(text: str) -> Fraction | None:
    """A number of points, which may have halves and a sign."""
    match = POINTS.fullmatch(text.strip())
    value = score_number(match[2]) if match else None
    return None if match is None or value is None else -value if match[1] else value
