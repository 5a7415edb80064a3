"""What of the interpreter's housekeeping is put off while a large paper is drawn. Refuses to know what a paper is."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# New objects after which the interpreter looks for what has no use any more. It does so after 700, but of a page half
# a million are made, and nearly all of them go by themselves: a third of the time to draw it is spent looking. After
# twenty thousand there is a tenth of that, and hardly more memory in use.
OFTEN = 20_000


@contextmanager
def sparing() -> Iterator[None]:
    """While inside, what is there already is not looked through again and again, and what is new less often."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(OFTEN, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
