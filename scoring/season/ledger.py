"""Every team's account: what its matches, adjustments and withdrawn opponents add up to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from scoring.card.league_rules import WithdrawalPolicy
from scoring.card.outcome import Kind, Outcome, expunge_tally
from scoring.card.points import ZERO, Games
from scoring.card.sheet import Side
from scoring.words import in_turn

FORM_LENGTH = 5

# Kinds whose pegs, when they have none, are a gap in the record and not merely a match without pegs.
PEGGED_KINDS = frozenset({Kind.PLAYED, Kind.PART_VOID, Kind.UNFINISHED})


HALF_KEPT = frozenset({WithdrawalPolicy.KEEP_FIRST_HALF, WithdrawalPolicy.FIRST_HALF_AND_AWARD})


class SeasonError(ValueError):
    """A season that cannot be: a team or a match that is there twice, or a team playing itself."""


class UnknownTeamError(SeasonError):
    """A match, an adjustment or a withdrawal of a team that is not in the table."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points given to a team, or taken off when negative. `bought_back` of a deduction (0 or more) is returned."""

    team: str
    points: Fraction
    reason: str
    on: date
    bought_back: Fraction = ZERO


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A team that left on a day in `half` (1 or 2) of the season.

    `award` are the points to each other team, where the policy awards.
    """

    team: str
    on: date
    policy: WithdrawalPolicy
    half: int = 1
    award: Fraction = ZERO

    def strikes_match(self, home: str, away: str, half: int) -> bool:
        """Whether a match of two teams in a half of the fixture list is struck out because this team left."""
        if self.team not in {home, away}:
            return False
        if self.policy in HALF_KEPT:
            return self.half == 1 or half == 2
        return self.policy is not WithdrawalPolicy.KEEP_PLAYED or self.half == 1


@dataclass(slots=True)
class Record:
    """One team's running account. Filled here and nowhere else; the table's rows are what leaves the package."""

    team: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    games_for: Games = 0
    games_against: Games = 0
    pegs_for: int | None = None
    pegs_against: int | None = None
    pegs_missing: bool = False
    line_difference: int = 0
    lines_missing: bool = False
    away_wins: int = 0
    whole_points: int = 0
    part_points: Fraction = ZERO
    adjusted: Fraction = ZERO
    awarded: Fraction = ZERO
    deductions: Fraction = ZERO
    results: list[str] = field(default_factory=list)

    @property
    def points(self) -> Fraction:
        whole = Fraction(self.whole_points)
        others = self.part_points or self.adjusted or self.awarded  # adding fractions takes long: mostly none
        return whole + self.part_points + self.adjusted + self.awarded if others else whole

    @property
    def game_difference(self) -> Games:
        return self.games_for - self.games_against

    @property
    def form(self) -> tuple[str, ...]:
        return tuple(self.results[-FORM_LENGTH:])


@dataclass(frozen=True, slots=True)
class Ledger:
    """All records, and the matches that count in date order."""

    records: Mapping[str, Record]
    counted: tuple[Outcome, ...]
    play_offs: tuple[Outcome, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def name(self, team: str) -> str:
        return self.names.get(team, team)

    def alphabetical(self, team: str) -> tuple[str, str]:
        """For `sorted`: teams by name, those of one name by key."""
        return self.name(team).casefold(), team

    def between(self, teams: Iterable[str]) -> list[Outcome]:
        """The counted matches among some teams, in date order."""
        among = set(teams)
        return [each for each in self.counted if each.home in among and each.away in among]


def after_withdrawals(outcomes: Iterable[Outcome], withdrawals: Sequence[Withdrawal]) -> tuple[Outcome, ...]:
    """The outcomes in date order, those that a withdrawal strikes out marked EXPUNGED."""
    ordered = in_date_order(outcomes)
    if not withdrawals:
        return ordered
    return tuple(
        replace(each, tally=expunge_tally(each.tally))
        if any(gone.strikes_match(each.home, each.away, each.half) for gone in withdrawals)
        else each
        for each in ordered
    )


def open_ledger(
    teams: Sequence[str],
    outcomes: Iterable[Outcome],
    *,
    adjustments: Iterable[Adjustment] = (),
    withdrawals: Sequence[Withdrawal] = (),
    maximum_deduction: Fraction | None = None,
    play_offs: Iterable[Outcome] = (),
    names: Mapping[str, str] | None = None,
) -> Ledger:
    """Every team's account. SeasonError names what is there twice, UnknownTeamError a team not among `teams`."""
    records = {team: Record(team) for team in teams}
    ordered = after_withdrawals(outcomes, withdrawals)
    _once("team", teams)
    _once("match", [each.id for each in ordered])
    counted = tuple(each for each in ordered if each.tally.counts)
    for outcome in counted:
        enter_match(records, outcome)
    enter_rulings(records, adjustments, withdrawals, maximum_deduction)
    return Ledger(records, counted, in_date_order(play_offs), names or {})


def in_date_order(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    return tuple(sorted(outcomes, key=lambda each: (each.on, in_turn(each.id))))


def _once(what: str, names: Sequence[str]) -> None:
    if len(set(names)) < len(names):
        twice = next(each for i, each in enumerate(names) if each in names[:i])
        raise SeasonError(f"{what} {twice} is there twice")


def _record(records: Mapping[str, Record], team: str) -> Record:
    if team not in records:
        raise UnknownTeamError(f"{team} is not one of this table’s {len(records)} teams")
    return records[team]


def enter_match(records: Mapping[str, Record], outcome: Outcome) -> None:
    tally = outcome.tally
    if outcome.home == outcome.away:
        raise SeasonError(f"match {outcome.id}: {outcome.home} cannot play itself")
    home, away = _record(records, outcome.home), _record(records, outcome.away)
    home.games_for += tally.home_games
    home.games_against += tally.away_games
    away.games_for += tally.away_games
    away.games_against += tally.home_games
    if tally.home_pegs is not None and tally.away_pegs is not None:
        _peg(home, tally.home_pegs, tally.away_pegs)
        _peg(away, tally.away_pegs, tally.home_pegs)
    elif tally.kind in PEGGED_KINDS:
        home.pegs_missing = away.pegs_missing = True
    if tally.home_lines is not None and tally.away_lines is not None:
        home.line_difference += tally.home_lines - tally.away_lines
        away.line_difference += tally.away_lines - tally.home_lines
    elif tally.kind in PEGGED_KINDS:
        home.lines_missing = away.lines_missing = True
    away.away_wins += tally.winner is Side.AWAY
    _earn(home, tally.home_points)
    _earn(away, tally.away_points)
    _result(home, tally.letter(Side.HOME))
    _result(away, tally.letter(Side.AWAY))


def _earn(record: Record, points: Fraction) -> None:
    """Whole points are added as whole numbers, which is many times quicker."""
    if points.denominator == 1:
        record.whole_points += points.numerator
    else:
        record.part_points += points


def _peg(record: Record, mine: int, theirs: int) -> None:
    record.pegs_for = (record.pegs_for or 0) + mine
    record.pegs_against = (record.pegs_against or 0) + theirs


def _result(record: Record, letter: str) -> None:
    record.played += 1
    record.won += letter == "W"
    record.drawn += letter == "D"
    record.lost += letter == "L"
    record.results.append(letter)


def enter_rulings(
    records: Mapping[str, Record],
    adjustments: Iterable[Adjustment],
    withdrawals: Sequence[Withdrawal],
    maximum: Fraction | None,
) -> None:
    """Points that no match earned, in place of those before: given and taken, and awarded for opponents that left.

    Gifts count in full; deductions less what was bought back, and never more than the maximum.
    """
    for record in records.values():
        record.adjusted = record.awarded = record.deductions = ZERO
    for adjustment in adjustments:
        record = _record(records, adjustment.team)
        if adjustment.points >= 0:
            record.adjusted += adjustment.points
        else:
            record.deductions += max(ZERO, -adjustment.points - adjustment.bought_back)
    for record in records.values():
        if maximum is not None:
            record.deductions = min(record.deductions, maximum)
        if record.deductions:
            record.adjusted -= record.deductions
    left = {each.team for each in withdrawals}
    for gone in withdrawals:
        _record(records, gone.team)
        for team, record in records.items() if gone.policy.awards else ():
            if team not in left:
                record.awarded += gone.award
