"""A season that is under way, on its real days: its matches as a list, and what it is asked of them.

Knows every match on the day and between the teams that the rows say, and the pubs of the teams. Where a list is made
for the first time its dates may stand for weeks (`task`); once matches are moved one by one, a day is a day. Refuses
to know which matches may move and what for.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import date, timedelta

from league.schedule.choices import FixtureState
from league.schedule.models import Blackout, Competition, Division, Entry, Fixture, Wish
from league.schedule.queries.matches import whole_fixtures
from league.schedule.queries.task import JOINER_BALANCE
from league.teams.models import Closure
from scoring.season.schedule import task as asked

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Season:
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


def season_of(competition: Competition) -> Season:
    """The rows as they are now, in five queries; needs competition.season."""
    entries = (
        Entry.objects.filter(division__competition=competition)
        .select_related("team__venue", "division__competition__season__league")
        .order_by("division__rank", "division_id", "pk")
    )
    fixtures = whole_fixtures().filter(division__competition=competition, away__isnull=False)
    wishes = Wish.objects.filter(competition=competition).select_related("entry", "other").order_by("pk")
    return Season(
        competition=competition,
        entries=tuple(entries),
        fixtures=tuple(fixtures.exclude(state=FixtureState.VOID).order_by("date", "division__rank", "pk")),
        closures=tuple(Closure.objects.order_by("first", "pk")),
        blackouts=tuple(Blackout.objects.filter(season=competition.season_id).order_by("first", "pk")),
        wishes=tuple(wishes),
    )


def match_of(fixture: Fixture, on: date | None = None) -> asked.Match:
    """A match on its day, or on another one."""
    day = on or fixture.date or fixture.first_date
    return asked.Match(f"D{fixture.division_id}", day, f"T{fixture.home_id}", f"T{fixture.away_id}")


def every_day(first: date, last: date) -> tuple[date, ...]:
    return tuple(first + number * DAY for number in range((last - first).days + 1))


def closed_on(days: Iterable[date], shut: Iterable[Closure]) -> frozenset[date]:
    """Those of the days that are in one of the closures."""
    closures = tuple(shut)
    return frozenset(day for day in days if any(each.first <= day <= each.last for each in closures))


def weights_of(competition: Competition) -> asked.Weights:
    """The usual prices, with those that the league has changed."""
    known = {each.name for each in fields(asked.Weights)}
    return asked.Weights(**{name: price for name, price in competition.weights.items() if name in known})


def loose_division(division: Division, entries: Iterable[Entry], dates: Iterable[date]) -> asked.Division:
    """A division of which any matches may be on a night, as it is once matches have been moved."""
    there = [entry for entry in entries if entry.division_id == division.pk]
    return asked.Division(
        id=f"D{division.pk}",
        name=division.name,
        teams=tuple(f"T{entry.pk}" for entry in there),
        dates=tuple(sorted(set(dates))),
        legs=division.legs,
        mode=asked.Mode.RELAXED,
        min_gap_days=division.min_gap_days,
        pref_gap_days=division.pref_gap_days,
        max_run=division.max_run,
        min_rest_days=division.min_rest_days,
        quota=tuple(
            asked.Quota(f"T{entry.pk}", entry.legs, JOINER_BALANCE)
            for entry in there
            if entry.legs is not None and entry.legs != division.legs
        ),
    )


def wish_on_its_days(wish: Wish) -> asked.Wish:
    """A wish about the days it names."""
    kind = asked.WishKind(wish.kind)
    return asked.Wish(
        id=f"R{wish.pk}",
        kind=kind,
        hard=wish.hard,
        weight=0 if wish.hard else wish.weight,
        text=wish.words,
        team=f"T{wish.entry_id}" if kind.of_one else "",
        teams=() if kind.of_one else (f"T{wish.entry_id}", f"T{wish.other_id}"),
        dates=frozenset(map(date.fromisoformat, wish.dates)),
        by=wish.by,
    )


def wishes_of(season: Season, entries: Iterable[Entry]) -> tuple[asked.Wish, ...]:
    """The wishes that are about these teams only."""
    keys = {entry.pk for entry in entries}
    return tuple(wish_on_its_days(wish) for wish in season.wishes if {wish.entry_id, wish.other_id} - {None} <= keys)


def venues_at(season: Season, pubs: Mapping[int, int], days: Iterable[date]) -> tuple[asked.Venue, ...]:
    """The pubs that teams play at, with the days when they are closed; `pubs` is a pub for each entry by key."""
    nights = tuple(days)
    known = {entry.team.venue_id: entry.team.venue for entry in season.entries}
    known |= {fixture.venue_id: fixture.venue for fixture in season.fixtures}
    return tuple(
        asked.Venue(
            f"V{key}",
            known[key].name,
            known[key].boards,
            closed_on(nights, (each for each in season.closures if each.venue_id == key)),
        )
        for key in sorted(set(pubs.values()))
    )
