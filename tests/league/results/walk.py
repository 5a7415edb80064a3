"""The card's pages as a phone without JavaScript walks through them: what is on the page is what is sent."""

import re
from html import unescape

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from league.results.queries.journeys import pages
from scoring.card.sheet import Card, GameScore, How, Side
from tests.league.results.evening import Evening


def at(evening: Evening, name: str, *rest: object) -> str:
    fixture = evening.fixture
    return reverse(name, args=[fixture.league.slug, fixture.first_date, fixture.slug, *rest])


def ticks(card: Card) -> dict[str, list[str]]:
    """Who played, as the first page wants it."""
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
            data |= _game(f"lines.{number}.games.{game}", played)
    return data


def _game(path: str, played: GameScore) -> dict[str, object]:
    winner = {How.PLAYED: "", How.CLAIMED: "claimed-", How.VOID: "void"}[played.how] + (played.winner or "")
    figures = {"home_pegs": played.home_pegs, "away_pegs": played.away_pegs, "hands": played.hands}
    return {f"{path}.winner": winner} | {
        f"{path}.{name}": value for name, value in figures.items() if value is not None
    }


def fill(client: Client, evening: Evening, card: Card) -> HttpResponse:
    """Every page up to the check; gives the check page."""
    answer = client.post(at(evening, "card-players"), ticks(card))
    for page, numbers in enumerate(pages(evening.match.format), start=1):
        assert answer.status_code == 302, answer.content.decode()
        assert answer.url == at(evening, "card-lines", page)
        assert client.get(answer.url).status_code == 200
        answer = client.post(answer.url, page_of(card, numbers))
    assert answer.url == at(evening, "card-check")
    return client.get(answer.url)


def hidden(html: str) -> dict[str, str]:
    """The hidden fields of a page's form."""
    inputs = re.findall(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)"', html)
    return {name: unescape(value) for name, value in inputs if name != "csrfmiddlewaretoken"}


def send(client: Client, evening: Evening, **more: str) -> HttpResponse:
    """Press the button of the check page."""
    page = client.get(at(evening, "card-check")).content.decode()
    return client.post(at(evening, "card-check"), hidden(page) | more)
