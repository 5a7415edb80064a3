"""Results that captains sent as messages: pasted, checked, filed once, and the messages kept with the match."""

import re
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.base.audit.models import Entry
from league.exchange.actions.erasure import delete_photographs
from league.results.actions.cards import NotAcceptedError, answer_card, save_draft
from league.results.actions.messages import ReceivedMessage, submit_message
from league.results.choices import ResultState, SentFor, Source
from league.results.models import CardMessage, Draft, Result, Submission
from league.results.queries.messages import message_night
from league.teams.choices import RoleKind
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.card.points import Scheme
from scoring.card.sheet import Card, Side
from tests.factories import FIRST_NIGHT, make_fixture, make_role
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME, later
from tests.league.results.walk import at

pytestmark = pytest.mark.usefixtures("closing_time")

CHAT = "07/09/2026, 22:20 - {}: {}"


def chat(evening, *texts: str) -> str:
    """Messages of the home captain, or of whoever is named before a colon."""
    return "\n".join(
        CHAT.format(*text.split(": ")) if ": " in text else CHAT.format(evening.home.name, text) for text in texts
    )


def message(text: str = "Crown A 6 Bell 3", **rest) -> ReceivedMessage:
    return ReceivedMessage(**({"sender": "Dave", "written": "07/09/2026, 22:20", "text": text} | rest))


def filed(evening, *, sent_for=SentFor.HOME, score=(6, 3), by=None, **rest) -> CardMessage:
    return submit_message(
        fixture=evening.fixture, message=message(**rest), score=score, sent_for=sent_for, seen=evening.fixture.version,
        by=by or evening.secretary, at=CLOSING_TIME,
    )  # fmt: skip


def sent_form(page, **changes) -> dict[str, str]:
    """What the preview would send as it stands: its hidden fields, scores, and what is chosen."""
    form = page.context["rows"]
    data = {"text": page.context["text"]}
    for row in form:
        for name in row.form.fields:
            value = row.form[name].value()
            if value not in (None, False):
                data[row.form.add_prefix(name)] = str(value)
    return data | changes


def paste(client, evening, text: str):
    return client.post(reverse("paste", args=[evening.small.league.slug]), {"text": text})


def send(client, evening, data):
    return client.post(reverse("paste-cards", args=[evening.small.league.slug]), data)


# --- filing -----------------------------------------------------------------------------------------------------------
def test_a_message_becomes_the_card_of_its_side_once_and_waits_for_the_other_captain(evening):
    kept = filed(evening)

    result = Result.objects.get(fixture=evening.fixture)
    assert (kept.submission.source, kept.submission.sent_for) == (Source.MESSAGE, SentFor.HOME)
    assert (result.home_games, result.away_games, result.state) == (6, 3, ResultState.PROVISIONAL)
    assert filed(evening, by=evening.home) == kept
    assert (Submission.objects.count(), CardMessage.objects.count()) == (1, 1)
    assert Entry.objects.filter(verb="submit_message").count() == 1
    answer_card(submission=kept.submission, agreed=True, by=evening.away, at=later(minutes=5))
    assert Result.objects.get(fixture=evening.fixture).state == ResultState.CONFIRMED


def test_a_message_of_nobody_known_is_entered_by_the_league(evening):
    kept = filed(evening, sent_for=SentFor.LEAGUE)

    assert kept.submission.reason == "From a message of Dave"
    assert Result.objects.get(fixture=evening.fixture).state == ResultState.DECIDED


def test_a_message_never_takes_the_place_of_a_card_that_its_side_sent(evening):
    evening.send(SentFor.HOME)

    with pytest.raises(NotAcceptedError, match="sent its card already"):
        filed(evening)
    assert CardMessage.objects.count() == 0


@pytest.mark.parametrize(("by_line", "score"), [(False, (6, 3)), (True, (15, 12))])
def test_where_a_card_has_every_line_or_points_hang_on_lines_the_score_is_only_kept(evening, by_line, score):
    league = evening.small.league
    rules = codec.decode_as(LeagueRules, league.rules)
    lines = tuple(replace(line, games=3) for line in rules.format.lines)
    scheme = Scheme("by line", per_line=Fraction(1))
    changed = {"format": replace(rules.format, lines=lines), "scheme": scheme} if by_line else {"quick_allowed": False}
    type(league).objects.filter(pk=league.pk).update(rules=codec.encode(replace(rules, **changed)))

    kept = filed(evening, score=score)

    assert (kept.submission, kept.score) == (None, "\N{EN DASH}".join(map(str, score)))
    assert Submission.objects.count() == 0


# --- the secretary's page ---------------------------------------------------------------------------------------------
def test_what_was_pasted_is_shown_and_nothing_is_stored(evening):
    page = paste(signed_in(evening.secretary), evening, chat(evening, "Crown A 6 Bell 3", "Ann: anyone seen my coat?"))

    text = page.content.decode()
    assert "<mark>Crown A 6 Bell 3</mark>" in text
    assert "anyone seen my coat?" in text
    assert (
        CardMessage.objects.count()
        == Submission.objects.count()
        == Entry.objects.filter(by=evening.secretary).count()
        == 0
    )


def test_what_is_sent_is_filed_with_its_message_and_again_is_the_same(evening):
    secretary = signed_in(evening.secretary)
    data = sent_form(paste(secretary, evening, chat(evening, "Crown A 6 Bell 3")))

    for _ in range(2):
        answer = send(secretary, evening, data)
        assert answer.status_code == 302

    (kept,) = CardMessage.objects.all()
    assert (kept.text, kept.author, kept.by) == ("Crown A 6 Bell 3", evening.home, evening.secretary)
    assert (kept.submission.sent_for, kept.submission.received_at) == (SentFor.HOME, CLOSING_TIME)
    assert Submission.objects.count() == 1


def test_what_both_captains_wrote_is_a_card_of_each(evening):
    secretary = signed_in(evening.secretary)
    text = chat(evening, "Crown A 6 Bell 3", f"{evening.away.name}: we lost 6-3")

    send(secretary, evening, sent_form(paste(secretary, evening, text)))

    assert {each.sent_for for each in Submission.objects.all()} == {SentFor.HOME, SentFor.AWAY}
    assert Result.objects.get(fixture=evening.fixture).state == ResultState.CONFIRMED


def test_two_captains_who_differ_are_a_question_that_files_nothing_by_itself(evening):
    secretary = signed_in(evening.secretary)
    page = paste(secretary, evening, chat(evening, "Crown A 6 Bell 3", f"{evening.away.name}: we won 5-4"))
    (row,) = page.context["rows"]

    again = send(secretary, evening, sent_form(page))
    assert Submission.objects.count() == 0
    assert "1 still to answer" in " ".join(again.content.decode().split())
    assert [each.key for each in again.context["rows"]] == [row.key]
    key = evening.fixture.pk
    send(secretary, evening, sent_form(page, **{f"{row.key}-answer": f"{key}:4:5", f"{row.key}-side": "away"}))

    assert str(Result.objects.get(fixture=evening.fixture)) == "4-5"
    assert CardMessage.objects.get().text == "we won 5-4"


def test_what_is_left_unanswered_stays_when_the_others_are_sent(evening):
    secretary, other = signed_in(evening.secretary), evening.small.fixtures[1]
    differ = (f"{captain.name}: we won 5-4" for captain in evening.small.captains[2:4])
    page = paste(secretary, evening, chat(evening, "Crown A 6 Bell 3", *differ))
    assert [row.sure for row in page.context["rows"]] == [True, False]

    again = send(secretary, evening, sent_form(page))
    assert Submission.objects.get().fixture == evening.fixture
    (row,) = again.context["rows"]
    assert row.fixture == other
    answer = send(secretary, evening, sent_form(again, **{f"{row.key}-answer": f"{other.pk}:5:4"}))
    assert answer.status_code == 302
    assert Submission.objects.count() == 2


def test_a_score_that_is_typed_wrong_is_shown_with_all_that_was_typed(evening):
    secretary = signed_in(evening.secretary)
    page = paste(secretary, evening, chat(evening, "Crown A 6 Bell 3"))
    (row,) = page.context["rows"]

    for wrong in ("x", "77"):
        answer = send(secretary, evening, sent_form(page, **{f"{row.key}-home": wrong}))
        assert answer.status_code == 422
        assert f'value="{wrong}"' in answer.content.decode()
        assert Submission.objects.count() == 0


def test_a_disputed_match_is_never_clear(evening):
    kept = filed(evening)
    answer_card(submission=kept.submission, agreed=False, by=evening.away, at=later(minutes=5), reason="4–5")
    page = paste(signed_in(evening.secretary), evening, chat(evening, "Crown A 5 Bell 4"))
    (row,) = page.context["rows"]
    assert not row.sure
    assert "This match is disputed" in page.content.decode()
    assert (
        "This match is disputed"
        in paste(
            signed_in(evening.secretary), evening, chat(evening, "Crown A 5 Bell 4", "Scrap that")
        ).content.decode()
    )
    send(signed_in(evening.secretary), evening, sent_form(page))
    assert Submission.objects.count() == 1


def test_what_is_not_ticked_is_left_out(evening):
    secretary = signed_in(evening.secretary)
    data = sent_form(paste(secretary, evening, chat(evening, "Crown A 6 Bell 3")))

    answer = secretary.post(
        reverse("paste-cards", args=[evening.small.league.slug]),
        {name: value for name, value in data.items() if not name.endswith("-send")},
        follow=True,
    )

    assert "1 left out" in answer.content.decode()
    assert Submission.objects.count() == 0


def test_a_page_of_a_night_asks_the_database_as_often_for_many_messages(evening, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        message_night(evening.small.league, CLOSING_TIME)


# --- the captain's own match ------------------------------------------------------------------------------------------
def test_a_captain_pastes_about_their_own_match_and_files_for_their_side(evening):
    captain = signed_in(evening.home)
    page = captain.post(at(evening, "card-message"), {"text": "We won 6-3"})
    (row,) = page.context["rows"]

    assert not row.sure  # nobody is named as the sender
    assert row.form["answer"].value() == f"{evening.fixture.pk}:6:3"  # but whoever pastes it most likely wrote it
    answer = captain.post(at(evening, "card-message-cards"), sent_form(page))

    assert answer.status_code == 302
    assert Submission.objects.get().sent_for == SentFor.HOME
    assert "We won 6-3" in signed_in(evening.away).get(evening.fixture.get_absolute_url()).content.decode()


def test_on_the_page_of_a_match_that_match_is_meant_unless_another_pair_is_named(evening):
    home, _, third = evening.small.entries[:3]
    before = make_fixture(home, third, on=FIRST_NIGHT - timedelta(days=7), week=9)
    captain = signed_in(evening.home)
    for text, rows in (
        (f"{home} won 5-4", [(True, evening.fixture)]),
        (f"{home} 5 {third} 4", []),
    ):
        page = captain.post(at(evening, "card-message"), {"text": text})
        assert [(row.sure, row.fixture) for row in page.context["rows"]] == rows
    (row,) = paste(signed_in(evening.secretary), evening, f"{home} 5 {third} 4").context["rows"]
    assert row.fixture == before


def test_a_result_before_the_match_has_begun_is_not_ticked(evening):
    with time_machine.travel(later(hours=-3), tick=False):
        pages = [
            paste(signed_in(evening.secretary), evening, chat(evening, "Crown A 6 Bell 3")),
            signed_in(evening.home).post(at(evening, "card-message"), {"text": "Crown A 6 Bell 3"}),
        ]
    for page in pages:
        (row,) = page.context["rows"]
        assert row.sure
        assert row.form["send"].value() is False
        assert "This match starts at 8pm. Send it only if it has been played." in page.content.decode()


def test_messages_of_a_match_are_for_its_captains_and_the_officers_only(evening):
    filed(evening)
    stranger = evening.small.captains[2]

    pages = [
        signed_in(person).get(evening.fixture.get_absolute_url()).content.decode()
        for person in (evening.away, stranger)
    ]

    assert ["Messages about the result" in page for page in pages] == [True, False]


def test_of_a_sealed_card_the_other_captain_sees_no_message(both_enter):
    filed(both_enter)

    pages = [
        signed_in(person).get(both_enter.fixture.get_absolute_url()).content.decode()
        for person in (both_enter.home, both_enter.away, both_enter.secretary)
    ]

    assert ["Crown A 6 Bell 3" in page for page in pages] == [True, False, True]


# --- sharing from a phone ---------------------------------------------------------------------------------------------
def test_the_manifest_says_where_a_phone_shares_to(evening):
    manifest = signed_in(evening.home).get(reverse("league-manifest", args=[evening.small.league.slug])).json()

    assert manifest["share_target"]["action"] == reverse("paste-shared", args=[evening.small.league.slug])


def test_shared_words_are_put_in_the_form_and_a_picture_is_led_to_its_match(evening):
    client = Client(enforce_csrf_checks=True)  # a phone that shares has no token
    client.force_login(evening.secretary)
    chat_file = SimpleUploadedFile("chat.txt", b"Crown A 6 Bell 3", "text/plain")
    picture = SimpleUploadedFile("card.jpg", b"x", "image/jpeg")
    address = reverse("paste-shared", args=[evening.small.league.slug])

    text = client.post(address, {"title": "Tonight", "files": [chat_file, picture]}).content.decode()

    assert re.search(r"Tonight\s+Crown A 6 Bell 3", text)
    assert at(evening, "card-photo") in text
    assert CardMessage.objects.count() == 0


def test_an_address_with_words_in_it_opens_the_page_filled_in_and_keeps_nothing(evening):
    """As a Shortcut on an iPhone opens it; who has to sign in first finds the words there afterwards."""
    page = reverse("paste-shared", args=[evening.small.league.slug])
    address = f"{page}?{urlencode({'text': 'We won 6-3 & Ann’s back'})}"
    client = Client()
    to_sign_in = client.get(address)
    client.force_login(evening.home)
    again = client.get(parse_qs(urlsplit(to_sign_in.url).query)["next"][0])

    for answer in (again, signed_in(evening.secretary).get(address)):
        assert answer.context["form"]["text"].value() == "We won 6-3 & Ann’s back"
        assert "no-store" in answer["Cache-Control"]
        assert answer["Referrer-Policy"] == "same-origin"
    assert at(evening, "card-message") in again.content.decode()
    assert at(evening, "card-photo") not in again.content.decode()
    for model in (CardMessage, Draft, Submission):
        assert not model.objects.exists()


def test_a_match_whose_result_stands_is_not_offered_for_what_is_shared(evening):
    filed(evening, sent_for=SentFor.LEAGUE)
    page = signed_in(evening.home).get(f"{reverse('paste-shared', args=[evening.small.league.slug])}?text=6-3")

    assert at(evening, "card-message") not in page.content.decode()
    assert "still needs a result" in page.content.decode()


# --- privacy ----------------------------------------------------------------------------------------------------------
def test_messages_go_with_the_photographs(evening):
    filed(evening)
    delete_photographs(at=later(days=30))
    assert CardMessage.objects.count() == 1

    delete_photographs(at=later(days=3650))
    assert CardMessage.objects.count() == 0
    assert Entry.objects.get(verb="forget_card_messages").league_id == evening.small.league.pk
    assert Submission.objects.count() == 1


def test_who_won_which_line_can_be_put_on_the_card_and_nothing_is_filed(evening):
    captain = signed_in(evening.home)
    home, away = (evening.match.squad(side).players[0] for side in Side)
    page = captain.post(at(evening, "card-message"), {"text": f"Crown A 6 Bell 3. {home.name} beat {away.name}"})
    (row,) = page.context["rows"]
    assert "who won 1 of" in page.content.decode()

    sent = {"text": page.context["text"], "fill": row.key}
    answer = captain.post(at(evening, "card-message-cards"), sent)

    draft = codec.decode_as(Card, Draft.objects.get().card)
    played = [line for line in draft.lines if line.games]
    assert answer.url == at(evening, "card-players")
    assert [(line.home[0].id, line.away[0].id, line.games[0].winner) for line in played] == [
        (home.id, away.id, Side.HOME)
    ]
    assert Submission.objects.count() == CardMessage.objects.count() == 0


# --- filled in from a message, and sent -------------------------------------------------------------------------------
def filled_in(evening, person, text: str):
    """Press “Fill in the card” for what a message says, and give the page that checks the whole card."""
    client, (home, away) = signed_in(person), (evening.match.squad(side).players for side in Side)
    page = client.post(at(evening, "card-message"), {"text": f"{text} {home[0].name} beat {away[0].name}"})
    (row,) = page.context["rows"]
    client.post(at(evening, "card-message-cards"), {"text": page.context["text"], "fill": row.key})
    draft = Draft.objects.get(by=person)
    draft.card = codec.encode(evening.card(3))  # what the message left open, by hand
    draft.save()
    return client, client.get(at(evening, "card-check"))


def send_filled(client, evening, page):
    names = [name for name in page.context["form"].fields if name not in {"anyway", "reason"}]
    values = {name: page.context["form"][name].value() for name in names}
    answer = client.post(at(evening, "card-check"), values | {"reason": "It was in the chat."})
    assert answer.status_code == 302, answer.content.decode()
    return answer


def test_the_message_that_a_card_was_filled_in_from_is_kept_with_it(evening):
    client, page = filled_in(evening, evening.home, "Crown A 6 Bell 3.")
    assert "Crown A 6 Bell 3." in page.content.decode()
    for _ in range(2):  # a double tap
        send_filled(client, evening, page)

    (kept,), (sent,) = CardMessage.objects.all(), Submission.objects.all()
    assert (sent.source, sent.sent_for, sent.by) == (Source.MESSAGE, SentFor.HOME, evening.home)
    assert (kept.submission, kept.score, kept.by, kept.sent_for) == (sent, "6\N{EN DASH}3", evening.home, SentFor.HOME)
    assert kept.text.startswith("Crown A 6 Bell 3.")
    assert not Draft.objects.exists()
    verbs = Entry.objects.filter(by=evening.home).values_list("verb", flat=True)
    assert list(verbs) == ["submit_card"]
    shown = signed_in(evening.away).get(evening.fixture.get_absolute_url()).content.decode()
    assert "Messages about the result" in shown


def test_the_same_message_filled_in_by_two_people_is_one_card_and_another_card_is_another(evening):
    vice = evening.small.captains[3]
    make_role(vice, evening.small.league, RoleKind.VICE_CAPTAIN, evening.fixture.home.team)
    pages = [filled_in(evening, person, "Crown A 6 Bell 3.") for person in (evening.home, vice)]
    receipts = {send_filled(client, evening, page).url for client, page in pages}

    assert len(receipts) == Submission.objects.count() == CardMessage.objects.count() == 1
    assert not Draft.objects.exists()
    client, _ = filled_in(evening, vice, "Crown A 6 Bell 3.")
    Draft.objects.update(card=codec.encode(evening.card(5)))
    send_filled(client, evening, client.get(at(evening, "card-check")))
    assert (Submission.objects.count(), CardMessage.objects.count()) == (2, 1)


def test_a_score_that_was_only_kept_belongs_to_the_card_that_is_filled_in_from_it(evening):
    league = evening.small.league
    type(league).objects.filter(pk=league.pk).update(rules=league.rules | {"quick_allowed": False})
    home, away = (evening.match.squad(side).players[0] for side in Side)
    text = f"Crown A 6 Bell 3. {home.name} beat {away.name}"
    kept = filed(evening, text=text, sender="", written="", by=evening.home)
    assert kept.submission is None

    client, page = filled_in(evening, evening.home, "Crown A 6 Bell 3.")
    send_filled(client, evening, page)
    assert CardMessage.objects.get().submission == Submission.objects.get()


def test_what_an_officer_fills_in_from_a_message_is_entered_by_the_league(evening):
    client, page = filled_in(evening, evening.secretary, "Crown A 6 Bell 3.")
    send_filled(client, evening, page)

    sent = Submission.objects.get()
    assert (sent.source, sent.sent_for, sent.reason) == (Source.MESSAGE, SentFor.LEAGUE, "It was in the chat.")
    assert CardMessage.objects.get().submission == sent


def test_lines_of_a_message_take_the_place_of_a_bare_score_that_was_typed_before(evening):
    save_draft(fixture=evening.fixture, by=evening.home, at=CLOSING_TIME, card=Card.score_only(5, 4))
    client = signed_in(evening.home)
    home, away = (evening.match.squad(side).players[0] for side in Side)
    page = client.post(at(evening, "card-message"), {"text": f"Crown A 6 Bell 3. {home.name} beat {away.name}"})
    client.post(at(evening, "card-message-cards"), {"text": page.context["text"], "fill": page.context["rows"][0].key})

    draft = codec.decode_as(Card, Draft.objects.get().card)
    assert (draft.quick, draft.lines[0].home[0].id) == (None, home.id)


def test_a_message_on_a_card_that_is_never_sent_goes_with_the_others(evening):
    filled_in(evening, evening.home, "Crown A 6 Bell 3.")
    delete_photographs(at=later(days=30))
    assert Draft.objects.get().messages != []

    delete_photographs(at=later(days=3650))
    assert Draft.objects.get().messages == []
