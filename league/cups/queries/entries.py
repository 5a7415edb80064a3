"""The list of entrants as its page shows it: numbered as they entered, with what only those inside the league see."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from league.cups.models import Cup, Entrant, Substitute
from league.cups.queries.book import entrants_in, told_apart
from league.cups.queries.eligible import Short, short_of


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant. `short` are players with too few league matches so far, `substitutes` who came in for whom."""

    number: int
    name: str
    entrant: Entrant
    short: tuple[Short, ...] = ()
    substitutes: tuple[Substitute, ...] = ()


@dataclass(frozen=True, slots=True)
class Entries:
    """`paid` and `due` are in pounds."""

    rows: tuple[Row, ...]
    paid: Decimal
    due: Decimal
    short: int = 0


def entries_page(cup: Cup, day: date, *, inside: bool) -> Entries:
    """Everybody on the list: three queries; `inside` the league also who is short of matches, two more."""
    entrants = entrants_in(cup)
    short = short_of(cup, entrants, day) if inside else {}
    substitutes: dict[int, tuple[Substitute, ...]] = {}
    came_in = Substitute.objects.filter(entrant__cup=cup).select_related("player__league", "instead_of__league")
    for row in came_in.order_by("on", "pk"):
        substitutes[row.entrant_id] = (*substitutes.get(row.entrant_id, ()), row)
    names = told_apart(entrants)
    rows = tuple(
        Row(number, names[each.key], each, short.get(each.key, ()), substitutes.get(each.pk, ()))
        for number, each in enumerate(entrants, start=1)
    )
    paid = sum(1 for each in entrants if each.paid_on)
    return Entries(rows, paid * cup.fee, (len(rows) - paid) * cup.fee, len(short))
