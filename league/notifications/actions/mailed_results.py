"""Results that come by mail or text become their sender's card where nothing is in doubt, or are kept for the sender to
check. Every message of a person is answered, none of a program.

Anybody may write any address on a mail, and any number on a text. Only a mail for which the server that received it
vouches makes a card; what else comes in somebody's name waits until they send it themselves, signed in (decision 49).
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from email.utils import parseaddr

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.mail import send_mail
from django.db import DatabaseError
from django.urls import reverse
from django.utils.timezone import localdate, localtime
from django_scopes import scope

from league.base.accounts.limits import HOUR, TryLimit
from league.base.accounts.models import User, digest_of
from league.base.ui.formats import score_text
from league.notifications.actions.write_messages import store_new
from league.notifications.choices import MessageKind
from league.notifications.mailbox import DONE, FAILED, MAILS_KEPT, open_mailbox
from league.notifications.models import Message
from league.notifications.queries.letter import Letter, replies_from
from league.notifications.sms import ReceivedText, mobile_number
from league.reading.card_photos import INSTALLED
from league.reading.mails import ReceivedMail, read_mail
from league.reading.messages.values import EveningResults, ScoreOption, ScoreProposal, SentMessage
from league.results.actions.cards import CardRefusedError, NotAcceptedError, refuse_unless_open
from league.results.actions.messages import (
    ReceivedMessage,
    ask_for_reading,
    attach_photo,
    keep_incoming,
    submit_message,
)
from league.results.choices import SentFor, Source
from league.results.models import CardMessage, IncomingMessage, Photo
from league.results.permissions import sides_of
from league.results.queries.messages import MessageNight, message_night
from league.results.queries.to_do import has_begun
from league.schedule.models import Fixture
from league.teams.actions.leagues import lock_league
from league.teams.choices import RoleKind
from league.teams.models import League

log = logging.getLogger(__name__)
MAILS_AT_ONCE = 50
SENDERS = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN, RoleKind.SECRETARY, RoleKind.RESULTS_OFFICER)
A_DAY = 24 * HOUR
UNSURE = TryLimit("mail-unsure", 8, A_DAY)  # answers to one person, so that two programs cannot go on for ever
ONE_STRANGER, ALL_STRANGERS = TryLimit("mail-stranger", 1, A_DAY), TryLimit("mail-strangers", 50, A_DAY)
MOST_PHOTOS = 2  # of one mail
HOW_TO_WRITE = "Write both teams, each with its own games: “Bull 6 Crown 3”."
STRANGER = (
    "We got your e-mail, but the address that you wrote from is not one that a captain signs in with, or your league "
    "takes no results by e-mail. Nothing was kept of it.\n\nWrite again from the address that you sign in with, or "
    "sign in and enter the result: {site}\n"
)


@dataclass(frozen=True, slots=True)
class Incoming:
    """`key` is the same however often it is delivered."""

    user: User
    source: Source
    text: str
    key: str
    received_at: datetime
    vouched: bool = False
    photos: tuple[bytes, ...] = ()
    message_id: str = ""

    @property
    def noun(self) -> str:
        return "text" if self.source == Source.TEXT else "e-mail"

    @property
    def sent(self) -> SentMessage:
        local = localtime(self.received_at)
        return SentMessage(1, self.text, self.user.name, local.date(), local.time(), f"{local:%d/%m/%Y, %H:%M}")


# --- the mailbox ------------------------------------------------------------------------------------------------------
def read_mailbox(*, at: datetime) -> int:
    """How many mails that were; each is moved only once it was dealt with."""
    with open_mailbox(settings.MAIL_IN_URL) as mailbox:
        waiting = mailbox.waiting(MAILS_AT_ONCE)
        for uid in waiting:
            delivered = mailbox.fetch(uid)
            if delivered is not None:
                mailbox.move(uid, _folder_for(*delivered, at))
        mailbox.forget(localdate(at - MAILS_KEPT))
    return len(waiting)


def _folder_for(raw: bytes, received_at: datetime, at: datetime) -> str:
    try:
        receive_mail(raw=raw, received_at=received_at, at=at)
    except DatabaseError:
        raise
    except Exception:
        log.exception("A mail could not be dealt with, and is in the folder %s", FAILED)
        return FAILED
    return DONE


def receive_mail(*, raw: bytes, received_at: datetime, at: datetime) -> None:
    """Deal with one mail. Nothing is kept of one from an address that no captain or officer signs in with."""
    own = {parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower(), settings.MAIL_IN_ADDRESS}
    mail = read_mail(raw, receiver=settings.MAIL_IN_SERVER, own=own)
    if mail.automatic:
        return
    user = User.objects.filter(email=mail.sender, is_active=True).first()
    leagues = _leagues_of(user)
    if user is None or not leagues:
        _answer_stranger(mail, at)
        return
    key = f"mail-{digest_of(mail.message_id or raw.decode('latin-1'))[:32]}"
    incoming = Incoming(
        user, Source.MAIL, mail.text, key, received_at, mail.vouched, mail.photos[:MOST_PHOTOS], mail.message_id
    )
    _receive(incoming, leagues, at)


def receive_text(*, text: ReceivedText, at: datetime) -> None:
    """None from a number that several people have."""
    with_number = User.objects.filter(is_active=True).exclude(phone="")
    users = [user for user in with_number if mobile_number(user.phone) == mobile_number(text.sender) != ""]
    leagues = _leagues_of(users[0]) if len(users) == 1 else []
    if leagues:
        key = f"text-{digest_of(text.key)[:32]}"
        _receive(Incoming(users[0], Source.TEXT, text.words.strip(), key, at), leagues, at)


def _leagues_of(user: User | None) -> list[League]:
    rows = League.objects.filter(
        results_by_mail=True, roles__user=user, roles__ended_at=None, roles__kind__in=SENDERS
    ).distinct()
    return list(rows.order_by("pk")) if user else []


def _answer_stranger(mail: ReceivedMail, at: datetime) -> None:
    """Once a day, and only to an address the server vouches for."""
    moment = at.timestamp()
    if not mail.vouched or ONE_STRANGER.count(mail.sender, moment):
        return
    if not ALL_STRANGERS.count("", moment):
        send_mail("Your e-mail was not taken as a result", STRANGER.format(site=settings.SITE_URL), None, [mail.sender])


# --- what it says, and what becomes of it -----------------------------------------------------------------------------
def _receive(incoming: Incoming, leagues: Iterable[League], at: datetime) -> None:
    """Read it against the matches of each league; where it may be about several, none of them is sure."""
    read: list[tuple[League, MessageNight, EveningResults]] = []
    for league in leagues:
        with scope(league=league):
            night = message_night(league, at)
            read.append((league, night, night.read_one(incoming.sent)))
    about = [each for each in read if each[2].proposals or each[2].questions] or read[:1]
    for league, night, evening in about:
        with scope(league=league):
            _deal_with(_LeagueReading(incoming, league, night, evening, alone=len(about) == 1), at)


@dataclass(frozen=True, slots=True)
class _LeagueReading:
    incoming: Incoming
    league: League
    night: MessageNight
    evening: EveningResults
    alone: bool

    @property
    def about(self) -> str:
        return f"{self.incoming.key}-{self.league.pk}"

    def fixture(self, proposal: ScoreProposal) -> Fixture:
        return self.night.fixtures[proposal.match.key]

    def side(self, fixture: Fixture) -> SentFor | None:
        """None if the sender acts for both."""
        sides = sides_of(self.incoming.user, fixture)
        return sides[0] if len(sides) == 1 else None

    @property
    def read_for_certain(self) -> bool:
        fixtures = [self.fixture(proposal) for proposal in self.evening.proposals]
        at = self.incoming.received_at
        certain = all(self.side(fixture) and has_begun(fixture, at) for fixture in fixtures)
        return bool(fixtures) and not self.evening.questions and certain

    @property
    def sure(self) -> bool:
        return self.read_for_certain and self.incoming.vouched and self.alone


def _deal_with(reading: _LeagueReading, at: datetime) -> None:
    """Delivered again it finds its answer, or does the rest."""
    if Message.objects.filter(key__startswith=f"{reading.about}:").exists():
        return
    user = reading.incoming.user
    if reading.sure:
        letter = _filed(reading, at)
    elif UNSURE.count(str(user.pk), at.timestamp()):
        return
    elif reading.evening.proposals or reading.evening.questions:
        letter = _asked(reading, at)
    else:
        letter = _photographed(reading, at) or _nothing_read(reading)
    by_text, in_reply_to = reading.incoming.source == Source.TEXT, reading.incoming.message_id
    replies = replies_from(letter, reading.league, at, by_text=by_text, in_reply_to=in_reply_to)
    with lock_league(reading.league.pk):  # the same mail may be in another process's hands
        store_new(replies)


def _letter(reading: _LeagueReading, subject: str, paragraphs: Iterable[str], action: tuple[str, str]) -> Letter:
    return Letter(
        MessageKind.REPLY, reading.incoming.user, reading.about, subject, tuple(filter(None, paragraphs)),
        action=action, own=True, short=(subject,), short_link=action[1],
    )  # fmt: skip


def _filed(reading: _LeagueReading, at: datetime) -> Letter:
    results = [_file(reading, proposal, at) for proposal in reading.evening.proposals]
    fixture = reading.fixture(reading.evening.proposals[0])
    photo = _attach(reading, fixture)[1] if len(results) == 1 else _not_kept(reading)
    subject = results[0].rstrip(".") if len(results) == 1 else f"{len(results)} results in your e-mail"
    paragraphs = (
        f"From your e-mail of {reading.incoming.sent.written}:",
        *results,
        photo,
        "If that is not right, open the match and send the card as it should be.",
    )
    return _letter(reading, subject, paragraphs, ("See the match or put it right", fixture.address_of("match-card")))


def _file(reading: _LeagueReading, proposal: ScoreProposal, at: datetime) -> str:
    incoming, fixture = reading.incoming, reading.fixture(proposal)
    side, words = reading.side(fixture), _words(proposal, fixture)
    assert side is not None
    message = ReceivedMessage(
        incoming.user.name, incoming.sent.written, incoming.text, incoming.user, _row(reading, incoming.text)
    )
    try:
        kept = submit_message(
            fixture=fixture, message=message, score=(proposal.home, proposal.away), sent_for=side,
            seen=fixture.version, by=incoming.user, at=at,
        )  # fmt: skip
    except CardRefusedError as refused:
        return f"Not sent: {words}. {' '.join(problem.message for problem in refused.problems)}"
    except NotAcceptedError as refused:
        return f"Not sent: {words}. {refused.message}"
    return f"Result sent: {words}, {_receipt(kept)}."


def _receipt(kept: CardMessage) -> str:
    if kept.submission:
        return f"receipt {kept.submission.receipt}"
    return "kept with the match until you fill in the card, which has every line in your league"


def _asked(reading: _LeagueReading, at: datetime) -> Letter:
    incoming, evening = reading.incoming, reading.evening
    text = f"{incoming.sent.written} - {incoming.user.name}: {incoming.text}"
    row = keep_incoming(message=_row(reading, text), at=at)
    read = [f"Nothing has been sent from your {incoming.noun} of {incoming.sent.written} yet."]
    read += [f"We read: {_words(each, reading.fixture(each))}." for each in evening.proposals]
    for question in evening.questions:
        options = " or ".join(_words(each, reading.night.fixtures[each.match.key]) for each in question.options[:2])
        read.append(f"{' '.join(question.whys)}{f' Is it {options}?' if options else ''}")
    subject = "Not sent yet: check the result in your " + incoming.noun
    if reading.read_for_certain and reading.alone:
        subject = f"Not sent yet: {_words(evening.proposals[0], reading.fixture(evening.proposals[0]))}"
        read.append(
            f"Anyone can put your name on {'a text' if incoming.source == Source.TEXT else 'an e-mail'}, and "
            "nobody vouches for this one. So sign in and send it yourself: one tap."
        )
    address = reverse("received-message", args=[reading.league.slug, row.pk])
    return _letter(reading, subject, (*read, _not_kept(reading)), ("Check it and send it", address))


def _nothing_read(reading: _LeagueReading) -> Letter:
    whys = dict.fromkeys(aside.why for aside in reading.evening.set_aside)
    action = ("Enter the result", reverse("your-match", args=[reading.league.slug]))
    paragraphs = (f"Nothing was sent. {' '.join(whys)}".strip(), _not_kept(reading), HOW_TO_WRITE)
    return _letter(reading, f"We found no result in your {reading.incoming.noun}", paragraphs, action)


def _row(reading: _LeagueReading, text: str) -> IncomingMessage:
    incoming = reading.incoming
    return IncomingMessage(
        league=reading.league, by=incoming.user, source=incoming.source, text=text, received_at=incoming.received_at
    )


def _words(score: ScoreOption | ScoreProposal, fixture: Fixture) -> str:
    return f"{fixture.home} {score_text(f'{score.home}-{score.away}')} {fixture.away}"


# --- photographs ------------------------------------------------------------------------------------------------------
def _photographed(reading: _LeagueReading, at: datetime) -> Letter | None:
    """If exactly one match of the sender waits for a card."""
    waiting = [fixture for fixture in reading.night.fixtures.values() if _waits(reading, fixture, at)]
    if not (reading.incoming.photos and reading.incoming.vouched and reading.alone and len(waiting) == 1):
        return None
    photo, sentence = _attach(reading, waiting[0])
    if photo is None:
        return _letter(
            reading, "Your photo was not taken", (sentence,), ("Open the match", waiting[0].get_absolute_url())
        )
    page = ("card-photo-reading", photo.pk) if INSTALLED else ("match-card",)
    if INSTALLED:
        ask_for_reading(photo=photo, by=reading.incoming.user, at=at)
    sentence = f"{sentence} No result has been sent yet: check what we read on it, and send it."
    return _letter(
        reading, f"Photo received: {waiting[0]}", (sentence,), ("Fill in the card", waiting[0].address_of(*page))
    )


def _waits(reading: _LeagueReading, fixture: Fixture, at: datetime) -> bool:
    side = reading.side(fixture)
    if side is None or not has_begun(fixture, at) or fixture.submissions.filter(sent_for=side).exists():
        return False
    try:
        refuse_unless_open(fixture, at=at)
    except NotAcceptedError:
        return False
    return True


def _attach(reading: _LeagueReading, fixture: Fixture) -> tuple[Photo | None, str]:
    """The last photo kept, and what became of them in a sentence."""
    user, at = reading.incoming.user, reading.incoming.received_at
    kept = list(Photo.objects.filter(fixture=fixture, by=user, at=at).order_by("pk"))
    try:
        for data in reading.incoming.photos[len(kept) :]:
            kept.append(attach_photo(fixture=fixture, upload=ContentFile(data, "card"), by=user, at=at))  # noqa: PERF401
    except NotAcceptedError as refused:
        return (kept[-1] if kept else None), f"Your photo was not kept. {refused.message}"
    return (kept[-1] if kept else None), "Your photo is saved with the match." if kept else ""


def _not_kept(reading: _LeagueReading) -> str:
    return "Your photo was not kept. Add it on the page of its match." if reading.incoming.photos else ""
