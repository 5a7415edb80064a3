"""A letter, and how it is put on paper: the text first, the same in HTML, and a subject that begins with the fact."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.core import signing
from django.template.loader import render_to_string
from django.urls import reverse

from league.base.accounts.models import User
from league.base.audit.models import Entry as AuditEntry
from league.base.ui.formats import clock, night, one_line
from league.base.ui.static_files import colour
from league.notifications.choices import MANDATORY_KINDS, MessageKind
from league.schedule.models import Fixture, Season
from league.schedule.queries import whole_fixtures
from league.teams.models import League


def keys_of(entry: AuditEntry, kind: str) -> list[int]:
    """The keys of what it is about, of one model."""
    return sorted(subject.key for subject in entry.subjects.all() if subject.kind == kind)


def fixture_of(entry: AuditEntry) -> Fixture | None:
    """The match that it is about; None for a bye, or for one that has gone in the meantime."""
    return whole_fixtures().filter(pk__in=keys_of(entry, "fixture"), away__isnull=False).order_by("pk").first()


def season_of(entry: AuditEntry) -> Season | None:
    """The season that it is about, with its league."""
    seasons = Season.objects.filter(pk__in=keys_of(entry, "season")).select_related("league")
    return seasons.order_by("pk").first()


def source(entry: AuditEntry) -> str:
    """What the letters about it are known by."""
    return f"entry-{entry.pk}"


SIGNER = signing.Signer(salt="league.post.unsubscribe")  # without a date: the same link however often it is written
LONGEST_SUBJECT = 140


@dataclass(frozen=True, slots=True)
class Letter:
    """What one person is to be told. `about` and the person make it one letter however often it is written.

    `facts` are (label, value), `action` is the one thing to do about it: (label, address within the site). `own`: about
    what the person has just done, so it may come at night. `until` is when it is of no use any more. `fixture` goes
    with it as a calendar file. `short`, the fact and then what there may be room for, is for a text message where it is
    worth one; `short_link` is the address within the site that ends it.
    """

    kind: MessageKind
    to: User
    about: str
    subject: str
    paragraphs: tuple[str, ...]
    facts: tuple[tuple[str, str], ...] = ()
    action: tuple[str, str] | None = None
    own: bool = False
    until: datetime | None = None
    fixture: Fixture | None = None
    short: tuple[str, ...] = ()
    short_link: str = ""

    @property
    def key(self) -> str:
        return f"{self.about}:{self.kind}:{self.to.pk}"


@dataclass(frozen=True, slots=True)
class RenderedLetter:
    """A letter as it is sent."""

    subject: str
    text: str
    html: str


def render_letter(letter: Letter, league: League) -> RenderedLetter:
    """Put a letter on paper."""
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
    return RenderedLetter(subject, text, render_to_string("notifications/mail/letter.html", context))


def reason_sent(kind: MessageKind, league: League) -> str:
    """Why somebody gets a letter of this kind, in one sentence."""
    if kind == MessageKind.REPLY:
        return f"You’re getting this because you sent {league.name} a result. We always answer those."
    if kind in MANDATORY_KINDS:
        return f"You’re getting this because it is about your role in {league.name}. We always send these e-mails."
    return f"You’re getting this because “{MessageKind(kind).label}” e-mails are on in your settings."


def absolute(address: str) -> str:
    """An address within the site with the site's name before it."""
    return settings.SITE_URL.rstrip("/") + address


def stop_address(user_id: int, league: League, kind: str) -> str:
    """Where a kind of message is turned off without signing in: signed, so that nobody can guess another's."""
    token = SIGNER.sign_object([user_id, league.pk, str(kind)])
    return reverse("unsubscribe", args=[league.slug, token])


def stop_token(token: str) -> tuple[int, int, MessageKind] | None:
    """The person, the league and the kind of an unsubscribe link; None if it is not one of ours."""
    try:
        user_id, league_id, kind = SIGNER.unsign_object(token)
        return int(user_id), int(league_id), MessageKind(kind)
    except (signing.BadSignature, ValueError, TypeError):
        return None


def when(fixture: Fixture) -> str:
    """When a match is: "Mon 7 Sep, 8pm", or that there is no date yet."""
    return f"{night(fixture.date)}, {clock(fixture.start_time)}" if fixture.date else "no date yet"
