"""Sending what waits for webhooks: claimed in its row, handed over, and what became of it.

The claim is committed before anybody is asked, so two processes never send one delivery at the same time. Whoever dies
between the receiver's yes and our note of it leaves a delivery claimed: it is sent again, under the same `webhook-id`
by which the receiver knows it (docs/decisions/0019-the-audit-log-is-the-outbox.md).
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django_scopes import scopes_disabled

from league.base.audit.actions import write_tx
from league.base.jobs.workers import own_name
from league.base.server.http_client import NoResponseError, post_outside
from league.base.ui.formats import one_line
from league.exchange.actions.webhooks import switch_off
from league.exchange.choices import DeliveryState
from league.exchange.models.webhooks import Webhook, WebhookDelivery
from league.exchange.queries.deliveries import deliveries_waiting, unchanged_delivery
from league.exchange.values.webhooks import check_url, signed_headers
from league.notifications.actions.delivery import MAX_ERROR_LENGTH, RETRY_DELAYS

log = logging.getLogger(__name__)
Clock = Callable[[], datetime]
BATCH_SIZE = 20
LONGEST_ROUND = timedelta(seconds=20)  # mails wait for the end of a round
QUIET = timedelta(minutes=1)  # for which a receiver that did not answer is left alone
HTTP_GONE = 410
RETENTION = timedelta(days=30)
GONE_WORDS = "It answered that nothing is received there any more (410)."
FAILED_WORDS = "Nothing arrived there for two days, though it was tried eight times. Last: {}"


@dataclass(frozen=True, slots=True)
class WebhookAnswer:
    """What the receiver answered; `status` is None and `text` says why where there was no answer."""

    status: int | None
    text: str = ""

    @property
    def taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def store_deliveries(rows: list[WebhookDelivery]) -> None:
    """Keep those whose id is new; called in a transaction."""
    WebhookDelivery.objects.bulk_create(rows, ignore_conflicts=True)


def deliver_waiting(*, now: Clock = timezone.now) -> int:
    """Send what is due; how many deliveries were taken. Who falls silent costs one attempt a round."""
    taken, silent, began = 0, set(), now()
    with scopes_disabled():
        for delivery in deliveries_waiting(began, BATCH_SIZE):
            if delivery.webhook_id in silent or now() - began > LONGEST_ROUND:
                continue
            if not _claim(delivery, now()):
                continue
            answer = _hand_over(delivery, now())
            _store_answer(delivery, answer, now())
            taken += answer.taken
            if answer.status is None:
                silent.add(delivery.webhook_id)
    return taken


def delete_old_deliveries(*, before: datetime) -> int:
    """Delete every delivery of every league that was made before a moment; how many there were."""
    with scopes_disabled(), write_tx():
        return int(WebhookDelivery.objects.filter(made_at__lt=before).delete()[0])


def _claim(delivery: WebhookDelivery, at: datetime) -> bool:
    """Mark it as ours; False where somebody else was quicker."""
    mine = {"claimed_by": own_name(), "claimed_at": at, "attempts": delivery.attempts + 1}
    with write_tx():
        rows = WebhookDelivery.objects.filter(unchanged_delivery(delivery))
        if not rows.update(state=DeliveryState.SENDING, **mine):
            return False
    delivery.state, delivery.claimed_at, delivery.attempts = DeliveryState.SENDING, at, delivery.attempts + 1
    return True


def _hand_over(delivery: WebhookDelivery, at: datetime) -> WebhookAnswer:
    hook, body, inside = delivery.webhook, delivery.body.encode(), settings.WEBHOOKS_INSIDE
    try:
        check_url(hook.url, inside=inside)
        headers = signed_headers(hook.secrets_at(at), delivery.message_id, at, body)
        answer = post_outside(hook.url, body, headers, timeout=settings.WEBHOOK_TIMEOUT, inside=inside)
    except (NoResponseError, ValueError) as error:
        return WebhookAnswer(None, one_line(str(error)))
    redirects = "It leads elsewhere: enter the address at its end. " if 300 <= answer.status < 400 else ""
    return WebhookAnswer(answer.status, redirects + one_line(answer.text))


def _store_answer(delivery: WebhookDelivery, answer: WebhookAnswer, at: datetime) -> None:
    """What became of it. What is to be tried again waits a while, which grows; after the last try it has failed."""
    if answer.taken:
        with write_tx():
            _update(delivery, state=DeliveryState.DELIVERED, status=answer.status, error="", delivered_at=at)
            Webhook.objects.filter(pk=delivery.webhook_id).update(worked_at=at)
        return
    last = delivery.attempts > len(RETRY_DELAYS) or answer.status == HTTP_GONE
    facts = {"status": answer.status, "error": answer.text[:MAX_ERROR_LENGTH]}
    with write_tx():
        if last:
            _update(delivery, state=DeliveryState.FAILED, **facts)
            _judge(delivery, answer, at)
        else:
            again = at + RETRY_DELAYS[delivery.attempts - 1]
            _update(delivery, state=DeliveryState.WAITING, not_before=again, **facts)
        if answer.status is None:
            others = WebhookDelivery.objects.filter(webhook=delivery.webhook_id, state=DeliveryState.WAITING)
            others.filter(not_before__lt=at + QUIET).update(not_before=at + QUIET)


def _judge(delivery: WebhookDelivery, answer: WebhookAnswer, at: datetime) -> None:
    """Switch a webhook off that says it is gone, or where nothing arrived for as long as this was tried."""
    hook = Webhook.objects.get(pk=delivery.webhook_id)
    if answer.status == HTTP_GONE:
        switch_off(webhook=hook, reason=GONE_WORDS, at=at)
    elif hook.worked_at is None or hook.worked_at < delivery.made_at:
        last = f"{answer.status or 'no answer'}. {answer.text}"
        switch_off(webhook=hook, reason=FAILED_WORDS.format(last), at=at)


def _update(delivery: WebhookDelivery, **values: object) -> None:
    """What became of it, unless somebody took it for abandoned and has it now."""
    WebhookDelivery.objects.filter(unchanged_delivery(delivery)).update(claimed_at=None, **values)
