"""Who a paper is for, the kinds of large paper that there are, and what the function that draws one is given.

An app that has a paper of more than a few pages writes, in its `tasks`:

    @paper("booklet")
    def booklet(order: PaperOrder, progress: Progress) -> Iterator[str | bytes]:
        ...

and yields it part by part: HTML of some pages, which is drawn before the next part is asked for, or a PDF that it has
drawn by itself. So a paper of hundreds of pages is never in memory as a whole, and between two parts it can be stopped.
A paper of more parts than one has no structure for screen readers; what is to be read aloud is yielded as one part. The
function runs in the league's scope and may be called again from the start, when a worker died half way.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from django.db import models

from league.base.jobs.kinds import Progress, Registry
from league.teams.models import League


class PaperAudience(models.TextChoices):
    """Everybody who may read the league, or its officers: theirs may have names in full on them. What has the accounts
    in it is for the secretary. OWN is for whoever asked for it.
    """

    PUBLIC = "public", "everybody"
    OFFICERS = "officers", "officers of the league"
    SECRETARY = "secretary", "the secretary"
    OWN = "own", "whoever asked for it"


class CalendarOf(models.TextChoices):
    MINE = "mine", "My matches"
    LEAGUE = "league", "Every match of the league"
    TEAM = "team", "A team"
    VENUE = "venue", "A venue"
    DIVISION = "division", "A division or cup"


@dataclass(frozen=True, slots=True)
class PaperOrder:
    """What was asked for: `args` as JSON, `at` the moment that it is correct at, `site` where its addresses begin.

    `full_names` is whether only officers get it, so that whole names may stand on it.
    """

    league: League
    args: dict[str, Any]
    at: datetime
    site: str
    full_names: bool


PAGE = "page"  # the kind of a paper that took long to draw: its `args` are finished "html", and "pictures" by address
Builder: TypeAlias = Callable[[PaperOrder, Progress], Iterator[str | bytes]]
_builders = Registry[Builder]("papers")
paper = _builders.register
builder_of = _builders.find
