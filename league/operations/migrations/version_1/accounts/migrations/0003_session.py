from hashlib import sha256

import django.db.models.deletion
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models


def carry_over(apps, schema_editor):
    """Nobody is signed out by the upgrade; the table that Django made is emptied in the first night."""
    Session, User = apps.get_model("accounts", "Session"), apps.get_model("accounts", "User")
    people = set(User.objects.values_list("pk", flat=True))
    decode = SessionStore().decode
    rows = []
    for old in apps.get_model("sessions", "Session").objects.all():
        data = decode(old.session_data)
        if not data:  # or signed with another key
            continue
        person = data.get(SESSION_KEY)
        rows.append(
            Session(
                session_key=old.session_key, session_data=old.session_data, expire_date=old.expire_date,
                user_id=int(person) if person and int(person) in people else None,
                digest=sha256(old.session_key.encode()).hexdigest(),
            )
        )  # fmt: skip
    Session.objects.bulk_create(rows, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_counts"), ("sessions", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Session",
            fields=[
                ("session_key", models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key")),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("user", models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="sessions", to=settings.AUTH_USER_MODEL)),
            ],
            options={"verbose_name": "session", "verbose_name_plural": "sessions", "abstract": False},
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
    ]
