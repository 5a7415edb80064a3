"""Rows that have files go together with them. The caller holds the transaction."""

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import FileField, QuerySet


def delete_with_files(rows: QuerySet[Any]) -> None:
    """Delete rows, and once that is certain their files."""
    files = [field for field in rows.model._meta.concrete_fields if isinstance(field, FileField)]
    for row in list(rows) if files else ():
        for field in files:
            held = getattr(row, field.name)
            if held:
                transaction.on_commit(partial(held.storage.delete, held.name))
    rows.delete()
