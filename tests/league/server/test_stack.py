"""However deep something is done, no call of it has to take room for Python's stack from the system."""

from resource import RUSAGE_SELF, getrusage

from league.server.stack import with_room

CALLS, DEPTHS = 500, 300


def pages_taken(depth):
    """How many pages of memory the system hands out while something is called often, so deep on the stack."""
    if depth:
        return pages_taken(depth - 1)
    before = getrusage(RUSAGE_SELF).ru_minflt
    for _ in range(CALLS):
        _called()
    return getrusage(RUSAGE_SELF).ru_minflt - before


def _called():
    a = b = c = d = e = f = g = h = None
    return a, b, c, d, e, f, g, h


def test_however_deep_a_page_is_no_call_takes_room_from_the_system():
    @with_room
    def most_taken():
        return max(pages_taken(depth) for depth in range(DEPTHS))

    assert most_taken() < CALLS
