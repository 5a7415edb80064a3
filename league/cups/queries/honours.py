"""The honours board by year and by trophy, and what one team or one player has on it.

Runs inside the scope of a league; one query for the lines, and one for the players they lead to.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from league.cups.models import Honour
from league.teams.models import Player, Team


@dataclass(frozen=True, slots=True)
class HonourGroup:
    """Lines under one heading: of a year, or of one trophy in one decade."""

    heading: str
    honours: tuple[Honour, ...]


@dataclass(frozen=True, slots=True)
class HonourSection:
    """A decade with its years, or a trophy with its decades."""

    heading: str
    groups: tuple[HonourGroup, ...]


def honours() -> QuerySet[Honour]:
    """Every line, the latest first. Players under 18 are led to from nowhere."""
    grown = Player.objects.filter(under_18=False)
    rows: QuerySet[Honour] = Honour.objects.select_related("team").prefetch_related(Prefetch("players", grown))
    return rows.order_by("-year", "title", "pk")


def honours_of(*, player: Player | None = None, team: Team | None = None) -> list[Honour]:
    """What a player or a team has won, the latest first: one query."""
    theirs = Honour.objects.filter(team=team) if player is None else Honour.objects.filter(players=player)
    return list(theirs.order_by("-year", "title", "pk"))


def by_year(rows: Iterable[Honour]) -> list[HonourSection]:
    return [
        HonourSection(
            decade, tuple(HonourGroup(str(year), tuple(rows)) for year, rows in _grouped(of_decade, "shown_year"))
        )
        for decade, of_decade in _by_decade(rows)
    ]


def by_trophy(rows: Iterable[Honour]) -> list[HonourSection]:
    """Trophy by trophy in the order of their names, and within each decade by decade."""
    trophies = sorted(_grouped(rows, "title"), key=lambda each: str(each[0]).casefold())
    return [
        HonourSection(str(title), tuple(HonourGroup(decade, tuple(rows)) for decade, rows in _by_decade(of_title)))
        for title, of_title in trophies
    ]


def _grouped(rows: Iterable[Honour], name: str) -> list[tuple[object, list[Honour]]]:
    found: dict[object, list[Honour]] = {}
    for row in rows:
        found.setdefault(getattr(row, name), []).append(row)
    return list(found.items())


def _by_decade(rows: Iterable[Honour]) -> list[tuple[str, list[Honour]]]:
    found: dict[str, list[Honour]] = {}
    for row in rows:
        found.setdefault(f"{row.year // 10 * 10}s", []).append(row)
    return list(found.items())
