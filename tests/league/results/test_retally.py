"""Results are what the facts say: making them again changes nothing, and mends what was spoilt."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone
from django_scopes import scopes_disabled
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.results.actions.cards import NotAcceptedError, answer_card
from league.results.actions.decisions import award_match, correct_result, decide_result, restore
from league.results.actions.settlement import retally
from league.results.choices import SentFor
from league.results.models import Appearance, Result, Submission
from league.results.queries.tables import outcomes
from league.schedule.models import Fixture
from scoring.card.sheet import Card, Ending
from tests.league.results.evening import CLOSING_TIME, Evening, later, make_evening, other_winner
from tests.seeds import examples


def everything(evening: Evening) -> tuple:
    """All that settling writes, keys and versions included."""
    return (
        tuple(Result.objects.order_by("pk").values_list()),
        tuple(Appearance.objects.order_by("pk").values_list()),
        tuple(Fixture.objects.order_by("pk").values_list()),
        evening.fixture.division.competition.results_version,
    )


def step(evening: Evening, what: str, seed: int, minute: int) -> None:
    """One thing that somebody may try; what is not accepted leaves no trace."""
    at = CLOSING_TIME + timedelta(minutes=minute)
    card = evening.card(1) if seed == 1 else other_winner(evening.card(1), seed)
    ruling = {"fixture": evening.fixture, "key": uuid4(), "seen": evening.fixture.version, "reason": "Asked."}
    ruling |= {"by": evening.secretary, "at": at}
    sent = Submission.objects.exclude(sent_for=SentFor.LEAGUE).order_by("-made_version").first()
    try:
        match what:
            case "home" | "away":
                evening.send(SentFor(what), card, at=at)
            case "agree" | "dispute" if sent is not None:
                by = evening.away if sent.sent_for == SentFor.HOME else evening.home
                answer_card(submission=sent, agreed=what == "agree", by=by, at=at, reason="No.")
            case "decide":
                decide_result(card=card, **ruling)
            case "correct":
                correct_result(card=card, **ruling)
            case "award":
                award_match(award=Card(ending=Ending.WALKOVER_HOME, remarks="None."), **ruling)
            case "restore":
                restore(**ruling)
    except NotAcceptedError:
        pass


ACTS = st.sampled_from(["home", "away", "agree", "dispute", "decide", "correct", "award", "restore"])


@settings(max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=st.lists(st.tuples(ACTS, st.integers(1, 3)), min_size=1, max_size=8))
def test_retally_changes_nothing_after_any_history(evening, history):
    with transaction.atomic():
        for minute, (what, seed) in enumerate(history):
            step(evening, what, seed, minute)
        before = everything(evening)
        retally(at=later(days=3))
        assert everything(evening) == before
        transaction.set_rollback(True)


def test_retally_keeps_a_deadline_on_the_other_side_of_a_change_of_clocks(evening):
    saturday = datetime(2026, 10, 24, 23, 20, tzinfo=timezone.get_default_timezone())
    evening.send(SentFor.HOME, at=saturday)
    result = Result.objects.get()
    assert result.confirm_by - saturday.astimezone(UTC) == timedelta(
        hours=evening.fixture.rules_in_force().confirm_within
    )
    assert retally(at=saturday + timedelta(hours=1)) == (1, 0)


def test_retally_mends_what_was_spoilt(evening):
    evening.send(SentFor.HOME)
    before = outcomes(evening.fixture.division.competition)
    Result.objects.update(home_games=0, tally={})
    Appearance.objects.filter(line=2).delete()
    assert retally(competition=evening.fixture.division.competition, at=later(days=1)) == (1, 1)
    assert outcomes(evening.fixture.division.competition) == before
    assert Appearance.objects.count() == 24


def test_of_the_newest_cards_alone_what_was_spoilt_is_mended(evening):
    with scopes_disabled():
        newer = make_evening("buxton")
        evening.send(SentFor.HOME)
        newer.send(SentFor.HOME)
        Result.objects.update(tally={})
        assert retally(newest=1, at=later(days=1)) == (1, 1)
        assert [each.fixture for each in Result.objects.filter(tally={})] == [evening.fixture]


def test_the_command_says_what_it_did_and_how_far_it_is(evening, monkeypatch, capsys):
    evening.send(SentFor.HOME)
    call_command("retally", "--league", "leek")
    assert capsys.readouterr().out == "1 result made again, 0 changed.\n"
    monkeypatch.setattr("league.results.actions.settlement.A_WHILE", 1)
    call_command("retally")
    assert capsys.readouterr().out == "1 of 1\n1 result made again, 0 changed.\n"
    with pytest.raises(CommandError, match="1 or more"):
        call_command("retally", newest=0)
