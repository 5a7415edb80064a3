"""What stands against a season's list before anybody looks for one: counted, in words, with where to change it."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.schedule.models import Competition, Division
from league.schedule.queries.calendar import Needs
from league.schedule.queries.named import Part, parts_of
from league.schedule.queries.task import Rows, compiled, division_night, home_night, nights_of, rows_of, weekday_name
from league.teams.models import Venue
from scoring.season.schedule.circle import rounds_needed
from scoring.season.schedule.counts import impossible
from scoring.season.schedule.task import Task
from scoring.season.schedule.words import join_list


@dataclass(frozen=True, slots=True)
class Clash:
    """Wishes and rules that cannot all be kept: the sentence, and each of them."""

    words: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Shared:
    """A pub with more teams on one weekday than it has room for matches, and what that means for them."""

    venue: Venue
    teams: tuple[str, ...]
    night: str

    @property
    def told(self) -> str:
        """As "Crown A and Crown B on Mondays: one of them is at home, the other away"."""
        turns = "one of them is at home, the other away"
        if len(self.teams) > 2:
            turns = f"at most {self.venue.boards} of the {len(self.teams)} at home on one night"
        return f"{join_list(self.teams)} on {self.night}s: {turns}"


@dataclass(frozen=True, slots=True)
class Check:
    """A season's task as far as counting tells. `by_week`: its dates stand for weeks, as a team has its own night."""

    task: Task
    by_week: bool
    clashes: tuple[Clash, ...]
    needs: tuple[Needs, ...]
    shared: tuple[Shared, ...]

    @property
    def musts(self) -> int:
        """How many wishes must be kept."""
        return sum(wish.hard for wish in self.task.wishes)

    @property
    def rathers(self) -> int:
        return len(self.task.wishes) - self.musts

    @property
    def empty(self) -> bool:
        """Whether nobody is to play."""
        return not self.task.divisions


def check_of(competition: Competition) -> Check:
    """Everything that counting finds, in the queries of `rows_of`."""
    rows = rows_of(competition)
    task = compiled(rows)
    clashes = tuple(
        Clash(found.words, parts_of((*found.ids, *found.rests_on), rows, task)) for found in impossible(task)
    )
    return Check(task, rows.by_week, clashes, tuple(_needs(rows)), tuple(_shared(rows)))


def _needs(rows: Rows) -> Sequence[Needs]:
    def needs(division: Division) -> Needs:
        teams = sum(entry.division_id == division.pk for entry in rows.entries)
        nights = nights_of(division, rows.blackouts)
        night = weekday_name(division_night(division))
        return Needs(division, teams, night, rounds_needed(teams, division.legs), len(nights))

    return [needs(division) for division in rows.divisions]


def _shared(rows: Rows) -> Sequence[Shared]:
    venues = {entry.team.venue_id: entry.team.venue for entry in rows.entries}
    nights = sorted({(entry.team.venue.name, entry.team.venue_id, home_night(entry)) for entry in rows.entries})
    found = []
    for _, key, night in nights:
        teams = tuple(e.name for e in rows.entries if e.team.venue_id == key and home_night(e) == night)
        if len(teams) > venues[key].boards:
            found.append(Shared(venues[key], teams, weekday_name(night)))
    return found
