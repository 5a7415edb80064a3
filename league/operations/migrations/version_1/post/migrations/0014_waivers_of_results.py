"""That a late card costs nothing is decided by `results`, which has the table from here on."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("post", "0013_mail_about_sign_ins"), ("results", "0008_receipts_whole")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel("LatePenaltyWaiver")]
        )
    ]
