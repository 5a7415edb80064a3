"""Papers that are stored: what stands for their content and how far one is made; the matches of a pack; and what there
is to print in a league at a moment. Runs inside the scope of one league.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, F, QuerySet

from league.base.audit.models import Entry
from league.base.jobs.models import Job
from league.cups.models import Cup, FactKind
from league.documents.choices import PaperAudience
from league.documents.models import Paper
from league.documents.presenters.cards import CardSheet
from league.documents.queries.cards import NameWriter, blank_sheet
from league.documents.queries.posters import night_to_come
from league.results.queries.tables import divisions
from league.schedule.choices import FixtureState
from league.schedule.models import Division, Fixture, Season
from league.schedule.queries import current_season, of_tables, open_fixtures, whole_fixtures
from league.teams.models import League, Registration, Team, Venue
from league.teams.queries import squads_of_teams

KEPT_FOR = timedelta(days=7)
# Long work being asked for and stopped changes nothing that could stand on a paper.
NO_ENTRY = ("enqueue", "cancel_job")


def content_key(league: League, kind: str, args: dict[str, Any], audience: PaperAudience, site: str) -> str:
    """What stands for all that is on a paper: what was asked for, and the last thing that was done in the league.

    A paper that also hangs on the day has it among its `args`. One query.
    """
    done = Entry.objects.filter(league_id=league.pk).exclude(verb__in=NO_ENTRY)
    last = done.order_by("-pk").values_list("pk", flat=True).first()
    content = json.dumps([league.pk, kind, args, audience, site, last], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()


def latest_job(paper: Paper) -> Job | None:
    """The work of making a paper; None when it is not even asked for any more."""
    return Job.objects.of_league(paper.league_id).filter(key=paper.job_key).order_by("-created_at", "-pk").first()


# --- packs of cards -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PackNight:
    """A night on which there are matches to be played, and how many."""

    day: date
    matches: int


def nights_to_play(league: League) -> list[PackNight]:
    """The nights of this season for which cards are still wanted, in order; one query."""
    fixtures = open_fixtures(league).filter(date__isnull=False)
    counted = fixtures.values_list("date").annotate(matches=Count("pk")).order_by("date")
    return [PackNight(day, matches) for day, matches in counted if day is not None]


def pack_of(league: League, night: date | None, venue: str = "") -> QuerySet[Fixture]:
    """The matches of a pack: of a night or of all that is still to be played this season, at one pub or at any.

    By night and then by venue, as the cards are sorted into envelopes; those without a date come last.
    """
    matches = open_fixtures(league) if night is None else open_fixtures(league).filter(date=night)
    if venue:
        matches = matches.filter(venue__slug=venue)
    return matches.order_by(F("date").asc(nulls_last=True), "venue__name", "division__rank", "home__name", "pk")


def matches_by_key(keys: Sequence[int]) -> list[Fixture]:
    """Matches with all that a card says of them, in the order of their keys; those that are gone are left out."""
    fixtures_by_key = whole_fixtures().in_bulk(keys)
    return [fixtures_by_key[key] for key in keys if key in fixtures_by_key]


def blank_sheets(fixtures: Sequence[Fixture], write: NameWriter) -> Iterator[CardSheet]:
    """The empty cards of matches, with who is registered on the night of each: one query for all squads."""
    teams = {side.team_id for each in fixtures for side in (each.home, each.away) if side is not None}
    ever = squads_of_teams(teams)

    def squad(team: Team, on: date) -> list[Registration]:
        return [each for each in ever.get(team.pk, ()) if each.covers(on)]

    for fixture in fixtures:
        yield blank_sheet(fixture, write, squad)


def venues_to_play_at(league: League) -> QuerySet[Venue]:
    """Where matches of this season are still to be played, by name; one query."""
    venue_keys = open_fixtures(league).values("venue")
    venues: QuerySet[Venue] = Venue.objects.filter(pk__in=venue_keys).order_by("name", "pk")
    return venues


# --- what there is to print -------------------------------------------------------------------------------------------
COLUMNS = (
    *("division", "date", "home", "away"),
    *("division_name", "home_name", "away_name", "time", "venue", "first_date", "status"),
)


def fixture_rows(season: Season) -> Iterator[tuple[str, ...]]:
    """Each match on the day that it is on now (empty without one), in the order of the list.

    Byes are left out, and ties of cups, which are in no fixture list.
    The first four columns are a fixture list in pubfix-1: D, T and the number of a division's or an entry's row.
    """
    fixtures = of_tables(whole_fixtures()).filter(division__competition__season=season, away__isnull=False)
    for fixture in fixtures.order_by("first_date", "division__rank", "home__name", "pk"):
        yield (
            f"D{fixture.division_id}",
            fixture.date.isoformat() if fixture.date else "",
            f"T{fixture.home_id}",
            f"T{fixture.away_id}",
            fixture.division.name,
            str(fixture.home),
            str(fixture.away),
            f"{fixture.start_time:%H:%M}",
            fixture.venue.name,
            fixture.first_date.isoformat(),
            _status(fixture),
        )


def _status(fixture: Fixture) -> str:
    return str(FixtureState(fixture.state).label) if fixture.state != FixtureState.VOID else str(fixture.status.label)


@dataclass(frozen=True, slots=True)
class Printables:
    """All that has a paper; `cards` is how many blank ones are still wanted.

    `next_night` is tonight, or the next night with a match; None when there is none.
    """

    season: Season | None
    divisions: tuple[Division, ...]
    cups: tuple[Cup, ...]
    teams: tuple[Team, ...]
    venues: tuple[Venue, ...]
    cards: int
    next_night: date | None


def printables(league: League, today: date) -> Printables:
    """Seven queries."""
    return Printables(
        season=current_season(league),
        divisions=tuple(divisions()),
        cups=tuple(_with_a_bracket()),
        teams=tuple(Team.objects.filter(league=league, active=True).order_by("name", "pk")),
        venues=tuple(Venue.objects.filter(league=league).order_by("name", "pk")),
        cards=pack_of(league, None).count(),
        next_night=night_to_come(league, today),
    )


def _with_a_bracket() -> QuerySet[Cup]:
    """The cups of this season that are drawn."""
    cups = Cup.objects.filter(division__competition__season__current=True, facts__kind=FactKind.DRAWN)
    drawn_cups: QuerySet[Cup] = cups.select_related("division__competition__season").distinct()
    return drawn_cups.order_by("division__competition__name", "pk")
