"""A season that is under way, on its real days: its matches as a list, and what it is asked of them.

The dates of a new list may stand for weeks (`values.task`); here a day is a day.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from itertools import groupby
from typing import Any

from league.base.ui import formats
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Blackout, Competition, Division, Entry, Fixture, Season, Wish
from league.schedule.queries.matches import whole_fixtures
from league.schedule.values.calendar import open_on
from league.schedule.values.matches import meetings_of, too_many_meetings
from league.schedule.values.task import loose_division, wish_value, wishes_among
from league.teams.models import Closure
from scoring.season.schedule import task as spec
from scoring.season.schedule.judge import judge
from scoring.words import join_list, spell_out

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


def match_of(fixture: Fixture) -> spec.Match:
    day = fixture.date or fixture.first_date
    return spec.Match(f"D{fixture.division_id}", day, f"T{fixture.home_id}", f"T{fixture.away_id}")


def every_day(first: date, last: date) -> tuple[date, ...]:
    return tuple(first + number * DAY for number in range((last - first).days + 1))


def closed_on(days: Iterable[date], shut: Iterable[Closure]) -> frozenset[date]:
    closures = tuple(shut)
    return frozenset(day for day in days if not open_on(day, closures))


def wishes_of(season: SeasonSnapshot, entries: Iterable[Entry]) -> tuple[spec.Wish, ...]:
    return tuple(map(wish_value, wishes_among(season.wishes, {entry.pk for entry in entries})))


def venues_at(season: SeasonSnapshot, pubs: Mapping[int, int], days: Iterable[date]) -> tuple[spec.Venue, ...]:
    """The pubs that teams play at, with the days when they are closed; `pubs` is a pub for each entry by key."""
    nights = tuple(days)
    venues_by_key = {entry.team.venue_id: entry.team.venue for entry in season.entries}
    venues_by_key |= {fixture.venue_id: fixture.venue for fixture in season.fixtures}
    return tuple(
        spec.Venue(
            f"V{key}",
            venues_by_key[key].name,
            venues_by_key[key].boards,
            closed_on(nights, (each for each in season.closures if each.venue_id == key)),
        )
        for key in sorted(set(pubs.values()))
    )


# --- what clashes in it -----------------------------------------------------------------------------------------------
ANYWHERE = "anywhere"


class ClashKind(Enum):
    """What is wrong, as the heading of a list of clashes."""

    FULL = "Pubs with more matches than boards"
    CLOSED = "Pubs that are closed"
    TWICE = "Teams with two matches on a night"
    REST = "Teams with too little rest"
    GAP = "Pairs that meet again too soon"
    MEETINGS = "Pairs that meet too often, or with the same side at home"
    WISH = "Requests that must be met"
    BLACKOUT = "Nights without league matches"


# Those that the judge finds, by its codes.
JUDGED = {"H03": ClashKind.TWICE, "H04": ClashKind.REST, "H09": ClashKind.GAP, "H12": ClashKind.WISH}


# What stands against the list, in words, and the matches, still to be played, that could be moved to mend it.
FixtureClash = tuple[ClashKind, str, tuple[Fixture, ...]]


def clashes_of(season: Season) -> dict[str, Any]:
    """The season's clashes as its rows are now, in four queries: `groups` of them, kind by kind, their `count`, and how
    many matches are to be played on a known day, `open`.

    Ties of cups take their boards, and nothing else of a list is asked of them: their nights and their opponents are
    their own.
    """
    kept = whole_fixtures().filter(division__competition__season=season, away__isnull=False)
    matches = tuple(kept.exclude(state=FixtureState.VOID).order_by("date", "division__rank", "home__name", "pk"))
    everything = tuple(each for each in matches if each.date is not None)
    fixtures = tuple(each for each in everything if not _is_tie(each))
    clashes = [*_pubs(everything), *_blackouts(fixtures, season), *_judged(fixtures, season), *_meetings(matches)]
    groups = [(kind, [clash for clash in clashes if clash[0] is kind]) for kind in ClashKind]
    to_play = sum(fixture.open for fixture in fixtures)
    return {"groups": [group for group in groups if group[1]], "count": len(clashes), "open": to_play}


def _is_tie(fixture: Fixture) -> bool:
    return bool(fixture.division.competition.kind == CompetitionKind.CUP)


def _pubs(fixtures: Iterable[Fixture]) -> Iterator[FixtureClash]:
    shut = list(Closure.objects.order_by("first", "pk"))
    sorted_fixtures = sorted(fixtures, key=lambda each: (_day(each), each.venue.name, each.venue_id))
    for (day, _), group in groupby(sorted_fixtures, key=lambda each: (_day(each), each.venue_id)):
        matches = tuple(group)
        open_there = tuple(each for each in matches if each.open)
        pub, played = matches[0].venue, join_list([str(each) for each in matches])
        closed = [each for each in shut if each.venue_id == pub.pk and each.first <= day <= each.last]
        if closed and open_there:
            why = f" ({closed[0].reason})" if closed[0].reason else ""
            yield (ClashKind.CLOSED, f"{pub} is closed on {formats.night(day)}{why}: {played}", open_there)
        elif open_there and len(matches) > pub.boards and not all(map(_is_tie, matches)):
            has = f"{pub} has {spell_out(pub.boards, 'board')} and on {formats.night(day)} {len(matches)} matches"
            yield (ClashKind.FULL, f"{has}: {played}", open_there)


def _blackouts(fixtures: Iterable[Fixture], season: Season) -> Iterator[FixtureClash]:
    off = list(Blackout.objects.filter(season=season).order_by("first", "pk"))
    for fixture in fixtures:
        day = _day(fixture)
        reason = next((each for each in off if each.first <= day <= each.last), None)
        if reason is not None and fixture.open:
            yield (ClashKind.BLACKOUT, f"{fixture} on {formats.night(day)}: {reason}", (fixture,))


def _meetings(fixtures: Iterable[Fixture]) -> Iterator[FixtureClash]:
    """Pairs of a division that meet too often, or too often with the same side at home; without a date too.

    The judge counts the meetings of whole lists only, and here some may be missing.
    """
    pairs: defaultdict[frozenset[int | None], list[Fixture]] = defaultdict(list)
    for fixture in fixtures:
        if not _is_tie(fixture):
            pairs[frozenset({fixture.home_id, fixture.away_id})].append(fixture)
    for matches in pairs.values():
        open_ones, first = tuple(each for each in matches if each.open), matches[0]
        homes = [(each.home, each.date) for each in matches]
        if open_ones and (text := too_many_meetings((first.home, first.away), homes, meetings_of(first))):
            yield (ClashKind.MEETINGS, text, open_ones)


# --- what the judge says ----------------------------------------------------------------------------------------------
def _judged(fixtures: Sequence[Fixture], season: Season) -> Iterator[FixtureClash]:
    of = {match_of(fixture): fixture for fixture in fixtures}
    for violation in judge(_task(fixtures, season), map(match_of, fixtures)).violations:
        open_ones = tuple(of[match] for match in violation.matches if of[match].open)
        if violation.code in JUDGED and (open_ones or not violation.matches):
            yield (JUDGED[violation.code], violation.text, open_ones)


def _day(fixture: Fixture) -> date:
    assert fixture.date is not None
    return fixture.date


def _task(fixtures: Sequence[Fixture], season: Season) -> spec.Task:
    """The season on its real days: every night is one, every pub has room, what is over stays as it is."""
    entries: dict[int, Entry] = {}
    for fixture in fixtures:
        entries |= {entry.pk: entry for entry in (fixture.home, fixture.away) if entry is not None}
    divisions = {fixture.division_id: fixture.division for fixture in fixtures}
    nights = {_day(fixture) for fixture in fixtures}
    musts = Wish.objects.filter(competition__season=season, hard=True)
    return spec.Task(
        id=season.slug,
        divisions=tuple(loose_division(division, entries.values(), nights) for division in divisions.values()),
        venues=(spec.Venue(ANYWHERE, ANYWHERE, boards=len(fixtures) + 1),),
        teams=tuple(spec.Team(f"T{key}", each.name, ANYWHERE, f"D{each.division_id}") for key, each in entries.items()),
        wishes=tuple(
            map(wish_value, wishes_among(musts.select_related("entry", "other").order_by("pk"), entries.keys()))
        ),
        fixed=tuple(spec.Fixed(f"F{each.pk}", match_of(each)) for each in fixtures if not each.open),
    )
