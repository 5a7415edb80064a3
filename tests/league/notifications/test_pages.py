"""The pages about messages: what was sent, what is wanted, notices to many, and late cards."""

import re
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest
import time_machine
from django.test import Client

from league.base.audit.models import Entry
from league.notifications.actions.write_messages import process_clock
from league.notifications.choices import MANDATORY_KINDS, PERSONAL_KINDS, MessageKind, MessageState
from league.notifications.models import Message, Notice, OptOut, OutboxCursor
from league.notifications.queries.letter import stop_address
from league.results.choices import SentFor
from league.results.models import Adjustment, LatePenaltyWaiver
from league.results.queries.penalties import late_cards_to_decide
from league.teams.models import League
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.card.points import Offence, Penalty
from tests.factories import make_role, make_user
from tests.league.notifications.conftest import told
from tests.league.results.evening import CLOSING_TIME, later


@pytest.fixture
def secretary(evening, client) -> Client:
    client.force_login(evening.secretary)
    return client


def text_of(response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


# --- messages sent ----------------------------------------------------------------------------------------------------
def test_the_secretary_sees_what_was_sent_and_can_send_a_failed_one_again(evening, secretary):
    evening.send(SentFor.HOME)
    [letter] = told()
    Message.objects.update(state=MessageState.FAILED, error="The mail server refused it: No such person (550)")
    page = text_of(secretary.get("/leek/messages/?state=failed"))
    assert letter.subject in page
    assert "No such person (550)" in page
    assert "None with this status" in text_of(secretary.get("/leek/messages/?state=sent"))
    shown = secretary.get(f"/leek/messages/{letter.pk}/")
    assert evening.away.email in text_of(shown)
    assert "Send the e-mail again" in text_of(shown)
    secretary.post(f"/leek/messages/{letter.pk}/repetition/")
    letter.refresh_from_db()
    assert letter.state == MessageState.WAITING
    assert Entry.objects.filter(verb="send_again").count() == 1
    secretary.post(f"/leek/messages/{letter.pk}/repetition/")
    assert Entry.objects.filter(verb="send_again").count() == 1


PRIVATE_FIELDS = ("text", "html", "link", "stop", "calendar", "topic")


@pytest.mark.parametrize("kind", [kind for kind in MessageKind if kind != MessageKind.ACCOUNT])
def test_officers_read_what_a_message_is_about_and_never_its_words_or_links(evening, secretary, kind):
    words = {name: f"secret-{name}" for name in PRIVATE_FIELDS}
    message = Message.objects.create(
        league=evening.small.league, key="m", kind=kind, to=evening.home, address="a@example.org",
        subject="The-subject", made_at=CLOSING_TIME, not_before=CLOSING_TIME, state=MessageState.FAILED, **words,
    )  # fmt: skip
    pages = [secretary.get(f"/leek/messages/{end}").content.decode() for end in ("", f"{message.pk}/")]
    pages.append(secretary.post(f"/leek/messages/{message.pk}/repetition/", follow=True).content.decode())
    pages += Entry.objects.filter(verb="send_again").values_list("words", flat=True)
    assert len(pages) == 4
    private = kind in (MessageKind.AVAILABILITY, MessageKind.FOLLOW, MessageKind.WEEKLY, MessageKind.WEBHOOK)
    for page in pages:
        assert "secret-" not in page
        assert ("The-subject" in page) != private
        assert kind.label in page or not private


@pytest.mark.parametrize("count", [1, 3, 40])
def test_the_list_asks_as_much_of_many_as_of_one(evening, secretary, count, django_assert_num_queries):
    for number in range(count):
        Message.objects.create(
            league=evening.small.league, key=f"m{number}", kind=MessageKind.NOTICE, to=evening.home,
            address="a@example.org",
            subject=f"Fact {number}", text="x", html="x", made_at=CLOSING_TIME, not_before=CLOSING_TIME,
        )  # fmt: skip
    secretary.get("/leek/messages/")
    with django_assert_num_queries(6):
        secretary.get("/leek/messages/")


# --- what is wanted ---------------------------------------------------------------------------------------------------
def test_a_kind_that_is_turned_off_is_not_sent(evening, captain):
    on = [
        kind.value
        for kind in PERSONAL_KINDS
        if kind not in (MessageKind.CARD_SENT, MessageKind.DIGEST, *MANDATORY_KINDS)
    ]
    assert captain.post("/leek/what-we-send/", {"kinds": on}).status_code == 302
    evening.send(SentFor.AWAY)
    assert told() == []
    captain.post("/leek/what-we-send/", {"kinds": [*on, MessageKind.CARD_SENT.value]})
    assert not OptOut.objects.filter(kind=MessageKind.CARD_SENT).exists()


def test_only_officers_are_offered_the_digest(evening, captain, secretary):
    assert "Things to do" not in text_of(captain.get("/me/?league=leek"))
    assert "Things to do" in text_of(secretary.get("/me/?league=leek"))


def test_one_click_in_the_mail_program_turns_a_kind_off(evening):
    """RFC 8058: a POST from the mail program, without cookies, referrer or a token of ours."""
    address = stop_address(evening.away.pk, evening.small.league, MessageKind.CARD_SENT)
    stranger = Client(enforce_csrf_checks=True)
    assert "Stop these e-mails?" in text_of(stranger.get(address))
    assert not OptOut.objects.exists()
    for _ in range(2):
        assert stranger.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert list(OptOut.objects.values_list("user", "kind")) == [(evening.away.pk, "card-sent")]
    evening.send(SentFor.HOME)
    assert told() == []


def test_in_a_private_league_the_link_works_without_signing_in(evening):
    League.objects.update(public=False)
    address = stop_address(evening.away.pk, evening.small.league, MessageKind.TOMORROW)
    assert Client().post(address).status_code == 200


@pytest.mark.parametrize("change", [lambda token: token[:-3] + "xyz", lambda token: token[2:], lambda _: "x"])
def test_a_link_that_nobody_gave_does_nothing(evening, change):
    address = stop_address(evening.away.pk, evening.small.league, MessageKind.TOMORROW)
    *start, token, _ = address.split("/")
    assert Client().post("/".join([*start, change(token), ""])).status_code == 410
    assert not OptOut.objects.exists()


# --- notices ----------------------------------------------------------------------------------------------------------
def test_a_captain_writes_to_their_own_team_after_seeing_whom_it_reaches(evening, captain):
    team = evening.small.entries[0].team
    player = make_user("Pat Player")
    make_role(player, evening.small.league, "player", team)
    values = {"whom": team.pk, "subject": "Bring the board", "words": "Ours is warped."}
    preview = text_of(captain.post("/leek/notices/", values))
    assert "2 people get this: everyone in Crown A with an account" in preview
    assert "8 registered players of Crown A have no account" in preview
    assert b"Ours is warped.</textarea>" in captain.post("/leek/notices/", values | {"change": "yes"}).content
    assert not Notice.objects.exists()
    for _ in range(2):
        again = values | {"send": "yes", "form_key": "of-the-preview"}
        assert captain.post("/leek/notices/", again).status_code == 302
    assert Notice.objects.get().reached == 2
    assert {each.to for each in Message.objects.select_related("to")} == {evening.home, player}
    assert "Bring the board" in text_of(captain.get("/leek/notices/"))


def test_a_captain_writes_to_no_other_team(evening, captain):
    values = {"whom": evening.small.entries[1].team.pk, "subject": "x", "words": "x", "send": "yes"}
    assert captain.post("/leek/notices/", values).status_code == 422
    assert not Notice.objects.exists()


def test_the_secretary_writes_to_all_captains(evening, secretary):
    values = {"whom": "captains", "subject": "A\r\nBcc: x@example.org", "words": "Hello", "send": "yes"}
    assert secretary.post("/leek/notices/", values).status_code == 302
    assert Message.objects.count() == 4
    assert {each.subject for each in Message.objects.all()} == {"A Bcc: x@example.org"}


def test_who_wants_no_notices_gets_none_and_the_preview_says_so(evening, secretary):
    OptOut.objects.create(user=evening.home, league=evening.small.league, kind=MessageKind.NOTICE, since=CLOSING_TIME)
    preview = text_of(secretary.post("/leek/notices/", {"whom": "captains", "subject": "x", "words": "x"}))
    assert "3 people get this" in preview
    assert "Not sent to Crown A Captain, who turned these e-mails off." in preview


# --- late cards -------------------------------------------------------------------------------------------------------
@pytest.fixture
def fined(evening):
    """The league takes a point for a late card, and two the second time; nobody has sent a card a week later."""
    league = evening.small.league
    rules = codec.decode_as(LeagueRules, league.rules)
    costs = Penalty(Offence.LATE_CARD, (Fraction(1), Fraction(2)))
    League.objects.update(rules=codec.encode(replace(rules, scheme=replace(rules.scheme, penalties=(costs,)))))
    league.refresh_from_db()
    with time_machine.travel(later(days=7), tick=False):
        yield evening


def test_without_a_rule_nothing_is_proposed_and_late_cards_are_still_chased(evening, secretary):
    OutboxCursor.objects.update(clock=later(hours=-1))
    process_clock(at=later())
    assert late_cards_to_decide(evening.small.league, later(days=7)) == []
    with time_machine.travel(later(days=7), tick=False):
        page = text_of(secretary.get("/leek/late-cards/"))
    assert "Captain reminded once, last on Mon 7 Sep, 10.30pm. No points are deducted for it." in page
    assert "Take" not in page


def test_what_the_rule_takes_off_is_proposed_and_the_secretary_takes_it(fined, client):
    client.force_login(fined.secretary)
    page = text_of(client.get("/leek/late-cards/"))
    assert "Crown A v Bell Crown A’s card: due Sat 12 Sep, noon, not received yet." in page
    assert "Deduct 1 point" in page
    home = fined.small.entries[0]
    for _ in range(2):
        client.post(f"/leek/late-cards/{fined.fixture.pk}-{home.pk}/penalty/")
    taken = Adjustment.objects.get()
    assert (taken.points, taken.kind, taken.fixture_id) == ("-1", "late-card", fined.fixture.pk)
    assert taken.reason == "Card of Crown A v Bell: due noon on Sat 12 Sep, not received"
    assert [each.entry.name for each in late_cards_to_decide(fined.small.league, later(days=7))] == ["Plough"]


def test_the_second_time_costs_what_the_rule_says(fined, client):
    client.force_login(fined.secretary)
    home = fined.small.entries[0]
    client.post(f"/leek/late-cards/{fined.fixture.pk}-{home.pk}/penalty/")
    second = fined.small.fixtures[2]
    type(second).objects.filter(pk=second.pk).update(home=home, away=fined.small.entries[1], week=9)
    found = [each for each in late_cards_to_decide(fined.small.league, later(days=30)) if each.entry == home]
    assert [each.points for each in found] == [2]


def test_the_secretary_may_let_it_be(fined, client):
    client.force_login(fined.secretary)
    home = fined.small.entries[0]
    client.post(f"/leek/late-cards/{fined.fixture.pk}-{home.pk}/lenience/")
    assert LatePenaltyWaiver.objects.count() == 1
    assert not Adjustment.objects.exists()
    assert [each.entry.name for each in late_cards_to_decide(fined.small.league, later(days=7))] == ["Plough"]


def test_a_card_that_came_late_is_proposed_with_when_it_came(fined):
    fined.send(SentFor.HOME, at=later(days=6))
    found = {each.entry.name: each for each in late_cards_to_decide(fined.small.league, later(days=7))}
    assert found["Crown A"].came == later(days=6)


def test_a_card_in_time_is_not(fined):
    fined.send(SentFor.HOME, at=CLOSING_TIME + timedelta(days=1))
    assert [each.entry.name for each in late_cards_to_decide(fined.small.league, later(days=7))] == ["Plough"]
