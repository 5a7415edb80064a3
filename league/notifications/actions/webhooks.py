"""A league's webhooks: made, changed, given a new secret, switched off and on, removed, tried; and the signature that
goes with what is sent (Standard Webhooks, standardwebhooks.com, specification 1.0.0).

Of a secret nothing is in the history; of an address its server's name alone, since the rest often is a key.
"""

import base64
import binascii
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.server.http_client import is_public
from league.notifications.choices import CHOSEN, MessageState
from league.notifications.models import Message, Webhook
from league.notifications.queries.webhooks import delivery_of, test_payload
from league.teams.models import League

SECRET_PREFIX, SECRET_BYTES = "whsec_", 32
HIGH_PORTS = 1024
NOT_HTTPS = "Enter an address that begins with https://."
NOT_PLAIN = "Enter the address without a name and password, spaces, or a # part."
BAD_PORT = "Use port 443, or one from 1024 up."
INSIDE = "Enter an address on the public internet. This one is inside a network."


def secret_text(raw: bytes) -> str:
    """A secret as people copy it. ValueError unless it is as long as the specification asks, 24 to 64 bytes."""
    if not 24 <= len(raw) <= 64:
        raise ValueError("A secret has 24 to 64 bytes")
    return SECRET_PREFIX + base64.b64encode(raw).decode()


def sign(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """HMAC-SHA256 (Standard Webhooks). ValueError for what is no secret."""
    if not secret.startswith(SECRET_PREFIX):
        raise ValueError("Not a webhook’s secret")
    try:
        key = base64.b64decode(secret[len(SECRET_PREFIX) :], validate=True)
    except binascii.Error as error:
        raise ValueError("Not a webhook’s secret") from error
    signed = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def signed_headers(secrets: Sequence[str], message_id: str, at: datetime, body: bytes) -> dict[str, str]:
    timestamp = int(at.timestamp())
    return {
        "Content-Type": "application/json",
        "User-Agent": "Double-Six-Webhooks",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(sign(each, message_id, timestamp, body) for each in secrets),
    }


def check_url(url: str, *, inside: bool = False) -> None:
    """ValueError with words; nothing is looked up."""
    url_parts = urlsplit(url)
    if url_parts.scheme != "https" or not url_parts.hostname:
        raise ValueError(NOT_HTTPS)
    plain = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if url_parts.username is not None or url_parts.password is not None or url_parts.fragment or not plain:
        raise ValueError(NOT_PLAIN)
    if not _allowed_port(url):
        raise ValueError(BAD_PORT)
    if not inside and _is_inside(url_parts.hostname):
        raise ValueError(INSIDE)


def _allowed_port(url: str) -> bool:
    try:
        port = urlsplit(url).port
    except ValueError:
        return False
    return port in {None, 443} or (port is not None and port >= HIGH_PORTS)


def _is_inside(name: str) -> bool:
    """Whether a name says by itself that it is no public one: a bare name, this machine, an address of a network."""
    try:
        return not is_public(name)
    except ValueError:  # a name, not the number of an address
        ip_like = name.replace(".", "").isdigit() or name.lower().startswith("0x")
        return "." not in name or ip_like or name.lower().endswith((".localhost", ".local", ".internal"))


def host_of(url: str) -> tuple[str, int]:
    url_parts = urlsplit(url)
    return url_parts.hostname or "", url_parts.port or 443


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
    return Webhook.objects.select_for_update(of=("self",)).select_related("league").get(pk=webhook.pk)


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
