"""The race: where every team stood after each week that was played, and how many places the last week moved it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import groupby
from typing import TypeVar

from scoring.card.league_rules import Step
from scoring.card.outcome import Outcome
from scoring.card.points import Scheme
from scoring.season.ledger import (
    Adjustment,
    Ledger,
    Record,
    Withdrawal,
    after_withdrawals,
    enter_match,
    enter_rulings,
    in_date_order,
)
from scoring.season.table import Row, places, table

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """What one division's table is made of. `names` are what teams are called in reasons; `others` have no row, and
    played the teams that have before the division was split.
    """

    teams: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    scheme: Scheme
    steps: tuple[Step, ...]
    adjustments: tuple[Adjustment, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    play_offs: tuple[Outcome, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    others: tuple[str, ...] = ()

    def table(self) -> tuple[Row, ...]:
        return table(
            self.teams,
            self.outcomes,
            self.scheme,
            self.steps,
            adjustments=self.adjustments,
            withdrawals=self.withdrawals,
            play_offs=self.play_offs,
            names=self.names,
            others=self.others,
        )

    def places_before(self, days: Sequence[date]) -> Iterator[dict[str, int]]:
        """Where every team that had not withdrawn stood when each of these days began, the earliest first."""
        for gone, alike in groupby(days, key=lambda day: _known(self.withdrawals, day)):
            left = {*self.others, *(each.team for each in gone)}
            for ledger in self._ledgers_before(alike, gone):
                yield places(ledger, self.steps, left)

    def _ledgers_before(self, days: Iterable[date], gone: tuple[Withdrawal, ...]) -> Iterator[Ledger]:
        """The accounts when each of these days began, by which the same had withdrawn.

        A match is entered once and not once a week, so each ledger is good until the next is asked for.
        """
        records = {team: Record(team) for team in (*self.teams, *self.others)}
        counted = tuple(each for each in after_withdrawals(self.outcomes, gone) if each.tally.counts)
        entered = 0
        for day in days:
            while entered < len(counted) and counted[entered].on < day:
                enter_match(records, counted[entered])
                entered += 1
            enter_rulings(records, _known(self.adjustments, day), gone, self.scheme.maximum_deduction)
            yield Ledger(records, counted[:entered], in_date_order(_known(self.play_offs, day)), self.names)


Fact = TypeVar("Fact", Adjustment, Outcome, Withdrawal)


def _known(facts: Sequence[Fact], day: date) -> tuple[Fact, ...]:
    return tuple(each for each in facts if each.on < day)


@dataclass(frozen=True, slots=True)
class Race:
    """The places of every team that is still there, in the order of the table, after each of the weeks.

    A week is named by its Monday. The last place is the one of now, whatever was ruled since that week.
    """

    weeks: tuple[date, ...]
    places: Mapping[str, tuple[int, ...]]

    @property
    def movement(self) -> dict[str, int]:
        """The places that each team went up (down: negative) in the last week; empty until there were two weeks."""
        return {team: each[-2] - each[-1] for team, each in self.places.items() if len(each) > 1}


def race(facts: SeasonFacts, rows: Sequence[Row]) -> Race:
    """A season week by week; `rows` is the table that the facts come to, one more is worked out for each week before.

    A team that has withdrawn since is left out. Nothing played is a race without weeks.
    """
    days = {each.on for each in facts.outcomes if each.tally.counts}
    weeks = tuple(sorted({day - timedelta(days=day.weekday()) for day in days}))
    now = {row.team: row.place for row in rows}
    tables = [*facts.places_before([week + WEEK for week in weeks[:-1]]), now]
    staying = [row.team for row in rows if weeks and not row.withdrawn]
    return Race(weeks, {team: tuple(each[team] for each in tables) for team in staying})
