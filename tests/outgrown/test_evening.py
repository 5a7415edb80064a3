"""A whole evening: ten matches pegged by forty phones, five hundred who watch, fifty pages read a second.

EVENING_SECONDS says how long it is and EVENING_SHARE how much of the load there is; `make prove` says 300 and 1. The
default, one process on SQLite, is given a third of it.
"""

import asyncio
import os

import pytest

from tests.outgrown.evening import Evening
from tests.outgrown.whole import embedded_site

pytestmark = pytest.mark.proof
SECONDS = float(os.environ.get("EVENING_SECONDS", "6"))
SHARE = float(os.environ.get("EVENING_SHARE", "0.1"))


def prove(whole, matches: list[dict], share: float, figures, **named):
    evening = Evening(whole.port, matches, share)
    asyncio.run(evening.run(SECONDS))
    figures(proof="evening", seconds=SECONDS, **named, **evening.figures())
    evening.check({match["code"]: whole.rows("log", match["code"]) for match in evening.matches})


def test_an_evening_on_several_processes(whole, figures):
    prove(whole, whole.matches[2:], SHARE, figures, shape="several processes, PostgreSQL, Redis")


def test_a_third_of_an_evening_on_one_process(figures):
    with embedded_site(matches=max(1, round(10 * SHARE / 3)), nights=4) as whole:
        if SHARE >= 1:  # else the server does so beside its first minute
            whole.compile()
        whole.serve()
        prove(whole, whole.matches, SHARE / 3, figures, shape="one process, SQLite")
