"""What a draw and the facts after it come to."""

import pytest

from scoring.season.knockout.bracket import State, bracket, leads_to
from scoring.season.knockout.cups import SINGLES, Cup, Part, Plate, Role, Shape, TieForm, Vacant
from scoring.season.knockout.draw import DrawRules, Entrant, Lots, make_draw
from scoring.season.knockout.facts import (
    NEITHER,
    Disqualified,
    Drawn,
    Entered,
    Replayed,
    Resolved,
    Returned,
    Ruling,
    ScoreCorrected,
    Scored,
    WalkedOver,
    Withdrew,
)

STRAIGHT = Cup("Singles", forms=(TieForm(best_of=1),))
PLATE = Cup("Pairs", forms=(TieForm(best_of=1),), plate=Plate.FIXED, third=True)
DOUBLE = Cup("Open", Shape.DOUBLE, (TieForm(best_of=1),))
TWO_LEGS = Cup("Teams", forms=(TieForm(games=4, legs=2, decider=3),))


def drawn(order, **rules):
    return make_draw([Entrant(each) for each in order], DrawRules(**rules), Lots(names=tuple(order)))


def won(*ties):
    """The first side wins each tie, or the second if a "-" stands before its id."""
    return [Scored(each.lstrip("-"), 0, 1) if each[0] == "-" else Scored(each, 1, 0) for each in ties]


def codes(found):
    return [each.code for each in found.problems]


def test_winners_of_neighbouring_ties_meet():
    found = bracket(STRAIGHT, drawn("abcd"), won("main-1-1", "-main-1-2", "main-2-1"))
    assert (found.tie("main-2-1").first, found.tie("main-2-1").second) == ("a", "d")
    assert found.champion == "a"
    assert not found.problems


def test_a_tie_waits_for_its_sides():
    final = bracket(STRAIGHT, drawn("abcd"), won("main-1-1")).tie("main-2-1")
    assert (final.first, final.second, final.state) == ("a", Vacant.OPEN, State.WAITING)


def test_a_bye_leads_on_without_play_and_without_a_loser():
    tie = bracket(STRAIGHT, drawn("abc")).tie("main-1-1")
    assert (tie.state, tie.winner, tie.loser) == (State.BYE, "c", Vacant.BYE)


def test_the_final_may_be_longer_than_the_rest():
    cup = SINGLES
    ties = bracket(cup, drawn("abcdefgh")).ties
    assert [tie.plan.form.best_of for tie in ties] == [3] * 6 + [5]


def test_late_rounds_are_on_neutral_ground():
    cup = Cup("Cup", neutral=2)
    assert [tie.plan.neutral for tie in bracket(cup, drawn("abcdefgh")).ties] == [False] * 4 + [True] * 3


def test_two_legs_are_added_up():
    one = [Scored("main-1-1", 3, 1)]
    assert bracket(TWO_LEGS, drawn("ab"), one).tie("main-1-1").state is State.PART
    assert bracket(TWO_LEGS, drawn("ab"), [*one, Scored("main-1-1", 0, 4, leg=2)]).champion == "b"


def test_a_tie_that_ends_level_has_a_decider():
    level = [Scored("main-1-1", 3, 1), Scored("main-1-1", 1, 3, leg=2)]
    assert bracket(TWO_LEGS, drawn("ab"), level).tie("main-1-1").state is State.LEVEL
    assert bracket(TWO_LEGS, drawn("ab"), [*level, Scored("main-1-1", 2, 1, leg=3)]).champion == "a"


def test_a_correction_that_makes_a_decider_needless_takes_it_out():
    level = [Scored("main-1-1", 3, 1), Scored("main-1-1", 1, 3, leg=2), Scored("main-1-1", 2, 1, leg=3)]
    found = bracket(TWO_LEGS, drawn("ab"), [*level, ScoreCorrected("main-1-1", 0, 4, "misread", leg=2)])
    assert found.champion == "b"
    assert found.tie("main-1-1").scores == {1: (3, 1), 2: (0, 4)}


@pytest.mark.parametrize(
    ("fact", "code"),
    [
        (Scored("main-9-9", 1, 0), "no-tie"),
        (Scored("main-2-1", 1, 0), "no-opponents"),
        (Scored("main-1-1", 1, 0), "decided"),
        (Scored("main-1-2", 1, 1), "score"),
        (Scored("main-1-2", 1, 0, leg=2), "score"),
        (ScoreCorrected("main-1-2", 1, 0, "why"), "no-score"),
        (WalkedOver("main-1-2", "a", "why"), "not-in-tie"),
        (WalkedOver("main-1-2", NEITHER, "why"), "not-in-tie"),
        (WalkedOver("main-1-1", "a", "why"), "decided"),
        (Replayed("main-1-2", "why"), "not-played"),
        (Withdrew("x", "why"), "no-entrant"),
        (Returned("a", "why"), "not-gone"),
        (Disqualified("a", "why", "main-1-2"), "not-in-tie"),
        (Resolved("main-1-1", Ruling.STANDS, "why"), "no-conflict"),
        (Entered(Entrant("a"), "main-1-2", "why"), "entered"),
        (Entered(Entrant("x"), "main-1-1", "why"), "played"),
        (Entered(Entrant("x"), "main-1-2", "why"), "no-bye"),
        (Entered(Entrant("x"), "main-1-2", "why", meets="a"), "not-in-tie"),
        (Drawn(Part.MAIN, 2, drawn("ab")), "drawn"),
        (Drawn(Part.PLATE, 1, drawn("ab")), "no-draw"),
    ],
)
def test_a_fact_that_cannot_be_is_told_and_changes_nothing(fact, code):
    before = bracket(STRAIGHT, drawn("abcd"), won("main-1-1"))
    after = bracket(STRAIGHT, drawn("abcd"), [*won("main-1-1"), fact])
    assert codes(after) == [code]
    assert after.problems[0].fact == 1
    assert after.ties == before.ties


def test_a_walkover_leads_on():
    found = bracket(STRAIGHT, drawn("abcd"), [WalkedOver("main-1-1", "b", "no show")])
    assert (found.tie("main-1-1").state, found.tie("main-2-1").first) == (State.WALKOVER, "b")


def test_who_withdraws_gives_away_what_is_not_decided_and_keeps_what_is():
    found = bracket(STRAIGHT, drawn("abcd"), [*won("main-1-1"), Withdrew("a", "moved"), *won("main-1-2")])
    assert found.tie("main-1-1").winner == "a"
    assert (found.tie("main-2-1").state, found.champion) == (State.WALKOVER, "c")


def test_who_comes_back_plays_what_went_to_the_other_side():
    left = [Withdrew("b", "moved"), Returned("b", "moved back")]
    found = bracket(STRAIGHT, drawn("abcd"), left)
    assert (found.tie("main-1-1").state, found.problems) == (State.TO_PLAY, ())
    assert bracket(STRAIGHT, drawn("abcd"), [*left, *won("-main-1-1")]).tie("main-2-1").first == "b"


def test_nobody_comes_back_once_the_other_side_has_played_on():
    played = [Withdrew("b", "moved"), *won("main-1-2", "main-2-1")]
    found = bracket(STRAIGHT, drawn("abcd"), [*played, Returned("b", "moved back")])
    assert codes(found) == ["played-on"]
    assert (found.champion, found.tie("main-1-1").state) == ("a", State.WALKOVER)


def test_of_two_who_have_both_left_the_one_who_stayed_longer_goes_on():
    facts = [Withdrew("b", "ill"), Withdrew("a", "ill"), *won("main-1-2")]
    assert bracket(STRAIGHT, drawn("abcd"), facts).champion == "c"


def test_a_disqualification_turns_a_played_tie_round():
    found = bracket(STRAIGHT, drawn("abcd"), [*won("main-1-1"), Disqualified("a", "not registered", "main-1-1")])
    assert (found.tie("main-1-1").winner, found.tie("main-2-1").first) == ("b", "b")


def test_a_replayed_tie_is_to_be_played_again():
    facts = [*won("main-1-1"), Replayed("main-1-1", "wrong tiles")]
    assert bracket(STRAIGHT, drawn("abcd"), facts).tie("main-1-1").state is State.TO_PLAY
    assert bracket(STRAIGHT, drawn("abcd"), [*facts, *won("-main-1-1")]).tie("main-2-1").first == "b"


def test_a_late_entrant_takes_the_place_opposite_a_bye():
    tie = bracket(STRAIGHT, drawn("abc"), [Entered(Entrant("x"), "main-1-1", "post")]).tie("main-1-1")
    assert (tie.first, tie.second, tie.state) == ("c", "x", State.TO_PLAY)


def test_a_late_entrant_may_play_for_a_place():
    facts = [Entered(Entrant("x"), "main-1-1", "post", meets="b")]
    found = bracket(STRAIGHT, drawn("abcd"), facts)
    assert (found.tie("late-1-1").first, found.tie("late-1-1").second) == ("b", "x")
    assert found.tie("main-1-1").state is State.WAITING
    assert bracket(STRAIGHT, drawn("abcd"), [*facts, *won("-late-1-1")]).tie("main-1-1").second == "x"


def test_a_bye_is_not_taken_back_from_somebody_who_has_played_on():
    facts = [*won("main-1-2", "main-2-1"), Entered(Entrant("x"), "main-1-1", "post")]
    assert codes(bracket(STRAIGHT, drawn("abc"), facts)) == ["played"]


def test_losers_of_the_first_round_play_for_the_plate_and_of_the_semi_finals_for_third_place():
    facts = won("main-1-1", "main-1-2", "main-1-3", "main-1-4", "main-2-1", "main-2-2", "plate-1-1", "-plate-1-2")
    found = bracket(PLATE, drawn("abcdefgh"), facts)
    assert (found.tie("plate-2-1").first, found.tie("plate-2-1").second) == ("b", "h")
    assert (found.tie("third-1-1").first, found.tie("third-1-1").second) == ("c", "g")
    assert bracket(PLATE, drawn("abcdefgh"), [*facts, *won("plate-2-1")]).plate_winner == "b"


def test_a_double_knockout_gives_a_second_chance():
    """A loses at once, and wins everything from there: the final is played twice."""
    facts = won("-main-1-1", "main-1-2", "main-2-1", "losers-1-1", "losers-2-1", "-final-1-1")
    found = bracket(DOUBLE, drawn("abcd"), facts)
    assert (found.tie("losers-1-1").first, found.tie("losers-2-1").second) == ("a", "c")
    assert (found.tie("final-2-1").first, found.tie("final-2-1").second, found.champion) == ("b", "a", None)
    assert bracket(DOUBLE, drawn("abcd"), [*facts, *won("-final-2-1")]).champion == "a"


def test_a_double_knockout_needs_one_final_if_the_unbeaten_one_wins_it():
    facts = won("main-1-1", "main-1-2", "main-2-1", "losers-1-1", "losers-2-1", "final-1-1")
    found = bracket(DOUBLE, drawn("abcd"), facts)
    assert (found.champion, found.tie("final-2-1").state) == ("a", State.NOT_NEEDED)


def test_each_round_may_be_drawn_on_its_own_before_the_last_is_over():
    cup = Cup("Teams", forms=(TieForm(best_of=1),), redraw=True)
    facts = [*won("main-1-1"), Drawn(Part.MAIN, 2, drawn(["main-1-2", "a"]))]
    final = bracket(cup, drawn("abcd"), facts).tie("main-2-1")
    assert (final.first, final.second) == (Vacant.OPEN, "a")
    assert bracket(cup, drawn("abcd"), [*facts, *won("-main-1-2", "-main-2-1")]).champion == "a"


@pytest.mark.parametrize(("order", "code"), [("ab", "not-through"), (["a", "main-1-2", "main-1-3"], "left-out")])
def test_a_draw_of_the_wrong_names_is_told(order, code):
    cup = Cup("Teams", forms=(TieForm(best_of=1),), redraw=True)
    facts = [*won("main-1-1"), Drawn(Part.MAIN, 2, drawn(order))]
    assert codes(bracket(cup, drawn("abcdefgh"), facts)) == [code]


def test_one_can_see_where_a_tie_leads():
    found = bracket(PLATE, drawn("abcdefgh"))
    assert leads_to(found, "main-1-2").id == "main-2-1"
    assert leads_to(found, "main-1-2", Role.LOSER).id == "plate-1-1"
    assert leads_to(found, "main-3-1") is None


def test_forms_that_cannot_be_are_refused():
    for wrong in ({}, {"best_of": 3, "games": 9}, {"best_of": 2}, {"games": 9, "legs": 3}, {"games": 9, "decider": 2}):
        with pytest.raises(ValueError, match="a tie"):
            TieForm(**wrong)
    with pytest.raises(ValueError, match="double"):
        Cup("x", Shape.DOUBLE, redraw=True)
    with pytest.raises(ValueError, match="no bracket"):
        bracket(Cup("x", Shape.SWISS), drawn("ab"))
