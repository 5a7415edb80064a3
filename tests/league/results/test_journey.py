"""The captain's card through its pages, as a phone without JavaScript sends them."""

import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from league.results.choices import ResultState
from league.results.models import Draft, Result, Submission
from scoring.card.sheet import Card, Side
from tests.league.results.evening import CLOSING_TIME, Evening


@pytest.fixture(autouse=True)
def closing_time():
    with time_machine.travel(CLOSING_TIME, tick=False):
        yield


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def at(evening: Evening, name: str, *rest: object) -> str:
    fixture = evening.fixture
    return reverse(name, args=[fixture.league.slug, fixture.first_date, fixture.slug, *rest])


def ticks(card: Card) -> dict[str, list[str]]:
    return {
        side.value: list(dict.fromkeys(named.id for line in card.lines for named in line.players(side)))
        for side in Side
    }


def page_of(card: Card, numbers) -> dict[str, object]:
    """The fields of a page of lines, filled in from a card."""
    data: dict[str, object] = {}
    for number in numbers:
        line = card.lines[number]
        for side in Side:
            for place, named in enumerate(line.players(side)):
                data[f"lines.{number}.{side.value}.{place}"] = named.id
        for game, played in enumerate(line.games):
            data[f"lines.{number}.games.{game}.winner"] = played.winner.value
            if played.home_pegs is not None:
                data[f"lines.{number}.games.{game}.home_pegs"] = played.home_pegs
                data[f"lines.{number}.games.{game}.away_pegs"] = played.away_pegs
    return data


def fill(client: Client, evening: Evening, card: Card) -> None:
    """Every page up to the check."""
    from league.results.queries import pages

    answer = client.post(at(evening, "card-players"), ticks(card))
    assert answer.status_code == 302, answer.content.decode()
    for page, numbers in enumerate(pages(evening.match.format), start=1):
        assert answer.url == at(evening, "card-lines", page)
        answer = client.post(answer.url, page_of(card, numbers))
        assert answer.status_code == 302, answer.content.decode()
    assert answer.url == at(evening, "card-check")


def hidden(html: str) -> dict[str, str]:
    """The hidden fields of the form that sends."""
    from html import unescape

    inputs = re.findall(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)"', html)
    return {name: unescape(value) for name, value in inputs if name != "csrfmiddlewaretoken"}


def send(client: Client, evening: Evening):
    page = client.get(at(evening, "card-check"))
    return client.post(at(evening, "card-check"), hidden(page.content.decode()))


def test_whole_journey_from_link_to_receipt(evening):
    client = signed_in(evening.home)
    assert client.get(at(evening, "match-card")).url == at(evening, "card-players")
    fill(client, evening, evening.card())
    answer = send(client, evening)
    submission = Submission.objects.get()
    assert answer.url == at(evening, "card-receipt", submission.receipt)
    receipt = client.get(answer.url).content.decode()
    assert submission.receipt in receipt
    assert "Mon 7 Sep, 10.30pm" in receipt
    assert Result.objects.get().state == ResultState.PROVISIONAL
    assert not Draft.objects.exists()
    assert submission.card["lines"] == Submission(card=submission.card).card["lines"]


def test_what_was_typed_is_what_was_received(evening):
    from scoring import codec

    card = evening.card()
    client = signed_in(evening.home)
    fill(client, evening, card)
    send(client, evening)
    assert codec.decode(Submission.objects.get().card) == card
