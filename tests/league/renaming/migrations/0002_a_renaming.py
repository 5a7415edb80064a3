from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("seasons", "0001_initial")]
    operations = [migrations.RenameField("year", "name", "title")]
