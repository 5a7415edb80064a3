"""A column's value as JSON, and back: one form for each type of column, whatever database it comes from.

Moments are in UTC, days and hours as ISO has them, amounts as text. What is read is checked as a form would check it,
and must be written again just as it was. Knows columns. Refuses to know what they mean, and what points at what.
"""

import math
from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, TypeAlias
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.dateparse import parse_datetime

from league.importexport.archive.tables import ArchiveTable, table_of

Column: TypeAlias = "models.Field[Any, Any]"
Columns: TypeAlias = "models.ManyToManyField[Any, Any]"  # points at several rows


def columns(kind: ArchiveTable) -> Iterator[Column]:
    """The columns that an archive has of a table: not its key, and not its league, which is the archive's."""
    for column in kind.model._meta.concrete_fields:
        of_league = column.is_relation and column.related_model._meta.label == "teams.League"  # type: ignore[union-attr]
        if not (of_league or column.name in {*kind.without, "id", "league_id"}):
            yield column


def lists(kind: ArchiveTable) -> tuple[Columns, ...]:
    """The columns that point at several rows."""
    return tuple(kind.model._meta.many_to_many)


def serialize_value(value: Any) -> Any:
    """A plain value as JSON."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
        case date() | time():
            return value.isoformat()
        case Decimal() | UUID():
            return str(value)
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
    found = _parse_json(column, value)
    if serialize_value(found) != value or type(serialize_value(found)) is not type(value):
        raise ValidationError(f"{_shorten(value)} is not how this is written")
    allowed = column.flatchoices
    if allowed and found not in dict(allowed) and not (column.blank and found in column.empty_values):
        raise ValidationError(f"{_shorten(value)} is not one of {', '.join(str(each) for each, _ in allowed)}")
    column.run_validators(found)
    return found


def _parse_json(column: Column, value: Any) -> Any:
    try:
        return parse_datetime(value) if isinstance(column, models.DateTimeField) else column.to_python(value)
    except (TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise ValidationError(f"{_shorten(value)} is not how this is written") from error


def _shorten(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{shown[:37]}..."


def points_at(column: Column) -> str | None:
    """The label of the table that a column points at, if it does."""
    return column.related_model._meta.label if column.is_relation else None  # type: ignore[union-attr]


def leads_out(column: Column) -> bool:
    """Whether a column points at a table that does not go along."""
    label = points_at(column)
    return label is not None and label != "accounts.User" and table_of(column.related_model) is None
