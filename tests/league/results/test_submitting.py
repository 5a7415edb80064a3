"""One card, two cards, the same card twice: what the captains' cards come to."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from league.base.audit.models import Entry
from league.results.actions.cards import (
    CardRefusedError,
    NotAcceptedError,
    SettledError,
    answer_card,
    save_draft,
    sign_players,
)
from league.results.choices import ResultState, SentFor
from league.results.models import Appearance, Draft, Result, Submission
from league.results.queries.facts import match_for
from league.results.queries.tables import outcomes
from league.results.values import card_of
from league.schedule.choices import FixtureState
from league.schedule.models import Competition, Fixture
from league.teams.choices import RegistrationState
from league.teams.models import Player, Registration
from league.teams.queries.squads import rules_of
from scoring import codec
from scoring.card.outcome import tally
from scoring.card.sheet import Card, Named, Side, Signing
from tests.league.results.evening import CLOSING_TIME, later, other_winner


def state(evening) -> tuple[str, str]:
    return evening.fixture.state, Result.objects.get(fixture=evening.fixture).state


def test_first_card_stands_provisionally_and_freezes_the_competition(evening):
    card, before = evening.card(), evening.fixture.division.competition.results_version
    sent = evening.send(SentFor.HOME, card)
    result, competition = Result.objects.get(fixture=evening.fixture), evening.fixture.division.competition
    total = tally(card, evening.match.format, evening.match.scheme)
    assert state(evening) == (FixtureState.PLAYED, ResultState.PROVISIONAL)
    assert (result.home_games, result.away_games) == (total.home_games, total.away_games)
    assert (result.submission, result.confirm_by) == (sent, CLOSING_TIME + timedelta(hours=48))
    assert (result.counts, result.flagged) == (True, False)
    assert (competition.frozen_at, competition.results_version) == (CLOSING_TIME, before + 1)


def test_equal_second_card_confirms_although_its_page_is_older_than_the_first(evening):
    seen = evening.fixture.version
    first, second = evening.send(SentFor.HOME), evening.send(SentFor.AWAY, at=later(minutes=3), seen=seen)
    assert [first.receipt[:4], second.receipt[:4]] == ["CRN-", "BLL-"]
    result = Result.objects.get(fixture=evening.fixture)
    assert (result.state, result.settled_at, result.confirm_by) == (ResultState.CONFIRMED, later(minutes=3), None)
    with pytest.raises(SettledError):
        evening.send(SentFor.HOME, other_winner(evening.card()))


def test_unequal_second_card_is_a_dispute_and_leaves_the_tables(evening):
    card = evening.card()
    evening.send(SentFor.HOME, card)
    assert len(outcomes(evening.fixture.division.competition)) == 1
    evening.send(SentFor.AWAY, other_winner(card))
    assert state(evening)[1] == ResultState.DISPUTED
    assert outcomes(evening.fixture.division.competition) == ()
    assert not Result.objects.get(fixture=evening.fixture).counts


def test_score_alone_and_the_full_card_agree_and_the_full_card_counts(evening):
    card = evening.card()
    total = tally(card, evening.match.format, evening.match.scheme)
    evening.send(SentFor.HOME, Card.score_only(total.home_games, total.away_games))
    assert Appearance.objects.count() == 0
    full = evening.send(SentFor.AWAY, card)
    assert Result.objects.get(fixture=evening.fixture).submission == full
    assert Appearance.objects.count() == 24  # six singles and three pairs, both sides


def test_a_captain_may_send_again_before_the_other_has_spoken(evening):
    card = evening.card()
    evening.send(SentFor.HOME, other_winner(card))
    again = evening.send(SentFor.HOME, card)
    assert Result.objects.get(fixture=evening.fixture).submission == again
    evening.send(SentFor.AWAY, card)
    assert state(evening)[1] == ResultState.CONFIRMED
    assert Submission.objects.count() == 3


def test_refused_card_leaves_nothing_behind_and_its_key_may_be_used_again(evening):
    key = uuid4()
    card = evening.card()
    wrong = replace(card, lines=card.lines[:-1])
    with pytest.raises(CardRefusedError) as refused:
        evening.send(SentFor.HOME, wrong, key=key)
    assert "lines_missing" in {problem.code for problem in refused.value.problems}
    assert not Submission.objects.exists()
    assert evening.fixture.state == FixtureState.SCHEDULED
    assert evening.send(SentFor.HOME, card, key=key).card


def test_unquestioned_result_stands_after_the_deadline(evening):
    evening.send(SentFor.HOME)
    result = Result.objects.get(fixture=evening.fixture)
    assert result.state_at(later(hours=47)) == ResultState.PROVISIONAL
    assert result.state_at(later(hours=48)) == ResultState.CONFIRMED
    with pytest.raises(SettledError):
        answer_card(submission=result.submission, agreed=False, by=evening.away, at=later(hours=49), reason="No")


def test_card_before_the_day_or_of_a_match_struck_out_is_refused(evening):
    with pytest.raises(NotAcceptedError, match="from the day of the match"):
        evening.send(SentFor.HOME, at=later(days=-1))
    Fixture.objects.filter(pk=evening.fixture.pk).update(state=FixtureState.VOID)
    with pytest.raises(NotAcceptedError, match="is void"):
        evening.send(SentFor.HOME)


def test_sending_ends_the_draft(evening):
    save_draft(fixture=evening.fixture, by=evening.home, at=CLOSING_TIME, card=evening.card())
    save_draft(fixture=evening.fixture, by=evening.away, at=CLOSING_TIME, card=evening.card())
    evening.send(SentFor.HOME)
    assert [draft.by for draft in Draft.objects.all()] == [evening.away]


def test_new_player_is_signed_and_known_on_both_cards(evening):
    card = evening.card()
    newcomer = Named(None, "Bobby Newman")
    line = replace(card.lines[0], home=(newcomer,))
    card = replace(card, lines=(line, *card.lines[1:]), signings=(Signing(Side.HOME, "Bobby Newman"),))
    evening.send(SentFor.HOME, card)
    player = Player.objects.get(name="Bobby Newman")
    assert Registration.objects.get(player=player).team == evening.fixture.home.team
    assert Appearance.objects.get(player=player).label == "S1"
    picked = replace(card.lines[0], home=(Named(str(player.pk), "Bobby Newman"),))
    evening.send(SentFor.AWAY, replace(card, lines=(picked, *card.lines[1:]), signings=()))
    assert state(evening)[1] == ResultState.CONFIRMED


@pytest.mark.parametrize("now", [True, False])
def test_signing_on_the_night_follows_the_rules_that_the_season_began_with(evening, now):
    """The league changes its mind after the first result, which froze the season's rules."""
    set_signing(evening, not now)
    evening.send(SentFor.HOME)
    set_signing(evening, now)
    later_one = Fixture.objects.get(pk=evening.small.fixtures[1].pk)
    card = evening.card()
    card = replace(card, lines=(replace(card.lines[0], home=(Named(None, "Bobby Newman"),)), *card.lines[1:]))
    signed = sign_players(
        replace(card, signings=(Signing(Side.HOME, "Bobby Newman"),)), match_for(later_one), fixture=later_one,
        by=evening.home, at=later(days=7),
    )  # fmt: skip
    assert signed.lines[0].home[0].id
    held = Registration.objects.get(player__name="Bobby Newman")
    assert held.state == (RegistrationState.REQUESTED if now else RegistrationState.APPROVED)


def set_signing(evening, allowed: bool) -> None:
    league = evening.small.league
    rules = rules_of(league)
    league.rules = codec.encode(replace(rules, registration=replace(rules.registration, on_the_night=allowed)))
    league.save()


def test_a_name_without_a_key_counts_for_the_player_who_has_it(evening):
    """A card from a file or another program has names only, and a slip of the pen stays one."""
    card = evening.card()
    lines = tuple(replace(line, home=tuple(Named(None, each.name) for each in line.home)) for line in card.lines)
    sent = evening.send(SentFor.HOME, replace(card, lines=lines))
    played = {each.id for line in card.lines for side in (line.home, line.away) for each in side}

    assert {str(key) for key in Appearance.objects.values_list("player", flat=True)} == played
    assert card_of(sent).lines == card.lines
    evening.send(SentFor.AWAY, card)
    assert state(evening)[1] == ResultState.CONFIRMED


def test_anybody_may_play_where_the_league_wants_no_registration(evening):
    card = evening.card()
    stranger = replace(card.lines[0], home=(Named(None, "Wally Nobody"),))
    card = replace(card, lines=(stranger, *card.lines[1:]))
    assert "name_unknown" in {problem["code"] for problem in evening.send(SentFor.HOME, card).problems}

    league = evening.small.league
    league.rules["registration"]["required"] = False
    league.save()
    Result.objects.all().delete()
    Competition.objects.update(frozen_at=None)
    sent = evening.send(SentFor.HOME, card)
    assert sent.problems == []


def test_agreeing_confirms_and_agreeing_again_changes_nothing(evening):
    sent = evening.send(SentFor.HOME)
    first = answer_card(submission=sent, agreed=True, by=evening.away, at=later(minutes=5))
    second = answer_card(submission=sent, agreed=True, by=evening.away, at=later(minutes=6))
    assert first == second
    assert state(evening)[1] == ResultState.CONFIRMED
    assert Entry.objects.filter(verb="agree_card").count() == 1


def test_dispute_needs_a_reason(evening):
    sent = evening.send(SentFor.HOME)
    with pytest.raises(NotAcceptedError, match="Say what is wrong"):
        answer_card(submission=sent, agreed=False, by=evening.away, at=later(minutes=5), reason=" ")
    assert state(evening)[1] == ResultState.PROVISIONAL


def test_of_two_different_cards_one_captain_may_still_accept_the_other(evening):
    card = evening.card()
    evening.send(SentFor.HOME, card)
    theirs = evening.send(SentFor.AWAY, other_winner(card))
    answer_card(submission=theirs, agreed=True, by=evening.home, at=later(minutes=5))
    assert Result.objects.get(fixture=evening.fixture).submission == theirs
    assert state(evening)[1] == ResultState.CONFIRMED


def test_where_both_must_enter_one_card_is_sealed(both_enter):
    card = both_enter.card()
    sent = both_enter.send(SentFor.HOME, card)
    assert state(both_enter)[1] == ResultState.SEALED
    assert outcomes(both_enter.fixture.division.competition) == ()
    with pytest.raises(NotAcceptedError, match="both captains"):
        answer_card(submission=sent, agreed=True, by=both_enter.away, at=later(minutes=5))
    both_enter.send(SentFor.AWAY, card)
    assert state(both_enter)[1] == ResultState.CONFIRMED
    assert len(outcomes(both_enter.fixture.division.competition)) == 1
