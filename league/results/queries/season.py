"""What the results of a competition give to its tables: outcomes, adjustments and withdrawals, as the engine's values.

A play-off is a cup, and a cup has scores without cards: the app that keeps cups has a method `play_off_outcomes` in its
AppConfig (`PlayOffSource`).
"""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple, Protocol, runtime_checkable

from django.apps import apps
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast, Coalesce
from django.utils.timezone import localdate

from league.base.ui.stored_json import decoded_once
from league.results.choices import PUBLIC_STATES, AdjustmentKind, ResultState
from league.results.models import Adjustment, Result
from league.results.values import withdrawal_of
from league.schedule.models import Competition, Division, Entry, Fixture
from league.schedule.values.matches import division_rules
from scoring import codec
from scoring.card.outcome import Outcome, Tally
from scoring.card.points import Offence, penalty
from scoring.card.sheet import Side
from scoring.season.table import Adjustment as TableAdjustment


@runtime_checkable
class PlayOffSource(Protocol):
    """The AppConfig of an app that keeps play-offs, which may be decided without cards."""

    def play_off_outcomes(self, division: Division, at: datetime) -> Iterable[Outcome]: ...


OPEN = (ResultState.PROVISIONAL, ResultState.DISPUTED)
RESULT_COLUMNS = ("fixture_id", "fixture__home_id", "fixture__away_id", "fixture__half", "state", "confirm_by")
READ_TALLY = partial(codec.decode_as, Tally)


class OpenResult(NamedTuple):
    """A result that is provisional or disputed; teams by the key of their entry, as text."""

    state: str
    home: str
    away: str


class _Row(NamedTuple):
    """One result as `RESULT_COLUMNS` has it, with its day and its tally as it is written."""

    fixture: int
    home: int
    away: int
    half: int
    state: str
    confirm_by: datetime | None
    on: date
    tally: str


def outcomes(competition: Competition, division: Division | None = None) -> tuple[Outcome, ...]:
    """What every match with a result came to, in date order: one query.

    Teams are named by the key of their entry, as text. Sealed and disputed results are not in it; provisional ones are.
    """
    return _public(map(_Row._make, _result_rows(competition, division)))


def outcomes_and_open(
    competition: Competition, at: datetime, division: Division | None = None
) -> tuple[tuple[Outcome, ...], list[OpenResult]]:
    """The same, and every result that is provisional or disputed at a moment, in the same query."""
    rows = [_Row._make(each) for each in _result_rows(competition, division)]
    waiting = [each for each in rows if each.state in OPEN]
    still = [each for each in waiting if Result(state=each.state, confirm_by=each.confirm_by).state_at(at) in OPEN]
    return (
        _public(rows),
        [OpenResult(each.state, str(each.home), str(each.away)) for each in still],
    )


def _result_rows(competition: Competition, division: Division | None) -> QuerySet[Result, Any]:
    of_it = Q(fixture__division__competition=competition) if division is None else Q(fixture__division=division)
    states = (*PUBLIC_STATES, ResultState.DISPUTED)
    rows = Result.objects.filter(of_it, state__in=states, fixture__away__isnull=False)
    return rows.order_by("fixture__first_date", "fixture_id").values_list(
        *RESULT_COLUMNS, Coalesce("fixture__date", "fixture__first_date"), Cast("tally", TextField())
    )


def _public(rows: Iterable[_Row]) -> tuple[Outcome, ...]:
    return tuple(_outcome(each) for each in rows if each.state in PUBLIC_STATES)


def _outcome(row: _Row) -> Outcome:
    tally = decoded_once(READ_TALLY, row.tally)
    return Outcome(str(row.fixture), str(row.home), str(row.away), row.on, tally, row.half)


def unquestioned(result: str, at: datetime) -> Q:
    """What stands at a moment because nobody questioned it in time; `result` is the way to a result."""
    return Q(**{f"{result}__state": ResultState.PROVISIONAL, f"{result}__confirm_by__lte": at})


def play_offs(division: Division, at: datetime) -> tuple[Outcome, ...]:
    """What the matches came to that were played for level places of a division: one query, and those of the sources.

    They are matches of a cup. Teams are named by their own keys, as text, and not by those of their entries in it. What
    a source says of a match stands over its card: a tie may be decided without one, or otherwise than it.
    """
    rows = Result.objects.filter(
        fixture__division__competition__play_off_of=division, state__in=PUBLIC_STATES, fixture__away__isnull=False
    ).values_list(
        "fixture_id", "fixture__home__team_id", "fixture__away__team_id", "fixture__date", "fixture__first_date",
        "tally",
    )  # fmt: skip
    by_id = {
        str(fixture): Outcome(str(fixture), str(home), str(away), on or first, READ_TALLY(tally))
        for fixture, home, away, on, first, tally in rows
    }
    by_id |= {each.id: each for source in _play_off_sources() for each in source.play_off_outcomes(division, at)}
    return tuple(by_id.values())


@cache
def _play_off_sources() -> tuple[PlayOffSource, ...]:
    """Looked for once in the life of a process: every table that is drawn asks for them."""
    return tuple(app for app in apps.get_app_configs() if isinstance(app, PlayOffSource))


def struck_out(of: Q) -> set[int]:
    """The keys of the matches that count for nothing because a team withdrew, of the divisions that `of` filters.

    One query, and one more where a team has withdrawn.
    """
    withdrawn = Entry.objects.filter(withdrawn_on__lte=localdate(), division__in=Division.objects.filter(of))
    entries = list(withdrawn.select_related("division__competition__season__league"))
    if not entries:
        return set()
    leaving = [withdrawal_of(each, division_rules(each.division)) for each in entries]
    played = Fixture.objects.filter(Q(home__in=entries) | Q(away__in=entries), away__isnull=False)
    matches = played.values_list("pk", "home_id", "away_id", "half")
    return {
        key
        for key, home, away, half in matches
        if any(each.strikes_match(str(home), str(away), half) for each in leaving)
    }


class Adjustments(NamedTuple):
    """Points given and taken that still stand, oldest first: those that count by a day, and those of a later day."""

    counted: tuple[TableAdjustment, ...]
    later: tuple[TableAdjustment, ...]


def adjustments(competition: Competition, day: date, division: Division | None = None) -> Adjustments:
    """What counts in the table on a day, and what will: one query. Teams as in `outcomes`.

    Points bought back are counted against the team's deductions, oldest first, so that they never become a bonus.
    """
    rows = Adjustment.objects.filter(competition=competition, revoked_at=None).order_by("on", "pk")
    if division is not None:
        rows = rows.filter(entry__division=division)
    bought: dict[int, Fraction] = {}
    for row in rows:
        if row.kind == AdjustmentKind.BUY_BACK and row.on <= day:
            bought[row.entry_id] = bought.get(row.entry_id, Fraction(0)) + Fraction(row.points)
    return Adjustments(
        tuple(_adjustment(row, bought) for row in rows if row.on <= day and row.kind != AdjustmentKind.BUY_BACK),
        tuple(
            TableAdjustment(str(row.entry_id), Fraction(row.points), row.reason, row.on) for row in rows if row.on > day
        ),
    )


def no_show_penalties(fixture: Fixture) -> dict[Side, Fraction]:
    """What the rules take off each side if it does not turn up, by how often it has not this season."""
    if fixture.stage or fixture.away is None:
        return {}
    scheme = division_rules(fixture.division, fixture.league).scheme
    earlier = Adjustment.objects.filter(entry__in=(fixture.home, fixture.away), kind=AdjustmentKind.NO_SHOW)
    counts = Counter(earlier.filter(revoked_at=None).values_list("entry", flat=True))
    costs = {
        side: penalty(scheme, Offence.NO_SHOW, earlier=counts[entry.pk])
        for side, entry in ((Side.HOME, fixture.home), (Side.AWAY, fixture.away))
    }
    return {side: points for side, points in costs.items() if points}


def _adjustment(row: Adjustment, bought: dict[int, Fraction]) -> TableAdjustment:
    """One adjustment, taking what it can of the points its team has bought back."""
    points = Fraction(row.points)
    back = min(bought.get(row.entry_id, Fraction(0)), max(-points, Fraction(0)))
    if back:
        bought[row.entry_id] -= back
    return TableAdjustment(str(row.entry_id), points, row.reason, row.on, bought_back=back)
