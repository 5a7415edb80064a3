"""What is still possible in tables made by hand, and in real-looking ones that are too large to try everything."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.card.league_rules import Step
from scoring.card.outcome import tally
from scoring.card.points import Scheme
from scoring.card.presets import preset
from scoring.card.sheet import Card
from scoring.season.ledger import Adjustment
from scoring.season.runin.prospects import ProspectVerdict, RunInSeason, Span
from scoring.season.runin.search import CostedMatch, Effort, RunInSearch, TooHardError, Ways
from tests.scoring.season.runin.made import Rest, autumn_to_spring, outcome, with_left
from tests.scoring.strategies_card import MATCH_DAY
from tests.seeds import seeds

YES, NO, LEVEL = ProspectVerdict.YES, ProspectVerdict.NO, ProspectVerdict.LEVEL
TWO_ONE = replace(
    preset("guisborough"), scheme=Scheme("2-1-0", win=Fraction(2), draw=Fraction(1)), steps=(Step.POINTS, Step.PLAY_OFF)
)
PER_GAME = preset("teesdale")


def having(league, points, left, steps=None):
    """A table in which teams have these points, given by the league, and these matches left."""
    league = league if steps is None else replace(league, steps=steps)
    given = [Adjustment(team, Fraction(much), "given", MATCH_DAY) for team, much in points.items()]
    return Rest(league, tuple(points), [], left, given)


def test_a_lead_that_cannot_be_made_up():
    found = having(TWO_ONE, {"crown": 20, "bell": 17, "swan": 15}, [("bell", "swan"), ("swan", "bell")]).prospects()
    assert (found["crown"].best, found["crown"].worst) == (Span(1, 1), Span(2, 2))
    found = having(TWO_ONE, {"crown": 20, "bell": 17, "swan": 15}, [("bell", "swan")]).prospects()
    assert found["crown"].is_sure_of(1) is YES
    assert (found["swan"].may_reach(1), found["swan"].best, found["swan"].worst) == (NO, Span(2, 2), Span(3, 3))


def test_two_that_meet_cannot_both_win():
    """Each could catch Crown, but they play each other twice, so one of the two cannot pass it without the other."""
    table = {"crown": 20, "bell": 18, "swan": 18}
    found = having(TWO_ONE, table, [("bell", "swan"), ("swan", "bell")]).prospects((1, 2))
    assert (found["crown"].is_sure_of(1), found["crown"].is_sure_of(2)) == (NO, NO)
    assert found["crown"].worst == Span(3, 3)  # a win each, and all three are level
    table = {"crown": 21, "bell": 18, "swan": 18}
    found = having(TWO_ONE, table, [("bell", "swan"), ("swan", "bell")]).prospects((1, 2))
    assert (found["crown"].worst, found["crown"].is_sure_of(2)) == (Span(2, 2), YES)


def test_points_that_are_needed():
    """A point a game, nine games a match: five points behind with two matches left."""
    left = [("crown", "dog"), ("crown", "fox"), ("bell", "dog"), ("bell", "fox")]
    found = having(PER_GAME, {"crown": 100, "bell": 95, "dog": 40, "fox": 30}, left).prospects((1, 2))
    (crown,), (bell,) = found["crown"].needs, found["bell"].needs
    assert (crown.sure, crown.chance, crown.wins) == (14, 0, 0)  # 100 + 14 is more than 95 + 18
    assert (bell.sure, bell.chance, bell.wins) == (None, 5, 0)
    assert found["bell"].is_sure_of(2) is YES
    assert found["dog"].may_reach(2) is NO


def test_wins_that_are_needed():
    found = having(
        preset("solihull"),
        {"crown": 30, "bell": 24},
        [("crown", "bell"), ("bell", "crown")],
        steps=(Step.POINTS, Step.PLAY_OFF),
    ).prospects()
    (bell,) = found["bell"].needs
    assert (bell.chance, bell.wins, bell.sure) == (6, 2, None)
    (crown,) = found["crown"].needs
    assert (crown.sure, crown.chance) == (1, 0)  # a 4-5 defeat is enough


def test_level_on_points_is_decided_by_what_can_be_added_up():
    """Both can come to 22 points, but nobody makes up thirty games in one match."""
    played = [
        outcome("a", "crown", "dog", tally(Card.score_only(9, 0), PER_GAME.format, TWO_ONE.scheme)),
        outcome("b", "bell", "dog", tally(Card.score_only(5, 4), PER_GAME.format, TWO_ONE.scheme)),
    ]
    league = replace(PER_GAME, scheme=TWO_ONE.scheme, steps=(Step.POINTS, Step.GAME_DIFFERENCE, Step.PLAY_OFF))
    given = [Adjustment("crown", Fraction(2), "given", MATCH_DAY)]
    found = Rest(league, ("crown", "bell", "dog"), played, [("bell", "dog")], given).prospects()
    assert found["crown"].is_sure_of(1) is NO  # 9-0 and 9-0 is difference 10 to 9
    played.append(outcome("c", "crown", "fox", tally(Card.score_only(9, 0), PER_GAME.format, TWO_ONE.scheme)))
    found = Rest(league, ("crown", "bell", "dog", "fox"), played, [("bell", "dog")]).prospects()
    assert found["crown"].is_sure_of(1) is YES
    (needs,) = (
        having(league, {"crown": 2, "bell": 0}, [("bell", "dog")] * 0 + [("bell", "crown")]).prospects()["bell"].needs
    )
    assert (needs.chance, needs.sure, needs.level) == (2, None, 2)


def test_level_on_head_to_head_is_said_to_be_level():
    steps = (Step.POINTS, Step.HEAD_TO_HEAD, Step.SHARED)
    found = having(TWO_ONE, {"crown": 22, "bell": 20, "dog": 0}, [("bell", "dog")], steps).prospects()
    assert (found["crown"].worst, found["crown"].is_sure_of(1)) == (Span(1, 2), LEVEL)
    assert (found["bell"].best, found["bell"].may_reach(1)) == (Span(1, 2), LEVEL)
    assert found["dog"].may_reach(1) is NO


def test_when_all_is_played_the_table_says_it():
    steps = (Step.POINTS, Step.SHARED)
    found = having(TWO_ONE, {"crown": 22, "bell": 22, "dog": 1}, [], steps).prospects()
    assert [(each.best.low, each.worst.high) for each in found.values()] == [(1, 2), (1, 2), (3, 3)]


def test_nothing_is_said_where_points_do_not_come_first():
    assert having(TWO_ONE, {"crown": 22, "bell": 22}, [("crown", "bell")], (Step.WINS, Step.POINTS)).prospects() == {}


def test_effort_that_is_spent_is_told():
    ways = Ways.cheapest([(3, 0), (1, 1), (0, 3)])
    matches = [CostedMatch(i, j, ways) for i in range(4) for j in range(i)]
    with pytest.raises(TooHardError):
        RunInSearch(matches, dict.fromkeys(range(4), 4), Effort(0)).answer()


# --- large ones: how the matches end is shown, and the table agrees ---------------------------------------------------
@pytest.mark.parametrize("seed", seeds(6))
def test_the_best_and_the_worst_can_be_played(seed):
    """With the ends that the search names, the table puts the team exactly there."""
    league = preset(("teesdale", "leek", "solihull", "guisborough", "northallerton", "two-and-half")[seed % 6])
    rest = with_left(autumn_to_spring(seed, league, 10), 25)
    season = RunInSeason(rest.teams, rest.ledger(), league, rest.left)
    for team in rest.teams:
        for high, (span, how) in ((True, season.best(team)), (False, season.worst(team))):
            points = {each: season.points.has[each] for each in rest.teams}
            for (home, away), end in zip(rest.left, how, strict=True):
                points[home] += season.points.gives[end][0]
                points[away] += season.points.gives[end][1]
            above = sum(each > points[team] for each in points.values())
            level = sum(each == points[team] for each in points.values()) - 1
            assert above + 1 <= (span.low if high else span.high) <= above + level + 1
