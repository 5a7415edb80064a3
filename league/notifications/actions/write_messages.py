"""Writes messages into the outbox: about what is new in the audit log, about the hour, and of notices. The words are in
`queries.letters`, the recipients in `queries.recipients`; `send_messages` sends what lies here.

An action writes its audit entry in its own transaction, so nothing that was done can be missed and nothing that was
taken back is told. Here each entry is read once: that it was read, and the messages about it, are one transaction.
Writing a message records no entry of its own; the message is the record, and would be read again.
"""

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Protocol, runtime_checkable
from uuid import uuid4

from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.audit.models import Entry
from league.base.ui.formats import one_line
from league.notifications.choices import Audience, MessageKind
from league.notifications.models import Message, Notice, OutboxCursor, ProcessedEntry
from league.notifications.queries.followers import follower_messages, matches_tonight
from league.notifications.queries.letter import Letter, messages_from
from league.notifications.queries.letters import availability, cards, matches, teams
from league.notifications.queries.letters.by_the_clock import leagues_due, letters_due
from league.notifications.queries.recipients import recipients_of
from league.notifications.queries.weekly import weekly_mails
from league.teams.models import League, Team

LetterWriter = Callable[[Entry], Iterable[Letter]]

LETTER_WRITERS: dict[str, LetterWriter] = {
    "submit_card": cards.card_sent,
    "submit_card_by_code": cards.card_by_code,
    "attach_photo_by_code": cards.photo_by_code,
    "submit_message": cards.message_filed,
    "agree_card": cards.card_agreed,
    "dispute_card": cards.card_disputed,
    "make_protest": cards.protest_made,
    "answer_protests": cards.protests_answered,
    "decide_result": cards.result_decided,
    "correct_result": cards.result_decided,
    "award_match": cards.result_decided,
    "restore": cards.result_decided,
    "postpone_fixture": matches.match_moved,
    "rearrange_fixture": matches.match_moved,
    "reinstate_fixture": matches.match_moved,
    "play_elsewhere": matches.match_moved,
    "void_fixture": matches.match_voided,
    "ask_move": matches.move_requested,
    "answer_move": matches.move_answered,
    "accept_date": matches.move_answered,
    "withdraw_request": matches.request_withdrawn,
    "decide_move": matches.move_rejected,
    "publish_list": matches.list_published,
    "take_back_list": matches.list_withdrawn,
    "put_in_place": matches.list_rescheduled,
    "withdraw_team": teams.team_withdrawn,
    "restore_team": teams.team_restored,
    "move_home_matches": teams.home_matches_moved,
    "close_venue": teams.venue_closed,
    "reopen_venue": teams.venue_closed,
    "enter_late": teams.late_entry,
    "split_division": teams.division_split,
    "adjust_points": teams.points_adjusted,
    "revoke_adjustment": teams.points_adjusted,
    "hold_draw": matches.draw_held,
    "make_tie_match": matches.tie_scheduled,
    "end_tie_match": matches.tie_unscheduled,
    "set_rounds": matches.round_deadline_set,
    "write_fact": matches.walkovers_given,
    "end_role": matches.role_ended,
    "approve_registration": teams.registration_decided,
    "refuse_registration": teams.registration_decided,
    "decide_transfer": teams.transfer_decided,
    "invite_from_list": teams.player_invited,
    "invite_person": teams.player_invited,
    "invite_again": teams.player_invited,
    "renew_invitation": teams.player_invited,
    "pick_team": availability.team_picked,
    "ask_reserve": availability.reserve_asked,
    "ask_nights": availability.nights_asked,
    "approve_charges": teams.account_changed,
    "withdraw_charge": teams.account_changed,
    "record_payment": teams.account_changed,
    "refund": teams.account_changed,
    "reverse_fact": teams.account_changed,
    "remind_debtor": teams.account_changed,
    "switch_off_webhook": teams.webhook_switched_off,
}


def letters_about(entry: Entry) -> list[Letter]:
    tell = LETTER_WRITERS.get(entry.verb)
    return list(tell(entry)) if tell else []


# --- new entries of the audit log, and the hour -----------------------------------------------------------------------
log = logging.getLogger(__name__)
ENTRIES_AT_ONCE = 200
MAX_ENTRY_AGE = timedelta(hours=24)  # what was done longer ago than this is no news
PROCESSED_RETENTION = timedelta(hours=1)  # longer than any transaction
MAX_CATCH_UP = timedelta(hours=26)
CLOCK_INTERVAL = timedelta(minutes=1)
LEAGUES_AT_ONCE = 50  # asked about an hour in one transaction, within some seconds


@runtime_checkable
class OutboxReader(Protocol):
    """An AppConfig above with messages of its own."""

    def messages_about(self, entry: Entry, league: League, at: datetime) -> list[Message]:
        """Those about an entry, in the scope of its league."""

    def leagues_due(self, after: datetime, until: datetime) -> set[int]:
        """The keys of the leagues of which `messages_due` may have something; in no league's scope."""

    def messages_due(self, league: League, after: datetime, until: datetime) -> list[Message]:
        """Those because of the hour, in the scope of a league."""


def _readers() -> list[OutboxReader]:
    return [each for each in apps.get_app_configs() if isinstance(each, OutboxReader)]


def process_audit_log(*, at: datetime) -> int:
    """How many entries were read; two processes may read the same, and the second writes nothing."""
    cursor = _cursor(at)
    processed = ProcessedEntry.objects.filter(entry_id=OuterRef("pk"))
    unread = Entry.objects.filter(~Exists(processed), pk__gt=cursor.floor).order_by("pk")
    entries = list(unread.select_related("by").prefetch_related("subjects")[:ENTRIES_AT_ONCE])
    if not entries:
        return 0
    leagues = League.objects.in_bulk({each.league_id for each in entries if each.at >= at - MAX_ENTRY_AGE})
    messages_by_entry = {each.pk: _messages_about(each, leagues.get(each.league_id or 0), at) for each in entries}
    with write_tx(), scopes_disabled():
        OutboxCursor.objects.select_for_update(of=("self",)).get(pk=cursor.pk)
        old = set(ProcessedEntry.objects.filter(entry_id__in=messages_by_entry).values_list("entry_id", flat=True))
        fresh = [key for key in messages_by_entry if key not in old]
        ProcessedEntry.objects.bulk_create(ProcessedEntry(entry_id=key, at=at) for key in fresh)
        store_new([message for key in fresh for message in messages_by_entry[key]])
        _raise_floor(cursor, at)
    return len(fresh)


def process_clock(*, at: datetime) -> int:
    """How many messages; of many leagues the next ones are asked on the next call, about the same hours."""
    cursor = _cursor(at)
    until, last = _where_to_go_on(cursor, at)
    if until - cursor.clock < CLOCK_INTERVAL:
        return 0
    since = max(cursor.clock, until - MAX_CATCH_UP)
    messages: list[Message] = []
    readers = _readers()
    due = leagues_due(since, until).union(*(each.leagues_due(since, until) for each in readers))
    waiting = sorted(key for key in due if key > last)
    batch = waiting[:LEAGUES_AT_ONCE]
    for league in League.objects.filter(pk__in=batch).order_by("pk"):
        with scope(league=league):
            messages += messages_from(letters_due(league, since, until), league, at)
            messages += [*matches_tonight(league, since, until), *weekly_mails(league, since, until)]
            messages += [message for reader in readers for message in reader.messages_due(league, since, until)]
    with write_tx(), scopes_disabled():
        locked = OutboxCursor.objects.select_for_update(of=("self",)).get(pk=cursor.pk)
        if locked.position != cursor.position:
            return 0
        if batch == waiting:
            locked.clock, locked.next_clock, locked.last_league = until, None, 0
        else:
            locked.next_clock, locked.last_league = until, batch[-1]
        locked.save(update_fields=["clock", "next_clock", "last_league"])
        return store_new(messages)


def _where_to_go_on(cursor: OutboxCursor, at: datetime) -> tuple[datetime, int]:
    """The moment up to which leagues are asked, and the key of the last that has been."""
    if cursor.next_clock is not None and max(cursor.clock, at - MAX_CATCH_UP) < cursor.next_clock:
        return cursor.next_clock, cursor.last_league
    return at, 0


def mark_processed(entry_ids: Iterable[int], *, at: datetime) -> None:
    """In the transaction that writes them: what was imported happened elsewhere."""
    ProcessedEntry.objects.bulk_create((ProcessedEntry(entry_id=key, at=at) for key in entry_ids), batch_size=1000)


def store_new(messages: list[Message]) -> int:
    """Write down those whose key is new; how many were. Called in a transaction."""
    stored_keys = set(Message.objects.filter(key__in=[each.key for each in messages]).values_list("key", flat=True))
    fresh = {each.key: each for each in messages if each.key not in stored_keys}
    Message.objects.bulk_create(fresh.values())
    return len(fresh)


def _messages_about(entry: Entry, league: League | None, at: datetime) -> list[Message]:
    """A fault in one entry is logged and does not hold up the rest."""
    if league is None or entry.at < at - MAX_ENTRY_AGE:
        return []
    messages: list[Message] = []
    for write in (_letters_about, follower_messages, *(reader.messages_about for reader in _readers())):
        try:
            with scope(league=league):
                messages += write(entry, league, at)
        except DatabaseError:
            raise
        except Exception:
            log.exception("Nobody could be told of entry %s", entry.pk)
    return messages


def _letters_about(entry: Entry, league: League, at: datetime) -> list[Message]:
    return messages_from(letters_about(entry), league, at)


def _cursor(at: datetime) -> OutboxCursor:
    """A site older than this app begins with today's entries."""
    last = Entry.objects.filter(at__lt=at - MAX_ENTRY_AGE).order_by("-pk").values_list("pk", flat=True).first()
    return OutboxCursor.objects.get_or_create(pk=1, defaults={"floor": last or 0, "clock": at})[0]


def _raise_floor(cursor: OutboxCursor, at: datetime) -> None:
    """No transaction with a lower number can still be open."""
    processed = ProcessedEntry.objects.filter(at__lt=at - PROCESSED_RETENTION)
    old = processed.order_by("-entry_id").values_list("entry_id", flat=True).first()
    if old is not None and old > cursor.floor:
        OutboxCursor.objects.filter(pk=cursor.pk).update(floor=old)
        ProcessedEntry.objects.filter(entry_id__lte=old).delete()


# --- retention --------------------------------------------------------------------------------------------------------
def delete_old_messages(*, before: datetime, deliveries_before: datetime) -> int:
    """How many messages. Freed keys are not written again because of `MAX_ENTRY_AGE` and `MAX_CATCH_UP`."""
    with scopes_disabled(), write_tx():
        Notice.objects.filter(at__lt=before).delete()
        old = Q(made_at__lt=before) | Q(webhook__isnull=False, made_at__lt=deliveries_before)
        deleted, _ = Message.objects.filter(old).delete()
    return deleted


# --- notices ----------------------------------------------------------------------------------------------------------
def give_notice(*, league: League, team: Team | None, subject: str, words: str, by: User, at: datetime) -> Notice:
    """None is all captains. ValidationError if it would reach nobody."""
    with write_tx():
        reached = len(recipients_of(league, team)["people"])
        if not reached:
            raise ValidationError("No one there has an account, so no one would get it.")
        notice = Notice(
            league=league, audience=Audience.TEAM if team else Audience.CAPTAINS, team=team,
            subject=one_line(subject), words=words.strip(), by=by, at=at, reached=reached, key=uuid4(),
        )  # fmt: skip
        notice.full_clean()
        notice.save()
        store_new(messages_from(_letters_of(notice), league, at))
        entry_text = f"E-mail to {notice.whom[:1].lower()}{notice.whom[1:]}: {notice.subject}"
        about = (team,) if team else ()
        record(verb="give_notice", words=entry_text, at=at, by=by, league_id=league.pk, about=about)
    return notice


def _letters_of(notice: Notice) -> Iterator[Letter]:
    paragraphs = (*notice.words.replace("\r\n", "\n").split("\n\n"), notice.by.name)
    for person in recipients_of(notice.league, notice.team)["people"]:
        yield Letter(
            MessageKind.NOTICE, person, f"notice-{notice.pk}", notice.subject, tuple(filter(None, paragraphs)),
            own=person.pk == notice.by_id,
        )  # fmt: skip


# --- mail of sign-ins, which no league writes -------------------------------------------------------------------------
ACCOUNT_MAIL_LASTS = timedelta(days=2)
account_mail_written = threading.Event()  # wakes whoever sends it in this process


class OutboxBackend(BaseEmailBackend):
    """The site's EMAIL_BACKEND: mail of Django's own functions waits in the outbox, not in a request.

    A header `Expires` says until when a mail is of use.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        at = timezone.now()
        with scopes_disabled(), transaction.atomic():
            Message.objects.bulk_create(
                _account_mail(mail, address, at) for mail in email_messages for address in mail.recipients()
            )
            transaction.on_commit(account_mail_written.set)
        return len(email_messages)


def _account_mail(mail: EmailMessage, address: str, at: datetime) -> Message:
    expires = mail.extra_headers.get("Expires")
    return Message(
        kind=MessageKind.ACCOUNT, key=f"account-{uuid4()}", address=address, subject=mail.subject[:200],
        text=str(mail.body), made_at=at, not_before=at,
        until=parsedate_to_datetime(expires) if expires else at + ACCOUNT_MAIL_LASTS,
    )  # fmt: skip
