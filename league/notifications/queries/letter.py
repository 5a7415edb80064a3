"""A letter to one person, and the messages that it goes as: an e-mail, a message on each of their phones, a text."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.models import Entry as AuditEntry
from league.base.ui.formats import clock, one_line
from league.base.ui.static_files import colour
from league.documents.ical import calendar_of
from league.documents.queries.calendars import of_match
from league.notifications.choices import MANDATORY_KINDS, PUSH_KINDS, Channel, MessageKind, MessageState
from league.notifications.models import Message, Phone, SmsOptIn
from league.notifications.queries.recipients import LEADERS, opt_outs, reply_address, role_holders
from league.notifications.sms import fit_sms, mobile_number, without_numbers
from league.schedule.models import Fixture, Season
from league.schedule.queries.matches import whole_fixtures
from league.teams.models import League


def keys_of(entry: AuditEntry, kind: str) -> list[int]:
    return sorted(subject.key for subject in entry.subjects.all() if subject.kind == kind)


def fixture_of(entry: AuditEntry) -> Fixture | None:
    """None for a bye, or one deleted meanwhile."""
    return whole_fixtures().filter(pk__in=keys_of(entry, "fixture"), away__isnull=False).order_by("pk").first()


def season_of(entry: AuditEntry) -> Season | None:
    seasons = Season.objects.filter(pk__in=keys_of(entry, "season")).select_related("league")
    return seasons.order_by("pk").first()


def source(entry: AuditEntry) -> str:
    return f"entry-{entry.pk}"


Facts = tuple[tuple[str, str], ...]
SIGNER = signing.Signer(salt="league.post.unsubscribe")  # without a date: the same link however often it is written
LONGEST_SUBJECT = 140


@dataclass(frozen=True, slots=True)
class Letter:
    """`about` and the person make it unique; `facts` are (label, value), `action` (label, address). `own` may come at
    night; `short` and `short_link` are for a text.
    """

    kind: MessageKind
    to: User
    about: str
    subject: str
    paragraphs: tuple[str, ...]
    facts: Facts = ()
    action: tuple[str, str] | None = None
    own: bool = False
    until: datetime | None = None
    fixture: Fixture | None = None
    short: tuple[str, ...] = ()
    short_link: str = ""

    @property
    def key(self) -> str:
        return f"{self.about}:{self.kind}:{self.to.pk}"


def to_each(  # noqa: PLR0917 (in the order in which a letter has them)
    people: Iterable[User], kind: MessageKind, about: str, subject: str, paragraphs: tuple[str, ...], facts: Facts,
    action: tuple[str, str], *, by: int | None = None, **more: Any,
) -> Iterator[Letter]:  # fmt: skip
    """`by` is the key of whoever has just done it, whom it may reach at night."""
    return (Letter(kind, to, about, subject, paragraphs, facts, action, own=to.pk == by, **more) for to in people)


def without(people: Iterable[User], key: int | None) -> list[User]:
    return [person for person in people if person.pk != key]


def render_letter(letter: Letter, league: League) -> tuple[str, str, str]:
    stop = "" if letter.kind in MANDATORY_KINDS else absolute(stop_address(letter.to.pk, league, letter.kind))
    subject = one_line(letter.subject)[:LONGEST_SUBJECT]
    context = {
        "letter": letter,
        "league": league,
        "subject": subject,
        "why": reason_sent(letter.kind, league),
        "stop": stop,
        "accent": colour(league.colour or "accent"),
        "site": absolute(""),
    }
    text = render_to_string("notifications/mail/letter.txt", context).strip() + "\n"
    return subject, text, render_to_string("notifications/mail/letter.html", context)


def reason_sent(kind: MessageKind, league: League) -> str:
    if kind == MessageKind.REPLY:
        return f"You’re getting this because you sent {league.name} a result. We always answer those."
    if kind in MANDATORY_KINDS:
        return f"You’re getting this because it is about your role in {league.name}. We always send these e-mails."
    return f"You’re getting this because “{MessageKind(kind).label}” e-mails are on in your settings."


def absolute(address: str) -> str:
    return settings.SITE_URL.rstrip("/") + address


def stop_address(user_id: int, league: League, kind: str) -> str:
    """Signed."""
    token = SIGNER.sign_object([user_id, league.pk, str(kind)])
    return reverse("unsubscribe", args=[league.slug, token])


def stop_token(token: str) -> tuple[int, int, MessageKind] | None:
    """Person, league and kind; None if it is not one of ours."""
    try:
        user_id, league_id, kind = SIGNER.unsign_object(token)
        return int(user_id), int(league_id), MessageKind(kind)
    except (signing.BadSignature, ValueError, TypeError):
        return None


def when(fixture: Fixture) -> str:
    return f"{fixture.night}, {clock(fixture.start_time)}" if fixture.date else "no date yet"


# --- by mail, to phones, as a text ------------------------------------------------------------------------------------
def calendar_file(fixture: Fixture | None, at: datetime) -> str:
    """With the UID of every feed; "" for none, or one never dated."""
    if fixture is None or fixture.to_arrange:
        return ""
    feed = of_match(fixture, at)
    return calendar_of(feed, settings.SITE_URL.rstrip("/")).decode() if feed.slots else ""


LONGEST_TITLE, LONGEST_BODY, LONGEST_LINK = 140, 240, 300


def messages_from(letters: Iterable[Letter], league: League, at: datetime) -> list[Message]:
    """Unsaved, without what people turned off or did not ask for."""
    letters = list(letters)
    if not letters:
        return []
    off, reply = opt_outs(league), reply_address(league)
    mails = [_mail(each, league, reply, at) for each in letters if (each.to.pk, str(each.kind)) not in off]
    return [*mails, *_pushes(letters, league, at), *_texts(letters, league, at)]


def replies_from(letter: Letter, league: League, at: datetime, *, by_text: bool, in_reply_to: str) -> list[Message]:
    """Nothing by text where no link fits."""
    if by_text:
        text = _text(letter, league, at)
        return [text] if text.text and text.address else []
    mail = _mail(letter, league, reply_address(league), at)
    mail.in_reply_to = in_reply_to
    return [mail]


def _mail(letter: Letter, league: League, reply: str, at: datetime) -> Message:
    message = _message(letter, league, at)
    message.key, message.address, message.reply_to = letter.key, letter.to.email, reply
    message.subject, message.text, message.html = render_letter(letter, league)
    message.calendar = calendar_file(letter.fixture, at)
    return message


def _pushes(letters: list[Letter], league: League, at: datetime) -> list[Message]:
    worth = [each for each in letters if each.kind in PUSH_KINDS and settings.PUSH_KEY]
    if not worth:
        return []
    phones, off = phones_of(each.to for each in worth), opt_outs(league, Channel.PUSH)
    wanted = [each for each in worth if (each.to.pk, str(each.kind)) not in off]
    return [_push(each, phone, league, at) for each in wanted for phone in phones[each.to.pk]]


def _push(letter: Letter, phone: Phone, league: League, at: datetime) -> Message:
    message = _message(letter, league, at)
    message.channel, message.phone, message.address = Channel.PUSH, phone, phone.words
    message.key = f"{letter.key}:{Channel.PUSH}:{phone.pk}"
    message.subject = shorten(letter.subject, LONGEST_TITLE)
    message.text = shorten(" ".join(letter.paragraphs), LONGEST_BODY)
    link = letter.action[1] if letter.action else league.get_absolute_url()
    message.link = link if len(link) <= LONGEST_LINK else league.get_absolute_url()
    message.until = letter.until or message.not_before + DAY
    return message


def _texts(letters: list[Letter], league: League, at: datetime) -> list[Message]:
    """Of a change only to those who lead a team; of use on this day alone."""
    worth = [each for each in letters if each.short and settings.SMS_GATEWAY]
    if not worth:
        return []
    leading = {person.pk for person in role_holders(league, LEADERS)}
    opt_ins = SmsOptIn.objects.filter(league=league).values_list("user", "changes", "questions")
    changes = {user for user, wanted, _ in opt_ins if wanted and user in leading}
    questions = {user for user, _, wanted in opt_ins if wanted}
    theirs = [each for each in worth if each.to.pk in (questions if each.kind == MessageKind.AVAILABILITY else changes)]
    made = [_text(each, league, at) for each in theirs if mobile_number(each.to.phone)]
    return [each for each in made if each.text]


def _text(letter: Letter, league: League, at: datetime) -> Message:
    message = _message(letter, league, at)
    message.channel, message.key = Channel.TEXT, f"{letter.key}:{Channel.TEXT}"
    message.address, message.subject = mobile_number(letter.to.phone), one_line(letter.subject)[:LONGEST_TITLE]
    link = absolute(letter.short_link) if letter.short_link else ""
    message.text = fit_sms(*(without_numbers(each) for each in letter.short), link=link)
    message.until = at_local(localdate(at) + DAY, MIDNIGHT)
    return message


def _message(letter: Letter, league: League, at: datetime) -> Message:
    return Message(
        league=league, kind=letter.kind, to=letter.to, made_at=at,
        not_before=at if letter.own else after_quiet_hours(at), until=letter.until,
        state=MessageState.WITHHELD if letter.to.demo else MessageState.WAITING,
    )  # fmt: skip


def shorten(text: str, most: int) -> str:
    """On one line, without telephone numbers, cut between words."""
    line = without_numbers(one_line(text))
    if len(line) <= most:
        return line
    whole = line[: most - 1]
    return (whole.rpartition(" ")[0] or whole).rstrip(" ,.;:") + "\N{HORIZONTAL ELLIPSIS}"


def phones_of(people: Iterable[User]) -> defaultdict[int, list[Phone]]:
    phones_by_user: defaultdict[int, list[Phone]] = defaultdict(list)
    for phone in Phone.objects.filter(user__in={person.pk for person in people}).order_by("pk"):
        phones_by_user[phone.user_id or 0].append(phone)
    return phones_by_user


# --- hours of the league's own clock ----------------------------------------------------------------------------------
EVENING, MORNING, MIDNIGHT = time(23, 30), time(8), time(0)
DAY = timedelta(days=1)


def at_local(day: date, hour: time) -> datetime:
    """Right on the days on which clocks change."""
    return datetime.combine(day, hour, timezone.get_default_timezone())


def after_quiet_hours(moment: datetime) -> datetime:
    """8 in the morning for a moment between half past eleven and eight."""
    local = timezone.localtime(moment, timezone.get_default_timezone())
    if local.time() >= EVENING:
        return at_local(local.date() + DAY, MORNING)
    return at_local(local.date(), MORNING) if local.time() < MORNING else moment


def days_when(hour: time, after: datetime, until: datetime) -> list[date]:
    """The days whose `hour` lies after the one moment and not after the other."""
    zone = timezone.get_default_timezone()
    day, last = timezone.localdate(after, zone), timezone.localdate(until, zone)
    days = []
    while day <= last:
        if after < at_local(day, hour) <= until:
            days.append(day)
        day += DAY
    return days
