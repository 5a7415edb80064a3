"""What there is to print in a league at a moment, what its papers of few pages show, and stored papers: what stands for
their content and how far one is made. Runs inside the scope of one league.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from math import ceil
from typing import Any, NamedTuple

from django.db.models import Min, QuerySet
from django.urls import reverse
from django.utils.timezone import localdate

from league.base.audit.models import Entry as AuditEntry
from league.base.jobs.models import Job
from league.base.ui import formats
from league.base.ui.pictures import qr_code
from league.cups.models import Cup, FactKind
from league.documents.kinds import PaperAudience
from league.documents.models import Paper
from league.documents.queries.cards import pack_of
from league.results.choices import PUBLIC_STATES
from league.results.queries.tables import divisions
from league.schedule.choices import CompetitionKind, FixtureState, FixtureStatus
from league.schedule.models import Division, Entry, Fixture, Season
from league.schedule.queries.matches import current_season, of_tables, sides_of_team, whole_fixtures
from league.schedule.queries.seasons import still_in
from league.teams.choices import RoleKind
from league.teams.models import League, Picture, Role, Sponsor, Team, Venue
from league.teams.queries.noticeboard import sponsor_of
from league.teams.queries.people import contacts_of, officer_contacts
from league.teams.queries.squads import join_token, rules_of, squad_of, team_join_links
from scoring.card.rulebook import describe

LINES = 14  # of a form, filled in or left empty; there are four at least for those who are new


def registration_form(league: League, team: Team | None, day: date) -> dict[str, Any]:
    """The form of a team, or of none yet: whom it has on a day, and the numbers of its empty lines; one query."""
    players = [each.player for each in squad_of(team, day)] if team else []
    rules = next((section.rules for section in describe(rules_of(league)) if section.title == "Players"), ())
    empty = range(len(players) + 1, max(LINES, len(players) + 4) + 1)
    return {"team": team, "players": players, "empty": empty, "rules": rules}


def contacts_on_paper(league: League) -> dict[str, Any]:
    """Officers who sign in, "others" whom the list of officers names, and each team's captains; three queries."""
    roles = list(contacts_of(league))
    by_team: dict[int | None, list[Role]] = {}
    for role in sorted(roles, key=lambda role: (role.kind != RoleKind.CAPTAIN, role.user.name, role.pk)):
        by_team.setdefault(role.team_id, []).append(role)
    officers = [role for role in roles if role.team_id is None]
    teams = Team.objects.filter(league=league, active=True).select_related("venue").order_by("name", "pk")
    return {
        "officers": officers,
        "others": list(officer_contacts(league, (role.user.name for role in officers))),
        "teams": [(team, by_team.get(team.pk, [])) for team in teams],
    }


def slips_of(league: League, site: str) -> list[dict[str, Any]]:
    """The join links that there are, the league's first, whose "team" is None; two queries."""
    slips = []
    for team, link in team_join_links(league):
        if link is not None:
            address = f"{site}{reverse('join', args=[join_token(link)])}"
            slips.append({"team": team, "address": address, "qr": qr_code(address)})
    return slips


# --- labels for envelopes ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet of labels on A4: how many across and down, each so wide and high, in millimetres."""

    name: str
    across: int
    down: int
    wide: float
    high: float

    @property
    def room(self) -> int:
        return self.across * self.down


STOCKS = {
    each.name: each
    for each in (
        LabelSheet("3x7", across=3, down=7, wide=63.5, high=38.1),  # L7160 in shops
        LabelSheet("2x8", across=2, down=8, wide=99.1, high=33.9),  # L7162
    )
}


EDGES = 9.0, 8.5  # millimetres of a label, across and down, that stay empty
LETTER, MILLIMETRE = 9.0, 25.4 / 72  # points of a usual line
NAME, NOTE, LEADING = 1.39, 0.78, 1.2  # of the size and of the height of a usual line
WIDE = frozenset("MWmw%@")
SIZES = (100, 80, 65, 50, 40)  # per cent


class Label(NamedTuple):
    name: str
    lines: tuple[str, ...]
    note: str


def team_labels(league: League) -> list[Label]:
    """One for each team of this season, by venue and then by name: where its envelope of cards goes; one query."""
    entered = Entry.objects.filter(
        still_in(localdate()),
        division__competition__season__current=True,
        division__competition__kind=CompetitionKind.LEAGUE,
        slug="",
    )
    teams = entered.select_related("team__venue", "division__competition__season")
    return [
        Label(
            name=each.name,
            lines=tuple(filter(None, (each.team.venue.name, each.team.venue.address, each.team.venue.postcode))),
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


def sheets_of(labels: Sequence[Label], stock: LabelSheet) -> Iterator[list[tuple[Label, int]]]:
    """The labels sheet by sheet, in reading order, each with the size in per cent at which all of it fits."""
    for first in range(0, len(labels), stock.room):
        yield [(label, _size(label, stock)) for label in labels[first : first + stock.room]]


def _size(label: Label, stock: LabelSheet) -> int:
    room = stock.high - EDGES[1]
    return next((size for size in SIZES if _height(label, stock, size / 100) <= room), SIZES[-1])


def _height(label: Label, stock: LabelSheet, size: float) -> float:
    texts = [(label.name, NAME), *((line, 1.0) for line in label.lines), (label.note, NOTE)]
    row = size * LETTER * LEADING * MILLIMETRE
    return sum(_rows(text, stock, size * part) * part * row for text, part in texts)


def _rows(text: str, stock: LabelSheet, size: float) -> int:
    """How many lines a text takes at most, each letter as wide as those of its kind are in bold."""
    width = sum(1.0 if letter in WIDE else 0.66 for letter in text) * size * LETTER * MILLIMETRE
    return ceil(width / (stock.wide - EDGES[0]))


# --- posters ----------------------------------------------------------------------------------------------------------
UNUSUAL = (FixtureStatus.POSTPONED, FixtureStatus.TO_ARRANGE)
# Where a match carries a rule book that no list reads: decoding them all would cost more than the list.
RULES = ("league", "division__competition")


def poster_foot(league: League) -> tuple[Sponsor | None, dict[str, bytes]]:
    """Who sponsors the league, and the pictures of its posters by the address that paper has for each; two queries."""
    sponsor = sponsor_of(league)
    keys = {league.crest_id, sponsor.logo_id if sponsor else None} - {None}
    rows = Picture.objects.filter(pk__in=keys).values_list("pk", "data")
    return sponsor, {f"paper:picture-{key}": bytes(data) for key, data in rows}


def division_nights(division: Division, at: datetime) -> list[dict[str, Any]]:
    return _nights(whole_fixtures().filter(division=division), at)


def team_nights(team: Team, at: datetime) -> list[dict[str, Any]]:
    return _nights(_this_season().filter(sides_of_team(team)), at)


def venue_nights(venue: Venue, at: datetime) -> list[dict[str, Any]]:
    return _nights(_this_season().filter(venue=venue, away__isnull=False), at)


def pubs_on(league: League, night: date, at: datetime) -> list[dict[str, Any]]:
    fixtures = _with_result(whole_fixtures()).filter(league=league, date=night, away__isnull=False)
    playing = fixtures.exclude(state=FixtureState.VOID).order_by(
        "venue__name", "venue", "division__rank", "home__name", "pk"
    )
    return [
        {"venue": venue, "matches": [_match(each, at) for each in matches]}
        for venue, matches in groupby(playing, key=lambda each: each.venue)
    ]


def night_to_come(league: League, today: date) -> date | None:
    """Tonight, or the next night with a match; None when there is none. One query."""
    open_ones = Fixture.objects.filter(league=league, date__gte=today, away__isnull=False)
    return open_ones.exclude(state=FixtureState.VOID).aggregate(first=Min("date"))["first"]


def _this_season() -> QuerySet[Fixture]:
    return whole_fixtures().filter(division__competition__season__current=True)


def _with_result(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    return fixtures.select_related("result").defer("rules", "result__tally", *(f"{row}__rules" for row in RULES))


def _nights(fixtures: QuerySet[Fixture], at: datetime) -> list[dict[str, Any]]:
    """The matches of each night, and who has none; "day" None for those without a date."""
    ordered = _with_result(fixtures).exclude(state=FixtureState.VOID).order_by("division__rank", "home__name", "pk")
    by_day: dict[date | None, list[Fixture]] = {}
    for fixture in ordered:
        by_day.setdefault(fixture.date, []).append(fixture)
    return [
        {
            "day": day,
            "matches": [_match(each, at) for each in by_day[day] if each.away_id],
            "byes": [each.home.name for each in by_day[day] if each.away_id is None],
        }
        for day in sorted(by_day, key=lambda day: day or date.max)
    ]


def _match(fixture: Fixture, at: datetime) -> dict[str, Any]:
    """A match as a wall shows it: "score" once it is settled, or a "word" why it is not as it was to be."""
    result, status = getattr(fixture, "result", None), fixture.status
    if result is not None and result.state_at(at) in PUBLIC_STATES:
        return {"fixture": fixture, "score": result.games, "word": ""}
    return {"fixture": fixture, "score": None, "word": status.label.lower() if status in UNUSUAL else ""}


KEPT_FOR = timedelta(days=7)
# Long work being asked for and stopped changes nothing that could stand on a paper.
NO_ENTRY = ("enqueue", "cancel_job")


def content_key(league: League, kind: str, args: dict[str, Any], audience: PaperAudience, site: str) -> str:
    """A digest of what was asked for and the last entry of the league's history. One query."""
    done = AuditEntry.objects.filter(league_id=league.pk).exclude(verb__in=NO_ENTRY)
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
