"""The rows that an audit entry is about, found again."""

from league.audit.models import Entry as AuditEntry
from league.schedule.models import Fixture, Season
from league.schedule.queries import whole_fixtures


def keys_of(entry: AuditEntry, kind: str) -> list[int]:
    """The keys of what it is about, of one model."""
    return sorted(subject.key for subject in entry.subjects.all() if subject.kind == kind)


def fixture_of(entry: AuditEntry) -> Fixture | None:
    """The match that it is about; None for a bye, or for one that has gone in the meantime."""
    return whole_fixtures().filter(pk__in=keys_of(entry, "fixture"), away__isnull=False).order_by("pk").first()


def season_of(entry: AuditEntry) -> Season | None:
    """The season that it is about, with its league."""
    found = Season.objects.filter(pk__in=keys_of(entry, "season")).select_related("league")
    return found.order_by("pk").first()


def source(entry: AuditEntry) -> str:
    """What the letters about it are known by."""
    return f"entry-{entry.pk}"
