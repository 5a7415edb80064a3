"""A paper of many pages: how far the making of it is, at an address of its own; then its file."""

from django.contrib.auth.decorators import login_not_required
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.documents.actions import make_again
from league.documents.models import Paper
from league.documents.permissions import may_read_paper, may_stop_paper, somebody
from league.documents.queries.papers import KEPT_FOR, latest_job
from league.jobs.actions import cancel_job
from league.jobs.queries import job_view
from league.teams.middleware import LeagueRequest
from league.teams.permissions import require
from league.ui.answer import wants_part


@login_not_required
@never_cache
@vary_on_headers("HX-Request")
@require_safe
def paper(request: LeagueRequest, league: str, made: str) -> HttpResponse:
    """How far it is; only the part that changes for a script that asks every second."""
    held, at = _asked_for(request, made), now()
    job = latest_job(held)
    context = {
        "paper": held,
        "view": job_view(job, at) if job else None,
        "buttons": "documents/_paper_buttons.html",
        "may_stop": may_stop_paper(request.user, held),
        "kept_until": held.asked_at + KEPT_FOR,
    }
    template = "documents/_paper.html" if wants_part(request) else "documents/paper.html"
    return render(request, template, context)


@login_not_required
@require_safe
def file(request: LeagueRequest, league: str, made: str) -> HttpResponseBase:
    """The paper itself, kept by no cache but the reader's own."""
    held = _asked_for(request, made)
    if held.made_at is None:
        return redirect("paper", league, made)
    if not default_storage.exists(str(held.file.name)):
        raise Http404("This paper has been cleared away. Ask for it again.")
    answer = FileResponse(held.file.open(), content_type="application/pdf", filename=f"{held.name}.pdf")
    answer["Cache-Control"] = "private, no-cache"
    return answer


@login_not_required
@require_POST
def cancellation(request: LeagueRequest, league: str, made: str) -> HttpResponse:
    """Ask for an end of the making."""
    held = _asked_for(request, made)
    require(may_stop_paper(request.user, held))
    job = latest_job(held)
    if job is not None:
        cancel_job(job=job, by=somebody(request.user), at=now())
    return redirect("paper", league, made)


@login_not_required
@require_POST
def repetition(request: LeagueRequest, league: str, made: str) -> HttpResponse:
    """Have it made after all, where that failed or was stopped."""
    held = _asked_for(request, made)
    if held.made_at is None:
        make_again(paper=held, by=somebody(request.user), at=now())
    return redirect("paper", league, made)


def lead_to(request: LeagueRequest, held: Paper | None) -> HttpResponse:
    """Lead to a paper that was asked for; say so when strangers have asked for too many."""
    if held is None:
        return render(request, "documents/busy.html", status=429)
    return redirect(held)


def _asked_for(request: LeagueRequest, token: str) -> Paper:
    held: Paper = get_object_or_404(Paper.objects.select_related("league"), token=token)
    require(may_read_paper(request.user, held))
    return held
