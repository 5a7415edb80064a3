"""What a plain list of matches would be, on weekly nights from a first one: worked out, and not yet written."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from random import Random

from league.base.ui.formats import night
from league.schedule.models import Competition, Division, Entry
from scoring.season.schedule.circle import RoundRobin, fixture_lists, half_of, weekly


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """One match that would be put in the list; without an away side, a bye."""

    division: Division
    week: int
    half: int
    date: date
    home: Entry
    away: Entry | None


@dataclass(frozen=True, slots=True)
class FixturePlan:
    """A list as it would be; `problems` keep it from being published."""

    nights: tuple[date, ...]
    matches: tuple[PlannedMatch, ...]
    problems: tuple[str, ...]

    @property
    def played(self) -> int:
        """How many matches it has, byes not counted."""
        return sum(match.away is not None for match in self.matches)


def divided(competition: Competition) -> list[tuple[Division, list[Entry]]]:
    """Each division, from the top, with the teams entered in it that have not withdrawn."""
    divisions = list(Division.objects.filter(competition=competition).order_by("rank", "pk"))
    entries = (
        Entry.objects.filter(division__in=divisions, withdrawn_on=None).select_related("team__venue").order_by("pk")
    )
    return [(division, [entry for entry in entries if entry.division_id == division.pk]) for division in divisions]


def plan_fixtures(
    competition: Competition, *, first: date, without: Collection[date] = (), draw: int = 0
) -> FixturePlan:
    """The list with its first night on `first`, then weekly, leaving out `without`.

    `draw` is a number that settles the order of the teams: 0 as they were entered, any other a shuffle that is always
    the same for that number, so that what was previewed is what is published.
    """
    season = competition.season
    groups = [(division, _drawn(entries, draw)) for division, entries in divided(competition)]
    grounds = {str(entry.pk): str(entry.team.venue_id) for _, entries in groups for entry in entries}
    lists = fixture_lists(
        [RoundRobin(tuple(str(entry.pk) for entry in entries), division.legs) for division, entries in groups], grounds
    )
    nights = weekly(first, max(map(len, lists), default=0), without)
    named = {str(entry.pk): entry for _, entries in groups for entry in entries}
    matches = tuple(
        PlannedMatch(
            division, number + 1, half_of(number, len(rounds)), nights[number], named[home], named.get(away or "")
        )
        for (division, _), rounds in zip(groups, lists, strict=True)
        for number, pairings in enumerate(rounds)
        for home, away in pairings
    )
    problems = []
    if not matches:
        problems.append("No division has two teams yet, so there are no fixtures to make.")
    if nights and nights[0] < season.starts:
        problems.append(f"The first night, {night(nights[0])}, is before the season starts on {night(season.starts)}.")
    if nights and nights[-1] > season.ends:
        problems.append(
            f"{len(nights)} nights are needed, so the last would be {night(nights[-1])}: "
            f"the season ends on {night(season.ends)}."
        )
    return FixturePlan(nights, matches, tuple(problems))


def _drawn(entries: list[Entry], draw: int) -> list[Entry]:
    if draw:
        entries = list(entries)
        Random(draw).shuffle(entries)  # noqa: S311 (an order of teams, not a secret)
    return entries
