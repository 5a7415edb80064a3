"""A cup as it stands (`CupSnapshot`), made of its facts and of what its matches say besides; nothing is read here."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, partial
from typing import Any

from league.base.accounts.models import User
from league.cups.models import Cup, Entrant, Tie, entrant_key
from league.results.choices import FINAL_STATES
from league.results.models import Result
from league.teams.models import decoded_once
from scoring import codec
from scoring.card.outcome import Kind, Tally
from scoring.card.sheet import Side
from scoring.season.knockout import cups, draw, facts
from scoring.season.knockout.bracket import Bracket, CupBook, bracket, bracket_of
from scoring.season.knockout.bracket import Tie as BracketTie
from scoring.season.knockout.cups import Part, Score, Shape, plans
from scoring.season.openday.book import OpenDayBook
from scoring.season.openday.day import OpenDay, of_stage, open_day

OF_BRACKETS = (
    *(facts.Scored, facts.ScoreCorrected, facts.WalkedOver, facts.Replayed, facts.Withdrew, facts.Returned),
    *(facts.Disqualified, facts.Entered, facts.Drawn, facts.Resolved),
)
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

    @property
    def reason(self) -> str:
        return str(getattr(self.fact, "reason", ""))

    @property
    def who(self) -> str:
        return self.by.name if self.by else "From the match card"


READ_RULES = partial(codec.decode_as, cups.Cup)


def rules_of(cup: Cup) -> cups.Cup:
    return decoded_once(READ_RULES, json.dumps(cup.rules))


def draw_rules_of(cup: Cup) -> draw.DrawRules:
    return codec.decode_as(draw.DrawRules, cup.draw_rules)


def begins(fact: object) -> bool:
    """Whether a fact is the draw with which a bracket begins."""
    return isinstance(fact, facts.Drawn) and fact.part is Part.MAIN and fact.round == 1


def in_bracket(fact: object) -> bool:
    """Whether a bracket is to be told a fact: what is of groups and of Swiss rounds it does not know."""
    return isinstance(fact, OF_BRACKETS) and str(getattr(fact, "tie", "")).partition("-")[0] not in NO_BRACKET


def voids(fact: object, tie: str) -> bool:
    """Whether a fact makes what was played of a tie void, so that it is played once more."""
    again = isinstance(fact, facts.Replayed) or (
        isinstance(fact, facts.Resolved) and fact.ruling is facts.Ruling.REPLAY
    )
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


# Facts, each with the moment since when it holds, in that order; and results that could not be taken, with why.
ResultFacts = tuple[list[tuple[Any, datetime]], list[tuple[Tie, str]]]


def facts_of_results(
    book: CupBook | OpenDayBook, log: tuple[LoggedFact, ...], ties: Mapping[str, Iterable[Tie]], at: datetime
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
    return reader.facts, reader.strays


def _counted(row: Tie, at: datetime) -> CountedResult | None:
    result = _result(row)
    if result is None or result.state_at(at) not in FINAL_STATES or row.away_number is None:  # type: ignore[attr-defined]
        return None
    moment = result.settled_at or result.confirm_by or result.updated_at
    home, away = entrant_key(row.home_number), entrant_key(row.away_number)  # type: ignore[attr-defined]
    decreed = ""
    if result.kind in DECREED:
        tally = codec.decode_as(Tally, result.tally)
        decreed = facts.NEITHER if tally.both_lose else {Side.HOME: home, Side.AWAY: away, None: ""}[tally.winner]
    return CountedResult(row, result, moment, home, away, decreed)


def _result(row: Tie) -> Result | None:
    return getattr(row.fixture, "result", None)


class _ResultReader:
    """Writes in a book what the matches say, tie by tie, and keeps what was new."""

    def __init__(self, book: CupBook | OpenDayBook, about: Mapping[str, Sequence[LoggedFact]]) -> None:
        self.book, self.about = book, about
        self.facts: list[tuple[Any, datetime]] = []
        self.strays: list[tuple[Tie, str]] = []

    def read(self, tie: str, says: list[CountedResult], silent: list[Tie], at: datetime) -> None:
        written = list(self._by_hand(tie))
        if any(isinstance(each.fact, facts.WalkedOver | facts.Disqualified) for each in written):
            return
        last = max((each.at for each in written), default=None)
        says = [each for each in says if last is None or each.at > last]
        says = [each for each in says if self._is_theirs(tie, each)]
        if self._is_to_begin_again(tie, says, [] if written else silent):
            moment = max((each.at for each in says), default=at)
            self._write(facts.Replayed(tie, TAKEN_BACK), moment, None)
        for each in sorted(says, key=lambda each: each.row.leg):
            fact = self._fact(tie, each)
            if fact is not None:
                self._write(fact, each.at, each.row)

    def _by_hand(self, tie: str) -> Iterator[LoggedFact]:
        """What people wrote down of a tie since it was last to be played again."""
        by_hand: list[LoggedFact] = []
        for row in self.about.get(tie, ()):
            if voids(row.fact, tie):
                by_hand.clear()
            elif row.by is not None:
                by_hand.append(row)
        return (
            row
            for row in by_hand
            if isinstance(row.fact, facts.Scored | facts.ScoreCorrected | facts.WalkedOver | facts.Disqualified)
        )

    def _is_theirs(self, tie: str, says: CountedResult) -> bool:
        if {says.home, says.away} == set(self.book.seats(tie)):
            return True
        self.strays.append((says.row, "It was played by other sides than those in the tie now."))
        return False

    def _is_to_begin_again(self, tie: str, says: list[CountedResult], silent: list[Tie]) -> bool:
        """Whether what the book has of a tie cannot be put right score by score."""
        record = self.book.records[tie]
        if any(row.leg in record.scores or (record.given and row.leg == 1) for row in silent):
            return True
        sides = {self._given(tie, each) for each in says} - {""}
        if sides and record.given not in sides:
            return record.met is not None
        return bool(says and record.given and not sides)

    def _given(self, tie: str, says: CountedResult) -> str:
        """To whom a match gives the whole tie. Of a tie with two legs one leg may be given, with its score."""
        form = self.book.form_of(tie)
        scored = form.legs > 1 and not form.fault(says.row.leg, says.score(self.book.seats(tie)[0]), {})  # type: ignore[arg-type]
        return "" if scored else says.decreed

    def _fact(self, tie: str, says: CountedResult) -> Any:
        record = self.book.records[tie]
        side = self._given(tie, says)
        if side:
            return (
                None
                if record.given == side
                else facts.WalkedOver(tie, side, says.result.submission.reason or PUT_RIGHT)
            )
        leg, score = says.row.leg, says.score(self.book.seats(tie)[0])  # type: ignore[arg-type]
        if record.scores.get(leg) == score:
            return None
        if leg in record.scores:
            return facts.ScoreCorrected(tie, *score, says.result.submission.reason or PUT_RIGHT, leg)
        return facts.Scored(tie, *score, leg)

    def _write(self, fact: Any, at: datetime, row: Tie | None) -> None:
        problems = len(self.book.problems)
        self.book.write(fact)
        if len(self.book.problems) == problems:
            self.facts.append((fact, at))
        elif row is not None:
            self.strays.append((row, self.book.problems[-1].text))


# --- the cup as it stands ---------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class CupSnapshot:
    """A cup at a moment. `ties` are its matches as `ties_of` has them; `strays` results that cannot be taken, with why.

    `book` has all facts of the bracket written in it, where none of them was impossible.
    """

    cup: Cup
    rules: cups.Cup
    log: tuple[LoggedFact, ...]
    ties: Mapping[str, tuple[Tie, ...]] = field(default_factory=dict, repr=False, compare=False)
    strays: tuple[tuple[Tie, str], ...] = ()
    book: CupBook | None = field(default=None, repr=False, compare=False)

    @cached_property
    def _first(self) -> int | None:
        """The place among the facts of the draw with which the bracket begins: the last, if it was drawn again."""
        return next((i for i in reversed(range(len(self.log))) if begins(self.log[i].fact)), None)

    @property
    def draw(self) -> draw.Draw | None:
        return None if self._first is None else self.log[self._first].fact.draw

    @cached_property
    def of_bracket(self) -> tuple[LoggedFact, ...]:
        """What the bracket is made of, in its order: everything after its draw but what is of groups or rounds."""
        after = () if self._first is None else self.log[self._first + 1 :]
        return tuple(each for each in after if in_bracket(each.fact))

    @cached_property
    def of_groups(self) -> tuple[LoggedFact, ...]:
        """What the groups are made of: everything before the draw of the knockout, and what is put right after it."""
        before = len(self.log) if self._first is None else self._first
        return tuple(each for i, each in enumerate(self.log) if i < before or of_stage(each.fact))

    @cached_property
    def day(self) -> OpenDay:
        return day_after(self.cup, [each.fact for each in self.log])

    @property
    def knockout(self) -> cups.Cup:
        """The rules of the knockout, which groups may come before."""
        return replace(self.rules, shape=Shape.KNOCKOUT) if self.rules.shape is Shape.GROUPS else self.rules

    @cached_property
    def bracket(self) -> Bracket | None:
        """None before the first draw."""
        if self.book is not None:
            return bracket_of(self.book)
        return None if self.draw is None else bracket(self.knockout, self.draw, [each.fact for each in self.of_bracket])

    def bracket_after(self, fact: facts.Fact) -> Bracket:
        assert self.draw is not None
        return bracket(self.knockout, self.draw, [*(each.fact for each in self.of_bracket), fact])

    @property
    def gone(self) -> set[str]:
        """Who has left the knockout, or was put out of it, and has not come back."""
        gone: set[str] = set()
        for row in self.of_bracket:
            if isinstance(row.fact, facts.Withdrew | facts.Disqualified):
                gone.add(row.fact.entrant)
            elif isinstance(row.fact, facts.Returned):
                gone.discard(row.fact.entrant)
        return gone

    def about(self, tie: BracketTie) -> tuple[LoggedFact, ...]:
        return tuple(self.of_bracket[number] for number in tie.facts)

    @property
    def draws(self) -> tuple[LoggedFact, ...]:
        return tuple(each for each in self.log[self._first or 0 :] if isinstance(each.fact, facts.Drawn))

    @property
    def pending(self) -> tuple[LoggedFact, ...]:
        return tuple(each for each in self.log if each.pending)


def snapshot_from(
    cup: Cup, log: tuple[LoggedFact, ...], ties: Mapping[str, tuple[Tie, ...]], at: datetime
) -> CupSnapshot:
    """A cup at a moment, made of what was read before."""
    snapshot = CupSnapshot(cup, rules_of(cup), log, ties)
    if cup.groups_by_card:
        groups = OpenDayBook(snapshot.rules)
        for each in snapshot.of_groups:
            groups.write(each.fact)
        snapshot = _with(snapshot, facts_of_results(groups, snapshot.of_groups, ties, at))
    if snapshot.draw is None:
        return snapshot
    entrants = {each.id for each in snapshot.draw.entrants}
    book = CupBook(snapshot.knockout, plans(snapshot.knockout, snapshot.draw), entrants)
    for each in snapshot.of_bracket:
        book.write(each.fact)
    snapshot = _with(snapshot, facts_of_results(book, snapshot.of_bracket, ties, at))
    return snapshot if book.problems else replace(snapshot, book=book)


def _with(snapshot: CupSnapshot, read_off: ResultFacts) -> CupSnapshot:
    new, strays = read_off
    last = snapshot.log[-1].number if snapshot.log else 0
    more = (LoggedFact(last + i, fact, None, since, pending=True) for i, (fact, since) in enumerate(new, start=1))
    return replace(snapshot, log=(*snapshot.log, *more), strays=(*snapshot.strays, *strays))


NO_TEAM = "No team"  # the one that entrants have who are registered with none


def for_draw(entrant: Entrant, places: Mapping[str, int]) -> draw.Entrant:
    """One entrant with its tags: those of one pub, team, division or region have the same."""
    rank, alone = entrant.rank, entrant.entry.team.name == NO_TEAM
    return draw.Entrant(
        entrant.key, venue=f"v{entrant.venue_id}" if entrant.venue_id and not alone else "",
        team="" if alone else f"t{entrant.entry.team_id}",
        division=f"{places[rank]:02d}" if rank in places else rank, region=entrant.region, seed=entrant.seed,
    )  # fmt: skip


STAGES = frozenset({Shape.GROUPS, Shape.ROUND_ROBIN, Shape.SWISS})


def has_stage(cup: Cup) -> bool:
    """Whether a cup has groups or rounds instead of a knockout, or before it."""
    return rules_of(cup).shape in STAGES


def day_after(cup: Cup, log: Iterable[Any]) -> OpenDay:
    """The same after other facts: what would come of them."""
    return open_day(rules_of(cup), log, through=cup.qualifiers, rounds=cup.rounds)
