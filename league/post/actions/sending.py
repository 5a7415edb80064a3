"""Sending what waits, one message at a time: claimed in its row, handed to whoever carries it, and what became of it.

The claim is committed before a server is spoken to, so two processes never send one message at the same time. Whoever
dies between the server's yes and our note of it leaves a message claimed: it is sent again, under the same Message-ID
by which mail programs know it, because a mail that comes twice does less harm than one that never comes. The mail
server is reached before anything is claimed, so that moment is as short as one mail.
"""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from django.utils import timezone
from django_scopes import scopes_disabled

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.jobs.workers import own_name
from league.post.actions.by_mail import mail_server
from league.post.actions.by_push import push_services
from league.post.actions.by_text import text_gateway
from league.post.actions.carriers import Answer, AwayError, Carry, Fate
from league.post.choices import MessageState, Way
from league.post.models import Message
from league.post.queries.outbox import as_seen, due_at

Clock = Callable[[], datetime]
log = logging.getLogger(__name__)
AT_ONCE = 50
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 720, 1440))
LONGEST_WORDS = 300
CARRIERS: dict[Way, Callable[[], AbstractContextManager[Carry]]] = {
    Way.MAIL: mail_server,
    Way.TEXT: text_gateway,
    Way.PUSH: push_services,
}
UNFIT = {Way.MAIL: "a mail", Way.TEXT: "a text", Way.PUSH: "a message to a phone"}


def send_waiting(*, now: Clock = timezone.now, most: int = AT_ONCE) -> int:
    """Send the messages that are due, `most` by each way at the most; how many were taken."""
    with scopes_disabled():
        return sum(_send_by(way, now, most) for way in CARRIERS)


def send_again(*, message: Message, by: User, at: datetime) -> Message:
    """Put a message that was not delivered back into the queue; any other is left as it is."""
    with write_tx():
        held = Message.objects.select_for_update(of=("self",)).select_related("league", "to").get(pk=message.pk)
        if not held.can_go_again:
            return held
        held.state, held.attempts, held.not_before, held.error, held.until = MessageState.WAITING, 0, at, "", None
        held.save(update_fields=["state", "attempts", "not_before", "error", "until"])
        words = f"A message to {held.to} is sent again: {held.subject}"
        record(verb="send_again", words=words, at=at, by=by, league_id=held.league_id, about=(held.to,))
    return held


def _send_by(way: Way, now: Clock, most: int) -> int:
    """One round by one way. If nobody can be reached, all messages stay as they are for the next one; somebody who
    falls silent in the middle costs one message an attempt, and ends the round.
    """
    found = due_at(now(), most, way)
    if not found:
        return 0
    try:
        with CARRIERS[way]() as carry:
            return _send_each(found, carry, now)
    except AwayError as fault:
        log.warning("%s", fault)
        return 0


def _send_each(found: list[Message], carry: Carry, now: Clock) -> int:
    taken = 0
    for message in found:
        held = _claim(message, now())
        if held is None:
            continue
        answer = _handed_over(held, carry, now())
        _note(held, answer, now())
        taken += answer.fate is Fate.TAKEN
        if answer.silent:
            break
    return taken


def _claim(message: Message, at: datetime) -> Message | None:
    """The message, marked as ours; None if it is of no use any more, or somebody else was quicker."""
    seen = as_seen(message)
    with write_tx():
        if message.until is not None and message.until <= at:
            Message.objects.filter(seen).update(state=MessageState.LAPSED, claimed_at=None)
            return None
        doubtful = message.doubtful or message.state == MessageState.SENDING
        mine = {"claimed_by": own_name(), "claimed_at": at, "attempts": message.attempts + 1, "doubtful": doubtful}
        if not Message.objects.filter(seen).update(state=MessageState.SENDING, **mine):
            return None
    for name, value in mine.items():
        setattr(message, name, value)
    message.state = MessageState.SENDING
    return message


def _handed_over(message: Message, carry: Carry, at: datetime) -> Answer:
    try:
        return carry(message, at)
    except Exception:
        log.exception("Message %s cannot be sent", message.pk)
        return Answer(Fate.REFUSED, f"It could not be put into {UNFIT[Way(message.way)]}")


def _note(message: Message, answer: Answer, at: datetime) -> None:
    """What became of it. What is to be tried again waits a while, which grows; after the last try it has failed."""
    if answer.fate is Fate.TAKEN:
        _write(message, state=MessageState.SENT, sent_at=at, error="")
    elif answer.fate is Fate.REFUSED or message.attempts > len(PAUSES):
        _write(message, state=MessageState.FAILED, error=answer.words)
    else:
        doubt, again = message.doubtful or answer.doubtful, at + PAUSES[message.attempts - 1]
        _write(message, state=MessageState.WAITING, not_before=again, error=answer.words, doubtful=doubt)


def _write(message: Message, **values: object) -> None:
    """What became of it, unless somebody took it for abandoned and has it now."""
    words = {name: str(value)[:LONGEST_WORDS] if name == "error" else value for name, value in values.items()}
    with write_tx():
        Message.objects.filter(as_seen(message)).update(claimed_at=None, **words)
