"""What a season's matches add up to: places, and the reason for every place."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scoring.card.league_rules import Step
from scoring.card.outcome import Outcome
from scoring.card.points import Games, Scheme
from scoring.season.ledger import Adjustment, Ledger, Withdrawal, open_ledger
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
