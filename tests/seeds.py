"""Seeds for generated cases: other ones in every run, and all of them follow from one number, SEED.

`make test` and `make prove` choose it and print it; with the same SEED a run makes the same cases again.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
SEED = int(os.environ.get("SEED", "0"))
PROVING = os.environ.get("HYPOTHESIS_PROFILE") == "prove"
_EACH = 1_000_000  # more cases than any proof makes


def seeds(count: int, batch: int = 0, batches: int = 1) -> range:
    """`count` seeds that no other run has, or the share of one of several batches of them."""
    first = SEED * _EACH
    return range(first + batch * count // batches, first + (batch + 1) * count // batches)


def by_turns(cases: Sequence[T], number: int) -> list[T]:
    """One of so many cases, others in each run and in so many runs all of them; all at once in `make prove`."""
    return list(cases if PROVING else cases[SEED % min(number, len(cases)) :: number])


def examples(count: int) -> int:
    """How many examples of a property: so many in `make prove`, a fifth in the gate, whose runs add up to more."""
    return count if PROVING else count // 5
