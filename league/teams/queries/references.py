"""What refers to rows: everything in the database that points at them, and would be lost or left hanging without."""

from collections import Counter
from collections.abc import Collection, Sequence

from django.db import models
from django.utils.text import capfirst


def references_to(
    rows: Sequence[models.Model], *, besides: Collection[models.Model] = ()
) -> dict[models.Model, tuple[str, ...]]:
    """What points at each of some rows of one model, in words ("3 registrations"), but for the rows of `besides`.

    One query for each relation, however many rows. Asked of the database and not of a list, so that an app above that
    keeps something about a row is heard too.
    """
    found: dict[models.Model, tuple[str, ...]] = {}
    by_key = {row.pk: row for row in rows}
    for relation in rows[0]._meta.get_fields(include_hidden=True) if rows else ():
        if not (relation.auto_created and not relation.concrete and relation.is_relation):
            continue
        model = relation.related_model
        if model is None or isinstance(model, str) or model._meta.auto_created:
            continue
        name = relation.field.name  # type: ignore[union-attr]
        ours = {each.pk for each in besides if type(each) is model}
        keys = model._base_manager.filter(**{f"{name}__in": list(by_key)}).values_list("pk", name)  # noqa: SLF001
        for key, number in Counter(to for pk, to in keys if pk not in ours and to in by_key).items():
            noun = model._meta.verbose_name if number == 1 else model._meta.verbose_name_plural
            row = by_key[key]
            found[row] = (*found.get(row, ()), f"{number} {noun}")
    return found


def sentence_name(row: models.Model) -> str:
    """A row as it is called at the beginning of a sentence."""
    return capfirst(str(row))
