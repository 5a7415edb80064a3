from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("teams", "0010_colours_and_crests")]

    operations = [migrations.RenameField("player", "same_as", "merged_into")]
