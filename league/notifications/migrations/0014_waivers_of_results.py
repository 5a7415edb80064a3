"""That a late card costs nothing is decided by `results`: its table goes there."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("post", "0013_mail_about_sign_ins"), ("results", "0008_receipts_whole")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.AlterModelTable("LatePenaltyWaiver", "results_latepenaltywaiver")],
            state_operations=[migrations.DeleteModel("LatePenaltyWaiver")],
        )
    ]
