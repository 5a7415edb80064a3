"""From the pegs to the card: what is filled in, what is left as it was written, and what is said of it."""

import re
from uuid import uuid4

import pytest
from django_scopes import scope, scopes_disabled

from league.matchnight.actions.events import NothingPeggedError, fill_card
from league.matchnight.models import LiveEvent
from league.matchnight.queries.games import prefill_from_log
from league.results.actions.cards import save_draft
from league.results.choices import SentFor
from league.results.models import Draft, Submission
from league.results.queries.facts import match_for
from league.results.queries.journeys import journey_of
from scoring import codec
from scoring.card.check import check
from scoring.card.sheet import Card, GameScore, LineScore, Side, Signing
from scoring.play.events import HandStarted, Pegged
from scoring.play.finding import Severity
from tests.league.html import words_on
from tests.league.live.pegging import facts, opened, peg_game, places, send
from tests.league.live.phones import address
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME, make_evening
from tests.league.results.walk import send as send_card

DASH = "\N{EN DASH}"


def draft_of(night, user) -> Card:
    return codec.decode_as(Card, Draft.objects.get(fixture=night.fixture, by=user).card)


def test_games_that_are_over_fill_their_lines(night):
    single, pair = peg_game(night.fixture, 0, night.home), peg_game(night.fixture, 6, night.home, seed=4)
    peg_game(night.fixture, 1, night.home, part=0.5)
    fill_card(fixture=night.fixture, by=night.away, at=CLOSING_TIME)
    card = draft_of(night, night.away)
    assert card.lines[0].games == (GameScore(tuple(Side)[single.winner], *single.scores, len(single.hands) + 1),)
    assert card.lines[6].games[0].winner is tuple(Side)[pair.winner]
    assert [named.id for named in card.lines[6].home] == [each["key"] for each in places(night.fixture, 6, Side.HOME)]
    assert card.lines[1] == LineScore()
    present = Draft.objects.get(fixture=night.fixture, by=night.away).present
    assert present["home"] == [each["key"] for line in (0, 6) for each in places(night.fixture, line, Side.HOME)]


def test_a_whole_match_pegged_makes_a_card_that_can_be_sent(night):
    for line in range(len(night.fixture.rules_in_force().format.lines)):
        peg_game(night.fixture, line, night.home, seed=line)
    answer = signed_in(night.home).post(address(night.fixture, "live-card"))
    assert answer.url == address(night.fixture, "card-check")
    found = check(draft_of(night, night.home), match_for(night.fixture))
    assert [each for each in found if each.severity is Severity.REFUSE] == []
    assert Submission.objects.count() == 0
    assert "/card/receipts/" in send_card(signed_in(night.home), night).url
    assert Submission.objects.get().card == codec.encode(
        prefill_from_log(night.fixture, night.fixture.rules_in_force()).card
    )


def test_opening_the_card_starts_with_the_pegs_and_says_so(night):
    peg_game(night.fixture, 0, night.home)
    client = signed_in(night.home)
    page = client.get(address(night.fixture, "match-card"), follow=True)
    assert page.redirect_chain[-1][0] == address(night.fixture, "card-players")
    assert "Filled from the live score, 10.30pm." in words_on(page)
    ticked = re.findall(r'value="(\d+)"[^>]* checked', page.content.decode())
    assert sorted(ticked) == sorted(each["key"] for side in Side for each in places(night.fixture, 0, side))
    assert Draft.objects.count() == 0
    keys = {side.value: [each["key"] for each in places(night.fixture, 0, side)] for side in Side}
    client.post(address(night.fixture, "card-players"), keys | {"home_few": "on", "away_few": "on"})
    page = client.get(address(night.fixture, "card-lines", 1)).content.decode()
    assert re.search(r'name="lines.0.games.0.winner" value="(home|away)"[^>]* checked', page)


def test_what_a_captain_wrote_stays_unless_he_takes_the_pegs(night):
    ended = peg_game(night.fixture, 0, night.home)
    winner = tuple(Side)[ended.winner]
    wrong = Card(lines=(LineScore(games=(GameScore(winner.other),)),), remarks="Late start")
    save_draft(fixture=night.fixture, by=night.home, at=CLOSING_TIME, card=wrong)
    client = signed_in(night.home)
    page = client.get(address(night.fixture, "live-card"))
    assert "Your card differs from the live score" in words_on(page)
    assert "Singles 1" in words_on(page)
    client.post(address(night.fixture, "live-card"))
    assert draft_of(night, night.home).lines[0].games[0].winner is winner.other
    assert "Your card differs from the live score" in words_on(client.get(address(night.fixture, "card-check")))
    client.post(address(night.fixture, "live-card"), {"take": "yes"})
    card = draft_of(night, night.home)
    assert (card.lines[0].games[0].winner, card.remarks) == (winner, "Late start")
    assert "Your card differs from the live score" not in words_on(client.get(address(night.fixture, "card-check")))


def test_a_newcomer_at_the_table_signs_on_the_card(night):
    home = [{"key": "+Bob New", "name": "Bob New"}]
    peg_game(night.fixture, 0, night.home, home=home)
    card = journey_of(night.fixture, night.home, SentFor.HOME).card
    assert card.signings == (Signing(Side.HOME, "Bob New"),)
    assert (card.lines[0].home[0].id, card.lines[0].home[0].name) == (None, "Bob New")


def test_who_agreed_at_the_table_and_what_cannot_have_been_is_said_on_the_check_page(night):
    ended = peg_game(night.fixture, 0, night.home)
    scores = [int(score) for score in ended.scores]
    send(
        night.fixture,
        0,
        [("confirmed", {"side": 1, "name": "Bob Lee", "scores": scores})],
        by=night.away,
        lease=uuid4(),
    )
    impossible = [Pegged(str(uuid4()), 0, 5), *(Pegged(str(uuid4()), 0, 8) for _ in range(7))]
    taps = [opened(night.fixture, 1), *facts(HandStarted(str(uuid4()), 0), *impossible)]
    send(night.fixture, 1, taps, by=night.home, lease=uuid4())
    fill_card(fixture=night.fixture, by=night.home, at=CLOSING_TIME)
    page = words_on(signed_in(night.home).get(address(night.fixture, "card-check")))
    assert f"Singles 1: Bob Lee of Bell confirmed {scores[0]}{DASH}{scores[1]}." in page
    assert "Singles 2, hand 1: no hand has seven eights." in page
    assert "Singles 2, hand 1: no tile pegs 5, so it is left out." in page


def test_before_a_game_is_over_there_is_nothing_to_fill(night):
    peg_game(night.fixture, 0, night.home, part=0.3)
    assert prefill_from_log(night.fixture, night.fixture.rules_in_force()) is None
    with pytest.raises(NothingPeggedError):
        fill_card(fixture=night.fixture, by=night.home, at=CLOSING_TIME)
    client = signed_in(night.home)
    assert "No game has been finished on the live score yet." in words_on(
        client.get(address(night.fixture, "live-card"))
    )
    assert client.post(address(night.fixture, "live-card")).url == address(night.fixture, "match-card")


def test_once_a_card_is_settled_the_pegs_lead_to_it(night):
    peg_game(night.fixture, 0, night.home)
    night.send(SentFor.HOME)
    night.send(SentFor.AWAY)
    assert signed_in(night.home).get(address(night.fixture, "live-card")).url == address(night.fixture, "match-card")


def test_a_league_that_keeps_no_pegs_gets_none(db):
    with scopes_disabled():
        made = make_evening("two", "two-and-half", squad=12)
    with scope(league=made.small.league):
        peg_game(made.fixture, 0, made.home)
        peg_game(made.fixture, 0, made.home, game=2, seed=2)
        card = prefill_from_log(made.fixture, made.fixture.rules_in_force()).card
        assert [(game.home_pegs, game.hands) for game in card.lines[0].games] == [(None, None), (None, None)]
        assert all(game.winner for game in card.lines[0].games)


@pytest.mark.parametrize("games", [1, 6])
def test_the_card_costs_the_same_however_much_was_pegged(night, django_assert_num_queries, games):
    for line in range(games):
        peg_game(night.fixture, line, night.home, seed=line)
    assert LiveEvent.objects.exists()
    fixture, rules = night.fixture, night.fixture.rules_in_force()
    with django_assert_num_queries(2):
        prefill_from_log(fixture, rules)
