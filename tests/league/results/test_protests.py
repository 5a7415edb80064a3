"""Until when a captain may protest, and how soon after signing a player may play."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from league.base.audit.models import Entry
from league.results.actions.cards import NotAcceptedError, answer_card, make_protest
from league.results.choices import ResultState, SentFor
from league.results.models import Result, Submission
from league.results.queries.facts import too_late_to_protest
from league.teams.queries.squads import rules_of
from scoring import codec
from scoring.card.league_rules import Protests
from scoring.card.rulebook import describe
from tests.league.html import words_on
from tests.league.person import signed_in
from tests.league.results.evening import later
from tests.league.results.walk import at, fill

TEXT = "A player was not registered."
LATE = "The last day to complain about this match was Sat 12 Sep. Write to the secretary, Sue Secretary."


def put_rules(evening, **changed) -> None:
    league = evening.small.league
    league.rules = codec.encode(replace(rules_of(league), **changed))
    league.save()


@pytest.fixture
def five_days(evening):
    """A protest is made within five days of the match, which was on Monday 7 September."""
    evening.secretary.name = "Sue Secretary"
    evening.secretary.save()
    put_rules(evening, protests=Protests(days=5))
    return evening


@pytest.mark.parametrize(("days", "said"), [(0, ""), (5, ""), (6, LATE)])
def test_a_protest_is_made_within_the_days_of_the_rule(five_days, days, said):
    fixture = five_days.fixture
    today = fixture.date + timedelta(days=days)
    assert too_late_to_protest(fixture, rules_of(fixture.league), today) == said


def test_a_card_with_a_late_protest_is_not_taken_and_one_in_time_goes_to_the_secretary(five_days):
    card = replace(five_days.card(), protest=TEXT)
    with pytest.raises(NotAcceptedError, match=r"Sue Secretary\. Clear “Playing under protest”"):
        five_days.send(SentFor.HOME, card, at=later(days=6))
    five_days.send(SentFor.AWAY, at=later(days=6))
    assert not Result.objects.get().flagged
    five_days.send(SentFor.HOME, card, at=later(days=5))
    assert Result.objects.get().flagged


def test_the_page_says_until_when_and_refuses_a_late_one(five_days, time_machine):
    captain = signed_in(five_days.home)
    time_machine.move_to(later(days=1), tick=False)
    fill(captain, five_days, five_days.card())
    assert "The last day for it is Sat 12 Sep." in words_on(captain.get(at(five_days, "card-notes")))
    time_machine.move_to(later(days=8), tick=False)
    answer = captain.post(at(five_days, "card-notes"), {"protest": "A player was not registered."})
    assert answer.status_code == 422
    assert LATE in words_on(answer)


def test_a_player_who_signed_too_lately_is_flagged_under_the_rule_s_number(evening):
    rules = rules_of(evening.small.league)
    wait = replace(rules.registration, eligible_after=7, on_the_night=False)
    own = replace(rules.rules[0], number="99", codes=("registered_too_soon",))
    put_rules(evening, registration=wait, rules=(*rules.rules, own))
    card = evening.card()
    named = card.lines[0].home[0]
    team = evening.fixture.home.team
    team.registrations.filter(player=named.id).update(since=evening.fixture.date - timedelta(days=6))

    sent = evening.send(SentFor.HOME, card)

    [problem] = codec_problems(sent)
    assert problem["rule"] == "99"
    assert "may play from 8 Sep." in problem["message"]
    assert Result.objects.get().flagged
    players = next(section.rules for section in describe(rules_of(evening.small.league)) if section.title == "Players")
    assert "A player may play from 7 days after signing." in players


def codec_problems(sent) -> list:
    return [each for each in sent.problems if each["code"] == "registered_too_soon"]


# --- about a result that stands ---------------------------------------------------------------------------------------
@pytest.fixture
def standing(five_days):
    """The home side's card, confirmed by the away side, in a league that hears protests after that."""
    five_days.send(SentFor.HOME)
    answer_card(submission=Submission.objects.get(), agreed=True, by=five_days.away, at=later(minutes=5))
    return five_days


def protest(evening, side=SentFor.AWAY, at=None, by=None):
    who = by or (evening.away if side == SentFor.AWAY else evening.home)
    return make_protest(fixture=evening.fixture, side=side, text=TEXT, by=who, at=at or later(days=1))


def test_a_protest_about_a_result_that_stands_waits_for_the_secretary(standing):
    made = protest(standing)
    inbox = words_on(signed_in(standing.secretary).get("/leek/inbox/"))
    assert f"Bell: {TEXT}" in inbox
    assert Result.objects.get().state_at(later(days=1)) == ResultState.CONFIRMED
    entry = Entry.objects.latest("pk")
    assert (entry.verb, entry.reason, made.answered_at) == ("make_protest", TEXT, None)


def test_the_secretary_answers_and_the_captain_reads_it(standing):
    protest(standing)
    secretary, captain = signed_in(standing.secretary), signed_in(standing.away)
    answer = secretary.post(at(standing, "match-protest-answer"), {"answer": "He was: since 1 September."})
    assert answer.status_code == 302
    assert "Read the complaint" in words_on(captain.get(standing.fixture.get_absolute_url()))
    assert "He was: since 1 September." in words_on(captain.get(at(standing, "match-protest")))
    assert "Bell protested" not in words_on(secretary.get("/leek/inbox/"))
    assert secretary.post(at(standing, "match-protest-answer"), {"answer": "Again."}).status_code == 422


def test_no_late_protest_and_no_second_one_before_the_first_is_answered(standing):
    with pytest.raises(ValidationError, match=re.escape(LATE)):
        protest(standing, at=later(days=6))
    protest(standing)
    with pytest.raises(ValidationError, match="Your complaint is with the secretary"):
        protest(standing)
    assert protest(standing, SentFor.HOME).side == SentFor.HOME


def test_who_has_confirmed_the_card_does_not_protest_where_the_rules_say_so(standing):
    put_frozen(standing, Protests(days=5, after_signing=False))
    for side in (SentFor.HOME, SentFor.AWAY):
        with pytest.raises(ValidationError, match="You have confirmed the card"):
            protest(standing, side)


def test_who_has_said_nothing_may_protest_when_the_result_stands_by_itself(five_days):
    five_days.send(SentFor.HOME)
    put_frozen(five_days, Protests(days=5, after_signing=False))
    with pytest.raises(ValidationError, match="is not confirmed yet"):
        protest(five_days, at=later(hours=1))
    assert protest(five_days, at=later(days=3)).side == SentFor.AWAY


def test_a_league_that_hears_no_protests_says_so(standing):
    put_frozen(standing, Protests(allowed=False))
    page = words_on(signed_in(standing.away).get(at(standing, "match-protest")))
    assert "Your league hears no complaints from captains." in page


def put_frozen(evening, protests) -> None:
    """The rules that the first result has fixed for the season."""
    competition = evening.fixture.division.competition
    competition.rules = codec.encode(replace(evening.fixture.rules_in_force(), protests=protests))
    competition.save()


def test_the_match_leads_to_the_protest_as_long_as_there_is_time(standing, time_machine):
    match = standing.fixture.get_absolute_url()
    time_machine.move_to(later(days=8), tick=False)
    assert at(standing, "match-protest") not in signed_in(standing.away).get(match).content.decode()
    time_machine.move_to(later(days=1), tick=False)
    captain = signed_in(standing.away)
    assert at(standing, "match-protest") in captain.get(match).content.decode()
    assert captain.post(at(standing, "match-protest"), {"text": ""}).status_code == 422
    assert captain.post(at(standing, "match-protest"), {"text": TEXT}).status_code == 302
    assert "Read the complaint" in words_on(captain.get(match))
    sent = words_on(captain.get(at(standing, "match-protest")))
    assert "Complaints" in sent
    assert "Make a complaint" not in sent
    assert TEXT in words_on(signed_in(standing.home).get(at(standing, "match-protest")))
