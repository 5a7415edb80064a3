from django.db import migrations


class Migration(migrations.Migration):
    """On PostgreSQL 0013 took away, with the index of a season's league, the constraint that is one of that column too."""

    dependencies = [
        ('fixtures', '0014_by_address'),
    ]

    operations = [
        migrations.RunSQL(
            'CREATE UNIQUE INDEX IF NOT EXISTS fixtures_one_current_season ON fixtures_season (league_id) WHERE "current"',
            migrations.RunSQL.noop,
        ),
    ]
