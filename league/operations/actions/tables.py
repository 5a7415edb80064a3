"""All tables of an empty database at once, as the models are today.

Step by step a new site would spend ten times as long on making tables that later steps change. That both ways come to
the same is tested; decision 41 says why.
"""

from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.db import connection, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


def steps_to_take(connection: BaseDatabaseWrapper) -> list[Any]:
    """The migrations of today's code that the database lacks, in order, as Django's plan has them."""
    executor = MigrationExecutor(connection)
    plan: list[Any] = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return plan


def make_all_tables() -> None:
    """Make the tables and note every migration as taken: all of it, or nothing where it ends."""
    loader, recorder = MigrationLoader(connection), MigrationRecorder(connection)
    with connection.schema_editor() as editor:
        for app in loader.migrated_apps:
            for model in router.get_migratable_models(apps.get_app_config(app), connection.alias):
                if model._meta.can_migrate(connection):
                    editor.create_model(model)
        call_command("createcachetable", "counts", verbosity=0)
        editor.create_model(recorder.Migration)
        for app, name in loader.graph.nodes:
            recorder.record_applied(app, name)
