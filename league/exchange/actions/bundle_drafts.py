"""Drafts of what was brought together, a kind at a time; from there on they go the way of every import."""

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from hashlib import sha256
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.exchange.actions.bundles import create_bundle, delete_bundle, locked_bundle, read_or_enqueue
from league.exchange.actions.drafts import create_draft
from league.exchange.choices import OF_SEASON, ImportKind, ImportState
from league.exchange.models import BundleSheet, ImportBundle, ImportDraft
from league.exchange.queries.bundles import DIVISION_KEY, SheetView, sheet_views, source_of
from league.exchange.queries.preview.people import usual_start
from league.exchange.values.sheet_readings import (
    MATCHES,
    beside,
    best_of_kind,
    import_rows,
    is_plain_list,
    labels_of,
    may_be_of,
)
from league.reading.values import Reading, SourceSheet
from league.schedule.models import Season
from league.teams.models import League
from scoring.words import several

MOST_LEFT_OUT = 200  # lines that are shown


def draft_of_kind(
    *,
    bundle: ImportBundle,
    kind: ImportKind,
    season: Season | None,
    by: User,
    at: datetime,
    division: str = "",
    since: date | None = None,
) -> ImportDraft:
    """The draft of everything of one kind, and one season, that was read: the one that is open already, with what was
    answered, or a new one.
    """
    pieces = _pieces_of(bundle, kind, season)
    rows = [(view, row) for view, reading in pieces for row in reading.rows]
    if not rows:
        raise ValidationError("There are no rows to check yet. Answer the questions about the file first.")
    keys, cells = import_rows(kind, [_row_values(kind, view, row.values) for view, row in rows])
    numbered = [[number, each] for number, each in enumerate(cells, start=1)]
    # Another one as soon as the rows are others: what somebody changed by hand stays until then.
    digest = sha256(json.dumps([keys, numbered]).encode()).hexdigest()[:16]
    sheets = list(dict.fromkeys(str(view.sheet) for view, _ in pieces))
    name = sheets[0] if len(sheets) == 1 else several(len(sheets), "sheet")
    with write_tx():
        locked = locked_bundle(bundle)
        draft = ImportDraft.objects.filter(bundle=locked, kind=kind, season=season, state=ImportState.OPEN).first()
        if draft is None:
            since = since or (usual_start(localdate(at)) if kind is ImportKind.PLAYERS else None)
            answers = {"since": {"": since.isoformat()}} if since else {}
            draft = ImportDraft(
                league=bundle.league, kind=kind, season=season, division=division, bundle=locked, answers=answers
            )
        if draft.reading.get("digest") != digest:
            draft.heading, draft.rows = labels_of(kind, keys), numbered
            draft.matching = {key: place for place, key in enumerate(keys)}
        draft.name, draft.by, draft.at = name[:120], by, at
        draft.reading = _reading(pieces, digest)
        draft.full_clean()
        draft.save()
        locked.at = at
        locked.save(update_fields=["at"])
    return draft


def _reading(pieces: Sequence[tuple[SheetView, Reading]], digest: str) -> dict[str, Any]:
    """What the draft keeps: what each sheet was taken for, and where each row stands."""
    rows = [(view, row) for view, reading in pieces for row in reading.rows]
    one_sheet = len({view.sheet.pk for view, _ in pieces}) == 1
    return {
        "digest": digest,
        "taken": [_taken(view, reading) for view, reading in pieces],
        "rows": {
            str(number): [
                f"Line {row.place}" if one_sheet else f"{view.sheet}, line {row.place}", row.original, list(row.notes),
            ]
            for number, (view, row) in enumerate(rows, start=1)
        },
    }  # fmt: skip


def _pieces_of(bundle: ImportBundle, kind: ImportKind, season: Season | None) -> list[tuple[SheetView, Reading]]:
    """What is taken of one kind, and one season, each reading with its sheet."""
    views = [view for view in sheet_views(bundle) if kind not in OF_SEASON or view.sheet.season == season]
    return [(view, keyed.reading) for view in views for keyed in view.taken if _is_of(kind, keyed.reading, bundle)]


def _is_of(kind: ImportKind, reading: Reading, bundle: ImportBundle) -> bool:
    return may_be_of(kind, reading) if bundle.kind == kind else reading.content.value == kind.value


def _row_values(kind: ImportKind, view: SheetView, values: Mapping[str, str]) -> Mapping[str, str]:
    """A row with the division, or the cup, of its sheet, where it names none."""
    of, name = "division", view.sheet.answers.get(DIVISION_KEY, "")
    if kind is ImportKind.TIES:
        of, name = "cup", name or view.sheet.name.partition(":")[0]
    return {**values, of: name} if name and not values.get(of) else values


def _taken(view: SheetView, reading: Reading) -> dict[str, Any]:
    return {
        "sheet": str(view.sheet), "place": view.sheet.place, "what": reading.what, "questions": len(reading.questions),
        "left_out": [[piece.place, piece.original, piece.why] for piece in reading.left_out[:MOST_LEFT_OUT]],
        "beside": beside(reading),
    }  # fmt: skip


def import_sheets(
    *, league: League, kind: ImportKind, name: str, sheets: Sequence[SourceSheet], by: User, at: datetime,
    season: Season | None = None, division: str = "", since: date | None = None,
) -> ImportDraft | ImportBundle:  # fmt: skip
    """The draft of what was brought as one kind. A plain list is taken as it stands, anything else by its layout.

    The bundle where there is no draft yet: a question is to be answered first, it is read by a job, or it is something
    else, and then no kind is set any more.
    """
    plain: dict[str, Any] = {"league": league, "kind": kind, "name": name, "season": season, "division": division}
    plain["since"] = since
    if len(sheets) == 1 and is_plain_list(kind, sheets[0]):
        return create_draft(**plain, lines=sheets[0].lines, by=by, at=at)
    bundle = create_bundle(league=league, sheets=[(name, sheet) for sheet in sheets], kind=kind, by=by, at=at)
    if not read_or_enqueue(bundle=bundle, by=by, at=at, season=season):
        return bundle
    if not take_as(bundle=bundle, kind=kind):
        if any(_is_other(kind, keyed.reading) for view in sheet_views(bundle) for keyed in view.taken):
            return bundle
        delete_bundle(bundle=bundle)
        return create_draft(**plain, lines=sheets[0].lines, by=by, at=at)
    try:
        return draft_of_kind(bundle=bundle, kind=kind, season=season, division=division, since=since, by=by, at=at)
    except ValidationError:  # nothing can be read before something is answered
        return bundle


def _is_other(kind: ImportKind, reading: Reading) -> bool:
    """Whether it is no list of that kind at all: one of matches without a score is not another kind than results."""
    return not (kind.value in MATCHES and reading.content in MATCHES)


def take_as(*, bundle: ImportBundle, kind: ImportKind) -> bool:
    """Take of each sheet the surest reading of one kind. Where none has any, the bundle is of no kind, and False."""
    sheets = list(BundleSheet.objects.filter(bundle=bundle).order_by("place"))
    best = {sheet: best_of_kind(sheet.readings or (), kind) for sheet in sheets}
    with write_tx():
        if not any(best.values()):
            bundle.kind = ""
            bundle.save(update_fields=["kind"])
            return False
        for sheet, taken in best.items():
            sheet.taken = taken
            sheet.save(update_fields=["taken"])
    return True


def sheet_by_hand(
    *, sheet: BundleSheet, kind: ImportKind, season: Season | None, by: User, at: datetime
) -> ImportDraft:
    """A draft of a sheet as it stands, of which somebody says which column has what."""
    lines = source_of(sheet).lines
    of = season if kind in OF_SEASON else None
    draft = create_draft(league=sheet.bundle.league, kind=kind, name=str(sheet), lines=lines, season=of, by=by, at=at)
    with write_tx():
        ImportDraft.objects.filter(pk=draft.pk).update(bundle=sheet.bundle)
        BundleSheet.objects.filter(pk=sheet.pk).update(taken=[])
    return draft
