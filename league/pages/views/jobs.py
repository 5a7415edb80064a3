"""Long work: a page for each piece, that may be left and found again; and the list of them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.jobs.actions import cancel_job, enqueue_again
from league.jobs.models import Job
from league.jobs.queries import job_view, jobs_of_league
from league.pages.permissions import may_see_job
from league.teams.middleware import MemberRequest
from league.teams.permissions import is_secretary, require
from league.ui.responses import wants_part


@never_cache
@require_safe
def jobs(request: MemberRequest, league: str) -> HttpResponse:
    """The league's long work of late, the newest first."""
    require(is_secretary(request.user, request.league))
    return render(request, "jobs/jobs.html", {"jobs": jobs_of_league(request.league.pk)})


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def job(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """How far one piece of work has got; only the part that changes for a script that asks every second."""
    view = job_view(_visible_job(request, pk), now())
    return render(request, "jobs/_job.html" if wants_part(request) else "jobs/job.html", {"view": view})


@never_cache
@require_POST
def cancellation(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Ask for an end."""
    cancel_job(job=_visible_job(request, pk), by=request.user, at=now())
    return redirect("job", league, pk)


@never_cache
@require_POST
def repetition(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Have work that failed or was stopped done again, as a new job."""
    job_row = _visible_job(request, pk)
    if not job_row.finished:
        return redirect("job", league, pk)
    messages.success(request, "It is begun again.")
    return redirect("job", league, enqueue_again(job=job_row, by=request.user, at=now()).pk)


def _visible_job(request: MemberRequest, pk: int) -> Job:
    job_row = get_object_or_404(Job.objects.of_league(request.league.pk).select_related("created_by"), pk=pk)
    require(may_see_job(request.user, job_row, request.league))
    return job_row
