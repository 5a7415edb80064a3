"""Scores, seasons and numbers as people write them into cells.

What can be read two ways is read the British way, and what is none of it is None.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from league.reading.marks import CellMark, split_mark

PARTS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
SCORE_NUMBER = (
    r"(?:nil|love|none|\d{1,4}(?:\.\d{1,2})?\s?[½¼¾]|\d{1,3}\s(?:1/2|1/4|3/4)|\d{1,4}(?:\.\d{1,2}|,5)?|[½¼¾])"
)
SECOND = rf"(?:\s*[(\[]\s*({SCORE_NUMBER})\s*[)\]])?"
BETWEEN = r"(?:\s*[-–—−‐:/]\s*|\s+(?:v|to)\s+|\s+)"
TWO_SCORES = re.compile(
    rf"({SCORE_NUMBER}){SECOND}{BETWEEN}({SCORE_NUMBER}){SECOND}(?:\s*[(\[]\s*({SCORE_NUMBER})\s*[-–]\s*({SCORE_NUMBER})\s*(?:pens?|aet)?\s*[)\]])?"
)
ONE_SCORE = re.compile(rf"({SCORE_NUMBER})?{SECOND}")
OUTCOME = re.compile(r"^(?:we )?(won|win|w|beat|lost|lose|l|drew|draw|d)\b\.?[\s:,-]*")
FOOTNOTE = re.compile(r"[\s*†‡#§^]+$|^[\s*†‡#§^]+|\s+a\.?e\.?t\.?$")
A_CLOCK = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d|\d{1,2}:[034][05]")
ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class ScoreInCell:
    """Two numbers as they stand in a cell, and those in brackets behind them.

    `outcome` is "won", "lost" or "drew" where that is written: the first number is then of whoever writes, and if the
    words say otherwise ("lost 5-4"), `mine` turns them.
    """

    home: Fraction
    away: Fraction
    second: tuple[Fraction, Fraction] | None = None
    outcome: str = ""
    mark: CellMark | None = None

    @property
    def mine(self) -> tuple[Fraction, Fraction]:
        """The numbers of the side that says that it won or lost, and of the other."""
        most, least = max(self.home, self.away), min(self.home, self.away)
        return {"won": (most, least), "lost": (least, most)}.get(self.outcome, (self.home, self.away))


@dataclass(frozen=True, slots=True)
class SideScoreInCell:
    """The number of one side, and the one in brackets: `5(3)`; `(2)` has no first."""

    first: Fraction | None
    second: Fraction | None = None


def parse_score(text: str) -> ScoreInCell | None:
    """The score of both sides in one cell: 5-4, 5/4, "5 4", 5½-3½, "Nil 3", "5(3)-4(2)", "won 6-3", "9-0 w/o"."""
    plain, mark = split_mark(FOOTNOTE.sub("", " ".join(text.casefold().split())))
    outcome = ""
    if match := OUTCOME.match(plain):
        outcome, plain = {"w": "won", "b": "won", "l": "lost", "d": "drew"}[match[1][0]], plain[match.end() :]
    plain = plain.removeprefix("by ").strip()
    if plain[:1] + plain[-1:] in ("()", "[]"):
        plain = plain[1:-1].strip()
    match = TWO_SCORES.fullmatch(plain)
    if match is None or A_CLOCK.fullmatch(plain):
        return None
    home, home_second, away, away_second, both_home, both_away = match.groups()
    one, other = (home_second, away_second) if home_second or away_second else (both_home, both_away)
    second = (score_number(one or "0") or ZERO, score_number(other or "0") or ZERO) if one or other else None
    score = ScoreInCell(score_number(home) or ZERO, score_number(away) or ZERO, second, outcome, mark)
    if (outcome == "drew") != (score.home == score.away) and outcome:
        return None
    return score


def parse_side(text: str) -> SideScoreInCell | None:
    """The number of one side, with that in brackets behind it: 5, 5½, Nil, 5(3), (2)."""
    plain, _ = split_mark(FOOTNOTE.sub("", " ".join(text.casefold().split())))
    match = ONE_SCORE.fullmatch(plain)
    if match is None or not plain:
        return None
    first, second = (score_number(part) if part else None for part in match.groups())
    return SideScoreInCell(first, second)


def score_number(text: str) -> Fraction | None:
    """A number of a score, which may have halves: 5, 5.5, 5½, "5 1/2", nil."""
    plain = text.strip().casefold().replace(",", ".")
    if plain in ("nil", "love", "none"):
        return ZERO
    match = re.fullmatch(r"(\d{1,4}(?:\.\d{1,2})?)?\s?([½¼¾]|(?<=\s)[13]/[24])?", plain)
    if match is None or not plain:
        return None
    part = match[2] or ""
    return Fraction(match[1] or 0) + (PARTS[part] if part in PARTS else Fraction(part or 0))


SEASON = re.compile(r"(?:'|[a-z]+ )?(\d{4}|\d{2})(?:\s*[-–—/]\s*'?(\d{4}|\d{2}))?(?: season)?\.?")
YES = {"yes", "y", "true", "1", "x", "\N{CHECK MARK}"}
NO = {"no", "n", "false", "0", "", "-"}


@dataclass(frozen=True, slots=True)
class YearsInCell:
    """The years of a season, as 1966-67 or 1978 is written; `last` is more than a year later for a span ("1939-45")."""

    first: int
    last: int

    @property
    def label(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last % 100:02}"


def parse_season(text: str) -> YearsInCell | None:
    """The years of "1966-67", "2025/26", "1978", "Winter 2014", "'66-67". None where they are no years."""
    match = SEASON.fullmatch(" ".join(text.replace("’", "'").split()).casefold())
    if match is None or (len(match[1]) == 2 and not match[2]):
        return None
    first = int(match[1])
    if len(match[1]) == 2:
        first += 2000 if first < 50 else 1900
    last = int(match[2]) if match[2] else first
    if match[2] and len(match[2]) == 2:
        last += first - first % 100
        last += 100 if last < first else 0
    return YearsInCell(first, last) if 1800 <= first <= last <= first + 20 and first <= 2100 else None


def parse_number(text: str) -> int | None:
    """A whole number that is not negative."""
    plain = text.strip().removesuffix(".0")
    return int(plain) if re.fullmatch(r"[0-9]{1,6}", plain) else None


def parse_yes(text: str) -> bool | None:
    plain = text.strip().casefold()
    return True if plain in YES else False if plain in NO else None
