"""What has happened to a season under way that its list is to be mended for, as a value beside the list's task."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from league.schedule.models import FixtureList
from league.teams.models import Venue
from league.ui.words import night
from scoring import codec


class What(StrEnum):
    """What has happened to a pub, or that the list alone is to be mended."""

    NOTHING = "nothing"
    SHUT = "shut"
    MOVED = "moved"
    BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class Happened:
    """What a list is mended for. `notice` is how many days from now on nothing changes.

    A pub, `venue`, is SHUT from `first` to `last` (None: for good), its teams have MOVED to the pub `other` from
    `first` on, or it has `boards` from then on. `catch_up` is a weekday on which matches may be played besides.
    """

    what: What = What.NOTHING
    notice: int = 7
    venue: int | None = None
    other: int | None = None
    boards: int | None = None
    first: date | None = None
    last: date | None = None
    catch_up: int | None = None

    def shut_on(self, day: date) -> bool:
        """Whether the pub is shut that day because of it."""
        if self.what is not What.SHUT or self.first is None:
            return False
        return self.first <= day and (self.last is None or day <= self.last)

    def moves(self, venue: int) -> bool:
        """Whether the teams of that pub play at `other` because of it."""
        return self.what is What.MOVED and self.venue == venue and self.other is not None


KEY = "happened"


def happened_of(row: FixtureList) -> Happened:
    """What the list was mended for, as its row keeps it beside the task."""
    return codec.bare_as(Happened, row.task.get(KEY, {}), KEY)


def kept_with(task: dict[str, Any], happened: Happened) -> dict[str, Any]:
    """A written task with what it was made for."""
    return {**task, KEY: codec.bare(happened)}


def in_words(happened: Happened) -> str:
    """What has happened, as a sentence; one query for a pub's name."""
    if happened.what is What.NOTHING or happened.first is None:
        return "What is left of the list, worked out again."
    names = dict(Venue.objects.filter(pk__in=[happened.venue, happened.other]).values_list("pk", "name"))
    pub, first = names.get(happened.venue, "A pub"), night(happened.first)
    if happened.what is What.SHUT:
        return f"{pub} is shut from {first}" + (f" to {night(happened.last)}." if happened.last else " on.")
    if happened.what is What.MOVED:
        return f"The teams of {pub} play at {names.get(happened.other, 'another pub')} from {first} on."
    return f"{pub} has room for {happened.boards} from {first} on."
