from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('teams', '0003_merges'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='role',
            name='teams_role_has_its_team',
        ),
        migrations.AddConstraint(
            model_name='role',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['captain', 'vice', 'player', 'scorer']), ('team__isnull', False)), models.Q(('kind__in', ['secretary', 'results', 'cups']), ('team__isnull', True)), _connector='OR'), name='teams_role_has_its_team'),
        ),
    ]
