"""What waits for whom, and what it costs to ask: the same number of queries for one row and for many."""

from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.pages.queries.league import things_to_do
from league.pages.queries.team import outcomes_of
from league.results.actions.cards import answer_card, save_draft
from league.results.choices import SentFor
from league.results.models import Result
from league.results.queries.appearances import companions_of, outings_in, outings_of, outings_with_others, season_totals
from league.results.queries.facts import match_facts
from league.results.queries.tables import outcomes
from league.results.queries.to_do import CaptainTaskKind, unsettled_results, your_match
from league.results.views.your_match import task_text
from league.schedule.actions.locking import mark_in_play
from league.schedule.choices import CompetitionKind
from league.schedule.models import Competition, Division, Fixture, FixtureList
from league.schedule.values.matches import card_due
from league.teams.choices import RoleKind
from league.teams.models import Player, Role
from scoring.card.outcome import Kind
from scoring.card.sheet import Side
from scoring.season.outings import OutingRecord, against, beside, most_games_first, record
from tests.factories import FIRST_NIGHT, make_entry, make_fixture
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME, Evening, later, other_winner


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
    assert queries(lambda: [str(each.fixture) for whose in unsettled_results(league, at) for each in whose]) == 1
    assert queries(lambda: outings_of(player)) == 1
    assert queries(lambda: outings_with_others(player)) == 2
    assert queries(lambda: companions_of(player)) == 1
    assert queries(lambda: outings_in([season])) == 3
    assert queries(lambda: outcomes_of(evening.small.entries[0].team)) == 1
    assert queries(lambda: season_totals(season)) == 2
    assert queries(lambda: [task.opponent for task in your_match(evening.away, league, at)]) == 4
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
    def states(league, at):
        for_officer, for_captain, _ = unsettled_results(league, at)
        return [each.state for each in for_officer], [each.state for each in for_captain]

    league = evening.small.league
    with scope(league=league):
        sent = evening.send(SentFor.HOME)
        assert states(league, later(hours=1)) == ([], ["provisional"])
        assert states(league, later(days=9)) == ([], [])
        Result.objects.update(flagged=True)
        assert states(league, later(hours=1)) == (["provisional"], ["provisional"])
        assert states(league, later(days=9)) == (["provisional"], [])
        answer_card(submission=sent, agreed=False, by=evening.away, at=later(hours=1), reason="No.")
        assert states(league, later(hours=2)) == (["disputed"], [])
    both_enter.send(SentFor.HOME)
    assert states(both_enter.small.league, later(hours=47)) == ([], ["sealed"])
    assert states(both_enter.small.league, later(hours=48)) == (["sealed"], [])


def test_what_a_player_did_line_by_line(evening):
    card = evening.card()
    evening.send(SentFor.HOME, card)
    line, result = card.lines[0], Result.objects.get()
    key = line.home[0].id
    single, pair = outings_with_others(Player.objects.get(pk=key))
    assert (single.label, single.players, single.partners) == ("S1", 1, ())
    assert single.opponents == (line.away[0].id,)
    assert (single.won, single.lost) == ((1, 0) if line.games[0].winner is Side.HOME else (0, 1))
    assert (single.pegs, single.on, single.match) == (line.games[0].home_pegs, FIRST_NIGHT, str(result.fixture_id))
    (together,) = [each for each in card.lines[6:] if key in {named.id for named in each.home}]
    assert {*pair.partners, key} == {named.id for named in together.home}
    assert set(pair.opponents) == {named.id for named in together.away}
    assert (pair.team, pair.cup) == (str(evening.small.entries[0].team_id), False)


def test_partners_and_opponents_are_counted_in_the_player_s_own_games(evening):
    nights(evening, 3)
    evening.send(SentFor.AWAY, other_winner(evening.card()))  # so the first night is disputed
    player = Player.objects.get(pk=evening.card().lines[0].home[0].id)
    held = outings_with_others(player)
    assert len({each.match for each in held}) == 2
    partners, opponents = companions_of(player)
    assert {each.other for each in partners} == {key for each in held for key in each.partners}
    assert {each.other for each in opponents} == {key for each in held for key in each.opponents}
    for found, lines_with in ((partners, beside), (opponents, against)):
        assert [each.record for each in found] == [unpegged(record(lines_with(held, each.other))) for each in found]
        assert found == most_games_first(found)


def unpegged(of_lines: OutingRecord) -> OutingRecord:
    return replace(of_lines, pegs=0, pegged=0)


def test_disputed_card_is_in_nobody_s_record(evening):
    card = evening.card()
    evening.send(SentFor.HOME, card)
    evening.send(SentFor.AWAY, other_winner(card))
    player = Player.objects.get(pk=card.lines[0].home[0].id)
    assert outings_of(player) == ()
    assert companions_of(player) == ((), ())
    assert outings_in([evening.small.season]) == ()
    assert not season_totals(evening.small.season)
    assert outcomes_of(evening.small.entries[0].team) == ()


def test_cup_ties_are_told_apart(evening):
    cup = Competition.objects.create(
        season=evening.small.season, kind=CompetitionKind.CUP, name="Cup", slug="cup",
        rules=evening.small.league.rules,
    )  # fmt: skip
    division = Division.objects.create(competition=cup, name="Cup", slug="cup")
    sides = [make_entry(division, entry.team) for entry in evening.small.entries[:2]]
    tie = make_fixture(*sides, week=30)
    evening.small.fixtures[0] = tie
    card = evening.card()
    evening.send(SentFor.HOME, card)
    held = outings_of(Player.objects.get(pk=card.lines[0].home[0].id))
    assert [each.cup for each in held] == [True, True]
    assert outings_in([evening.small.season]) == ()
    assert not season_totals(evening.small.season)
    assert len(outcomes_of(sides[0].team, sides[1].team)) == 1


def test_tasks_come_in_the_order_of_their_deadlines(evening):
    nights(evening, 3)  # three cards of Crown A for Bell to confirm
    tasks = your_match(evening.away, evening.small.league, later(days=2))
    assert [task.kind for task in tasks] == [CaptainTaskKind.CONFIRM, CaptainTaskKind.CONFIRM, CaptainTaskKind.NEXT]
    assert [task.due for task in tasks] == [later(days=3), later(days=4), None]


def test_a_match_that_has_not_begun_comes_after_what_can_be_done_now(evening):
    home, away = evening.small.entries[:2]
    evening.send(SentFor.HOME)
    make_fixture(home, away, on=FIRST_NIGHT + timedelta(days=1), week=21)

    def seen(at):
        tasks = your_match(evening.away, evening.small.league, at)
        return [(task.kind, task.begun) for task in tasks if task.kind is not CaptainTaskKind.NEXT]

    confirm, enter = CaptainTaskKind.CONFIRM, CaptainTaskKind.ENTER
    assert seen(later(days=1, hours=-3)) == [(confirm, True), (enter, False)]  # at half past seven
    assert seen(later(days=1)) == [(confirm, True), (enter, True)]
    assert seen(later(days=2)) == [(enter, True)]  # what Bell left unanswered is confirmed by now


@time_machine.travel(later(days=1, hours=-3), tick=False)  # at half past seven
def test_a_tie_whose_last_day_is_over_comes_first(evening):
    home, away = evening.small.entries[:2]
    tie = make_fixture(home, away, on=FIRST_NIGHT - timedelta(days=9), week=21)
    with scopes_disabled():
        Fixture.objects.filter(pk=tie.pk).update(date=None, state="postponed", play_by=FIRST_NIGHT - timedelta(days=1))
    evening.send(SentFor.HOME)
    tasks = your_match(evening.away, evening.small.league, later(days=1, hours=-3))
    assert [(str(task.kind), task.now) for task in tasks[:2]] == [("arrange", True), ("confirm", True)]
    with scopes_disabled():
        Fixture.objects.filter(pk=tie.pk).update(play_by=FIRST_NIGHT + timedelta(days=9))
    tasks = your_match(evening.away, evening.small.league, later(days=1, hours=-3))
    assert [(str(task.kind), task.now) for task in tasks[:2]] == [("confirm", True), ("arrange", False)]


def test_a_match_before_the_fixtures_came_out_is_not_asked_of_a_captain_ahead_of_the_next(evening):
    league, due = evening.small.league, card_due(evening.fixture, evening.fixture.rules_in_force())
    make_fixture(*evening.small.entries[:2], on=FIRST_NIGHT + timedelta(days=40), week=23)

    def seen():
        tasks = your_match(evening.away, league, due + timedelta(minutes=2))
        first = next(task for task in tasks if task.fixture == evening.fixture)
        return [str(task.kind) for task in tasks], first.due, task_text(first, due + timedelta(minutes=2))["text"]

    kinds, deadline, words = seen()
    assert (kinds[0], kinds[-1], deadline) == ("enter", "next", due)
    assert words.startswith("No card yet from either side. It was due by")
    with scopes_disabled():
        FixtureList.objects.create(
            competition=evening.small.division.competition, number=1, how="file", state="published", task={},
            made_at=due, published_at=due + timedelta(minutes=1),
        )  # fmt: skip
    later_kinds, deadline, words = seen()
    assert (later_kinds, deadline) == ([*kinds[1:], "unentered"], None)
    assert words.startswith("It was played before the fixtures were published")
    assert evening.fixture not in [
        each.fixture for each in things_to_do(evening.away, league, due + timedelta(hours=1))
    ]


def test_the_match_of_tonight_is_open_below_a_late_card(evening):
    league, entry, at = evening.small.league, evening.small.entries[0], later(days=7)
    with scopes_disabled():
        tonight = Fixture.objects.get(Q(home=entry) | Q(away=entry), date=at.date())
    with time_machine.travel(at, tick=False):
        page = signed_in(evening.home).get(reverse("your-match", args=[league.slug]))
    (late,), (second, *_) = page.context["first"], page.context["coming"]
    assert (late["task"].fixture, second["task"].fixture) == (evening.fixture, tonight)
    assert tonight not in [each["task"].fixture for each in page.context["waiting"]]


def test_a_player_has_the_next_match_of_the_team_and_nothing_to_do_about_it(evening):
    league, entry = evening.small.league, evening.small.entries[0]
    player = User.objects.create(email="player@example.org", name="Christine Walton")
    Role.objects.create(user=player, league=league, kind=RoleKind.PLAYER, team=entry.team, since=CLOSING_TIME)
    before = later(days=-1)

    (task,) = your_match(player, league, before)
    assert (task.kind, task.fixture, task.leads) == (CaptainTaskKind.NEXT, evening.fixture, False)
    assert things_to_do(player, league, before) == []
    with time_machine.travel(before, tick=False):
        page = signed_in(player).get(reverse("your-match", args=[league.slug])).content.decode()
    assert "Can you play?" in page
    assert "Nothing to do" not in page
    assert "Who can play?" not in page


def test_while_a_match_is_scored_every_page_says_to_go_on_with_that(evening):
    league, fixture = evening.small.league, evening.fixture
    mark_in_play(fixture)
    save_draft(fixture=fixture, by=evening.home, at=CLOSING_TIME, card=evening.card())
    (first, *_) = your_match(evening.home, league, CLOSING_TIME)
    assert (first.kind, first.fixture) == (CaptainTaskKind.SCORE, fixture)
    (todo, *_) = things_to_do(evening.home, league, CLOSING_TIME)
    assert (todo.label, todo.url) == ("Continue scoring", fixture.address_of("score"))
