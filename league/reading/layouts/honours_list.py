"""Honours one below the other: with a column for the trophy, or as a list of years below the name of each trophy.

`read_award` says what stands in one cell: a winner, two who share it, who beat whom, or why there is none.

Year,Trophy,Winner,Runner-up        SINGLES
1967,Singles,J. Hobbs,S. Kirkby     1967  J. Hobbs bt S. Kirkby
1968,do.,do.,P. Nairn               1968  NOT PLAYED
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from league.reading.marks import CellMark, mark_of
from league.reading.tabular import (
    HeadedBlock,
    Piece,
    filled,
    headed_blocks,
    is_blank,
    is_ditto,
    normalise,
    other_columns,
    parted,
    read_year,
    text_lines,
    titles_above,
    whole,
)
from league.reading.values import Content, Context, LeftOut, Reading, ReadingQuestion, ReadRow, SheetLine, SourceSheet
from scoring.names import fold

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
MOST_PIECES = 3  # of a line: a year, who won and who came second
BEAT_BESIDE = re.compile(r"(?i)[(\[]\s*(bt\.?|beat|defeated|lost to)\s+([^()\[\]]+)[)\]]")
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


def not_awarded(text: str) -> bool:
    """Whether a cell says that nothing was played: "NOT PLAYED", "VOID (COVID)", "No competition - war"."""
    words = re.sub(r"[^a-z0-9 ]", " ", text.casefold().replace("n/p", "np").replace("n.p", "np")).split()
    denied = any(one in NO and other in DENIED for one, other in pairwise(words))
    nothing_else = all(word in KEYWORDS or word in DENIED or word in FILLERS for word in words)
    return nothing_else and (denied or any(word in KEYWORDS for word in words))


def read_award(text: str, names: frozenset[str] = frozenset()) -> AwardInCell:
    """What a cell says. `names` are folded names of those who won or came second elsewhere on the board."""
    plain = BEAT_BESIDE.sub(r"\1 \2", text.strip())
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


COUNTED = re.compile(r"(?i)\b(?:most|high(?:est)?|180'?s|averages?|finish|checkout|score)\b")
WITH_NUMBER = re.compile(r"(?P<name>.*[^\W\d_]\.?)[\s,–-]+\(?(?P<number>\d{1,3}(?:\.\d+)?)\)?")


def award_row(
    line: SheetLine, original: str, of: tuple[str, str], award: AwardInCell, notes: Sequence[str]
) -> ReadRow | LeftOut:
    if not award.winner:
        return LeftOut(line.number, original, award.none)
    if COUNTED.search(of[1]) and (match := WITH_NUMBER.fullmatch(award.winner)):  # most threes: "A. Hill 12"
        award = replace(award, winner=match["name"], note="; ".join(filter(None, (match["number"], award.note))))
    values = {"year": of[0], "title": of[1], "winner": award.winner}
    values |= {key: text for key, text in (("runner_up", award.runner_up), ("note", award.note)) if text}
    return ReadRow(line.number, original, values, tuple(filter(None, notes)))


def _why_none(text: str) -> str:
    if is_blank(text) or mark_of(text) is CellMark.EMPTY:
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


HEADINGS = {
    "year": ("season", "date", "when", "yr", "years"),
    "title": ("trophy", "competition", "cup", "honour", "event", "award", "won what", "division", "shield"),
    "winner": ("winners", "won by", "champion", "champions", "winning team", "first", "1st", "holder", "holders"),
    "runner_up": ("runners up", "second", "2nd", "beaten finalist", "finalist", "r/u", "runnersup", "beaten finalists"),
    "note": ("notes", "remarks", "comments", "score", "venue", "result"),
}
YEAR = r"(?:(?:1[89]|20)?\d\d)(?:\s*[-–/]\s*(?:(?:1[89]|20)\d\d|\d\d))?"
YEAR_FIRST = re.compile(rf"\s*({YEAR})(?:\s*[:.–-]\s*|\s*,\s*|\s+)(?=\D|\d\w*\s)(.*)")
TROPHY_WORDS = re.compile(
    r"(?i)\b(?:cup|shield|trophy|singles|pairs|doubles|trebles|fours|league|division|div|knock-?out|k\.?o\.?|plate|bowl|champions?"
    r"|championship|tankard|salver|memorial|mem|premier|section|individual|captains?)\b",
)  # fmt: skip
NO_TROPHY = re.compile(
    r"(?i)\b(?:sheet|honou?rs?|winners|roll|past|boards?|table|page|list|hall of fame|history)\b|^sheet\d*$"
)
OF_WINNERS = re.compile(r"(?i)\s*[:–-]?\s*\b(?:past |list of )?(?:winners|holders)$")
LABELLED = re.compile(r"([^\W\d][^:]{2,40}):\s+(\S.*)")  # "Champions: Crown A"
UNENDED = re.compile(r"(?i)(?:\b(?:bt\.?|beat|and|v|vs)|[&,–-])\s*$")


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    blocks = [
        block for block in headed_blocks(sheet.lines, HEADINGS, ({"year"}, {"winner"}))
        if any(read_year(block.cell(line, "year"), context.today) for line in block.lines)
    ]  # fmt: skip
    if any({"played", "won"} <= {normalise(cell) for cell in line.cells} for line in sheet.lines[:3]):
        return ()  # tables of several seasons
    if not blocks and 2 * sum(len(filled(line)) > MOST_PIECES for line in sheet.lines) > len(sheet.lines):
        return ()  # a table of several trophies
    years = _YearsBelowTitles(sheet, context)
    rows, left, questions = parted(_headed(sheet, blocks, context) if blocks else years.read())
    if not rows and not questions:
        return ()
    titles = {row.values["title"] for row in rows}
    what = f"a list of honours, {len(rows)} of {len(titles) or 1} {'trophy' if len(titles) < 2 else 'trophies'}"
    read_lines = len(rows) + years.waiting
    sure = 0.85 if blocks else min(0.8, read_lines / (read_lines + len(left)))
    return (Reading("honours_list", Content.HONOURS, what, rows, left, questions, sure),)


def trophy_of(sheet: SourceSheet) -> str:
    return _trophy(sheet.name) if _is_title(sheet.name) else ""


def _trophy(name: str) -> str:
    """The name, unless it is that of the board and of no trophy: "Roll of honour", "Past winners"."""
    return "" if NO_TROPHY.search(name) and not TROPHY_WORDS.search(name) else OF_WINNERS.sub("", name) or name


def _headed(sheet: SourceSheet, blocks: Sequence[HeadedBlock], context: Context) -> Iterator[Piece]:
    """The rows below headings; a year or trophy that is not repeated holds until the next."""
    for block in blocks:
        title, above = trophy_of(sheet), block.above
        if "title" not in block.columns and above and len(filled(above[-1])) == 1:
            title, above = _trophy(whole(above[-1])), above[:-1] if _trophy(whole(above[-1])) else above
        yield from titles_above(above)
        yield from other_columns(block)
        if "title" not in block.columns and not title:
            key = f"trophy:{block.heading.number}"
            title = context.answers.get(key, "")
            if not title:
                yield ReadingQuestion(key, f"Which trophy is the list from line {block.heading.number} of?")
                continue
        yield from _rows(block, title, context)


def _rows(block: HeadedBlock, title: str, context: Context) -> Iterator[Piece]:
    last: dict[str, str] = {"title": title, "year": "", "winner": "", "runner_up": ""}
    for line in block.lines:
        values, notes = _values(block, line, last)
        year = read_year(values["year"], context.today)
        if year is None or not values["title"] or (len(filled(line)) == 1 and len(block.columns) > 2):
            missing = "year" if year is None else "" if values["title"] else "trophy"
            why = f"The line has no {missing}." if missing else "A remark."
            yield LeftOut(line.number, whole(line), why)
            continue
        award = read_award(values["winner"])
        second = AwardInCell() if is_blank(values["runner_up"]) else read_award(values["runner_up"])
        notes += [f"Runner-up: “{values['runner_up']}”"] if second.none else []
        if second.winner and award.runner_up and second.winner != award.runner_up:
            award = AwardInCell(none=f"Two runners-up: {award.runner_up} and {second.winner}.")
        award = replace(award, runner_up=award.runner_up or second.winner)
        last |= {"year": values["year"], "title": values["title"], "winner": award.winner, "runner_up": award.runner_up}
        note = "; ".join(filter(None, (award.note, "" if is_blank(values["note"]) else values["note"])))
        yield award_row(line, whole(line), (year[0], values["title"]), replace(award, note=note), (year[1], *notes))


def _values(block: HeadedBlock, line: SheetLine, last: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    values, notes = {}, []
    for key in HEADINGS:
        values[key] = text = block.cell(line, key)
        if is_ditto(text) or (key in ("title", "year") and not text):
            values[key] = last.get(key, "")
            notes += [f"“{text}” is {values[key]}, as above"] if text and values[key] else []
    return values, notes


class _YearsBelowTitles:
    """Lines that begin with a year, below the name of their trophy, read one after another."""

    def __init__(self, sheet: SourceSheet, context: Context) -> None:
        self.lines, self.context = _joined(text_lines(sheet)), context
        self.title, self.last, self.before, self.direction = trophy_of(sheet), "", 0, 0
        self.waiting = 0  # years of a trophy that is asked about
        self.in_doubt = False  # whether the title above is asked about

    def read(self) -> Iterator[Piece]:
        for at, line in enumerate(self.lines):
            split = _year_and_text(line, self.context)
            following = _year_and_text(self.lines[at + 1], self.context) if at + 1 < len(self.lines) else None
            if split is not None:
                yield from self._year(line, *split)
            elif following is not None:
                yield from self._title(line, int(following[0][0][:4]))
            else:
                yield LeftOut(line.number, whole(line), "The line has no year.")

    def _title(self, line: SheetLine, following: int) -> Iterator[Piece]:
        """A line above a year: the name of a trophy, unless the years go on across it."""
        name, key = whole(line).strip(" :-–"), f"trophy:{line.number}"
        step = following - self.before
        goes_on = self.before and self.direction * step > 0 and abs(step) <= 3 and not _is_title(name)
        if goes_on and self.context.answers.get(key) == "leave":
            yield LeftOut(line.number, whole(line), "You left it out.")
            return
        self.title, self.last, self.before, self.direction = _trophy(name), "", 0, 0
        self.in_doubt = bool(goes_on) and key not in self.context.answers
        if self.in_doubt:
            text = f"Line {line.number}, “{name}”: is it the name of a trophy?"
            yield ReadingQuestion(key, text, (("trophy", "Yes, of the years below"), ("leave", "No, leave it out")))

    def _year(self, line: SheetLine, year: tuple[str, str], text: str) -> Iterator[Piece]:
        first = int(year[0][:4])
        self.direction = first - self.before if self.before else 0
        self.before = first
        notes, title = [year[1]], self.title
        label = LABELLED.fullmatch(text)
        if label and (TROPHY_WORDS.search(label[1]) or OF_WINNERS.search(label[1])):
            title, text = OF_WINNERS.sub("", label[1]) or title, label[2]
        award = read_award(text)
        if is_ditto(text):
            award = AwardInCell(none=f"“{text}” repeats what is above, and no name is there.")
            if self.last:
                notes, award = [year[1], f"“{text}” is {self.last}, as above"], AwardInCell(winner=self.last)
        self.last = award.winner
        self.waiting += self.in_doubt
        if self.in_doubt:
            return
        title = title or self.context.answers.get("trophy", "")
        if not title and award.winner:
            self.waiting += 1
            yield ReadingQuestion("trophy", "Which trophy are the years without a title of?")
        else:
            yield award_row(line, whole(line), (year[0], title), award, notes)


def _joined(lines: Sequence[SheetLine]) -> list[SheetLine]:
    """The lines, those that end in the middle of something with what follows."""
    joined: list[SheetLine] = []
    for line in lines:
        text = line.cells[0]
        goes_on = re.match(r"\s", text) and not YEAR_FIRST.match(text)
        if joined and goes_on and UNENDED.search(joined[-1].cells[0]):
            joined[-1] = SheetLine(joined[-1].number, (f"{joined[-1].cells[0]} {line.cells[0].strip()}",))
        else:
            joined.append(line)
    return joined


def _year_and_text(line: SheetLine, context: Context) -> tuple[tuple[str, str], str] | None:
    match = YEAR_FIRST.fullmatch(line.cells[0])
    year = read_year(match[1], context.today) if match else None
    return (year, match[2].strip(" ,\t")) if match and year else None


def _is_title(text: str) -> bool:
    return text.isupper() or TROPHY_WORDS.search(text) is not None
