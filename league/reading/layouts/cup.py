"""A knockout's draw and results, one tie a line under headings; the files of programs for draws too.

Round,Match,Home,Score,Away,Venue,Date,Status
Last 16,1,Plough G,11-9,Ruabank Cons B,Plough G,Wed 10th Dec,played
Last 16,3,Kings Mill,,-- Bye --,,,bye

Or as it is typed or printed, the ties of a round below or behind its name:

QUARTER-FINALS (by 14 Feb)          Last 16: Crown A bt Bell 5-4; Plough w/o Fleece; Legion bye
1. Crown A v Legion                 Semi-finals - Crown A 5, Plough 4
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from league.reading.cells import score_number
from league.reading.days import day_at_start, season_in
from league.reading.layouts.ties import WrittenTie, read_tie, without_open_sides
from league.reading.match_list import MatchList
from league.reading.match_text import MatchSplitter
from league.reading.sheet_dates import SheetDays
from league.reading.tabular import (
    HeadedBlock,
    Piece,
    blocks_of,
    cell_at,
    filled,
    is_blank,
    other_columns,
    parted,
    text_lines,
    whole,
    without_season,
)
from league.reading.values import Content, Context, LeftOut, Reading, ReadRow, SheetLine, SourceSheet
from scoring.names import fold
from scoring.words import several

HEADINGS = {
    "round": ("rd", "stage", "round name"),
    "number": ("match", "tie", "match no", "tie no", "id", "no", "game", "match id", "matchid", "tie id", "#", "m"),
    "home": ("home team", "player 1", "team 1", "home player", "name 1", "side 1", "home side", "p1", "entrant 1"),
    "away": ("away team", "player 2", "team 2", "away player", "name 2", "side 2", "away side", "p2", "entrant 2"),
    "home_score": ("hs", "score 1", "score1", "home games", "home legs", "home frames", "h score"),
    "away_score": ("as", "score 2", "score2", "away games", "away legs", "away frames", "a score"),
    "score": ("result", "final score", "scores", "res", "sc"),
    "winner": ("winners", "won by", "through", "won", "winning team"),
    "loser": ("losers", "losing team", "lost", "beaten", "beaten team", "knocked out"),
    "venue": ("pub", "ground", "location", "at", "where"),
    "date": ("played", "played on", "date played", "day", "when", "match date", "night"),
    "state": ("status", "note", "notes", "remarks"),
    "play_by": ("deadline", "play by date", "to be played by", "by", "play by", "last date"),
    "walkover": ("w/o", "wo", "walk over"),
    "bye": ("byes", "is bye"),
    "cup": ("competition", "trophy", "event", "tournament"),
}  # fmt: skip
NEEDED = ({"home", "winner"}, {"away", "loser"}, {"round", "bye", "walkover", "winner", "play_by", "cup"})
ROUND = re.compile(
    r"(?:the\s+)?(?:prelim\w*(?:\s+rounds?)?|(?:last|round of)\s+\d{1,4}"
    r"|(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth)\s+(?:rounds?|rd)\.?"
    r"|(?:round|rd|r)\.?\s*(?:\d{1,2}|one|two|three|four)|quarter[- ]?finals?|semi[- ]?finals?|finals?|qf|sf|q/f|s/f"
    r"|(?:plate|shield|cup)\s+(?:semi[- ]?|quarter[- ]?)?finals?)(?:\s+(?:draw|results?|ties))?",
    re.IGNORECASE,
)
ROUND_BEHIND = re.compile(rf"(?i)\b(?:(?:plate|shield|cup)\s+)?(?P<round>(?!plate|shield|cup){ROUND.pattern})\W*$")
HANDICAP = re.compile(r"(?i)\b(?:h\W?(?:andi)?cap|hcp)\b")
YES = ("yes", "y", "true", "1", "x", "w/o", "bye", "walkover")


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    sheet = replace(sheet, lines=tuple(map(_with_scores_named, sheet.lines)))
    # Whether the ties are all of the round that their title names: "Quiz Cup Quarter-finals".
    first_lines = [sheet.name, *(whole(line) for line in sheet.lines[:3] if len(filled(line)) == 1)]
    titled = any(CUP.search(text) and ROUND_BEHIND.search(text) for text in first_lines)
    blocks = tuple(map(_with_bare_scores, blocks_of(sheet, HEADINGS, NEEDED[:2] if titled else NEEDED)))
    if not blocks or any(not ({"home", "away"} <= set(block.columns) or _by_winner(block)) for block in blocks):
        return ()
    titles = " ".join((sheet.name, *(whole(line) for block in blocks for line in block.above)))
    texts = [block.cell(line, key) for block in blocks for line in block.lines for key in ("date", "play_by")]
    days = SheetDays(context, texts, season_in(titles))
    pieces = (piece for block in blocks for piece in _TieLines(block, days, context).read())
    rows, left, further = parted(without_open_sides(pieces))
    questions = (*days.questions.values(), *further)
    if not rows and not questions:
        return ()
    rounds = {block.cell(line, "round") for block in blocks for line in block.lines if block.cell(line, "round")}
    number = sum(len(block.lines) for block in blocks) - len({piece.place for piece in left})
    what = f"{several(number, 'tie')} of a cup, in {several(len(rounds) or 1, 'round')}"
    columns = {key for block in blocks for key in block.columns}
    named = sum(ROUND.fullmatch(name.strip(" :")) is not None for name in rounds)
    of_a_cup = (
        titled
        or CUP.search(sheet.name) is not None
        or bool({"bye", "walkover", "cup", "play_by"} & columns)
        or 2 * named > len(rounds)
    )
    return (Reading("cup", Content.TIES, what, rows, left, questions, 0.88 if of_a_cup else 0.4),)


def _with_bare_scores(block: HeadedBlock) -> HeadedBlock:
    """A block whose scores stand in two columns without a heading."""
    bare = [at for at in block.others if not cell_at(block.heading, at)]
    texts = {at: [cell for line in block.lines if (cell := cell_at(line, at))] for at in bare}
    numbers = [at for at in bare if texts[at] and all(score_number(cell) is not None for cell in texts[at])]
    if len(numbers) != 2 or {"score", "home_score"} & block.columns.keys():
        return block
    columns = {**block.columns, "home_score": (numbers[0],), "away_score": (numbers[1],)}
    return replace(block, columns=columns, others=tuple(at for at in block.others if at not in numbers))


def _with_scores_named(line: SheetLine) -> SheetLine:
    """Headings with the score of each side called so, where both have one name: "Home, Total, Away, Total"."""
    names = [cell.strip().casefold() for cell in line.cells]
    sides = [next((names.index(name) for name in HEADINGS[side] if name in names), -1) for side in ("home", "away")]
    sides = [names.index(side) if side in names else at for side, at in zip(("home", "away"), sides, strict=True)]
    if min(sides) < 0:
        return line
    twice = [name for name in dict.fromkeys(names) if name and names.count(name) == 2 and not HANDICAP.search(name)]
    totals = [name for name in twice if re.search(r"\b(?:total|final|net|overall|agg(?:regate)?)\b", name)]
    scores = totals if len(totals) == 1 else twice
    if len(scores) != 1 or names.index(scores[0]) < min(sides):
        return line
    first = names.index(scores[0])
    called = dict(zip((first, names.index(scores[0], first + 1)), ("home score", "away score"), strict=True))
    return replace(line, cells=tuple(called.get(at, cell) for at, cell in enumerate(line.cells)))


def _by_winner(block: HeadedBlock) -> bool:
    named = not {"home", "away"} & set(block.columns) and {"winner", "loser"} <= set(block.columns)
    return named and bool({"round", "cup"} & set(block.columns))


class _TieLines:
    """The ties of one table; a round that is not repeated is the one above."""

    def __init__(self, block: HeadedBlock, days: SheetDays, context: Context) -> None:
        self.sides = ("winner", "loser") if _by_winner(block) else ("home", "away")
        self.block, self.days, self.context = block, days, context
        self.round = self.cup = ""

    def read(self) -> Iterator[Piece]:
        for line in self.block.above:
            title = whole(line).strip(" :")
            if ROUND.fullmatch(title):
                self.round = title
            elif CUP.search(title):
                named = ROUND_BEHIND.search(title)
                self.cup = without_season(title[: named.start("round")] if named else title).strip(" :,–-")
                self.round = named["round"] if named else self.round
            yield LeftOut(line.number, whole(line), "A title.")
        yield from other_columns(self.block)
        for line in self.block.lines:
            yield from self._line(line)

    def _line(self, line: SheetLine) -> Iterator[Piece]:
        cells = filled(line)
        if len(cells) == 1 and not any(self.block.cell(line, side) for side in self.sides):
            other_column = "round" in self.block.columns and not self.block.cell(line, "round")
            if other_column or not re.search(r"[^\W\d_]{2}", cells[0]):
                yield LeftOut(line.number, whole(line), "There is no tie in the line.")
                return
            self.round = cells[0].strip(" :")
            yield LeftOut(line.number, whole(line), "A round, of the ties below, or one that is not drawn yet.")
            return
        if len(cells) == 1 and ROUND.fullmatch(cells[0].strip(" :")):
            self.round = cells[0].strip(" :")
            yield LeftOut(line.number, whole(line), "A round, of the ties below.")
            return
        self.round = self.block.cell(line, "round") or self.round
        yield from self._tie(line)

    def _tie(self, line: SheetLine) -> Iterator[Piece]:
        beside, notes, waits = self._beside(line)
        cell = self.block.cell
        state = cell(line, "state")
        if cell(line, "bye").casefold() in YES:
            state = "bye"
        elif cell(line, "walkover").casefold() in YES:
            state = "w/o"
        tie = WrittenTie(
            line, whole(line), cell(line, self.sides[0]), cell(line, self.sides[1]), cell(line, "score"),
            cell(line, "home_score"), cell(line, "away_score"), cell(line, "winner"), state, beside, notes,
        )  # fmt: skip
        piece = read_tie(tie, self.context)
        if not (waits and isinstance(piece, ReadRow)):
            yield piece

    def _beside(self, line: SheetLine) -> tuple[dict[str, str], tuple[str, ...], bool]:
        """What a tie has besides its result, notes on that, and whether a date of it waits for an answer."""
        number = re.sub(r"^.*?(\d+)\D*$", r"\1", self.block.cell(line, "number"))
        venue = self.block.cell(line, "venue")
        beside = {"cup": self.block.cell(line, "cup") or self.cup, "round": self.round}
        beside |= {"number": number if number.isdecimal() else "", "venue": "" if is_blank(venue) else venue}
        notes: list[str] = []
        waits = False
        for key in ("date", "play_by"):
            text = self.block.cell(line, key)
            if is_blank(text):
                continue
            day = self.days.read(text)
            if day is None:
                notes.append(f"“{text}” is not a date")
                continue
            waits = waits or day.waits
            beside[key] = day.value
            notes += [*day.notes, *([f"“{day.rest}” stands beside the date"] if day.rest else [])]
        return beside, tuple(notes), waits


# --- in words ---------------------------------------------------------------------------------------------------------
NAME = r"\S.*?\S|\S"
SCORE = r"\d{1,3}(?:½|\.5)?"
NUMBERED = re.compile(r"(?i)\s*(?:(?:match|tie|game|no\.?)\s*)?(\d{1,3})\s*[.):]\s+(?=\S)")
COUNTED = re.compile(r"\s*(\d{1,3})\s+(?=[^\W\d])")  # the ties of a draw, without a dot
ROUND_FIRST = re.compile(
    rf"(?i)\s*(?P<round>(?:(?!(?:v|vs|bt|beat)\b)(?:[\w'’&]+|(?:19|20)\d\d[/-]\d\d|[-–:])\s+){{0,7}}?{ROUND.pattern})\s*(?P<rest>[:(–-].*|$)"
)
NAMED_ROUND = re.compile(
    rf"(?i)(?P<cup>.*\b(?:cup|shield|trophy|plate|bowl|vase|singles|pairs|doubles|knock-?out)\b.*?)[\s:–-]+(?P<round>{ROUND.pattern})"
)
ROUND_IN_LINE = re.compile(rf"(?i)\b(?:{ROUND.pattern})(?:\s*[:(–-]|\s*$)")
BY = re.compile(
    r"(?i)[(\s–-]*(?:(?:to be )?played? )?(?:by|before|deadline|w/c|on)\b[:\s]*(?P<day>[^):]+?)\s*[):]?\s*"
    r"(?P<rest>:.*)?$",
)
DECIDED = re.compile(
    rf"(?i)(?P<first>{NAME})\s+(?P<how>bt\.?|beat|(?-i:b\.)|defeated|lost to|w/o(?:\s+vs?\.?)?|wo|walked over)\s+"
    rf"(?P<second>{NAME})"
    rf"(?:,?\s+(?P<a>{SCORE})\s*[-–]\s*(?P<b>{SCORE}))?",
)
SCORE_BETWEEN = re.compile(rf"(?P<home>{NAME})\s+(?P<a>{SCORE})\s*[-–]\s*(?P<b>{SCORE})\s+(?P<away>{NAME})")
SCORE_BEHIND = re.compile(
    rf"(?i)(?P<home>{NAME})\s+(?:v|vs)\.?\s+(?P<away>{NAME})\s+(?P<a>{SCORE})\s*[-–]\s*(?P<b>{SCORE})"
)
SCORE_AROUND = re.compile(rf"(?i)(?P<home>{NAME})\s+(?P<a>{SCORE})\s+(?:v|vs)\.?\s+(?P<b>{SCORE})\s+(?P<away>{NAME})")
WITH_SCORE = re.compile(r"(?i)(?P<name>.*[^\W\d_].*?)\s+(?P<score>\d{1,2}(?:½|\.5)?|nil)")
VERSUS = re.compile(rf"(?i)(?P<home>{NAME})\s+(?:v|vs)\.?\s+(?P<away>{NAME})")
BETWEEN = re.compile(r"(?i)\s(?:v|vs)\.?\s|\d\s*[-–]\s*\d")
HAS_BYE = re.compile(rf"(?i)(?P<home>{NAME})\s*(?:[-–:(,]\s*|\s)(?:(?:has|with)\s+)?(?-i:an?\s+)?bye\s*\)?")
SCRATCHED = re.compile(r"(?i)\s*[(,]?\s*(?:scr\.?|scratched|withdrew|withdrawn|conceded|no show)\)?\s*$")
BYES = re.compile(r"(?i)byes?(?:\s+to)?\s*[:–-]\s*(?P<names>.+)")
BEHIND = re.compile(r"(?i)\s*[(\[](?P<text>[^()\[\]]+)[)\]]\s*$|\s+(?P<mark>w/o|p/p|r/a|aet)\s*$")

CUP = re.compile(
    r"(?i)\b(?:cups?|shield|trophy|plate|bowl|vase|knock[- ]?out|k\.?o\.?|singles|pairs|doubles|memorial)\b"
)
WON = re.compile(r"(?i)(?P<name>.+?)\s+(?:won|wins?|went through|through)\b.*")  # beside a level score


@dataclass(frozen=True, slots=True)
class TieText:
    """A tie as a text has it: a bye has no `away`, and what was not played no scores."""

    home: str
    away: str
    home_score: str = ""
    away_score: str = ""
    winner: str = ""
    state: str = ""


def read_text(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    if not sheet.text and not _are_ties_in_cells(sheet):
        return ()
    if not any(ROUND_IN_LINE.search(line.cells[0]) for line in text_lines(sheet)):
        return ()
    reader = _CupTextReader(sheet, context)
    rows, left, questions = parted(without_open_sides(reader.read()))
    if not reader.rounds or not (rows or questions) or len(left) - reader.rounds > len(rows) + len(questions):
        return ()
    number = len(rows) + len(questions)
    questions = (*reader.days.questions.values(), *questions)
    sure = 0.8 if reader.rounds > 1 or number > 2 else 0.7
    return (
        Reading("cup_text", Content.TIES, f"a cup in words: {several(number, 'tie')}", rows, left, questions, sure),
    )


def _are_ties_in_cells(sheet: SourceSheet) -> bool:
    """Whether what stands in several cells is a tie each: "Crown A | 5 | v | 4 | Bell"; a round has one cell alone."""
    wide = [line for line in sheet.lines if len(filled(line)) > 1]
    ties = [line for line in wide if find_tie(" ".join(filled(line)))]
    rounds = any(ROUND_IN_LINE.search(whole(line)) for line in wide)
    return not wide or (not rounds and len(ties) * 4 >= len(wide) * 3)


def find_tie(text: str) -> TieText | None:
    """The tie that a piece of text is; None where it is none, or can be read in two ways."""
    if match := HAS_BYE.fullmatch(text):
        return TieText(match["home"], "", state="bye")
    if match := DECIDED.fullmatch(text):
        return _decided(match)
    for pattern in (SCORE_BEHIND, SCORE_BETWEEN, SCORE_AROUND):
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
    if BETWEEN.search(f" {text} "):
        return None
    for gap in (r",\s+", r"\s+"):  # a comma parts them where there is one
        halves = [(text[: match.start()], text[match.end() :]) for match in re.finditer(gap, text)]
        sides = [(WITH_SCORE.fullmatch(home), WITH_SCORE.fullmatch(away)) for home, away in halves]
        ties = [
            TieText(home["name"].rstrip(" ,"), away["name"], home["score"], away["score"])
            for home, away in sides if home and away
        ]  # fmt: skip
        if ties:
            return ties[0] if len(ties) == 1 else None
    return None


def _decided(match: re.Match[str]) -> TieText | None:
    how = re.sub(r"\s+vs?$", "", match["how"].casefold().strip("."))
    home, away = match["first"], match["second"]
    if how in ("w/o", "wo", "walked over"):
        return TieText(home, SCRATCHED.sub("", away), winner=home, state="w/o")
    if BETWEEN.search(f" {home} | {away} "):
        return None
    return TieText(home, away, match["a"] or "", match["b"] or "", winner=away if how == "lost to" else home)


class _CupTextReader:
    def __init__(self, sheet: SourceSheet, context: Context) -> None:
        self.sheet, self.context = sheet, context
        self.lines = text_lines(sheet)
        titles = f"{sheet.name} {' '.join(whole(line) for line in self.lines[:3])}"
        self.days = SheetDays(context, [line.cells[0] for line in self.lines], season_in(titles))
        self.round = self.play_by = self.cup = ""
        self.waits = False
        self.rounds = 0
        self.list = MatchList(context)
        headed = ((ROUND_FIRST.fullmatch(line.cells[0]), line.cells[0]) for line in self.lines)
        ties = (NUMBERED.sub("", match["rest"] if match else text, count=1) for match, text in headed)
        self.splitter = MatchSplitter(self.list, ties)
        counts = [int(match[1]) for line in self.lines if (match := COUNTED.match(line.cells[0]))]
        self.numbered = COUNTED if counts == list(range(1, len(counts) + 1)) and len(counts) > 2 else NUMBERED

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
        self.round, self.play_by, self.waits = " ".join(match["round"].split()), "", False
        if (named := NAMED_ROUND.fullmatch(self.round)) and not self.rounds:
            self.cup, self.round = without_season(named["cup"]).strip(" :–-"), named["round"]
        self.rounds += 1
        rest = match["rest"].strip()
        if (by := BY.match(rest)) and (day := self.days.read(by["day"].strip())):
            self.play_by, self.waits = day.value, day.waits
            rest = (by["rest"] or "").strip()
        elif (night := re.match(r"[\s(:–-]*", rest)) and (span := day_at_start(rest[night.end() :])):
            behind = rest[night.end() + span.end :]
            if re.match(r"\s*(?:[^\w\s]|$)", behind) and (day := self.days.read(rest[night.end() :][: span.end])):
                self.play_by, self.waits = day.value, day.waits
                rest = behind.strip(" :,.–-")
                rest = "" if rest == ")" else rest
        plain = rest.strip(" :–-")
        return plain.removesuffix(")") if rest.startswith("(") and rest.endswith(")") else plain

    def _ties(self, line: SheetLine, text: str) -> Iterator[Piece]:
        if match := BYES.fullmatch(text):
            for name in re.split(r"\s*[;,]\s*|\s+and\s+", match["names"].strip(" .")):
                yield from self._tie(line, name, TieText(name, "", state="bye"))
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
        number = self.numbered.match(part) or NUMBERED.match(part)
        text = (part[number.end() :] if number else part).strip()
        text = text[:-1].strip() if text.endswith((".", ",")) and not re.search(r"\b[^\W\d_]\.$", text) else text
        beside = date = ""
        span = day_at_start(text)
        if span and (span.day.year or span.day.weekday is not None) and (day := self.days.read(text[: span.end])):
            self.waits, date, text = day.waits, day.value, text[span.end :].lstrip(" ,:–-")
        tie = find_tie(text)
        if (match := BEHIND.search(text)) and (tie is None or not tie.state):
            shorter = find_tie(text[: match.start()].strip())
            if shorter is not None and re.search(r"(?i)\d|w/?o|bye|walk|aet|pens?|replay|p/p|r/a", match[0]):
                tie, beside = shorter, (match["text"] or match["mark"]).strip()
                text = text[: match.start()].strip()
        if tie and tie.home_score and (around := SCORE_AROUND.fullmatch(text)):
            home, away = f"{around['home']} {around['a']}", f"{around['b']} {around['away']}"
            is_score = self.splitter.is_score(home, away, line.number)
            if is_score is None:
                yield from self.list.questions.values()
                return
            tie = tie if is_score else TieText(home, away)
        if tie is None:
            self.cup = without_season(part) if not self.rounds and CUP.search(part) else self.cup
            why = "The name of the cup." if self.cup == without_season(part) else "This is no tie."
            yield LeftOut(line.number, part, why)
            return
        yield from self._tie(line, part, replace(tie, state=tie.state or beside), number[1] if number else "", date)

    def _tie(self, line: SheetLine, text: str, tie: TieText, number: str = "", date: str = "") -> Iterator[Piece]:
        if not self.round:
            yield LeftOut(line.number, text, "It does not say of which round it is.")
            return
        beside = {"cup": self.cup, "round": self.round, "number": number, "play_by": self.play_by, "date": date}
        if (won := WON.fullmatch(tie.state)) and fold(won["name"]) in (fold(tie.home), fold(tie.away)):
            tie = replace(tie, winner=won["name"])
        written = WrittenTie(
            line, text, tie.home, tie.away, "", tie.home_score, tie.away_score, tie.winner, tie.state, beside
        )
        piece = read_tie(written, self.context)
        if not (isinstance(piece, ReadRow) and self.waits):
            yield piece
