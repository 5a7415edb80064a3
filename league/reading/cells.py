"""What a cell says: scores, seasons, numbers and hours as people write them, and the words in their place.

What can be read two ways is read the British way, and what is none of it is None.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from league.reading.days import parse_time
from league.reading.marks import CellMark, mark_of, split_mark
from league.reading.tabular import PARTS, written
from scoring.names import fold

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
    """Two numbers of a cell and those in brackets. `outcome` (won, lost, drew) is of whoever writes."""

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
    return None if outcome and (outcome == "drew") != (score.home == score.away) else score


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
    return Fraction(match[1] or 0) + (PARTS[match[2]] if match[2] in PARTS else Fraction(match[2]))


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


DISTINCT = 4096  # texts of which a long list, which has most of them many times, is read once
STATES = {
    CellMark.POSTPONED: "postponed",
    CellMark.VOID: "void",
    CellMark.ABANDONED: "abandoned",
    CellMark.RESULT_AWAITED: "result_awaited",
    CellMark.NOT_PLAYED: "not_played",
    CellMark.NOT_PLAYED_YET: "not_played",
    CellMark.WALKOVER: "walkover",
    CellMark.CONCEDED: "walkover",
}
STATE_TEXT = {
    "postponed": "postponed",
    "void": "void",
    "abandoned": "abandoned",
    "result_awaited": "the result is awaited",
    "not_played": "not played",
    "walkover": "a walkover",
}
SIDE_WON = re.compile(r"(?i)(home|away)(?: (?:win|side|team))*[\s,:-]+(\d.*)")
NOTED_SCORE = re.compile(r"(.*\d½?)\s*\(([^()\d]+)\)\W*")
WALKOVER_SIDE = re.compile(r"(?i)\b(?:(?P<home>h|home)|(?P<away>a|away))\b[\s./-]*(?:w\s?/?\s?o?|walk\s?-?over|win)\b")
NO_SCORE = re.compile(r"(?i)v\.?|vs\.?|[x?_]\s*[-–:v]\s*[x?_]")  # "X - X" is what LeagueRepublic shows before a match
PLAYED = re.compile(r"(?i)(?:played|completed?|final|ft|full[ -]time|confirmed|result|finished|done|yes)")
EVENT = re.compile(
    r"(?i)\b(?:cups?|shield|plate|trophy|singles|doubles|pairs|triples|knock[\s-]?outs?|k\.?o\.?|finals?|semi[\s-]?finals?"
    r"|quarter[\s-]?finals?|half[\s-]?term|x-?mas|christmas|new year|easter|bank holiday|holidays?|free"
    r"|no (?:games?|match(?:es)?|play|fixtures?|league)|catch[\s-]?up|re-?arranged?|postponed|a\.?g\.?m|meeting"
    r"|presentation|dinner|break|blank|open (?:week|date|night)|spare|rest|closed|reserved|off|play-?offs?|start of"
    r"|last 16|last 8|last 32|1st rd|2nd rd|1st round|2nd round|first round|second round)\b",
)
CUP = re.compile(
    r"(?i)\b(?:cups?|shield|plate|trophy|knock[\s-]?outs?|k\.?o\.?|finals?|semi[\s-]?finals?"
    r"|quarter[\s-]?finals?|[qs][./]?f|last \d{1,2}|round of \d{1,2}|prelim(?:inary)?(?: round)?|play-?offs?"
    r"|friendl(?:y|ies)|(?:1st|2nd|first|second) (?:rd|round))\b",
)


@dataclass(frozen=True, slots=True)
class ScoreOrState:
    """What a cell says of how a match ended: scores as decimals, a state, or both. `rest` is what it says besides."""

    home: str = ""
    away: str = ""
    state: str = ""
    rest: str = ""


@lru_cache(DISTINCT)
def number_in(text: str) -> str | None:
    """A score of one side: "5", "4½" as 4.5, "Nil" as 0."""
    side = parse_side(text)
    if side is None or side.first is None or side.second is not None or not re.search(r"(?i)\d|[½¼¾]|nil", text):
        return None
    return written(side.first)


@lru_cache(DISTINCT)
def state_in(text: str) -> str:
    """The state that a whole cell names, as "postponed" or "walkover"; empty for anything else."""
    plain = text.strip(" ()[].*")
    if plain.casefold() == "postponed":  # which is a catch-up week where a night is named
        return "postponed"
    mark = mark_of(plain)
    if mark in STATES and plain.casefold() != "p":
        return STATES[mark]
    return "walkover" if WALKOVER_SIDE.fullmatch(plain) else ""


@lru_cache(DISTINCT)
def is_empty(text: str) -> bool:
    """Whether a cell of a score has none: nothing, a dash, a v."""
    return not text.strip() or mark_of(text) is CellMark.EMPTY or NO_SCORE.fullmatch(text.strip()) is not None


@lru_cache(DISTINCT)
def score_in(text: str) -> ScoreOrState | None:
    """What a whole cell says of a score: "5-4", "5½-3½", "won 6-3", "9-0 w/o", "P/P", "6 - 3 (R/A)"; else None."""
    plain = " ".join(text.split())
    if is_empty(plain):
        return ScoreOrState() if plain else None
    if state := state_in(plain):
        side = WALKOVER_SIDE.fullmatch(plain.strip(" ()[].*"))
        return ScoreOrState(state=state, rest="" if side is None else "home" if side["home"] else "away")
    score = parse_score(plain)
    if score is None:
        return _in_words(plain)
    if score.second is not None:
        return None
    if score.outcome and score.mine != (score.home, score.away):
        return None  # "lost 6-3" does not say whose score stands first
    state = STATES.get(score.mark, "") if score.mark else ""
    rest = plain[len(split_mark(plain)[0]) :].strip(" ()[],;.") if score.mark else ""
    return ScoreOrState(written(score.home), written(score.away), state, rest)


@lru_cache(DISTINCT)
def games_in(text: str) -> tuple[tuple[Fraction, Fraction], ...]:
    """The scores of the games in one cell: of "3-0, 1-2, 2-1" three, of "6-3" one, of anything else none."""
    apart = r"[,;&|\s]+" if parse_score(text) else r"[,;&|/\s]+"
    parts = [part for part in re.split(apart, re.sub(r"\s*([-–—:])\s*", r"\1", text)) if part]
    scores = [parse_score(part) if re.search(r"\d\D+\d", part) else None for part in parts]
    return tuple((score.home, score.away) for score in scores if score) if all(scores) else ()


def _in_words(plain: str) -> ScoreOrState | None:
    """A score with words beside it: "Home win 6-3", "6-3 (aet)"."""
    if (noted := NOTED_SCORE.fullmatch(plain)) and (read := score_in(noted[1])):
        return replace(read, rest=noted[2])
    if (won := SIDE_WON.fullmatch(plain)) and (read := score_in(won[2])) and read.home != read.away:
        best, least = sorted((read.home, read.away), key=lambda number: float(number or 0), reverse=True)
        return replace(read, home=best, away=least) if won[1][0] in "hH" else replace(read, home=least, away=best)
    return None


def hour_in(text: str) -> tuple[str, str] | None:
    """An hour as 19:30, and what is said beside it. In a league of pubs 7.30 is the evening."""
    plain = text.strip()
    if re.fullmatch(r"\d{1,2}\s*[-–—/]\s*\d{1,2}", plain):
        return None  # 6 - 3 is a score
    if re.fullmatch(r"0\.\d+", plain):  # a part of a day, as a spreadsheet has it
        minutes = round(float(plain) * 1440)
        return f"{minutes // 60:02}:{minutes % 60:02}", f"“{plain}” is taken for {minutes // 60:02}:{minutes % 60:02}"
    hour = parse_time(plain)
    if hour is None:
        return None
    value = hour.strftime("%H:%M")
    half = re.search(r"(?i)[ap]\.?\s?m", plain)
    certain = half or (plain[:2] == value[:2] and hour.hour >= 12)
    return value, "" if certain else f"{plain} is taken for {value}"


@lru_cache(DISTINCT)
def is_night_off(name: str) -> bool:
    """BYE, -- Bye --, FREE, NO GAME: a word that stands where a team would, on a night off."""
    return mark_of(name) in {CellMark.NIGHT_OFF, CellMark.HOLIDAY, CellMark.CUP_NIGHT, CellMark.CATCH_UP} or (
        re.fullmatch(r"(?i)\W*(?:bye|free|no team)\W*\d?\W*", name.strip()) is not None
    )


@lru_cache(DISTINCT)
def is_place(name: str) -> bool:
    """TBC, Semi-Final 1, Winner of match 3: a place of a knock-out, not a team."""
    return mark_of(name.strip(" *")) in {CellMark.NOT_KNOWN_YET, CellMark.CUP_PLACE, CellMark.UNKNOWN}


def team_key(name: str) -> str:
    """What tells a name from others, however it is written; a full stop at its end tells two names apart."""
    return fold(name) + "." * name.strip().endswith(".")
