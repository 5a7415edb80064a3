"""Rules, tallies and facts as rows keep them: texts of JSON that many requests read, and that are seldom others."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar, cast

LONG = 2000  # letters: a tally has a few hundred, a league's rules have some 5,000
Value = TypeVar("Value")


def decoded_once(read: Callable[[Any], Value], text: str) -> Value:
    """What `read` makes of a text, which is remembered: never change it in place."""
    return cast("Value", (_of_long if len(text) > LONG else _of_short)(read, text))


def _decoded(read: Callable[[Any], object], text: str) -> object:
    return read(json.loads(text))


# Apart, so that the rules of a thousand leagues neither take 40 MB nor push out the tallies of a season.
_of_long, _of_short = lru_cache(maxsize=200)(_decoded), lru_cache(maxsize=4000)(_decoded)
