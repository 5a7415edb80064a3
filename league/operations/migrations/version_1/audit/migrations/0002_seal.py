"""The chain of the history: every entry that is there is sealed in the order of its number."""

import secrets
from itertools import groupby

import django.db.models.deletion
from django.db import migrations, models

from league.base.audit.values import digest_of_entry, head_after


def seal_what_is_there(apps, schema_editor):
    Entry, Seal, Subject = (apps.get_model("audit", name) for name in ("Entry", "Seal", "Subject"))
    about = {}
    for key, kind, row in Subject.objects.order_by("entry_id", "kind", "key").values_list("entry_id", "kind", "key"):
        about.setdefault(key, []).append([kind, row])
    for league_id, entries in groupby(Entry.objects.order_by("league_id", "pk"), key=lambda entry: entry.league_id):
        head, links = "", []
        for number, entry in enumerate(entries, start=1):
            salt = secrets.token_hex(16)
            content = (entry.pk, league_id, entry.at, entry.by_id, entry.verb, entry.words, entry.reason,
                       entry.before, entry.after, about.get(entry.pk, []))
            digest = digest_of_entry(salt, content)
            head = head_after(head, number, digest)
            links.append(Seal(entry=entry, league_id=league_id, number=number, salt=salt, digest=digest, head=head))
        Seal.objects.bulk_create(links, batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('audit', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Seal',
            fields=[
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='seal', serialize=False, to='audit.entry')),
                ('league_id', models.BigIntegerField(null=True)),
                ('number', models.PositiveBigIntegerField()),
                ('salt', models.CharField(blank=True, max_length=32)),
                ('digest', models.CharField(max_length=64)),
                ('head', models.CharField(max_length=64)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('league_id', 'number'), name='audit_one_chain_each')],
            },
        ),
        migrations.RunPython(seal_what_is_there, migrations.RunPython.noop),
    ]
