"""Calls that begin at the same moment, a thread each."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from threading import Barrier
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection
from django_scopes import scope

from league.teams.models import League
from tests.waiting import HANG


def at_once(*calls: Callable[[], Any], league: League | None = None) -> list[Any]:
    """What each call gives, or the ValidationError that its person is told; made in the scope of `league`."""
    together = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            together.wait(timeout=HANG)
            with scope(league=league) if league else nullcontext():
                return call()
        except ValidationError as told:
            return told
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls, timeout=HANG))
