"""Groups whose matches have cards: put up when they are drawn, sent in by the players, counted by themselves."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.cups.actions.knockout import set_rounds
from league.cups.actions.openday import TypedScore, deal, leave_day, write_scores
from league.cups.periodic import follow_results
from league.cups.queries.cup_state import openday_page, snapshot_of, to_chase
from league.results.actions.decisions import restore
from league.results.queries.facts import match_for
from league.schedule.choices import FixtureState
from league.teams.choices import RoleKind
from scoring.card.outcome import Kind
from scoring.season.knockout.draw import Lots
from scoring.season.openday.book import DayMatchState
from tests.factories import league_in_season, make_role, make_user
from tests.league.cups.evening import DRAWN, PLAYED, DrawnCup
from tests.league.cups.scene import give_result
from tests.league.cups.world import entered, opened
from tests.league.person import Person, signed_in

pytestmark = pytest.mark.django_db
FIRST = "group-1-1-1"


@pytest.fixture
def groups(db):
    """Four players, two of each team, in one group on cards, drawn in the order in which they entered."""
    with scopes_disabled():
        small = league_in_season(teams=2, squad=4)
        coordinator = make_user("Cora Co-ordinator")
        make_role(coordinator, small.league, RoleKind.COORDINATOR)
    with scope(league=small.league):
        cup = opened(small, "groups", groups=1, qualifiers=2, groups_by_card=True)
        made = DrawnCup(small, cup, entered(cup, small, 2), coordinator)
        deal(cup=cup, lots=Lots(names=tuple(each.key for each in made.entrants)), by=coordinator, at=DRAWN)
        yield made


def match(made, name=FIRST, at=PLAYED):
    return snapshot_of(made.cup, at).day.match(name)


def test_the_matches_of_a_group_are_put_up_when_it_is_drawn(groups):
    assert len(groups.rows) == 6
    fixture = groups.fixture(FIRST)
    assert (fixture.home.entrant.key, fixture.away.entrant.key) == (match(groups).first, match(groups).second)
    assert fixture.occasion == "Groups, then a knockout, table, round 1"
    assert fixture.state == FixtureState.POSTPONED


def test_a_card_that_both_sides_agree_to_counts_in_the_group(groups):
    groups.play(FIRST, 2, 1)

    assert (match(groups).state, match(groups).score) == (DayMatchState.PLAYED, (2, 1))
    follow_results(PLAYED)
    winner = next(
        row for row in snapshot_of(groups.cup, PLAYED).day.tables[0].rows if row.player == match(groups).first
    )
    assert (winner.played, winner.won) == (1, 1)
    assert groups.cup.facts.order_by("-number").first().by is None


def test_only_those_entered_play_and_the_form_is_the_cups(groups):
    rules = match_for(groups.fixture(FIRST))
    assert [(line.players, line.games) for line in rules.format.lines] == [(1, 3)]


def test_a_score_may_be_typed_instead_and_then_no_card_is_wanted(groups):
    write_scores(cup=groups.cup, typed=[TypedScore(FIRST, 2, 0)], reason="", by=groups.coordinator, at=PLAYED)

    assert match(groups).score == (2, 0)
    assert groups.fixture(FIRST).state == FixtureState.VOID


def test_a_score_on_a_card_is_not_typed_over(groups):
    groups.play(FIRST, 2, 1)

    with pytest.raises(ValidationError, match="This match has a card"):
        write_scores(cup=groups.cup, typed=[TypedScore(FIRST, 2, 0)], reason="Wrong.", by=groups.coordinator, at=PLAYED)


def test_a_result_put_right_puts_the_group_right(groups):
    fixture = groups.dated(FIRST)
    give_result(fixture, 2, 1, by=groups.coordinator, at=PLAYED)
    assert match(groups).score == (2, 1)
    follow_results(PLAYED)
    give_result(fixture, 0, 2, by=groups.coordinator, at=PLAYED, reason="The card was read upside down.")

    assert match(groups).score == (0, 2)


def test_a_walkover_of_the_match_is_one_of_the_group(groups):
    give_result(groups.dated(FIRST), 0, 2, by=groups.coordinator, at=PLAYED, kind=Kind.WALKOVER, reason="Ill.")

    assert (match(groups).state, match(groups).winner) == (DayMatchState.WALKOVER, match(groups).second)


def test_a_match_awarded_to_neither_side_is_lost_by_both_until_that_is_withdrawn(groups):
    secretary = Person(signed_in(groups.small.secretary))
    secretary.open(groups.dated(FIRST).address_of("match-decision"))
    decided = {"what": "both-lose", "reason": "Fight"}
    secretary.send("Award the match", decided | {"home_points": "-1"}, status=422)
    assert "A cup takes no points off." in secretary.page.words
    secretary.send("Award the match", decided | {"home_points": ""})
    follow_results(PLAYED)
    rows = {row.player: row for row in snapshot_of(groups.cup, PLAYED).day.tables[0].rows}
    lost = [rows[name] for name in (match(groups).first, match(groups).second)]
    assert [(row.played, row.lost, row.score) for row in lost] == [(1, 1, 0)] * 2
    assert "Lost by both" in secretary.open(groups.address("cup")).words

    fixture = groups.fixture(FIRST)
    restore(fixture=fixture, key=uuid4(), seen=fixture.version, reason="No.", by=groups.small.secretary, at=PLAYED)
    assert match(groups).state is DayMatchState.TO_PLAY


def test_whoever_leaves_has_nothing_left_to_play(groups):
    groups.play(FIRST, 2, 1)
    gone = match(groups).first
    leave_day(cup=groups.cup, entrant=gone, reason="Moved away.", by=groups.coordinator, at=PLAYED)

    there = {row.tie: row.fixture.state for row in groups.rows}
    of_gone = {
        each.id for each in snapshot_of(groups.cup, PLAYED).day.tables[0].matches if gone in {each.first, each.second}
    }
    assert {name for name, state in there.items() if state == FixtureState.VOID} == of_gone - {FIRST}
    assert match(groups).state is DayMatchState.PLAYED


def test_drawing_again_strikes_out_what_is_not_played_any_more(groups):
    keys = [each.key for each in groups.entrants]
    before = {row.pk: row.fixture_id for row in groups.rows}
    deal(cup=groups.cup, lots=Lots(names=(keys[1], keys[0], *keys[2:])), by=groups.coordinator, at=DRAWN)

    day = snapshot_of(groups.cup, PLAYED).day
    for row in groups.rows:
        fixture = groups.fixture(row.tie)
        assert {fixture.home.entrant.key, fixture.away.entrant.key} == {
            *(day.match(row.tie).first, day.match(row.tie).second)
        }
    assert any(before[row.pk] != row.fixture_id for row in groups.rows)


def test_a_card_that_nobody_has_answered_is_told_beside_the_match_and_does_not_count(groups):
    fixture = groups.dated(FIRST)
    give_result(fixture, 2, 1, by=groups.coordinator, state="provisional", at=PLAYED + timedelta(days=1))

    line = next(each for each in openday_page(groups.cup, PLAYED).rounds[0].lines if each.match.id == FIRST)
    assert line.open
    assert line.note.startswith("A card is in.")


def test_a_round_has_its_last_day_and_matches_past_it_are_chased(groups):
    set_rounds(cup=groups.cup, days={("group", 1): (date(2026, 9, 20), None)}, by=groups.coordinator, at=DRAWN)

    assert {row.tie for row in groups.rows if row.fixture.play_by} == {FIRST, "group-1-1-2"}
    late = [each.name for each in to_chase(groups.cup, PLAYED + timedelta(days=9)) if each.late]
    assert late == ["Group 1, round 1, match 1", "Group 1, round 1, match 2"]


def test_the_page_leads_to_the_match_and_the_settings_ask_for_cards(groups):
    client = signed_in(groups.coordinator)
    page = client.get(groups.address("cup")).content.decode()
    assert f'href="{groups.fixture(FIRST).get_absolute_url()}"' in page
    days = client.get(groups.address("cup-settings")).content.decode()
    assert "Groups, round 1: play by" in days
    groups.play(FIRST, 2, 1)
    scores = client.get(groups.address("cup-scores", 1)).content.decode()
    assert "1 match has a match card" in scores
    assert f"{FIRST}-first" not in scores
    new = client.get(reverse("new-cup", args=[groups.small.league.slug]), {"like": "groups"}).content.decode()
    assert "Group matches have match cards too" in new
