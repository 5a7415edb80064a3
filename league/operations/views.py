"""What the site administrator sees of backups, and everybody of how the site is."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.base.accounts.permissions import SignedInRequest
from league.operations.backup_file import LATE, last_backup
from league.operations.models import Heartbeat, Outage
from league.pages.queries.site import storage_fault
from league.teams.permissions import is_site_admin, require

OUTAGES = 5  # that are shown


@never_cache
@require_safe
def backups(request: SignedInRequest) -> HttpResponse:
    require(is_site_admin(request.user))
    last = last_backup()
    age = last.age(now())
    nightly = not settings.DEMO and settings.BACKUP_DIR != "no"
    return render(request, "operations/backups.html", {"last": last, "late": age and age > LATE, "nightly": nightly})


@login_not_required
@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """Whether the site is well, and when it last was not."""
    last = last_backup()
    age = last.age(now())
    context = {
        "well": not storage_fault(),
        "backup_at": last.proved_at,
        "backup_late": not settings.DEMO and (age is None or age > LATE),
        "since": Heartbeat.objects.values_list("since", flat=True).first(),
        "outages": Outage.objects.order_by("-begun", "-pk")[:OUTAGES],
    }
    return render(request, "operations/status.html", context)
