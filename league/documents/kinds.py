"""The kinds of large paper that there are, and what the function that draws one is given.

An app that has a paper of more than a few pages writes, in its `tasks`:

    @paper("booklet")
    def booklet(asked: Asked, progress: Progress) -> Iterator[str | bytes]:
        ...

and yields it part by part: HTML of some pages, which is drawn before the next part is asked for, or a PDF that it has
drawn by itself. So a paper of hundreds of pages is never in memory as a whole, and between two parts it can be stopped.
The function runs in the league's scope and may be called again from the start, when a worker died half way.
Knows names and functions; refuses to know rows, files and PDF.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from django.utils.module_loading import autodiscover_modules

from league.jobs.kinds import Progress
from league.teams.models import League


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for: `args` as JSON, `at` the moment that it is correct at, `site` where its addresses begin.

    `full_names` is whether only officers get it, so that whole names may stand on it.
    """

    league: League
    args: dict[str, Any]
    at: datetime
    site: str
    full_names: bool


Builder: TypeAlias = Callable[[Asked, Progress], Iterator[str | bytes]]
_builders: dict[str, Builder] = {}


def paper(kind: str) -> Callable[[Builder], Builder]:
    """Register the function that draws papers of this kind. A kind has one function."""

    def register(builder: Builder) -> Builder:
        known = _builders.setdefault(kind, builder)
        if (known.__module__, known.__qualname__) != (builder.__module__, builder.__qualname__):
            raise ValueError(f"Two functions for papers of kind {kind}: {known.__module__} and {builder.__module__}.")
        return builder

    return register


def builder_of(kind: str) -> Builder:
    """The function for a kind.

    Raises:
        KeyError: no app has registered such a kind.
    """
    if kind not in _builders:
        autodiscover_modules("tasks")
    return _builders[kind]
