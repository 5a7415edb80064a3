"""Captains ask, captains answer, the secretary decides."""

from dataclasses import replace
from datetime import date, datetime

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from league.notifications.queries.letter import when
from league.results.queries.facts import too_late_to_protest
from league.schedule.actions.locking import lock_fixture, mark_played
from league.schedule.actions.matches import answer_move, ask_move, decide_move
from league.schedule.actions.midseason import withdraw_team
from league.schedule.queries.matches import requests_waiting
from scoring.card.league_rules import Protests

NOW = datetime(2026, 9, 1, 12, tzinfo=timezone.get_default_timezone())
WANTED = date(2026, 9, 17)


@pytest.fixture
def asked(small):
    return ask_move(
        fixture=small.fixtures[0],
        asked_by=small.entries[1],
        reason="Three of ours at a wedding",
        new_date=WANTED,
        by=small.captains[1],
        at=NOW,
    )


def test_one_request_at_a_time(small, asked):
    with pytest.raises(ValidationError, match="request to move this match is already waiting"):
        ask_move(fixture=small.fixtures[0], asked_by=small.entries[0], reason="Snow", by=small.captains[0], at=NOW)


def test_a_match_with_a_result_cannot_be_asked_for(small):
    mark_played(lock_fixture(small.fixtures[0].pk))

    with pytest.raises(ValidationError, match="no longer"):
        ask_move(fixture=small.fixtures[0], asked_by=small.entries[0], reason="Snow", by=small.captains[0], at=NOW)


def test_a_request_is_decided_once(small, asked):
    decide_move(move_request=asked, accepted=False, by=small.secretary, at=NOW)

    with pytest.raises(ValidationError, match="decided already"):
        decide_move(move_request=asked, accepted=True, by=small.secretary, at=NOW)
    with pytest.raises(ValidationError, match="decided already"):
        answer_move(move_request=asked, agreed=True, by=small.captains[0], at=NOW)


def test_a_request_for_a_match_that_became_void_waits_no_longer(small, asked):
    withdraw_team(entry=small.entries[0], on=date(2026, 9, 2), reason="Closed", by=small.secretary, at=NOW)

    assert not requests_waiting(small.league).exists()


def test_a_request_for_a_match_played_meanwhile_cannot_be_granted(small, asked):
    mark_played(lock_fixture(small.fixtures[0].pk))

    with pytest.raises(ValidationError, match="has a result"):
        decide_move(move_request=asked, accepted=True, by=small.secretary, at=NOW)
    assert not requests_waiting(small.league).exists()


@pytest.mark.parametrize(("current", "year"), [(True, ""), (False, " 2026")])
def test_every_day_of_a_match_has_its_year_in_another_season_than_the_current_one(small, asked, current, year):
    fixture = asked.fixture = small.fixtures[0]
    fixture.season.current, fixture.play_by = current, date(2026, 9, 20)
    assert (asked.dates_words, fixture.night) == (f" to Thu 17 Sep{year}", f"Mon 7 Sep{year}")
    assert when(fixture) == f"Mon 7 Sep{year}, 8pm"
    assert fixture.last_day_words == f"Play by Sun 20 Sep{year}."
    rules = replace(fixture.rules_in_force(), protests=Protests(days=7))
    assert f"was Mon 14 Sep{year}." in too_late_to_protest(fixture, rules, date(2027, 9, 1))
