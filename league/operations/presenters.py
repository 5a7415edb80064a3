"""How well the site has served, as the page about it shows it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

from league.operations.models import Outage
from league.server.lanes import PAGE, TAP
from league.server.promise import PER_MILLE

FEW_ANSWERS = 1000  # answers below which one that was late would break a promise of 99.9%


@dataclass(frozen=True, slots=True)
class Served:
    """`answered` are all answers of one kind, `in_time` those that were as promised."""

    answered: int = 0
    in_time: int = 0

    @property
    def kept(self) -> bool:
        return self.in_time * 1000 >= self.answered * PER_MILLE

    def __str__(self) -> str:
        """As a percentage that is never rounded up; "none" where nobody asked, and no judgement on a few."""
        if not self.answered:
            return "none"
        if self.answered < FEW_ANSWERS:
            return f"{self.answered:,}, too few to tell"
        hundredths = self.in_time * 10_000 // self.answered
        share = f"{hundredths // 100}.{hundredths % 100:02}% of {self.answered:,}"
        return share if self.kept else f"{share}: not kept"


@dataclass(frozen=True, slots=True)
class ServiceMonth:
    """`month` is its first day."""

    month: date
    taps: Served = Served()
    pages: Served = Served()


@dataclass(frozen=True, slots=True)
class SiteStatus:
    """`since` is the first day of which anything is known; `outages` are the last few, newest first."""

    well: bool
    backup_at: datetime | None
    backup_late: bool
    since: date | None
    outages: tuple[Outage, ...] = ()
    months: tuple[ServiceMonth, ...] = field(default=())


def service_months(sums: Iterable[tuple[date, str, int, int]]) -> tuple[ServiceMonth, ...]:
    """The months in the order of the rows: month, kind, all answers, those in time."""
    found: dict[date, dict[str, Served]] = {}
    for month, kind, answered, in_time in sums:
        found.setdefault(month, {})[kind] = Served(answered, in_time)
    return tuple(
        ServiceMonth(month, kinds.get(TAP, Served()), kinds.get(PAGE, Served())) for month, kinds in found.items()
    )
