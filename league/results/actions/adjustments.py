from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from datetime import date as day
from fractions import Fraction

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate, localtime

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.jobs.actions import enqueue
from league.base.jobs.models import Job
from league.base.ui.formats import moment_text, night
from league.results.choices import DEDUCTION_KINDS, AdjustmentKind
from league.results.models import Adjustment, LatePenaltyWaiver
from league.results.queries.penalties import LateCard, late_cards_to_decide
from league.results.queries.runin import key_of
from league.results.queries.tables import outcomes, standings
from league.schedule.actions.locking import bump_version, lock_fixture, subjects
from league.schedule.actions.midseason import split_in_parts
from league.schedule.models import Competition, Division, Entry, Fixture
from league.teams.actions.undo_log import RowChange, row_created, undo_changes
from league.teams.models import League
from scoring.card.points import amount
from scoring.season.ending import Carry, carried_points, shields


def adjust_points(
    *, entry: Entry, kind: AdjustmentKind, points: Fraction, reason: str, on: date, by: User, at: datetime,
    fixture: Fixture | None = None,
) -> Adjustment:  # fmt: skip
    """Give points to an entry, or below 0 take them, from the day `on`.
    ValidationError for no points, a sign that does not suit the kind, a day after the season, and without a reason.
    """
    if not points or (points < 0) != (kind in DEDUCTION_KINDS):
        raise ValidationError({"points": "A deduction takes points off; an award or points bought back give them."})
    with write_tx():
        competition = _lock_competition(entry.division.competition)
        today, season = localdate(at), competition.season
        if on > max(today, season.ends):
            raise ValidationError(
                {"on": f"The season ends on {night(season.ends, year=True)}. Choose a day before that."}
            )
        adjustment = Adjustment(
            competition=competition, entry=entry, fixture=fixture, kind=kind, points=str(points), reason=reason.strip(),
            on=on, by=by, at=at,
        )  # fmt: skip
        adjustment.full_clean(exclude=["revoked_at"])
        adjustment.save()
        bump_version(competition)
        now, then = ("lost", "lose") if points < 0 else ("got", "get")
        what = (
            f"{then} {amount(abs(points))} from {night(on, year=True)}"
            if on > today
            else f"{now} {amount(abs(points))}"
        )
        _record(adjustment, "adjust_points", f"{entry} {what}: {adjustment.get_kind_display().lower()}", by, at)
    return adjustment


def revoke_adjustment(*, adjustment: Adjustment, reason: str, by: User, at: datetime) -> Adjustment:
    """Take an adjustment back, for a reason; it stays to be seen. One taken back already is left as it is."""
    if not reason.strip():
        raise ValidationError({"reason": "Say why it is taken back."})
    with write_tx():
        _lock_competition(adjustment.competition)
        locked = Adjustment.objects.select_related("entry__team", "competition__season").get(pk=adjustment.pk)
        if locked.revoked_at is not None:
            return locked
        locked.revoked_at = at
        locked.full_clean()
        locked.save()
        bump_version(locked.competition)
        words = f"{locked.entry}: {amount(Fraction(locked.points))} taken back"
        _record(locked, "revoke_adjustment", words, by, at, reason=reason.strip())
    return locked


def _lock_competition(competition: Competition) -> Competition:
    return Competition.objects.select_for_update(of=("self",)).select_related("season").get(pk=competition.pk)


def _record(row: Adjustment, verb: str, words: str, by: User, at: datetime, *, reason: str = "") -> None:
    season = row.competition.season
    about = (row.entry.team, season, *([row.fixture] if row.fixture else []))
    record(
        verb=verb, words=words, at=at, by=by, league_id=season.league_id, about=about, reason=reason or row.reason,
        after={"points": row.points, "kind": row.kind},
    )  # fmt: skip


# --- late cards: points off as the rule says, or none -----------------------------------------------------------------
ALREADY_DECIDED = "This has already been decided, or the card is no longer late."


def deduct_points(*, league: League, fixture_id: int, entry_id: int, by: User, at: datetime) -> Adjustment:
    """Take off what the rule says. ValidationError where nothing is proposed any more."""
    with write_tx():
        late = _lock_proposal(league, fixture_id, entry_id, at)
        came = f"received {moment_text(localtime(late.came))}" if late.came else "not received"
        reason = f"Card of {late.fixture}: due {moment_text(localtime(late.due))}, {came}"
        return adjust_points(
            entry=late.entry, kind=AdjustmentKind.LATE_CARD, points=-late.points, reason=reason[:200],
            on=localdate(at), by=by, at=at, fixture=late.fixture,
        )  # fmt: skip


def waive_penalty(*, league: League, fixture_id: int, entry_id: int, by: User, at: datetime) -> LatePenaltyWaiver:
    """Take nothing off for this one, and do not ask again. ValidationError where nothing is proposed any more."""
    with write_tx():
        late = _lock_proposal(league, fixture_id, entry_id, at)
        waiver = LatePenaltyWaiver(fixture=late.fixture, entry=late.entry, by=by, at=at)
        waiver.full_clean()
        waiver.save()
        text = f"{late.entry}: no points deducted for the late card of {late.fixture}"
        about = subjects(late.fixture)
        record(verb="let_be", words=text, at=at, by=by, league_id=league.pk, about=about)
    return waiver


def _lock_proposal(league: League, fixture_id: int, entry_id: int, at: datetime) -> LateCard:
    lock_fixture(fixture_id)
    key = (fixture_id, entry_id)
    for late in late_cards_to_decide(league, at):
        if (late.fixture.pk, late.entry.pk) == key:
            return late
    raise ValidationError(ALREADY_DECIDED)


# --- from a spreadsheet, many at once, and taken back as they came ----------------------------------------------------
@dataclass(frozen=True, slots=True)
class AdjustmentRow:
    entry: Entry
    kind: AdjustmentKind
    points: Fraction
    reason: str
    on: date


def import_adjustments(
    *, competition: Competition, rows: Iterable[AdjustmentRow], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    with write_tx():
        adjustments = [
            adjust_points(
                entry=row.entry, kind=row.kind, points=row.points, reason=row.reason or source[:200], on=row.on, by=by,
                at=at,
            )
            for row in rows
        ]  # fmt: skip
        text, season = f"{len(adjustments)} points adjustments: {source}", competition.season
        record(verb="bring_in_adjustments", words=text[:300], at=at, by=by, league_id=season.league_id, about=(season,))
    return tuple(map(row_created, adjustments))


def undo_adjustments(
    *, competition: Competition, marks: Sequence[RowChange], source: str, by: User, at: datetime
) -> None:
    """Take them out again. ValidationError if one of them was taken back since."""
    season = competition.season
    with write_tx():
        list(Adjustment.objects.select_for_update(of=("self",)).filter(pk__in=[mark.key for mark in marks]))
        undo_changes(marks, (Adjustment,))
        bump_version(competition)
        text = f"Import undone: {source}"
        record(verb="take_back_import", words=text, at=at, by=by, league_id=season.league_id, about=(season,))


# --- shields ----------------------------------------------------------------------------------------------------------
RUN_IN = "run-in"


def ask_for_run_in(*, division: Division, at: datetime) -> Job:
    """Put it in as a job of no league's, since nobody asked for it; `division` comes with its competition."""
    return enqueue(
        key=key_of(division),
        kind=RUN_IN,
        args={"division": division.pk, "version": division.competition.results_version},
        title=f"What is still possible in {division}",
        by=None,
        at=at,
        league_id=None,
    )


def split_into_shields(
    *, division: Division, sizes: Sequence[int], names: Sequence[str], carry: Carry, legs: int, on: day, by: User,
    at: datetime,
) -> tuple[Division, ...]:  # fmt: skip
    """Split a division by its table into shields of these sizes, the first from the top, from the day `on`.
    Of a whole record every match counts on; points alone are written down as points given, to be seen under the table.
    """
    with write_tx():
        table = standings(division, at)
        rows = [each.row for each in table.rows if not each.row.withdrawn]
        groups = shields([row.team for row in rows], sizes)
        played = outcomes(division.competition, division)
        points = carried_points(rows, groups, carry, played, table.league_rules.scheme)
        parts = [(name, [int(team) for team in group]) for name, group in zip(names, groups, strict=True)]
        whole = carry is Carry.RECORD
        divisions = split_in_parts(
            division=division, parts=parts, legs=legs, on=on, whole_record=whole, by=by, at=at
        )  # fmt: skip
        again = {entry.team_id: entry for part in divisions for entry in part.entries.select_related("team")}
        for old in division.entries.filter(team__in=again).order_by("pk"):
            carried = points[str(old.pk)]
            if carried:
                adjust_points(
                    entry=again[old.team_id], points=carried, reason=f"Carried from {division}",
                    kind=AdjustmentKind.AWARD if carried > 0 else AdjustmentKind.DEDUCTION,
                    # Each table begins with what its teams carry, also before its first night.
                    on=min(on, localdate(at)), by=by, at=at,
                )  # fmt: skip
    return divisions
