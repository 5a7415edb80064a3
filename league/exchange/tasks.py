"""What is imported and exported by background jobs: long spreadsheets, and whole leagues."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.base.jobs.kinds import JobFailedError, Progress, job
from league.exchange.actions.archives import EXPORT, IMPORT, ExportCancelledError, run_import, store_archive
from league.exchange.actions.bundles import IMPORT_BUNDLE, READ_BUNDLE, fetch_bundle, import_steps, read_bundle, take_as
from league.exchange.actions.imports import IMPORT_SHEET, UNDO_SHEET, fail_job, finish_accepted, finish_undo
from league.exchange.archive.writer import ExportOptions
from league.exchange.choices import ImportKind
from league.exchange.models import BundleSheet, ImportBundle, ImportDraft
from league.schedule.models import Season
from league.teams.models import League


def _with_draft(
    args: dict[str, Any], progress: Progress, do: Callable[..., object], *, stopped: str, broken: str
) -> dict[str, Any] | None:
    """Do something to the import that `args` names: all of it in one transaction, or nothing and why beside it."""
    with scopes_disabled():
        draft = ImportDraft.objects.select_related("league").filter(pk=args["draft"]).first()
        by = User.objects.get(pk=args["by"])
    if draft is None:
        return None
    if progress.cancelled:
        fail_job(draft=draft, error=stopped)
        return None
    with scope(league=draft.league):
        try:
            do(draft=draft, by=by, at=now())
        except ValidationError as error:
            reason = " ".join(error.messages)
            fail_job(draft=draft, error=reason)
            raise JobFailedError(reason[:300]) from None
        except Exception:
            fail_job(draft=draft, error=f"Something went wrong on our side. {broken} Try again.")
            raise
    return {"address": reverse("import", args=[draft.league.slug, draft.pk])}


@job(IMPORT_SHEET)
def import_sheet(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    accepted = {"seen": args["seen"], "leave_out": args["leave_out"], "add": args.get("add", True)}
    finish = partial(finish_accepted, **accepted, say=progress.say)
    stopped = "The import was stopped. Nothing was imported."
    return _with_draft(args, progress, finish, stopped=stopped, broken="Nothing was imported.")


@job(UNDO_SHEET)
def undo_sheet(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    progress.say("Undoing the import")
    stopped = "The undoing was stopped. Everything is still imported."
    return _with_draft(args, progress, finish_undo, stopped=stopped, broken="Nothing was undone.")


@job(READ_BUNDLE)
def read_long_bundle(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    """Read the sheets that `args` names, fetched first where they are to be."""
    with scopes_disabled():
        bundle = ImportBundle.objects.select_related("league").filter(pk=args["bundle"]).first()
    if bundle is None:
        return None
    with scope(league=bundle.league):
        if args.get("fetch"):
            progress.say("Fetching the sheet from Google")
            fetch_bundle(bundle=bundle, at=now())
        season = Season.objects.filter(pk=args["season"]).first()
        read_bundle(bundle=bundle, at=now(), say=progress.say, stop=lambda: progress.cancelled, season=season)
        if bundle.kind and BundleSheet.objects.filter(bundle=bundle, taken__isnull=True).exists():
            take_as(bundle=bundle, kind=ImportKind(bundle.kind))
    return {"address": reverse("bundle", args=[bundle.league.slug, bundle.pk]), "words": f"{bundle} is read."}


@job(IMPORT_BUNDLE)
def import_long_bundle(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    with scopes_disabled():
        bundle = ImportBundle.objects.select_related("league").filter(pk=args["bundle"]).first()
        by = User.objects.get(pk=args["by"])
    if bundle is None:
        return None
    with scope(league=bundle.league):
        import_steps(bundle=bundle, by=by, at=now(), say=progress.say, stop=lambda: progress.cancelled)
    if progress.cancelled:
        return None
    return {"address": reverse("bundle-everything", args=[bundle.league.slug, bundle.pk])}


@job(EXPORT)
def export_league_job(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    league, by = League.objects.get(pk=args["league"]), User.objects.get(pk=args["by"])
    wanted = ExportOptions(people=args["people"], photos=args["photos"])
    try:
        return store_archive(league=league, wanted=wanted, by=by, at=now(), progress=progress)
    except ExportCancelledError:
        return None


@job(IMPORT)
def import_league_job(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    try:
        return run_import(args=args, by=User.objects.get(pk=args["by"]), at=now(), progress=progress)
    except ExportCancelledError:
        return None
