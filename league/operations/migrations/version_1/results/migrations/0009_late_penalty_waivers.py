"""That a late card costs nothing is decided here: the table was made by `post`, which has handed it over."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("fixtures", "0015_one_current_season"),
        ("results", "0008_receipts_whole"),
        ("post", "0014_waivers_of_results"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="LatePenaltyWaiver",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                        ),
                        ("at", models.DateTimeField()),
                        ("by", models.ForeignKey(settings.AUTH_USER_MODEL, django.db.models.deletion.PROTECT, related_name="+")),
                        ("entry", models.ForeignKey("fixtures.entry", django.db.models.deletion.CASCADE, related_name="+")),
                        ("fixture", models.ForeignKey("fixtures.fixture", django.db.models.deletion.CASCADE, related_name="+")),
                    ],
                    options={
                        "db_table": "post_latepenaltywaiver",
                        "verbose_name_plural": "leniences",
                        "constraints": [models.UniqueConstraint(fields=("fixture", "entry"), name="post_lenient_once")],
                    },
                )
            ]
        )
    ]
