"""What stands in one cell of an honours board: a winner, two who share it, who beat whom, or why there is none."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from league.reading.tabular import is_blank
from league.reading.values import LeftOut, ReadRow, SheetLine
from scoring.names import fold

DITTO = re.compile(
    r"(?i)(?:-?\s*do\s*[.-]*|ditto\.?|as above|same(?: again| as above)?|[\"'”“″〃,`’]{1,3}|-\s*[\"”“″〃]\s*-)",
)
UNKNOWN = re.compile(r"(?i)(?:\?+|unknown|not known|n/?k|tb[cad]|no record|not recorded|record lost|lost)\.?")
KEYWORDS = {
    "void", "voided", "cancelled", "canceled", "abandoned", "suspended", "np", "war", "wartime", "pandemic",
    "covid", "covid19", "coronavirus", "unfinished", "curtailed", "lockdown",
}  # fmt: skip
DENIED = {
    "played", "held", "contested", "completed", "awarded", "run", "finished", "competition", "comp", "contest",
    "league", "play", "games", "matches", "season", "winner", "award", "trophy", "entries", "entry", "final", "cup",
    "tournament",
}  # fmt: skip
FILLERS = {
    "null", "and", "ww1", "ww2", "wwi", "wwii", "world", "second", "first", "due", "to", "because", "of", "the",
    "years", "year", "strike", "foot", "mouth", "was", "this", "owing", "snow", "weather", "virus", "in", "on",
    "by", "19", "for", "i", "ii", "great", "not", "no", "declared", "enough", "teams", "lack", "restrictions",
    "available",
}  # fmt: skip
NO = ("not", "no")
SHARED_WORDS = r"shared|joint(?:\s+(?:winners|champions|holders))?|jointly|jt\.?|tied?|dead heat|both|co-winners"
SHARED = re.compile(
    rf"(?i)^(?:(?:{SHARED_WORDS})\s*[:-]\s*(.+)|(.+?)\s*[(\[]\s*(?:{SHARED_WORDS})\s*[)\]]\s*|(.+?)\s*[,;-]?\s+(?:shared|joint|jointly))$",
)
BEAT = re.compile(r"(?i)\s+(?:bt\.?|beat|(?-i:b\.)|defeated|def\.?|beating)\s+")
LOST_TO = re.compile(r"(?i)\s+(?:lost to|l\.t\.)\s+")
VERSUS = re.compile(r"(?i)\s+(?:v|vs)\.?\s+")
SECOND = re.compile(r"(?i)(\s*[(\[]\s*|\s*[,;/-]\s*|\s+)(?:r\s*/\s*u|runners?[\s-]*up|2nd)\s*[:.-]?\s+(.+)$")
RESULT = re.compile(r"\s*[(,]?\s*(\d{1,3}\s*[-–]\s*\d{1,3})\s*\)?\s*$")
APART = re.compile(r"(?i)\s*(?:&|\+|;|/|,|=|\band\b)\s*")


@dataclass(frozen=True, slots=True)
class AwardInCell:
    """Who won and who came second; or `none` says why there is no winner. `doubt` is what has to be asked about it."""

    winner: str = ""
    runner_up: str = ""
    note: str = ""
    none: str = ""
    doubt: str = ""


def is_ditto(text: str) -> bool:
    return DITTO.fullmatch(text.strip()) is not None


def not_awarded(text: str) -> bool:
    """Whether a cell says that nothing was played: "NOT PLAYED", "VOID (COVID)", "No competition - war"."""
    words = re.sub(r"[^a-z0-9 ]", " ", text.casefold().replace("n/p", "np").replace("n.p", "np")).split()
    denied = any(one in NO and other in DENIED for one, other in pairwise(words))
    nothing_else = all(word in KEYWORDS or word in DENIED or word in FILLERS for word in words)
    return nothing_else and (denied or any(word in KEYWORDS for word in words))


def read_award(text: str, names: frozenset[str] = frozenset()) -> AwardInCell:
    """What a cell says. `names` are folded names of those who won or came second elsewhere on the board."""
    plain = text.strip()
    if why := _why_none(plain):
        return AwardInCell(none=why)
    if match := SHARED.fullmatch(plain):
        return AwardInCell(winner=next(part for part in match.groups() if part), note="Shared")
    if BEAT.search(plain) or LOST_TO.search(plain) or VERSUS.search(plain):
        return _decided(plain)
    if (match := SECOND.search(plain)) and match.start():
        second = match[2].strip().removesuffix(")]"["[" in match[1]] if match[1].strip() in ("(", "[") else "")
        return AwardInCell(winner=plain[: match.start()].strip(" ,;"), runner_up=second.strip())
    halves = APART.split(plain)
    in_doubt = len(halves) == 2 and all(fold(half) in names for half in halves) and fold(plain) not in names
    return AwardInCell(winner=plain, doubt="shared" if in_doubt else "")


def award_row(
    line: SheetLine, original: str, of: tuple[str, str], award: AwardInCell, notes: Sequence[str]
) -> ReadRow | LeftOut:
    """The award `of` a year and a trophy."""
    if not award.winner:
        return LeftOut(line.number, original, award.none)
    values = {"year": of[0], "title": of[1], "winner": award.winner}
    values |= {key: text for key, text in (("runner_up", award.runner_up), ("note", award.note)) if text}
    return ReadRow(line.number, original, values, tuple(filter(None, notes)))


def _why_none(text: str) -> str:
    if is_blank(text):
        return "There is no winner."
    if not_awarded(text):
        return f"No winner: “{text}”."
    return "The winner is not known." if UNKNOWN.fullmatch(text) else ""


def _decided(text: str) -> AwardInCell:
    """Of a text such as "A bt B 5-4" who won and who lost, with the score as a note."""
    note = ""
    if match := RESULT.search(text):
        text, note = text[: match.start()].strip(" ,"), match[1]
    for pattern, order in ((BEAT, 1), (LOST_TO, -1)):
        sides = [side.strip(" ,;") for side in pattern.split(text)]
        if len(sides) == 2 and all(sides):
            first, second = sides[::order]
            return AwardInCell(winner=first, runner_up=second, note=note)
    return AwardInCell(none="It does not say who won.")
