"""The doorbell: whoever puts a job in rings it, and whoever sees to jobs in this process answers at once.

Nothing depends on it, since waiting jobs are looked for in the rows every few seconds too. Knows a function to call.
"""

from collections.abc import Callable

_answers: list[Callable[[int], None]] = []


def answer_with(answer: Callable[[int], None] | None) -> None:
    """Have this called with the key of each job put in by this process; None for nobody at home."""
    _answers[:] = [answer] if answer else []


def ring(job_id: int) -> None:
    for answer in _answers:
        answer(job_id)
