"""A knockout drawn as a tree: a column a round, and whoever won written again in the next.

Quarter-finals,,Semi-finals,,Final,,Winner
Crown A,6,,,,,
,,Crown A,4,,,
Bell,3,,,,,
,,,,Fleece,5,Fleece
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from league.reading.cells import CUP, parse_score, score_number
from league.reading.days import season_in
from league.reading.layouts.cup import BY, ROUND, WITH_SCORE
from league.reading.layouts.ties import BYE, WrittenTie, read_tie, state_of
from league.reading.marks import CellMark, mark_of
from league.reading.sheet_dates import SheetDays
from league.reading.tabular import (
    PIECE,
    Piece,
    cell_at,
    filled,
    has_word,
    is_remark,
    parted,
    text_lines,
    whole,
    without_season,
    written,
)
from league.reading.values import Content, Context, LeftOut, Reading, ReadRow, SheetLine, SourceSheet
from scoring.names import fold
from scoring.words import several

BOXES = re.compile(r"[\u2500-\u257f|_]+|(?<!\w)[-=]{2,}[>+]?")
WINNER = re.compile(r"(?i)(?:the\s+|cup\s+)?(?:winners?|champions?|won by)\s*:?")
HEADING = re.compile(rf"(?i)(?P<round>{ROUND.pattern})\s*(?P<rest>[:(–-].*|$)")
BESIDE = re.compile(r"(?<=\S)\s{2,}(\d{1,2}(?:½|\.5)?|w/o)(?=\s{2,}|$)")
WITH_NUMBER = re.compile(r"(?i)\s+(?:\d{1,2}(?:½|\.5)?|nil)$")
NUMBERED = re.compile(r"\d{1,2}[.)]\s+(?=\S)")
BY_SIZE = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
MOST_ROUNDS, LETTERS_APART = 10, 3  # of names in one column of a text


@dataclass(slots=True)
class TreeName:
    """A name where it stands, the score beside it, and below it the one by which its tie before was won."""

    line: SheetLine
    name: str
    score: str = ""
    won_by: str = ""

    @property
    def key(self) -> str:
        return fold(self.name)


TreeTie = tuple[TreeName | None, TreeName | None]


@dataclass(slots=True)
class TreeRound:
    heading: str
    names: list[TreeName]
    ties: list[TreeTie]

    def follow(self, before: "TreeRound") -> bool:
        """Put the names where those of two neighbouring ties meet; whether each is of another tie."""
        places = {each.key: at for at, tie in enumerate(before.ties) for each in tie if each}
        slots = {places[each.key]: each for each in self.names if each.key in places}
        if len(slots) < len(self.names) or not slots:
            return False
        half = (len(before.ties) + 1) // 2
        self.ties = [(slots.get(2 * at), slots.get(2 * at + 1)) for at in range(half)]
        return len(before.ties) % 2 == 0 or len(before.ties) == 1

    def draw(self, after: "TreeRound") -> bool:
        """Pair the names as they stand; whether those of the round after are of different ties, in their order."""
        later = [each.key for each in after.names]
        pairs: list[TreeTie] = list(zip_longest(self.names[::2], self.names[1::2]))
        groups = _groups(self.names)
        is_whole = len(self.names).bit_count() == 1
        if not is_whole and groups:
            pairs = [(group[0], group[1] if len(group) > 1 else None) for group in groups]
        self.ties = pairs
        through = [[each.key for each in tie if each and each.key in later] for tie in pairs]
        order = [later.index(keys[0]) for keys in through if keys]
        alone = [tie[0] for tie in pairs if tie[0] and tie[1] is None]
        certain = (is_whole or bool(groups) or all(through)) and all(each.key in later for each in alone)
        return certain and all(len(keys) < 2 for keys in through) and bool(order) and order == sorted(order)


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    reader = _TreeReader(sheet, context)
    if not reader.is_tree():
        return ()
    rows, left, questions = parted((*reader.pieces(), *reader.left))
    what = f"a cup drawn in columns: {several(len(rows) + len(questions), 'tie')}"
    return (Reading("cup_columns", Content.TIES, what, rows, left, (*reader.days.questions.values(), *questions), 0.9),)


class _TreeReader:
    def __init__(self, sheet: SourceSheet, context: Context) -> None:
        self.context = context
        in_cells = any(len(line.cells) > 1 for line in sheet.lines)
        lines = [
            SheetLine(line.number, tuple(BOXES.sub(lambda box: " " * len(box[0]), cell) for cell in line.cells))
            for line in (sheet.lines if in_cells else text_lines(sheet))
        ]
        lines = lines if in_cells else _by_position(lines)
        headed = next((at for at, line in enumerate(lines[:12]) if _is_heading(line)), None)
        begun = len(lines) if headed is None else headed
        titled = next((at for at, line in enumerate(lines[:begun]) if not _is_title(line)), begun)
        above = lines[: titled if headed is None else headed]
        self.heading = lines[headed] if headed is not None else SheetLine(0, ())
        self.left = [LeftOut(line.number, whole(line), "A title.") for line in above if filled(line)]
        titles = [whole(line) for line in above if CUP.search(whole(line))]
        self.cup = without_season(titles[0]).strip(" :,–-") if titles else ""
        texts = [match["day"] for cell in self.heading.cells if (match := _deadline(cell))]
        self.days = SheetDays(context, texts, season_in(" ".join((sheet.name, *map(whole, above)))))
        self.rounds: list[TreeRound] = []
        below = lines[len(above) + (headed is not None) :]
        self._columns([line for line in below if filled(line)])
        self.winner: TreeName | None = None

    def _columns(self, lines: Sequence[SheetLine]) -> None:
        heading = ""
        for column in range(max((len(line.cells) for line in lines), default=0)):
            title = cell_at(self.heading, column)
            heading = title if HEADING.fullmatch(title) or WINNER.fullmatch(title) else heading
            cells = [(line, cell) for line in lines if (cell := cell_at(line, column))]
            names = [cell for _, cell in cells if _is_name(cell)]
            if names and len(self.rounds) <= MOST_ROUNDS:
                self.rounds.append(TreeRound(heading, [], []))
                heading = ""
            for line, cell in cells:
                self._cell(line, cell, is_name=cell in names)

    def _cell(self, line: SheetLine, cell: str, *, is_name: bool) -> None:
        names = self.rounds[-1].names if self.rounds else []
        beside = next((each for each in names if each.line.number == line.number), None)
        if is_name and beside is None:
            names.append(TreeName(line, NUMBERED.sub("", cell)))
        elif beside and not beside.score and (score_number(cell) is not None or state_of(cell)):
            beside.score = cell
        elif names and not names[-1].won_by and 0 < line.number - names[-1].line.number <= 2 and parse_score(cell):
            names[-1].won_by = cell
        else:
            self.left.append(LeftOut(line.number, cell, "It is no name and no score of the tree."))

    def is_tree(self) -> bool:
        """Whether every name of a later column comes from another tie of the column before it."""
        rounds = self.rounds
        if len(rounds) < 2 or len(rounds[0].names) < 2 or (not self.heading.cells and len(rounds[0].names) < 4):
            return False
        for before, each, after in zip([None, *rounds], rounds, [*rounds[1:], TreeRound("", [], [])], strict=False):
            _take_scores(each, before, after)
        last = rounds[-1]
        if len(last.names) == 1 and (
            WINNER.fullmatch(last.heading) or (not last.heading and len(rounds[-2].names) < 3)
        ):
            self.winner = rounds.pop().names[0]
        ends = [*rounds[1:], TreeRound("", [self.winner] if self.winner else [], [])]
        for before, each, after in zip([None, *rounds], rounds, ends, strict=False):
            followed = before is not None and each.follow(before)
            if not followed and not (after.names and each.draw(after)):
                return False
        final = rounds[-1].ties
        return self.winner is None or (len(final) == 1 and self.winner.key in {each.key for each in final[0] if each})

    def pieces(self) -> Iterator[Piece]:
        for number, drawn in enumerate(self.rounds):
            after = self.rounds[number + 1].names if number + 1 < len(self.rounds) else [self.winner]
            through = {name.key: name for name in after if name}
            match = HEADING.fullmatch(drawn.heading)
            by = _deadline(drawn.heading)
            day = self.days.read(by["day"].strip()) if by else None
            name = match["round"] if match else BY_SIZE.get(len(drawn.ties), f"Last {2 * len(drawn.ties)}")
            beside = {"cup": self.cup, "round": name, "play_by": day.value if day else ""}
            for tie in drawn.ties:
                piece = self._tie(tie, through, beside)
                if piece is not None and not (day and day.waits and isinstance(piece, ReadRow)):
                    yield piece

    def _tie(self, tie: TreeTie, through: dict[str, TreeName], beside: dict[str, str]) -> Piece | None:
        home, away = tie if tie[0] else tie[::-1]
        if home is None:
            return None
        winner = next((through[each.key] for each in tie if each and each.key in through), None)
        is_bye = away is None and winner is not None
        states = [each.score for each in tie if each and state_of(each.score)]
        scores = ["" if each is None or state_of(each.score) else each.score for each in (home, away)]
        if winner and winner.won_by and not any(scores) and (won := parse_score(winner.won_by)):
            scores = [written(each) for each in sorted((won.home, won.away), reverse=winner.key == home.key)]
        notes = () if all(scores) or not any(scores) else (f"Only “{''.join(scores)}” stands beside one of them",)
        first, second = scores if all(scores) else ("", "")
        original = f"{home.name} {scores[0]} v {away.name if away else 'nobody'} {scores[1]}".replace("  ", " ").strip()
        tie_text = WrittenTie(
            home.line, original, home.name, away.name if away else "", "", first, second,
            winner.name if winner else "", BYE if is_bye else next(iter(states), ""), beside, notes,
        )  # fmt: skip
        return read_tie(tie_text, self.context)


def _by_position(lines: Sequence[SheetLine]) -> list[SheetLine]:
    """The lines of a text in columns by where their pieces begin, give or take a few letters."""
    texts = [
        (line, BESIDE.sub(lambda number: f" {number[1]}".ljust(len(number[0])), line.cells[0].expandtabs()))
        for line in lines
    ]
    starts: list[int] = []
    for start in sorted({match.start() for _, text in texts for match in PIECE.finditer(text)}):
        starts += [start] if not starts or start - starts[-1] > LETTERS_APART else []
    cut = []
    for line, text in texts:
        cells = [""] * len(starts)
        for match in PIECE.finditer(text):
            at = max(at for at, start in enumerate(starts) if start <= match.start())
            cells[at] = f"{cells[at]}  {match[0]}".strip()
        cut.append(SheetLine(line.number, tuple(cells)))
    return cut


def _is_heading(line: SheetLine) -> bool:
    return sum(bool(HEADING.fullmatch(cell) or WINNER.fullmatch(cell)) for cell in filled(line)) > 1


def _is_title(line: SheetLine) -> bool:
    cells = filled(line)
    return not cells or (len(cells) == 1 and (CUP.search(cells[0]) is not None or season_in(cells[0]) is not None))


def _deadline(heading: str) -> re.Match[str] | None:
    match = HEADING.fullmatch(heading)
    return BY.match(match["rest"].strip()) if match else None


def _is_name(cell: str) -> bool:
    if mark_of(cell) is CellMark.NIGHT_OFF:
        return True
    is_score = state_of(cell) or parse_score(cell) is not None or score_number(cell) is not None
    return has_word(cell) and not is_remark(cell) and not is_score


def _groups(names: Sequence[TreeName]) -> list[list[TreeName]]:
    """The names in ones and twos as lines between them part them; nothing where they stand evenly."""
    gaps = [after.line.number - before.line.number for before, after in pairwise(names)]
    if len(set(gaps)) < 2:
        return []
    groups = [[names[0]]]
    for gap, name in zip(gaps, names[1:], strict=True):
        groups = [*groups[:-1], [*groups[-1], name]] if gap == min(gaps) else [*groups, [name]]
    return groups if all(len(group) <= 2 for group in groups) else []


def _take_scores(of: TreeRound, before: TreeRound | None, after: TreeRound) -> None:
    """Take numbers behind names for scores where the round before or after, or a whole first round, says so."""
    bare = [WITH_SCORE.fullmatch(each.name) for each in of.names]
    plain = [fold(match["name"]) if match else each.key for each, match in zip(of.names, bare, strict=True)]
    earlier = {each.key for each in before.names} if before else set[str]()
    full = {each.key for each in after.names}
    later = full | {fold(WITH_NUMBER.sub("", each.name)) for each in after.names}
    pairs = [range(at, at + 2) for at in range(0, len(bare) - 1, 2)]
    scored = [pair for pair in pairs if all(bare[at] for at in pair)]
    certain = [pair for pair in scored if any(plain[at] in later and of.names[at].key not in full for at in pair)]
    drawn = [pair for pair in pairs if not any(mark_of(of.names[at].name) is CellMark.NIGHT_OFF for at in pair)]
    of_first = {at for pair in scored for at in pair} if before is None and (certain or scored == drawn) else set[int]()
    for at, (each, match) in enumerate(zip(of.names, bare, strict=True)):
        if match and not each.score and (at in of_first or (plain[at] in earlier and each.key not in earlier)):
            each.name, each.score = match["name"].strip(), match["score"]
