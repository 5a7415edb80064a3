"""Sets are made as small as they can be while they still clash."""

from hypothesis import given
from hypothesis import strategies as st

from league.schedule.solver.conflicts import shrink

LETTERS = "abcdefghij"


@given(
    st.sets(st.frozensets(st.sampled_from(LETTERS), min_size=1), min_size=1, max_size=4),
    st.sets(st.sampled_from(LETTERS)),
)
def test_what_is_left_clashes_and_no_part_of_it_can_go(conflicts, beside):
    def clashes(ids):
        return any(conflict <= ids for conflict in conflicts)

    left = [letter for letter in LETTERS if letter not in beside]
    needed = shrink(left, clashes, beside=beside)
    assert clashes({*needed, *beside}) == clashes({*left, *beside})
    if clashes({*left, *beside}):
        assert all(not clashes(({*needed} - {each}) | beside) for each in needed)


def test_early_candidates_are_taken_first():
    conflicts = [{"a", "b"}, {"c", "d"}]
    assert shrink("abcd", lambda ids: any(conflict <= ids for conflict in conflicts)) == ("a", "b")


def test_in_doubt_a_part_stays():
    assert shrink("abc", lambda _: False) == ("a", "b", "c")
