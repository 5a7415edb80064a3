"""Rules, tallies and facts as rows keep them: texts of JSON that many requests read, and that are seldom others.

Knows only the texts. Refuses to know what they say: whoever asks brings what makes a value of it.
"""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar, cast

Value = TypeVar("Value")


def decoded_once(read: Callable[[Any], Value], text: str) -> Value:
    """What `read` makes of a text, which is remembered: never change it in place."""
    return cast("Value", _decoded(read, text))


@lru_cache(maxsize=2000)  # a league's rules take some 30 kB, a tally a tenth of that
def _decoded(read: Callable[[Any], object], text: str) -> object:
    return read(json.loads(text))
