"""How far a season's end has come: what is open, whether it is closed, what was decided, what follows it."""

from dataclasses import dataclass
from datetime import datetime

from league.agm.models import Rollover
from league.agm.queries.loose_ends import LooseEnds, loose_ends
from league.agm.queries.places import DivisionEnd, ends_of
from league.schedule.models import Season


@dataclass(frozen=True, slots=True)
class Meeting:
    """A season at its end. `next` is the season that was made from it."""

    season: Season
    ends: tuple[DivisionEnd, ...]
    loose: tuple[LooseEnds, ...]
    next: Rollover | None

    @property
    def closed(self) -> bool:
        return self.season.closed_at is not None

    @property
    def open_things(self) -> int:
        """How many things are open that do not settle themselves."""
        return sum(len(each.things) for each in self.loose if not each.waits)

    @property
    def decided(self) -> bool:
        """Whether it was decided where every team goes."""
        places = [place for end in self.ends for place in end.places]
        return bool(places) and all(place.fate is not None for place in places)


def meeting_of(season: Season, at: datetime) -> Meeting:
    """The end of a season, in a fixed number of queries. Needs season.league."""
    ends = ends_of(season, at)
    follows = Rollover.objects.filter(before=season).select_related("season").order_by("-pk").first()
    return Meeting(season, ends, loose_ends(season, ends, at), follows)
