"""All tables of an empty database at once, as the models are today; and those of version 1 under their new names.

Step by step a new site would spend ten times as long on making tables that later steps change. That both ways come to
the same is tested; decision 41 says why.
"""

from typing import Any

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, router, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from league.operations.actions.workplace import manage
from league.operations.databases import OperationError, own_database


def steps_to_take(connection: BaseDatabaseWrapper) -> list[Any]:
    """The migrations of today's code that the database lacks, in order, as Django's plan has them."""
    executor = MigrationExecutor(connection)
    return executor.migration_plan(executor.loader.graph.leaf_nodes())


def make_all_tables() -> None:
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


# --- a database of version 1 ------------------------------------------------------------------------------------------
APPS = {  # of version 1: that of version 2
    **dict.fromkeys(("accounts", "audit", "jobs"), "base"),
    **dict.fromkeys(("teams", "noticeboard"), "teams"),
    "fixtures": "schedule",
    "results": "results",
    "cups": "cups",
    **dict.fromkeys(("live", "availability", "lineups"), "matchnight"),
    "documents": "documents",
    **dict.fromkeys(("post", "following"), "notifications"),
    "treasury": "treasury",
    "screens": "pages",
    "agm": "seasons",
    **dict.fromkeys(("exchange", "api", "privacy", "webhooks"), "exchange"),
    "operations": "operations",
}
ELSEWHERE = {"post_latepenaltywaiver": "results_latepenaltywaiver"}
FIRST = "0001_initial"  # the step of each app that has all that version 1 ended with


def table_today(table: str) -> str:
    """What version 2 calls a table of version 1; one of neither keeps its name."""
    app, _, rest = table.partition("_")
    return ELSEWHERE.get(table) or (f"{APPS[app]}_{rest}" if app in APPS else table)


def is_of_version_one() -> bool:
    recorder = MigrationRecorder(connection)
    taken = recorder.applied_migrations() if recorder.has_table() else {}
    return ("accounts", FIRST) in taken and ("base", FIRST) not in taken


def leave_version_one() -> None:
    """Bring a database of version 1 to where version 2 begins. OperationError if its own last steps are refused."""
    words = ("migrate", "--no-input", "--skip-checks", "--verbosity", "0")
    manage(*words, "--settings", "league.site.settings.version_1", database=own_database())
    with transaction.atomic():
        rename_tables()
        move_content_types()
        note_first_steps()


def rename_tables() -> None:
    quoted = connection.ops.quote_name
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            if table_today(table) != table:
                cursor.execute(f"ALTER TABLE {quoted(table)} RENAME TO {quoted(table_today(table))}")
    # What came after the first steps is made by the next ones.
    first = MigrationLoader(connection).project_state([(app, FIRST) for app in sorted(set(APPS.values()))]).apps
    wanted = {model._meta.db_table for model in first.get_models(include_auto_created=True) if model._meta.managed}
    if missing := wanted - set(connection.introspection.table_names()):
        raise OperationError(f"Version 1 ends without these tables: {', '.join(sorted(missing))}.")


def move_content_types() -> None:
    """Each kind of row goes to its app of today; what is left of kinds that are gone goes, with its permissions."""
    today = {(model._meta.app_label, model._meta.model_name) for model in apps.get_models()}
    for kind in ContentType.objects.filter(app_label__in=APPS):
        app = ELSEWHERE.get(f"{kind.app_label}_{kind.model}", APPS[kind.app_label]).partition("_")[0]
        if app == kind.app_label:
            continue
        if (app, kind.model) in today and not ContentType.objects.filter(app_label=app, model=kind.model).exists():
            ContentType.objects.filter(pk=kind.pk).update(app_label=app)
        else:
            kind.delete()
    ContentType.objects.clear_cache()


def note_first_steps() -> None:
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.filter(app__in=APPS).delete()
    for app in sorted(set(APPS.values())):
        recorder.record_applied(app, FIRST)
