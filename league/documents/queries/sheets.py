"""Single sheets: registration forms, whom to ring, the slips by which players join, and labels for the envelopes that
cards travel in. Runs inside a league's scope.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from math import ceil

from django.urls import reverse
from django.utils.safestring import SafeString

from league.base.ui import formats
from league.base.ui.pictures import qr_code
from league.documents.queries.papers import pack_of
from league.schedule.choices import CompetitionKind
from league.schedule.models import Entry
from league.teams.choices import RoleKind
from league.teams.models import League, Officer, Player, Role, Team
from league.teams.queries import contacts_of, officer_contacts, rules_of, squad_of
from league.teams.queries.requests import join_token, team_join_links
from scoring.card.rulebook import describe

LINES = 14  # of a form, filled in or left empty; there are four at least for those who are new


@dataclass(frozen=True, slots=True)
class PrintedRegistration:
    """A form of one team, or of none yet: whom it has already, and the numbers of its empty lines."""

    team: Team | None
    players: tuple[Player, ...]
    empty: range
    rules: tuple[str, ...]


def registration_form(league: League, team: Team | None, day: date) -> PrintedRegistration:
    """The form of a day; one query for the squad of a team."""
    players = tuple(each.player for each in squad_of(team, day)) if team else ()
    rules = next((section.rules for section in describe(rules_of(league)) if section.title == "Players"), ())
    return PrintedRegistration(team, players, range(len(players) + 1, max(LINES, len(players) + 4) + 1), rules)


@dataclass(frozen=True, slots=True)
class ContactSheet:
    """Whom to ring: officers who sign in, those whom the list of officers names besides, and each team's captains."""

    officers: tuple[Role, ...]
    others: tuple[Officer, ...]
    teams: tuple[tuple[Team, tuple[Role, ...]], ...]


def contacts_on_paper(league: League) -> ContactSheet:
    """Everybody with an office or a team, in three queries; a team without a captain has nobody after its name."""
    rows = list(contacts_of(league))
    by_team: dict[int, list[Role]] = {}
    for role in rows:
        if role.team_id is not None:
            by_team.setdefault(role.team_id, []).append(role)
    teams = Team.objects.filter(league=league, active=True).select_related("venue").order_by("name", "pk")
    officers = tuple(role for role in rows if role.team_id is None)
    return ContactSheet(
        officers=officers,
        others=tuple(officer_contacts(league, (role.user.name for role in officers))),
        teams=tuple((team, tuple(sorted(by_team.get(team.pk, ()), key=_first))) for team in teams),
    )


@dataclass(frozen=True, slots=True)
class JoinSlip:
    """A join link on paper: of a team, or of the league (None), with its address and the pattern for a camera."""

    team: Team | None
    address: str
    qr: SafeString


def slips_of(league: League, site: str) -> tuple[JoinSlip, ...]:
    """The links that there are, the league's first; `site` is how their addresses begin. Two queries."""
    slips = []
    for team, link in team_join_links(league):
        if link is not None:
            address = f"{site}{reverse('join', args=[join_token(link)])}"
            slips.append(JoinSlip(team, address, qr_code(address)))
    return tuple(slips)


def _first(role: Role) -> tuple[bool, str, int]:
    return role.kind != RoleKind.CAPTAIN, role.user.name, role.pk


# --- labels for envelopes ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet of labels on A4: how many across and down, each so wide and high, in millimetres; `known_as` in shops."""

    name: str
    across: int
    down: int
    wide: float
    high: float
    known_as: str

    @property
    def room(self) -> int:
        """How many there are on a sheet."""
        return self.across * self.down


STOCKS = {
    each.name: each
    for each in (
        LabelSheet("3x7", across=3, down=7, wide=63.5, high=38.1, known_as="L7160"),
        LabelSheet("2x8", across=2, down=8, wide=99.1, high=33.9, known_as="L7162"),
    )
}


EDGES = 9.0, 8.5  # millimetres of a label, across and down, that stay empty
LETTER, MILLIMETRE = 9.0, 25.4 / 72  # points of a usual line
NAME, NOTE, LEADING = 1.39, 0.78, 1.2  # of the size and of the height of a usual line
WIDE = frozenset("MWmw%@")
SIZES = (100, 80, 65, 50, 40)  # per cent


@dataclass(frozen=True, slots=True)
class Label:
    """One label: the strong line, those below it, and what it is for in small letters."""

    name: str
    lines: tuple[str, ...]
    note: str

    def size_on(self, stock: LabelSheet) -> int:
        """How large it is printed so that all of it fits on a label, in per cent."""
        return next((size for size in SIZES if self._height(stock, size / 100) <= stock.high - EDGES[1]), SIZES[-1])

    def _height(self, stock: LabelSheet, size: float) -> float:
        texts = [(self.name, NAME), *((line, 1.0) for line in self.lines), (self.note, NOTE)]
        row = size * LETTER * LEADING * MILLIMETRE
        return sum(_rows(text, stock, size * part) * part * row for text, part in texts)


def team_labels(league: League) -> list[Label]:
    """One for each team of this season, by venue and then by name: where its envelope of cards goes; one query."""
    entered = Entry.objects.filter(
        division__competition__season__current=True,
        division__competition__kind=CompetitionKind.LEAGUE,
        withdrawn_on=None,
        slug="",
    )
    teams = entered.select_related("team__venue", "division__competition__season")
    return [
        Label(
            name=each.name,
            lines=_where(each.team.venue.name, each.team.venue.address, each.team.venue.postcode),
            note=f"{league.short_name} cards {each.division.competition.season}, {each.division}",
        )
        for each in teams.order_by("team__venue__name", "name", "pk")
    ]


def night_labels(league: League, night: date) -> list[Label]:
    """One for each venue of a night, with the matches whose cards go there; one query."""
    labels = []
    for venue, group in groupby(pack_of(league, night), key=lambda each: each.venue):
        matches = list(group)
        starts = formats.clock(matches[0].start_time)
        labels.append(
            Label(
                name=venue.name,
                lines=tuple(str(each) for each in matches[:3]) + (("and more",) if len(matches) > 3 else ()),
                note=f"{league.short_name} cards, {formats.night(night, year=True)}, {starts}",
            )
        )
    return labels


def sheets_of(labels: Sequence[Label], stock: LabelSheet) -> Iterator[Sequence[tuple[Label, int]]]:
    """The labels sheet by sheet, in reading order, each with its size in per cent."""
    for first in range(0, len(labels), stock.room):
        yield [(label, label.size_on(stock)) for label in labels[first : first + stock.room]]


def _rows(text: str, stock: LabelSheet, size: float) -> int:
    """How many lines a text takes at most, each letter as wide as those of its kind are in bold."""
    width = sum(1.0 if letter in WIDE else 0.66 for letter in text) * size * LETTER * MILLIMETRE
    return ceil(width / (stock.wide - EDGES[0]))


def _where(name: str, address: str, postcode: str) -> tuple[str, ...]:
    return tuple(filter(None, (name, address, postcode)))
