"""What one list is worth against another."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.season.schedule.edits import Exchanged, Moved, edited
from scoring.season.schedule.judge import judge
from scoring.season.schedule.plain import plain_list
from scoring.season.schedule.weighing import weigh
from tests.scoring.season.schedule.test_edits import FOUR, LIST, NIGHTS, make_task


def test_a_list_is_no_different_from_itself():
    judged = judge(FOUR, LIST)
    same = weigh(judged, judged)
    assert (same.broken, same.mended, same.dearer, same.cheaper, same.by_kind) == ((), (), (), (), {})
    assert not same.better


def test_a_move_away_breaks_rounds_and_the_move_back_mends_them():
    there = edited(FOUR, LIST, Moved(LIST[0], NIGHTS[20]))
    whole, broken = judge(FOUR, LIST), judge(FOUR, there)
    worse, back = weigh(whole, broken), weigh(broken, whole)
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
    first, second = judge(task, one), judge(task, edited(task, other, Exchanged(match, NIGHTS[0])))
    difference = weigh(first, second)
    assert difference.hard == second.hard - first.hard
    assert difference.cost == second.cost - first.cost
    gone, come = (sum(cost.amount for cost in said) for said in (difference.cheaper, difference.dearer))
    assert come - gone == difference.cost
