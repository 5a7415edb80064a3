"""Leagues that nobody has met: the card, its check, its points, the table, the rule book and the file all hold."""

from fractions import Fraction
from random import Random

import pytest

from scoring import codec
from scoring.card.outcome import Kind
from scoring.card.points import ZERO, DecidedBy
from scoring.card.rulebook import describe
from scoring.season.specimen import Habits, specimen
from tests.scoring.strategies_rules import made_up
from tests.seeds import examples, seeds

LIVELY = Habits(short=0.3, pegs=0.7, hands=0.3, quick=0.1)
BATCHES = 8


@pytest.mark.parametrize("batch", range(BATCHES))
def test_everything_holds(batch):
    for seed in seeds(examples(2000), batch, BATCHES):
        league = made_up(seed)
        made = specimen(league, Random(seed), habits=LIVELY)
        for evening in made.evenings:
            assert evening.problems == (), (seed, evening.problems)
            assert_points(league, evening.tally, seed)
        assert_table(made, seed)
        assert_rule_book(league)
        assert codec.decode(codec.encode(league)) == league


def assert_points(league, tally, seed):
    """Points reckoned again, from nothing but the figures of the match."""
    form, scheme = league.format, league.scheme
    games = (tally.home_games, tally.away_games)
    assert sum(games) <= form.total_games
    if tally.kind is Kind.VOID:
        assert (tally.home_points, tally.away_points) == (ZERO, ZERO)
        return
    if tally.home_lines is None:
        assert not scheme.per_line
        assert scheme.decided_by is DecidedBy.GAMES
        return
    level = len(form.lines) - tally.home_lines - tally.away_lines
    void = tally.kind is Kind.PART_VOID
    mine = (tally.home_lines, tally.away_lines) if scheme.decided_by is DecidedBy.LINES else games
    for side, points in enumerate((tally.home_points, tally.away_points)):
        margin = mine[side] - mine[1 - side]
        worth = scheme.win if margin > 0 else scheme.draw if margin == 0 else scheme.loss
        if margin < 0 and -margin <= scheme.narrow_margin:
            worth += scheme.narrow_loss
        lines = (tally.home_lines, tally.away_lines)[side]
        least = worth + scheme.per_game * games[side] + scheme.per_line * lines
        most = least + scheme.per_line * Fraction(level, 2)
        assert least <= points <= most, seed
        assert void or points == most, seed


def assert_table(made, seed):
    earned = sum(each.tally.home_points + each.tally.away_points for each in made.evenings)
    assert sum(row.points for row in made.rows) == earned, seed
    assert sum(row.played for row in made.rows) == 2 * sum(each.tally.counts for each in made.evenings)
    assert [row.place for row in made.rows] == sorted(row.place for row in made.rows)
    assert sum(row.games_for - row.games_against for row in made.rows) == 0


def assert_rule_book(league):
    sentences = [sentence for section in describe(league) for sentence in section.rules]
    assert all(sentence.endswith(".") for sentence in sentences)
    assert not any("None" in sentence or "  " in sentence for sentence in sentences)
