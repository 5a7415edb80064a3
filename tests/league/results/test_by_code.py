"""The code on the printed card: whoever holds the paper sends its result without an account, and nobody else does."""

import json
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django_scopes import scope

from league.base.accounts.limits import PRINTED_CODES
from league.base.audit.models import Entry
from league.results.actions.cards import (
    MOST_CARDS,
    CardRefusedError,
    NotAcceptedError,
    SettledError,
    send_as_own,
    submit_card_by_code,
)
from league.results.actions.settlement import retally
from league.results.choices import ResultState, SentFor, Source
from league.results.models import Result, Submission
from league.results.queries.facts import facts_of, match_facts
from league.results.queries.penalties import undecided_late_cards
from league.results.queries.to_do import unsettled_results, your_match
from league.results.values import card_of
from league.schedule.values.matches import card_due
from league.teams.choices import NameStyle
from scoring import codec
from scoring.card.league_rules import Confirm
from scoring.card.sheet import Card, Ending, Named, Side, Signing
from tests.league.html import words_on
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME, Evening, later, other_winner

pytestmark = pytest.mark.usefixtures("closing_time")


def by_code(evening: Evening, side: SentFor = SentFor.HOME, card: Card | None = None, **rest) -> Submission:
    values = {
        "fixture": evening.fixture, "card": card or evening.card(), "sent_for": side, "sender": "Alan Hill",
        "key": uuid4(), "seen": evening.fixture.version, "at": CLOSING_TIME,
    }  # fmt: skip
    return submit_card_by_code(**(values | rest))


def result_of(evening: Evening) -> Result:
    return Result.objects.select_related("submission__by").get(fixture=evening.fixture)


def address(evening: Evening, name: str, *rest: str) -> str:
    return reverse(name, args=[evening.fixture.code, *rest])


# --- what it comes to -------------------------------------------------------------------------------------------------
def test_card_by_code_counts_and_is_never_confirmed_by_itself(evening):
    filed = by_code(evening)
    result = result_of(evening)
    assert (filed.by, filed.sender, filed.source) == (None, "Alan Hill", Source.CODE)
    assert (result.state, result.confirm_by, result.counts) == (ResultState.PROVISIONAL, None, True)
    assert result.state_at(later(days=400)) == ResultState.PROVISIONAL


@pytest.mark.parametrize("sides", [(SentFor.HOME, SentFor.HOME), (SentFor.HOME, SentFor.AWAY)])
def test_two_equal_cards_by_code_confirm_nothing(evening, sides):
    for side in sides:
        by_code(evening, side)
    assert (result_of(evening).state, result_of(evening).confirm_by) == (ResultState.PROVISIONAL, None)


def test_two_cards_by_code_that_differ_are_disputed_whenever_they_are_counted(evening):
    by_code(evening, SentFor.HOME)
    by_code(evening, SentFor.AWAY, other_winner(evening.card()))
    assert result_of(evening).state == ResultState.DISPUTED
    assert retally(at=later(days=1)) == (1, 0)


@pytest.mark.parametrize("side", [SentFor.HOME, SentFor.AWAY])
def test_captains_card_takes_its_place_and_the_clock_of_the_rules_begins(evening, side):
    by_code(evening, SentFor.HOME)
    sent = evening.send(side, other_winner(evening.card()))
    result = result_of(evening)
    assert (result.submission, result.state) == (sent, ResultState.PROVISIONAL)
    assert result.confirm_by is not None


def test_equal_card_of_the_other_captain_confirms_nothing_alone(evening):
    """Whoever holds both the paper and one side's account would otherwise speak for the other side too."""
    by_code(evening, SentFor.HOME)
    evening.send(SentFor.AWAY, evening.card())
    assert result_of(evening).state == ResultState.PROVISIONAL


def test_nothing_by_code_once_a_captain_has_spoken_or_the_result_stands(evening):
    evening.send(SentFor.AWAY)
    with pytest.raises(NotAcceptedError, match="captain has sent"):
        by_code(evening)
    assert result_of(evening).state == ResultState.PROVISIONAL
    evening.send(SentFor.HOME)
    with pytest.raises(SettledError):
        by_code(evening)


def test_captain_confirms_it_as_their_own_card(evening):
    filed = by_code(evening, SentFor.HOME)
    sent = send_as_own(submission=filed, sent_for=SentFor.AWAY, by=evening.away, at=CLOSING_TIME)
    again = send_as_own(submission=filed, sent_for=SentFor.AWAY, by=evening.away, at=CLOSING_TIME)
    assert (sent, sent.by, sent.card) == (again, evening.away, filed.card)
    assert (result_of(evening).submission, result_of(evening).state) == (sent, ResultState.PROVISIONAL)
    assert result_of(evening).confirm_by is not None


def test_card_that_a_newer_one_replaced_is_confirmed_by_nobody(evening):
    old = by_code(evening)
    by_code(evening, card=other_winner(evening.card()))
    with pytest.raises(NotAcceptedError, match="newer card"):
        send_as_own(submission=old, sent_for=SentFor.AWAY, by=evening.away, at=CLOSING_TIME)


def test_where_both_captains_send_one_it_is_sealed_and_waits(evening, rules_of_league):
    rules_of_league(evening, confirm=Confirm.BOTH_ENTER)
    by_code(evening, SentFor.HOME)
    assert (result_of(evening).state, result_of(evening).confirm_by) == (ResultState.SEALED, None)
    evening.send(SentFor.HOME)
    assert result_of(evening).confirm_by is not None


@pytest.fixture
def rules_of_league():
    def change(evening: Evening, **values) -> None:
        competition = evening.fixture.division.competition
        rules = codec.decode(competition.rules or evening.small.league.rules)
        competition.rules = codec.encode(replace(rules, **values))
        competition.own_rules = True
        competition.save()

    return change


def test_most_cards_of_a_match(evening):
    for _ in range(MOST_CARDS):
        by_code(evening)
    with pytest.raises(NotAcceptedError, match="Enough cards"):
        by_code(evening)


@pytest.mark.parametrize(
    ("values", "error", "words"),
    [
        ({"at": CLOSING_TIME - timedelta(hours=4)}, NotAcceptedError, "starts at 8pm"),
        ({"card": Card(ending=Ending.WALKOVER_HOME, remarks="No show")}, NotAcceptedError, "not played"),
        ({"card": Card(quick=(99, 0))}, CardRefusedError, "mistakes"),
    ],
)
def test_card_that_is_early_or_for_captains_or_contradicts_itself_is_refused(evening, values, error, words):
    with pytest.raises(error, match=words):
        by_code(evening, **values)


def test_new_name_signs_nobody_on(evening):
    card = evening.card()
    line = replace(card.lines[0], home=(Named(None, "Bob New"), *card.lines[0].home[1:]))
    card = replace(card, lines=(line, *card.lines[1:]), signings=(Signing(Side.HOME, "Bob New"),), protest="Cheats")
    players = evening.small.league.players.count()
    filed = by_code(evening, card=card)
    assert evening.small.league.players.count() == players
    assert (card_of(filed).signings, card_of(filed).protest) == ((), "")


def test_history_has_no_name_of_the_sender_and_nothing_else_comes_without_an_account(evening):
    filed = by_code(evening)
    entry = Entry.objects.get(verb="submit_card_by_code")
    assert filed.receipt in entry.words
    assert "Alan" not in f"{entry.words} {entry.reason} {entry.before} {entry.after}"
    with pytest.raises(IntegrityError), transaction.atomic():
        Submission.objects.filter(pk=filed.pk).update(source=Source.WEB)


def test_hour_it_came_counts_for_the_late_card(evening):
    due = card_due(evening.fixture, evening.fixture.rules_in_force())
    by_code(evening, SentFor.HOME)
    with time_machine.travel(due + timedelta(hours=5)):
        evening.send(SentFor.HOME, at=due + timedelta(hours=5))
    late = undecided_late_cards(evening.small.league, due + timedelta(hours=6))
    assert evening.fixture not in [each.fixture for each in late]


# --- who is waited for ------------------------------------------------------------------------------------------------
def test_it_waits_for_both_captains_and_an_officer(evening):
    by_code(evening)
    league = evening.small.league
    unsettled = unsettled_results(league, later(days=9))
    assert ([len(each) for each in unsettled]) == [0, 0, 1]
    for captain in (evening.home, evening.away):
        assert your_match(captain, league, later(days=1))[0].kind == "confirm"


# --- the pages --------------------------------------------------------------------------------------------------------
def fields_of(evening: Evening, card: Card | None = None) -> dict[str, str]:
    """A card as its page is filled in."""
    card = card or evening.card()
    values = {"sender": "Alan Hill", "sent_for": "home", "remarks": "", "home_new": "", "away_new": ""}
    for number, line in enumerate(card.lines):
        for side in Side:
            for place, named in enumerate(line.players(side)):
                values[f"lines.{number}.{side.value}.{place}"] = named.id
        for game, each in enumerate(line.games):
            values[f"lines.{number}.games.{game}.winner"] = each.winner.value
            for figure in ("home_pegs", "away_pegs"):
                pegs = getattr(each, figure)
                values[f"lines.{number}.games.{game}.{figure}"] = "" if pegs is None else str(pegs)
    return values


def hidden_of(page) -> dict[str, str]:
    form = page.context["form"]
    return {name: str(form[name].value()) for name in ("key", "seen", "card", "sender", "sent_for")}


def test_stranger_with_the_paper_sends_the_whole_card_once(evening):
    client, page = Client(), address(evening, "code-card")
    landing = client.get(reverse("match-code", args=[evening.fixture.code]), follow=True)
    assert landing.redirect_chain[-1][0] == address(evening, "code-send")
    sent = hidden_of(client.post(page, fields_of(evening))) | {"send": "yes"}
    assert not Submission.objects.exists()
    answers = {client.post(page, sent)["Location"] for _ in range(3)}
    filed = Submission.objects.get()
    assert answers == {address(evening, "code-sent", filed.receipt)}
    assert card_of(filed) == evening.card()
    receipt = words_on(client.get(answers.pop()))
    assert f"receipt {filed.receipt}" in receipt
    assert "not confirmed until a captain or the secretary agrees" in receipt


@pytest.mark.parametrize("new", [{}, {"home_new": "Bob New", "lines.0.home.0": "+Bob New"}])
def test_going_back_to_change_keeps_what_was_typed(evening, new):
    client = Client()
    values = fields_of(evening) | new
    checked = client.post(address(evening, "code-card"), values)
    page = client.post(address(evening, "code-card"), hidden_of(checked) | {"change": "yes"})
    form = page.context["form"]
    assert {name: str(form[name].value() or "") for name in values} == values


def test_errors_keep_what_was_typed_and_name_the_field(evening):
    values = fields_of(evening) | {"sender": "", "lines.0.games.0.winner": "", "remarks": "Good night"}
    page = Client().post(address(evening, "code-card"), values)
    assert page.status_code == 422
    assert page.context["form"]["remarks"].value() == "Good night"
    assert "Enter your name" in words_on(page)
    again = Client().post(address(evening, "code-card"), values | {"sender": "Alan Hill"})
    assert again.status_code == 422
    assert "lines.0.games.0.winner" in again.context["form"].errors
    assert not Submission.objects.exists()


def test_players_who_are_not_printed_are_added_to_the_lists(evening):
    client = Client()
    page = client.post(
        address(evening, "code-card"), fields_of(evening) | {"home_new": "Bob New, Cy Newer", "names": "yes"}
    )
    form = page.context["form"]
    choices = dict(form.fields["lines.0.home.0"].choices)
    assert {"+Bob New", "+Cy Newer"} <= choices.keys()
    assert form["lines.0.games.0.winner"].value() == fields_of(evening)["lines.0.games.0.winner"]
    values = fields_of(evening) | {"home_new": "Bob New", "lines.0.home.0": "+Bob New"}
    checked = client.post(address(evening, "code-card"), values)
    client.post(address(evening, "code-card"), hidden_of(checked) | {"send": "yes"})
    filed = Submission.objects.get()
    assert card_of(filed).lines[0].home == (Named(None, "Bob New"),)
    public = words_on(client.get(evening.fixture.get_absolute_url()))
    assert "Newcomer" in public  # a stranger has typed the name, and nobody has read it yet
    assert "B New " not in public
    assert "name_unknown" in {each["code"] for each in filed.problems}


def test_score_alone_where_the_league_takes_it(evening):
    client, total = Client(), evening.match.format.total_games
    score = {"home_games": str(total - 1), "away_games": "1", "sender": "Alan Hill", "sent_for": "away"}
    checked = client.post(address(evening, "code-score"), score)
    client.post(address(evening, "code-score"), hidden_of(checked) | {"send": "yes"})
    filed = Submission.objects.get()
    assert (card_of(filed).quick, filed.sent_for) == ((total - 1, 1), SentFor.AWAY)


def test_card_that_was_tampered_with_opens_nothing_else(evening):
    """The card travels in the page, so anything may come back in it."""
    checked = Client().post(address(evening, "code-card"), fields_of(evening))
    line = replace(evening.card().lines[0], home=(Named("999999", "Nobody"),))
    card = replace(evening.card(), lines=(line, *evening.card().lines[1:]))
    for text in (json.dumps(codec.encode(card)), "no card", "[]"):
        Client().post(address(evening, "code-card"), hidden_of(checked) | {"card": text, "send": "yes"})
    assert not Submission.objects.exists()


def test_code_shows_that_it_has_ended_and_leads_on(evening):
    evening.send(SentFor.HOME)
    evening.send(SentFor.AWAY)
    for name in ("code-send", "code-card", "code-score", "code-photo"):
        page = Client().get(address(evening, name))
        assert "This result stands" in words_on(page)
        assert evening.fixture.get_absolute_url() in page.content.decode()


def test_league_may_turn_it_off(evening):
    league = evening.small.league
    league.cards_by_code = False
    league.save()
    code = reverse("match-code", args=[evening.fixture.code])
    assert Client().get(code)["Location"] == evening.fixture.get_absolute_url()
    assert "the captains send the result" in words_on(Client().get(address(evening, "code-send")))
    Client().post(address(evening, "code-card"), fields_of(evening))
    with pytest.raises(NotAcceptedError):
        by_code(evening)


def test_private_league_shows_the_paper_and_nothing_more(evening):
    league = evening.small.league
    league.public, league.public_names = False, NameStyle.INITIAL
    league.save()
    with scope(league=league):
        elsewhere = [each.name for each in evening.match.elsewhere]
        child = next(iter(evening.match.home.players))
        league.players.filter(pk=child.id).update(under_18=True)
    client = Client()
    assert client.get(reverse("match-code", args=[evening.fixture.code]))["Location"] == address(evening, "code-send")
    page = client.get(address(evening, "code-card")).content.decode()
    assert elsewhere
    assert not any(name in page for name in elsewhere)
    assert child.name not in page
    assert client.get(evening.fixture.get_absolute_url()).status_code in {302, 404}
    assert f"/{league.slug}/table/" not in page


# --- strangers --------------------------------------------------------------------------------------------------------
def test_of_two_hundred_tries_nothing_is_filed_beyond_the_limit(evening, seen_codes):
    client, right = Client(), evening.fixture.code
    checked = client.post(address(evening, "code-card"), fields_of(evening))
    sent = hidden_of(checked) | {"send": "yes"}
    statuses = [client.post(reverse("code-card", args=[code]), sent).status_code for code in seen_codes]
    most = PRINTED_CODES.most
    assert statuses == [404] * most + [429] * (len(statuses) - most)
    assert client.post(reverse("code-card", args=[right]), sent).status_code == 429
    assert client.get(reverse("match-code", args=[right])).status_code == 429
    refused = client.post(reverse("short-code"), {"code": right})
    assert refused.status_code == 429
    assert "minutes, then try again" in words_on(refused)
    assert not Submission.objects.exists()
    with time_machine.travel(later(seconds=PRINTED_CODES.seconds)):
        assert client.post(reverse("code-card", args=[right]), sent).status_code == 302


@pytest.fixture
def seen_codes():
    return [f"wrong{number}" for number in range(200)]


def test_right_codes_are_not_counted(evening):
    client = Client()
    for _ in range(PRINTED_CODES.most + 5):
        assert client.get(address(evening, "code-send")).status_code == 200


# --- captains and officers --------------------------------------------------------------------------------------------
def test_captain_confirms_on_the_usual_page_or_begins_their_own_card_with_what_came(evening):
    filed = by_code(evening, SentFor.HOME)
    own = signed_in(evening.home).get(evening.fixture.address_of("card-players"))
    assert own.context["journey"].card == evening.card()
    client = signed_in(evening.away)
    page = client.get(evening.fixture.address_of("match-card"), follow=True)
    assert page.redirect_chain[-1][0] == evening.fixture.address_of("match-confirmation")
    assert "Alan Hill, by the code on the card" in words_on(page)
    client.post(evening.fixture.address_of("match-confirmation"), {"receipt": filed.receipt})
    assert facts_of(evening.fixture).latest(SentFor.AWAY).card == filed.card
    assert result_of(evening).state == ResultState.PROVISIONAL


def test_officer_decides_it_from_the_inbox(evening):
    filed = by_code(evening, SentFor.HOME)
    client = signed_in(evening.secretary)
    inbox = client.get(reverse("inbox", args=[evening.small.league.slug]))
    assert "Alan Hill, by the code on the card" in words_on(inbox)
    page = client.get(evening.fixture.address_of("match-decision"))
    form = page.context["forms"]["decision"]
    values = {name: form[name].value() for name in ("key", "seen", "card")} | {"reason": "As on the paper"}
    assert values["card"] == str(filed.pk)
    client.post(evening.fixture.address_of("match-decision"), values)
    assert result_of(evening).state == ResultState.DECIDED


@pytest.mark.parametrize("who", ["home", "away", "secretary"])
def test_people_concerned_read_who_sent_it_and_the_public_does_not(evening, who):
    filed = by_code(evening, SentFor.HOME)
    page, client = evening.fixture.get_absolute_url(), signed_in(getattr(evening, who))
    assert "Alan Hill, by the code on the card" in words_on(client.get(page))
    receipt = client.get(evening.fixture.address_of("card-receipt", filed.receipt))
    assert "from Alan Hill, by the code on the card" in words_on(receipt)
    public = words_on(Client().get(page))
    assert "Alan Hill, by" not in public
    assert "came by the code on it" in public


def test_facts_of_the_match_have_the_card(evening):
    filed = by_code(evening, SentFor.AWAY)
    facts = match_facts(evening.fixture)
    assert (facts.home_card, facts.away_card) == (None, filed)
    evening.send(SentFor.HOME)
    assert match_facts(evening.fixture).away_card is None
