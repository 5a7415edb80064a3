"""What people want to be sent and where: kinds of message opted out of, phones that show them, and texts."""

from collections.abc import Collection
from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.notifications.choices import MANDATORY_KINDS, Channel, MessageKind
from league.notifications.models import CopyOptIn, OptOut, Phone, SmsOptIn
from league.notifications.permissions import may_be_asked_by_text, may_have_texts
from league.notifications.sms import mobile_number
from league.teams.models import League


def choose_kinds(
    *, league: League, user: User, offered: Collection[str], kinds: Collection[str], by: User, at: datetime,
    channel: Channel = Channel.MAIL,
) -> None:  # fmt: skip
    """Those `offered` and not chosen are turned off."""
    chosen = {MessageKind(kind) for kind in kinds}
    off = [kind for kind in map(MessageKind, offered) if kind not in chosen and kind not in MANDATORY_KINDS]
    with write_tx():
        rows = OptOut.objects.filter(user=user, league=league, channel=channel)
        rows.filter(kind__in=list(chosen)).delete()
        stored_kinds = set(rows.values_list("kind", flat=True))
        OptOut.objects.bulk_create(
            OptOut(user=user, league=league, kind=kind, channel=channel, since=at)
            for kind in off
            if kind.value not in stored_kinds
        )
        text = f"{user} chose what to be sent{'' if channel == Channel.MAIL else ' to phones'}"
        after = {"turned off": [kind.label for kind in off]}
        record(verb="choose_kinds", words=text, at=at, by=by, league_id=league.pk, about=(user,), after=after)


def opt_out(*, league: League, user: User, kind: MessageKind, at: datetime) -> None:
    with write_tx():
        _, made = OptOut.objects.get_or_create(
            user=user, league=league, kind=kind, channel=Channel.MAIL, defaults={"since": at}
        )
        if made:
            text = f"{user} turned off these e-mails: {kind.label}"
            record(verb="turn_off", words=text, at=at, by=user, league_id=league.pk, about=(user,))


# --- phones and texts -------------------------------------------------------------------------------------------------
MAX_PHONES = 8  # phones of one person
TOO_MANY = "You already have {} phones. Remove one first."
NO_MOBILE = "First add a mobile number on your account page."


def add_phone(
    *, user: User, endpoint: str, public: str, auth: str, words: str, at: datetime, former: str = ""
) -> Phone:
    """Taken from whoever had this browser before. `former` is its old endpoint. ValidationError if it cannot be."""
    if not settings.PUSH_KEY:
        raise ValidationError("This site does not send messages to phones.")
    with write_tx():
        User.objects.select_for_update(of=("self",)).get(pk=user.pk)  # two taps take turns
        if former and not Phone.objects.filter(endpoint=endpoint, user=None).exists():
            moved = {"endpoint": endpoint, "public": public, "auth": auth}
            Phone.objects.filter(endpoint=former, user=None).update(**moved)
        of_people = Phone.objects.filter(endpoint=endpoint, user__isnull=False)
        of_people.exclude(user=user).delete()
        locked = of_people.first()
        if locked is None and Phone.objects.filter(user=user).count() >= MAX_PHONES:
            raise ValidationError(TOO_MANY.format(MAX_PHONES))
        phone = locked or Phone(user=user, endpoint=endpoint, made_at=at)
        phone.public, phone.auth, phone.words = public, auth, words
        phone.full_clean()
        phone.save()
        if locked is None:
            entry_text = f"{user} turned on phone messages: {words}"
            record(verb="add_phone", words=entry_text, at=at, by=user, league_id=None, about=(user,))
    return phone


def stop_phone(*, user: User, pk: int, at: datetime) -> None:
    with write_tx():
        phone = Phone.objects.filter(pk=pk, user=user).first()
        if phone is not None:
            phone.delete()
            entry_text = f"{user} turned off phone messages: {phone.words}"
            record(verb="stop_phone", words=entry_text, at=at, by=user, league_id=None, about=(user,))


def drop_phone(*, phone: Phone, at: datetime) -> None:
    """Forget a phone of which its push service says that it takes none any more, with whatever it follows."""
    with write_tx():
        if Phone.objects.filter(pk=phone.pk).delete()[0] and phone.user is not None:
            entry_text = f"A phone of {phone.user} no longer accepts messages: {phone.words}"
            record(verb="lose_phone", words=entry_text, at=at, by=None, league_id=None, about=(phone.user,))


def note_delivered(*, phone: Phone, at: datetime) -> None:
    with write_tx():
        Phone.objects.filter(pk=phone.pk).update(worked_at=at)


def set_copy_opt_in(*, league: League, user: User, wanted: bool, at: datetime) -> None:
    with write_tx():
        if wanted:
            _, changed = CopyOptIn.objects.get_or_create(league=league, user=user, defaults={"since": at})
        else:
            changed = bool(CopyOptIn.objects.filter(league=league, user=user).delete()[0])
        if changed:
            text = f"{user} {'turned on' if wanted else 'turned off'} the captain’s e-mails"
            record(verb="choose_copies", words=text, at=at, by=user, league_id=league.pk, about=(user,))


def set_sms_opt_in(*, league: League, user: User, changes: bool = False, questions: bool = False, at: datetime) -> None:
    """Neither turns them off. ValidationError says why they cannot be."""
    with write_tx():
        rows = SmsOptIn.objects.filter(league=league, user=user)
        if not (changes or questions):
            if rows.delete()[0]:
                _record_texts(league, user, "no more texts", at)
            return
        if changes and not may_have_texts(user, league):
            raise ValidationError("Only captains can have texts.")
        if questions and not may_be_asked_by_text(user, league, localdate(at)):
            raise ValidationError("Your team does not ask by text.")
        if not mobile_number(user.phone):
            raise ValidationError(NO_MOBILE)
        wanted = {"changes": changes, "questions": questions}
        row, made = SmsOptIn.objects.get_or_create(league=league, user=user, defaults={"since": at} | wanted)
        if made or (row.changes, row.questions) != (changes, questions):
            rows.update(**wanted)
            labels = [label for label, chosen in ((CHANGES_LABEL, changes), (QUESTIONS_LABEL, questions)) if chosen]
            _record_texts(league, user, " and ".join(labels), at)


CHANGES_LABEL, QUESTIONS_LABEL = "a text when a match is off on its day", "a text when their team asks who can play"


def _record_texts(league: League, user: User, what: str, at: datetime) -> None:
    text = f"{user} asked for {what}"
    record(verb="choose_texts", words=text, at=at, by=user, league_id=league.pk, about=(user,))
