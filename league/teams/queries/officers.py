"""Who holds which office of a league, as its pages and papers say it."""

from collections.abc import Iterable

from django.db.models import QuerySet

from league.teams.models import League, Officer


def officers_of(league: League) -> QuerySet[Officer]:
    """Everybody with an office, in the order in which the league names them."""
    found: QuerySet[Officer] = Officer.objects.filter(league=league)
    return found.order_by("place", "pk")


def officers_to_ring(league: League, known: Iterable[str] = ()) -> list[Officer]:
    """Those who may be rung or written to, without those whose names are `known` to the reader already."""
    told = {name.casefold() for name in known}
    return [each for each in officers_of(league) if (each.phone or each.email) and each.name.casefold() not in told]


def offices_on_paper(league: League, usual: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Each office once, and who holds it: several are named together. Where none is set, the usual ones and "".

    One query.
    """
    held: dict[str, list[str]] = {}
    for each in officers_of(league):
        held.setdefault(each.title, []).append(each.name)
    return tuple((title, ", ".join(names)) for title, names in held.items()) or tuple((title, "") for title in usual)
