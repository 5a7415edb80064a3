"""The site administrator's console, and the help, with how the site is, for everybody."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now

from league.base.accounts.permissions import SignedInRequest
from league.base.ui.responses import uncached_page
from league.operations.backup_file import LATE, last_backup
from league.operations.models import Heartbeat, Outage
from league.operations.queries import failed_jobs, signs_of
from league.pages.queries.site import storage_fault
from league.teams.models import League
from league.teams.permissions import is_site_admin, require

OUTAGES = 5  # that are shown
ON_A_PAGE = 50


@uncached_page
def console(request: SignedInRequest) -> HttpResponse:
    require(is_site_admin(request.user))
    at, last = now(), last_backup()
    leagues = Paginator(League.objects.defer("rules").order_by("name", "pk"), ON_A_PAGE)
    page = leagues.get_page(request.GET.get("page"))
    signs, age = signs_of(list(page), at), last.age(at)
    context = {
        "page": page,
        "signs": signs,
        "failed_mails": sum(each.failed_mails for each in signs),
        "failed_jobs": failed_jobs(at),
        "last": last,
        "late": not settings.DEMO and (age is None or age > LATE),
        "nightly": not settings.DEMO and settings.BACKUP_DIR != "no",
        "fault": storage_fault(),
        "version": settings.VERSION,
    }
    return render(request, "operations/console.html", context)


@login_not_required
@uncached_page
def help_page(request: HttpRequest) -> HttpResponse:
    last = last_backup()
    age = last.age(now())
    context = {
        "well": not storage_fault(),
        "backup_at": last.proved_at,
        "backup_late": not settings.DEMO and (age is None or age > LATE),
        "since": Heartbeat.objects.values_list("since", flat=True).first(),
        "outages": Outage.objects.order_by("-begun", "-pk")[:OUTAGES],
    }
    return render(request, "pages/help.html", context)
