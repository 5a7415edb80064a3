"""What the hour brings beside the reminders: a result that nobody questioned, a second card, and the digests."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django_scopes import scopes_disabled

from league.notifications.queries.letter import after_quiet_hours
from league.notifications.queries.letters.by_the_clock import OF_CARDS, OF_CUPS, OF_THE_SECRETARY, SECOND
from league.results.actions.cards import answer_card
from league.results.choices import ResultState, SentFor
from league.results.models import Result
from league.schedule.actions.matches import ask_move
from league.schedule.models import Competition, Fixture, FixtureList, Season
from league.schedule.values.matches import card_due
from league.teams.choices import RoleKind
from tests.factories import make_role, make_user
from tests.league.notifications.conftest import told
from tests.league.notifications.test_letters import NOON, as_written, by_the_clock, local
from tests.league.results.evening import CLOSING_TIME, other_winner

MINUTE = timedelta(minutes=1)


def stood(until) -> list:
    """What both sides are told in that minute, apart from what else the hour brings."""
    return [each for each in by_the_clock(until - MINUTE, until) if each.key.startswith("stood-")]


def deadline() -> timezone.datetime:
    return Result.objects.get().confirm_by


# --- a result that nobody questioned ----------------------------------------------------------------------------------
def test_both_sides_are_told_once_that_a_result_stands_because_nobody_questioned_it(evening):
    sent = evening.send(SentFor.HOME)
    told()
    assert stood(deadline() - MINUTE) == []
    letters = stood(deadline())
    assert {each.to for each in letters} == {evening.away, evening.home}
    assert len(letters) == 2
    assert sent.receipt in letters[0].text
    assert letters[0].reply_to == evening.secretary.email
    as_written("result_stands_by_now", letters[0])
    assert by_the_clock(deadline() - MINUTE, deadline()) == []
    assert stood(deadline() + MINUTE) == []


@pytest.mark.parametrize(("agreed", "reason"), [(True, ""), (False, "Game 3 was ours")])
def test_one_that_is_agreed_or_disputed_in_time_is_not_told_again(evening, agreed, reason):
    sent = evening.send(SentFor.HOME)
    until = deadline()
    answer_card(submission=sent, agreed=agreed, by=evening.away, at=CLOSING_TIME, reason=reason)
    told()
    assert stood(until) == []


def test_another_card_that_stands_is_told_of_again(evening):
    evening.send(SentFor.HOME)
    told()
    first = stood(deadline())
    evening.send(SentFor.HOME, other_winner(evening.card()), at=CLOSING_TIME + timedelta(hours=1))
    second = stood(deadline())
    assert (len(first), len(second)) == (2, 2)
    assert first[0].subject != second[0].subject


def test_what_comes_due_in_the_night_is_told_in_the_morning(evening):
    evening.send(SentFor.HOME, at=CLOSING_TIME + timedelta(hours=2))
    told()
    letters = stood(deadline())
    assert {timezone.localtime(each.not_before).strftime("%a %H:%M") for each in letters} == {"Thu 08:00"}


def test_once_the_season_is_closed_nobody_is_told_to_object(evening):
    evening.send(SentFor.HOME)
    told()
    Season.objects.update(closed_at=deadline() - MINUTE)
    [letter, _] = stood(deadline())
    assert "Season 2026-27 is closed and its tables are final." in letter.text
    assert "tell the secretary" not in letter.text


def test_a_card_that_is_marked_says_so(evening):
    evening.send(SentFor.HOME)
    told()
    Result.objects.update(flagged=True)
    assert "will still check something" in stood(deadline())[0].text


# --- the second of two cards ------------------------------------------------------------------------------------------
def test_where_both_must_send_a_card_the_one_that_has_not_is_asked_once_more(both_enter):
    both_enter.send(SentFor.HOME)
    told()
    assert Result.objects.get().state == ResultState.SEALED
    due = card_due(both_enter.fixture, both_enter.fixture.rules_in_force())
    hour = after_quiet_hours(due - SECOND)
    letters = [each for each in by_the_clock(hour - MINUTE, hour) if "your card" in each.subject]
    assert [each.to for each in letters] == [both_enter.away]
    assert letters[0].until == due
    as_written("card_of_two_due", letters[0])


def test_a_league_that_waits_for_cards_as_long_as_it_can_asks_as_well(both_enter):
    league = both_enter.small.league
    league.rules |= {"submit_within": 999}
    league.save()
    both_enter.send(SentFor.HOME)
    told()
    fixture = Fixture.objects.get(pk=both_enter.fixture.pk)
    hour = after_quiet_hours(card_due(fixture, fixture.rules_in_force()) - SECOND)
    assert (hour - CLOSING_TIME).days == 41
    assert [each.to for each in by_the_clock(hour - MINUTE, hour) if "your card" in each.subject] == [both_enter.away]


def test_nobody_is_asked_for_a_second_card_that_has_come(both_enter):
    both_enter.send(SentFor.HOME)
    both_enter.send(SentFor.AWAY)
    told()
    hour = after_quiet_hours(card_due(both_enter.fixture, both_enter.fixture.rules_in_force()) - SECOND)
    assert [each for each in by_the_clock(hour - MINUTE, hour) if "your card" in each.subject] == []


# --- digests ----------------------------------------------------------------------------------------------------------
@pytest.fixture
def busy(evening):
    """A week on: two cards are late, and a captain has asked to move a match."""
    ask_move(
        fixture=evening.small.fixtures[2], asked_by=evening.small.entries[1], reason="A wedding", by=evening.away,
        at=NOON,
    )  # fmt: skip
    return evening


def digests() -> dict[str, str]:
    found = by_the_clock(local(13, 7, 59), local(13, 8))
    return {each.to.name: each.text for each in found if each.kind == "digest"}


def test_a_results_officer_is_told_of_cards_alone(busy):
    make_role(make_user("Rita Results"), busy.small.league, RoleKind.RESULTS_OFFICER)
    sent = digests()
    assert set(sent) == {"Rita Results", "Sam Secretary"}
    assert "Late cards: 2" in sent["Rita Results"]
    assert "Matches to move: 1" in sent["Sam Secretary"]
    assert "Matches to move" not in sent["Rita Results"]


def test_cards_that_were_due_before_the_fixtures_came_out_are_not_late(busy):
    with scopes_disabled():
        FixtureList.objects.create(
            competition=busy.small.division.competition, number=1, how="file", state="published", task={},
            made_at=local(13, 7), published_at=local(13, 7),
        )  # fmt: skip
    letter = digests()["Sam Secretary"]
    assert "Results to enter: 2" in letter
    assert "Late cards" not in letter


def test_a_co_ordinator_is_told_of_cups_alone_and_not_when_there_is_nothing(busy):
    make_role(make_user("Cora Co-ordinator"), busy.small.league, RoleKind.COORDINATOR)
    assert "Cora Co-ordinator" not in digests()
    assert not OF_CARDS & OF_CUPS
    assert not OF_CUPS & OF_THE_SECRETARY


@pytest.mark.parametrize(
    ("kind", "offered"), [(RoleKind.COORDINATOR, True), (RoleKind.RESULTS_OFFICER, True), (RoleKind.PLAYER, False)]
)
def test_whoever_has_a_digest_can_turn_it_off(evening, client, kind, offered):
    person = make_user("Cora Co-ordinator")
    make_role(person, evening.small.league, kind, evening.small.entries[0].team if kind == RoleKind.PLAYER else None)
    client.force_login(person)
    page = client.get("/me/?league=leek").content.decode()
    assert ("Things to do" in page) is offered


def test_a_digest_asks_as_much_for_one_officer_as_for_four(busy, django_assert_max_num_queries):
    for number in range(3):
        make_role(make_user(f"Rita Results {number}"), busy.small.league, RoleKind.RESULTS_OFFICER)
    assert Competition.objects.count() == 1
    with django_assert_max_num_queries(60):
        assert len(digests()) == 4
