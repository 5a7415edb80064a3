"""Verdicts never change back: 6 seasons played out night by night in every run, PLAYED_OUT of them when asked."""

import os

import pytest

from scoring.card.presets import PRESETS
from scoring.season.runin.prospects import ProspectVerdict
from tests.scoring.season.runin.made import autumn_to_spring, with_left
from tests.seeds import seeds

PLAYED_OUT = int(os.environ.get("PLAYED_OUT", "6"))
BATCHES = 3
LAST = 45  # matches before the end from which the season is followed


@pytest.mark.proof
@pytest.mark.parametrize("batch", range(BATCHES))
def test_verdicts_never_change_back(batch):
    """What a team may still do only becomes less, what it must do only more, and places only close in."""
    for seed in seeds(PLAYED_OUT, batch, BATCHES):
        league = list(PRESETS.values())[seed % len(PRESETS)]
        whole = autumn_to_spring(seed, league, 8 + 2 * (seed % 3))
        before = None
        for left in range(min(LAST, len(whole.outcomes)), -1, -3):
            found = with_left(whole, left).prospects(())
            if before:
                for team, each in found.items():
                    for place in range(1, len(whole.teams)):
                        holds(before[team], each, place)
            before = found
        assert all(each.best.low <= row.place <= each.worst.high for row in whole.rows() for each in [before[row.team]])


def holds(before, after, place):
    if before.is_sure_of(place) is ProspectVerdict.YES:
        assert after.is_sure_of(place) is ProspectVerdict.YES
    if before.may_reach(place) is ProspectVerdict.NO:
        assert after.may_reach(place) is ProspectVerdict.NO
    assert before.best.low <= after.best.low
    assert after.worst.high <= before.worst.high


@pytest.mark.proof
def test_seasons_played_out_settle_something():
    """Otherwise the comparison above would prove little."""
    whole = autumn_to_spring(1, PRESETS["teesdale"], 10)
    verdicts = [each.is_sure_of(8) for each in with_left(whole, 20).prospects(()).values()]
    assert {ProspectVerdict.YES, ProspectVerdict.NO} <= set(verdicts)
