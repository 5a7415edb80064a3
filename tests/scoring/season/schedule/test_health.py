"""A list looked at by team, pub, division and wish; how few breaks there can be; how full its nights are."""

from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest

from scoring.season.schedule.circle import round_robin
from scoring.season.schedule.judge import (
    TeamHealth,
    VenueHealth,
    breaks,
    fewest_breaks,
    health,
    judge,
    lower_bound,
    night_load,
)
from scoring.season.schedule.layout import lay_out
from scoring.season.schedule.task import Fixed, Match, Mode, Venue, Wish, WishKind
from tests.scoring.season.schedule.made import NAMES, rounds_list, spoiled, task
from tests.scoring.season.schedule.test_edits import make_task
from tests.scoring.season.schedule.test_rules import LIST, TASK, TEAMS, moved, night


def test_a_team_is_told_its_season():
    report = health(TASK, LIST)
    assert report.teams[0] == TeamHealth("B", 3, 3, 0, 1, 21, 0, 0)
    assert report.teams[2] == TeamHealth("P", 3, 3, 3, 3, 21, 0, 0)


def test_clashes_are_counted_for_the_teams_whose_matches_they_are():
    report = health(TASK, moved(LIST, LIST[0], night(1)))
    assert [team.clashes for team in report.teams] == [2, 2, 1, 1]  # the Bell plays twice, and so does the Crown


def test_a_week_without_a_match_is_idle_and_one_without_a_round_is_not():
    late = moved(moved(LIST, LIST[10], night(7)), LIST[11], night(7))
    assert [team.idle for team in health(TASK, late).teams] == [0, 0, 0, 0]
    relaxed = replace(TASK, divisions=(replace(TASK.divisions[0], mode=Mode.RELAXED),))
    assert [team.idle for team in health(relaxed, late).teams] == [2, 2, 2, 2]


def test_a_team_without_a_match_has_nothing_to_tell():
    assert health(TASK, ()).teams[0] == TeamHealth("B", 0, 0, 0, 0, None, 0, 0)


def test_a_pub_is_told_its_load_and_the_nights_that_are_too_much():
    shared = replace(TASK, teams=(TEAMS[0], replace(TEAMS[1], venue="VB"), *TEAMS[2:]))
    two = (*LIST, Match("D1", night(0), "C", "S"))
    venues = {venue.venue: venue for venue in health(shared, two).venues}
    assert venues["VB"] == VenueHealth("VB", 1, 7, 6, 2, (night(0),))
    assert "VC" not in venues
    closed = replace(TASK, venues=(replace(TASK.venues[0], closed=frozenset({night(0)})), *TASK.venues[1:]))
    assert health(closed, LIST).venues[0].over == (night(0),)


def test_every_wish_is_told_as_met_or_as_what_happens_instead():
    kind = WishKind.NO_HOME
    asked = (
        Wish("R1", kind, hard=True, team="B", dates=frozenset({night(1)})),
        Wish("R1", kind, hard=False, weight=2, team="B", dates=frozenset({night(0), night(1)}), text="darts"),
    )
    first, second = health(replace(TASK, wishes=asked), LIST).wishes
    assert (first.place, first.met, first.text) == (0, True, "Bell not at home on Mon 14 Sep")
    assert (second.place, second.met, second.text) == (1, False, "Bell is at home on Mon 7 Sep (darts)")


def test_a_division_is_told_its_breaks_beside_the_fewest_possible():
    (division,) = health(TASK, LIST).divisions
    assert (division.breaks, division.fewest, division.nights, division.carry_over) == (6, 2, 6, 48)
    assert division.text == "Division One: six back-to-back home or away matches; no list can have fewer than 2"


@pytest.mark.parametrize(
    ("teams", "legs", "mirrored", "fewest"),
    [
        (12, 2, False, 10),
        (12, 1, False, 10),
        (12, 2, True, 30),
        (8, 4, False, 6),
        (8, 3, True, 30),
        (11, 2, False, 0),
        (11, 2, True, 11),
        (2, 2, False, 0),
    ],
)
def test_the_fewest_breaks_are_those_of_de_werra(teams, legs, mirrored, fewest):
    of = even_task(teams, legs, mirrored=mirrored)
    assert fewest_breaks(of, of.divisions[0]) == fewest
    assert lower_bound(of) == 3 * fewest


def even_task(teams, legs, *, mirrored=False):
    of = make_task(teams, legs=legs, mirrored=mirrored)
    return replace(of, weights=replace(of.weights, breaks=3))


def test_nothing_is_proved_where_nights_need_not_be_full():
    of = even_task(12, 2)
    (division,) = of.divisions
    assert lower_bound(replace(of, divisions=(replace(division, mode=Mode.RELAXED),))) == 0
    twice = tuple(Fixed(f"F{other}", Match("D1", division.dates[0], "T1", f"T{other}")) for other in (2, 3))
    assert lower_bound(replace(of, fixed=twice)) == 0


@pytest.mark.parametrize("mirrored", [False, True])
def test_no_list_of_four_teams_goes_below_the_bound_and_one_reaches_it(mirrored):
    """Looks at every order of the six rounds, or of the mirrored three, with home and away in every way."""
    of = even_task(4, 2, mirrored=mirrored)
    rounds = [[("T4", "T1"), ("T2", "T3")], [("T4", "T2"), ("T1", "T3")], [("T4", "T3"), ("T1", "T2")]]
    dates = of.divisions[0].dates
    least = 99
    for turns in product((False, True), repeat=6):
        first = [
            [pair[::-1] if turns[2 * number + seat] else pair for seat, pair in enumerate(pairs)]
            for number, pairs in enumerate(rounds)
        ]
        back = [[pair[::-1] for pair in pairs] for pairs in first]
        orders = [back] if mirrored else permutations([*first[1:], *back])
        for rest in orders:
            season = [*(first if mirrored else first[:1]), *rest]
            matches = [Match("D1", dates[number], *pair) for number, pairs in enumerate(season) for pair in pairs]
            layout = lay_out(of, matches)
            least = min(least, breaks(layout).get("D1", 0))
    assert judge(of, matches).hard == 0
    assert least == fewest_breaks(of, of.divisions[0])


@pytest.mark.parametrize("teams", [5, 6, 7, 8, 9, 10, 12])
def test_the_circle_reaches_the_bound_in_one_leg(teams):
    of = even_task(teams, 1)
    pairs = enumerate(round_robin(of.divisions[0].teams, 1))
    matches = [
        Match("D1", of.divisions[0].dates[number], home, away)
        for number, each in pairs
        for home, away in each
        if away is not None
    ]
    judgement = judge(of, matches)
    assert judgement.hard == 0
    assert judgement.breaks.get("D1", 0) == fewest_breaks(of, of.divisions[0])


@pytest.mark.parametrize("name", NAMES[::5])
def test_the_parts_of_a_report_add_up_to_its_judgement(name):
    of = task(name)
    report = health(of, rounds_list(of, Random(5)))
    assert sum(team.breaks for team in report.teams) == sum(report.judgement.breaks.values())
    assert sum(team.home for team in report.teams) == report.judgement.matches
    assert sum(venue.matches for venue in report.venues) == report.judgement.matches
    codes = report.judgement.by_code
    hard = sum(not wish.met for wish in report.wishes if wish.hard)
    assert hard >= codes.get("H12", 0)
    assert report.judgement.cost >= lower_bound(of) or report.judgement.hard


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
