"""What was noted of a match while it was played, told by the apps above this one, which it does not know.

An app that notes games registers a function with `teller` when it is ready. Knows how the answer looks. Refuses to know
who gives it, and to hold it for more than an account of the games: a card is what a captain sends.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from league.schedule.models import Fixture
from scoring.card.constitution import Constitution
from scoring.card.sheet import Card, Side


@dataclass(frozen=True, slots=True)
class Note:
    """Something to be said of one game on the check page; `doubtful` if somebody should look at it, at `url`."""

    words: str
    doubtful: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """The games noted so far: `card` has those that are over, `present` the keys of who played in them, by side.

    `source` is how people call it ("the pegs"), `at` when the last of it came, `url` where it can be looked at.
    """

    source: str
    at: datetime
    card: Card
    present: Mapping[Side, tuple[str, ...]]
    notes: tuple[Note, ...]
    url: str

    @property
    def doubtful(self) -> bool:
        return any(note.doubtful for note in self.notes)


Teller = Callable[[Fixture, Constitution], Told | None]
_tellers: list[Teller] = []


def teller(tells: Teller) -> Teller:
    """Register a function that tells what it knows of a match, or None; once."""
    if tells not in _tellers:
        _tellers.append(tells)
    return tells


def told_of(fixture: Fixture, rules: Constitution) -> Told | None:
    """What was noted of a match; None if nothing was."""
    return next((told for tells in _tellers if (told := tells(fixture, rules)) is not None), None)
