"""A game as it is told: equal to the engine's own replay whatever comes, and what happened last in words."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.play.events import (
    Corrected,
    HandEnded,
    HandStarted,
    HistoryError,
    Knocked,
    MugginsCalled,
    Pegged,
    PeggedBack,
    RevokeShown,
    TilePlayed,
    TotalCalled,
    Undone,
)
from scoring.play.game import new_game
from scoring.play.peg_check import tile_pegs
from scoring.play.presets import preset
from scoring.play.projection import LAST, to_json
from scoring.play.tiles import Tile
from tests.scoring.folds import projection_of, replay_past_faults

TEESDALE = preset("fives-threes:teesdale")
LEEK = preset("fives-threes:leek")
CHIP = LEEK.but(chip=1)


def told(*events, rules=TEESDALE, players=2, leader=0):
    return to_json(projection_of(rules, players, events, leader))


def lines(view):
    return [(each["how"], each["side"], each["pegs"], each["score"]) for each in view["last"]]


def test_start_of_a_game():
    assert told() == {
        "scores": [0, 0], "back": [0, 0], "target": 61, "needs": [61, 61], "hand": 1, "leader": 0, "drop": 0,
        "winner": None, "last": [],
    }  # fmt: skip


def test_pegs_move_the_front_peg_and_leave_the_back_peg_behind():
    view = told(Pegged("1", 0, 8), Pegged("2", 1, 3), Pegged("3", 0, 2))
    assert (view["scores"], view["back"], view["needs"]) == ([10, 3], [8, 0], [51, 58])
    assert lines(view) == [("pegged", 0, 2, 10), ("pegged", 1, 3, 3), ("pegged", 0, 8, 8)]


def test_drop_passes_to_the_left_with_each_hand():
    view = told(Pegged("1", 0, 8), HandEnded("2", 0), Pegged("3", 1, 2), HandEnded("4"))
    assert (view["hand"], view["leader"], view["drop"]) == (3, 0, 0)
    assert lines(view) == [("blocked", None, 0, None), ("pegged", 1, 2, 2), ("out", 0, 0, 8), ("pegged", 0, 8, 8)]


def test_first_drop_is_told_by_the_first_hand_where_nobody_said():
    assert (told(leader=None)["leader"], told(leader=None)["drop"]) == (None, None)
    view = told(HandStarted("1", 1), Pegged("2", 1, 3), HandEnded("3", 1), leader=None)
    assert (view["leader"], view["drop"]) == (1, 0)


def on(score, side=0):
    """Pegs that bring a side to a score."""
    return [Pegged(f"on{number}", side, pegs) for number, pegs in enumerate([8] * (score // 8) + [score % 8])]


def test_exact_finish_bust_and_win():
    view = told(*on(58), Pegged("bust", 0, 4), Pegged("won", 0, 3), Pegged("late", 1, 2))
    assert lines(view)[:2] == [("won", 0, 3, 61), ("bust", 0, 4, 58)]
    assert (view["winner"], view["needs"], view["scores"]) == (0, [0, 61], [61, 0])


def test_win_with_the_drop_is_barred():
    view = told(*on(58), HandEnded("end"), Pegged("drop", 0, 3, lead=True))
    assert (lines(view)[0], view["scores"]) == (("barred", 0, 3, 58), [58, 0])


def test_bounce():
    assert lines(told(*on(59), Pegged("b", 0, 8), rules=preset("fives-threes:pagat-bounce")))[0] == (
        "bounced",
        0,
        8,
        55,
    )


def test_peg_back_and_knock():
    view = told(Pegged("1", 0, 8), Knocked("2", 1), PeggedBack("3", 0, 3, "miscounted"))
    assert lines(view)[:2] == [("back", 0, 3, 5), ("knocked", 1, 0, 0)]


def test_what_was_undone_is_listed_as_undone_until_something_else_happens():
    view = told(Pegged("1", 0, 8), Pegged("2", 0, 3), Undone("3", "1"))
    assert (view["scores"], view["back"]) == ([3, 0], [0, 0])
    assert lines(view) == [("undone", 0, 8, 3), ("pegged", 0, 3, 3)]
    view = told(Pegged("1", 0, 8), Pegged("2", 0, 3), Undone("3", "1"), Pegged("4", 1, 6))
    assert lines(view) == [("pegged", 1, 6, 6), ("pegged", 0, 3, 3)]


NINE = Pegged("nine", 0, 9)


@pytest.mark.parametrize(
    "after",
    [
        Pegged("a", 1, 2), Pegged("a", 0, 0), Knocked("a", 1), TotalCalled("a", 1, 10),
        HandEnded("a", 1), HandEnded("a"),
    ],
    ids=lambda event: type(event).__name__,
)  # fmt: skip
def test_a_chip_point_is_left_out_once_its_hand_goes_on(after):
    """And counts again where what came after it is undone, or it is corrected."""
    before = [Pegged("1", 0, 4), NINE, PeggedBack("back", 1, 5)]
    standing, went_on = projection_of(CHIP, 2, before, 0), projection_of(CHIP, 2, [*before, after], 0)
    assert (standing.game.scores[0], went_on.game.scores[0]) == (13, 4)
    assert standing.faults == {}
    assert str(went_on.faults["nine"]) == "9 ends a hand, and this one went on"
    assert [fault for _, fault in went_on.untaken] == ["9 ends a hand, and this one went on"]
    assert NINE not in went_on.facts
    went_on.apply(Undone("undo", "a"))
    assert (went_on.game.scores[0], went_on.faults) == (13, {})
    went_on.apply(replace(after, id="again"))
    went_on.apply(Corrected("right", "nine", Pegged("nine", 0, 8), "Miscounted"))
    assert (went_on.game.scores[0] >= 12, "nine" in went_on.faults) == (True, False)


def test_a_chip_point_stands_where_its_hand_ends_with_it():
    for rest in ((), (HandEnded("end", 0),), (HandEnded("end", 0), Pegged("next", 1, 3)), (PeggedBack("b", 1, 1),)):
        assert projection_of(CHIP, 2, [Pegged("1", 0, 4), NINE, *rest], 0).game.scores[0] == 13
    assert projection_of(TEESDALE, 2, [Pegged("1", 0, 4), NINE], 0).game.scores[0] == 4  # a league without chip points
    late = projection_of(CHIP, 2, [Pegged("1", 0, 4), NINE, HandEnded("end", 0), Pegged("2", 1, 2)], 0)
    late.apply(Undone("undo", "end"))
    assert late.game.scores[0] == 4


def test_correction_and_its_undoing():
    events = (Pegged("1", 0, 8), Pegged("2", 1, 2), Corrected("3", "1", Pegged("x", 1, 6), "it was Bob's"))
    view = told(*events)
    assert (view["scores"], lines(view)[0]) == ([0, 8], ("corrected", 1, 6, 8))
    view = told(*events, Undone("4", "3"))
    assert (view["scores"], lines(view)[0]) == ([8, 2], ("undone", 1, 6, 2))


def test_revoke_moves_the_offender_back_or_pays_the_opponent():
    assert lines(told(*on(10), RevokeShown("r", 0), rules=LEEK))[0] == ("back", 0, 8, 2)
    assert lines(told(*on(3), RevokeShown("r", 0), rules=LEEK))[0] == ("pegged", 1, 8, 8)


def test_totals_and_muggins():
    rules = replace(preset("fives-threes:pagat"), muggins_call=True)
    view = told(TotalCalled("1", 0, 15, chip=True), rules=rules)
    assert lines(view)[0] == ("pegged", 0, 9, 9)
    view = told(TilePlayed("1", 0, Tile(5, 5), claimed=1), MugginsCalled("2", 1), rules=rules)
    assert lines(view) == [("pegged", 1, 1, 1), ("pegged", 0, 1, 1)]


def test_last_tile_goes_out_and_the_knock_that_blocks_is_said():
    deal = ((Tile(5, 5),), (Tile(4, 4),))
    view = told(HandStarted("1", 0, deal), TilePlayed("2", 0, Tile(5, 5)))
    assert (lines(view), view["hand"]) == ([("out", 0, 2, 2)], 2)
    deal = ((Tile(5, 5), Tile(6, 5)), (Tile(4, 4), Tile(3, 3)))
    view = told(
        HandStarted("1", 0, deal), TilePlayed("2", 0, Tile(6, 5)), Knocked("3", 1), Knocked("4", 0, revoke=True)
    )
    assert lines(view)[0] == ("blocked", None, 0, None)


def test_twelve_things_are_told():
    view = told(*(Pegged(str(number), 0, 1) for number in range(20)))
    assert [each["id"] for each in view["last"]] == [str(number) for number in range(19, 19 - LAST, -1)]


def test_pairs_have_four_seats_and_two_sides():
    view = told(Pegged("1", 0, 8), HandEnded("2"), HandStarted("3"), Knocked("4", 1), players=4)
    assert (view["drop"], view["scores"], lines(view)[0]) == (1, [8, 0], ("knocked", 1, 0, 0))


def test_impossible_events_are_refused_and_lose_nothing():
    telling = projection_of(
        TEESDALE,
        2,
        (Pegged("1", 0, 8), Pegged("2", 5, 8), Undone("3", "nobody"), Corrected("4", "none", Pegged("x", 0, 1), "")),
    )
    assert telling.game.scores == (8, 0)
    assert [(event.id, fault.code) for event, fault in telling.refused] == [
        ("2", "side"), ("3", "unknown_event"), ("4", "unknown_event"),
    ]  # fmt: skip


def test_event_that_was_taken_before_changes_nothing():
    view = told(Pegged("1", 0, 8), Pegged("1", 0, 8), Pegged("1", 1, 3))
    assert (view["scores"], len(view["last"])) == ([8, 0], 1)


def test_another_first_drop_retells_the_game():
    telling = projection_of(TEESDALE, 2, (Pegged("1", 0, 8), HandEnded("2")), leader=0)
    telling.set_leader(1)
    assert (to_json(telling)["leader"], to_json(telling)["drop"], to_json(telling)["scores"]) == (1, 0, [8, 0])


SIDES = st.integers(0, 2)
FACTS = st.one_of(
    st.builds(Pegged, st.just(""), SIDES, st.integers(-1, 9), st.booleans()),
    st.builds(TotalCalled, st.just(""), SIDES, st.integers(0, 26), st.booleans()),
    st.builds(TilePlayed, st.just(""), SIDES, st.builds(Tile, st.integers(3, 6), st.integers(0, 3))),
    st.builds(Knocked, st.just(""), SIDES, st.booleans()),
    st.builds(HandStarted, st.just(""), st.one_of(st.none(), SIDES)),
    st.builds(HandEnded, st.just(""), st.one_of(st.none(), SIDES)),
    st.builds(PeggedBack, st.just(""), SIDES, st.integers(-1, 9)),
    st.builds(RevokeShown, st.just(""), SIDES),
)


@st.composite
def histories(draw):
    """Facts, undos and corrections of anything told before, sensible or not; each with an id of its own."""
    events = []
    for number in range(draw(st.integers(0, 40))):
        ref = str(draw(st.integers(0, number + 1)))
        fact = replace(draw(FACTS), id=str(number))
        kind = draw(st.sampled_from("fffffuc"))
        other = {"u": Undone(str(number), ref), "c": Corrected(str(number), ref, fact, "said so")}
        events.append(other.get(kind, fact))
    return events


def sensible(events):
    """The events without the undos and corrections that the engine's own history cannot read."""
    kept = []
    for event in events:
        try:
            replay_past_faults(new_game(LEEK), [*kept, event])
        except HistoryError:
            continue
        kept.append(event)
    return kept


@given(histories(), st.sampled_from(("fives-threes:leek", "fives-threes:pagat", "fives-threes:pagat-bounce")))
def test_telling_is_what_the_engine_replays(events, name):
    rules = preset(name).but(target=31)
    takes = tile_pegs(rules, 2)  # the engine takes what no tile can give all the same, and a chip point anywhere
    events = [
        event for event in events if not takes.fault(event) and not takes.ends_hand(getattr(event, "event", event))
    ]
    telling = projection_of(rules, 2, events)
    game, refused = replay_past_faults(new_game(rules), sensible(events))
    assert replace(telling.game, log=()) == replace(game, log=())
    facts = [(fact, fault.code) for fact, fault in telling.refused if (fact, fault) not in telling.senseless]
    assert facts == [(fact, fault.code) for fact, fault in refused]


@given(histories(), st.sampled_from((LEEK, CHIP)))
def test_telling_is_the_same_event_by_event_and_at_once(events, rules):
    """What a frame of the stream says is what a fresh reading of the log says."""
    step = projection_of(rules, 2, ())
    for number, event in enumerate(events, start=1):
        step.apply(event)
        if number % 7 == 0:
            assert to_json(step) == to_json(projection_of(rules, 2, events[:number]))
    assert to_json(step) == to_json(projection_of(rules, 2, events))


@pytest.mark.parametrize("pegs", [0, 8])
def test_whole_numbers_are_told_as_numbers(pegs):
    assert all(type(score) is int for score in told(Pegged("1", 0, pegs))["scores"])
