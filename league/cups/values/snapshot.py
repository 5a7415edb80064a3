"""A cup as it stands (`CupSnapshot`), made of its facts and of what its matches say besides; nothing is read here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError

from league.cups.models import Cup, Entrant, Tie
from league.cups.values.facts import LoggedFact, ResultFacts, begins, facts_of_results, in_bracket, rules_of
from scoring.season.knockout import cups, draw
from scoring.season.knockout.book import CupBook
from scoring.season.knockout.bracket import Bracket, bracket, bracket_of
from scoring.season.knockout.bracket import Tie as BracketTie
from scoring.season.knockout.cups import Shape
from scoring.season.knockout.facts import Disqualified, Drawn, Returned, Withdrew
from scoring.season.knockout.plan import plans
from scoring.season.openday.book import OpenDayBook
from scoring.season.openday.day import OpenDay, of_stage, open_day


@dataclass(frozen=True)
class CupSnapshot:
    """A cup at a moment. `strays` are results that could not be taken as they stand, each with why.

    `book` has all facts of the bracket written in it, where none of them was impossible.
    """

    cup: Cup
    rules: cups.Cup
    log: tuple[LoggedFact, ...]
    strays: tuple[tuple[Tie, str], ...] = ()
    book: CupBook | None = field(default=None, repr=False, compare=False)

    @cached_property
    def _first(self) -> int | None:
        """The place among the facts of the draw with which the bracket begins."""
        return next((i for i, each in enumerate(self.log) if begins(each.fact)), None)

    @property
    def draw(self) -> draw.Draw | None:
        """The first draw of the knockout, once it was held."""
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

    @property
    def gone(self) -> set[str]:
        """Who has left the knockout, or was put out of it, and has not come back."""
        gone: set[str] = set()
        for each in self.of_bracket:
            if isinstance(each.fact, Withdrew | Disqualified):
                gone.add(each.fact.entrant)
            elif isinstance(each.fact, Returned):
                gone.discard(each.fact.entrant)
        return gone

    def about(self, tie: BracketTie) -> tuple[LoggedFact, ...]:
        """What was written down about one tie of the bracket."""
        return tuple(self.of_bracket[number] for number in tie.facts)

    @property
    def draws(self) -> tuple[LoggedFact, ...]:
        """Every draw that was held, the first one first."""
        return tuple(each for each in self.log if isinstance(each.fact, Drawn))

    @property
    def pending(self) -> tuple[LoggedFact, ...]:
        return tuple(each for each in self.log if each.pending)


def snapshot_from(
    cup: Cup, log: tuple[LoggedFact, ...], ties: Mapping[str, tuple[Tie, ...]], at: datetime
) -> CupSnapshot:
    """The same from what was read before: `ties` as `ties_of` gives them."""
    snapshot = CupSnapshot(cup, rules_of(cup), log)
    snapshot = _with(snapshot, _results_of_groups(snapshot, ties, at))
    book = _book(snapshot)
    if book is None:
        return snapshot
    snapshot = _with(snapshot, facts_of_results(book, snapshot.of_bracket, ties, at))
    return snapshot if book.problems else replace(snapshot, book=book)


def _with(snapshot: CupSnapshot, read_off: ResultFacts) -> CupSnapshot:
    """The same with what was read off results."""
    last = snapshot.log[-1].number if snapshot.log else 0
    more = (
        LoggedFact(last + i, fact, None, since, pending=True)
        for i, (fact, since) in enumerate(read_off.facts, start=1)
    )  # fmt: skip
    return CupSnapshot(snapshot.cup, snapshot.rules, (*snapshot.log, *more), (*snapshot.strays, *read_off.strays))


def _results_of_groups(snapshot: CupSnapshot, ties: Mapping[str, tuple[Tie, ...]], at: datetime) -> ResultFacts:
    if not snapshot.cup.groups_by_card:
        return ResultFacts()
    book = OpenDayBook(snapshot.rules)
    for each in snapshot.of_groups:
        book.write(each.fact)
    return facts_of_results(book, snapshot.of_groups, ties, at)


def _book(snapshot: CupSnapshot) -> CupBook | None:
    """What was written down of the bracket; None before the first draw."""
    if snapshot.draw is None:
        return None
    entrants = {each.id for each in snapshot.draw.entrants}
    book = CupBook(snapshot.knockout, plans(snapshot.knockout, snapshot.draw), entrants)
    for each in snapshot.of_bracket:
        book.write(each.fact)
    return book


def for_draw(entrant: Entrant, places: Mapping[str, int]) -> draw.Entrant:
    """One entrant with its tags: those of one pub, team, division or region have the same."""
    rank = entrant.rank
    return draw.Entrant(
        entrant.key,
        venue=f"v{entrant.venue_id}" if entrant.venue_id else "",
        team=f"t{entrant.entry.team_id}",
        division=f"{places[rank]:02d}" if rank in places else rank,
        region=entrant.region,
        seed=entrant.seed,
    )


STAGES = frozenset({Shape.GROUPS, Shape.ROUND_ROBIN, Shape.SWISS})


def has_stage(cup: Cup) -> bool:
    """Whether a cup has groups or rounds instead of a knockout, or before it."""
    return rules_of(cup).shape in STAGES


def day_after(cup: Cup, facts: Iterable[Any]) -> OpenDay:
    """The same after other facts: what would come of them."""
    return open_day(rules_of(cup), facts, through=cup.qualifiers, rounds=cup.rounds)


def first_two(snapshot: CupSnapshot) -> tuple[str, str]:
    """Who won a round robin or a Swiss event, and who came second, "" if that is shared; ValidationError while open."""
    day = day_after(snapshot.cup, [each.fact for each in snapshot.log])
    if not day.over:
        raise ValidationError("Not all matches have been played.")
    if day.winner is None:
        raise ValidationError("The first place is shared. Decide the order of those who are level first.")
    table = day.tables[0]
    second = [row for row in table.rows if row.player not in table.gone and row.player != day.winner]
    shared = len(second) > 1 and second[0].place == second[1].place
    return day.winner, second[0].player if second and not shared else ""
