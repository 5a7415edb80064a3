from django.core.management import call_command
from django.db import migrations


def make_table(apps, schema_editor):
    """The table of Django's own cache in the database: how often somebody has tried something."""
    call_command("createcachetable", "counts", database=schema_editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [migrations.RunPython(make_table, migrations.RunPython.noop)]
