"""What stands against the matches as they are in the list now: the report that is right after every change by hand.

Teams and wishes are for the judge of fixture lists; pubs are counted here, because a match may be at another pub than
its home team's. What has been played clashes with nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from itertools import groupby

from league.base.ui import formats
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Blackout, Entry, Fixture, Season, Wish
from league.schedule.queries.matches import whole_fixtures
from league.schedule.queries.season_snapshot import match_of
from league.schedule.values.meetings import clash_of_pair
from league.schedule.values.wishes import wish_value, wishes_among
from league.teams.models import Closure
from scoring.season.schedule import task as spec
from scoring.season.schedule.judge import judge
from scoring.words import join_list, spell_out

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


@dataclass(frozen=True, slots=True)
class FixtureClash:
    """One thing that stands against the list, and the matches, still to be played, that could be moved to mend it."""

    kind: ClashKind
    text: str
    fixtures: tuple[Fixture, ...]


@dataclass(frozen=True, slots=True)
class ClashReport:
    """All that stands against the season's matches, kind by kind; `open` counts those to be played on a known day."""

    groups: tuple[tuple[ClashKind, tuple[FixtureClash, ...]], ...]
    open: int

    @property
    def count(self) -> int:
        return sum(len(found) for _, found in self.groups)


def clashes_of(season: Season) -> ClashReport:
    """The season's clashes as its rows are now, in four queries.

    Ties of cups take their boards, and nothing else of a list is asked of them: their nights and their opponents are
    their own.
    """
    kept = whole_fixtures().filter(division__competition__season=season, away__isnull=False)
    there = tuple(kept.exclude(state=FixtureState.VOID).order_by("date", "division__rank", "home__name", "pk"))
    everything = tuple(each for each in there if each.date is not None)
    fixtures = tuple(each for each in everything if not _is_tie(each))
    found = [*_pubs(everything), *_blackouts(fixtures, season), *_judged(fixtures, season), *_meetings(there)]
    groups = ((kind, tuple(each for each in found if each.kind is kind)) for kind in ClashKind)
    return ClashReport(tuple(group for group in groups if group[1]), sum(fixture.open for fixture in fixtures))


def _is_tie(fixture: Fixture) -> bool:
    return bool(fixture.division.competition.kind == CompetitionKind.CUP)


def _pubs(fixtures: Iterable[Fixture]) -> Iterator[FixtureClash]:
    shut = list(Closure.objects.order_by("first", "pk"))
    there = sorted(fixtures, key=lambda each: (_day(each), each.venue.name, each.venue_id))
    for (day, _), group in groupby(there, key=lambda each: (_day(each), each.venue_id)):
        matches = tuple(group)
        open_there = tuple(each for each in matches if each.open)
        pub, played = matches[0].venue, join_list([str(each) for each in matches])
        closed = [each for each in shut if each.venue_id == pub.pk and each.first <= day <= each.last]
        if closed and open_there:
            why = f" ({closed[0].reason})" if closed[0].reason else ""
            yield FixtureClash(ClashKind.CLOSED, f"{pub} is closed on {formats.night(day)}{why}: {played}", open_there)
        elif open_there and len(matches) > pub.boards and not all(map(_is_tie, matches)):
            has = f"{pub} has {spell_out(pub.boards, 'board')} and on {formats.night(day)} {len(matches)} matches"
            yield FixtureClash(ClashKind.FULL, f"{has}: {played}", open_there)


def _blackouts(fixtures: Iterable[Fixture], season: Season) -> Iterator[FixtureClash]:
    off = list(Blackout.objects.filter(season=season).order_by("first", "pk"))
    for fixture in fixtures:
        day = _day(fixture)
        reason = next((each for each in off if each.first <= day <= each.last), None)
        if reason is not None and fixture.open:
            yield FixtureClash(ClashKind.BLACKOUT, f"{fixture} on {formats.night(day)}: {reason}", (fixture,))


def _meetings(fixtures: Iterable[Fixture]) -> Iterator[FixtureClash]:
    """Pairs of a division that meet too often, or too often with the same side at home; without a date too.

    The judge counts the meetings of whole lists only, and here some may be missing.
    """
    pairs: defaultdict[frozenset[int | None], list[Fixture]] = defaultdict(list)
    for fixture in fixtures:
        if not _is_tie(fixture):
            pairs[frozenset({fixture.home_id, fixture.away_id})].append(fixture)
    for matches in pairs.values():
        open_ones = tuple(each for each in matches if each.open)
        if open_ones and (text := clash_of_pair(matches)):
            yield FixtureClash(ClashKind.MEETINGS, text, open_ones)


# --- what the judge says ----------------------------------------------------------------------------------------
def _judged(fixtures: Sequence[Fixture], season: Season) -> Iterator[FixtureClash]:
    of = {match_of(fixture): fixture for fixture in fixtures}
    for violation in judge(_task(fixtures, season), map(match_of, fixtures)).violations:
        open_ones = tuple(of[match] for match in violation.matches if of[match].open)
        if violation.code in JUDGED and (open_ones or not violation.matches):
            yield FixtureClash(JUDGED[violation.code], violation.text, open_ones)


def _day(fixture: Fixture) -> date:
    """The day of a match that has one."""
    assert fixture.date is not None
    return fixture.date


def _task(fixtures: Sequence[Fixture], season: Season) -> spec.Task:
    """The season on its real days: every night is one, every pub has room, what is over stays as it is."""
    entries: dict[int, Entry] = {}
    for fixture in fixtures:
        entries |= {entry.pk: entry for entry in (fixture.home, fixture.away) if entry is not None}
    divisions = {fixture.division_id: fixture.division for fixture in fixtures}
    nights = tuple(sorted({_day(fixture) for fixture in fixtures}))
    return spec.Task(
        id=season.slug,
        divisions=tuple(
            spec.Division(
                id=f"D{division.pk}",
                name=division.name,
                teams=tuple(f"T{entry.pk}" for entry in entries.values() if entry.division_id == division.pk),
                dates=nights,
                legs=division.legs,
                mode=spec.Mode.RELAXED,
                min_gap_days=division.min_gap_days,
                min_rest_days=division.min_rest_days,
            )
            for division in divisions.values()
        ),
        venues=(spec.Venue(ANYWHERE, ANYWHERE, boards=len(fixtures) + 1),),
        teams=tuple(spec.Team(f"T{key}", each.name, ANYWHERE, f"D{each.division_id}") for key, each in entries.items()),
        wishes=tuple(map(wish_value, wishes_among(_wishes(season), entries.keys()))),
        fixed=tuple(spec.Fixed(f"F{each.pk}", match_of(each)) for each in fixtures if not each.open),
    )


def _wishes(season: Season) -> Iterable[Wish]:
    must = Wish.objects.filter(competition__season=season, hard=True)
    found: Iterable[Wish] = must.select_related("entry", "other").order_by("pk")
    return found
