"""No index of the beginnings of receipts, which `unique=True` makes on PostgreSQL.

There the constraint with its index takes its new name, so that no card waits: made anew, they would keep everybody from
sending one for as long as that takes, two minutes with ten million.
"""

from django.conf import settings
from django.db import migrations, models

NAME = 'results_submission_receipt'


class NameConstraint(migrations.SeparateDatabaseAndState):
    def database_forwards(self, app_label, editor, from_state, to_state):
        model = from_state.apps.get_model(app_label, 'submission')
        old = editor._constraint_names(model, ['receipt'], unique=True, primary_key=False)
        if not old or editor.connection.vendor != 'postgresql':
            return super().database_forwards(app_label, editor, from_state, to_state)
        table, quoted = model._meta.db_table, editor.quote_name
        editor.execute(f'ALTER TABLE {quoted(table)} RENAME CONSTRAINT {quoted(old[0])} TO {quoted(NAME)}')
        beginnings = editor._create_index_name(table, ['receipt'], suffix='_like')
        editor.execute(f'DROP INDEX IF EXISTS {quoted(beginnings)}')


UNIQUE_BY_NAME = [
    migrations.AlterField(
        model_name='submission',
        name='receipt',
        field=models.CharField(max_length=12),
    ),
    migrations.AddConstraint(
        model_name='submission',
        constraint=models.UniqueConstraint(fields=('receipt',), name=NAME),
    ),
]


class Migration(migrations.Migration):

    dependencies = [
        ('fixtures', '0014_by_address'),
        ('results', '0007_no_index_twice'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [NameConstraint(UNIQUE_BY_NAME, UNIQUE_BY_NAME)]
