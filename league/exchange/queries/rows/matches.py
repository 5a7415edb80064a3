"""Tables, matches and their scores as rows. Knows which result may be shown; refuses to add anything up itself."""

from collections.abc import Iterator
from fractions import Fraction

from django.db.models import QuerySet

from league.documents.spreadsheet import Value
from league.exchange.queries.rows.asked import Asked, Row
from league.fixtures.models import Division, Fixture
from league.pages.queries.averages import averages_seen
from league.pages.queries.fixture_list import season_fixtures
from league.pages.queries.lists import line
from league.standings.queries import Standings, divisions, final_of, tables
from scoring import codec
from scoring.card.outcome import Tally

TABLE = (
    *("Division", "Place", "Team", "Played", "Won", "Drawn", "Lost"),
    *("Games won", "Games lost", "Points given or taken", "Points"),
)
FIXTURES = ("Division", "Date", "Time", "Home", "Away", "Venue", "Status")
RESULTS = (
    *("Division", "Date", "Home", "Away", "Home score", "Away score"),
    *("Home points", "Away points", "Remark"),
)
AVERAGES = ("Division", "Place", "Player", "Team", "Matches", "Games won", "Games lost", "Games won in a hundred")


def table_rows(asked: Asked) -> Iterator[Row]:
    """The tables of a season as they stand or, once it is closed, as they were decided."""
    for division, found in _standings(asked):
        for each in found.rows:
            row = each.row
            yield (
                division.name,
                None if row.withdrawn else row.place,
                each.name,
                *(row.played, row.won, row.drawn, row.lost, row.games_for, row.games_against),
                row.adjusted + row.awarded,
                row.points,
            )


def fixture_rows(asked: Asked) -> Iterator[Row]:
    """Every match on the day that it is on now, none without one; byes and ties of cups are left out."""
    for fixture in _matches(asked):
        yield (
            *(fixture.division.name, fixture.date, fixture.start_time, str(fixture.home), str(fixture.away)),
            fixture.venue.name,
            str(fixture.status.label),
        )


def result_rows(asked: Asked) -> Iterator[Row]:
    """Every match with a score that may be shown, in games and in points; a walkover or an award is named."""
    for fixture in _matches(asked):
        shown = line(fixture, asked.at)
        if shown.score is not None:
            word = shown.tag[1] if shown.tag else ""
            yield (
                *(fixture.division.name, fixture.date, str(fixture.home), str(fixture.away)),
                *(*shown.score, *_points(fixture), word),
            )


def average_rows(asked: Asked) -> Iterator[Row]:
    """The averages of every division; who has not played enough stands below and has no place."""
    for division in _divisions(asked):
        for each in averages_seen(division).lines:
            record = each.average.record
            share = round(float(100 * (record.share or Fraction(0))), 1)
            yield (
                *(division.name, each.average.place, each.player.public_name, each.team.name),
                *(record.matches, record.won, record.lost, share),
            )


def _points(fixture: Fixture) -> tuple[Value, Value]:
    tally = codec.decode_as(Tally, fixture.result.tally)
    return tally.home_points, tally.away_points


def _matches(asked: Asked) -> QuerySet[Fixture]:
    assert asked.season is not None
    found = season_fixtures(asked.season).filter(division__in=_divisions(asked), away__isnull=False)
    return found.defer(None).defer("league__constitution", "division__competition__constitution")


def _divisions(asked: Asked) -> list[Division]:
    """The divisions of the season that was asked for, or the one of them."""
    assert asked.season is not None
    found = divisions(asked.season.slug).select_related("competition__season__league")
    return [each for each in found if asked.division in (None, each)]


def _standings(asked: Asked) -> list[tuple[Division, Standings]]:
    there = _divisions(asked)
    decided = {each.pk: final for each in there if (final := final_of(each, asked.at))}
    now = tables([each for each in there if each.pk not in decided], asked.at)
    return [(each, decided[each.pk].standings if each.pk in decided else now[each.pk]) for each in there]
