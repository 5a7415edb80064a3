"""How full nights and pubs are, counted again another way for every public instance."""

from dataclasses import replace
from random import Random

import pytest

from scoring.season.schedule.health import night_load
from scoring.season.schedule.task import Venue
from tests.scoring.season.schedule.made import NAMES, rounds_list, spoiled, task
from tests.scoring.season.schedule.test_rules import LIST, TASK, moved, night


def test_a_pub_has_the_home_matches_of_its_teams_and_an_idle_team_is_counted():
    load = night_load(TASK, moved(LIST, LIST[0], night(1)))
    assert load.nights[:2] == (night(0), night(1))
    assert load.matches[:2] == (1, 3)
    assert load.idle[0] == 2
    assert sum(sum(pub.matches) for pub in load.pubs) == len(LIST)


def test_more_matches_than_boards_and_a_match_at_a_closed_pub_are_over():
    home = TASK.teams[0].venue
    first = min(match.date for match in LIST if match.home == TASK.teams[0].id)
    shut = tuple(
        replace(each, closed=frozenset({first})) if each.id == home else replace(each, boards=0) for each in TASK.venues
    )
    load = night_load(replace(TASK, venues=(*shut, Venue("none", "No team"))), LIST)
    assert "none" not in {pub.venue.id for pub in load.pubs}
    assert [pub.over > 0 for pub in load.pubs] == [True] * len(load.pubs)


def test_nothing_planned_is_no_night():
    assert night_load(TASK, ()).nights == ()


@pytest.mark.parametrize("name", NAMES)
def test_what_holds_of_every_list(name):
    of, random = task(name), Random(name)
    matches = spoiled(of, rounds_list(of, random), 3, random)
    load = night_load(of, matches)
    assert sum(load.matches) == len(matches)
    homes = {team.id: team.venue for team in of.teams}
    for pub in load.pubs:
        mine = [match.date for match in matches if homes.get(match.home) == pub.venue.id]
        assert pub.matches == tuple(mine.count(each) for each in load.nights)
    for each, idle in zip(load.nights, load.idle, strict=True):
        there = [match for match in matches if match.date == each]
        called = {match.division for match in there}
        playing = {team for match in there for team in (match.home, match.away)}
        assert idle == len([team for team in of.teams if team.division in called and team.id not in playing])
