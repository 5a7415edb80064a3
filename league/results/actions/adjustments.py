"""Points that the secretary gives or takes, each with its reason, and taking that back."""

from datetime import date, datetime
from fractions import Fraction

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.results.choices import AdjustmentKind
from league.results.models import Adjustment
from league.schedule.actions import bump_version
from league.schedule.models import Competition, Entry, Fixture
from scoring.card.points import amount

TAKEN = (AdjustmentKind.DEDUCTION, AdjustmentKind.LATE_CARD, AdjustmentKind.NO_SHOW)


def adjust_points(
    *,
    entry: Entry,
    kind: AdjustmentKind,
    points: Fraction,
    reason: str,
    on: date,
    by: User,
    at: datetime,
    fixture: Fixture | None = None,
) -> Adjustment:
    """Give points to an entry, or take them: `points` is signed, below 0 for what is taken.

    ValidationError for no points, for a sign that does not suit the kind, and without a reason.
    """
    if not points or (points < 0) != (kind in TAKEN):
        raise ValidationError({"points": "A deduction takes points off; an award or points bought back give them."})
    with write_tx():
        competition = _held(entry.division.competition)
        made = Adjustment(
            competition=competition, entry=entry, fixture=fixture, kind=kind, points=str(points), reason=reason.strip(),
            on=on, by=by, at=at,
        )  # fmt: skip
        made.full_clean(exclude=["revoked_at"])
        made.save()
        bump_version(competition)
        verb = "lost" if points < 0 else "got"
        _record(
            made, "adjust_points", f"{entry} {verb} {amount(abs(points))}: {made.get_kind_display().lower()}", by, at
        )
    return made


def revoke_adjustment(*, adjustment: Adjustment, reason: str, by: User, at: datetime) -> Adjustment:
    """Take an adjustment back, for a reason; it stays to be seen. One taken back already is left as it is."""
    if not reason.strip():
        raise ValidationError({"reason": "Say why it is taken back."})
    with write_tx():
        _held(adjustment.competition)
        held = Adjustment.objects.select_related("entry__team", "competition__season").get(pk=adjustment.pk)
        if held.revoked_at is not None:
            return held
        held.revoked_at = at
        held.full_clean()
        held.save()
        bump_version(held.competition)
        words = f"{held.entry}: {amount(Fraction(held.points))} taken back"
        _record(held, "revoke_adjustment", words, by, at, reason=reason.strip())
    return held


def _held(competition: Competition) -> Competition:
    """The competition, locked: adjustments take turns."""
    return Competition.objects.select_for_update(of=("self",)).select_related("season").get(pk=competition.pk)


def _record(row: Adjustment, verb: str, words: str, by: User, at: datetime, *, reason: str = "") -> None:
    season = row.competition.season
    about = (row.entry.team, season, *([row.fixture] if row.fixture else []))
    record(
        verb=verb, words=words, at=at, by=by, league_id=season.league_id, about=about, reason=reason or row.reason,
        after={"points": row.points, "kind": row.kind},
    )  # fmt: skip
