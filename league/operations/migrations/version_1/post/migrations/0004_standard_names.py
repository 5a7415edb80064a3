"""Tables and columns take the names that the models have now; every row stays."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("post", "0003_players_asked_for"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameModel("Reading", "OutboxCursor"),
        migrations.RenameModel("Noted", "ProcessedEntry"),
        migrations.RenameModel("TextWish", "SmsOptIn"),
        migrations.RenameModel("Lenience", "LatePenaltyWaiver"),
        migrations.RenameModel("Unwanted", "OptOut"),
        # A constraint does not follow a field that is renamed.
        migrations.RemoveConstraint("OptOut", "post_unwanted_once"),
        migrations.RenameField("OptOut", "way", "channel"),
        migrations.AddConstraint(
            "OptOut",
            models.UniqueConstraint(fields=["user", "league", "kind", "channel"], name="post_unwanted_once"),
        ),
        migrations.RemoveConstraint("Message", "post_message_to_phone"),
        migrations.RenameField("Message", "way", "channel"),
        migrations.AddConstraint(
            "Message",
            models.CheckConstraint(condition=Q(phone=None) | Q(channel="push"), name="post_message_to_phone"),
        ),
    ]
