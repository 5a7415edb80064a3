"""Verdicts against everything that can happen, one by one: 20 small seasons in every run, RUNINS of them when asked.

The other side plays every card of every match left, gives it to `scoring.season.table` and looks at the places.
"""

import os
from itertools import product

import pytest

from scoring.card.league_rules import Step
from scoring.season.runin.prospects import ProspectVerdict
from tests.scoring.season.runin.made import OPEN, small_season, tallies
from tests.seeds import seeds

RUNINS = int(os.environ.get("RUNINS", "20"))
BATCHES = 10


class Tried:
    """Every table that can come of a small season."""

    def __init__(self, rest):
        self.teams = rest.teams
        self.best = dict.fromkeys(rest.teams, len(rest.teams))
        self.worst = dict.fromkeys(rest.teams, 1)
        self.ends = []
        for ended in product(tallies(rest.league), repeat=len(rest.left)):
            rows = rest.rows(ended)
            shared = {row.place: sum(other.place == row.place for other in rows) for row in rows}
            for row in rows:
                self.best[row.team] = min(self.best[row.team], row.place)
                self.worst[row.team] = max(self.worst[row.team], row.place + shared[row.place] - 1)
            own = {team: [0, 0] for team in rest.teams}
            for (home, away), each in zip(rest.left, ended, strict=True):
                own[home][0] += each.home_points
                own[away][0] += each.away_points
                own[home][1] += each.winner == "home"
                own[away][1] += each.winner == "away"
            self.ends.append(({row.team: row.points for row in rows}, own))

    def chance(self, team, place):
        """The fewest own points, and the fewest wins, with which a team may be in the first so many on points."""
        lucky = [own[team] for points, own in self.ends if self._above(points, team) < place]
        return min(each[0] for each in lucky), min(each[1] for each in lucky)

    def out(self, team, place, *, level):
        """The most own points with which a team may be out of the first so many places; -1 if never."""
        return max(
            (own[team][0] for points, own in self.ends if self._above(points, team, level=level) >= place), default=-1
        )

    def _above(self, points, team, *, level=False):
        mine = points[team]
        return sum(theirs > mine or (level and theirs == mine and each != team) for each, theirs in points.items())

    def own(self, team):
        return sorted({own[team][0] for _, own in self.ends})


def places_are_right(rest, tried, found):
    """Exactly, unless it hangs on head-to-head or pegs: then what is said holds, and only so much is left open."""
    for team, each in found.items():
        if not set(OPEN) & set(rest.league.steps):
            assert (each.best.low, each.worst.high) == (tried.best[team], tried.worst[team])
            assert each.best.low == each.best.high
            assert each.worst.low == each.worst.high
        assert each.best.low <= tried.best[team] <= each.best.high
        assert each.worst.low <= tried.worst[team] <= each.worst.high


def needs_are_right(rest, tried, found, places):
    for team, each in found.items():
        assert {needs.within for needs in each.needs} == {
            place for place in places if each.left and each.open_to(place)
        }
        for needs in each.needs:
            fewest, wins = tried.chance(team, needs.within)
            assert (needs.chance, needs.wins <= wins) == (fewest, True)
            later = [own for own in tried.own(team) if own > tried.out(team, needs.within, level=True)]
            assert needs.sure == (later[0] if later else None)
            level = [own for own in tried.own(team) if own > tried.out(team, needs.within, level=False)]
            assert needs.level == (level[0] if level and level[:1] != later[:1] else None)


@pytest.mark.proof
@pytest.mark.parametrize("batch", range(BATCHES))
def test_prospects_equal_trying_everything(batch):
    for seed in seeds(RUNINS, batch, BATCHES):
        rest = small_season(seed)
        places = tuple(range(1, len(rest.teams)))
        tried, found = Tried(rest), rest.prospects(places)
        places_are_right(rest, tried, found)
        needs_are_right(rest, tried, found, places)


def test_small_seasons_are_of_every_kind():
    """Otherwise the comparison above would prove little."""
    seasons = [small_season(seed) for seed in range(60)]
    assert {rest.league.scheme.name for rest in seasons} >= {"2-1-0", "3-1-0", "a cheap walkover", "a point a line"}
    assert {step for rest in seasons for step in rest.league.steps} >= {*OPEN, Step.NAME, Step.PLAY_OFF, Step.WINS}
    verdicts = {
        (each.may_reach(place), each.is_sure_of(place))
        for rest in seasons
        for each in rest.prospects().values()
        for place in (1, 2)
    }
    assert {
        (ProspectVerdict.YES, ProspectVerdict.YES),
        (ProspectVerdict.YES, ProspectVerdict.NO),
        (ProspectVerdict.NO, ProspectVerdict.NO),
    } <= verdicts
    assert any(ProspectVerdict.LEVEL in pair for pair in verdicts)
