"""What there is to print in a league at a moment, and stored papers: what stands for their content and how far one is
made. Runs inside the scope of one league.
"""

import hashlib
import json
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from league.base.audit.models import Entry
from league.base.jobs.models import Job
from league.cups.models import Cup, FactKind
from league.documents.choices import PaperAudience
from league.documents.models import Paper
from league.documents.queries.cards import pack_of
from league.documents.queries.sheets import night_to_come
from league.results.queries.tables import divisions
from league.schedule.choices import FixtureState
from league.schedule.models import Season
from league.schedule.queries.matches import current_season, of_tables, whole_fixtures
from league.teams.models import League, Team, Venue

KEPT_FOR = timedelta(days=7)
# Long work being asked for and stopped changes nothing that could stand on a paper.
NO_ENTRY = ("enqueue", "cancel_job")


def content_key(league: League, kind: str, args: dict[str, Any], audience: PaperAudience, site: str) -> str:
    """A digest of what was asked for and the last entry of the league's history. One query."""
    done = Entry.objects.filter(league_id=league.pk).exclude(verb__in=NO_ENTRY)
    last = done.order_by("-pk").values_list("pk", flat=True).first()
    content = json.dumps([league.pk, kind, args, audience, site, last], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()


def latest_job(paper: Paper) -> Job | None:
    return Job.objects.of_league(paper.league_id).filter(key=paper.job_key).order_by("-created_at", "-pk").first()


def printables(league: League, today: date) -> dict[str, Any]:
    """All that has a paper; "cards" is how many blank ones are still wanted. Seven queries."""
    cups = Cup.objects.filter(division__competition__season__current=True, facts__kind=FactKind.DRAWN)
    drawn_cups = cups.select_related("division__competition__season").distinct()
    return {
        "season": current_season(league),
        "divisions": list(divisions()),
        "cups": list(drawn_cups.order_by("division__competition__name", "pk")),
        "teams": list(Team.objects.filter(league=league, active=True).order_by("name", "pk")),
        "venues": list(Venue.objects.filter(league=league).order_by("name", "pk")),
        "cards": pack_of(league, None).count(),
        "next_night": night_to_come(league, today),
    }


# --- the fixtures as a file -------------------------------------------------------------------------------------------
COLUMNS = (
    *("division", "date", "home", "away"),
    *("division_name", "home_name", "away_name", "time", "venue", "first_date", "status"),
)


def fixture_rows(season: Season) -> Iterator[tuple[str, ...]]:
    """Each match on the day that it is on now, in the order of the list, without byes and ties of cups.

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
            str(fixture.status.label if fixture.state == FixtureState.VOID else FixtureState(fixture.state).label),
        )
