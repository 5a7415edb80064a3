from django.db import migrations, models


class Migration(migrations.Migration):
    operations = [
        migrations.CreateModel("Year", [("id", models.BigAutoField(primary_key=True)), ("name", models.TextField())])
    ]
