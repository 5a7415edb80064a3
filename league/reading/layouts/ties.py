"""What a tie of a cup came to: a bye, a walkover, a winner by the score, undecided, or not played yet."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from league.reading.cells import parse_score, score_number
from league.reading.days import LEAVE_OUT
from league.reading.marks import CellMark, mark_of
from league.reading.tabular import Piece, is_blank, row_of, written
from league.reading.values import Context, LeftOut, ReadingQuestion, ReadRow, SheetLine
from scoring.names import fold

EITHER = re.compile(r"(?i)\s*/\s*|\s+or\s+")
GIVEN = re.compile(r"(?i)(?P<name>\S.*?)\s+(?:w/?o|walk-?\s?over)\.?")  # in the place of a score
WALKOVER, BYE = "walkover", "bye"
NOT_PLAYED, UNDECIDED = "not_played", "undecided"
# What a cell of states says, by its letters.
STATES: Mapping[str, str] = {
    **dict.fromkeys(
        ("played", "complete", "completed", "result", "finished", "final", "ft", "confirmed", "done"), "played"
    ),
    **dict.fromkeys(("scheduled", "fixture", "toplay", "tobeplayed", "pending", "notplayed"), NOT_PLAYED),
    **dict.fromkeys(("upcoming", "unplayed", "open"), NOT_PLAYED),
    **dict.fromkeys(("bye", "byes", "abye"), BYE),
    **dict.fromkeys(("undecided", "drawn", "draw", "replay", "tied", "level"), UNDECIDED),
}
OF_MARKS = {
    CellMark.WALKOVER: WALKOVER,
    CellMark.CONCEDED: WALKOVER,
    CellMark.NIGHT_OFF: BYE,
    CellMark.NOT_PLAYED_YET: NOT_PLAYED,
    CellMark.POSTPONED: NOT_PLAYED,
    CellMark.RESULT_AWAITED: NOT_PLAYED,
    CellMark.ABANDONED: UNDECIDED,
}


@dataclass(frozen=True, slots=True)
class WrittenTie:
    """A tie as it is written. `state` and `score` are cells; `beside` are values that do not depend on the result."""

    line: SheetLine
    original: str
    home: str
    away: str
    score: str = ""
    home_score: str = ""
    away_score: str = ""
    winner: str = ""
    state: str = ""
    beside: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def state_of(text: str) -> str:
    """played, not_played, bye, walkover or undecided, for a cell of states; empty for any other word."""
    plain = re.sub(r"[^a-z]", "", text.casefold())
    return STATES.get(plain, "") or OF_MARKS.get(mark_of(text) or CellMark.EMPTY, "")


def read_tie(tie: WrittenTie, context: Context) -> Piece:
    walkover = GIVEN.fullmatch(tie.score.strip())
    if walkover and fold(walkover["name"]) in (fold(tie.home), fold(tie.away)):
        tie = replace(tie, score="", winner=walkover["name"], state="w/o")
    home, away, state, notes = tie.home.strip(), tie.away.strip(), state_of(tie.state), list(tie.notes)
    if tie.state.strip() and not state and not is_blank(tie.state):
        notes.append(f"“{tie.state.strip()}” stands beside it")
    elif mark_of(tie.state) in (CellMark.POSTPONED, CellMark.RESULT_AWAITED, CellMark.ABANDONED):
        notes.append(f"“{tie.state.strip()}”")
    empty_home, empty_away = _is_nobody(home), _is_nobody(away)
    has_bye = BYE in map(state_of, (tie.state, tie.score, tie.winner))
    has_bye |= CellMark.NIGHT_OFF in (mark_of(home), mark_of(away))
    if empty_home and empty_away:
        return LeftOut(tie.line.number, tie.original, "Nobody is drawn yet.")
    if (empty_home or empty_away) and has_bye:
        name = away if empty_home else home
        return _row(tie, {"home": name, "winner": name, "state": BYE}, notes)
    for name in (home, away):
        if _is_nobody(name) or mark_of(name) in (CellMark.CUP_PLACE, CellMark.UNKNOWN, CellMark.NOT_KNOWN_YET):
            return LeftOut(tie.line.number, tie.original, "One side is not known yet.")
    if state == BYE:
        return LeftOut(tie.line.number, tie.original, "It is said to be a bye, and has two sides.")
    if fold(home) == fold(away):
        return LeftOut(tie.line.number, tie.original, "Both sides are the same.")
    return _TieDecision(tie, context, notes, state).read(home, away)


def without_open_sides(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces; a tie of "Mitre/Spinners", who meet in another tie, is left out until that is decided."""
    ties = list(pieces)
    names = [
        [piece.values[key] for key in ("home", "away") if key in piece.values] if isinstance(piece, ReadRow) else []
        for piece in ties
    ]
    met = {frozenset(map(fold, sides)) for sides in names}
    for piece, sides in zip(ties, names, strict=True):
        pairs = (frozenset(map(fold, EITHER.split(name))) for name in sides)
        if isinstance(piece, ReadRow) and any(len(pair) == 2 and pair in met for pair in pairs):
            yield LeftOut(piece.place, piece.original, "One side is not known yet.")
        else:
            yield piece


def _is_nobody(name: str) -> bool:
    return is_blank(name) or mark_of(name) in (CellMark.NIGHT_OFF, CellMark.EMPTY)


def _row(tie: WrittenTie, values: Mapping[str, str], notes: list[str]) -> ReadRow:
    return row_of(tie.line, {**tie.beside, **values}, notes, tie.original)


class _TieDecision:
    def __init__(self, tie: WrittenTie, context: Context, notes: list[str], state: str) -> None:
        self.tie, self.context, self.notes, self.state = tie, context, notes, state
        self.scores: tuple[str, str] | None = None

    def read(self, home: str, away: str) -> Piece:
        self._read_scores()
        cells = (self.tie.score, self.tie.home_score, self.tie.away_score)
        if self.scores is None and not all(is_blank(cell) or state_of(cell) for cell in cells):
            text = " ".join(filter(None, cells))
            return LeftOut(self.tie.line.number, self.tie.original, f"“{text}” is not a score.")
        sides = (home, away)
        named = self._named(sides)
        by_score = self._by_score(sides)
        key = f"tie:{self.tie.line.number}:{fold(home)}"
        answer = self.context.answers.get(key, "")
        if answer == LEAVE_OUT:
            return LeftOut(self.tie.line.number, self.tie.original, "You left it out.")
        if answer in ("home", "away"):
            named = by_score = sides[answer == "away"]
        if self.tie.winner.strip() and not named and not is_blank(self.tie.winner):
            return self._ask(key, sides, f"“{self.tie.winner}” is said to have won {home} v {away}. Who won?")
        if named and by_score and named != by_score:
            score = "–".join(self.scores or ())
            text = f"{home} {score} {away}, and {named} is said to have won. Who won?"
            return self._ask(key, sides, text)
        return self._decided(key, sides, named or by_score)

    def _decided(self, key: str, sides: tuple[str, str], winner: str) -> ReadRow | ReadingQuestion:
        home, away = sides
        walkover = self.state == WALKOVER
        is_open = walkover or (self.state == "played" and (self.scores is None or self._is_nil()))
        if is_open and not winner:
            how = "was a walkover" if walkover else f"is said to be played{', 0–0' if self.scores else ''}"
            return self._ask(key, sides, f"{home} v {away} {how}. Who went through?")
        is_unplayed = self.state != UNDECIDED and (self.scores is None or self._is_nil())
        state = WALKOVER if walkover else "" if winner else NOT_PLAYED if is_unplayed else UNDECIDED
        values = {"home": home, "away": away, "winner": winner, "state": state}
        if self.scores is not None and (winner or not self._is_nil()):
            values |= {"home_score": self.scores[0], "away_score": self.scores[1]}
        if winner and self.scores and self.scores[0] == self.scores[1]:
            self.notes.append(f"Level, and {winner} went through")
        if winner and self.state in (NOT_PLAYED, UNDECIDED):
            self.notes.append(f"“{self.tie.state}” stands beside the score")
        return _row(self.tie, values, self.notes)

    def _read_scores(self) -> None:
        first, second = score_number(self.tie.home_score), score_number(self.tie.away_score)
        if first is not None and second is not None:
            self.scores = (written(first), written(second))
            return
        text = self.tie.score.strip()
        if (score := parse_score(text)) and score.mine == (score.home, score.away):
            self.scores = (written(score.home), written(score.away))
            if score.mark and OF_MARKS.get(score.mark):
                self.state = OF_MARKS[score.mark]
        for cell in (text, self.tie.home_score, self.tie.away_score):
            if cell.strip() and not self.scores and (state := state_of(cell)):
                self.state = state

    def _named(self, sides: tuple[str, str]) -> str:
        plain = fold(self.tie.winner) if self.tie.winner.strip() else ""
        side = {"home": sides[0], "h": sides[0], "away": sides[1], "a": sides[1], "1": sides[0], "2": sides[1]}
        same = [name for name in sides if plain and fold(name) == plain]
        return same[0] if len(same) == 1 else side.get(self.tie.winner.strip().casefold(), "")

    def _by_score(self, sides: tuple[str, str]) -> str:
        if self.scores is None:
            return ""
        first, second = (float(score) for score in self.scores)
        return sides[0] if first > second else sides[1] if second > first else ""

    def _is_nil(self) -> bool:
        return self.scores == ("0", "0")

    def _ask(self, key: str, sides: tuple[str, str], text: str) -> ReadingQuestion:
        choices = (("home", sides[0]), ("away", sides[1]), (LEAVE_OUT, "Leave it out"))
        return ReadingQuestion(key, text, choices)
