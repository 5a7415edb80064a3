"""What the results of a competition give to its tables: outcomes and adjustments, as the engine's values.

Knows which results are ready to count. Refuses to know how a table is ranked.
"""

from fractions import Fraction

from django.db.models import Q

from league.fixtures.models import Competition, Division
from league.results.choices import AdjustmentKind, ResultState
from league.results.models import Adjustment, Result
from scoring import codec
from scoring.card.outcome import Outcome, Tally
from scoring.season.table import Adjustment as TableAdjustment

# A sealed card has been seen by nobody, and of a disputed one nobody knows what it comes to.
READY = (ResultState.PROVISIONAL, ResultState.CONFIRMED, ResultState.DECIDED)


def outcomes(competition: Competition, division: Division | None = None) -> tuple[Outcome, ...]:
    """What every match with a result came to, in date order: one query.

    Teams are named by the key of their entry, as text. Sealed and disputed results are not in it; provisional ones are.
    """
    of_it = Q(fixture__division__competition=competition) if division is None else Q(fixture__division=division)
    rows = (
        Result.objects.filter(of_it, state__in=READY, fixture__away__isnull=False)
        .order_by("fixture__first_date", "fixture_id")
        .values_list(
            "fixture_id", "fixture__home_id", "fixture__away_id", "fixture__date", "fixture__first_date", "tally",
            "fixture__half",
        )
    )  # fmt: skip
    return tuple(
        Outcome(str(fixture), str(home), str(away), on or first, codec.decode_as(Tally, tally), half)
        for fixture, home, away, on, first, tally, half in rows
    )


def play_offs(division: Division) -> tuple[Outcome, ...]:
    """What the matches came to that were played for level places of a division: one query.

    They are matches of a cup. Teams are named by their own keys, as text, and not by those of their entries in it.
    """
    rows = Result.objects.filter(
        fixture__division__competition__play_off_of=division, state__in=READY, fixture__away__isnull=False
    ).values_list(
        "fixture_id", "fixture__home__team_id", "fixture__away__team_id", "fixture__date", "fixture__first_date",
        "tally",
    )  # fmt: skip
    return tuple(
        Outcome(str(fixture), str(home), str(away), on or first, codec.decode_as(Tally, tally))
        for fixture, home, away, on, first, tally in rows
    )


def adjustments(competition: Competition, division: Division | None = None) -> tuple[TableAdjustment, ...]:
    """Points given and taken that still stand, oldest first: one query. Teams as in `outcomes`.

    Points bought back are counted against the team's deductions, oldest first, so that they never become a bonus.
    """
    rows = Adjustment.objects.filter(competition=competition, revoked_at=None).order_by("on", "pk")
    if division is not None:
        rows = rows.filter(entry__division=division)
    standing = list(rows)
    bought: dict[int, Fraction] = {}
    for row in standing:
        if row.kind == AdjustmentKind.BUY_BACK:
            bought[row.entry_id] = bought.get(row.entry_id, Fraction(0)) + Fraction(row.points)
    return tuple(_adjustment(row, bought) for row in standing if row.kind != AdjustmentKind.BUY_BACK)


def _adjustment(row: Adjustment, bought: dict[int, Fraction]) -> TableAdjustment:
    """One adjustment, taking what it can of the points its team has bought back."""
    points = Fraction(row.points)
    back = min(bought.get(row.entry_id, Fraction(0)), max(-points, Fraction(0)))
    if back:
        bought[row.entry_id] -= back
    return TableAdjustment(str(row.entry_id), points, row.reason, row.on, bought_back=back)
