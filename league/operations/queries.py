"""How well the site has served, by month, and when it was last away."""

from datetime import datetime

from django.conf import settings
from django.db.models import Sum
from django.db.models.functions import TruncMonth

from league.operations.models import AnswerDay, Outage
from league.operations.presenters import ServiceMonth, SiteStatus, service_months
from league.operations.values import LATE, last_backup
from league.pages.queries.site import storage_fault

MONTHS, OUTAGES = 13, 5


def site_status(now: datetime) -> SiteStatus:
    """What anybody may know of how the site is and has been."""
    backup = last_backup()
    age = backup.age(now)
    first = AnswerDay.objects.order_by("day").values_list("day", flat=True).first()
    return SiteStatus(
        well=not storage_fault(),
        backup_at=backup.proved_at,
        backup_late=not settings.DEMO and (age is None or age > LATE),
        outages=tuple(Outage.objects.order_by("-begun", "-pk")[:OUTAGES]),
        since=first,
        months=_months(),
    )


def _months() -> tuple[ServiceMonth, ...]:
    days = AnswerDay.objects.annotate(month=TruncMonth("day")).values("month", "kind")
    sums = days.annotate(all=Sum("answered"), good=Sum("in_time")).order_by("-month", "kind")
    return service_months((row["month"], row["kind"], row["all"], row["good"]) for row in sums)[:MONTHS]
