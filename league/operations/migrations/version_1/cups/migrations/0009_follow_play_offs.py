"""Play-offs that were decided while nothing finished them are looked at once more, as if a result had come in."""

from django.db import migrations
from django.db.models import F


def follow_again(apps, schema_editor):
    cups = apps.get_model("cups", "Cup")._base_manager.using(schema_editor.connection.alias)
    drawn = cups.filter(state="drawn", division__competition__play_off_of__isnull=False)
    drawn.update(followed_standing=F("followed_standing") + 1)


class Migration(migrations.Migration):
    dependencies = [("cups", "0008_returned_to_a_cup")]
    operations = [migrations.RunPython(follow_again, migrations.RunPython.noop)]
