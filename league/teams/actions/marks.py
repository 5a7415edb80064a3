"""What bringing in a spreadsheet has made and changed, and taking exactly that back.

Knows rows and values, of whatever app. An app whose rows take more than this to bring back has an action of its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from league.teams.queries.leaning import leaning_on, named


@dataclass(frozen=True, slots=True)
class Mark:
    """One row that was made (`before` None) or changed, and what stood in its fields before and after."""

    kind: str
    key: int
    before: dict[str, Any] | None = None
    after: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> list[Any]:
        return [self.kind, self.key, self.before, self.after]


def made(row: models.Model) -> Mark:
    values = {field.attname: _stored(getattr(row, field.attname)) for field in row._meta.concrete_fields}
    return Mark(row._meta.model_name or "", row.pk, None, values)


def change(row: models.Model, values: Mapping[str, object]) -> Mark | None:
    """Give a row other values and save them; None if they were its values already."""
    before = {name: _stored(getattr(row, name)) for name in values}
    after = {name: _stored(value) for name, value in values.items()}
    if before == after:
        return None
    for name, value in values.items():
        setattr(row, name, value)
    row.full_clean()
    row.save(update_fields=sorted(values))
    return Mark(row._meta.model_name or "", row.pk, before, after)


def take_back(marks: Sequence[Mark], of: Iterable[type[models.Model]]) -> list[models.Model]:
    """Delete what was made and give what was changed its old values; the rows, as they were. The caller holds them.

    ValidationError with everything that has been built on it since, and then nothing is taken back.
    """
    kinds = {model._meta.model_name: model for model in of}
    rows = [(mark, kinds[mark.kind].objects.filter(pk=mark.key).first()) for mark in marks]  # type: ignore[attr-defined]
    there = [row for _, row in rows if row is not None]
    reasons = [reason for mark, row in rows for reason in _reasons(mark, row, there)]
    if reasons:
        raise ValidationError(reasons)
    for mark, row in reversed(rows):
        assert row is not None
        if mark.before is None:
            row.delete()
        else:
            for name, value in mark.before.items():
                setattr(row, row._meta.get_field(name).attname, value)
            row.full_clean()
            row.save(update_fields=sorted(mark.before))
    return there


def _reasons(mark: Mark, row: models.Model | None, there: Sequence[models.Model]) -> Iterator[str]:
    if row is None:
        yield "Something that came with it is no longer there."
        return
    if {name: _stored(getattr(row, name)) for name in mark.after} != mark.after:
        yield f"{named(row)} has been changed since."
    elif mark.before is None and (leaning := leaning_on(row, besides=there)):
        yield f"{named(row)} has {' and '.join(leaning)} since."


def _stored(value: object) -> Any:
    """A value as JSON keeps it: rows by key, days and times as text."""
    if isinstance(value, models.Model):
        return value.pk
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, time):
        return value.strftime("%H:%M:%S")
    return value.isoformat() if isinstance(value, date) else value
