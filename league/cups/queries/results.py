"""What the matches of a cup say that is not written down about it yet.

Knows how a result becomes a fact: a score, a correction, a walkover; and, when a result was taken back, that the tie is
open again. Refuses to take a result that the bracket does not allow, or of a match that other sides played than those
who are in the tie: it is a stray, told with its reason. What was written by hand stands until a later card says other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.cups.models import Tie
from league.cups.queries.facts import Noted, attempt_at, voids
from league.results.choices import ResultState
from league.results.models import Result
from scoring import codec
from scoring.card.outcome import Kind, Tally
from scoring.card.sheet import Side
from scoring.season.knockout.book import CupBook
from scoring.season.knockout.cups import Score
from scoring.season.knockout.facts import Disqualified, Replayed, ScoreCorrected, Scored, WalkedOver
from scoring.season.openday.book import OpenDayBook

COUNTS = (ResultState.CONFIRMED, ResultState.DECIDED)
DECREED = (Kind.WALKOVER, Kind.AWARDED)
TAKEN_BACK = "The result of the match was taken back."
PUT_RIGHT = "The result of the match was put right."


@dataclass(frozen=True, slots=True)
class Says:
    """What one match says: games of its home and its away side, or, with `decreed`, to whom it was given."""

    row: Tie
    result: Result
    at: datetime
    home: str
    away: str
    decreed: str = ""

    def score(self, first: str) -> Score:
        games = self.result.home_games, self.result.away_games
        return games if self.home == first else games[::-1]


@dataclass(frozen=True, slots=True)
class Told:
    """Facts, each with the moment since when it holds, in that order; and results that could not be taken."""

    facts: tuple[tuple[Any, datetime], ...] = ()
    strays: tuple[tuple[Tie, str], ...] = ()


def told_by_results(
    book: CupBook | OpenDayBook, noted: tuple[Noted, ...], ties: Mapping[str, Iterable[Tie]], at: datetime
) -> Told:
    """What matches with a result that counts at a moment say besides the facts that are in the book already.

    Ties that are not of the book are passed over. The book is written on. The ties need their fixtures with result and
    both sides' entrants.
    """
    about: dict[str, list[Noted]] = {}
    for each in noted:
        about.setdefault(getattr(each.fact, "tie", ""), []).append(each)
    reader = _Reader(book, about)
    heard = []
    for tie, rows in ties.items():
        now = attempt_at(tie, about.get(tie, ()))
        counted = [row for row in rows if row.attempt == now]
        says = [each for each in (_says(row, at) for row in counted) if each is not None]
        silent = [row for row in counted if _result(row) is None]
        if tie in book.records and (says or silent):
            moments = [each.at for each in says]
            written = book.records[tie].met is not None
            heard.append((written, min(moments, default=at), tie, says, silent))
    # A tie that was played before an earlier one was put right was played by those who were in it then.
    for _, _, tie, says, silent in sorted(heard, key=lambda each: each[:3]):
        reader.read(tie, says, silent, at)
    return Told(tuple(reader.facts), tuple(reader.strays))


def _says(row: Tie, at: datetime) -> Says | None:
    result = _result(row)
    if result is None or result.state_at(at) not in COUNTS or row.fixture.away is None:
        return None
    moment = result.settled_at or result.confirm_by or result.updated_at
    home, away = row.fixture.home.entrant.key, row.fixture.away.entrant.key
    decreed = ""
    if result.kind in DECREED:
        winner = codec.decode_as(Tally, result.tally).winner
        decreed = {Side.HOME: home, Side.AWAY: away}.get(winner, "") if winner else ""
        if not decreed:
            return None
    return Says(row, result, moment, home, away, decreed)


def _result(row: Tie) -> Result | None:
    return getattr(row.fixture, "result", None)


class _Reader:
    """Writes in a book what the matches say, tie by tie, and keeps what was new."""

    def __init__(self, book: CupBook | OpenDayBook, about: Mapping[str, Sequence[Noted]]) -> None:
        self.book, self.about = book, about
        self.facts: list[tuple[Any, datetime]] = []
        self.strays: list[tuple[Tie, str]] = []

    def read(self, tie: str, says: list[Says], silent: list[Tie], at: datetime) -> None:
        written = list(self._by_hand(tie))
        if any(isinstance(each.fact, WalkedOver | Disqualified) for each in written):
            return
        last = max((each.at for each in written), default=None)
        says = [each for each in says if last is None or each.at > last]
        says = [each for each in says if self._is_theirs(tie, each)]
        if self._is_to_begin_again(tie, says, [] if written else silent):
            moment = max((each.at for each in says), default=at)
            self._write(Replayed(tie, TAKEN_BACK), moment, None)
        for each in sorted(says, key=lambda each: each.row.leg):
            fact = self._fact(tie, each)
            if fact is not None:
                self._write(fact, each.at, each.row)

    def _by_hand(self, tie: str) -> Iterator[Noted]:
        """What people wrote down of a tie since it was last to be played again."""
        held: list[Noted] = []
        for each in self.about.get(tie, ()):
            if voids(each.fact, tie):
                held.clear()
            elif each.by is not None:
                held.append(each)
        return (each for each in held if isinstance(each.fact, Scored | ScoreCorrected | WalkedOver | Disqualified))

    def _is_theirs(self, tie: str, says: Says) -> bool:
        """Whether those who are in the tie played the match."""
        if {says.home, says.away} == set(self.book.seats(tie)):
            return True
        self.strays.append((says.row, "It was played by others than those who are in the tie now."))
        return False

    def _is_to_begin_again(self, tie: str, says: list[Says], silent: list[Tie]) -> bool:
        """Whether what the book has of a tie cannot be put right score by score."""
        record = self.book.records[tie]
        if any(row.leg in record.scores or (record.given and row.leg == 1) for row in silent):
            return True
        given = {self._given(tie, each) for each in says} - {""}
        if given and record.given not in given:
            return record.met is not None
        return bool(says and record.given and not given)

    def _given(self, tie: str, says: Says) -> str:
        """To whom a match gives the whole tie. Of a tie with two legs one leg may be given, with its score."""
        form = self.book.form_of(tie)
        scored = form.legs > 1 and not form.fault(says.row.leg, says.score(self.book.seats(tie)[0]), {})  # type: ignore[arg-type]
        return "" if scored else says.decreed

    def _fact(self, tie: str, says: Says) -> Any:
        record = self.book.records[tie]
        given = self._given(tie, says)
        if given:
            return None if record.given == given else WalkedOver(tie, given, says.result.submission.reason or PUT_RIGHT)
        leg, score = says.row.leg, says.score(self.book.seats(tie)[0])  # type: ignore[arg-type]
        if record.scores.get(leg) == score:
            return None
        if leg in record.scores:
            return ScoreCorrected(tie, *score, says.result.submission.reason or PUT_RIGHT, leg)
        return Scored(tie, *score, leg)

    def _write(self, fact: Any, at: datetime, row: Tie | None) -> None:
        problems = len(self.book.problems)
        self.book.write(fact)
        if len(self.book.problems) == problems:
            self.facts.append((fact, at))
        elif row is not None:
            self.strays.append((row, self.book.problems[-1].words))
