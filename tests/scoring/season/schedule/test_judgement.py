"""What one list is worth against another."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.season.schedule.circle import plain_list
from scoring.season.schedule.edits import ExchangeNights, MoveMatch, apply_edit
from scoring.season.schedule.judge import compare, judge
from tests.scoring.season.schedule.test_edits import FOUR, LIST, NIGHTS, make_task


def test_a_list_is_no_different_from_itself():
    judged = judge(FOUR, LIST)
    same = compare(judged, judged)
    assert (same.broken, same.mended, same.dearer, same.cheaper, same.by_kind) == ((), (), (), (), {})
    assert not same.better


def test_a_move_away_breaks_rounds_and_the_move_back_mends_them():
    there = apply_edit(FOUR, LIST, MoveMatch(LIST[0], NIGHTS[20]))
    whole, broken = judge(FOUR, LIST), judge(FOUR, there)
    worse, back = compare(whole, broken), compare(broken, whole)
    assert {said.code for said in worse.broken} == {"H07"}
    assert worse.mended == ()
    assert (back.mended, back.broken) == (worse.broken, worse.mended)
    assert back.better
    assert not worse.better


@given(teams=st.integers(3, 9), draws=st.tuples(st.integers(0, 99), st.integers(0, 99)), data=st.data())
def test_differences_add_up(teams, draws, data):
    task = make_task(teams)
    one, other = (plain_list(task, draw) for draw in draws)
    match = data.draw(st.sampled_from(other))
    first, second = judge(task, one), judge(task, apply_edit(task, other, ExchangeNights(match, NIGHTS[0])))
    difference = compare(first, second)
    assert difference.hard == second.hard - first.hard
    assert difference.cost == second.cost - first.cost
    gone, come = (sum(cost.amount for cost in said) for said in (difference.cheaper, difference.dearer))
    assert come - gone == difference.cost
