"""What waits for whom, and what it costs to ask: the same number of queries for one row and for many."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django_scopes import scope, scopes_disabled

from league.results.actions import answer_card
from league.results.choices import SentFor
from league.results.models import Result
from league.results.queries import (
    TaskKind,
    match_facts,
    needs_officer,
    outcomes,
    player_record,
    season_totals,
    waiting_for_other_captain,
    your_match,
)
from league.teams.models import Player
from scoring.card.outcome import Kind
from scoring.card.sheet import Side
from tests.factories import FIRST_NIGHT, make_fixture
from tests.league.results.evening import CLOSING_TIME, Evening, later, make_evening, other_winner


def queries(ask) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        ask()
    return len(seen)


def nights(evening: Evening, number: int) -> None:
    """The first match and more of the same on later nights, each with one card."""
    home, away = evening.small.entries[:2]
    first = evening.small.fixtures[0]
    for day in range(number):
        fixture = first if day == 0 else make_fixture(home, away, on=FIRST_NIGHT + timedelta(days=day), week=20 + day)
        evening.small.fixtures[0] = fixture
        evening.send(SentFor.HOME, at=later(days=day))
    evening.small.fixtures[0] = first


@pytest.mark.parametrize("number", [1, 3, 10])
def test_every_board_costs_the_same_however_much_is_on_it(evening, number):
    nights(evening, number)
    league, season = evening.small.league, evening.small.season
    competition = evening.fixture.division.competition
    player = Player.objects.get(pk=evening.card().lines[0].home[0].id)
    at = later(days=number)
    fixture = evening.fixture
    assert queries(lambda: outcomes(competition)) == 1
    assert queries(lambda: [str(each.fixture) for each in needs_officer(league, at)]) == 1
    assert queries(lambda: [str(each.fixture) for each in waiting_for_other_captain(league, at)]) == 1
    assert queries(lambda: player_record(player, season)) == 1
    assert queries(lambda: list(season_totals(season))) == 1
    assert queries(lambda: [task.opponent for task in your_match(evening.away, league, at)]) == 3
    assert queries(lambda: match_facts(fixture)) == 5


def test_outcomes_name_entries_and_carry_the_engine_s_tally(evening):
    evening.send(SentFor.HOME)
    (outcome,) = outcomes(evening.fixture.division.competition)
    home, away = evening.small.entries[:2]
    assert (outcome.home, outcome.away) == (str(home.pk), str(away.pk))
    assert (outcome.on, outcome.half) == (FIRST_NIGHT, 1)
    assert outcome.tally.kind is Kind.PLAYED
    assert outcome.tally.home_points + outcome.tally.away_points == 11  # two for the match, one for each of nine games


def test_a_division_s_outcomes_are_its_own(evening):
    evening.send(SentFor.HOME)
    division = evening.fixture.division
    assert len(outcomes(division.competition, division)) == 1
    other = type(division).objects.create(competition=division.competition, name="Division Two", slug="division-two")
    assert outcomes(division.competition, other) == ()


def test_officer_is_needed_for_disputes_flags_and_cards_without_a_fellow(evening, both_enter):
    with scope(league=evening.small.league):
        sent = evening.send(SentFor.HOME)
        assert not needs_officer(evening.small.league, later(days=9)).exists()
        answer_card(submission=sent, agreed=False, by=evening.away, at=later(hours=1), reason="No.")
        assert needs_officer(evening.small.league, later(hours=2)).get().state == "disputed"
    both_enter.send(SentFor.HOME)
    league = both_enter.small.league
    assert not needs_officer(league, later(hours=47)).exists()
    assert needs_officer(league, later(hours=48)).get().state == "sealed"
    assert waiting_for_other_captain(league, later(hours=47)).count() == 1
    assert waiting_for_other_captain(league, later(hours=48)).count() == 0


def test_player_s_record_by_kind_and_night(evening):
    card = evening.card()
    evening.send(SentFor.HOME, card)
    key = card.lines[0].home[0].id
    record = player_record(Player.objects.get(pk=key), evening.small.season)
    singles, pairs = record.kinds
    pair = next(line for line in card.lines[6:] if key in {named.id for named in line.home})
    assert (singles.noun, singles.played, singles.won) == ("singles", 1, card.lines[0].games[0].winner is Side.HOME)
    assert (pairs.noun, pairs.played, pairs.won) == ("pairs", 1, pair.games[0].winner is Side.HOME)
    assert singles.pegs == card.lines[0].games[0].home_pegs
    assert [night.result for night in record.nights] == [Result.objects.get()]
    assert record.played == 2


def test_disputed_card_is_in_nobody_s_record(evening):
    card = evening.card()
    evening.send(SentFor.HOME, card)
    evening.send(SentFor.AWAY, other_winner(card))
    player = Player.objects.get(pk=card.lines[0].home[0].id)
    assert player_record(player, evening.small.season).played == 0
    assert not season_totals(evening.small.season).exists()


def test_tasks_come_most_urgent_first(evening):
    nights(evening, 3)  # three cards of Crown A for Bell to confirm
    tasks = your_match(evening.away, evening.small.league, later(days=2))
    assert [task.kind for task in tasks] == [TaskKind.CONFIRM, TaskKind.CONFIRM, TaskKind.NEXT]


def test_nothing_of_another_league_is_seen(evening):
    with scopes_disabled():
        other = make_evening("other", "leek")
    with scope(league=other.small.league):
        other.send(SentFor.HOME)
    assert not needs_officer(evening.small.league, CLOSING_TIME).exists()
    assert not Result.objects.exists()
    assert your_match(other.home, evening.small.league, CLOSING_TIME) == ()
