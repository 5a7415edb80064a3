"""A league's webhooks: made, changed, given a new secret, switched off and on, removed, tried.

Of a secret nothing is in the history; of an address its server's name alone, since the rest often is a key.
"""

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.notifications.choices import CHOSEN, MessageState
from league.notifications.models import Message, Webhook
from league.notifications.queries.webhooks import delivery_of, test_payload
from league.notifications.webhooks import SECRET_BYTES, check_url, host_of, secret_text
from league.teams.models import League

MAX_WEBHOOKS = 5  # of one league
TOO_MANY = "A league can have 5 webhooks. Delete one first."
TWICE = "This address is set already."
NOTHING_CHOSEN = "Choose at least one."
BOTH_SIGN = timedelta(hours=24)  # for which an old secret signs beside the new one
QUIET = timedelta(minutes=1)  # for which a receiver that did not answer is left alone
GONE = 410
GONE_WORDS = "It answered that nothing is received there any more (410)."
FAILED_WORDS = "Nothing arrived there for two days, though it was tried eight times. Last: {}"


def make_webhook(*, league: League, url: str, events: list[str], by: User, at: datetime) -> Webhook:
    with write_tx():
        League.objects.select_for_update(of=("self",)).get(pk=league.pk)  # two taps take turns
        if Webhook.objects.filter(league=league).count() >= MAX_WEBHOOKS:
            raise ValidationError(TOO_MANY)
        hook = Webhook(league=league, secret=_new_secret(), by=by, made_at=at)
        _set(hook, url, events)
        hook.save()
        _record("make_webhook", f"{by} set up a webhook to {_host(hook)}", hook, by=by, at=at)
    return hook


def change_webhook(*, webhook: Webhook, url: str, events: list[str], by: User, at: datetime) -> Webhook:
    """What waits goes to the new address."""
    with write_tx():
        hook = _locked(webhook)
        _set(hook, url, events)
        hook.save(update_fields=["url", "events"])
        _record("change_webhook", f"{by} changed the webhook to {_host(hook)}", hook, by=by, at=at)
    return hook


def renew_secret(*, webhook: Webhook, by: User, at: datetime) -> Webhook:
    """A new secret. For a day the old one signs as well, so that the receiver can be changed in between."""
    with write_tx():
        hook = _locked(webhook)
        hook.old_secret, hook.old_until, hook.secret = hook.secret, at + BOTH_SIGN, _new_secret()
        hook.save(update_fields=["old_secret", "old_until", "secret"])
        _record("renew_webhook_secret", f"{by} renewed the secret of the webhook to {_host(hook)}", hook, by=by, at=at)
    return hook


def send_test(*, webhook: Webhook, by: User, at: datetime) -> Message:
    with write_tx():
        hook = _locked(webhook)
        delivery = delivery_of(hook, test_payload(hook.league, at), at)
        delivery.save()
        _record("test_webhook", f"{by} tested the webhook to {_host(hook)}", hook, by=by, at=at)
    return delivery


def switch_on(*, webhook: Webhook, by: User, at: datetime) -> Webhook:
    """Send to it again, what waited when it was switched off first; twice is once."""
    with write_tx():
        hook = _locked(webhook)
        if hook.off_at is not None:
            hook.off_at, hook.off_reason = None, ""
            hook.save(update_fields=["off_at", "off_reason"])
            missed = hook.deliveries.filter(state__in=(MessageState.FAILED, MessageState.WAITING))
            missed.update(state=MessageState.WAITING, attempts=0, not_before=at, error="")
            _record("switch_on_webhook", f"{by} switched the webhook to {_host(hook)} on", hook, by=by, at=at)
    return hook


def switch_off(*, webhook: Webhook, reason: str, at: datetime) -> None:
    """Stop sending, and tell the secretary, whom the entry is read for; twice is once."""
    with write_tx():
        hook = _locked(webhook)
        if hook.off_at is None:
            hook.off_at, hook.off_reason = at, reason[:200]
            hook.save(update_fields=["off_at", "off_reason"])
            _record(
                "switch_off_webhook", f"The webhook to {_host(hook)} was switched off", hook, at=at, by=None,
                reason=reason,
            )  # fmt: skip


def note_answer(*, delivery: Message, status: int | None, text: str, at: datetime) -> None:
    """A webhook is switched off on 410, or when nothing arrived in all attempts of a delivery."""
    hook = Webhook.objects.get(pk=delivery.webhook_id)
    with write_tx():
        if status is not None and 200 <= status < 300:
            Webhook.objects.filter(pk=hook.pk).update(worked_at=at)
        elif status == GONE:
            switch_off(webhook=hook, reason=GONE_WORDS, at=at)
        elif delivery.tried_out and (hook.worked_at is None or hook.worked_at < delivery.made_at):
            last = f"{status or 'no answer'}. {text}"
            switch_off(webhook=hook, reason=FAILED_WORDS.format(last), at=at)
        elif status is None:
            others = hook.deliveries.filter(state=MessageState.WAITING, not_before__lt=at + QUIET)
            others.update(not_before=at + QUIET)


def remove_webhook(*, webhook: Webhook, by: User, at: datetime) -> None:
    with write_tx():
        hook = Webhook.objects.select_for_update(of=("self",)).select_related("league").filter(pk=webhook.pk).first()
        if hook is not None:
            _record("remove_webhook", f"{by} deleted the webhook to {_host(hook)}", hook, by=by, at=at)
            hook.delete()


def _locked(webhook: Webhook) -> Webhook:
    row: Webhook = Webhook.objects.select_for_update(of=("self",)).select_related("league").get(pk=webhook.pk)
    return row


def _set(hook: Webhook, url: str, events: list[str]) -> None:
    try:
        check_url(url, inside=settings.WEBHOOKS_INSIDE)
    except ValueError as error:
        raise ValidationError({"url": str(error)}) from error
    hook.url, hook.events = url, [each.value for each in CHOSEN if each in events]
    if not hook.events:
        raise ValidationError({"events": NOTHING_CHOSEN})
    if Webhook.objects.filter(league=hook.league, url=url).exclude(pk=hook.pk).exists():
        raise ValidationError({"url": TWICE})
    hook.full_clean()


def _new_secret() -> str:
    return secret_text(secrets.token_bytes(SECRET_BYTES))


def _host(hook: Webhook) -> str:
    return host_of(hook.url)[0]


def _record(verb: str, words: str, hook: Webhook, *, by: User | None, at: datetime, reason: str = "") -> None:
    record(verb=verb, words=words, at=at, by=by, league_id=hook.league_id, reason=reason, after={"events": hook.events})
