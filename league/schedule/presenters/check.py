"""What stands against a season's list before anybody looks for one: counted, in words, with where to change it.

The constraints of a clash are named by the ids of a task; `parts_of` gives each with its row and its page.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.utils.text import capfirst

from league.base.ui.formats import night
from league.schedule.models import Division
from league.schedule.presenters.calendar import NightsNeeded
from league.schedule.presenters.wishes import describe_wish
from league.schedule.values.calendar import division_night, home_night, nights_of, week_of, weekday_name
from league.schedule.values.task import SeasonRows
from league.teams.models import Venue
from scoring.season.schedule.circle import rounds_needed
from scoring.season.schedule.counts import impossible
from scoring.season.schedule.ids import Constraint, ConstraintKind, in_words, parse
from scoring.season.schedule.night_plan import is_choice
from scoring.season.schedule.task import Task
from scoring.words import join_list


# --- the constraints of a clash, as rows ------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ClashPart:
    """One side of a clash. `page` says where it can be changed: "wish", "preset", "venue", "nights" or "division"; or
    "plan", where it was asked when the draft was made.
    """

    id: str
    page: str
    row: Any
    text: str


def parts_of(ids: Iterable[str], rows: SeasonRows, task: Task, draft: Task | None = None) -> tuple[ClashPart, ...]:
    """The parts of a clash, in its order; `task` is what the rows make, `draft` that of the draft that clashes.

    A row that is gone since is left out.
    """
    found = (_planned(ident, draft) or _part(ident, rows, task) for ident in ids)
    return tuple(part for part in found if part is not None)


def _planned(ident: str, draft: Task | None) -> ClashPart | None:
    """What was asked of the nights when the draft was made, which has no row."""
    if draft is None or not is_choice(ident) or all(wish.id != ident for wish in draft.wishes):
        return None
    return ClashPart(ident, "plan", None, capfirst(in_words(draft, ident)))


def _part(ident: str, rows: SeasonRows, task: Task) -> ClashPart | None:
    each = parse(ident)
    match each.kind:
        case ConstraintKind.WISH:
            wish = next((wish for wish in rows.wishes if f"R{wish.pk}" == each.of), None)
            return ClashPart(ident, "wish", wish, describe_wish(wish)) if wish else None
        case ConstraintKind.FIXED:
            preset = next((preset for preset in rows.presets if f"F{preset.pk}" == each.of), None)
            text = f"{preset} is fixed for {night(preset.date)}" if preset else ""
            return ClashPart(ident, "preset", preset, text) if preset else None
        case ConstraintKind.VENUE | ConstraintKind.CLOSED:
            return _at_venue(each, rows, task)
    division = next((division for division in rows.divisions if f"D{division.pk}" == each.of), None)
    page = "nights" if each.kind is ConstraintKind.ROUNDS else "division"
    return ClashPart(ident, page, division, capfirst(in_words(task, ident))) if division else None


def _at_venue(each: Constraint, rows: SeasonRows, task: Task) -> ClashPart | None:
    name, _, weekday = each.of.partition("@")
    entry = next((entry for entry in rows.entries if f"V{entry.team.venue_id}" == name), None)
    if entry is None:
        return None
    venue = entry.team.venue
    if each.on is None:
        return ClashPart(str(each), "venue", venue, capfirst(in_words(task, str(each))))
    on = _real(each.on, int(weekday) if weekday else home_night(entry), rows)
    return ClashPart(str(each), "venue", venue, f"{venue} is closed on {night(on)}")


def _real(on: date, weekday: int, rows: SeasonRows) -> date:
    """The day on which a pub is used that the task has on a date."""
    return week_of(on) + timedelta(days=weekday) if rows.by_week else on


# --- the check --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class CountedClash:
    """Wishes and rules that cannot all be kept: the sentence, and each of them."""

    text: str
    parts: tuple[ClashPart, ...]


@dataclass(frozen=True, slots=True)
class SharedVenue:
    """A pub with more teams on one weekday than it has room for matches, and what that means for them."""

    venue: Venue
    teams: tuple[str, ...]
    night: str

    @property
    def text(self) -> str:
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
    clashes: tuple[CountedClash, ...]
    needs: tuple[NightsNeeded, ...]
    shared: tuple[SharedVenue, ...]

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


def present_check(rows: SeasonRows, task: Task) -> Check:
    """Everything that counting finds against a season's list; `task` is what the rows make."""
    clashes = tuple(
        CountedClash(found.text, parts_of((*found.ids, *found.rests_on), rows, task)) for found in impossible(task)
    )
    return Check(task, rows.by_week, clashes, tuple(_needs(rows)), tuple(_shared(rows)))


def _needs(rows: SeasonRows) -> Sequence[NightsNeeded]:
    def needs(division: Division) -> NightsNeeded:
        teams = sum(entry.division_id == division.pk for entry in rows.entries)
        nights = nights_of(division, rows.blackouts)
        night = weekday_name(division_night(division))
        return NightsNeeded(division, teams, night, rounds_needed(teams, division.legs), len(nights))

    return [needs(division) for division in rows.divisions]


def _shared(rows: SeasonRows) -> Sequence[SharedVenue]:
    venues = {entry.team.venue_id: entry.team.venue for entry in rows.entries}
    nights = sorted({(entry.team.venue.name, entry.team.venue_id, home_night(entry)) for entry in rows.entries})
    found = []
    for _, key, weekday in nights:
        teams = tuple(e.name for e in rows.entries if e.team.venue_id == key and home_night(e) == weekday)
        if len(teams) > venues[key].boards:
            found.append(SharedVenue(venues[key], teams, weekday_name(weekday)))
    return found
