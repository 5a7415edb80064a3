"""Files that are brought together, read sheet by sheet, and made drafts of; nothing of them is in the league yet."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.base.jobs.actions import enqueue
from league.base.jobs.kinds import JobFailedError
from league.exchange.actions.google_sheets import GOOGLE_SHEET, fetch_sheets
from league.exchange.actions.imports import DRAFT_LIFETIME, MAX_SYNCHRONOUS_ROWS, create_draft, finish_accepted
from league.exchange.choices import OF_SEASON, ImportKind, ImportState
from league.exchange.models import BundleSheet, ImportBundle, ImportDraft
from league.exchange.queries.bundles import (
    DIVISION_KEY,
    BundleStep,
    SheetReader,
    SheetView,
    digest_of,
    is_being_read,
    open_seasons,
    sheet_digest,
    sheet_views,
    source_of,
    steps_of,
)
from league.exchange.queries.preview import preview_import
from league.exchange.queries.preview.people import usual_start
from league.exchange.values.sheet_readings import (
    DATED,
    MATCHES,
    beside,
    best_of_kind,
    days_named,
    days_of,
    import_rows,
    is_plain_list,
    keep_readings,
    labels_of,
    may_be_of,
    season_with,
)
from league.reading.files import NotReadableError
from league.reading.values import Reading, SourceSheet
from league.schedule.actions.seasons import start_season
from league.schedule.models import Season
from league.teams.models import League
from scoring.words import several

READ_BUNDLE, IMPORT_BUNDLE = "read-league", "bring-in-all"  # the kinds of job
READ_AT_ONCE = (1000, 100_000)  # lines of all sheets, and letters of texts; more than these are read by a job
MOST_SHEETS, MOST_CELLS = 100, 300_000
Brought = tuple[str, SourceSheet]  # a sheet, with what its file is called


def create_bundle(
    *, league: League, sheets: Sequence[Brought], by: User, at: datetime, kind: str = "", address: str = ""
) -> ImportBundle:
    """Keep sheets as they were brought. They are read by `read_or_enqueue` next, and those of `address` fetched."""
    _check_size(sheets, address)
    name = _name([*(file for file, _ in sheets), *([GOOGLE_SHEET] if address else [])])
    with write_tx():
        bundle = ImportBundle(league=league, kind=kind, name=name, address=address, by=by, at=at)
        bundle.full_clean()
        bundle.save()
        _add_sheets(bundle, sheets)
    return bundle


def add_to_bundle(
    *, bundle: ImportBundle, sheets: Sequence[Brought], by: User, at: datetime, address: str = ""
) -> ImportBundle:
    """Keep more sheets beside those that were brought, and read them, or have a job do so."""
    if address and bundle.address:
        raise ValidationError({"address": "There is a Google Sheet in this import. Import the other one by itself."})
    rows = BundleSheet.objects.filter(bundle=bundle).order_by("place")
    _check_size([*((row.file, source_of(row)) for row in rows), *sheets], address)
    with write_tx():
        locked = locked_bundle(bundle)
        _add_sheets(locked, sheets)
        locked.address = locked.address or address
        files = [GOOGLE_SHEET] if locked.address else []
        locked.name, locked.at = _name([*rows.values_list("file", flat=True), *files]), at
        locked.save(update_fields=["name", "address", "at"])
    read_or_enqueue(bundle=locked, by=by, at=at, fetch=bool(address))
    return locked


def _name(files: Iterable[str]) -> str:
    names = list(dict.fromkeys(files))
    return names[0][:120] if len(names) == 1 else several(len(names), "file")


def fetch_bundle(*, bundle: ImportBundle, at: datetime) -> None:
    """Put what its address has now in place of what that had, with what was said about sheets of the same names."""
    rows = BundleSheet.objects.filter(bundle=bundle)
    try:
        sheets = [(GOOGLE_SHEET, sheet) for sheet in fetch_sheets(bundle.address)]
        _check_size([*((row.file, source_of(row)) for row in rows.exclude(file=GOOGLE_SHEET)), *sheets])
    except (NotReadableError, ValidationError) as error:
        reason = " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
        with write_tx():
            ImportBundle.objects.filter(pk=bundle.pk).update(error=reason)
        raise JobFailedError(reason) from error
    with write_tx():
        locked = locked_bundle(bundle)
        before = {row.name: row for row in rows.filter(file=GOOGLE_SHEET)}
        rows.filter(file=GOOGLE_SHEET).delete()
        _add_sheets(locked, sheets, before)
        locked.at = at
        locked.save(update_fields=["at"])


def _check_size(sheets: Sequence[Brought], address: str = "") -> None:
    """ValidationError for too much, or for nothing where nothing is to be fetched either."""
    if not sheets and not address:
        raise ValidationError({"chosen": "There is nothing in it."})
    if len(sheets) > MOST_SHEETS:
        raise ValidationError({"chosen": f"There are more than {MOST_SHEETS} sheets. Bring them in parts."})
    if sum(len(line.cells) for _, sheet in sheets for line in sheet.lines) > MOST_CELLS:
        raise ValidationError({"chosen": f"There are more than {MOST_CELLS} cells. Bring them in parts."})


def _add_sheets(
    bundle: ImportBundle, sheets: Sequence[Brought], before: Mapping[str, BundleSheet] | None = None
) -> None:
    last = BundleSheet.objects.filter(bundle=bundle).order_by("-place").values_list("place", flat=True).first() or 0
    rows = []
    for place, (file, source) in enumerate(sheets, start=last + 1):
        row = BundleSheet(
            bundle=bundle, place=place, file=file[:120], name=source.name[:120], text=source.text,
            lines=[[line.number, list(line.cells)] for line in source.lines],
        )  # fmt: skip
        if before and (earlier := before.get(row.name)):
            row.season, row.answers, row.taken = earlier.season, earlier.answers, earlier.taken
        rows.append(row)
    BundleSheet.objects.bulk_create(rows)


def read_or_enqueue(
    *, bundle: ImportBundle, by: User, at: datetime, season: Season | None = None, fetch: bool = False
) -> bool:
    """Read the sheets that were not read yet at once, or by a job where they are long or to be fetched (False)."""
    unread = BundleSheet.objects.filter(bundle=bundle, readings__isnull=True)
    sizes = [(len(lines), len(text)) for lines, text in unread.values_list("lines", "text")]
    if not fetch and all(sum(each) <= most for each, most in zip(zip(*sizes, strict=True), READ_AT_ONCE, strict=False)):
        read_bundle(bundle=bundle, at=at, season=season)
        return True
    args = {"bundle": bundle.pk, "season": season.pk if season else None, "fetch": fetch}
    _enqueue(bundle, READ_BUNDLE, "Reading", args, by=by, at=at)
    return False


def _enqueue(
    bundle: ImportBundle, kind: str, does: str, args: dict[str, Any], *, by: User, at: datetime
) -> ImportBundle:
    with write_tx():
        locked = locked_bundle(bundle)
        locked.job, locked.error = f"{kind}-{locked.pk}", ""
        locked.save(update_fields=["job", "error"])
        title = f"{does} {locked}"[:120]
        enqueue(key=locked.job, kind=kind, args=args, title=title, by=by, at=at, league_id=locked.league_id)
    return locked


def read_bundle(
    *, bundle: ImportBundle, at: datetime, say: Callable[..., None] | None = None,
    stop: Callable[[], bool] | None = None, season: Season | None = None,
) -> None:  # fmt: skip
    """Read every sheet that was not read yet, its matches as of `season` where one is given."""
    sheets = BundleSheet.objects.filter(bundle=bundle).select_related("season").order_by("place")
    sources = [(sheet, source_of(sheet)) for sheet in sheets]
    reader, seasons = SheetReader(localdate(at)), list(open_seasons())
    unread = [(sheet, source) for sheet, source in sources if sheet.readings is None]
    for number, (sheet, source) in enumerate(unread):
        if stop and stop():
            return
        if say:
            say(f"Reading {sheet}"[:200], done=number, total=len(unread))
        others = [other for row, other in sources if row.file == sheet.file and other is not source]
        _read(sheet, source, others, reader, season=season or sheet.season, seasons=seasons)


def _read(
    sheet: BundleSheet, source: SourceSheet, others: Sequence[SourceSheet], reader: SheetReader, *,
    season: Season | None, seasons: Sequence[Season],
) -> None:  # fmt: skip
    """Read one sheet for the season that it is of: the one that was given, else that of `seasons` with its days."""
    supposed = season or next((each for each in seasons if each.current), None)
    sheet_readings = reader.read(source, others, supposed, sheet.answers)
    sheet.season = supposed
    days = days_of([each for each in sheet_readings[:1] if each.content in DATED])
    days = days or days_named(source, sheet.file, supposed)
    if season is None and days and not (supposed and supposed.starts <= days[0] and days[-1] <= supposed.ends):
        sheet.season = season_with(days, seasons)
        if sheet.season is not None:
            sheet_readings = reader.read(source, others, sheet.season, sheet.answers)
    sheet.readings = keep_readings(sheet_readings)
    sheet.save(update_fields=["readings", "season"])


def change_sheet(
    *,
    sheet: BundleSheet,
    taken: Sequence[str] | None,
    season: Season | None,
    answers: Mapping[str, str],
    by: User,
    at: datetime,
    forget: bool = False,
) -> BundleSheet:
    """Say what a sheet is, and of which season; it is read again where that matters, a long one by a job.

    `forget`: what was answered before is asked again.
    """
    with write_tx():
        locked = BundleSheet.objects.select_for_update(of=("self",)).select_related("bundle").get(pk=sheet.pk)
        before = {} if forget else locked.answers
        again = forget or dict(answers) != {key: locked.answers.get(key) for key in answers} or season != locked.season
        locked.taken = None if taken is None else list(taken)
        locked.answers, locked.season = {**before, **answers}, season
        if again:
            locked.readings = None
        locked.save(update_fields=["taken", "answers", "season", "readings"])
    if locked.readings is None:
        read_or_enqueue(bundle=locked.bundle, by=by, at=at)
        locked.refresh_from_db()
    return locked


def start_seasons(*, bundle: ImportBundle, by: User, at: datetime) -> list[Season]:
    """Set up the seasons that the files name and the league has not, with nothing in them, and read for them again."""
    made: dict[str, Season] = {}
    for view in sheet_views(bundle):
        wanted = view.proposed
        if wanted is None or not view.has_season:
            continue
        if wanted.name not in made:
            made[wanted.name] = start_season(
                league=bundle.league, name=wanted.name, starts=wanted.starts, halfway=wanted.halfway,
                ends=wanted.ends, by=by, at=at,
            )  # fmt: skip
        with write_tx():
            BundleSheet.objects.filter(pk=view.sheet.pk).update(season=made[wanted.name], readings=None)
    read_or_enqueue(bundle=bundle, by=by, at=at)
    return list(made.values())


def delete_bundle(*, bundle: ImportBundle) -> None:
    with write_tx():
        locked = locked_bundle(bundle)
        ImportDraft.objects.filter(bundle=locked, state=ImportState.OPEN).delete()
        locked.delete()


def delete_old_bundles(*, at: datetime) -> int:
    """Delete the bundles of all leagues that are a week old; how many rows."""
    with scopes_disabled(), write_tx():
        return int(ImportBundle.objects.filter(at__lt=at - DRAFT_LIFETIME).delete()[0])


def locked_bundle(bundle: ImportBundle) -> ImportBundle:
    return ImportBundle.objects.select_for_update(of=("self",)).select_related("league").get(pk=bundle.pk)


# --- drafts, a kind at a time; from there on they go the way of every import ------------------------------------------
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
    views: Iterable[SheetView] | None = None,
) -> ImportDraft:
    """The draft of all rows of one kind and season: the open one with what was answered, or a new one.

    `views` are those of its sheets, where they were read already.
    """
    pieces = _pieces_of(sheet_views(bundle) if views is None else views, kind, season, of=bundle.kind)
    with write_tx():
        locked = locked_bundle(bundle)
        draft = _draft_with(pieces, locked, kind, season, at, division=division, since=since)
        draft.by, draft.at = by, at
        draft.full_clean()
        draft.save()
        locked.at = at
        locked.save(update_fields=["at"])
    return draft


def unsaved_draft(
    *, bundle: ImportBundle, views: Iterable[SheetView], kind: ImportKind, season: Season | None, at: datetime
) -> ImportDraft:
    """What `draft_of_kind` would keep, for a look at it."""
    return _draft_with(_pieces_of(views, kind, season, of=bundle.kind), bundle, kind, season, at)


def _draft_with(
    pieces: Sequence[tuple[SheetView, Reading]], bundle: ImportBundle, kind: ImportKind, season: Season | None,
    at: datetime, *, division: str = "", since: date | None = None,
) -> ImportDraft:  # fmt: skip
    """The open draft, or a new one, with the rows of these pieces; it is not saved."""
    rows = [(view, row) for view, reading in pieces for row in reading.rows]
    if not rows:
        raise ValidationError("There are no rows to check yet. Answer the questions about the file first.")
    keys, cells = import_rows(kind, [_row_values(kind, view, row.values) for view, row in rows])
    numbered = [[number, each] for number, each in enumerate(cells, start=1)]
    # Another one as soon as the rows are others: what somebody changed by hand stays until then.
    digest = digest_of([keys, numbered])
    sheets = list(dict.fromkeys(str(view.sheet) for view, _ in pieces))
    name = sheets[0] if len(sheets) == 1 else several(len(sheets), "sheet")
    draft = ImportDraft.objects.filter(bundle=bundle, kind=kind, season=season, state=ImportState.OPEN).first()
    if draft is None:
        since = since or (usual_start(localdate(at)) if kind is ImportKind.PLAYERS else None)
        answers = {"since": {"": since.isoformat()}} if since else {}
        draft = ImportDraft(
            league=bundle.league, kind=kind, season=season, division=division, bundle=bundle, answers=answers
        )
    if draft.reading.get("digest") != digest:
        draft.heading, draft.rows = labels_of(kind, keys), numbered
        draft.matching = {key: place for place, key in enumerate(keys)}
    draft.name, draft.reading = name[:120], _reading(pieces, digest)
    return draft


def _reading(pieces: Sequence[tuple[SheetView, Reading]], digest: str) -> dict[str, Any]:
    rows = [(view, row) for view, reading in pieces for row in reading.rows]
    one_sheet = len({view.sheet.pk for view, _ in pieces}) == 1
    return {
        "digest": digest,
        "taken": [
            {
                "sheet": str(view.sheet), "place": view.sheet.place, "what": reading.what,
                "questions": len(reading.questions), "beside": beside(reading),
                "left_out": [[piece.place, piece.original, piece.why] for piece in reading.left_out[:MOST_LEFT_OUT]],
            }
            for view, reading in pieces
        ],
        "rows": {
            str(number): [
                f"Line {row.place}" if one_sheet else f"{view.sheet}, line {row.place}", row.original, list(row.notes),
            ]
            for number, (view, row) in enumerate(rows, start=1)
        },
    }  # fmt: skip


def _pieces_of(
    views: Iterable[SheetView], kind: ImportKind, season: Season | None, *, of: str
) -> list[tuple[SheetView, Reading]]:
    """The readings of one kind and season; `of` is the kind as which all of it was brought, if it was."""
    views = [view for view in views if kind not in OF_SEASON or view.sheet.season == season]
    pieces = [(view, keyed.reading) for view in views for keyed in view.taken]
    if of == kind:
        return [(view, reading) for view, reading in pieces if may_be_of(kind, reading)]
    return [(view, reading) for view, reading in pieces if reading.content.value == kind.value]


def _row_values(kind: ImportKind, view: SheetView, values: Mapping[str, str]) -> Mapping[str, str]:
    """A row with the division, or the cup, of its sheet, where it names none."""
    of, name = "division", view.sheet.answers.get(DIVISION_KEY, "")
    if kind is ImportKind.TIES:
        of, name = "cup", name or view.sheet.name.partition(":")[0]
    return {**values, of: name} if name and not values.get(of) else values


def import_sheets(
    *, league: League, kind: ImportKind, name: str, sheets: Sequence[SourceSheet], by: User, at: datetime,
    season: Season | None = None, division: str = "", since: date | None = None,
) -> ImportDraft | ImportBundle:  # fmt: skip
    """The draft of what was brought as one kind. A plain list is taken as it stands, anything else by its layout.

    The bundle where there is none yet: something is asked first, it is read by a job, or it is of no such kind.
    """
    plain: dict[str, Any] = {
        "league": league, "kind": kind, "name": name, "season": season, "division": division, "since": since,
        "by": by, "at": at,
    }  # fmt: skip
    if len(sheets) == 1 and is_plain_list(kind, sheets[0]):
        return create_draft(**plain, lines=sheets[0].lines)
    bundle = create_bundle(league=league, sheets=[(name, sheet) for sheet in sheets], kind=kind, by=by, at=at)
    if not read_or_enqueue(bundle=bundle, by=by, at=at, season=season):
        return bundle
    if not take_as(bundle=bundle, kind=kind):
        contents = {keyed.reading.content for view in sheet_views(bundle) for keyed in view.taken}
        if contents - MATCHES or (contents and kind.value not in MATCHES):  # matches may lack their scores alone
            return bundle
        delete_bundle(bundle=bundle)
        return create_draft(**plain, lines=sheets[0].lines)
    try:
        return draft_of_kind(bundle=bundle, kind=kind, season=season, division=division, since=since, by=by, at=at)
    except ValidationError:  # nothing can be read before something is answered
        return bundle


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
    lines = source_of(sheet).lines
    of = season if kind in OF_SEASON else None
    draft = create_draft(league=sheet.bundle.league, kind=kind, name=str(sheet), lines=lines, season=of, by=by, at=at)
    with write_tx():
        ImportDraft.objects.filter(pk=draft.pk).update(bundle=sheet.bundle)
        BundleSheet.objects.filter(pk=sheet.pk).update(taken=[])
    return draft


# --- everything that asks nothing, one import after the other ---------------------------------------------------------
MAX_SYNCHRONOUS_STEPS = 4
SEEN_OTHERWISE = "What was brought has changed since you looked. Look again."
STOPPED = "The import was stopped. What is imported stays."


def import_everything(*, bundle: ImportBundle, seen: str, by: User, at: datetime) -> ImportBundle:
    """Import each step of sheets as they were shown (`seen`) that asks nothing, at once or, many rows, by a job."""
    if is_being_read(bundle):
        return bundle
    if sheet_digest(bundle) != seen:
        raise ValidationError(SEEN_OTHERWISE)
    steps = [step for step in steps_of(bundle, sheet_views(bundle)) if step.ready]
    if sum(step.rows for step in steps) <= MAX_SYNCHRONOUS_ROWS and len(steps) <= MAX_SYNCHRONOUS_STEPS:
        import_steps(bundle=bundle, by=by, at=at)
        return bundle
    return _enqueue(bundle, IMPORT_BUNDLE, "Importing", {"bundle": bundle.pk, "by": by.pk}, by=by, at=at)


def import_steps(
    *, bundle: ImportBundle, by: User, at: datetime, say: Callable[..., None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> None:  # fmt: skip
    """Import the steps in their order, each looked at after those before it; one that asks anything is left."""
    _note_error(bundle, "")
    steps = steps_of(bundle, sheet_views(bundle))
    ready = [step for step in steps if step.ready]
    for number, step in enumerate(ready):
        if stop and stop():
            _note_error(bundle, STOPPED)
            return
        if say:
            say(str(step), done=number, total=len(ready))
        views = sheet_views(bundle, step.sheets)
        if not any(step.is_same(other) and other.ready for other in steps_of(bundle, views)):
            continue  # somebody has imported it meanwhile
        try:
            _import_step(bundle, views, step, steps, by=by, at=at)
        except Exception:
            _note_error(bundle, f"Something went wrong on our side at {step}. What came in before stays. Try again.")
            raise


def _import_step(
    bundle: ImportBundle, views: Iterable[SheetView], step: BundleStep, steps: Iterable[BundleStep], *,
    by: User, at: datetime,
) -> None:  # fmt: skip
    draft = draft_of_kind(bundle=bundle, kind=step.kind, season=step.season, by=by, at=at, views=views)
    step.preview = preview_import(draft, at)
    step.hold(steps)
    if step.preview is None or not step.clear:
        return
    try:
        finish_accepted(
            draft=draft, seen=step.preview.digest, leave_out=False, add=True, by=by, at=at, say=lambda *_, **__: None
        )
    except ValidationError as error:
        step.preview = None
        with write_tx():
            refused = " ".join(error.messages)
            ImportDraft.objects.filter(pk=draft.pk, state=ImportState.OPEN).update(error=refused)


def _note_error(bundle: ImportBundle, error: str) -> None:
    with write_tx():
        ImportBundle.objects.filter(pk=bundle.pk).update(error=error)
