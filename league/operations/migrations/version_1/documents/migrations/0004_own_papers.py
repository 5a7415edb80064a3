from django.db import migrations, models

AUDIENCES = [
    ("public", "everybody"),
    ("officers", "officers of the league"),
    ("secretary", "the secretary"),
    ("own", "whoever asked for it"),
]


class Migration(migrations.Migration):
    dependencies = [("documents", "0003_closed_years")]

    operations = [
        migrations.AlterField(
            "paper",
            "audience",
            models.CharField(choices=AUDIENCES, default="public", max_length=10),
        )
    ]
