"""The running order of a finals night."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.season.running_order import RequestedTie, ScheduledTie, clashes, running_order


def tie(name: str, people: str, *after: str, place: tuple[int, int] | None = None) -> RequestedTie:
    return RequestedTie(name, frozenset(people), after, place)


def test_ties_without_common_people_begin_together_on_as_many_tables_as_there_are():
    order = running_order([tie("a", "12"), tie("b", "34"), tie("c", "56")], tables=2)

    assert order == (ScheduledTie("a", 1, 1), ScheduledTie("b", 1, 2), ScheduledTie("c", 2, 1))


def test_nobody_is_at_two_tables_at_once():
    order = running_order([tie("singles", "12"), tie("pairs", "23")], tables=4)

    assert [each.turn for each in order] == [1, 2]


def test_a_final_comes_after_its_semi_finals_and_they_go_first():
    order = running_order(
        [tie("ladies", "xy"), tie("final", "1234", "semi 1", "semi 2"), tie("semi 1", "12"), tie("semi 2", "34")], 2
    )

    assert order == (
        ScheduledTie("semi 1", 1, 1),
        ScheduledTie("semi 2", 1, 2),
        ScheduledTie("final", 2, 1),
        ScheduledTie("ladies", 2, 2),
    )


def test_what_somebody_has_put_in_its_place_stays_there():
    order = running_order([tie("a", "12"), tie("b", "34", place=(1, 1)), tie("c", "35")], tables=2)

    assert order == (ScheduledTie("b", 1, 1), ScheduledTie("a", 1, 2), ScheduledTie("c", 2, 1))


def test_a_place_that_cannot_be_played_is_told_and_not_changed():
    wanted = [tie("final", "12", "semi", place=(1, 1)), tie("semi", "12", place=(1, 1))]
    order = running_order(wanted, tables=2)

    assert {each.text for each in clashes(wanted, order)} == {
        "are on one table at the same time",
        "may want the same player at the same time",
        "cannot begin before the other is over",
    }


def test_a_tie_that_waits_for_itself_is_impossible():
    with pytest.raises(ValueError, match="waits for itself"):
        running_order([tie("a", "12", "b"), tie("b", "34", "a")], tables=2)


@st.composite
def nights(draw):
    """Up to sixteen ties in a few knockouts, with a small number of people in several of them."""
    wanted: list[RequestedTie] = []
    for cup in range(draw(st.integers(1, 4))):
        size = draw(st.sampled_from([1, 2, 4]))
        before = [
            RequestedTie(f"{cup}-1-{i}", frozenset(draw(st.sets(st.integers(1, 9).map(str), min_size=1, max_size=4))))
            for i in range(size)
        ]
        wanted += before
        number = 1
        while len(before) > 1:
            number += 1
            before = [
                RequestedTie(f"{cup}-{number}-{i}", one.people | other.people, (one.id, other.id))
                for i, (one, other) in enumerate(zip(before[::2], before[1::2], strict=True))
            ]
            wanted += before
    return wanted, draw(st.integers(1, 5))


@given(nights())
def test_every_tie_has_one_place_and_every_order_can_be_played(made):
    wanted, tables = made
    order = running_order(wanted, tables)

    assert sorted(each.id for each in order) == sorted(each.id for each in wanted)
    assert clashes(wanted, order) == ()
    assert all(1 <= each.table <= tables for each in order)
    assert max(each.turn for each in order) <= len(wanted)
    assert running_order(wanted, tables) == order


@given(nights())
def test_no_turn_leaves_a_table_free_for_a_tie_that_could_have_been_on_it(made):
    wanted, tables = made
    order = {each.id: each for each in running_order(wanted, tables)}
    of = {each.id: each for each in wanted}
    for tie_id, placed in order.items():
        for turn in range(1, placed.turn):
            there = [each for each in order.values() if each.turn == turn]
            busy = any(of[each.id].people & of[tie_id].people for each in there)
            waits = any(order[each].turn >= turn for each in of[tie_id].after)
            assert len(there) == tables or busy or waits
