"""What a card is filled with before the captain sees it: games that were recorded live, by an app above this one.

Such an app has a method `live_prefill` in its AppConfig (`LivePrefillSource`). A prefill is only an account of the
games: a card is what a captain sends.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from django.apps import apps

from league.schedule.models import Fixture
from scoring.card.constitution import Constitution
from scoring.card.sheet import Card, Side


@dataclass(frozen=True, slots=True)
class PrefillNote:
    """Something to be said of one game on the check page; `doubtful` if somebody should look at it, at `url`."""

    text: str
    doubtful: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class LivePrefill:
    """The games recorded so far: `card` has those that are over, `present` the keys of who played in them, by side.

    `source` is how people call it ("the live score"), `at` when the last of it came, `url` where it can be looked at.
    """

    source: str
    at: datetime
    card: Card
    present: Mapping[Side, tuple[str, ...]]
    notes: tuple[PrefillNote, ...]
    url: str

    @property
    def doubtful(self) -> bool:
        return any(note.doubtful for note in self.notes)


@runtime_checkable
class LivePrefillSource(Protocol):
    """The AppConfig of an app that records games while they are played."""

    def live_prefill(self, fixture: Fixture, rules: Constitution) -> LivePrefill | None: ...


def live_prefill(fixture: Fixture, rules: Constitution) -> LivePrefill | None:
    """What the first installed app that records games has of a match; None where there is nothing."""
    sources = (app for app in apps.get_app_configs() if isinstance(app, LivePrefillSource))
    return next((found for app in sources if (found := app.live_prefill(fixture, rules)) is not None), None)
