"""One match as strangers, captains and officers see it."""

import re
from datetime import date, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.results.actions.cards import answer_card, save_draft
from league.results.actions.decisions import award_match, correct_result
from league.results.choices import TO_SETTLE, SentFor
from league.results.models import Submission
from league.schedule.actions.matches import postpone_fixture, rearrange_fixture
from league.schedule.actions.midseason import withdraw_team
from league.teams.models import Player
from scoring.card.sheet import Card, Ending
from tests.league.html import words_on
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME, later, make_evening, other_winner

pytestmark = pytest.mark.django_db
DASH = "\N{EN DASH}"
AUGUST = datetime(2026, 8, 20, 12, tzinfo=timezone.get_default_timezone())


def get(evening, user=None, at=CLOSING_TIME):
    client = Client()
    with time_machine.travel(at, tick=False):
        if user is not None:
            client.force_login(user)
        return client.get(evening.fixture.get_absolute_url())


def title(response) -> str:
    return " ".join(re.search(r"<title>(.*?)</title>", response.content.decode(), re.DOTALL)[1].split())


# --- before -----------------------------------------------------------------------------------------------------------
def test_match_to_come_says_when_and_where(evening):
    seen = get(evening, at=CLOSING_TIME - timedelta(days=3))
    assert title(seen).startswith("Crown A v Bell")
    assert "To be played" in words_on(seen)
    assert "When Mon 7 Sep, 8pm Where Crown A Inn" in words_on(seen)
    assert "send the result" not in words_on(seen)


def test_on_its_night_a_stranger_is_told_where_captains_go(evening):
    seen = get(evening).content.decode()
    assert f'href="{evening.fixture.get_absolute_url()}card/">Captains: sign in to send the result</a>' in seen


def test_moved_match_shows_its_old_date_and_its_new_one(evening):
    how = {"by": evening.secretary, "at": AUGUST, "reason": "The captain is ill"}
    rearrange_fixture(fixture=evening.fixture, date=date(2026, 9, 9), **how)
    seen = words_on(get(evening))
    assert "Division One, moved from Mon 7 Sep to Wed 9 Sep, 8pm at Crown A Inn" in seen
    assert "When Wed 9 Sep, 8pm (was Mon 7 Sep)" in seen
    assert "Moved to Wed 9 Sep (was Mon 7 Sep)" in seen
    assert "ill" not in seen.split()


def test_match_without_a_date_says_so(evening):
    postpone_fixture(fixture=evening.fixture, by=evening.secretary, at=AUGUST, reason="Snow")
    seen = words_on(get(evening))
    assert "Postponed" in seen
    assert "postponed from Mon 7 Sep, date to be agreed" in seen


# --- the card ---------------------------------------------------------------------------------------------------------
def test_card_is_in_the_order_of_the_paper(evening):
    evening.send(SentFor.HOME)
    seen = get(evening).content.decode()
    titles = re.findall(r'scope="rowgroup">(.*?)</th>', seen)
    assert titles == [f"Singles {number}" for number in range(1, 7)] + [f"Pairs {number}" for number in range(1, 4)]


def test_card_shows_pegs_players_and_points(evening):
    card = evening.card()
    evening.send(SentFor.HOME, card)
    seen = get(evening)
    first = card.lines[0]
    game = first.games[0]
    row = re.search(r"Singles 1.*?</tbody>", seen.content.decode(), re.DOTALL)[0]
    told = " ".join(re.sub(r"<[^>]+>", " ", row).split())
    shown = [each.name.replace("Player", "").split() for each in (*first.home, *first.away)]
    home, away = (f"{first_name[0]} Player{letter}" for first_name, letter in shown)
    assert told == f"Singles 1 {home} {game.home_pegs} {game.away_pegs} {away}"
    assert re.search(r"Points: Crown A \d+, Bell \d+", words_on(seen))


def test_result_of_a_team_that_has_left_says_so(evening):
    evening.send(SentFor.HOME, Card.score_only(6, 3))
    left = date(2026, 9, 21)
    withdraw_team(entry=evening.fixture.away, on=left, by=evening.secretary, at=CLOSING_TIME, reason="Too few players")
    words = "Bell withdrew on Mon 21 Sep: this result may no longer count in the table."
    assert words not in words_on(get(evening))
    assert words in words_on(get(evening, at=later(days=14)))


def test_score_is_in_the_title_and_beside_each_name(evening):
    evening.send(SentFor.HOME, Card.score_only(6, 3))
    seen = get(evening)
    assert title(seen).startswith(f"Crown A 6{DASH}3 Bell {DASH} Leek")
    assert "Only the final score was sent." in words_on(seen)
    assert re.search(r"Crown A Won 6 .* Bell 3", words_on(seen))


def test_walkover_is_called_one(evening):
    with time_machine.travel(CLOSING_TIME):
        award_match(
            fixture=evening.fixture, award=Card(ending=Ending.WALKOVER_HOME),
            reason="Bell did not come", key=uuid4(), seen=evening.fixture.version,
            by=evening.secretary, at=CLOSING_TIME,
        )  # fmt: skip
    seen = words_on(get(evening))
    assert "Walkover, decided by the league" in seen
    assert "No games were played." in seen
    assert "Bell did not come" in seen


# --- what became of it ------------------------------------------------------------------------------------------------
def test_provisional_result_is_tagged_until_it_is_confirmed(evening):
    sent = evening.send(SentFor.HOME)
    assert "Provisional" in words_on(get(evening))
    answer_card(submission=sent, agreed=True, by=evening.away, at=CLOSING_TIME + timedelta(minutes=34))
    seen = words_on(get(evening))
    assert "Mon 7 Sep, 10.30pm Crown A sent the card. Mon 7 Sep, 11.04pm Confirmed by both captains." in seen
    assert "Provisional" not in seen


def test_result_that_nobody_questioned_is_confirmed_by_time(evening):
    evening.send(SentFor.HOME)
    seen = words_on(get(evening, at=CLOSING_TIME + timedelta(days=3)))
    assert "Wed 9 Sep, 10.30pm Confirmed: nobody disputed it in time." in seen


def test_disputed_score_is_shown_to_nobody(evening):
    card = evening.card()
    evening.send(SentFor.HOME, card)
    evening.send(SentFor.AWAY, other_winner(card))
    for user in (None, evening.home, evening.secretary):
        seen = get(evening, user)
        assert title(seen).startswith("Crown A v Bell")
        assert TO_SETTLE in words_on(seen)
        assert "Singles 1" not in words_on(seen)


def test_sealed_card_is_shown_to_nobody():
    with scopes_disabled():
        both = make_evening("two", "two-and-half", squad=12)
    with scope(league=both.small.league):
        both.send(SentFor.HOME)
        for user in (None, both.away, both.secretary):
            seen = get(both, user)
            assert title(seen).startswith("Crown A v Bell")
            assert "sent the card" not in words_on(seen)


def put_right(evening):
    evening.send(SentFor.HOME)
    with time_machine.travel(CLOSING_TIME):
        correct_result(
            fixture=evening.fixture, card=other_winner(evening.card()), reason="Game 1 was read the wrong way round",
            key=uuid4(), seen=evening.fixture.version, by=evening.secretary, at=CLOSING_TIME + timedelta(hours=1),
        )  # fmt: skip


def test_correction_is_shown_with_its_reason(evening):
    put_right(evening)
    seen = words_on(get(evening))
    assert "Corrected by the league. Game 1 was read the wrong way round" in seen
    assert Submission.objects.count() == 2


# --- who may do what --------------------------------------------------------------------------------------------------
def actions(response) -> list[str]:
    block = re.search(r'<p class="buttons no-print">.*?</p>', response.content.decode(), re.DOTALL)
    return re.findall(r">([^<]+)</a>", block[0]) if block else []


def test_captain_is_offered_what_there_is_to_do(evening):
    seen = get(evening, evening.home)
    assert actions(seen) == ["Enter result", "Score it live", "Scorer links"]
    assert "No card yet from either side. It is due by" in words_on(seen)
    save_draft(fixture=evening.fixture, by=evening.home, at=CLOSING_TIME, card=evening.card())
    seen = get(evening, evening.home)
    assert actions(seen) == ["Finish the card", "Score it live", "Scorer links"]
    assert "You have started the card and not sent it. It is due by" in words_on(seen)
    sent = evening.send(SentFor.HOME)
    assert actions(get(evening, evening.home)) == ["Change your card"]
    assert actions(get(evening, evening.away)) == ["Confirm the result", "Dispute the result"]
    answer_card(submission=sent, agreed=False, by=evening.away, at=later(hours=1), reason="We won S3.")
    assert actions(get(evening, evening.home)) == ["Read the dispute", "Change your card"]
    assert actions(get(evening, evening.away)) == ["Read the dispute"]
    seen = words_on(get(evening))
    assert "Bell disputed the result." in seen
    assert "We won S3." not in seen
    evening.send(SentFor.AWAY, other_winner(evening.card()))
    assert actions(get(evening, evening.home)) == ["See where the cards differ", "Change your card"]
    assert actions(get(evening, evening.small.captains[2])) == []


def test_officer_is_offered_what_there_is_to_settle(evening):
    week_before = actions(get(evening, evening.secretary, at=later(days=-7)))
    assert week_before == ["Change or postpone the match", "Enter or award the result"]
    offered = ["Enter result", "Award the match", "Change or postpone the match", "Score it live", "Scorer links"]
    assert actions(get(evening, evening.secretary)) == offered
    card = evening.card()
    evening.send(SentFor.HOME, card)
    assert actions(get(evening, evening.secretary)) == ["Correct the result", "Decide the result"]
    evening.send(SentFor.AWAY, other_winner(card))
    assert actions(get(evening, evening.secretary)) == ["Decide the result"]


def test_the_way_back_from_a_decision_stands_on_the_match_and_opens_on_its_form(evening):
    put_right(evening)
    seen = get(evening, evening.secretary)
    assert actions(seen) == ["Correct the result", "Change the decision", "Withdraw the decision"]
    [address] = re.findall(r'href="([^"]+open=restoration#restoration)"', seen.content.decode())
    page = signed_in(evening.secretary).get(address).content.decode()
    assert re.search(r"<details[^>]+open>\s*<summary>Withdraw the league’s decision", page)
    assert "There is a problem" not in page


# --- names ------------------------------------------------------------------------------------------------------------
def test_minor_is_initials_without_a_page(evening):
    minor = Player.objects.get(name="Crown PlayerA")
    Player.objects.filter(pk=minor.pk).update(under_18=True, name="Wilfred Featherstone")
    evening.send(SentFor.HOME)
    seen = get(evening).content.decode()
    assert "W F" in seen
    assert "Featherstone" not in seen
    assert minor.slug not in seen


# --- passing it on ----------------------------------------------------------------------------------------------------
def test_result_can_be_copied_as_words(evening):
    evening.send(SentFor.HOME, Card.score_only(6, 3))
    seen = get(evening).content.decode()
    copied = re.search(r"<textarea[^>]*>(.*?)</textarea>", seen)[1]
    assert (
        copied == f"Crown A 6{DASH}3 Bell (Division One, Mon 7 Sep). Table: http://testserver/leek/table/division-one/"
    )


def test_shared_link_tells_the_score_and_no_player(evening):
    evening.send(SentFor.HOME)
    tags = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', get(evening).content.decode()))
    assert re.fullmatch(rf"Crown A \d{DASH}\d Bell", tags["title"])
    assert tags["description"] == "Division One, Mon 7 Sep at Crown A Inn"
    assert re.fullmatch(
        r"http://testserver/leek/2026-09-07/crown-a-v-bell/live/image-0\.jpg\?score=\d-\d", tags["image"]
    )
    assert not any("Player" in text for text in tags.values())


# --- addresses --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", ["2026-09-07/crown-a-v-swan/", "2026-09-08/crown-a-v-bell/", "2026-13-45/a-v-b/"])
def test_match_that_never_was_is_404(evening, path):
    assert Client().get(f"/leek/{path}").status_code == 404


@pytest.mark.parametrize("cards", [0, 1])
def test_match_page_costs_a_query_for_earlier_meetings_or_for_the_names_on_its_card(
    evening, django_assert_num_queries, cards
):
    if cards:
        evening.send(SentFor.HOME)
    address = evening.fixture.get_absolute_url()
    with django_assert_num_queries(8):
        Client().get(address)


@pytest.mark.parametrize(("hours", "by_code", "sent"), [(0, True, True), (-4, True, False), (0, False, False)])
def test_short_code_leads_a_captain_to_the_card_and_others_to_the_match(evening, hours, by_code, sent):
    """Others can send the card themselves once the match has begun, unless their league does without."""
    evening.small.league.cards_by_code = by_code
    evening.small.league.save()
    fixture = evening.fixture
    address = reverse("match-code", args=[fixture.code.upper()])
    captain, stranger = Client(), Client()
    captain.force_login(evening.home)
    with time_machine.travel(later(hours=hours), tick=False):
        assert captain.get(address)["Location"] == f"{fixture.get_absolute_url()}card/"
        there = reverse("code-send", args=[fixture.code]) if sent else fixture.get_absolute_url()
        assert stranger.get(address)["Location"] == there
    assert stranger.get(reverse("match-code", args=["nosuch"])).status_code == 404


def test_short_code_is_typed_as_people_type(evening):
    code = evening.fixture.code
    typed = f" {code[:3]}-{code[3:].upper()} "
    assert Client().post(reverse("short-code"), {"code": typed})["Location"] == reverse("match-code", args=[code])


@pytest.mark.parametrize("typed", ["", "zzzzzz"])
def test_wrong_code_is_asked_for_again(db, typed):
    seen = Client().post(reverse("short-code"), {"code": typed})
    assert seen.status_code == 422
    assert "There is a problem" in words_on(seen)
