"""What every row is called in an archive, and every person: names that hang on no database.

Knows which fields a name is made of, and that rows without one are numbered as they were made. Runs inside the scope of
the league. Refuses to know what is in the rows.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from league.accounts.models import User
from league.importexport.archive.tables import BY_LABEL, HISTORY, PEOPLE, TRANSFERS, ArchiveTable
from league.importexport.archive.values import serialize_value
from league.teams.models import League

USER = User._meta.label
LEAGUE = "league"


class RowNames:
    """The names of one league's rows, worked out table by table as they are asked for."""

    def __init__(self, league: League) -> None:
        self.league = league
        self.people: dict[int, str] = {}
        self._rows: dict[str, dict[Any, str]] = {League._meta.label: {league.pk: LEAGUE}}

    def of(self, label: str, key: Any) -> str | None:
        """The name of the row with this key; None for one that is not there (any more), or is another league's."""
        if label == USER:
            return self.person(key)
        return self.all(BY_LABEL[label]).get(key)

    def all(self, kind: ArchiveTable) -> dict[Any, str]:
        """The names of a table's rows by their keys, in their order."""
        if kind.label not in self._rows:
            self._rows[kind.label] = dict(self._named(kind))
        return self._rows[kind.label]

    def person(self, key: int | None) -> str | None:
        """The name of a person, who is given one when first named."""
        return None if key is None else self.people.setdefault(key, f"{PEOPLE}/{len(self.people) + 1}")

    def _named(self, kind: ArchiveTable) -> Iterable[tuple[Any, str]]:
        fields = [kind.model._meta.get_field(name) for name in kind.called]
        for number, (key, *values) in enumerate(rows_of(kind, self.league).values_list("pk", *kind.called), start=1):
            parts = [self._part(field, value) for field, value in zip(fields, values, strict=True)] or [str(number)]
            yield key, "/".join([kind.name, *filter(None, parts)])

    def _part(self, field: Any, value: Any) -> str:
        """A part of a name; of a row that is pointed at, its own name without the table."""
        if not field.is_relation:
            return str(serialize_value(value))
        return (self.of(field.related_model._meta.label, value) or "").partition("/")[2]


def rows_of(kind: ArchiveTable, league: League) -> QuerySet[Any]:
    """A table's rows of this league, in the order in which they were made. Runs inside its scope."""
    if kind.model is League:
        return League.objects.filter(pk=league.pk)
    rows: QuerySet[Any] = kind.objects.all()
    if kind is HISTORY:
        rows = rows.filter(league_id=league.pk).exclude(verb__in=TRANSFERS)
    return rows.order_by(*kind.order)
