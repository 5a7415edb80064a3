"""The league's word: decisions, corrections, awards, and taking them back."""

import re
from dataclasses import replace
from fractions import Fraction
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from league.base.audit.queries import entries_about
from league.results.actions.adjustments import adjust_points, revoke_adjustment
from league.results.actions.cards import NotAcceptedError, StaleError
from league.results.actions.decisions import Award, award_match, correct_result, decide_result, restore
from league.results.choices import AdjustmentKind, ResultState, SentFor, Source
from league.results.models import Appearance, Result, Submission
from league.results.queries.facts import match_facts
from league.results.queries.tables import adjustments, outcomes
from league.schedule.choices import FixtureState
from scoring.card.sheet import Card, Ending, Side, Signing
from tests.league.results.evening import later, other_winner


def decided(evening, action=decide_result, **rest) -> Submission:
    """An action of the secretary at breakfast, who has seen everything so far."""
    values = {
        "fixture": evening.fixture,
        "key": uuid4(),
        "seen": evening.fixture.version,
        "reason": "Both captains were asked.",
        "by": evening.secretary,
        "at": later(hours=10),
    }
    return action(**(values | rest))


def result_of(evening) -> Result:
    return Result.objects.get(fixture=evening.fixture)


def test_officer_settles_a_dispute_with_one_of_the_cards(evening):
    card = evening.card()
    evening.send(SentFor.HOME, card)
    evening.send(SentFor.AWAY, other_winner(card))
    filed = decided(evening, card=other_winner(card))
    result = result_of(evening)
    assert (result.state, result.submission, result.flagged) == (ResultState.DECIDED, filed, False)
    assert result.settled_at == later(hours=10)
    assert len(outcomes(evening.fixture.division.competition)) == 1


def test_officer_overrules_what_would_stop_a_captain_and_the_overruling_is_kept(evening):
    card = evening.card()
    wrong = replace(card, lines=card.lines[:-1])
    filed = decided(evening, card=wrong)
    assert "lines_missing" in filed.overruled
    assert filed.reason == "Both captains were asked."
    assert result_of(evening).state == ResultState.DECIDED


def test_nothing_is_overruled_where_a_card_is_only_odd(evening, client):
    odd = replace(evening.card(), signings=(Signing(Side.HOME, "Bobby Newman"),))
    filed = decided(evening, card=odd)
    assert [problem["code"] for problem in filed.problems] == ["signing_unused"]
    assert filed.overruled == []
    assert "allowed an exception" not in client.get(evening.fixture.get_absolute_url()).content.decode()


def test_correction_keeps_the_old_card_to_be_seen(evening):
    card = evening.card()
    old = evening.send(SentFor.HOME, card)
    evening.send(SentFor.AWAY, card)
    correction = decided(evening, correct_result, card=other_winner(card), reason="S1 was written down wrongly.")
    facts = match_facts(evening.fixture)
    assert facts.result.submission == correction
    assert correction.source == Source.CORRECTION
    assert old in facts.facts.submissions
    assert Appearance.objects.filter(line=0, won=1).get().team == (
        evening.fixture.home.team
        if other_winner(card).lines[0].games[0].winner is Side.HOME
        else evening.fixture.away.team
    )


def test_decision_without_a_reason_or_on_a_stale_page_is_refused_and_twice_is_one(evening):
    key, seen, card = uuid4(), evening.fixture.version, evening.card()
    with pytest.raises(NotAcceptedError, match="Say why"):
        decided(evening, card=card, reason="  ")
    assert not Submission.objects.exists()
    first = decided(evening, card=card, key=key, seen=seen)
    assert decided(evening, card=card, key=key, seen=seen) == first
    with pytest.raises(StaleError):
        decided(evening, card=card, seen=seen)


def test_walkover_is_awarded_and_taken_back_to_the_cards_that_were_sent(evening):
    card = evening.card()
    evening.send(SentFor.HOME, card)
    before = result_of(evening)
    decided(evening, award_match, award=Card(ending=Ending.WALKOVER_AWAY, remarks="No team."))
    assert (result_of(evening).home_games, result_of(evening).away_games) == (4, 5)
    assert evening.fixture.state == FixtureState.AWARDED
    decided(evening, restore)
    after = result_of(evening)
    assert (after.state, after.submission) == (before.state, before.submission)
    assert evening.fixture.state == FixtureState.PLAYED
    assert Appearance.objects.count() == 24


def test_award_taken_back_where_no_card_was_sent_is_a_match_to_be_played(evening):
    decided(evening, award_match, award=Card(ending=Ending.VOID, remarks="Snow."))
    assert result_of(evening).kind == "void"
    decided(evening, restore)
    assert not Result.objects.exists()
    assert evening.fixture.state == FixtureState.SCHEDULED
    with pytest.raises(NotAcceptedError, match="not decided anything"):
        decided(evening, restore)


def test_award_gives_games_and_points_that_need_not_agree(evening):
    award = Award(Side.HOME, games=(4, 2), points=(Fraction(7, 2), Fraction(0)))
    decided(evening, award_match, award=award)
    (outcome,) = outcomes(evening.fixture.division.competition)
    assert (outcome.tally.home_games, outcome.tally.home_points) == (4, Fraction(7, 2))
    assert result_of(evening).kind == "awarded"
    assert match_facts(evening.fixture).card is None


def test_the_page_of_a_match_marks_who_won_and_not_who_has_more_games(evening, client):
    award = Award(Side.AWAY, games=(3, 3), points=(Fraction(0), Fraction(2)))
    decided(evening, award_match, award=award)
    page = client.get(evening.fixture.get_absolute_url()).content.decode()
    assert re.findall(r'score__side--won">.*?href="([^"]+)"', page) == [evening.fixture.away.team.get_absolute_url()]


def test_everything_is_in_the_history_with_who_and_why(evening):
    evening.send(SentFor.HOME)
    decided(evening, correct_result, card=evening.card(2), reason="Pegs.")
    newest, oldest = entries_about(evening.fixture)
    assert (newest.verb, newest.by, newest.reason) == ("correct_result", evening.secretary, "Pegs.")
    assert (oldest.verb, oldest.by) == ("submit_card", evening.home)
    assert entries_about(evening.fixture.home.team).count() == 2


def adjusted(evening, kind, points, **rest):
    entry = evening.fixture.home
    day = later(hours=10)
    values = {"entry": entry, "kind": kind, "points": Fraction(points), "reason": "Late card."}
    return adjust_points(**(values | {"on": day.date(), "by": evening.secretary, "at": day} | rest))


def test_points_are_taken_and_bought_back_and_revoked(evening):
    competition = evening.fixture.division.competition
    version = competition.results_version
    deduction = adjusted(evening, AdjustmentKind.DEDUCTION, "-5/2")
    adjusted(evening, AdjustmentKind.BUY_BACK, 2, reason="Paid £5.")
    (standing,) = adjustments(competition, later(days=1).date())[0]
    assert (standing.points, standing.bought_back) == (Fraction(-5, 2), Fraction(2))
    revoke_adjustment(adjustment=deduction, reason="The card came by post.", by=evening.secretary, at=later(hours=11))
    assert adjustments(competition, later(days=1).date()) == ((), ())
    assert evening.fixture.division.competition.results_version == version + 3
    adjusted(evening, AdjustmentKind.DEDUCTION, -1)
    (standing,) = adjustments(competition, later(days=1).date())[0]
    assert standing.bought_back == 1  # and never a bonus


@pytest.mark.parametrize(("kind", "points"), [("deduction", 2), ("award", -2), ("deduction", 0)])
def test_adjustment_with_the_wrong_sign_is_refused(evening, kind, points):
    with pytest.raises(ValidationError):
        adjusted(evening, AdjustmentKind(kind), points)


def test_revoking_twice_changes_nothing_more(evening):
    made = adjusted(evening, AdjustmentKind.NO_SHOW, -2)
    for hour in (11, 12):
        revoke_adjustment(adjustment=made, reason="They came.", by=evening.secretary, at=later(hours=hour))
    made.refresh_from_db()
    assert made.revoked_at == later(hours=11)
