"""What was asked for when somebody takes a spreadsheet away."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from league.cups.models import Cup
from league.documents.spreadsheet import Value
from league.fixtures.models import Division, Season
from league.teams.models import League

Row = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A league at a moment; of it one season, and of that one division or one cup, where that was said."""

    league: League
    at: datetime
    season: Season | None = None
    division: Division | None = None
    cup: Cup | None = None


Rows = Callable[[Asked], Iterable[Row]]
