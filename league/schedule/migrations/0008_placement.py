"""The table of where teams go after a season takes the name that its model has now; every row stays."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("fixtures", "0007_own_rules")]

    operations = [migrations.RenameModel("Fate", "Placement")]
