"""The captain's card through its pages: what is saved, what is refused and where, and what is received."""

import re
from dataclasses import replace
from itertools import product

import pytest
import time_machine
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.results.choices import ResultState, SentFor
from league.results.models import Appearance, Draft, Result, Submission
from league.results.queries.journeys import pages
from league.schedule.choices import FixtureState
from league.teams.models import Player, Registration
from scoring import codec
from scoring.card.sheet import Card, Ending, Side
from scoring.season.specimen import Habits
from tests.league.html import words_on
from tests.league.machine_words import machine_words_on
from tests.league.person import signed_in
from tests.league.results.evening import later, make_evening, other_winner
from tests.league.results.walk import at, fill, hidden, page_of, send, ticks
from tests.seeds import by_turns

pytestmark = pytest.mark.usefixtures("closing_time")

FORMATS = ("teesdale", "leek", "solihull", "guisborough", "northallerton", "one-a-game", "two-and-half")


def received(evening) -> Card:
    return codec.decode(Submission.objects.get(fixture=evening.fixture).card)


def test_whole_journey_from_link_to_receipt(evening, captain):
    assert captain.get(at(evening, "match-card")).url == at(evening, "card-players")
    check = fill(captain, evening, evening.card()).content.decode()
    assert "Send result" in check
    assert "Sending as <strong>Crown A Captain</strong>" in check
    answer = send(captain, evening)
    submission = Submission.objects.get()
    assert answer.url == at(evening, "card-receipt", submission.receipt)
    receipt = captain.get(answer.url).content.decode()
    assert submission.receipt in receipt
    assert "Mon 7 Sep, 10.30pm" in receipt
    assert "Bell have been told.</strong> They have until Wed 9 Sep, 10.30pm" in receipt
    assert not Draft.objects.exists()


@pytest.mark.parametrize(("key", "seed"), by_turns(list(product(FORMATS, (1, 2))), 3))
def test_what_is_typed_is_what_is_received_in_every_format(db, key, seed):
    with scopes_disabled():
        evening = make_evening("any", key, squad=12)
    with scope(league=evening.small.league):
        card = evening.card(seed, habits=Habits(short=0.4 if seed == 2 else 0, pegs=1, hands=1))
        client = signed_in(evening.home)
        fill(client, evening, card)
        assert send(client, evening).status_code == 302
        assert received(evening) == replace(card, remarks="")


def test_a_program_that_looks_for_a_page_alone_is_told_what_a_reader_is(evening, captain):
    captain.post(at(evening, "card-players"), ticks(evening.card()))
    here = [evening.fixture.league.slug]
    for page in (
        *(at(evening, name) for name in ("card-players", "card-score", "card-notes", "card-check", "card-photo")),
        *(at(evening, "match-confirmation"), at(evening, "match-dispute")),
        reverse("print", args=here),
    ):
        assert captain.head(page).status_code == captain.get(page).status_code in {200, 302}, page


def test_looking_at_pages_changes_nothing(evening, captain):
    captain.post(at(evening, "card-players"), ticks(evening.card()))
    before = (Draft.objects.values().get(), evening.fixture.version)
    for name in ("match-card", "card-players", "card-score", "card-notes", "card-check", "card-photo"):
        captain.get(at(evening, name))
    captain.get(at(evening, "card-lines", 1))
    assert (Draft.objects.values().get(), evening.fixture.version) == before
    assert not Submission.objects.exists()


def test_draft_is_taken_up_where_it_was_left(evening, captain):
    card = evening.card()
    captain.post(at(evening, "card-players"), ticks(card))
    first, *_ = pages(evening.match.format)
    captain.post(at(evening, "card-lines", 1), page_of(card, first))
    assert captain.get(at(evening, "match-card")).url == at(evening, "card-lines", 2)
    assert signed_in(evening.home).get(at(evening, "match-card")).url == at(evening, "card-lines", 2)


@pytest.mark.parametrize("button", ["later", "players"])
def test_half_a_page_is_kept_for_later_and_when_somebody_goes_back_to_who_played(evening, captain, button):
    card = evening.card()
    captain.post(at(evening, "card-players"), ticks(card))
    answer = captain.post(at(evening, "card-lines", 1), page_of(card, [0]) | {button: "yes"})
    if button == "later":
        assert answer.url == "/leek/your-match/"
        assert "Finish the card" in captain.get(answer.url).content.decode()
    else:
        assert answer.url == at(evening, "card-players")
        captain.post(answer.url, ticks(card))
    page = captain.get(at(evening, "card-lines", 1)).content.decode()
    assert re.search(r'name="lines.0.games.0.winner"[^>]*checked', page)


def test_mistakes_stand_at_the_top_and_at_their_field_and_what_was_typed_is_kept(evening, captain):
    card = evening.card()
    captain.post(at(evening, "card-players"), ticks(card))
    first, *_ = pages(evening.match.format)
    data = page_of(card, first)
    loser = "away" if card.lines[0].games[0].winner is Side.HOME else "home"
    answer = captain.post(at(evening, "card-lines", 1), data | {f"lines.0.games.0.{loser}_pegs": "61"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "<title>Error: " in page
    assert f'href="#id_lines.0.games.0.{loser}_pegs"' in page
    (words,) = set(re.findall(rf'href="#id_lines.0.games.0.{loser}_pegs">([^<]+)<', page))
    assert page.count(words) == 2
    assert f'name="lines.0.games.0.{loser}_pegs" value="61"' in page
    letters = captain.post(at(evening, "card-lines", 1), data | {"lines.1.games.0.hands": "six"})
    assert letters.status_code == 422
    assert "Singles 2: enter the hands as a number, e.g. 7" in letters.content.decode()


def test_loser_s_pegs_are_enough(evening, captain):
    card = evening.card()
    captain.post(at(evening, "card-players"), ticks(card))
    first, *_ = pages(evening.match.format)
    winner = card.lines[0].games[0].winner
    data = page_of(card, first)
    del data[f"lines.0.games.0.{winner}_pegs"]
    captain.post(at(evening, "card-lines", 1), data)
    game = codec.decode(Draft.objects.get().card).lines[0].games[0]
    assert game.pegs(winner) == 61


def test_who_may_not_play_is_marked_where_players_are_ticked(evening, captain):
    key = ticks(evening.card())["home"][0]
    with scope(league=evening.fixture.league):
        Registration.objects.filter(player=key).update(since=later(days=7).date())
        name = Player.objects.get(pk=key).name
    page = words_on(captain.get(at(evening, "card-players")))
    assert f"{name} (was registered on 14 Sep, after this match)" in page


def test_nobody_ticked_is_a_mistake_of_that_side(evening, captain):
    answer = captain.post(at(evening, "card-players"), {"home": ticks(evening.card())["home"]})
    assert answer.status_code == 422
    assert "Tick the players of Bell who played." in answer.content.decode()


def test_player_on_two_lines_is_asked_about_at_the_second_and_kept_when_saved_again(evening, captain):
    card = evening.card()
    captain.post(at(evening, "card-players"), ticks(card))
    twice = page_of(card, [0, 1, 2]) | {"lines.2.home.0": card.lines[0].home[0].id}
    refused = captain.post(at(evening, "card-lines", 1), twice)
    page = refused.content.decode()
    name = card.lines[0].home[0].name
    assert refused.status_code == 422
    assert f"{name} is down for two singles: Singles 1 and Singles 3. A player may play one." in page
    assert 'href="#id_lines.2.home.0"' in page
    again = captain.post(at(evening, "card-lines", 1), twice | {"kept": hidden(page)["kept"]})
    assert again.url == at(evening, "card-lines", 2)
    changed = {"lines.1.home.0": card.lines[0].home[0].id, "lines.2.home.0": card.lines[2].home[0].id}
    other = twice | changed | {"kept": hidden(page)["kept"]}
    assert captain.post(at(evening, "card-lines", 1), other).status_code == 422


def test_pairs_are_not_made_of_those_who_played_singles(evening, captain):
    card = evening.card()
    captain.post(at(evening, "card-players"), ticks(card))
    singles = captain.get(at(evening, "card-lines", 1)).content.decode()
    pairs = captain.get(at(evening, "card-lines", len(pages(evening.match.format)))).content.decode()
    assert len(re.findall(r'<option value="\d+" selected', singles)) == 6
    assert re.findall(r'<option value="\d+" selected', pairs) == []


def test_last_week_s_players_are_ticked_and_stand_on_their_lines(evening):
    evening.send(SentFor.HOME)
    card = evening.card()
    away_match = evening.small.fixtures[2]  # Bell v Crown A, a week later
    evening.small.fixtures[0] = away_match
    with time_machine.travel(later(days=7), tick=False):
        client = signed_in(evening.away)
        page = client.get(at(evening, "card-players")).content.decode()
        ticked = set(re.findall(r'name="(?:home|away)" value="(\d+)"[^>]*checked', page))
        assert ticked == {named.id for line in card.lines for side in Side for named in line.players(side)}
        client.post(at(evening, "card-players"), {"home": ticks(card)["away"], "away": ticks(card)["home"]})
        lines = client.get(at(evening, "card-lines", 1)).content.decode()
        chosen = re.findall(r'<option value="(\d+)" selected', lines)
    assert chosen == [card.lines[n].players(side)[0].id for n in range(3) for side in (Side.AWAY, Side.HOME)]


def test_new_player_signs_on_the_night(evening, captain):
    card = evening.card()
    there = ticks(card)
    gone = there["home"].pop(0)
    captain.post(at(evening, "card-players"), there | {"home_new": "Bobby  Newman"})
    for page, numbers in enumerate(pages(evening.match.format), start=1):
        data = {name: "+Bobby Newman" if value == gone else value for name, value in page_of(card, numbers).items()}
        assert captain.post(at(evening, "card-lines", page), data).status_code == 302
    assert "New tonight: Bobby Newman" in captain.get(at(evening, "card-check")).content.decode()
    send(captain, evening)
    player = Player.objects.get(name="Bobby Newman")
    assert str(player.pk) in {named.id for line in received(evening).lines for named in line.home}


def test_new_player_without_a_surname_is_asked_about_once(evening, captain):
    there = ticks(evening.card())
    there["home"].pop(0)
    asked = captain.post(at(evening, "card-players"), there | {"home_new": "Fred"})
    assert asked.status_code == 200
    page = asked.content.decode()
    assert "Add Fred’s surname, or tick that this is all you know." in page
    assert 'name="home_whole_fred"' in page
    assert not Draft.objects.exists()
    for more in ({"home_new": "Fred Newman"}, {"home_new": "Fred", "home_whole_fred": "on"}):
        assert captain.post(at(evening, "card-players"), there | more).status_code == 302


def test_score_alone_where_the_league_takes_it(evening, captain):
    score = {"ending": "played", "home_games": "5", "away_games": " 4 "}
    for missing in ("home_games", "away_games"):
        assert captain.post(at(evening, "card-score"), score | {missing: ""}).status_code == 422
    assert not Draft.objects.exists()
    answer = captain.post(at(evening, "card-score"), score)
    assert answer.url == at(evening, "card-check")
    send(captain, evening)
    assert received(evening) == Card.score_only(5, 4)


def test_score_that_cannot_be_is_not_sent(evening, captain):
    captain.post(at(evening, "card-score"), {"ending": "played", "home_games": "7", "away_games": "4"})
    check = captain.get(at(evening, "card-check")).content.decode()
    assert "7-4 is 11 games." in check.replace("\N{EN DASH}", "-")
    assert "Send result" not in check
    assert f'href="{at(evening, "card-score")}#id_home_games"' in check


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        (Ending.PLAYED, "Just the final score"),
        (Ending.WALKOVER_HOME, "Walkover to Crown A"),
        (Ending.WALKOVER_AWAY, "Walkover to Bell"),
        (Ending.VOID, "Void: no points to either side"),
    ],
)
def test_the_check_says_in_words_how_it_ended(evening, captain, ending, words):
    typed = {"ending": ending.value, "remarks": "Snow"}
    typed |= {"home_games": "5", "away_games": "4"} if ending is Ending.PLAYED else {}
    captain.post(at(evening, "card-score"), typed)
    check = captain.get(at(evening, "card-check")).content.decode()
    assert words in check
    assert machine_words_on(check) == set()
    assert machine_words_on(check.replace(words, "walkover-home")) == {"walkover-home"}


def test_walkover_with_its_reason(evening, captain):
    captain.post(at(evening, "card-score"), {"ending": "walkover-home", "remarks": "Nobody came."})
    check = captain.get(at(evening, "card-check")).content.decode()
    assert "Counted as a walkover under the league’s rules." in check
    send(captain, evening)
    assert received(evening) == Card(ending=Ending.WALKOVER_HOME, remarks="Nobody came.")
    result = Result.objects.get()
    assert (result.home_games, result.away_games, result.kind) == (5, 4, "walkover")
    assert evening.fixture.state == FixtureState.AWARDED
    assert not Appearance.objects.exists()


def test_remarks_and_protest_go_with_the_card(evening, captain):
    fill(captain, evening, evening.card())
    captain.post(at(evening, "card-notes"), {"remarks": "Cold room.", "protest": "S3 was played by a stranger."})
    check = captain.get(at(evening, "card-check")).content.decode()
    assert "You can send this, but the secretary will check" in check
    send(captain, evening)
    assert received(evening).protest == "S3 was played by a stranger."
    assert Result.objects.get().flagged
    assert [problem["code"] for problem in Submission.objects.get().problems] == ["protest"]


def test_match_broken_off(evening, captain):
    card = evening.card()
    captain.post(at(evening, "card-players"), ticks(card))
    first, *rest = pages(evening.match.format)
    captain.post(at(evening, "card-lines", 1), page_of(card, first))
    for page, numbers in enumerate(rest, start=2):
        gone = {f"lines.{n}.games.0.winner": "none" for n in numbers}
        captain.post(at(evening, "card-lines", page), gone | {"later": "yes"})
    captain.post(at(evening, "card-notes"), {"remarks": "Power cut at ten.", "unfinished": "on"})
    assert send(captain, evening).status_code == 302
    assert Result.objects.get().kind == "unfinished"


def test_second_tap_on_send_gets_the_same_receipt_and_a_card_that_was_tampered_with_none(evening, captain):
    page = hidden(fill(captain, evening, evening.card()).content.decode())
    damaged = captain.post(at(evening, "card-check"), page | {"card": page["card"][:-20]})
    assert damaged.status_code == 422
    assert "This page was damaged" in damaged.content.decode()
    assert not Submission.objects.exists()
    first, second = (captain.post(at(evening, "card-check"), page) for _ in range(2))
    assert first.url == second.url
    assert Submission.objects.count() == 1


def test_stale_page_shows_what_has_changed_and_sends_all_the_same_if_wanted(evening, captain):
    card = evening.card()
    page = hidden(fill(captain, evening, card).content.decode())
    evening.send(SentFor.HOME, other_winner(card))  # the vice-captain was quicker
    answer = captain.post(at(evening, "card-check"), page)
    shown = answer.content.decode()
    assert answer.status_code == 409
    assert "you had version 1" in shown
    assert "Singles 1" in shown
    again = captain.post(at(evening, "card-check"), hidden(shown))
    assert again.status_code == 302
    assert Result.objects.get().submission.receipt in again.url


def test_card_of_a_settled_match_is_not_taken(evening, captain):
    page = hidden(fill(captain, evening, evening.card()).content.decode())
    evening.send(SentFor.HOME)
    evening.send(SentFor.AWAY)
    answer = captain.post(at(evening, "card-check"), page)
    assert answer.status_code == 409
    assert "This result stands" in answer.content.decode()


def test_card_is_closed_before_the_day(evening, captain):
    with time_machine.travel(later(days=-2), tick=False):
        answer = captain.get(at(evening, "card-players"))
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "This match is down for Mon 7 Sep 2026. You can send its card from the day of the match." in page
    assert "It was played early: contact the secretary" in page


def test_card_sent_before_the_match_starts_is_asked_about(evening, captain):
    assert "Send anyway?" not in fill(captain, evening, evening.card()).content.decode()
    with time_machine.travel(later(hours=-3), tick=False):  # at half past seven, for eight
        page = fill(captain, evening, evening.card()).content.decode()
        assert "This match starts at 8pm. Send anyway?" in page
        refused = captain.post(at(evening, "card-check"), hidden(page))
        assert refused.status_code == 422
        assert "Tick the box if so." in refused.content.decode()
        assert not Submission.objects.exists()
        assert captain.post(at(evening, "card-check"), hidden(page) | {"anyway": "on"}).status_code == 302
    assert Submission.objects.get().sent_for == SentFor.HOME


@pytest.mark.parametrize("who", [0, 1])
def test_both_captains_may_write_and_each_for_his_side(evening, who):
    client = signed_in(evening.small.captains[who])
    page = client.get(at(evening, "card-players")).content.decode()
    assert f"({['Crown A', 'Bell'][who]})" in page


def test_an_officer_s_card_needs_a_reason_and_is_a_decision(evening):
    client = signed_in(evening.secretary)
    card = evening.card()
    fill(client, evening, card)
    assert send(client, evening).status_code == 422
    answer = send(client, evening, reason="From the paper card.")
    assert "Result entered: receipt" in client.get(answer.url).content.decode()
    assert Result.objects.get().state == ResultState.DECIDED


def taps(html: str, data: dict[str, object]) -> int:
    """Taps that a page needs to send `data`: two for each list that says something else, one for each button."""
    chosen = dict(re.findall(r'<select name="([^"]+)".*?<option value="([^"]*)" selected', html, re.DOTALL))
    picks = [name for name in data if name in chosen and chosen[name] != data[name]]
    return 2 * len(picks) + sum(name.endswith(".winner") for name in data) + 1


def test_nine_games_take_at_most_forty_taps(evening):
    """The week after, when one side has drawn its players in quite another order."""
    evening.send(SentFor.HOME)
    card = evening.card()
    evening.small.fixtures[0] = evening.small.fixtures[2]  # Bell v Crown A
    turned = tuple(line.away for line in card.lines[:6])
    singles = [replace(line, home=turned[(n + 1) % 6], away=line.home) for n, line in enumerate(card.lines[:6])]
    pairs = [replace(line, home=line.away, away=line.home) for line in card.lines[6:]]
    games = [replace(line, games=tuple(replace(game, home_pegs=None, away_pegs=None) for game in line.games)) for line in (*singles, *pairs)]  # fmt: skip  # noqa: E501
    card = replace(card, lines=tuple(games))
    with time_machine.travel(later(days=7), tick=False):
        client = signed_in(evening.away)
        total = 2  # open the match from one's own page, and the players as they are ticked
        client.post(at(evening, "card-players"), ticks(card))
        for page, numbers in enumerate(pages(evening.match.format), start=1):
            html = client.get(at(evening, "card-lines", page)).content.decode()
            total += taps(html, page_of(card, numbers))
            assert client.post(at(evening, "card-lines", page), page_of(card, numbers)).status_code == 302
        assert send(client, evening).status_code == 302
        total += 1
    assert total <= 40, total
