"""Puzzles from pegged games: found by night once the result is final, shown one a day, gone when the result is."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils.timezone import localtime

from league.base.jobs.actions import run_job
from league.base.jobs.models import Job
from league.base.ui.cache import page_cache
from league.matchnight.actions.events import keep_puzzles
from league.matchnight.models import LeaguePuzzle, LiveMatch
from league.matchnight.periodic import HOUR, find_puzzles_at_night
from league.matchnight.queries.games import prefill_from_log, puzzle_of
from league.results.actions.decisions import correct_result
from league.results.choices import SentFor
from league.teams.actions.leagues import change_league
from scoring.card.differences import overwrite
from scoring.card.sheet import Side
from scoring.play.puzzles import puzzle_of_day
from scoring.play.rules import Rules
from tests.league.html import words_on
from tests.league.live.pegging import opened, peg_game, send
from tests.league.results.evening import CLOSING_TIME, other_winner
from tests.scoring.play.example import Recording

AS_TAPPED = Recording(tiles=True, deal=False)
SEED = 208  # of a game with one puzzle
NIGHT = (localtime(CLOSING_TIME) + timedelta(days=1)).replace(hour=HOUR, minute=10)
DAY = timedelta(days=1)


@pytest.fixture
def pegged(night):
    """Singles 1 was counted by tiles; the card of the evening says the same of it."""
    card = night.card()
    home, away = ([{"key": each.id, "name": each.name} for each in card.lines[0].players(side)] for side in Side)
    peg_game(night.fixture, 0, night.home, seed=SEED, how=AS_TAPPED, home=home, away=away)
    return overwrite(card, prefill_from_log(night.fixture, night.fixture.rules_in_force()).card)


def sent(night, card, theirs=None):
    night.send(SentFor.HOME, card)
    night.send(SentFor.AWAY, theirs or card, by=night.away)


def look(at=NIGHT):
    """What the site does in a night."""
    with time_machine.travel(at, tick=False):
        find_puzzles_at_night(at)
        for job in Job.objects.filter(state="queued"):
            assert run_job(job.pk)


ALL, OWN = "/play/puzzles/?league=leek", "/play/puzzles/1/?league=leek"


def see(path, at, **query):
    page_cache.clear()
    with time_machine.travel(at, tick=False):
        return Client().get(path, query)


def test_a_final_result_s_game_is_looked_through_once_and_its_puzzle_has_the_next_day(night, pegged):
    sent(night, pegged)
    look()
    [puzzle] = LeaguePuzzle.objects.all()
    assert (puzzle.number, puzzle.shown_on) == (1, (NIGHT + DAY).date())
    assert puzzle_of(puzzle).deals == 150
    look(NIGHT + DAY)
    assert Job.objects.count() == 1


def test_nothing_is_looked_for_by_day(night, pegged):
    sent(night, pegged)
    look(NIGHT + timedelta(hours=8))
    assert not Job.objects.exists()


@pytest.mark.parametrize("kind", ["disputed", "waiting", "another score", "not public"])
def test_nothing_is_kept_of_a_game_that_is_not_settled(night, pegged, kind):
    if kind == "disputed":
        sent(night, pegged, other_winner(pegged))
    elif kind == "waiting":
        night.send(SentFor.HOME, pegged)
    elif kind == "another score":
        sent(night, other_winner(pegged))
    else:
        sent(night, pegged)
        change_league(league=night.small.league, by=None, at=CLOSING_TIME, public=False)
    look()
    assert not LeaguePuzzle.objects.exists()


def test_a_result_that_nobody_questioned_in_time_is_final(night, pegged):
    night.send(SentFor.HOME, pegged)
    look(NIGHT + 5 * DAY)
    assert LeaguePuzzle.objects.count() == 1


def test_the_home_shows_it_on_its_day_alone(night, pegged):
    sent(night, pegged)
    look()
    day = NIGHT + DAY + timedelta(hours=8)
    for at in (NIGHT + timedelta(hours=8), day + DAY):
        seen = see("/leek/", at)
        assert "From a match of this league." not in words_on(seen)
        assert f"/play/puzzles/{puzzle_of_day(at.date()).number}/" in seen.content.decode()
    seen = see("/leek/", day)
    assert "From a match of this league." in words_on(seen)
    assert f'href="{OWN}"' in seen.content.decode()


def test_it_is_asked_and_answered_by_links_and_names_nobody(night, pegged):
    sent(night, pegged)
    look()
    day = NIGHT + DAY
    puzzle = puzzle_of(LeaguePuzzle.objects.get())
    asked = see(OWN, day)
    links = re.findall(r'href="\?league=leek&amp;play=([^"]+)#answer"', asked.content.decode())
    assert sorted(link.replace("%40", "@") for link in links) == sorted(play.play for play in puzzle.plays)
    assert "Puzzle 1, today" in words_on(asked)
    assert f'<link rel="canonical" href="http://testserver{OWN}">' in asked.content.decode()
    assert "Nobody can win with the drop" in words_on(asked)
    right = words_on(see(OWN, day, league="leek", play=puzzle.best.play))
    assert "Yes, that is the best play." in right
    assert "Counted over 150 deals drawn by lot, each played on by two players who think" in right
    for name in {place.name for line in pegged.lines[:1] for place in (*line.home, *line.away)}:
        assert name not in asked.content.decode()


def test_the_list_has_those_that_had_their_day(night, pegged):
    sent(night, pegged)
    look()
    assert "league" not in see(ALL, NIGHT).url
    assert see(OWN, NIGHT).status_code == 404
    assert see(ALL, NIGHT + DAY).url == OWN
    assert [card.url for card in see(OWN, NIGHT + DAY).context["page"]["cards"]] == [OWN]


def put_right(night, pegged, at) -> None:
    correct_result(
        fixture=night.fixture, card=other_winner(pegged, 1), key=uuid4(), seen=night.fixture.version,
        by=night.secretary, at=at, reason="Singles 2 was given to the wrong side.",
    )  # fmt: skip


@pytest.mark.parametrize("what", ["result", "pegs", "league"])
def test_it_goes_at_once_when_what_it_is_from_changes(night, pegged, what):
    sent(night, pegged)
    look()
    later = NIGHT + DAY + timedelta(hours=1)
    assert see(OWN, later).status_code == 200
    with time_machine.travel(later, tick=False):
        if what == "result":
            put_right(night, pegged, later)
        elif what == "pegs":
            send(night.fixture, 1, [opened(night.fixture, 1)], by=night.home, lease=uuid4(), at=later)
        else:
            change_league(league=night.small.league, by=None, at=later, public=False)
    if what != "league":  # whose pages are nobody's any more
        assert see(OWN, later).status_code == 404
        assert "From a match of this league." not in words_on(see("/leek/", later))


def test_its_number_is_never_another_puzzle_s(night, pegged):
    sent(night, pegged)
    look()
    later = NIGHT + DAY + timedelta(hours=1)
    put_right(night, pegged, later)
    look(NIGHT + 2 * DAY)
    first = LeaguePuzzle.objects.get()
    other = LiveMatch.objects.create(fixture=night.small.fixtures[1], rules=[], opened_at=later, last_at=later)
    found = [(first.position, Rules.from_json(first.rules))]
    keep_puzzles(match=other, league=night.small.league, positions=found, at=NIGHT + 2 * DAY)
    second = LeaguePuzzle.objects.get(match=other)
    assert (second.number, second.shown_on) == (2, (NIGHT + 3 * DAY).date())
    assert see(OWN, NIGHT + 4 * DAY).status_code == 404
