"""A whole league brought in by the site administrator: the file, and how far the work with it has got."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.accounts.permissions import SignedInRequest, confirm_first
from league.importexport.actions.import_job import IMPORT, enqueue_import
from league.importexport.archive.format import ArchiveError
from league.importexport.forms import ImportLeagueForm
from league.jobs.actions import cancel_job
from league.jobs.models import Job
from league.jobs.queries import job_view
from league.teams.permissions import is_site_admin, require
from league.ui.responses import wants_part

BUTTONS = "importexport/_arrival_buttons.html"


@never_cache
@confirm_first
def import_page(request: SignedInRequest) -> HttpResponse:
    """Have a league brought in from another site, or have it looked whether that can be done."""
    require(is_site_admin(request.user))
    form = ImportLeagueForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if form.is_valid():
        try:
            job = enqueue_import(by=request.user, at=now(), **form.asked)
        except ArchiveError as error:
            form.add_problems(error)
        else:
            return redirect("arriving-league", job.pk)
    return render(request, "importexport/bringing.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def import_progress(request: SignedInRequest, pk: int) -> HttpResponse:
    """How far it has got; only the part that changes for a script that asks every second."""
    view = job_view(_seen(request, pk), now())
    template = "jobs/_job.html" if wants_part(request) else "jobs/job.html"
    return render(request, template, {"view": view, "buttons": BUTTONS})


@never_cache
@require_POST
def import_cancellation(request: SignedInRequest, pk: int) -> HttpResponse:
    """Ask for an end."""
    cancel_job(job=_seen(request, pk), by=request.user, at=now())
    return redirect("arriving-league", pk)


def _seen(request: SignedInRequest, pk: int) -> Job:
    require(is_site_admin(request.user))
    return get_object_or_404(Job.objects.select_related("created_by"), pk=pk, kind=IMPORT)
