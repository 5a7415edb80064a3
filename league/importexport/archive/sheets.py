"""What an archive has for people: tables, matches with their scores and players, as CSV for any spreadsheet.

Nothing here is read back. Knows which columns people want to see. Refuses to know how a cell is made safe
(`documents.spreadsheet`). Runs inside the scope of the league.
"""

from collections.abc import Iterator
from datetime import datetime

from league.documents.spreadsheet import Value, csv_of
from league.results.models import Result
from league.schedule.models import Division, Fixture
from league.standings.queries import seasons_of, table_shown
from league.teams.models import League, Player, Registration

TABLE = (
    "Place", "Team", "Played", "Won", "Drawn", "Lost", "Games for", "Games against", "Adjusted", "Points", "Reason",
)  # fmt: skip
MATCHES = (
    "Season", "Competition", "Division", "Week", "First date", "Date", "Time", "Home", "Away", "Venue", "State",
    "Home games", "Away games", "Result", "Code",
)  # fmt: skip
PLAYERS = ("Player", "Also known as", "Under 18", "Team", "Since", "Until", "Registration")


def sheets_of(league: League, at: datetime) -> Iterator[tuple[str, str]]:
    """Every sheet by its name: a table for each division, all matches, all players."""
    for season in seasons_of(league):
        for competition in season.competitions.all():
            for division in competition.divisions.all():
                competition.season, division.competition = season, competition
                yield f"tables/{season.slug}-{division.slug}.csv", csv_of(TABLE, _table(division, at))
    yield "matches.csv", csv_of(MATCHES, _matches())
    yield "players.csv", csv_of(PLAYERS, _players(league))


def _table(division: Division, at: datetime) -> Iterator[tuple[Value, ...]]:
    found, _ = table_shown(division, at)
    for each in found.rows:
        row = each.row
        yield (
            row.place, each.name, row.played, row.won, row.drawn, row.lost, row.games_for, row.games_against,
            row.adjusted, row.points, row.reason,
        )  # fmt: skip


def _matches() -> Iterator[tuple[Value, ...]]:
    results = {each.fixture_id: each for each in Result.objects.defer("tally")}
    there = Fixture.objects.select_related("division__competition__season", "home__team", "away__team", "venue")
    for match in there.order_by("division__competition__season__starts", "first_date", "division", "week", "pk"):
        result = results.get(match.pk)
        competition = match.division.competition
        yield (
            competition.season.name, competition.name, match.stage or match.division.name, match.week,
            match.first_date, match.date, match.start_time, match.home.name, match.away.name if match.away else "",
            match.venue.name, str(match.status.label), result.home_games if result else None,
            result.away_games if result else None, result.get_state_display() if result else "", match.code,
        )  # fmt: skip


def _players(league: League) -> Iterator[tuple[Value, ...]]:
    rows: dict[int, list[Registration]] = {}
    for each in Registration.objects.select_related("team").order_by("pk"):
        rows.setdefault(each.player_id, []).append(each)
    for player in Player.objects.filter(league=league).order_by("slug"):
        under = "yes" if player.under_18 else ""
        for each in rows.get(player.pk, ()):
            yield (
                player.name, player.known_as, under, each.team.name, each.since, each.until, each.get_state_display(),
            )  # fmt: skip
        if player.pk not in rows:
            yield player.name, player.known_as, under, "", None, None, ""
