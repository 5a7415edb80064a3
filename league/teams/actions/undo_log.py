"""The rows that an import created and changed, and undoing exactly that.

For rows and values of whatever app; one whose rows take more than this to undo has an action of its own.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.text import capfirst


def references_to(
    rows: Sequence[models.Model], *, besides: Collection[models.Model] = ()
) -> dict[models.Model, tuple[str, ...]]:
    """What points at each row, in words ("3 registrations"), but for the rows of `besides`: one query a relation."""
    references: dict[models.Model, tuple[str, ...]] = {}
    by_key = {row.pk: row for row in rows}
    for relation in rows[0]._meta.get_fields(include_hidden=True) if rows else ():
        if not (relation.auto_created and not relation.concrete and relation.is_relation):
            continue
        model = relation.related_model
        if model is None or isinstance(model, str) or model._meta.auto_created:
            continue
        name = relation.field.name  # type: ignore[union-attr]
        ours = {each.pk for each in besides if type(each) is model}
        keys: Any = models.QuerySet(model).filter(**{f"{name}__in": list(by_key)}).values_list("pk", name)
        for key, number in Counter(to for pk, to in keys if pk not in ours and to in by_key).items():
            noun = model._meta.verbose_name if number == 1 else model._meta.verbose_name_plural
            row = by_key[key]
            references[row] = (*references.get(row, ()), f"{number} {noun}")
    return references


def sentence_name(row: models.Model) -> str:
    return capfirst(str(row))


MAX_REASONS = 20  # of those that are shown


@dataclass(frozen=True, slots=True)
class RowChange:
    """`before` is None for a row that was made."""

    kind: str
    key: int
    before: dict[str, Any] | None = None
    after: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> list[Any]:
        return [self.kind, self.key, self.before, self.after]


def row_created(row: models.Model) -> RowChange:
    values = {field.attname: _json_value(getattr(row, field.attname)) for field in row._meta.concrete_fields}
    return RowChange(row._meta.model_name or "", row.pk, None, values)


def change_row(row: models.Model, values: Mapping[str, object]) -> RowChange | None:
    """None if they were its values already."""
    before = {name: _json_value(getattr(row, name)) for name in values}
    after = {name: _json_value(value) for name, value in values.items()}
    if before == after:
        return None
    for name, value in values.items():
        setattr(row, name, value)
    row.full_clean()
    row.save(update_fields=sorted(values))
    return RowChange(row._meta.model_name or "", row.pk, before, after)


def undo_changes(marks: Sequence[RowChange], of: Iterable[type[models.Model]]) -> list[models.Model]:
    """The caller holds the rows. ValidationError, and nothing undone, if anything was built on them since."""
    kinds = {model._meta.model_name or "": model for model in of}
    pairs = [(mark, row) for kind, model in kinds.items() for mark, row in _rows(kind, model, marks)]
    rows = [row for _, row in pairs if row is not None]
    reasons = list(_reasons(pairs, rows))
    if reasons:
        raise ValidationError(reasons[:MAX_REASONS])
    for mark, row in pairs:
        if row is not None and mark.before is not None:
            for name, value in mark.before.items():
                setattr(row, getattr(row._meta.get_field(name), "attname", name), value)
            row.full_clean()
            row.save(update_fields=sorted(mark.before))
    for model in reversed(kinds.values()):
        made_ones = [row.pk for mark, row in pairs if mark.before is None and type(row) is model and row]
        models.QuerySet(model).filter(pk__in=made_ones).delete()
    return rows


def _rows(
    kind: str, model: type[models.Model], marks: Iterable[RowChange]
) -> list[tuple[RowChange, models.Model | None]]:
    mine = [mark for mark in marks if mark.kind == kind]
    rows: dict[Any, models.Model] = models.QuerySet(model).in_bulk([mark.key for mark in mine])
    return [(mark, rows.get(mark.key)) for mark in mine]


def _reasons(pairs: Sequence[tuple[RowChange, models.Model | None]], rows: Sequence[models.Model]) -> Iterator[str]:
    leaning: dict[models.Model, tuple[str, ...]] = {}
    for model in dict.fromkeys(type(row) for row in rows):
        new = [row for mark, row in pairs if type(row) is model and row and mark.before is None]
        leaning |= references_to(new, besides=rows)
    for mark, row in pairs:
        if row is None:
            yield "Something it added is no longer there."
        elif {name: _json_value(getattr(row, name)) for name in mark.after} != mark.after:
            yield f"{sentence_name(row)} has changed since."
        elif row in leaning:
            yield f"{sentence_name(row)} has {' and '.join(leaning[row])} since."


def _json_value(value: object) -> Any:
    if isinstance(value, models.Model):
        return value.pk
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, time):
        return value.strftime("%H:%M:%S")
    if isinstance(value, Decimal):
        return str(value)
    return value.isoformat() if isinstance(value, date) else value
