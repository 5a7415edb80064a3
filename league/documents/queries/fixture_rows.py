"""The matches of a season as rows of a spreadsheet: the ids of the fixture-list format, and what people call them."""

from collections.abc import Iterator

from league.schedule.choices import FixtureState
from league.schedule.models import Fixture, Season
from league.schedule.queries import of_tables, whole_fixtures

COLUMNS = (
    *("division", "date", "home", "away"),
    *("division_name", "home_name", "away_name", "time", "venue", "first_date", "status"),
)


def fixture_rows(season: Season) -> Iterator[tuple[str, ...]]:
    """Each match on the day that it is on now (empty without one), in the order of the list.

    Byes are left out, and ties of cups, which are in no fixture list.
    The first four columns are a fixture list in pubfix-1: D, T and the number of a division's or an entry's row.
    """
    there = of_tables(whole_fixtures()).filter(division__competition__season=season, away__isnull=False)
    for fixture in there.order_by("first_date", "division__rank", "home__name", "pk"):
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
