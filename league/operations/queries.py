"""How the site is, and when it was last away."""

from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings

from league.operations.backup_file import LATE, last_backup
from league.operations.models import Heartbeat, Outage
from league.pages.queries.site import storage_fault

OUTAGES = 5


@dataclass(frozen=True, slots=True)
class SiteStatus:
    """`since` is the day from which outages are noted; `outages` are the last few, newest first."""

    well: bool
    backup_at: datetime | None
    backup_late: bool
    since: date | None
    outages: tuple[Outage, ...]


def site_status(now: datetime) -> SiteStatus:
    """What anybody may know of how the site is and has been."""
    backup = last_backup()
    age = backup.age(now)
    return SiteStatus(
        well=not storage_fault(),
        backup_at=backup.proved_at,
        backup_late=not settings.DEMO and (age is None or age > LATE),
        since=Heartbeat.objects.values_list("since", flat=True).first(),
        outages=tuple(Outage.objects.order_by("-begun", "-pk")[:OUTAGES]),
    )
