from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('treasury', '0002_closed_years'),
    ]

    operations = [
        migrations.AddField(
            model_name='treasurysettings',
            name='proposed_at_entry',
            field=models.PositiveBigIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name='treasurysettings',
            name='proposed_on',
            field=models.DateField(editable=False, null=True),
        ),
    ]
