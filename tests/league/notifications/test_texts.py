"""Texts at short notice: who gets one, what it says in 160 characters, and its way through a gateway."""

import json
import re
import sys
from datetime import date, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType

import pytest
from django.utils import timezone

from league.base.accounts.models import User
from league.notifications.actions.preferences import set_sms_opt_in
from league.notifications.actions.send_messages import RETRY_DELAYS, send_again, send_waiting
from league.notifications.choices import Channel, MessageState
from league.notifications.models import Message, SmsOptIn
from league.notifications.sms import (
    ALPHABET,
    ESCAPED,
    SMS_LENGTH,
    RefusedError,
    browser_name,
    fit_sms,
    in_gsm,
    length,
    mask_number,
    mobile_number,
    without_numbers,
)
from league.schedule.actions.matches import play_elsewhere, postpone_fixture, rearrange_fixture, void_fixture
from league.teams.actions.people import end_role
from league.teams.models import Role, Team
from tests.factories import make_role, make_user
from tests.league.notifications.conftest import told
from tests.league.person import signed_in

# The second match of the two, Bell v Crown A, is on Monday 14 September at 8pm.
TEATIME = datetime(2026, 9, 14, 17, tzinfo=timezone.get_default_timezone())
NUMBER, PAGE, CHOICES = "07700 900123", "/leek/what-we-send/", "/me/?league=leek"


class Exchange:
    """A gateway whose mood is set from outside; what it took stands in `taken`."""

    taken: list = []
    fault: Exception | None = None

    def send(self, **text) -> None:
        if self.fault is not None:
            raise self.fault
        self.taken.append(text)


@pytest.fixture
def exchange(settings):
    settings.SMS_GATEWAY = f"{__name__}.Exchange"
    Exchange.taken, Exchange.fault = [], None
    return Exchange


@pytest.fixture
def asked(evening, exchange):
    """Crown A's captain gave a mobile number and asked for texts."""
    User.objects.filter(pk=evening.home.pk).update(phone=NUMBER)
    set_sms_opt_in(league=evening.small.league, user=User.objects.get(pk=evening.home.pk), changes=True, at=TEATIME)
    return evening


def off(evening, **rest):
    values = {"reason": "Snow", "by": evening.secretary, "at": TEATIME, "fixture": evening.small.fixtures[2]}
    return postpone_fixture(**values | rest)


def texts(at=TEATIME) -> list[Message]:
    return [each for each in told(at) if each.channel == Channel.TEXT]


def send(at=TEATIME) -> int:
    Message.objects.filter(channel=Channel.MAIL).delete()
    return send_waiting(now=lambda: at)


# --- what is told to whom ---------------------------------------------------------------------------------------------
def test_a_match_that_is_put_off_on_its_day_is_texted_to_who_asked(asked):
    off(asked)
    [text] = texts()
    assert (text.to, text.address) == (asked.home, "+447700900123")
    assert text.text == "Leek: today's match is off. Bell v Crown A has no new date yet. Reason: Snow"
    assert texts() == []


def test_what_else_becomes_of_it_on_the_day(asked):
    fixture, rest = asked.small.fixtures[2], {"reason": "Leak", "by": asked.secretary, "at": TEATIME}
    play_elsewhere(fixture=fixture, venue=asked.small.entries[2].team.venue, **rest)
    assert texts()[0].text == "Leek: today's match has changed. Bell v Crown A is at Plough Inn, 8pm. Reason: Leak"
    rearrange_fixture(fixture=fixture, date=date(2026, 9, 24), **rest)
    assert texts()[0].text == "Leek: today's match is off. Bell v Crown A is now Thu 24 Sep, 8pm. Reason: Leak"


def test_a_match_that_is_struck_out_on_its_day(asked):
    void_fixture(fixture=asked.small.fixtures[2], reason="", by=asked.secretary, at=TEATIME)
    assert texts()[0].text == "Leek: today's match is off. Bell v Crown A will not be played."


def test_a_match_of_another_day_is_for_the_mail(asked):
    off(asked, at=TEATIME - timedelta(days=1))
    assert texts(TEATIME - timedelta(days=1)) == []


def test_who_did_it_knows(asked):
    off(asked, by=asked.home)
    assert texts() == []


def test_nobody_else_is_texted(asked):
    player = make_user("Pat Player")
    make_role(player, asked.small.league, "player", asked.small.entries[0].team)
    User.objects.exclude(pk=asked.home.pk).update(phone="07700 900999")
    SmsOptIn.objects.create(user=player, league=asked.small.league, since=TEATIME)
    off(asked)
    assert [each.to for each in texts()] == [asked.home]


def test_who_has_no_mobile_any_more_is_not(asked):
    User.objects.filter(pk=asked.home.pk).update(phone="01538 555019")
    off(asked)
    assert texts() == []


def test_who_leads_no_team_any_more_is_not(asked):
    team = asked.small.entries[0].team
    make_role(asked.home, asked.small.league, "player", team)
    end_role(role=Role.objects.get(user=asked.home, kind="captain"), by=asked.secretary, at=TEATIME)
    off(asked)
    told_at_all = {each.to for each in told(TEATIME)}
    assert asked.home in told_at_all
    assert not Message.objects.filter(channel=Channel.TEXT).exists()


def test_without_a_gateway_nobody_is(asked, settings):
    settings.SMS_GATEWAY = ""
    off(asked)
    assert texts() == []


# --- on the way -------------------------------------------------------------------------------------------------------
@pytest.fixture
def text(asked) -> Message:
    off(asked)
    [made] = texts()
    return made


def test_a_text_is_handed_over_once(text, exchange):
    assert (send(), send()) == (1, 0)
    [taken] = exchange.taken
    assert (taken["to"], taken["words"], len(taken["key"])) == ("+447700900123", text.text, 32)
    text.refresh_from_db()
    assert (text.state, text.sent_at) == (MessageState.SENT, TEATIME)


def test_a_gateway_that_fails_is_asked_again_with_the_same_key(text, exchange):
    exchange.fault = OSError("no line\nto them")
    at = TEATIME
    for pause in RETRY_DELAYS[:3]:
        assert send(at) == 0
        text.refresh_from_db()
        assert (text.state, text.not_before) == (MessageState.WAITING, at + pause)
        at += pause
    assert text.error == "The gateway did not take it: no line to them"
    exchange.fault = None
    assert (send(at), len(exchange.taken)) == (1, 1)


def test_a_no_for_good_ends_it_and_it_can_be_sent_again(text, exchange, evening):
    exchange.fault = RefusedError("no such number")
    send()
    text.refresh_from_db()
    assert (text.state, text.error) == (MessageState.FAILED, "The gateway refused it: no such number")
    exchange.fault = None
    send_again(message=text, by=evening.secretary, at=TEATIME)
    assert send() == 1


def test_the_next_morning_it_is_of_no_use(text, exchange):
    assert send(TEATIME + timedelta(hours=7)) == 0
    text.refresh_from_db()
    assert (text.state, exchange.taken) == (MessageState.LAPSED, [])


def test_the_gateway_that_writes_files(text, settings, tmp_path):
    settings.SMS_GATEWAY, settings.VAR_DIR = "league.notifications.sms.FileGateway", tmp_path
    assert send() == 1
    [file] = Path(tmp_path, "sms").iterdir()
    assert file.read_text() == f"To: +447700900123\n\n{text.text}\n"


class Company(BaseHTTPRequestHandler):
    """Sells texts by HTTP; `status` is what it answers."""

    status, asked = 202, []

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append((self.headers["Authorization"], body))
        self.send_response(self.status)
        self.end_headers()

    def log_message(self, *_args):
        return


def test_the_gateway_that_operators_are_shown_works(text, settings, monkeypatch):
    """Taken out of the document as it stands there, but for the company's address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Company,), {"asked": []}))
    Thread(target=server.serve_forever, daemon=True).start()
    shown = re.search(r"```python\n(.*?)```", (settings.BASE_DIR / "docs" / "operations.md").read_text(), re.DOTALL)[1]
    module = ModuleType("our_texts")
    exec(shown.replace("https://texts.example", f"http://127.0.0.1:{server.server_port}"), module.__dict__)
    monkeypatch.setitem(sys.modules, "our_texts", module)
    monkeypatch.setenv("TEXTS_TOKEN", "a token")
    settings.SMS_GATEWAY = "our_texts.Gateway"
    company = server.RequestHandlerClass
    for company.status, becomes in ((503, MessageState.WAITING), (404, MessageState.FAILED), (202, MessageState.SENT)):
        Message.objects.filter(pk=text.pk).update(state=MessageState.WAITING, not_before=TEATIME)
        send()
        text.refresh_from_db()
        assert text.state == becomes
    server.shutdown()
    server.server_close()
    assert len({(who, body["reference"]) for who, body in company.asked}) == 1
    assert company.asked[-1] == (
        "Bearer a token",
        {"to": text.address, "text": text.text, "reference": company.asked[0][1]["reference"]},
    )


# --- pages ------------------------------------------------------------------------------------------------------------


def test_a_captain_asks_for_texts_and_takes_it_back(evening, exchange, captain):
    assert "First add a mobile number" in captain.get(CHOICES).content.decode()
    answer = captain.post(f"{PAGE}texts/", {"changes": "on"}, follow=True)
    assert "First add a mobile number on your account page." in answer.content.decode()
    User.objects.filter(pk=evening.home.pk).update(phone=NUMBER)
    assert "Text me if my match is off" in captain.get(CHOICES).content.decode()
    for _ in range(2):
        captain.post(f"{PAGE}texts/", {"changes": "on"})
    assert SmsOptIn.objects.get().user == evening.home
    assert 'name="changes" id="id_changes" checked' in captain.get(CHOICES).content.decode()
    captain.post(f"{PAGE}texts/", {})
    assert not SmsOptIn.objects.exists()


def test_texts_are_offered_to_captains_where_there_is_a_gateway(evening, exchange, captain, settings):
    secretary = signed_in(evening.secretary)
    assert "Text messages" not in secretary.get(CHOICES).content.decode()
    User.objects.update(phone=NUMBER)
    secretary.post(f"{PAGE}texts/", {"changes": "on"})
    settings.SMS_GATEWAY = ""
    assert "Text messages" not in captain.get(CHOICES).content.decode()
    captain.post(f"{PAGE}texts/", {"changes": "on"})
    assert not SmsOptIn.objects.exists()


def test_the_secretary_sees_the_end_of_the_number_alone(text, asked):
    secretary = signed_in(asked.secretary)
    for page in ("/leek/messages/", f"/leek/messages/{text.pk}/"):
        shown = secretary.get(page).content.decode()
        assert text.subject in shown
        assert "900123" not in shown.replace(" ", "")
    assert "number ending 123" in shown
    assert secretary.get(f"/leek/messages/{text.pk}/letter/").status_code == 404


# --- words and numbers ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "typed",
    ["07700 900123", "+44 7700 900123", "+44 (0)7700 900123", "0044 7700 900123", "(07700) 900-123", "447700900123"],
)
def test_mobile_numbers_however_they_are_typed(typed):
    assert mobile_number(typed) == "+447700900123"


@pytest.mark.parametrize(
    "typed",
    [
        "", "01538 555019", "070 1234 5678", "07600 123456", "0900 123 4567", "+353 86 123 4567", "07700 90012",
        "07700 9001234", "Ring the pub", "999", "+1 900 555 0100",
    ],
)  # fmt: skip
def test_what_is_no_british_mobile(typed):
    assert mobile_number(typed) == ""


def test_the_isle_of_man_has_mobiles():
    assert mobile_number("07624 412345") == "+447624412345"


def test_numbers_are_masked_and_taken_out():
    assert mask_number("+447700900123") == "number ending 123"
    assert without_numbers("Ring 07700 900123 or +44-7700-900-999.") == "Ring \u2026 or \u2026."
    assert without_numbers("Bell 5-4 Crown, 14.9.2026 at 8pm, game 121") == "Bell 5-4 Crown, 14.9.2026 at 8pm, game 121"


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36 Edg/142.0", "Edge on Windows"),
        ("<script>", "A browser"),
        ("", "A browser"),
    ],
)
def test_phones_are_called_by_browser_and_system(agent, words):
    assert browser_name(agent) == words


@pytest.mark.parametrize(
    "name",
    [
        "Caffè Nerò",
        "Łódź 🁢 Arms",
        "\u201cThe Crown\u201d \u2013 \u2018A\u2019",
        "[Bell] {B} ~€5",
        "Sŵn y Môr",
        "a\r\nb\u2028c\x00d",
        "北京",
    ],
)
def test_every_text_is_in_the_alphabet_of_telephones_and_has_room(name):
    for text in (in_gsm(name), fit_sms(name * 40), fit_sms(name, name * 40)):
        assert set(text) <= ALPHABET | ESCAPED
        assert "\n" not in text
        assert length(text) <= SMS_LENGTH


def test_names_keep_what_they_can():
    assert in_gsm("Sŵn y Môr \u2013 \u201c5½\u201d") == 'Swn y Mor - "51/2"'


def test_a_fact_that_is_too_long_is_cut_between_words_and_the_reason_left_out():
    said = fit_sms("Crown and Anchor " * 12, "Reason: Snow")
    assert said.endswith(("Crown...", "and...", "Anchor..."))
    assert SMS_LENGTH - 10 < length(said) <= SMS_LENGTH
    assert fit_sms("Off.", "x" * 200, "Snow") == "Off. Snow"


def test_a_number_in_a_reason_is_not_texted(asked):
    Team.objects.filter(pk=asked.small.entries[0].team_id).update(name="Crown [A]")
    off(asked, reason="Ring Bert on 07700 900999")
    assert "900999" not in texts()[0].text
