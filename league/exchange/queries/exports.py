"""What may be taken away as a spreadsheet (`EXPORTS`): its columns, its rows, each a tuple, and who may have it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import groupby

from django.db.models import Prefetch, QuerySet
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.ui.spreadsheet import Value
from league.cups.models import Cup, Entrant
from league.cups.queries.cup_state import honours
from league.cups.queries.entries import public_name
from league.pages.queries.averages import averages_page
from league.pages.queries.match_lists import match_line, season_fixtures
from league.pages.queries.players import listed_players, registrations_on
from league.pages.queries.team import past_tables
from league.results.models import Adjustment
from league.results.queries.tables import Standings, divisions, final_of, tables
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Entry, Fixture, Season
from league.teams.choices import RegistrationState
from league.teams.models import League, Player, Registration, Team, Venue
from league.teams.permissions import is_officer, may_read
from league.teams.queries.people import contacts_of, officer_contacts
from scoring import codec
from scoring.card.outcome import Tally

Row = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ExportScope:
    """A league at a moment; of it one season, and of that one division or one cup, where that was said."""

    league: League
    at: datetime
    season: Season | None = None
    division: Division | None = None
    cup: Cup | None = None


Rows = Callable[[ExportScope], Iterable[Row]]


# --- tables and matches -----------------------------------------------------------------------------------------------
TABLE = (
    *("Division", "Place", "Team", "Played", "Won", "Drawn", "Lost"),
    *("Games won", "Games lost", "Points given or taken", "Points"),
)
ALL_TABLES = ("Season", *TABLE)
FIXTURES = ("Division", "Date", "Time", "Home", "Away", "Venue", "Status")
RESULTS = (*("Division", "Date", "Home", "Away", "Home score", "Away score"), *("Home points", "Away points", "Remark"))
AVERAGES = ("Division", "Place", "Player", "Team", "Matches", "Games won", "Games lost", "Win rate")


def table_rows(scope: ExportScope) -> Iterator[Row]:
    scope_divisions = _divisions(scope)
    decided = {each.pk: final for each in scope_divisions if (final := final_of(each, scope.at))}
    now = tables([each for each in scope_divisions if each.pk not in decided], scope.at)
    for each in scope_divisions:
        yield from _rows_of(each, decided[each.pk].standings if each.pk in decided else now[each.pk])


def all_table_rows(scope: ExportScope) -> Iterator[Row]:
    for division, standings in past_tables(scope.league, scope.at):
        for row in _rows_of(division, standings):
            yield str(division.competition.season), *row


def _rows_of(division: Division, standings: Standings) -> Iterator[Row]:
    for standing in standings.rows:
        row = standing.row
        yield (
            division.name,
            None if row.withdrawn else row.place,
            standing.name,
            *(row.played, row.won, row.drawn, row.lost, row.games_for, row.games_against),
            row.adjusted + row.awarded,
            row.points,
        )


def fixture_rows(scope: ExportScope) -> Iterator[Row]:
    """Every match on the day that it is on now, none without one; byes and ties of cups are left out."""
    for fixture in _matches(scope):
        yield (
            *(fixture.division.name, fixture.date, fixture.start_time, str(fixture.home), str(fixture.away)),
            fixture.venue.name,
            str(fixture.status.label),
        )


def result_rows(scope: ExportScope) -> Iterator[Row]:
    """Every match with a score that may be shown, in games and in points; a walkover or an award is named."""
    for fixture in _matches(scope):
        fixture_line = match_line(fixture, scope.at)
        if fixture_line.score is not None:
            word = fixture_line.tag[1] if fixture_line.tag else ""
            tally = codec.decode_as(Tally, fixture.result.tally)
            yield (
                *(fixture.division.name, fixture.date, str(fixture.home), str(fixture.away)),
                *(*fixture_line.score, tally.home_points, tally.away_points, word),
            )


def average_rows(scope: ExportScope) -> Iterator[Row]:
    """The averages of every division; who has not played enough stands below and has no place."""
    for division in _divisions(scope):
        for line in averages_page(division).lines:
            record = line.average.record
            share = round(float(100 * (record.share or Fraction(0))), 1)
            yield (
                *(division.name, line.average.place, line.player.public_name, line.team.name),
                *(record.matches, record.won, record.lost, share),
            )


def _matches(scope: ExportScope) -> QuerySet[Fixture]:
    assert scope.season is not None
    fixtures = season_fixtures(scope.season).filter(division__in=_divisions(scope), away__isnull=False)
    return fixtures.defer(None).defer("league__rules", "division__competition__rules")


def _divisions(scope: ExportScope) -> list[Division]:
    assert scope.season is not None
    season_divisions = divisions(scope.season.slug).select_related("competition__season__league")
    return [each for each in season_divisions if scope.division in (None, each)]


# --- teams, venues and people -----------------------------------------------------------------------------------------
TEAMS = ("Team", "Venue", "Start time", "Plays", "Division")
VENUES = ("Venue", "Address", "Postcode", "Home matches on one night", "Map link", "Notes")
PLAYERS = ("Player", "Team", "Matches", "Games won", "Games lost")
REGISTRATIONS = ("Player", "Also known as", "Under 18", "Team", "Registered from")
CONTACTS = ("What they do", "Name", "Phone", "E-mail")
ENTRIES = ("Cup", "Number", "Entry", "Plays for", "Division")
ADJUSTMENTS = ("Division", "Team", "Points", "What for", "Counts from", "Reason")
HONOURS = ("Year", "Trophy", "Winner", "Runner-up", "Note")


def team_rows(scope: ExportScope) -> Iterator[Row]:
    entered = Entry.objects.filter(division__competition__season=scope.season, slug="").select_related("division")
    entered = entered.filter(division__competition__kind=CompetitionKind.LEAGUE).order_by("pk")
    teams = Team.objects.select_related("venue").prefetch_related(Prefetch("entries", entered, to_attr="entered"))
    for team in teams.order_by("name", "pk"):
        division = team.entered[0].division.name if team.entered else ""
        yield team.name, team.venue.name, team.start_time, _yes(team.active), division


def venue_rows(_scope: ExportScope) -> Iterator[Row]:
    for venue in Venue.objects.order_by("name", "pk"):
        yield venue.name, venue.address, venue.postcode, venue.boards, venue.map_link, venue.notes


def player_rows(scope: ExportScope) -> Iterator[Row]:
    """Everybody who may be named in a list, with their season, by the names that strangers may read."""
    for each in listed_players(registrations_on(scope.league, localdate(scope.at)), scope.season):
        yield each.player.public_name, each.team.name, each.record.matches, each.record.won, each.record.lost


def registration_rows(_scope: ExportScope) -> Iterator[Row]:
    rows = Registration.objects.filter(state=RegistrationState.APPROVED, until=None, player__merged_into=None)
    for each in rows.select_related("player", "team").order_by("team__name", "player__name", "pk"):
        yield each.player.name, each.player.known_as, _yes(each.player.under_18), each.team.name, each.since


def contact_rows(scope: ExportScope) -> Iterator[Row]:
    roles = list(contacts_of(scope.league))
    for role in roles:
        yield role.does, role.user.name, role.user.phone, role.user.email
    for officer in officer_contacts(scope.league, (role.user.name for role in roles if role.team_id is None)):
        yield officer.title, officer.name, officer.phone, officer.email


def entry_rows(scope: ExportScope) -> Iterator[Row]:
    """Who is on the lists of the season's cups, or of one, in the order in which they entered."""
    players = Player.objects.select_related("league").order_by("pk")
    rows = Entrant.objects.filter(cup__division__competition__season=scope.season, withdrawn_at=None)
    rows = rows.select_related("cup__division__competition", "entry__team")
    rows = rows.prefetch_related(Prefetch("entry__players", players))
    rows = rows.order_by("cup__division__competition__name", "cup", "pk")
    entrants = [each for each in rows if scope.cup in (None, each.cup)]
    for _, of_cup in groupby(entrants, key=lambda each: each.cup_id):
        for number, each in enumerate(of_cup, start=1):
            yield each.cup.name, number, public_name(each), each.entry.team.name, each.rank


def adjustment_rows(scope: ExportScope) -> Iterator[Row]:
    rows = Adjustment.objects.filter(entry__division__in=_divisions(scope), revoked_at=None)
    for each in rows.select_related("entry__division").order_by("on", "pk"):
        points, kind = Fraction(each.points), each.get_kind_display()
        yield each.entry.division.name, each.entry.name, points, kind, each.on, each.reason


def honour_rows(_scope: ExportScope) -> Iterator[Row]:
    for each in honours():
        yield each.years or each.year, each.title, each.winner, each.runner_up, each.note


def _yes(value: bool) -> str:  # noqa: FBT001
    return "Yes" if value else "No"


# --- what may be taken away -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Export:
    """`name` is the word in its address, `words` what is in it; `of_season`: its rows are of one season."""

    name: str
    title: str
    words: str
    heading: tuple[str, ...]
    rows: Rows
    may: Callable[[User, League], bool] = may_read
    of_season: bool = True

    @property
    def public(self) -> bool:
        return self.may is may_read


EXPORTS = {
    each.name: each
    for each in (
        Export("table", "League table", "Positions, games and points", TABLE, table_rows),
        Export(
            "all-tables", "Tables of past seasons", "Every season but this one", ALL_TABLES,
            all_table_rows, of_season=False,
        ),
        Export("matches", "Fixtures", "Every match with its date and venue", FIXTURES, fixture_rows),
        Export("results", "Results", "Every score, in games and points", RESULTS, result_rows),
        Export("adjustments", "Points adjustments", "Deductions and points awarded", ADJUSTMENTS, adjustment_rows),
        Export("players", "Players", "Wins and losses this season", PLAYERS, player_rows),
        Export("averages", "Averages", "Win rates", AVERAGES, average_rows),
        Export("teams", "Teams", "Where and when they play", TEAMS, team_rows, of_season=False),
        Export("venues", "Venues", "Pubs and clubs", VENUES, venue_rows, of_season=False),
        Export("entries", "Cup entries", "Who is in the cups", ENTRIES, entry_rows),
        Export("honours", "Honours board", "Who won what", HONOURS, honour_rows, of_season=False),
        Export(
            "registrations", "Registered players", "Full names, for officers only", REGISTRATIONS,
            registration_rows, is_officer, of_season=False,
        ),
        Export(
            "contacts", "Contacts", "Phone numbers, for officers only", CONTACTS,
            contact_rows, is_officer, of_season=False,
        ),
    )
}  # fmt: skip
