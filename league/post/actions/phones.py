"""The phones on which somebody has messages shown, and who gets texts: asked for, and taken back."""

from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.post.models import Phone, TextWish
from league.post.permissions import may_have_texts
from league.post.phones import mobile
from league.teams.models import League

MOST = 8  # phones of one person
TOO_MANY = "You have {} phones already. Stop one of them first."
NO_MOBILE = "Give a mobile number on your page first."


def add_phone(*, user: User, endpoint: str, public: str, auth: str, words: str, at: datetime) -> Phone:
    """Show messages on one more phone. A browser that was somebody else's before is theirs no more.

    ValidationError where the site sends none, or there are too many.
    """
    if not settings.PUSH_KEY:
        raise ValidationError("This site sends nothing to phones.")
    with write_tx():
        User.objects.select_for_update().get(pk=user.pk)  # two taps take turns
        Phone.objects.filter(endpoint=endpoint).exclude(user=user).delete()
        held = Phone.objects.filter(endpoint=endpoint).first()
        if held is None and Phone.objects.filter(user=user).count() >= MOST:
            raise ValidationError(TOO_MANY.format(MOST))
        phone = held or Phone(user=user, endpoint=endpoint, made_at=at)
        phone.public, phone.auth, phone.words = public, auth, words
        phone.full_clean()
        phone.save()
        if held is None:
            said = f"{user} has messages sent to a phone: {words}"
            record(verb="add_phone", words=said, at=at, by=user, league_id=None, about=(user,))
    return phone


def stop_phone(*, user: User, pk: int, at: datetime) -> None:
    """Send nothing more to a phone of this person; a second time it is so already."""
    with write_tx():
        phone = Phone.objects.filter(pk=pk, user=user).first()
        if phone is not None:
            phone.delete()
            said = f"{user} has no more messages sent to a phone: {phone.words}"
            record(verb="stop_phone", words=said, at=at, by=user, league_id=None, about=(user,))


def lose_phone(*, phone: Phone, at: datetime) -> None:
    """Forget a phone of which its push service says that it takes none any more."""
    with write_tx():
        if Phone.objects.filter(pk=phone.pk).delete()[0]:
            said = f"A phone of {phone.user} takes no messages any more: {phone.words}"
            record(verb="lose_phone", words=said, at=at, by=None, league_id=None, about=(phone.user,))


def note_worked(*, phone: Phone, at: datetime) -> None:
    """A message was taken for this phone."""
    with write_tx():
        Phone.objects.filter(pk=phone.pk).update(worked_at=at)


def choose_texts(*, league: League, user: User, wanted: bool, at: datetime) -> None:
    """Have texts sent when a match is off on its day, or no more. ValidationError says why they cannot be."""
    with write_tx():
        if not wanted:
            if TextWish.objects.filter(league=league, user=user).delete()[0]:
                _record_texts(league, user, "no more texts", at)
            return
        if not may_have_texts(user, league):
            raise ValidationError("Texts are for captains.")
        if not mobile(user.phone):
            raise ValidationError(NO_MOBILE)
        _, made = TextWish.objects.get_or_create(league=league, user=user, defaults={"since": at})
        if made:
            _record_texts(league, user, "a text when a match is off on its day", at)


def _record_texts(league: League, user: User, what: str, at: datetime) -> None:
    words = f"{user} asked for {what}"
    record(verb="choose_texts", words=words, at=at, by=user, league_id=league.pk, about=(user,))
