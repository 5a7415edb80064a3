from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("cups", "0005_cups_in_progress_or_cancelled")]

    operations = [
        migrations.RenameField("cup", "through", "qualifiers"),
        migrations.RenameField("cup", "most", "max_entrants"),
        migrations.RenameField("entrant", "out_at", "withdrawn_at"),
    ]
