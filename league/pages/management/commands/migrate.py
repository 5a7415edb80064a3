"""`manage.py migrate`: Django's own, but that an empty database gets all tables at once, as the models are today.

Step by step a new site would spend ten times as long on making tables that later steps change. That both ways come to
the same is tested; decision 41 says why.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import connections, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

PARTLY = ("app_label", "check_unapplied", "fake", "fake_initial", "plan", "prune")  # only a step, or only a look


def steps_to_take(connection: BaseDatabaseWrapper) -> list[Any]:
    """The migrations of today's code that the database lacks, in order, as Django's plan has them."""
    executor = MigrationExecutor(connection)
    plan: list[Any] = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return plan


def is_migrated(connection: BaseDatabaseWrapper) -> bool:
    """Whether the database has taken every migration that lies beside the code, by their names: none is read."""
    names = {(app.label, name) for app in apps.get_app_configs() for name in _names_of_migrations(app.label)}
    return names <= MigrationRecorder(connection).applied_migrations().keys()


def _names_of_migrations(app: str) -> Iterator[str]:
    module, _ = MigrationLoader.migrations_module(app)
    found = find_spec(module) if module else None
    for place in (found and found.submodule_search_locations) or ():
        yield from (path.stem for path in Path(place).glob("[!_~]*.py"))


def make_all_tables(connection: BaseDatabaseWrapper, loader: MigrationLoader) -> None:
    """Make the tables of an empty database and note every migration as taken: all of it, or nothing where it ends."""
    recorder = MigrationRecorder(connection)
    with connection.schema_editor() as editor:
        for app in loader.migrated_apps:
            for model in router.get_migratable_models(apps.get_app_config(app), connection.alias):
                if model._meta.can_migrate(connection):
                    editor.create_model(model)
        call_command("createcachetable", "counts", database=connection.alias, verbosity=0)
        editor.create_model(recorder.Migration)
        for app, name in loader.graph.nodes:
            recorder.record_applied(app, name)


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        if not any(options[each] for each in PARTLY) and not connection.introspection.table_names():
            loader = MigrationLoader(connection)
            if loader.migrated_apps:  # else somebody wants none of the steps, and Django makes the tables by itself
                make_all_tables(connection, loader)
        super().handle(*args, **options)
