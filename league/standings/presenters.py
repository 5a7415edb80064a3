"""Who stands where, and why: the rows of a table with their zones and notes, as the engine ranks them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction

from league.results.choices import ResultState
from league.results.values import withdrawal_of
from league.schedule.models import Division, Entry
from league.ui.palette import NO_KIT, Kit
from scoring.card.constitution import Constitution
from scoring.card.outcome import Outcome
from scoring.card.rulebook import describe
from scoring.season import table as season
from scoring.season.race import SeasonFacts


class Zone(StrEnum):
    """Where a place leads at the end of the season, if it ends so."""

    UP = "promotion"
    DOWN = "relegation"


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a league table: the engine's row, the team it belongs to, and what a reader must be told.

    `provisional` counts the results in it that are not confirmed yet; `notes` are the numbers of its footnotes.
    """

    row: season.Row
    name: str
    slug: str
    zone: Zone | None = None
    provisional: int = 0
    notes: tuple[int, ...] = ()
    kit: Kit = NO_KIT


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote: points given, or taken when negative, to whom and why; some may have been bought back since.

    `starts` is the day from which they count, if that is still to come.
    """

    number: int
    team: str
    points: Fraction
    reason: str
    bought_back: Fraction = Fraction(0)
    starts: date | None = None


@dataclass(frozen=True, slots=True)
class Standings:
    """A division's table, with the constitution that ranked it and a footnote for every adjustment.

    `provisional` results are in the table though nobody has confirmed them; `disputed` ones are not in it. `coming` are
    adjustments that count from a later day on. `facts` are what it was worked out from; a table that was kept as it was
    decided has none.
    """

    rows: tuple[Standing, ...]
    notes: tuple[Note, ...]
    constitution: Constitution
    provisional: int = 0
    disputed: int = 0
    coming: tuple[Note, ...] = ()
    facts: SeasonFacts | None = field(default=None, compare=False, repr=False)

    @property
    def drawn(self) -> bool:
        """Whether any match was drawn; many leagues cannot draw, and then a column is saved."""
        return any(each.row.drawn for each in self.rows)

    @property
    def by_lines(self) -> bool:
        """Whether points or places come from lines, and every team's are known."""
        return self.started and all(
            each.row.line_difference is not None for each in self.rows if not each.row.withdrawn
        )

    @property
    def started(self) -> bool:
        return any(each.row.played for each in self.rows)

    @property
    def adjusted(self) -> bool:
        return any(each.row.adjusted or each.row.awarded for each in self.rows)

    @property
    def zones(self) -> set[Zone]:
        return {each.zone for each in self.rows if each.zone}

    @property
    def rules(self) -> tuple[str, ...]:
        """How the league ranks level teams and treats those that withdraw, as its rule book has it."""
        return next((section.rules for section in describe(self.constitution) if section.title == "The table"), ())


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What one division's table is made of, besides its outcomes; entries by key as text."""

    division: Division
    rules: Constitution
    entries: dict[str, Entry]
    changes: list[season.Adjustment]
    open_results: Sequence[tuple[str, str, str]]
    coming: Sequence[season.Adjustment] = ()

    def count(self, state: ResultState, *teams: str) -> int:
        return sum(found == state and bool({home, away} & set(teams)) for found, home, away in self.open_results)


def present_table(facts: TableFacts, known: SeasonFacts) -> Standings:
    """A table with its zones and notes; `known` is what the engine makes it of."""
    rows = known.table()
    last, started = sum(not row.withdrawn for row in rows), any(row.played for row in rows)
    return Standings(
        rows=tuple(_standing(row, _zone(row, facts.division, last, started=started), facts) for row in rows),
        notes=tuple(_notes(facts)),
        coming=tuple(_coming(facts)),
        constitution=facts.rules,
        provisional=facts.count(ResultState.PROVISIONAL, *facts.entries),
        disputed=facts.count(ResultState.DISPUTED, *facts.entries),
        facts=known,
    )


def season_facts(facts: TableFacts, played: Sequence[Outcome]) -> SeasonFacts:
    return SeasonFacts(
        teams=tuple(facts.entries),
        outcomes=tuple(played),
        scheme=facts.rules.scheme,
        steps=tuple(facts.rules.steps),
        adjustments=tuple(facts.changes),
        withdrawals=tuple(withdrawal_of(each, facts.rules) for each in facts.entries.values() if each.withdrawn_on),
        names={key: entry.name for key, entry in facts.entries.items()},
    )


def plays_off(entry: Entry) -> bool:
    return bool(entry.play_off)  # type: ignore[attr-defined]  # annotated by _tables


def _standing(row: season.Row, zone: Zone | None, facts: TableFacts) -> Standing:
    notes = tuple(number for number, each in enumerate(facts.changes, start=1) if each.team == row.team)
    entry = facts.entries[row.team]
    provisional = facts.count(ResultState.PROVISIONAL, row.team)
    return Standing(row, entry.name, entry.team.slug, zone, provisional, notes, entry.team.kit)


def _notes(facts: TableFacts) -> Iterator[Note]:
    for number, each in enumerate(facts.changes, start=1):
        yield Note(number, facts.entries[each.team].name, each.points, each.reason, each.bought_back)


def _coming(facts: TableFacts) -> Iterator[Note]:
    for number, each in enumerate(facts.coming, start=len(facts.changes) + 1):
        yield Note(number, facts.entries[each.team].name, each.points, each.reason, starts=each.on)


def _zone(row: season.Row, division: Division, last: int, *, started: bool) -> Zone | None:
    if row.withdrawn or not started:
        return None
    if row.place <= division.promoted:
        return Zone.UP
    return Zone.DOWN if row.place > last - division.relegated else None
