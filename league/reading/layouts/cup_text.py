"""A knockout as it is typed or printed: the name of a round, and its ties below or behind it.

QUARTER-FINALS (by 14 Feb)          Last 16: Crown A bt Bell 5-4; Plough w/o Fleece; Legion bye
1. Crown A v Legion                 Semi-finals - Crown A 5, Plough 4
2. Plough 5-4 Masons
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from league.reading.days import season_in
from league.reading.layouts.cup import ROUND
from league.reading.layouts.ties import Piece, WrittenTie, read_tie, without_open_sides
from league.reading.sheet_dates import SheetDays
from league.reading.tabular import parted, text_lines, whole
from league.reading.values import Content, Context, LeftOut, Reading, ReadRow, SheetLine, SourceSheet

LAYOUT = "cup_text"
NAME = r"\S.*?\S|\S"
SCORE = r"\d{1,3}(?:½|\.5)?"
NUMBERED = re.compile(r"(?i)\s*(?:(?:match|tie|game|no\.?)\s*)?(\d{1,3})\s*[.):]\s+(?=\S)")
ROUND_FIRST = re.compile(
    rf"(?i)\s*(?P<round>(?:(?!(?:v|vs|bt|beat)\b)[\w'’&]+\s+){{0,5}}?{ROUND.pattern})\s*(?P<rest>[:(–-].*|$)"
)
ROUND_IN_LINE = re.compile(rf"(?i)\b(?:{ROUND.pattern})(?:\s*[:(–-]|\s*$)")
BY = re.compile(
    r"(?i)[(\s–-]*(?:(?:to be )?played? )?(?:by|before|deadline|w/c|on)\b[:\s]*(?P<day>[^):]+?)\s*[):]?\s*"
    r"(?P<rest>:.*)?$",
)
DECIDED = re.compile(
    rf"(?i)(?P<first>{NAME})\s+(?P<how>bt\.?|beat|(?-i:b\.)|defeated|lost to|w/o|wo|walked over)\s+(?P<second>{NAME})"
    rf"(?:,?\s+(?P<a>{SCORE})\s*[-–]\s*(?P<b>{SCORE}))?",
)
SCORE_BETWEEN = re.compile(rf"(?P<home>{NAME})\s+(?P<a>{SCORE})\s*[-–]\s*(?P<b>{SCORE})\s+(?P<away>{NAME})")
SCORE_BEHIND = re.compile(
    rf"(?i)(?P<home>{NAME})\s+(?:v|vs)\.?\s+(?P<away>{NAME})\s+(?P<a>{SCORE})\s*[-–]\s*(?P<b>{SCORE})"
)
WITH_SCORE = re.compile(r"(?i)(?P<name>.*[^\W\d_].*?)\s+(?P<score>\d{1,2}(?:½|\.5)?|nil)")
VERSUS = re.compile(rf"(?i)(?P<home>{NAME})\s+(?:v|vs)\.?\s+(?P<away>{NAME})")
BETWEEN = re.compile(r"(?i)\s(?:v|vs)\.?\s|\d\s*[-–]\s*\d")
HAS_BYE = re.compile(rf"(?i)(?P<home>{NAME})\s*(?:[-–:(,]\s*|\s)(?:(?:has|with)\s+)?(?-i:an?\s+)?bye\s*\)?")
BYES = re.compile(r"(?i)byes?(?:\s+to)?\s*[:–-]\s*(?P<names>.+)")
BEHIND = re.compile(r"(?i)\s*[(\[](?P<text>[^()\[\]]+)[)\]]\s*$|\s+(?P<mark>w/o|p/p|r/a|aet)\s*$")


@dataclass(frozen=True, slots=True)
class TieText:
    """The parts of a tie that was found in a text."""

    home: str
    away: str = ""
    first: str = ""
    second: str = ""
    winner: str = ""
    state: str = ""


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    if not sheet.text and any(len(line.cells) > 1 for line in sheet.lines):
        return ()
    if not any(ROUND_IN_LINE.search(line.cells[0]) for line in text_lines(sheet)):
        return ()
    reader = _CupTextReader(sheet, context)
    rows, left, questions = parted(without_open_sides(reader.read()))
    if not reader.rounds or not (rows or questions) or len(left) - reader.rounds > len(rows) + len(questions):
        return ()
    number = len(rows) + len(questions)
    what = f"a cup in words: {number} {'tie' if number == 1 else 'ties'}"
    all_questions = (*reader.days.questions.values(), *questions)
    sure = 0.8 if reader.rounds > 1 or number > 2 else 0.7
    return (Reading(LAYOUT, Content.TIES, what, rows, left, all_questions, sure),)


def find_tie(text: str) -> TieText | None:
    """The tie that a piece of text is; None where it is none, or can be read in two ways."""
    if match := HAS_BYE.fullmatch(text):
        return TieText(match["home"], state="bye")
    if match := DECIDED.fullmatch(text):
        return _decided(match)
    for pattern in (SCORE_BEHIND, SCORE_BETWEEN):
        if match := pattern.fullmatch(text):
            two = BETWEEN.search(f" {match['home']} | {match['away']} ")
            return None if two else TieText(match["home"].rstrip(" ,"), match["away"], match["a"], match["b"])
    if tie := _each_with_score(text):
        return tie
    if (match := VERSUS.fullmatch(text)) and not BETWEEN.search(f" {match['away']} "):
        return TieText(match["home"], match["away"])
    return None


def _each_with_score(text: str) -> TieText | None:
    """Two names, each with its score behind it, where the text can be parted in one way only."""
    cuts = []
    for match in re.finditer(r",\s+|\s+", text):
        home, away = WITH_SCORE.fullmatch(text[: match.start()]), WITH_SCORE.fullmatch(text[match.end() :])
        if home and away and not BETWEEN.search(f" {text} "):
            cuts.append((match[0].startswith(","), home, away))
    by_comma = [(home, away) for comma, home, away in cuts if comma]
    pairs = by_comma or [(home, away) for _, home, away in cuts]
    if len(pairs) != 1:
        return None
    ((home, away),) = pairs
    return TieText(home["name"].rstrip(" ,"), away["name"], home["score"], away["score"])


def _decided(match: re.Match[str]) -> TieText | None:
    how = match["how"].casefold().strip(".")
    home, away = match["first"], match["second"]
    if how in ("w/o", "wo", "walked over"):
        return TieText(home, away, winner=home, state="w/o")
    if BETWEEN.search(f" {home} | {away} "):
        return None
    winner = away if how == "lost to" else home
    first, second = match["a"] or "", match["b"] or ""
    return TieText(home, away, first, second, winner)


class _CupTextReader:
    def __init__(self, sheet: SourceSheet, context: Context) -> None:
        self.sheet, self.context = sheet, context
        self.lines = text_lines(sheet)
        titles = f"{sheet.name} {' '.join(whole(line) for line in self.lines[:3])}"
        self.days = SheetDays(context, [line.cells[0] for line in self.lines], season_in(titles))
        self.round = self.play_by = ""
        self.waits = False
        self.rounds = 0

    def read(self) -> Iterator[Piece]:
        for line in self.lines:
            text = line.cells[0].strip()
            match = ROUND_FIRST.fullmatch(text)
            if match and (match["rest"] or find_tie(text) is None):
                rest = self._heading(match)
                heading = text[: len(text) - len(rest)].strip() if rest else text
                yield LeftOut(line.number, heading, "A round, of the ties below or behind it.")
                text = rest
            if text:
                yield from self._ties(line, text)

    def _heading(self, match: re.Match[str]) -> str:
        """Takes the round and the day by which it is to be played, and gives the ties behind it."""
        self.round, self.play_by, self.waits = " ".join(match["round"].split()), "", False
        self.rounds += 1
        rest = match["rest"].strip()
        if (by := BY.match(rest)) and (day := self.days.read(by["day"].strip())):
            self.play_by, self.waits = day.value, day.waits
            rest = (by["rest"] or "").strip()
        plain = rest.strip(" :–-")
        return plain.removesuffix(")") if rest.startswith("(") and rest.endswith(")") else plain

    def _ties(self, line: SheetLine, text: str) -> Iterator[Piece]:
        if match := BYES.fullmatch(text):
            for name in re.split(r"\s*[;,]\s*|\s+and\s+", match["names"].strip(" .")):
                yield from self._tie(line, name, TieText(name, state="bye"))
            return
        if ";" in text and text.endswith(".") and not re.search(r"\.\w\.$", text):
            text = text[:-1].strip()
        parts = [part.strip() for part in text.split(";")]
        if len(parts) == 1 and find_tie(text.strip(" .")) is None:
            parts = [part.strip() for part in re.split(r",\s+(?=\S)", text)]
            if not all(find_tie(part.strip(" .")) for part in parts):
                parts = [text]
        for part in parts:
            if part.strip(" ."):
                yield from self._part(line, part)

    def _part(self, line: SheetLine, part: str) -> Iterator[Piece]:
        number = NUMBERED.match(part)
        text = (part[number.end() :] if number else part).strip()
        text = text[:-1].strip() if text.endswith((".", ",")) and not re.search(r"\b[^\W\d_]\.$", text) else text
        beside = ""
        tie = find_tie(text)
        if (match := BEHIND.search(text)) and (tie is None or not tie.state):
            shorter = find_tie(text[: match.start()].strip())
            if shorter is not None and re.search(r"(?i)\d|w/?o|bye|walk|aet|pens?|replay|p/p|r/a", match[0]):
                tie, beside = shorter, (match["text"] or match["mark"]).strip()
        if tie is None:
            yield LeftOut(line.number, part, "This is no tie.")
            return
        yield from self._tie(line, part, tie, number[1] if number else "", beside)

    def _tie(
        self, line: SheetLine, text: str, tie_text: TieText, number: str = "", beside: str = ""
    ) -> Iterator[Piece]:
        if not self.round:
            yield LeftOut(line.number, text, "It does not say of which round it is.")
            return
        values = {"round": self.round, "number": number, "play_by": self.play_by}
        tie = WrittenTie(
            line, text, tie_text.home, tie_text.away, "", tie_text.first, tie_text.second, tie_text.winner,
            tie_text.state or beside, values,
        )  # fmt: skip
        piece = read_tie(tie, self.context)
        if not (isinstance(piece, ReadRow) and self.waits):
            yield piece
