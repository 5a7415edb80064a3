"""Results by mail: what makes a card, what is asked, what is answered, and what is left alone."""

import hmac
import json
from contextvars import Context
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.base.audit.models import Entry
from league.exchange.actions.erasure import apply_retention
from league.notifications.actions.mailed_results import UNSURE, read_mailbox, receive_mail
from league.notifications.actions.send_messages import as_mail
from league.notifications.choices import Channel, MessageKind
from league.notifications.mailbox import MailboxError
from league.notifications.models import Message
from league.notifications.periodic import look_into_mailbox
from league.notifications.sms import ReceivedText, RefusedError
from league.operations.diagnosis import results_mailbox
from league.results.actions.cards import answer_card
from league.results.choices import ResultState, SentFor, Source
from league.results.models import CardMessage, IncomingMessage, Photo, Result, Submission
from league.results.queries.penalties import all_late_cards
from league.teams.choices import RoleKind
from tests.factories import make_role
from tests.league.notifications.imap_server import ImapServer, Letterbox
from tests.league.person import signed_in
from tests.league.reading.raw_mails import CAPTAIN, MAILS, PEOPLE, PROGRAMS, RECEIVER, RESULTS, SCORE, plain
from tests.league.results.evening import CLOSING_TIME, later, make_evening

RECEIVED = CLOSING_TIME - timedelta(minutes=10)


@pytest.fixture(autouse=True)
def on_the_night():
    with time_machine.travel(CLOSING_TIME, tick=False):
        yield


@pytest.fixture(autouse=True)
def league(evening, settings):
    """Takes results by mail; the home captain signs in with the address that the mails are from."""
    settings.MAIL_IN_ADDRESS, settings.MAIL_IN_SERVER = RESULTS, RECEIVER
    settings.DEFAULT_FROM_EMAIL = "Double Six <league@league.example>"
    settings.EMAIL_BACKEND = "league.notifications.actions.write_messages.OutboxBackend"
    User.objects.filter(pk=evening.home.pk).update(email=CAPTAIN)
    type(evening.small.league).objects.update(results_by_mail=True)
    return evening.small.league


def mailed(raw: bytes, received_at=RECEIVED, at=CLOSING_TIME) -> list[Message]:
    """The answers to a mail."""
    with scopes_disabled():  # an answer to a stranger is of no league
        known = set(Message.objects.values_list("pk", flat=True))
    Context().run(receive_mail, raw=raw, received_at=received_at, at=at)  # in no league's scope, as the site has it
    with scopes_disabled():
        return list(Message.objects.exclude(pk__in=known).select_related("to", "league").order_by("pk"))


def counts() -> tuple[int, ...]:
    """Cards, messages beside them, messages that wait, photographs, and answers."""
    kept = (Submission, CardMessage, IncomingMessage, Photo, Message)
    return tuple(model.objects.count() for model in kept)


# --- what is sure -----------------------------------------------------------------------------------------------------
def test_a_mail_becomes_the_card_of_its_sender_and_is_answered_with_the_receipt(evening):
    (answer,) = mailed(plain(SCORE))

    filed = Submission.objects.get()
    assert (filed.source, filed.sent_for, filed.by) == (Source.MAIL, SentFor.HOME, evening.home)
    assert (filed.entered_at, filed.received_at) == (RECEIVED, CLOSING_TIME)
    assert Result.objects.get().state == ResultState.PROVISIONAL
    assert CardMessage.objects.get().text == SCORE
    assert (answer.to, answer.address, answer.kind) == (evening.home, CAPTAIN, MessageKind.REPLY)
    assert answer.subject == f"Result sent: Crown A 6–3 Bell, receipt {filed.receipt}"
    assert f"{evening.fixture.get_absolute_url()}card/" in answer.text


def test_the_answer_is_one_that_no_program_answers_and_belongs_to_the_mail(evening):
    mail = as_mail(mailed(plain(SCORE))[0]).message()

    assert (mail["Auto-Submitted"], mail["X-Auto-Response-Suppress"]) == ("auto-replied", "All")
    assert mail["In-Reply-To"] == mail["References"] == "<CAF1x=7Q@mail.leek.example>"


def test_the_other_captain_confirms_it_like_any_card(evening):
    mailed(plain(SCORE))
    answer_card(submission=Submission.objects.get(), agreed=True, by=evening.away, at=later(minutes=5))

    assert Result.objects.get().state == ResultState.CONFIRMED


@pytest.mark.parametrize("resent", [plain(SCORE), plain(SCORE).replace(b"CAF1x=7Q", b"another")])
def test_a_mail_that_comes_twice_is_one_card(evening, resent):
    mailed(plain(SCORE))
    answers = mailed(resent, at=later(minutes=5))

    assert counts()[:4] == (1, 1, 0, 0)
    receipt = Submission.objects.get().receipt
    assert all(receipt in answer.subject for answer in answers)


def test_mails_of_every_program_that_say_the_same_are_one_card(evening):
    same = [mail for mail in PEOPLE.values() if mail.text == SCORE and mail.vouched and not mail.photos]
    for number, mail in enumerate(same):
        (answer,) = mailed(mail.raw.replace(b"CAF1x=7Q", f"{number}".encode()))
        assert Submission.objects.get().receipt in answer.subject

    assert len(same) >= 30
    assert counts() == (1, 1, 0, 0, len(same))


def test_a_second_result_takes_nobodys_card_away(evening):
    mailed(plain(SCORE))
    (answer,) = mailed(plain("Crown A 5 Bell 4").replace(b"CAF1x=7Q", b"another"), at=later(minutes=5))

    assert counts()[:3] == (1, 1, 0)
    assert answer.subject == (
        "Not sent: Crown A 5–4 Bell. This side has sent its card already. Open the match to change it"
    )


def test_a_photograph_goes_with_the_match(evening):
    (answer,) = mailed(PEOPLE["iphone_photo"].raw)

    assert counts() == (1, 1, 0, 1, 1)
    assert Photo.objects.get().fixture == evening.fixture
    assert "Your photo is saved with the match." in answer.text
    mailed(PEOPLE["iphone_photo"].raw)
    assert counts() == (1, 1, 0, 1, 1)


def test_a_photograph_alone_goes_with_the_match_that_waits(evening):
    (answer,) = mailed(PEOPLE["iphone_photo_alone"].raw)

    assert counts() == (0, 0, 0, 1, 1)
    assert answer.subject == "Photo received: Crown A v Bell"
    assert "No result has been sent yet" in answer.text


# --- who sent it ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["from_another_domain", "without_a_word_of_the_server"])
def test_a_mail_that_nobody_vouches_for_waits_for_its_sender(evening, name):
    (answer,) = mailed(MAILS[name].raw)

    assert counts() == (0, 0, 1, 0, 1)
    assert answer.subject == "Not sent yet: Crown A 6–3 Bell"
    row = IncomingMessage.objects.get()
    assert reverse("received-message", args=[evening.small.league.slug, row.pk]) in answer.text


def test_a_forged_mail_confirms_nobodys_card(evening):
    User.objects.filter(pk=evening.away.pk).update(email="away@leek.example")
    mailed(plain(SCORE))
    forged = plain(SCORE, sender="away@leek.example", results="dmarc=fail header.from=leek.example")
    mailed(forged.replace(b"CAF1x=7Q", b"another"), at=later(minutes=5))

    assert Submission.objects.count() == 1
    assert Result.objects.get().state == ResultState.PROVISIONAL


def test_nothing_of_an_unknown_sender_is_kept_and_one_answer_a_day_is_given(evening):
    stranger = plain(SCORE, sender="Eve <eve@leek.example>")
    (answer,) = mailed(stranger)

    assert counts()[:4] == (0, 0, 0, 0)
    assert (answer.address, answer.league, answer.kind) == ("eve@leek.example", None, MessageKind.ACCOUNT)
    assert mailed(stranger, at=later(hours=1)) == []
    assert mailed(stranger.replace(b"dmarc=pass", b"dmarc=fail").replace(b"eve@", b"mallory@")) == []
    assert not Entry.objects.filter(words__contains="eve").exists()


def test_a_captain_of_a_league_that_takes_none_is_told_so(evening, league):
    type(league).objects.update(results_by_mail=False)

    assert [answer.league for answer in mailed(plain(SCORE))] == [None]
    assert counts()[:4] == (0, 0, 0, 0)


def test_a_secretary_never_decides_by_mail(evening):
    User.objects.filter(pk=evening.home.pk).update(email="x@leek.example")
    User.objects.filter(pk=evening.secretary.pk).update(email=CAPTAIN)
    (answer,) = mailed(plain(SCORE))

    assert counts() == (0, 0, 1, 0, 1)
    assert answer.to == evening.secretary


def test_whose_words_a_mail_quotes_is_nobodys_card(evening):
    """A chat in a mail is its sender's word alone."""
    raw = plain(f"[07/09/2026, 22:41] {evening.away.name}: Crown A 0 Bell 9\n")
    mailed(raw)

    assert Submission.objects.count() == 0


# --- what is in doubt -------------------------------------------------------------------------------------------------
def test_what_is_in_doubt_is_asked_and_sent_by_its_sender_on_the_page(evening, league):
    (answer,) = mailed(plain("6-3"))
    row = IncomingMessage.objects.get()
    address = reverse("received-message", args=[league.slug, row.pk])

    assert counts() == (0, 0, 1, 0, 1)
    assert answer.subject == "Not sent yet: check the result in your e-mail"
    assert "It does not say whose score is whose. Is it Crown A 6–3 Bell or Crown A 3–6 Bell?" in answer.text
    assert address in answer.text
    client = signed_in(evening.home)
    page = client.get(address)
    assert [row.fixture for row in page.context["rows"]] == [evening.fixture]
    form = {f"m{evening.fixture.pk}-seen": evening.fixture.version, "text": page.context["text"].replace("\n", "\r\n")}
    form |= {f"m{evening.fixture.pk}-answer": f"{evening.fixture.pk}:6:3"}
    fixture = evening.fixture
    sent = client.post(reverse("card-message-cards", args=[league.slug, fixture.first_date, fixture.slug]), form)

    filed = Submission.objects.get()
    assert sent.status_code == 302
    assert (filed.source, filed.entered_at, filed.sent_for) == (Source.MAIL, RECEIVED, SentFor.HOME)
    assert IncomingMessage.objects.count() == 0


def test_officers_find_in_the_inbox_what_waits_and_how_it_came(evening, league):
    mailed(plain("6-3"))
    page = signed_in(evening.secretary).get(reverse("inbox", args=[league.slug]))

    text = page.content.decode()
    assert "Messages to check" in text
    assert "It came by e-mail: 07/09/2026, 22:20" in text
    mailed(plain(SCORE).replace(b"CAF1x=7Q", b"another"))
    text = signed_in(evening.secretary).get(reverse("inbox", args=[league.slug])).content.decode()
    assert f"{evening.home.name} sent the result by e-mail." in text


def test_a_mail_without_a_result_says_how_to_write_one(evening):
    (answer,) = mailed(plain("Is the car park open on Monday?"))

    assert counts()[:4] == (0, 0, 0, 0)
    assert answer.subject == "We found no result in your e-mail"
    assert "Bull 6 Crown 3" in answer.text


def test_who_leads_teams_in_two_leagues_is_asked(evening):
    from django_scopes import scopes_disabled

    with scopes_disabled():
        other = make_evening("stoke")
        type(evening.small.league).objects.update(results_by_mail=True)
    with scope(league=other.small.league):
        make_role(User.objects.get(email=CAPTAIN), other.small.league, RoleKind.CAPTAIN, other.fixture.home.team)
    with scopes_disabled():
        answers = mailed(plain(SCORE))
        assert counts() == (0, 0, 2, 0, 2)
        assert {answer.league.slug for answer in answers} == {"leek", "stoke"}


# --- programs ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_never_answered_and_nothing_of_it_is_kept(evening, name):
    assert mailed(PROGRAMS[name].raw) == []
    assert counts() == (0, 0, 0, 0, 0)


def test_our_own_answer_that_comes_back_is_left_alone(evening):
    (answer,) = mailed(plain(SCORE))
    before = counts()

    assert mailed(as_mail(answer).message().as_bytes()) == []
    assert counts() == before


def test_a_program_that_does_not_say_that_it_is_one_is_answered_a_few_times_only(evening):
    """It answers each answer, quoting it, under a new Message-ID."""
    answers, rounds = mailed(plain("I am on holiday.")), 1
    while answers and rounds < 100:
        quoted = "".join(f"> {line}\n" for line in answers[0].text.splitlines())
        raw = plain(f"I am on holiday.\n\n{quoted}", subject=f"Re: {answers[0].subject}")
        answers, rounds = (
            mailed(raw.replace(b"CAF1x=7Q", f"again{rounds}".encode()), at=later(minutes=rounds)),
            rounds + 1,
        )

    assert Message.objects.count() == UNSURE.most
    assert counts()[:4] == (0, 0, 0, 0)


# --- its hour, and how long it stays ----------------------------------------------------------------------------------
def test_a_card_is_as_late_as_its_mail(evening, league):
    with time_machine.travel(later(days=5), tick=False):
        mailed(plain(SCORE), received_at=CLOSING_TIME, at=later(days=5))

    late = [each.fixture for each in all_late_cards(league, later(days=5))]
    assert late
    assert evening.fixture not in late


def test_what_nobody_made_a_card_of_goes_after_fourteen_days(evening):
    mailed(plain("6-3"))

    apply_retention(at=RECEIVED + timedelta(days=14))
    assert IncomingMessage.objects.count() == 1
    apply_retention(at=RECEIVED + timedelta(days=14, minutes=1))
    assert IncomingMessage.objects.count() == 0


# --- texts ------------------------------------------------------------------------------------------------------------
class Exchange:
    """A gateway that sends nothing, and tells of texts under a secret."""

    def send(self, **text) -> None:
        raise AssertionError(text)

    def receive(self, *, address, headers, body) -> ReceivedText | None:
        signed = hmac.new(b"of these tests", address.encode() + body, "sha256").hexdigest()
        if not hmac.compare_digest(headers.get("X-Signature", ""), signed):
            raise RefusedError("It is not signed.")
        text = json.loads(body)
        return ReceivedText(text["from"], text["text"], text["id"]) if "text" in text else None


def texted(settings, key="1", signed="", **text) -> int:
    """What a POST of the gateway is answered."""
    body = json.dumps({"id": key, **text}).encode()
    address = f"{settings.SITE_URL}/texts/".encode()
    signature = hmac.new(b"of these tests", address + body, "sha256").hexdigest()
    client = Client(headers={"X-Signature": signed or signature})
    return client.post("/texts/", body, content_type="application/json").status_code


@pytest.fixture
def by_text(evening, settings):
    settings.SMS_GATEWAY = f"{__name__}.Exchange"
    User.objects.filter(pk=evening.home.pk).update(phone="07700 900123")


def test_a_text_waits_for_its_sender_and_is_answered_by_text(evening, by_text, settings, league):
    assert texted(settings, **{"from": "+447700900123", "text": "We won 6-3"}) == 204
    assert texted(settings, **{"from": "+447700900123", "text": "We won 6-3"}) == 204

    row, answer = IncomingMessage.objects.get(), Message.objects.get()
    address = reverse("received-message", args=[league.slug, row.pk])
    assert (row.source, Submission.objects.count()) == (Source.TEXT, 0)
    assert (answer.channel, answer.address) == (Channel.TEXT, "+447700900123")
    assert answer.text == f"Not sent yet: Crown A 6-3 Bell {settings.SITE_URL}{address}"


@pytest.mark.parametrize("text", [{"from": "+447700900124", "text": "We won 6-3"}, {"report": "delivered"}])
def test_a_text_of_an_unknown_number_and_a_report_leave_nothing(evening, by_text, settings, text):
    assert texted(settings, **text) == 204
    assert counts() == (0, 0, 0, 0, 0)


def test_a_number_of_two_people_is_nobodys(evening, by_text, settings):
    User.objects.filter(pk=evening.away.pk).update(phone="+44 7700 900123")

    assert texted(settings, **{"from": "07700900123", "text": "We won 6-3"}) == 204
    assert counts() == (0, 0, 0, 0, 0)


def test_only_the_gateway_tells_of_texts(evening, by_text, settings):
    assert texted(settings, signed="forged", **{"from": "+447700900123", "text": "We won 6-3"}) == 403
    settings.SMS_GATEWAY = "league.notifications.sms.FileGateway"
    assert texted(settings, **{"from": "+447700900123", "text": "We won 6-3"}) == 404
    assert counts() == (0, 0, 0, 0, 0)


# --- the mailbox ------------------------------------------------------------------------------------------------------
@pytest.fixture(params=["IMAP4rev1 MOVE NAMESPACE", "IMAP4rev1"])
def box(request, settings):
    """A mailbox at a server that can move mails, with folders below INBOX; and at one that cannot."""
    box = Letterbox(request.param, prefix="INBOX." if "NAMESPACE" in request.param else "")
    server = ImapServer(box)
    settings.MAIL_IN_URL = server.url
    yield box
    server.shutdown()
    server.server_close()


def look() -> int:
    """How many mails were dealt with, in no league's scope."""
    return Context().run(read_mailbox, at=CLOSING_TIME)


def test_mails_are_moved_once_they_were_dealt_with(evening, box):
    box.deliver(plain(SCORE))
    box.deliver(PROGRAMS["bounce"].raw)

    assert look() == 2
    assert (len(box.raws("INBOX")), len(box.raws(f"{box.prefix}Results-done"))) == (0, 2)
    assert Submission.objects.get().entered_at == datetime(
        2026, 9, 7, 22, 20, 11, tzinfo=timezone.get_default_timezone()
    )
    assert look() == 0


@pytest.mark.parametrize("command", ["UID_FETCH", "UID_MOVE", "UID_COPY", "UID_STORE", "EXPUNGE", "CREATE"])
def test_a_mail_stays_until_it_was_dealt_with_and_is_one_card(evening, box, command):
    box.deliver(plain(SCORE))
    box.hang_up_at = command
    try:
        look()
    except MailboxError:
        assert len(box.raws("INBOX")) == 1
    box.hang_up_at = ""
    look()

    assert box.raws("INBOX") == []
    assert counts() == (1, 1, 0, 0, 1)


def test_a_mail_that_cannot_be_dealt_with_is_put_aside_and_holds_nobody_up(evening, box, caplog):
    parts = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(2000))
    box.deliver(b"From: home@leek.example\r\n" + parts)
    box.deliver(plain(SCORE))
    look()

    assert Submission.objects.count() == 1
    assert len(box.raws(f"{box.prefix}Results-failed")) == 1
    assert "could not be dealt with" in caplog.text


def test_old_mails_are_deleted_from_the_mailbox(evening, box):
    for name in ("Results-done", "Results-failed"):
        box.deliver(plain(SCORE), " 1-Aug-2026 10:00:00 +0100", f"{box.prefix}{name}")
        box.deliver(plain(SCORE), " 7-Sep-2026 10:00:00 +0100", f"{box.prefix}{name}")
    look()

    assert [len(box.raws(f"{box.prefix}{name}")) for name in ("Results-done", "Results-failed")] == [1, 1]


def test_the_doctor_looks_into_the_mailbox(box, settings):
    box.deliver(plain(SCORE))
    assert results_mailbox() == ("", "1 mail waiting in the mailbox.")
    settings.MAIL_IN_URL = settings.MAIL_IN_URL.replace("se%20cret", "wrong")
    assert results_mailbox()[0].startswith("The mailbox cannot be read: ")


def test_a_mailbox_that_cannot_be_reached_is_said_to_be(settings, caplog):
    settings.MAIL_IN_URL = "imap://results:x@127.0.0.1:1/INBOX"
    look_into_mailbox(CLOSING_TIME)

    assert "cannot be read" in caplog.text
    assert ":x@" not in caplog.text


def test_without_a_mailbox_nothing_is_looked_at(settings, caplog):
    settings.MAIL_IN_URL = ""
    look_into_mailbox(CLOSING_TIME)

    assert caplog.text == ""
