"""Results with a column of winners and one of losers, whoever was at home: turned to home and away.

Date,Winner,Loser,Score          Date,Home,Winner,Loser,Score
05/10/2026,Crown A,Bell,6-3      05/10/2026,Bell,Crown A,Bell,3-6
"""

from collections.abc import Iterator
from dataclasses import replace

from league.reading.cells import ScoreOrState, score_in
from league.reading.layouts import rows
from league.reading.match_columns import HEADINGS as OF_MATCHES
from league.reading.match_columns import are_names
from league.reading.match_list import MatchList
from league.reading.tabular import HeadedBlock, blocks_of, cell_at, filled, whole
from league.reading.values import Context, Reading, SheetLine, SourceSheet
from scoring.names import fold

LAYOUT, SURE = "winners", 0.85
HEADINGS = {
    "winner": ("winners", "winning team", "winning side", "won", "won by", "victor", "victors", "winning club"),
    "loser": ("losers", "losing team", "losing side", "lost", "lost by", "beaten", "beaten team", "losing club"),
    "winner_score": ("winner score", "winners score", "winning score", "winner games", "winners games", "won games"),
    "loser_score": ("loser score", "losers score", "losing score", "loser games", "losers games", "lost games"),
    "at_home": ("home", "home team", "home side", "at home", "host", "hosts"),
    **{key: OF_MATCHES[key] for key in ("date", "score", "division", "week", "time", "venue", "remark", "away")},
}
NEEDED = ({"winner"}, {"loser"}, {"score", "winner_score"})
WINNER, FIRST, LISTED = "winner", "first", "list"  # who was at home, as somebody answers


def read(sheet: SourceSheet, context: Context) -> Reading | None:
    blocks = blocks_of(sheet, HEADINGS, NEEDED)
    block = blocks[0] if len(blocks) == 1 else None
    if block is None or "away" in block.columns or not are_names(block.lines, block.columns["winner"][0]):
        return None
    reader = _WinnerColumns(block, MatchList(context))
    table = [*block.above, SheetLine(block.heading.number, ("Home", "Away", "Score", *reader.kept_headings))]
    table += [row for line in block.lines for row in reader.rows(line)]
    reading = rows.read(SourceSheet(sheet.name, tuple(table)), context)
    questions, left = tuple(reader.list.questions.values()), tuple(reader.list.left_out)
    if reading is None:
        return reader.list.reading(LAYOUT, "by winner and loser", SURE)
    read_rows = tuple(
        replace(row, values={**row.values, "sides": "either"}) if row.place in reader.either else row
        for row in reading.rows
    )
    return replace(
        reading, layout=LAYOUT, what=reading.what.replace(rows.RowReader.what, "by winner and loser"), rows=read_rows,
        left_out=(*reading.left_out, *left), questions=(*questions, *reading.questions), sure=min(reading.sure, SURE),
    )  # fmt: skip


class _WinnerColumns:
    def __init__(self, block: HeadedBlock, matches: MatchList) -> None:
        self.block, self.list = block, matches
        keys = ("winner", "loser", "score", "winner_score", "loser_score", "at_home")
        own = {at for key in keys for at in block.columns.get(key, ())}
        self.kept = [at for at in range(len(block.heading.cells)) if at not in own]
        self.kept_headings = [cell_at(block.heading, at) for at in self.kept]
        self.either: set[int] = set()  # lines of which only the list of fixtures tells who was at home
        scores = [self._score(line) for line in block.lines]
        self.mixed = any(score and score.home and float(score.home) < float(score.away) for score in scores)

    def rows(self, line: SheetLine) -> Iterator[SheetLine]:
        winner, loser = self.block.cell(line, "winner"), self.block.cell(line, "loser")
        score = self._score(line)
        if len(filled(line)) == 1:
            yield line  # a heading
        elif not winner or not loser:
            self.list.leave(line.number, whole(line), "It does not name a winner and a loser")
        elif score is None or not (score.home or score.state == "walkover"):
            self.list.leave(line.number, whole(line), "It has no score of one match", unread=True)
        elif (home := self._home(line, winner, loser, score)) is None:
            self.list.held_back += 1
        elif not home:
            self.list.leave(line.number, whole(line), "It does not say who was at home")
        else:
            sides = (winner, loser) if home == winner else (loser, winner)
            kept = (cell_at(line, at) for at in self.kept)
            yield SheetLine(line.number, (*sides, _written(score, winner_at_home=home == winner), *kept))

    def _score(self, line: SheetLine) -> ScoreOrState | None:
        two = f"{self.block.cell(line, 'winner_score')}-{self.block.cell(line, 'loser_score')}"
        return score_in(self.block.cell(line, "score") or two)

    def _home(self, line: SheetLine, winner: str, loser: str, score: ScoreOrState) -> str | None:
        """Who was at home, by a column or an answer; None while it is asked, and empty where the score does not say."""
        places = {fold(self.block.cell(line, key)) for key in ("at_home", "venue")}
        named = [side for side in (winner, loser) if fold(side) in places]
        if len(named) == 1:
            return named[0]
        first = [(FIRST, "The side whose score is written first")] if self.mixed else []
        choices = (*first, (WINNER, "The winner, each time"), (LISTED, "As the list of fixtures has it"))
        answer = self.list.ask("winner_home", "The file names winners and losers. Who was at home?", choices)
        if answer == LISTED:
            self.either.add(line.number)
        if answer == FIRST:
            difference = float(score.home or 0) - float(score.away or 0)
            return winner if difference > 0 else loser if difference < 0 else ""
        return None if answer is None else winner


def _written(score: ScoreOrState, *, winner_at_home: bool) -> str:
    """The score with the home side's first: of two numbers the larger is the winner's."""
    side = "home" if winner_at_home else "away"
    if not score.home:
        return f"{side} w/o"
    least, most = sorted((score.home, score.away), key=float)
    mark = {"walkover": " w/o"}.get(score.state, "")
    return f"{most}-{least}{mark}" if winner_at_home else f"{least}-{most}{mark}"
