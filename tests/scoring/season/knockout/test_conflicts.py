"""A corrected tie whose winner or loser has played on: nothing is rewritten until the co-ordinator rules."""

import os
from random import Random

import pytest

from scoring.season.knockout.bracket import BracketConflict, State, bracket
from scoring.season.knockout.cups import Cup, Feeder, Plate, Shape, TieForm, Vacant
from scoring.season.knockout.draw import DrawRules, Lots, make_draw
from scoring.season.knockout.facts import Resolved, Ruling, ScoreCorrected, Scored
from tests.scoring.season.knockout.played import any_entrants, play
from tests.scoring.season.knockout.test_bracket import PLATE, STRAIGHT, codes, drawn, won
from tests.seeds import seeds

CORRECTIONS = int(os.environ.get("CORRECTIONS", "30"))

PLAYED_ON = [*won("main-1-1", "main-1-2", "main-2-1"), ScoreCorrected("main-1-1", 0, 1, "read upside down")]


def test_the_tie_that_was_played_keeps_its_sides_and_says_so():
    found = bracket(STRAIGHT, drawn("abcd"), PLAYED_ON)
    assert found.tie("main-1-1").winner == "b"
    assert (found.tie("main-2-1").first, found.champion) == ("a", "a")
    assert found.conflicts == (BracketConflict("main-2-1", "main-1-1", "a", "b"),)


def test_a_loser_who_has_played_on_is_a_conflict_in_the_plate_too():
    first = won("main-1-1", "main-1-2", "main-1-3", "main-1-4")
    facts = [*first, *won("plate-1-1"), ScoreCorrected("main-1-1", 0, 1, "why")]
    assert bracket(PLATE, drawn("abcdefgh"), facts).conflicts == (BracketConflict("plate-1-1", "main-1-1", "b", "a"),)


def test_a_correction_before_the_next_tie_is_played_simply_holds():
    facts = [*won("main-1-1", "main-1-2"), ScoreCorrected("main-1-1", 0, 1, "why")]
    found = bracket(STRAIGHT, drawn("abcd"), facts)
    assert (found.tie("main-2-1").first, found.conflicts) == ("b", ())


def test_a_correction_taken_back_leaves_no_conflict():
    assert (
        bracket(STRAIGHT, drawn("abcd"), [*PLAYED_ON, ScoreCorrected("main-1-1", 1, 0, "right after all")]).conflicts
        == ()
    )


def test_a_ruling_that_it_stands_settles_the_matter():
    found = bracket(STRAIGHT, drawn("abcd"), [*PLAYED_ON, Resolved("main-2-1", Ruling.STANDS, "both agree")])
    assert (found.conflicts, found.champion, codes(found)) == ((), "a", [])


def test_a_ruling_does_not_outlive_what_it_was_about():
    """B was let stand aside for A; now it turns out that the other side should have been D."""
    facts = [*PLAYED_ON, Resolved("main-2-1", Ruling.STANDS, "agreed"), ScoreCorrected("main-1-2", 0, 1, "also wrong")]
    conflicts = bracket(STRAIGHT, drawn("abcd"), facts).conflicts
    assert [(each.played, each.now) for each in conflicts] == [("a", "b"), ("c", "d")]


def test_a_ruling_to_replay_brings_in_who_should_have_been_there():
    found = bracket(STRAIGHT, drawn("abcd"), [*PLAYED_ON, Resolved("main-2-1", Ruling.REPLAY, "the other week")])
    final = found.tie("main-2-1")
    assert (final.first, final.second, final.state, found.conflicts) == ("b", "c", State.TO_PLAY, ())


def test_a_replayed_tie_moves_the_conflict_on_to_who_played_after_it():
    facts = won("main-1-1", "main-1-2", "main-1-3", "main-1-4", "main-2-1", "main-2-2", "main-3-1")
    facts += [ScoreCorrected("main-1-1", 0, 1, "why"), Resolved("main-2-1", Ruling.REPLAY, "why")]
    found = bracket(STRAIGHT, drawn("abcdefgh"), facts)
    assert found.conflicts == (BracketConflict("main-3-1", "main-2-1", "a", Vacant.OPEN),)


CUPS = (
    Cup("straight", forms=(TieForm(best_of=3),), plate=Plate.FIXED, third=True),
    Cup("redrawn", forms=(TieForm(best_of=3),), plate=Plate.DRAWN, redraw=True),
    Cup("double", Shape.DOUBLE, (TieForm(best_of=3),)),
)


def turned_round(fact):
    return ScoreCorrected(fact.tie, fact.second, fact.first, "the wrong way about", fact.leg)


@pytest.mark.proof
def test_corrections_of_any_tie_rewrite_nothing():
    """After any correction every other tie has the sides and the score it had, and each tie fed by the corrected one
    that had been played is in conflict, and no other."""
    conflicts = 0
    for seed in seeds(CORRECTIONS):
        dice = Random(seed)
        cup = CUPS[seed % 3]
        entrants = any_entrants(dice, dice.randint(3, 24))
        draw = make_draw(entrants, DrawRules(fixed=not cup.redraw), Lots(str(seed), "main 1"))
        facts = play(cup, draw, dice)
        facts = facts[: dice.randint(1, len(facts))]
        before = bracket(cup, draw, facts)
        fact = dice.choice([each for each in facts if isinstance(each, Scored)])
        after = bracket(cup, draw, [*facts, turned_round(fact)])
        assert before.problems == after.problems == ()
        expected = set()
        for old, new in zip(before.ties, after.ties, strict=True):
            if old.id == fact.tie:
                assert (new.winner, new.loser) == (old.loser, old.winner)
                continue
            assert new.scores == old.scores
            if old.state is State.PLAYED:
                assert (new.first, new.second, new.winner) == (old.first, old.second, old.winner)
                sides = (old.plan.first, old.plan.second)
                if any(isinstance(side, Feeder) and leads_from(before, side.tie, fact.tie) for side in sides):
                    expected.add(new.id)
        assert {each.tie for each in after.conflicts} == expected
        conflicts += len(expected)
        for tie in sorted(expected):
            after = bracket(cup, draw, [*facts, turned_round(fact), Resolved(tie, Ruling.STANDS, "agreed")])
            assert tie not in {each.tie for each in after.conflicts}
    assert conflicts > CORRECTIONS // 15  # some 17 of 30, and 6 of 30 once in sixty runs


def leads_from(found, tie, cause):
    """Whether a tie is the corrected one, or a bye through which its winner or loser has come."""
    if tie == cause:
        return True
    plan = found.tie(tie)
    sides = (plan.plan.first, plan.plan.second)
    return plan.state is State.BYE and any(isinstance(s, Feeder) and leads_from(found, s.tie, cause) for s in sides)
