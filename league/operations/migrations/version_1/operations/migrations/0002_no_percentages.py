"""The share of answers in time is no longer counted; the day from which outages are noted is kept."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def keep_first_day(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    first = apps.get_model("operations", "AnswerDay").objects.order_by("day").values_list("day", flat=True).first()
    apps.get_model("operations", "Heartbeat").objects.update(since=first)


class Migration(migrations.Migration):
    dependencies = [("operations", "0001_initial")]

    operations = [
        migrations.AddField("heartbeat", "since", models.DateField(null=True)),
        migrations.RunPython(keep_first_day, migrations.RunPython.noop),
        migrations.DeleteModel("AnswerDay"),
    ]
