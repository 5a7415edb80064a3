"""What every row is called in an archive, and every person: names that hang on no database.

Runs inside the scope of the league. Below are the columns that an archive has of a table, and their values as JSON: one
form for each type of column, whatever database it comes from. Moments are in UTC, days and hours as ISO has them,
amounts as text.
"""

import math
from base64 import b64encode
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, TypeAlias
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import QuerySet
from django.utils.dateparse import parse_datetime

from league.base.accounts.models import User
from league.exchange.archive.tables import BY_LABEL, HISTORY, PEOPLE, TRANSFERS, ArchiveTable
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


# --- a column's value as JSON, and back -------------------------------------------------------------------------------
Column: TypeAlias = "models.Field[Any, Any]"
Columns: TypeAlias = "models.ManyToManyField[Any, Any]"  # points at several rows


def columns(kind: ArchiveTable) -> Iterator[Column]:
    """The columns that an archive has of a table: not its key, and not its league, which is the archive's."""
    for column in kind.model._meta.concrete_fields:
        of_league = column.is_relation and column.related_model._meta.label == "teams.League"  # type: ignore[union-attr]
        if not (of_league or column.name in {*kind.fill, "id", "league_id"}):
            yield column


def lists(kind: ArchiveTable) -> tuple[Columns, ...]:
    return tuple(kind.model._meta.many_to_many)


def serialize_value(value: Any) -> Any:
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
        case date() | time():
            return value.isoformat()
        case Decimal() | UUID():
            return str(value)
        case bytes() | memoryview():
            return b64encode(value).decode()
    return value


def parse_value(column: Column, value: Any) -> Any:
    """The value that `serialize_value` wrote; ValidationError says what is wrong with it."""
    if value is None:
        if not column.null:
            raise ValidationError("must have a value")
        return None
    if isinstance(column, models.JSONField):
        return value
    if isinstance(value, float) and not math.isfinite(value):
        raise ValidationError("is no number")
    python_value = _parse_json(column, value)
    again = serialize_value(python_value)
    if again != value or type(again) is not type(value):
        raise ValidationError(f"{_shorten(value)} is not how this is written")
    allowed = dict(column.flatchoices) if column.choices else {}
    if allowed and python_value not in allowed and not (column.blank and python_value in column.empty_values):
        raise ValidationError(f"{_shorten(value)} is not one of {', '.join(str(each) for each in allowed)}")
    column.run_validators(python_value)
    return python_value


def _parse_json(column: Column, value: Any) -> Any:
    try:
        return parse_datetime(value) if isinstance(column, models.DateTimeField) else column.to_python(value)
    except (TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise ValidationError(f"{_shorten(value)} is not how this is written") from error


def _shorten(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def points_at(column: Column) -> str | None:
    """The label of the table that a column points at, if it does."""
    return column.related_model._meta.label if column.is_relation else None  # type: ignore[union-attr]
