"""What holds of every season: 40 generated ones in every run, as many as SEASONS says when asked."""

import os
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from scoring.card.league_rules import Step, WithdrawalPolicy
from scoring.card.outcome import award_tally
from scoring.card.presets import PRESETS
from scoring.season.ledger import Adjustment, Withdrawal, after_withdrawals, open_ledger
from scoring.season.table import table
from scoring.season.tiebreak import KEYS
from tests.scoring.strategies_card import MATCH_DAY, season_of
from tests.seeds import seeds

SEASONS = int(os.environ.get("SEASONS", "40"))
BATCHES = 10
ALL_STEPS = (
    Step.POINTS,
    Step.WINS,
    Step.GAME_DIFFERENCE,
    Step.GAMES_WON,
    Step.PEGS,
    Step.HEAD_TO_HEAD,
    Step.AWAY_WINS,
    Step.FEWEST_DEDUCTIONS,
)


REASON_WORDS = {Step.POINTS: (" clear of ",), Step.HEAD_TO_HEAD: ("on head-to-head", "on the matches between")}


class Season:
    """One generated season: a preset, part of its matches, some deductions, sometimes a team gone."""

    def __init__(self, seed):
        random = Random(seed)
        self.league = random.choice(list(PRESETS.values()))
        count = random.choice((4, 5, 6, 8, 10, 12))
        self.teams, self.outcomes = season_of(random, self.league, count, played=random.choice((0.1, 0.5, 1.0)))
        self.steps = random.choice((self.league.steps, (Step.POINTS, *random.sample(ALL_STEPS[1:], 4), Step.NAME)))
        self.scheme = replace(self.league.scheme, maximum_deduction=random.choice((None, Fraction(4))))
        self.adjustments = [
            Adjustment(random.choice(self.teams), Fraction(random.randint(-4, 2), 2), "late", MATCH_DAY)
            for _ in range(random.randint(0, 4))
        ]
        self.withdrawals = []
        if random.random() < 0.4:
            day = MATCH_DAY + timedelta(days=80)
            policy = random.choice(list(WithdrawalPolicy))
            gone = Withdrawal(random.choice(self.teams), day, policy, random.choice((1, 2)), Fraction(3))
            self.withdrawals.append(gone)
        off = (Fraction(0), Fraction(-2))
        self.outcomes = [
            replace(each, tally=award_tally(winner=None, games=(0, 0), points=(random.choice(off), random.choice(off))))
            if random.random() < 0.05
            else each
            for each in self.outcomes
        ]

    @property
    def rest(self):
        return {"adjustments": self.adjustments, "withdrawals": self.withdrawals}

    def table(self, outcomes=None):
        played = self.outcomes if outcomes is None else outcomes
        return table(self.teams, played, self.scheme, self.steps, **self.rest)


def points_add_up(season, rows):
    counted = [each.tally for each in after_withdrawals(season.outcomes, season.withdrawals) if each.tally.counts]
    earned = sum(each.home_points + each.away_points for each in counted)
    assert sum(row.points - row.adjusted - row.awarded for row in rows) == earned
    assert sum(row.played for row in rows) == 2 * len(counted)
    assert sum(row.won for row in rows) == sum(row.lost for row in rows) - 2 * sum(each.both_lose for each in counted)
    assert sum(row.games_for for row in rows) == sum(row.games_against for row in rows)
    assert all(row.played == row.won + row.drawn + row.lost for row in rows)


def places_are_in_order(rows):
    ranked = [row for row in rows if not row.withdrawn]
    for i, row in enumerate(ranked):
        alike = [other for other in ranked if other.place == row.place]
        assert row.place == min(ranked.index(other) for other in alike) + 1
        assert row.shared == (len(alike) > 1)
        assert i == 0 or ranked[i - 1].points >= row.points
    assert [row.withdrawn for row in rows] == sorted(row.withdrawn for row in rows)


def reasons_agree_with_places(season, rows):
    """The step that a row names separates it from the next place, and no earlier step does."""
    ledger = open_ledger(
        season.teams, season.outcomes, maximum_deduction=season.scheme.maximum_deduction, **season.rest
    )
    ranked = [row for row in rows if not row.withdrawn]
    assert all(row.reason for row in rows)
    for row, after in pairwise(ranked):
        if after.place == row.place:
            assert "shared" in row.reason or "play-off" in row.reason or "nothing played" in row.reason
            continue
        assert row.decided is not None
        pair = (row.team, after.team)
        for step in season.steps[: season.steps.index(row.decided)]:
            if step not in {Step.HEAD_TO_HEAD, Step.PLAY_OFF, Step.PEGS}:
                keys = KEYS[step](pair, ledger)
                assert keys[row.team] == keys[after.team]
        if row.decided not in {Step.HEAD_TO_HEAD, Step.PLAY_OFF}:
            keys = KEYS[row.decided](pair, ledger)
            assert keys[row.team] > keys[after.team]
        assert any(words in row.reason for words in REASON_WORDS.get(row.decided, ("above ",)))


@pytest.mark.proof
@pytest.mark.parametrize("batch", range(BATCHES))
def test_properties_of_generated_seasons(batch):
    for seed in seeds(SEASONS, batch, BATCHES):
        season = Season(seed)
        rows = season.table()
        points_add_up(season, rows)
        places_are_in_order(rows)
        reasons_agree_with_places(season, rows)
        shuffled = Random(seed).sample(season.outcomes, len(season.outcomes))
        assert season.table(shuffled) == rows
        assert season.table(list(after_withdrawals(season.outcomes, season.withdrawals))) == rows
        if Step.NAME in season.steps:
            assert [row.place for row in rows] == list(range(1, len(season.teams) + 1))


def test_one_more_win_never_costs_a_place():
    """Points are monotone: the same season with one home defeat turned into a win cannot lower the home team."""
    for seed in seeds(30):
        season = Season(seed)
        season.withdrawals = []
        changed = next((each for each in season.outcomes if each.tally.home_points < each.tally.away_points), None)
        if changed is None:
            continue
        tally = changed.tally
        better = replace(tally, home_points=tally.away_points, away_points=tally.home_points)
        outcomes = [replace(each, tally=better) if each is changed else each for each in season.outcomes]
        before = next(row.place for row in season.table() if row.team == changed.home)
        after = next(row.place for row in season.table(outcomes) if row.team == changed.home)
        assert after <= before
