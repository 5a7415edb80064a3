"""What leans on a row: everything in the database that points at it, which would be lost or left hanging without it."""

from collections.abc import Collection

from django.db import models
from django.utils.text import capfirst


def leaning_on(row: models.Model, *, besides: Collection[models.Model] = ()) -> tuple[str, ...]:
    """What points at a row, in words ("3 registrations"), but for the rows of `besides`; a query for each relation.

    Asked of the database and not of a list, so that an app above that keeps something about the row is heard too.
    """
    found: list[str] = []
    for relation in row._meta.get_fields(include_hidden=True):
        if not (relation.auto_created and not relation.concrete and relation.is_relation):
            continue
        model = relation.related_model
        if model is None or isinstance(model, str):
            continue
        held = model._base_manager.filter(**{relation.field.name: row.pk})  # type: ignore[union-attr] # noqa: SLF001
        ours = [each.pk for each in besides if type(each) is model]
        number = held.exclude(pk__in=ours).count()
        if number and not model._meta.auto_created:
            noun = model._meta.verbose_name if number == 1 else model._meta.verbose_name_plural
            found.append(f"{number} {noun}")
    return tuple(found)


def named(row: models.Model) -> str:
    """A row as it is called at the beginning of a sentence."""
    return capfirst(str(row))
