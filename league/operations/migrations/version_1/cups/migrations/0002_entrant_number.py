"""Entrants have a number on their cup's list: those who are there keep the one that the draws know them by."""

from django.db import migrations, models


def keep_their_keys(apps, schema_editor):
    apps.get_model("cups", "Entrant")._base_manager.update(number=models.F("pk"))


class Migration(migrations.Migration):
    dependencies = [("cups", "0001_initial")]

    operations = [
        migrations.AddField(
            "entrant", "number", models.PositiveIntegerField(default=0, verbose_name="number on the list of entries"),
            preserve_default=False,
        ),
        migrations.RunPython(keep_their_keys, migrations.RunPython.noop),
        migrations.AddConstraint(
            "entrant", models.UniqueConstraint(fields=("cup", "number"), name="cups_entrant_number")
        ),
    ]
