"""What a webhook is told, as JSON and as a message that waits; the webhooks of a league with what was sent to them."""

import json
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from django.db.models import QuerySet

from league.notifications.choices import Channel, MessageKind, MessageState, WebhookEvent
from league.notifications.models import Message, Webhook
from league.teams.models import League

SHOWN = 50


@dataclass(frozen=True, slots=True)
class WebhookPayload:
    """`key` makes it one however often it is written, `about` says it in words."""

    event: WebhookEvent
    key: str
    about: str
    body: str


def payload_of(
    event: WebhookEvent, league: League, at: datetime, *, key: str, about: str, **data: Any
) -> WebhookPayload:
    body = {
        "type": event.value,
        "timestamp": at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        "data": {"league": {"slug": league.slug, "name": league.name}, **data},
    }
    return WebhookPayload(event, key, about[:120], json.dumps(body, ensure_ascii=False))


def test_payload(league: League, at: datetime) -> WebhookPayload:
    text = f"A test from {league.name}. Real messages look like this one."
    return payload_of(WebhookEvent.TEST, league, at, key=secrets.token_hex(16), about="Test", text=text)


def delivery_of(hook: Webhook, payload: WebhookPayload, at: datetime) -> Message:
    """Unsaved; needs by."""
    about = f"{hook.pk}:{payload.event}:{payload.key}"
    return Message(
        league_id=hook.league_id, key=f"msg_{sha256(about.encode()).hexdigest()[:32]}", kind=MessageKind.WEBHOOK,
        channel=Channel.HOOK, webhook=hook, subject=payload.about, text=payload.body, made_at=at, not_before=at,
        state=MessageState.WITHHELD if hook.by.demo else MessageState.WAITING,
    )  # fmt: skip


def latest_deliveries(hook: Webhook) -> QuerySet[Message]:
    return hook.deliveries.defer("text").order_by("-made_at", "-pk")[:SHOWN]


def webhooks_of(league: League) -> QuerySet[Webhook]:
    return Webhook.objects.filter(league=league).select_related("league", "by").order_by("pk")
