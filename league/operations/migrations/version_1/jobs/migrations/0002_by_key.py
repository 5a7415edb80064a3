"""The latest jobs for one thing are asked for on pages."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("jobs", "0001_initial")]
    operations = [
        migrations.AddIndex(
            model_name="job",
            index=models.Index(fields=["key", "-created_at"], name="jobs_by_key"),
        )
    ]
