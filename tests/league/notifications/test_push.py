"""Messages on their way to phones: through a real push service that checks, takes, refuses, hangs and dies."""

import re
from datetime import timedelta

import pytest
from cryptography.exceptions import InvalidTag
from django.test import Client
from django.utils import timezone

from league.base.audit.models import Entry
from league.notifications.actions.preferences import MAX_PHONES, add_phone, choose_kinds
from league.notifications.actions.send_messages import RETRY_DELAYS, send_again, send_waiting
from league.notifications.actions.send_messages import UNSUBSCRIBED as GONE_WORDS
from league.notifications.actions.write_messages import process_clock
from league.notifications.choices import PUSH_KINDS, Channel, MessageKind, MessageState
from league.notifications.models import Message, OptOut, OutboxCursor, Phone
from league.notifications.queries.letter import LONGEST_BODY
from league.notifications.webpush import key_text, new_key, site_key
from league.results.actions.cards import answer_card
from league.results.choices import SentFor
from league.teams.models import Team
from tests.league.notifications import push_sink as moods
from tests.league.notifications.conftest import MOMENT, told
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME
from tests.waiting import HANG, SOON

NOW = CLOSING_TIME + 2 * MOMENT
WORDS = "Chrome on Android"


@pytest.fixture
def service(settings, tmp_path, monkeypatch):
    """A push service on this machine, which the site is let ask; its certificate is one that is trusted."""
    settings.PUSH_KEY, settings.PUSH_SERVICES = key_text(new_key()), [moods.HOST]
    settings.PUSH_INSIDE, settings.PUSH_TIMEOUT = True, HANG
    made = moods.Service(now=NOW, key=site_key())
    server = moods.opened(made, tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "push.pem"))
    yield made
    server.shutdown()
    server.server_close()
    assert made.faults == []


def added(browser, user, at=NOW) -> Phone:
    return add_phone(user=user, **browser.told, words=WORDS, at=at)


@pytest.fixture
def browser(service, evening):
    """The away captain's phone."""
    made = service.browser("bell")
    added(made, evening.away)
    return made


@pytest.fixture
def message(evening, browser) -> Message:
    """What the away captain's phone is told of the other side's card."""
    evening.send(SentFor.HOME)
    told()
    Message.objects.filter(channel=Channel.MAIL).delete()
    return Message.objects.select_related("to", "league", "phone").get()


def send(at=NOW) -> int:
    return send_waiting(now=lambda: at)


def now_as(message) -> Message:
    message.refresh_from_db()
    return message


def test_a_phone_is_told_once_and_can_read_it(message, service, browser):
    assert (send(), send()) == (1, 0)
    [(path, headers, body)] = service.taken
    assert path == "/send/bell"
    said = browser.read(body)
    assert said["title"] == message.subject
    assert said["title"].endswith("Bell: confirm or dispute")
    assert said["body"].startswith("Crown A have sent the result: Crown A 4–5 Bell.")
    assert said["open"] == "/leek/2026-09-07/crown-a-v-bell/confirmation/"
    assert headers["Topic"] == said["tag"] == moods.name_of(message.key)
    assert (now_as(message).state, message.sent_at, message.attempts) == (MessageState.SENT, NOW, 1)
    assert Phone.objects.get().worked_at == NOW


def test_the_mail_goes_as_well_and_both_are_one_each(evening, browser):
    evening.send(SentFor.HOME)
    assert [(each.channel, each.html != "") for each in told()] == [(Channel.MAIL, True), (Channel.PUSH, False)]
    assert told() == []


def test_each_phone_of_a_person_has_its_own(evening, browser, service):
    second = service.browser("second")
    added(second, evening.away)
    evening.send(SentFor.HOME)
    told()
    assert Message.objects.filter(channel=Channel.PUSH).count() == 2
    Message.objects.filter(channel=Channel.MAIL).delete()
    assert send() == 2
    assert {path for path, _, _ in service.taken} == {"/send/bell", "/send/second"}
    with pytest.raises(InvalidTag):  # sealed for one of them alone
        second.read(next(body for path, _, body in service.taken if path == "/send/bell"))


@pytest.mark.parametrize("mood", [moods.GONE, moods.UNKNOWN])
def test_a_phone_that_takes_none_any_more_is_forgotten(message, service, evening, mood):
    other = added(service.browser("other"), evening.home)
    service.mood = lambda: mood
    assert send() == 0
    assert list(Phone.objects.all()) == [other]
    assert (now_as(message).state, message.error, message.phone) == (MessageState.FAILED, GONE_WORDS, None)
    assert Entry.objects.filter(verb="lose_phone", by=None).count() == 1
    send_again(message=message, by=evening.secretary, at=NOW)
    assert now_as(message).state == MessageState.FAILED
    assert send() == 0
    assert service.moods.total() == 1


@pytest.mark.parametrize("mood", [moods.BUSY, moods.BROKEN, moods.HANG, moods.DIE])
def test_a_no_for_now_is_asked_again_and_then_delivered_once(message, service, settings, browser, mood):
    service.mood, settings.PUSH_TIMEOUT = lambda: mood, SOON if mood == moods.HANG else HANG
    at = NOW
    for pause in RETRY_DELAYS[:3]:
        assert send(at) == 0
        assert (now_as(message).state, message.not_before) == (MessageState.WAITING, at + pause)
        assert message.error.startswith("The push service did not take it: ")
        at += pause
    assert message.doubtful == (mood in (moods.HANG, moods.DIE))
    service.mood, settings.PUSH_TIMEOUT = lambda: moods.TAKE, HANG
    assert (send(at), send(at)) == (1, 0)
    assert len(service.taken) == 1
    assert Phone.objects.count() == 1


def test_a_service_that_cannot_be_reached_leaves_it_for_later(message):
    Phone.objects.update(endpoint=f"https://{moods.HOST}:1/send/bell")
    assert send() == 0
    assert (now_as(message).state, message.doubtful) == (MessageState.WAITING, False)


def test_a_no_for_good_ends_it_with_the_services_words_on_one_line(message, service, evening):
    service.mood = lambda: moods.REFUSE
    assert send() == 0
    words = "The push service refused it: as the mood is and another line (400)"
    assert (now_as(message).state, message.error) == (MessageState.FAILED, words)
    service.mood = lambda: moods.TAKE
    send_again(message=message, by=evening.secretary, at=NOW)
    assert send() == 1


def test_nobody_is_sent_on_to_another_address(message, service):
    service.mood = lambda: moods.ELSEWHERE
    assert send() == 0
    assert now_as(message).state == MessageState.FAILED
    assert (service.moods.total(), service.taken) == (1, [])


def test_a_certificate_of_somebody_else_is_not_trusted(message, service, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    assert send() == 0
    assert "CERTIFICATE_VERIFY_FAILED" in now_as(message).error
    assert service.moods.total() == 0


def test_one_that_is_too_late_to_be_of_use_is_not_sent(message, service):
    assert message.until == message.not_before + timedelta(days=1)
    assert send(message.until) == 0
    assert (now_as(message).state, service.taken) == (MessageState.LAPSED, [])


def test_after_the_key_is_taken_away_nothing_is_sent(message, service, settings):
    settings.PUSH_KEY = ""
    assert send() == 0
    assert (now_as(message).state, message.error) == (MessageState.FAILED, "No PUSH_KEY is set")


# --- what is told -----------------------------------------------------------------------------------------------------
HOSTILE = "<img src=x onerror=alert(1)>\u202e\u2028 0770 090 0123 & “Crown”"


def test_what_people_name_is_text_on_one_line_without_numbers_and_short(evening, browser, service):
    Team.objects.filter(pk=evening.small.entries[0].team_id).update(name=HOSTILE[:60])
    sent = evening.send(SentFor.AWAY)
    told()
    home = service.browser("home")
    added(home, evening.home)
    reason = f"Ring me on +44 7700 900123 or 01538-555-0199. {HOSTILE} " + "\N{DOMINO TILE HORIZONTAL BACK}" * 2000
    answer_card(submission=sent, agreed=False, by=evening.home, at=CLOSING_TIME, reason=reason[:500])
    told()
    Message.objects.filter(channel=Channel.MAIL).delete()
    assert send() == 1
    said = browser.read(service.taken[-1][2])
    shown = said["title"] + said["body"]
    assert "<img src=x onerror=alert(1)>" in shown
    assert "\u2028" not in shown
    assert not any(digits in shown for digits in ("900123", "0199", "090 0123"))
    assert len(said["body"]) <= LONGEST_BODY


def test_phones_have_what_is_to_be_done_today_and_nothing_else(evening, browser):
    answer_card(submission=evening.send(SentFor.HOME), agreed=True, by=evening.away, at=CLOSING_TIME)
    told()
    assert not Message.objects.filter(channel=Channel.PUSH).exists()  # that a result stands can wait for the mail
    OutboxCursor.objects.update(clock=CLOSING_TIME + timedelta(days=5))
    process_clock(at=CLOSING_TIME + timedelta(days=5, hours=23))
    found = Message.objects.filter(channel=Channel.PUSH)
    assert {(each.to, each.kind) for each in found} == {(evening.away, MessageKind.TOMORROW)}


def test_a_kind_is_turned_off_on_phones_alone(evening, browser):
    league, user = evening.small.league, evening.away
    choose_kinds(
        league=league, user=user, offered=PUSH_KINDS, kinds=[MessageKind.TOMORROW], by=user, at=NOW,
        channel=Channel.PUSH,
    )  # fmt: skip
    evening.send(SentFor.HOME)
    assert [each.channel for each in told()] == [Channel.MAIL]
    choose_kinds(league=league, user=user, offered=[MessageKind.CARD_SENT], kinds=[], by=user, at=NOW)
    choose_kinds(league=league, user=user, offered=PUSH_KINDS, kinds=PUSH_KINDS, by=user, at=NOW, channel=Channel.PUSH)
    evening.send(SentFor.HOME, evening.card(2))
    assert [each.channel for each in told()] == [Channel.PUSH]


def test_phones_are_silent_at_night(evening, browser):
    late = CLOSING_TIME + timedelta(hours=2)
    evening.send(SentFor.HOME, at=late)
    pushed = next(each for each in told(late) if each.channel == Channel.PUSH)
    assert timezone.localtime(pushed.not_before).strftime("%a %H:%M") == "Tue 08:00"


def test_made_up_people_have_nothing_sent_to_phones(evening, browser):
    type(evening.away).objects.filter(pk=evening.away.pk).update(demo=True)
    evening.send(SentFor.HOME)
    assert {each.state for each in told()} == {MessageState.WITHHELD}


# --- adding and stopping ----------------------------------------------------------------------------------------------
PAGE, CHOICES = "/leek/what-we-send/", "/me/?league=leek"
ANDROID = {"User-Agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36"}


@pytest.fixture
def captain(evening) -> Client:
    client = Client(headers=ANDROID)
    client.force_login(evening.home)
    return client


def test_a_captain_adds_this_phone_sees_it_and_stops_it(captain, service, evening):
    for _ in range(2):
        assert captain.post(f"{PAGE}phones/", service.browser("mine").told).status_code == 302
    phone = Phone.objects.get()
    assert (phone.user, phone.words) == (evening.home, WORDS)
    page = captain.get(CHOICES).content.decode()
    assert WORDS in page
    assert "Also to my phones" in page
    captain.post(f"{PAGE}phones/removal/", {"phone": phone.pk})
    assert not Phone.objects.exists()
    assert list(Entry.objects.filter(by=evening.home).values_list("verb", flat=True).order_by("pk")) == [
        "add_phone", "stop_phone"
    ]  # fmt: skip
    assert "Also to my phones" not in captain.get(CHOICES).content.decode()


def test_the_form_turns_kinds_off_on_phones(captain, service, evening):
    captain.post(f"{PAGE}phones/", service.browser("mine").told)
    captain.post(PAGE, {"kinds": [MessageKind.RESULT.value], "pushed": [MessageKind.CARD_DUE.value]})
    off = OptOut.objects.filter(user=evening.home, channel=Channel.PUSH).values_list("kind", flat=True)
    assert set(off) == {MessageKind.TOMORROW, MessageKind.CARD_SENT, MessageKind.AVAILABILITY}
    ticked = re.findall(r'name="(\w+)" value="([\w-]+)"[^>]* checked', captain.get(CHOICES).content.decode())
    assert ticked == [("kinds", MessageKind.RESULT), ("pushed", MessageKind.CARD_DUE)]


def test_without_a_key_nobody_is_offered_it_and_nobody_can(captain, service, settings):
    settings.PUSH_KEY = ""
    page = captain.get(CHOICES).content.decode()
    assert "phone-push" not in page
    assert "phone.webmanifest" not in page
    assert captain.post(f"{PAGE}phones/", service.browser("mine").told).status_code == 302
    assert not Phone.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://127.0.0.1/send/x"}, {"endpoint": "http://localhost/x"}, {"endpoint": ""},
        {"endpoint": "https://example.org/x"}, {"public": "AAAA"}, {"auth": "AAAA"}, {"auth": ""},
        {"endpoint": "https://localhost/" + "x" * 900},
    ],
)  # fmt: skip
def test_what_no_browser_says_adds_nothing(captain, service, change):
    answer = captain.post(f"{PAGE}phones/", service.browser("mine").told | change, follow=True)
    assert "We could not add this phone" in answer.content.decode()
    assert not Phone.objects.exists()


def test_nobody_stops_the_phone_of_another(captain, service, evening):
    phone = added(service.browser("theirs"), evening.away)
    captain.post(f"{PAGE}phones/removal/", {"phone": phone.pk})
    assert list(Phone.objects.all()) == [phone]


def test_a_browser_that_somebody_else_uses_now_is_theirs(captain, service, evening):
    browser = service.browser("shared")
    added(browser, evening.away)
    captain.post(f"{PAGE}phones/", browser.told)
    assert [each.user for each in Phone.objects.all()] == [evening.home]


def test_signing_out_on_a_phone_ends_its_messages_and_no_others(captain, service, evening):
    other = added(service.browser("tablet"), evening.home)
    captain.post(f"{PAGE}phones/", service.browser("mine").told)
    assert Phone.objects.count() == 2
    captain.post("/accounts/logout/")
    assert "_auth_user_id" not in captain.session
    assert list(Phone.objects.all()) == [other]


def test_nobody_has_phones_without_end(service, evening):
    for number in range(MAX_PHONES):
        added(service.browser(f"n{number}"), evening.home)
    client = signed_in(evening.home)
    answer = client.post(
        f"{PAGE}phones/", service.browser("one more").told | {"endpoint": f"{service.origin}/more"}, follow=True
    )
    assert f"You already have {MAX_PHONES} phones" in answer.content.decode()
    assert Phone.objects.count() == MAX_PHONES
