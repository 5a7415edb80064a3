"""The estimate: what it adds up to, that it agrees with what is proved, and that the same dice give the same."""

from random import Random

import pytest

from scoring.card.presets import PRESETS, preset
from scoring.season.runin.ends import chances, ends, likely_ends, strength
from scoring.season.runin.prospects import ProspectVerdict
from tests.scoring.season.runin.made import autumn_to_spring, tallies, with_left

LEAGUE = preset("leek")


def estimated(rest, seed=1, runs=400):
    return chances(rest.teams, rest.ledger(), rest.league, rest.left, dice=Random(seed), runs=runs)


def test_every_place_is_taken_once_in_every_run():
    rest = with_left(autumn_to_spring(3, LEAGUE, 8), 12)
    found = estimated(rest)
    assert [sum(places) for places in found.places.values()] == [400] * 8
    assert [sum(places) for places in zip(*found.places.values(), strict=True)] == [400] * 8
    assert found == estimated(rest)
    assert found != estimated(rest, seed=2)


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_what_cannot_be_never_happens(key):
    rest = with_left(autumn_to_spring(4, PRESETS[key], 8), 12)
    found, proved = estimated(rest), rest.prospects()
    for team, each in proved.items():
        for place in range(1, 8):
            share = found.within(team, place)
            assert share == 0 or each.may_reach(place) is not ProspectVerdict.NO
            assert share == 1 or each.is_sure_of(place) is not ProspectVerdict.YES


def test_the_stronger_side_is_the_likelier():
    rest = with_left(autumn_to_spring(5, LEAGUE, 8), 56)
    assert rest.outcomes == []
    assert {strength(rest.ledger(), team, LEAGUE) for team in rest.teams} == {0.5}
    half = with_left(autumn_to_spring(5, LEAGUE, 8), 28)
    by_strength = sorted(half.teams, key=lambda team: strength(half.ledger(), team, LEAGUE))
    found = estimated(half)
    assert found.within(by_strength[-1], 4) > found.within(by_strength[0], 4)


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_ends_of_a_match_are_those_of_its_cards(key):
    """Every card that can be filled in comes to one of the ends, and every end is that of a card."""
    league = PRESETS[key]
    possible = ends(league.format, league.scheme)
    won = {"home": 1, "away": -1, None: 0}
    if league.format.total_games <= 9:
        assert {
            ((each.home_points, each.away_points), (each.home_games, each.away_games), won[each.winner])
            for each in tallies(league)
        } == {(end.points, end.games, end.result) for end in possible}
    likely = likely_ends(league.format, league.scheme, 0.6)
    assert set(likely) <= set(possible)
    assert sum(likely.values()) == pytest.approx(1)
