"""What would you play? One a day, a page of a hundred, and answers without a script; nothing of it is kept here."""

import os
import re
from datetime import UTC, date, datetime
from random import Random

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from scoring.play.puzzles import puzzle_of_day, puzzles
from tests.league.html import words_on

CHOSEN = Random(os.environ.get("SEED", "1")).sample(puzzles(), 8)


# No mark asks for the database, so a query would fail these tests.
@pytest.mark.parametrize("puzzle", CHOSEN, ids=lambda puzzle: str(puzzle.number))
def test_a_puzzle_is_asked_and_answered_by_links_alone(puzzle):
    address = reverse("puzzle", args=[puzzle.number])
    asked = Client().get(address)
    links = re.findall(r'href="\?play=([^"]+)"', asked.content.decode())
    assert sorted(link.replace("%40", "@") for link in links) == sorted(play.play for play in puzzle.plays)
    assert "in 100" not in words_on(asked)
    right = words_on(Client().get(address, {"play": puzzle.best.play}))
    assert "Yes, that is the best play." in right
    assert f"wins {puzzle.percent(puzzle.best)} games in 100" in right
    assert "There is a better play." in words_on(Client().get(address, {"play": puzzle.plays[-1].play}))


def test_every_tile_of_a_puzzle_has_a_drawing():
    for puzzle in CHOSEN:
        page = Client().get(reverse("puzzle", args=[puzzle.number]), {"play": puzzle.best.play}).content.decode()
        assert set(re.findall(r'href="#(tile-\w+)"', page)) <= set(re.findall(r'id="(tile-\w+)"', page))


def test_a_puzzle_leads_to_each_of_the_hundred_and_says_how_hard_it_is():
    page = Client().get(reverse("puzzle", args=[1]))
    links = re.findall(r'class="puzzle-grid__link" href="([^"]*)"', page.content.decode())
    assert links == [reverse("puzzle", args=[puzzle.number]) for puzzle in puzzles()]
    assert {card.level for card in page.context["page"]["cards"]} == {1, 2, 3}
    by_level = sorted(page.context["page"]["cards"], key=lambda card: card.level)
    ahead = [_ahead(puzzles()[card.number - 1]) for card in (by_level[0], by_level[-1])]
    assert ahead[0] > ahead[1]


def _ahead(puzzle) -> int:
    """The games in 100 that the best play wins more than the next."""
    best, *others = sorted(map(puzzle.percent, puzzle.plays), reverse=True)
    return best - others[0]


@pytest.mark.parametrize("puzzle", CHOSEN, ids=lambda puzzle: str(puzzle.number))
def test_what_a_puzzle_is_about_is_said_with_its_answer_only(puzzle):
    asked = Client().get(reverse("puzzle", args=[puzzle.number]))
    answered = Client().get(reverse("puzzle", args=[puzzle.number]), {"play": puzzle.best.play})
    title = f". {asked.context['page']['title']}."
    assert (title in words_on(asked), title in words_on(answered)) == (False, True)


@time_machine.travel(datetime(2026, 11, 24, 20, 0, tzinfo=UTC), tick=False)
def test_today_has_the_same_puzzle_for_everybody():
    number = puzzle_of_day(date(2026, 11, 24)).number
    assert Client().get(reverse("puzzles")).url == reverse("puzzle", args=[number])
    assert f"Puzzle {number}, today\N{RIGHT SINGLE QUOTATION MARK}s" in words_on(
        Client().get(reverse("puzzle", args=[number]))
    )


@pytest.mark.django_db
@pytest.mark.parametrize("number", [0, 101, 10**12])
def test_a_number_that_no_puzzle_has_is_not_found(number):
    assert Client().get(f"/play/puzzles/{number}/").status_code == 404


def test_a_play_that_cannot_be_made_is_no_answer():
    answer = Client().get(reverse("puzzle", args=[1]), {"play": "99<script>"})
    assert answer.status_code == 200
    assert "<script>" not in answer.content.decode()
    assert answer.context["page"]["answer"] == ""
