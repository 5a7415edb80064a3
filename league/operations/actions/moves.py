"""Carrying every row over to another database, of either kind: in one transaction, compared value by value."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connections, transaction
from django.db.models import Model, QuerySet
from django_scopes import scopes_disabled

from league.operations.actions.backups import Proof, retally
from league.operations.actions.workplace import manage, one_at_a_time, site_stopped
from league.operations.databases import Database, OperationError, database_at, own_database

TARGET = "target"
BATCH = 500


@dataclass(frozen=True, slots=True)
class DatabaseMove:
    """What was carried over: rows of how many tables, and what retallying them there came to."""

    rows: int
    tables: int
    proof: Proof


def move_to(*, url: str) -> DatabaseMove:
    """Carry the site's rows over to an empty database. The site must not be running; its own database stays."""
    source, target = own_database(), database_at(url)
    if source.url == target.url:
        raise OperationError("That is the database that the site is on.")
    with one_at_a_time(), site_stopped():
        source.refuse_sessions()
        target.refuse_sessions()
        if target.holds_people():
            raise OperationError("There are people in that database already. Name an empty one.")
        _refuse_old_tables(source)
        manage("make_tables", database=target)
        rows, tables = _carry_over(target)
        proof = retally(target)
        if proof.changed:
            raise OperationError(f"On the new database, of {proof}. The site’s own is as it was: go on using it.")
    return DatabaseMove(rows, tables, proof)


def _refuse_old_tables(source: Database) -> None:
    try:
        manage("migrate", "--check", database=source)
    except OperationError as error:
        raise OperationError("The site’s own database is not up to date. Type `double-six upgrade` first.") from error


def _carry_over(target: Database) -> tuple[int, int]:
    connections.settings[TARGET] = connections.configure_settings({"default": target.django_settings()})["default"]
    models = [each for each in apps.get_models(include_auto_created=True) if each._meta.managed]
    with scopes_disabled(), transaction.atomic(), transaction.atomic(using=TARGET):
        for model in models:
            QuerySet(model, using=TARGET).delete()  # what migrating has put there
        rows = sum(_copy(model) for model in models)
        if differing := [model._meta.db_table for model in models if not _is_same(model)]:
            raise OperationError(f"These tables came out differently, so nothing was carried over: {differing}")
        with connections[TARGET].cursor() as cursor:
            for statement in connections[TARGET].ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
    connections[TARGET].close()
    return rows, len(models)


def _copy(model: Any) -> int:
    """Every row with its own key."""
    number = 0
    batch: list[Model] = []
    for row in QuerySet[Model](model).order_by("pk").iterator(BATCH):
        batch.append(row)
        if len(batch) == BATCH:
            number += len(QuerySet[Model](model, using=TARGET).bulk_create(batch))
            batch = []
    return number + len(QuerySet[Model](model, using=TARGET).bulk_create(batch))


def _is_same(model: Any) -> bool:
    pairs = zip_longest(_values(model, "default"), _values(model, TARGET))
    return all(one == other for one, other in pairs)


def _values(model: Any, using: str) -> Iterator[tuple[object, ...]]:
    names = [field.attname for field in model._meta.concrete_fields]
    return QuerySet(model, using=using).order_by("pk").values_list(*names).iterator(BATCH)
