"""`manage.py make_tables`: the tables of today, of an empty database, of an earlier one, or of one of version 1."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from league.operations.actions.tables import is_of_version_one, leave_version_one, make_all_tables
from league.operations.databases import OperationError


class Command(BaseCommand):
    help = (
        "Make all tables of an empty database at once; elsewhere take the migrations that it lacks, of version 1 too."
    )

    def handle(self, **_options: Any) -> None:
        if not connection.introspection.table_names():
            make_all_tables()
        elif is_of_version_one():
            try:
                leave_version_one()
            except OperationError as error:
                raise CommandError(f"Nothing was changed that version 1 does not know. {error}") from error
        call_command("migrate", interactive=False, verbosity=0)
