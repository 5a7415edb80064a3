"""What is brought in and taken away by long work: long spreadsheets, and whole leagues."""

from typing import Any

from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scope, scopes_disabled

from league.accounts.models import User
from league.exchange.actions.bringing import IMPORT, bring_in_kept
from league.exchange.actions.drafts import BRINGING_IN, finish_accepted, give_up
from league.exchange.actions.keeping import StoppedError, keep_archive
from league.exchange.archive.writing import Wanted
from league.exchange.models import ImportDraft
from league.exchange.queries.archives import EXPORT
from league.jobs.kinds import JobFailedError, Progress, job
from league.teams.models import League


@job(BRINGING_IN)
def bring_in_sheet(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    """Bring in the spreadsheet that `args` names, as it was accepted; all of it in one transaction, or nothing."""
    progress.say("Bringing in the rows")
    with scopes_disabled():
        draft = ImportDraft.objects.select_related("league").filter(pk=args["draft"]).first()
        by = User.objects.get(pk=args["by"])
    if draft is None:
        return None
    if progress.cancelled:
        give_up(draft_id=draft.pk, error="It was stopped before anything was written.")
        return None
    with scope(league=draft.league):
        try:
            finish_accepted(draft_id=draft.pk, seen=args["seen"], leave_out=args["leave_out"], by=by, at=now())
        except ValidationError as fault:
            raise JobFailedError(" ".join(fault.messages)[:300]) from None
        except Exception:
            give_up(draft_id=draft.pk, error="Something went wrong on our side. Nothing was written. Try again.")
            raise
    return {"address": reverse("import", args=[draft.league.slug, draft.pk])}


@job(EXPORT)
def put_into_one_file(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    """Make the archive of the league that `args` names, and keep it to be fetched."""
    league, by = League.objects.get(pk=args["league"]), User.objects.get(pk=args["by"])
    wanted = Wanted(people=args["people"], photos=args["photos"])
    try:
        return keep_archive(league=league, wanted=wanted, by=by, at=now(), progress=progress)
    except StoppedError:
        return None


@job(IMPORT)
def bring_in_whole_league(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    """Bring in the league whose archive is kept where `args` says, or only try to."""
    try:
        return bring_in_kept(args=args, by=User.objects.get(pk=args["by"]), at=now(), progress=progress)
    except StoppedError:
        return None
