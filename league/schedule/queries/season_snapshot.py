"""A season that is under way, on its real days: its matches as a list, and what it is asked of them.

Where a list is made for the first time its dates may stand for weeks (`task`); once matches are moved one by one, a day
is a day.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from league.schedule.choices import FixtureState
from league.schedule.models import Blackout, Competition, Division, Entry, Fixture, Wish
from league.schedule.queries.matches import whole_fixtures
from league.schedule.values.task import late_quotas
from league.schedule.values.wishes import wish_value, wishes_among
from league.teams.models import Closure
from scoring.season.schedule import task as spec

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SeasonSnapshot:
    """The rows of a season under way. `fixtures` are its matches, byes and those struck out left out."""

    competition: Competition
    entries: tuple[Entry, ...]
    fixtures: tuple[Fixture, ...]
    closures: tuple[Closure, ...]
    blackouts: tuple[Blackout, ...]
    wishes: tuple[Wish, ...]

    @property
    def divisions(self) -> tuple[Division, ...]:
        """Those with teams, from the top."""
        return tuple({entry.division_id: entry.division for entry in self.entries}.values())


def snapshot_of(competition: Competition) -> SeasonSnapshot:
    """The rows as they are now, in five queries; needs competition.season."""
    entries = (
        Entry.objects.filter(division__competition=competition)
        .select_related("team__venue", "division__competition__season__league")
        .order_by("division__rank", "division_id", "pk")
    )
    fixtures = whole_fixtures().filter(division__competition=competition, away__isnull=False)
    wishes = Wish.objects.filter(competition=competition).select_related("entry", "other").order_by("pk")
    return SeasonSnapshot(
        competition=competition,
        entries=tuple(entries),
        fixtures=tuple(fixtures.exclude(state=FixtureState.VOID).order_by("date", "division__rank", "pk")),
        closures=tuple(Closure.objects.order_by("first", "pk")),
        blackouts=tuple(Blackout.objects.filter(season=competition.season_id).order_by("first", "pk")),
        wishes=tuple(wishes),
    )


def match_of(fixture: Fixture, on: date | None = None) -> spec.Match:
    """A match on its day, or on another one."""
    day = on or fixture.date or fixture.first_date
    return spec.Match(f"D{fixture.division_id}", day, f"T{fixture.home_id}", f"T{fixture.away_id}")


def every_day(first: date, last: date) -> tuple[date, ...]:
    return tuple(first + number * DAY for number in range((last - first).days + 1))


def closed_on(days: Iterable[date], shut: Iterable[Closure]) -> frozenset[date]:
    """Those of the days that are in one of the closures."""
    closures = tuple(shut)
    return frozenset(day for day in days if any(each.first <= day <= each.last for each in closures))


def loose_division(division: Division, entries: Iterable[Entry], dates: Iterable[date]) -> spec.Division:
    """A division of which any matches may be on a night, as it is once matches have been moved."""
    there = [entry for entry in entries if entry.division_id == division.pk]
    return spec.Division(
        id=f"D{division.pk}",
        name=division.name,
        teams=tuple(f"T{entry.pk}" for entry in there),
        dates=tuple(sorted(set(dates))),
        legs=division.legs,
        mode=spec.Mode.RELAXED,
        min_gap_days=division.min_gap_days,
        pref_gap_days=division.pref_gap_days,
        max_run=division.max_run,
        min_rest_days=division.min_rest_days,
        quota=late_quotas(division, there),
    )


def wishes_of(season: SeasonSnapshot, entries: Iterable[Entry]) -> tuple[spec.Wish, ...]:
    """The wishes that are about these teams only."""
    return tuple(map(wish_value, wishes_among(season.wishes, {entry.pk for entry in entries})))


def venues_at(season: SeasonSnapshot, pubs: Mapping[int, int], days: Iterable[date]) -> tuple[spec.Venue, ...]:
    """The pubs that teams play at, with the days when they are closed; `pubs` is a pub for each entry by key."""
    nights = tuple(days)
    known = {entry.team.venue_id: entry.team.venue for entry in season.entries}
    known |= {fixture.venue_id: fixture.venue for fixture in season.fixtures}
    return tuple(
        spec.Venue(
            f"V{key}",
            known[key].name,
            known[key].boards,
            closed_on(nights, (each for each in season.closures if each.venue_id == key)),
        )
        for key in sorted(set(pubs.values()))
    )
