"""Where the ties of a bracket stand: columns that halve, feeders beside one another, every tie once."""

from itertools import pairwise
from random import Random

import pytest

from league.cups.presenters.bracket_tree import (
    ON_A_SCREEN,
    TREE_ON_A_SCREEN,
    bracket_screens,
    bracket_tree,
    feeders,
)
from scoring.season.knockout.bracket import State, bracket
from scoring.season.knockout.cups import OPEN_DAY, SINGLES, Cup, Part, Plate, TieForm
from scoring.season.knockout.draw import DrawRules, Lots, make_draw
from scoring.season.knockout.facts import Drawn, Scored, WalkedOver, Withdrew
from tests.scoring.season.knockout.played import any_cup, any_entrants, any_rules, draw_of, names, play
from tests.seeds import seeds

STRAIGHT = Cup("Singles", forms=(TieForm(best_of=1),))


def drawn(order):
    return make_draw([each for each in names(99) if each.id in order], DrawRules(), Lots(names=tuple(order)))


def first(number):
    return [f"e{i:03}" for i in range(number)]


def named(number):
    return {name: f"Name {i}" for i, name in enumerate(first(number))}


def shown(picture):
    """The boxes of each column by tie, "" for an empty place."""
    return [[box.tie.id if box else "" for box in column.boxes] for column in picture.columns]


def dashed(scores):
    return scores.replace("-", "\N{EN DASH}")


def sides(picture, tie):
    box = next(box for column in picture.columns for box in column.drawn if box.tie.id == tie)
    return [side.name for side in box.sides]


# --- places -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", seeds(120))
def test_every_tie_has_one_place_between_those_that_lead_to_it(seed):
    """Any cup that there can be, at any moment of it."""
    dice = Random(seed)
    cup = any_cup(dice)
    entrants = any_entrants(dice, dice.randint(2, 40))
    draw = make_draw(entrants, any_rules(dice, fixed=not cup.redraw), Lots("seed", "main 1"))
    facts = play(cup, draw, dice)
    found = bracket(cup, draw, facts[: dice.randint(0, len(facts))])
    pictures = bracket_tree(found, {each.id: each.id for each in entrants})

    boxes = [box.tie.id for picture in pictures for column in picture.columns for box in column.drawn]
    assert sorted(boxes) == sorted(tie.id for tie in found.ties if tie.state is not State.NOT_NEEDED)
    for picture in pictures:
        for before, after in pairwise(picture.columns):
            assert len(before.boxes) == len(after.boxes) * (2 if before.halves else 1)
            assert_feeders_stand_beside(before, after)


def assert_feeders_stand_beside(before, after):
    wide = 2 if before.halves else 1
    places = {box.tie.id: place for place, box in enumerate(before.boxes) if box}
    for place, box in enumerate(after.boxes):
        leading = [places[tie] for tie in feeders(box.tie) if tie in places] if box else []
        assert {each // wide for each in leading} <= {place}
        assert len(leading) == len(set(leading)) == (box.fed if box else 0)
        assert [before.boxes[each].leads for each in leading] == [True] * len(leading)


@pytest.mark.parametrize("number", [2, 3, 4, 5, 8, 9, 33, 64, 100, 256])
def test_a_knockout_drawn_at_once_halves_with_every_round(number):
    (picture,) = bracket_tree(bracket(SINGLES, draw_of(number)), {})
    sizes = [len(column.boxes) for column in picture.columns]
    assert sizes[-1] == 1
    assert all(one == 2 * other for one, other in pairwise(sizes))
    assert 2 * sizes[0] >= number > sizes[0]


def test_earlier_rounds_stand_by_the_later_draws():
    """The first tie of the round drawn last stands at the top, with those that led to it."""
    cup = Cup("Pairs", forms=(TieForm(best_of=1),), redraw=True)
    order = first(8)
    won = [Scored(f"main-1-{i}", 1, 0) for i in range(1, 5)]
    again = make_draw(
        [each for each in names(8) if each.id in order[::2]],
        DrawRules(fixed=False),
        Lots(names=("e006", "e002", "e000", "e004")),
    )
    found = bracket(cup, drawn(order), [*won, Drawn(Part.MAIN, 2, again)])
    (picture,) = bracket_tree(found, named(8))
    assert shown(picture) == [["main-1-4", "main-1-2", "main-1-1", "main-1-3"], ["main-2-1", "main-2-2"]]


def test_a_tie_that_leads_nowhere_stands_below():
    """Both who met in it withdrew before the next round was drawn."""
    cup = Cup("Pairs", forms=(TieForm(best_of=1),), redraw=True)
    facts = [Scored(f"main-1-{i}", 1, 0) for i in range(1, 4)]
    facts += [Withdrew("e006", "moved away"), Withdrew("e007", "moved away")]
    found = bracket(cup, drawn(first(8)), facts)
    through = [tie.winner for tie in found.ties if tie.winner in {"e000", "e002", "e004"}]
    again = make_draw(
        [each for each in names(8) if each.id in through], DrawRules(fixed=False), Lots(names=tuple(through))
    )
    (picture,) = bracket_tree(bracket(cup, drawn(first(8)), [*facts, Drawn(Part.MAIN, 2, again)]), named(8))
    assert shown(picture)[0].index("main-1-4") > shown(picture)[0].index("main-1-1")
    assert len(shown(picture)[0]) == 2 * len(shown(picture)[1])


def test_a_second_chance_goes_on_at_the_same_width_in_every_other_round():
    pictures = bracket_tree(bracket(OPEN_DAY, draw_of(8)), named(8))
    assert [picture.title for picture in pictures] == ["", "Second chance", "Final"]
    assert [len(column.boxes) for column in pictures[1].columns] == [2, 2, 1, 1]
    assert [column.halves for column in pictures[1].columns] == [False, True, False, False]
    assert [column.name for column in pictures[2].columns] == ["Final", "Second final"]


def test_a_second_final_that_is_not_wanted_is_not_shown():
    facts = [Scored("main-1-1", 1, 0), Scored("final-1-1", 2, 0)]
    pictures = bracket_tree(bracket(OPEN_DAY, draw_of(2), facts), named(2))
    assert [column.name for column in pictures[-1].columns] == ["Final"]
    assert pictures[-1].winner == named(2)[pictures[0].columns[0].drawn[0].tie.winner]
    assert pictures[0].winner == ""


# --- what is said -----------------------------------------------------------------------------------------------------
def test_places_say_whom_they_wait_for():
    found = bracket(STRAIGHT, drawn(first(8)), [Scored("main-1-1", 1, 0)])
    (picture,) = bracket_tree(found, named(8))
    assert sides(picture, "main-2-1") == ["Name 0", "Name 2 or Name 3"]
    assert sides(picture, "main-3-1") == ["Winner of semi-final 1", "Winner of semi-final 2"]


def test_losers_are_waited_for_as_losers():
    cup = Cup("Singles", forms=(TieForm(best_of=1),), third=True, plate=Plate.FIXED)
    pictures = {each.part: each for each in bracket_tree(bracket(cup, drawn(first(4)), []), named(4))}
    assert sides(pictures[Part.THIRD], "third-1-1") == ["Loser of Name 0 v Name 1", "Loser of Name 2 v Name 3"]
    assert [each.title for each in pictures.values()] == ["", "Third place", "Plate"]


def test_a_bye_is_one_side_and_says_so():
    (picture,) = bracket_tree(bracket(STRAIGHT, drawn(first(3))), named(3))
    box = next(box for box in picture.columns[0].drawn if box.tie.state is State.BYE)
    assert [side.name for side in box.sides] == ["Name 2"]
    assert box.words == ("Bye",)


def test_scores_stand_beside_their_names_and_the_winner_is_marked():
    (picture,) = bracket_tree(bracket(STRAIGHT, drawn(first(2)), [Scored("main-1-1", 0, 1)]), named(2))
    assert [(side.name, side.score, side.won) for side in picture.columns[0].drawn[0].sides] == [
        ("Name 0", 0, False),
        ("Name 1", 1, True),
    ]
    assert picture.winner == "Name 1"


def test_two_legs_are_added_up_and_a_decider_is_told():
    cup = Cup("Teams", forms=(TieForm(games=4, legs=2, decider=3),))
    scored = [Scored("main-1-1", 3, 1), Scored("main-1-1", 1, 3, leg=2), Scored("main-1-1", 2, 1, leg=3)]
    boxes = [
        bracket_tree(bracket(cup, drawn(first(2)), scored[:n]), named(2))[0].columns[0].drawn[0] for n in (1, 2, 3)
    ]
    assert [[side.score for side in box.sides] for box in boxes] == [[3, 1], [4, 4], [4, 4]]
    assert [box.words for box in boxes] == [
        ("First leg",),
        (f"Legs {dashed('3-1, 1-3')}", "Level: a decider is to be played"),
        (f"Legs {dashed('3-1, 1-3')}", f"Decider {dashed('2-1')}"),
    ]


def test_a_walkover_has_no_score():
    (picture,) = bracket_tree(bracket(STRAIGHT, drawn(first(2)), [WalkedOver("main-1-1", "e001", "ill")]), named(2))
    box = picture.columns[0].drawn[0]
    assert [(side.score, side.won) for side in box.sides] == [(None, False), (None, True)]
    assert box.words == ("Walkover",)


def test_the_round_that_is_being_played_is_the_one_that_opens():
    played = [Scored(f"main-1-{i}", 1, 0) for i in range(1, 5)]
    rounds = [bracket_tree(bracket(STRAIGHT, drawn(first(8)), played[:n]), named(8))[0].now for n in (0, 3, 4)]
    assert rounds == [0, 0, 1]
    whole = [*played, *(Scored(f"main-2-{i}", 1, 0) for i in (1, 2)), Scored("main-3-1", 1, 0)]
    over = bracket_tree(bracket(STRAIGHT, drawn(first(8)), whole), named(8))[0]
    assert (over.now, [column.now for column in over.columns]) == (2, [False] * 3)


def test_a_late_tie_does_not_keep_its_round_open():
    played = [Scored(f"main-1-{i}", 1, 0) for i in range(1, 8)]
    late = bracket_tree(bracket(STRAIGHT, drawn(first(16)), played), named(16))[0]
    assert late.columns[0].to_play == 1
    assert late.now == 1


def test_what_is_known_besides_stands_after_the_state():
    notes = {"main-1-1": ("Tue 24 Nov, 8pm", "The Crown")}, {(Part.MAIN, 1): "Play by Sat 28 Nov"}
    column = bracket_tree(bracket(STRAIGHT, drawn(first(2))), named(2), *notes)[0].columns[0]
    assert column.words == "Play by Sat 28 Nov"
    assert column.drawn[0].words == ("Tue 24 Nov, 8pm", "The Crown")


# --- the screen in the pub --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", [2, 5, 16, 17, 64, 256])
def test_screens_show_every_tie_of_the_round_and_never_too_many(number):
    (picture,) = bracket_tree(bracket(STRAIGHT, draw_of(number)), named(number))
    screens = list(bracket_screens(picture))
    trees = [screen["picture"] for screen in screens if "picture" in screen]
    shown = [box for screen in screens for box in screen.get("boxes", ())]
    shown += [box for tree in trees for column in tree.columns for box in column.drawn]
    played = {box.tie.id for box in picture.columns[0].drawn if box.tie.state is not State.BYE}
    assert played <= {box.tie.id for box in shown}
    assert all(len(screen.get("boxes", ())) <= ON_A_SCREEN for screen in screens)
    assert all(len(tree.columns[0].boxes) <= TREE_ON_A_SCREEN for tree in trees)


def test_last_rounds_are_a_tree_once_somebody_is_in_them():
    first, second = ([Scored(f"main-{number}-{i}", 1, 0) for i in range(1, 17)] for number in (1, 2))
    (early,) = bracket_tree(bracket(STRAIGHT, draw_of(32)), named(32))
    (next_on,) = bracket_tree(bracket(STRAIGHT, draw_of(32), [*first, second[0]]), named(32))
    (late,) = bracket_tree(bracket(STRAIGHT, draw_of(32), [*first, *second]), named(32))
    assert [screen["title"] for screen in bracket_screens(early)] == ["Round 1", "Round 1"]
    assert [screen["title"] for screen in bracket_screens(next_on)] == ["Round 2", "To the final"]
    assert [screen["title"] for screen in bracket_screens(late)] == ["To the final"]
