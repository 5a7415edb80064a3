"""What the site administrator sees of backups."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.accounts.permissions import SignedInRequest
from league.operations.values import LATE, last_backup
from league.teams.permissions import is_site_admin, require


@never_cache
@require_safe
def backups(request: SignedInRequest) -> HttpResponse:
    """When the last backup was proved, and what went wrong since."""
    require(is_site_admin(request.user))
    last = last_backup()
    age = last.age(now())
    nightly = not settings.DEMO and settings.BACKUP_DIR != "no"
    return render(request, "operations/backups.html", {"last": last, "late": age and age > LATE, "nightly": nightly})
