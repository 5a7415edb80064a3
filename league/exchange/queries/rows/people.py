"""Teams, pubs and people as rows. Knows which names strangers may read; whole names and telephone numbers are in
sheets that only officers are given.
"""

from collections.abc import Iterator
from itertools import groupby

from django.db.models import Prefetch
from django.utils.timezone import localdate

from league.cups.models import Entrant
from league.cups.queries.book import public_name
from league.cups.queries.honours import honours
from league.exchange.queries.rows.asked import Asked, Row
from league.fixtures.choices import CompetitionKind
from league.fixtures.models import Entry
from league.pages.queries.players import listed, registered
from league.teams.choices import RegistrationState
from league.teams.models import Player, Registration, Team, Venue
from league.teams.queries import contacts_of, officers_to_ring

TEAMS = ("Team", "Venue", "Start time", "Plays", "Division")
VENUES = ("Venue", "Address", "Postcode", "Home matches on one night", "Map link", "Notes")
PLAYERS = ("Player", "Team", "Matches", "Games won", "Games lost")
REGISTRATIONS = ("Player", "Also known as", "Under 18", "Team", "Registered from")
CONTACTS = ("What they do", "Name", "Phone", "E-mail")
ENTRIES = ("Cup", "Number", "Entry", "Plays for", "Division")
HONOURS = ("Year", "Trophy", "Winner", "Runner-up", "Note")


def team_rows(asked: Asked) -> Iterator[Row]:
    """Every team, with the division that it plays in this season."""
    entered = Entry.objects.filter(division__competition__season=asked.season, slug="").select_related("division")
    entered = entered.filter(division__competition__kind=CompetitionKind.LEAGUE).order_by("pk")
    teams = Team.objects.select_related("venue").prefetch_related(Prefetch("entries", entered, to_attr="entered"))
    for team in teams.order_by("name", "pk"):
        division = team.entered[0].division.name if team.entered else ""
        yield team.name, team.venue.name, team.start_time, _yes(team.active), division


def venue_rows(_asked: Asked) -> Iterator[Row]:
    """Every pub and club."""
    for venue in Venue.objects.order_by("name", "pk"):
        yield venue.name, venue.address, venue.postcode, venue.boards, venue.map_link, venue.notes


def player_rows(asked: Asked) -> Iterator[Row]:
    """Everybody who may be named in a list, with his season, by the names that strangers may read."""
    for each in listed(registered(asked.league, localdate(asked.at)), asked.season):
        yield each.player.public_name, each.team.name, each.record.matches, each.record.won, each.record.lost


def registration_rows(_asked: Asked) -> Iterator[Row]:
    """Everybody who is registered with a team now, by whole names: for officers."""
    held = Registration.objects.filter(state=RegistrationState.APPROVED, until=None, player__same_as=None)
    for each in held.select_related("player", "team").order_by("team__name", "player__name", "pk"):
        yield each.player.name, each.player.known_as, _yes(each.player.under_18), each.team.name, each.since


def contact_rows(asked: Asked) -> Iterator[Row]:
    """Whom to ring: for officers."""
    roles = list(contacts_of(asked.league))
    for role in roles:
        yield role.does, role.user.name, role.user.phone, role.user.email
    for officer in officers_to_ring(asked.league, (role.user.name for role in roles if role.team_id is None)):
        yield officer.title, officer.name, officer.phone, officer.email


def entry_rows(asked: Asked) -> Iterator[Row]:
    """Who is on the lists of the season's cups, or of one, in the order in which they entered."""
    players = Player.objects.select_related("league").order_by("pk")
    rows = Entrant.objects.filter(cup__division__competition__season=asked.season, out_at=None)
    rows = rows.select_related("cup__division__competition", "entry__team")
    rows = rows.prefetch_related(Prefetch("entry__players", players))
    rows = rows.order_by("cup__division__competition__name", "cup", "pk")
    there = [each for each in rows if asked.cup in (None, each.cup)]
    for _, of_cup in groupby(there, key=lambda each: each.cup_id):
        for number, each in enumerate(of_cup, start=1):
            yield each.cup.name, number, public_name(each), each.entry.team.name, each.rank


def honour_rows(_asked: Asked) -> Iterator[Row]:
    """The honours board, the latest year first."""
    for each in honours():
        yield each.year, each.title, each.winner, each.runner_up, each.note


def _yes(value: bool) -> str:  # noqa: FBT001
    return "Yes" if value else "No"
