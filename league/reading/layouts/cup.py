"""A knockout's draw and results, one tie a line under headings; the files of programs for draws too.

Round,Match,Home,Score,Away,Venue,Date,Status
Last 16,1,Plough G,11-9,Ruabank Cons B,Plough G,Wed 10th Dec,played
Last 16,3,Kings Mill,,-- Bye --,,,bye
Semi-Finals,1,,,,,,
"""

import re
from collections.abc import Iterator, Sequence

from league.reading.days import season_in
from league.reading.layouts.ties import Piece, WrittenTie, read_tie, without_open_sides
from league.reading.sheet_dates import SheetDays
from league.reading.tabular import HeadedBlock, blocks_of, filled, is_blank, other_columns, parted, whole
from league.reading.values import Content, Context, LeftOut, Reading, ReadRow, SheetLine, SourceSheet

LAYOUT = "cup"
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
    "date": ("played on", "date played", "day", "when", "match date", "night"),
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
YES = ("yes", "y", "true", "1", "x", "w/o", "bye", "walkover")


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    blocks = blocks_of(sheet, HEADINGS, NEEDED)
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
    of_rounds = f"{len(rounds)} rounds" if len(rounds) > 1 else "1 round"
    what = f"{number} {'tie' if number == 1 else 'ties'} of a cup, in {of_rounds}"
    columns = {key for block in blocks for key in block.columns}
    named = sum(ROUND.fullmatch(name.strip(" :")) is not None for name in rounds)
    of_a_cup = bool({"bye", "walkover", "cup", "play_by"} & columns) or 2 * named > len(rounds)
    return (Reading(LAYOUT, Content.TIES, what, rows, left, questions, 0.88 if of_a_cup else 0.4),)


def _by_winner(block: HeadedBlock) -> bool:
    """Whether the ties of a table have a winner and a loser, and neither home nor away."""
    named = not {"home", "away"} & set(block.columns) and {"winner", "loser"} <= set(block.columns)
    return named and bool({"round", "cup"} & set(block.columns))


class _TieLines:
    """The ties of one table; a round that is not repeated is the one above."""

    def __init__(self, block: HeadedBlock, days: SheetDays, context: Context) -> None:
        self.sides = ("winner", "loser") if _by_winner(block) else ("home", "away")
        self.block, self.days, self.context = block, days, context
        self.round = self.play_by = ""

    def read(self) -> Iterator[Piece]:
        for line in self.block.above:
            if ROUND.fullmatch(whole(line).strip(" :")):
                self.round = whole(line).strip(" :")
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
        beside, notes, waits = self._beside(line)
        piece = read_tie(self._tie(line, beside, notes), self.context)
        if isinstance(piece, ReadRow) and waits:
            return
        yield piece

    def _tie(self, line: SheetLine, beside: dict[str, str], notes: Sequence[str]) -> WrittenTie:
        cell = self.block.cell
        state = cell(line, "state")
        if cell(line, "bye").casefold() in YES:
            state = "bye"
        elif cell(line, "walkover").casefold() in YES:
            state = "w/o"
        return WrittenTie(
            line, whole(line), cell(line, self.sides[0]), cell(line, self.sides[1]), cell(line, "score"),
            cell(line, "home_score"), cell(line, "away_score"), cell(line, "winner"), state, beside, tuple(notes),
        )  # fmt: skip

    def _beside(self, line: SheetLine) -> tuple[dict[str, str], list[str], bool]:
        """What a tie has besides its result, notes on that, and whether a date of it is asked about."""
        number = re.sub(r"^.*?(\d+)\D*$", r"\1", self.block.cell(line, "number"))
        beside = {
            "cup": self.block.cell(line, "cup"),
            "round": self.round,
            "number": number if number.isdecimal() else "",
        }
        beside["venue"] = "" if is_blank(self.block.cell(line, "venue")) else self.block.cell(line, "venue")
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
        return beside, notes, waits
