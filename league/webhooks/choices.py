"""What a webhook can be told of, what became of a delivery, and why one was switched off."""

from django.db.models import TextChoices


class WebhookEvent(TextChoices):
    """The `type` of a payload. The test is sent by its button alone and cannot be chosen."""

    RESULT = "result.confirmed", "Each result, once it stands"
    NIGHT = "night.results", "All results and tables of a night, at 10am the day after"
    FIXTURES = "week.fixtures", "Next week’s fixtures, at 10am on Sunday"
    TEST = "webhook.test", "Test"


CHOSEN = (WebhookEvent.RESULT, WebhookEvent.NIGHT, WebhookEvent.FIXTURES)


class DeliveryState(TextChoices):
    WAITING = "waiting", "Waiting"
    SENDING = "sending", "Sending"
    DELIVERED = "delivered", "Delivered"
    FAILED = "failed", "Not delivered"
