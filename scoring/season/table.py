"""What a season's matches add up to: places with the reason for each, and where every team stood after each week."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import groupby
from typing import TypeVar

from scoring.card.league_rules import Step
from scoring.card.outcome import Outcome
from scoring.card.points import Games, Scheme
from scoring.season.ledger import (
    Adjustment,
    Ledger,
    Record,
    Withdrawal,
    after_withdrawals,
    enter_match,
    enter_rulings,
    in_date_order,
    open_ledger,
)
from scoring.season.tiebreak import rank, reasons, withdrawal_reason


@dataclass(frozen=True, slots=True)
class Row:
    """One team's line of the table.

    `points` include `adjusted`, the sum of all adjustments after cap and buy-back, and `awarded` for withdrawn
    opponents; `deductions` is what was taken off (0 or more). Pegs are None unless every counted match has them.
    `line_difference` is None where neither points nor places come from lines, or a match has none.
    `form` is "W", "D" or "L" of the last five, newest last. `reason` says in words why the team stands here and
    `decided` is the step that put it above the next place: None when it is the last.
    """

    place: int
    shared: bool
    team: str
    played: int
    won: int
    drawn: int
    lost: int
    games_for: Games
    games_against: Games
    pegs_for: int | None
    pegs_against: int | None
    adjusted: Fraction
    points: Fraction
    form: tuple[str, ...]
    away_wins: int
    deductions: Fraction
    reason: str
    withdrawn: bool = False
    awarded: Fraction = Fraction(0)
    decided: Step | None = None
    line_difference: int | None = field(default=None, metadata={"later": True})

    @property
    def game_difference(self) -> Games:
        return self.games_for - self.games_against


def table(
    teams: Sequence[str],
    outcomes: Iterable[Outcome],
    scheme: Scheme,
    steps: Sequence[Step],
    *,
    adjustments: Iterable[Adjustment] = (),
    withdrawals: Sequence[Withdrawal] = (),
    play_offs: Iterable[Outcome] = (),
    names: Mapping[str, str] | None = None,
    others: Sequence[str] = (),
) -> tuple[Row, ...]:
    """The table from first to last; withdrawn teams stand last whatever they had.

    `others` are teams that these have played and that have no row. `outcomes` may come in any order. `play_offs` are
    matches that decide places and earn nothing. `names` are what teams are called in reasons, and order those that
    share a place. SeasonError if a team or match is there twice; UnknownTeamError if a match is not of any of them.
    """
    ledger = open_ledger(
        (*teams, *others),
        outcomes,
        adjustments=adjustments,
        withdrawals=withdrawals,
        maximum_deduction=scheme.maximum_deduction,
        play_offs=play_offs,
        names=names,
    )
    gone = {each.team: each for each in withdrawals}
    ordered = sorted(teams, key=ledger.alphabetical)
    rows = list(_ranked(tuple(team for team in ordered if team not in gone), steps, ledger))
    for place, team in enumerate((team for team in ordered if team in gone), start=len(rows) + 1):
        rows.append(_row(ledger, team, place, withdrawal_reason(gone[team]), withdrawn=True))
    if scheme.by_lines or Step.LINES in steps:
        records = ledger.records
        return tuple(
            row if records[row.team].lines_missing else replace(row, line_difference=records[row.team].line_difference)
            for row in rows
        )
    return tuple(rows)


def places(ledger: Ledger, steps: Sequence[Step], gone: Collection[str]) -> dict[str, int]:
    """The places of the teams that are not `gone`, as a table made of this ledger has them, and nothing else of it."""
    staying = tuple(sorted((team for team in ledger.records if team not in gone), key=ledger.alphabetical))
    team_places: dict[str, int] = {}
    for cluster in rank(staying, steps, ledger) if staying else ():
        team_places |= dict.fromkeys(cluster.teams, len(team_places) + 1)
    return team_places


def _ranked(teams: tuple[str, ...], steps: Sequence[Step], ledger: Ledger) -> Iterator[Row]:
    if not teams:
        return
    clusters = rank(teams, steps, ledger)
    team_reasons = reasons(clusters, ledger)
    place = 1
    for cluster in clusters:
        decided = cluster.below.step if cluster.below else None
        for team in cluster.teams:
            yield _row(ledger, team, place, team_reasons[team], shared=len(cluster.teams) > 1, decided=decided)
        place += len(cluster.teams)


def _row(
    ledger: Ledger,
    team: str,
    place: int,
    reason: str,
    *,
    shared: bool = False,
    withdrawn: bool = False,
    decided: Step | None = None,
) -> Row:
    record = ledger.records[team]
    pegs = (None, None) if record.pegs_missing else (record.pegs_for, record.pegs_against)
    return Row(
        place=place,
        shared=shared,
        team=team,
        played=record.played,
        won=record.won,
        drawn=record.drawn,
        lost=record.lost,
        games_for=record.games_for,
        games_against=record.games_against,
        pegs_for=pegs[0],
        pegs_against=pegs[1],
        adjusted=record.adjusted,
        points=record.points,
        form=record.form,
        away_wins=record.away_wins,
        deductions=record.deductions,
        reason=reason,
        withdrawn=withdrawn,
        awarded=record.awarded,
        decided=decided,
    )


# --- the race ---------------------------------------------------------------------------------------------------------
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
