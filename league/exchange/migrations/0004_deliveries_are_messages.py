from django.db import migrations

SAME = ("webhook_id", "made_at", "not_before", "attempts", "claimed_by", "claimed_at", "status", "error")


def make_messages(apps, schema_editor):
    """What was sent to webhooks, or waits, goes on as a message."""
    deliveries = apps.get_model("exchange", "WebhookDelivery").objects.select_related("webhook__by").order_by("pk")
    apps.get_model("notifications", "Message").objects.bulk_create(
        (_message(apps, delivery) for delivery in deliveries.iterator(chunk_size=500)), batch_size=500
    )


def _message(apps, delivery):
    state = "sent" if delivery.state == "delivered" else delivery.state
    if delivery.webhook.by.demo and state in ("waiting", "sending"):
        state = "withheld"
    return apps.get_model("notifications", "Message")(
        league_id=delivery.webhook.league_id, key=delivery.message_id, kind="webhook", channel="hook",
        subject=delivery.about, text=delivery.body, state=state, sent_at=delivery.delivered_at,
        **{name: getattr(delivery, name) for name in SAME},
    )


class Migration(migrations.Migration):

    dependencies = [
        ('exchange', '0003_past_figures'),
        ('notifications', '0002_webhooks'),
    ]

    operations = [
        migrations.RunPython(make_messages),
        migrations.DeleteModel(name='WebhookDelivery'),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name='Webhook')]),
    ]
