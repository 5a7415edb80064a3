"""The facts of a cup as the engine's values: what was written down, and what the results of its matches say besides.

A result becomes a fact: a score, a correction, a walkover; and, when it was taken back, that the tie is open again. One
that the bracket does not allow, or of a match that others played than those who are in the tie, is a stray, told with
its reason. What was written by hand stands until a later card says other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.base.accounts.models import User
from league.cups.models import Cup, Tie, entrant_key
from league.results.choices import FINAL_STATES
from league.results.models import Result
from scoring import codec
from scoring.card.outcome import Kind, Tally
from scoring.card.sheet import Side
from scoring.season.knockout import cups, draw
from scoring.season.knockout.book import CupBook
from scoring.season.knockout.cups import Score
from scoring.season.knockout.facts import (
    NEITHER,
    Disqualified,
    Drawn,
    Entered,
    Replayed,
    Resolved,
    Returned,
    Ruling,
    ScoreCorrected,
    Scored,
    WalkedOver,
    Withdrew,
)
from scoring.season.knockout.plan import Part
from scoring.season.openday.book import OpenDayBook as GroupsBook

OF_BRACKETS = (
    Scored, ScoreCorrected, WalkedOver, Replayed, Withdrew, Returned, Disqualified, Entered, Drawn, Resolved,
)  # fmt: skip
NO_BRACKET = {"group", "swiss"}  # parts of a cup whose matches stand in no bracket


@dataclass(frozen=True, slots=True)
class LoggedFact:
    """One fact with its number from 1, and who wrote it down when; `pending`: a result says so, and it is not stored.

    `by` is None for what was read off a result.
    """

    number: int
    fact: Any
    by: User | None
    at: datetime
    pending: bool = False


def rules_of(cup: Cup) -> cups.Cup:
    """How it is played."""
    return codec.decode_as(cups.Cup, cup.rules)


def draw_rules_of(cup: Cup) -> draw.DrawRules:
    """How it is drawn."""
    return codec.decode_as(draw.DrawRules, cup.draw_rules)


def begins(fact: object) -> bool:
    """Whether a fact is the draw with which a bracket begins."""
    return isinstance(fact, Drawn) and fact.part is Part.MAIN and fact.round == 1


def in_bracket(fact: object) -> bool:
    """Whether a bracket is to be told a fact: what is of groups and of Swiss rounds it does not know."""
    return isinstance(fact, OF_BRACKETS) and str(getattr(fact, "tie", "")).partition("-")[0] not in NO_BRACKET


def voids(fact: object, tie: str) -> bool:
    """Whether a fact makes what was played of a tie void, so that it is played once more."""
    again = isinstance(fact, Replayed) or (isinstance(fact, Resolved) and fact.ruling is Ruling.REPLAY)
    return again and fact.tie == tie  # type: ignore[attr-defined]


def attempt_at(tie: str, log: Iterable[LoggedFact]) -> int:
    """Which attempt at a tie is the one that counts: one more with every replay that somebody asked for."""
    return 1 + sum(voids(each.fact, tie) for each in log if each.by is not None)


# --- what the results of its matches say besides ----------------------------------------------------------------------
DECREED = (Kind.WALKOVER, Kind.AWARDED)
TAKEN_BACK = "The result of the match was taken back."
PUT_RIGHT = "The result of the match was put right."


@dataclass(frozen=True, slots=True)
class CountedResult:
    """What one match says: the games of home and away, or to whom it was given (`decreed`, maybe `NEITHER`)."""

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
class ResultFacts:
    """Facts, each with the moment since when it holds, in that order; and results that could not be taken."""

    facts: tuple[tuple[Any, datetime], ...] = ()
    strays: tuple[tuple[Tie, str], ...] = ()


def facts_of_results(
    book: CupBook | GroupsBook, log: tuple[LoggedFact, ...], ties: Mapping[str, Iterable[Tie]], at: datetime
) -> ResultFacts:
    """What matches with a result that counts at a moment say besides the facts that are in the book already.

    Ties that are not of the book are passed over. The book is written on. The ties need their fixtures with result, and
    the numbers of both sides' entrants.
    """
    about: dict[str, list[LoggedFact]] = {}
    for each in log:
        about.setdefault(getattr(each.fact, "tie", ""), []).append(each)
    reader = _ResultReader(book, about)
    heard = []
    for tie, rows in ties.items():
        now = attempt_at(tie, about.get(tie, ()))
        counted = [row for row in rows if row.attempt == now]
        says = [each for each in (_counted(row, at) for row in counted) if each is not None]
        silent = [row for row in counted if _result(row) is None]
        if tie in book.records and (says or silent):
            moments = [each.at for each in says]
            written = book.records[tie].met is not None
            heard.append((written, min(moments, default=at), tie, says, silent))
    # A tie that was played before an earlier one was put right was played by those who were in it then.
    for _, _, tie, says, silent in sorted(heard, key=lambda each: each[:3]):
        reader.read(tie, says, silent, at)
    return ResultFacts(tuple(reader.facts), tuple(reader.strays))


def _counted(row: Tie, at: datetime) -> CountedResult | None:
    result = _result(row)
    if result is None or result.state_at(at) not in FINAL_STATES or row.away_number is None:  # type: ignore[attr-defined]
        return None
    moment = result.settled_at or result.confirm_by or result.updated_at
    home, away = entrant_key(row.home_number), entrant_key(row.away_number)  # type: ignore[attr-defined]
    decreed = ""
    if result.kind in DECREED:
        tally = codec.decode_as(Tally, result.tally)
        decreed = NEITHER if tally.both_lose else {Side.HOME: home, Side.AWAY: away, None: ""}[tally.winner]
    return CountedResult(row, result, moment, home, away, decreed)


def _result(row: Tie) -> Result | None:
    return getattr(row.fixture, "result", None)


class _ResultReader:
    """Writes in a book what the matches say, tie by tie, and keeps what was new."""

    def __init__(self, book: CupBook | GroupsBook, about: Mapping[str, Sequence[LoggedFact]]) -> None:
        self.book, self.about = book, about
        self.facts: list[tuple[Any, datetime]] = []
        self.strays: list[tuple[Tie, str]] = []

    def read(self, tie: str, says: list[CountedResult], silent: list[Tie], at: datetime) -> None:
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

    def _by_hand(self, tie: str) -> Iterator[LoggedFact]:
        """What people wrote down of a tie since it was last to be played again."""
        by_hand: list[LoggedFact] = []
        for each in self.about.get(tie, ()):
            if voids(each.fact, tie):
                by_hand.clear()
            elif each.by is not None:
                by_hand.append(each)
        return (each for each in by_hand if isinstance(each.fact, Scored | ScoreCorrected | WalkedOver | Disqualified))

    def _is_theirs(self, tie: str, says: CountedResult) -> bool:
        """Whether those who are in the tie played the match."""
        if {says.home, says.away} == set(self.book.seats(tie)):
            return True
        self.strays.append((says.row, "It was played by other sides than those in the tie now."))
        return False

    def _is_to_begin_again(self, tie: str, says: list[CountedResult], silent: list[Tie]) -> bool:
        """Whether what the book has of a tie cannot be put right score by score."""
        record = self.book.records[tie]
        if any(row.leg in record.scores or (record.given and row.leg == 1) for row in silent):
            return True
        given = {self._given(tie, each) for each in says} - {""}
        if given and record.given not in given:
            return record.met is not None
        return bool(says and record.given and not given)

    def _given(self, tie: str, says: CountedResult) -> str:
        """To whom a match gives the whole tie. Of a tie with two legs one leg may be given, with its score."""
        form = self.book.form_of(tie)
        scored = form.legs > 1 and not form.fault(says.row.leg, says.score(self.book.seats(tie)[0]), {})  # type: ignore[arg-type]
        return "" if scored else says.decreed

    def _fact(self, tie: str, says: CountedResult) -> Any:
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
            self.strays.append((row, self.book.problems[-1].text))
