"""A season as rows of matches are held against it: its divisions, who is in them, and what is in its list."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from django.urls import reverse

from league.base.ui.formats import night
from league.exchange.queries.preview.list_matching import Listed, MatchRow, Side, SideKey, key_of, listed_matches
from league.exchange.queries.preview.names import FileNames, team_names, venue_names
from league.exchange.values.marks import no_team
from league.exchange.values.outcomes import ImportSheet, NameIndex, name_question
from league.reading.days import parse_day, parse_time
from league.reading.values import SheetLine
from league.schedule.models import Competition, Division, Entry, Season
from league.schedule.queries.seasons import league_competition
from league.teams.actions.imports import TeamRow
from league.teams.models import Team, Venue

FIRST_DIVISION = "Division One"
LONGEST_DIVISION, LONGEST_VENUE = 40, 80
NEAR_DIVISION = 0.9  # Division One and Division Two are near already


@dataclass
class SeasonIndex:
    """Everything that a row of matches may mean; `fixtures` by the keys of home and away team, in the list's order."""

    season: Season
    competition: Competition
    names: FileNames
    venues: NameIndex[Venue]
    divisions: NameIndex[Division]
    entries: dict[int, Entry]
    fixtures: Listed
    listed: set[int]
    fallback: str
    playing: set[int]
    first_rows: dict[tuple[SideKey, SideKey, date | None], int] = field(default_factory=dict)
    placed: dict[SideKey, str] = field(default_factory=dict)

    @classmethod
    def of(cls, sheet: ImportSheet, season: Season, fallback: str, *, past: bool) -> "SeasonIndex":
        competition = league_competition(season)
        divisions = {row.name: row for row in Division.objects.filter(competition=competition).order_by("rank", "pk")}
        entries = Entry.objects.filter(division__competition=competition).select_related("division", "team__venue")
        by_team = {entry.team_id: entry for entry in entries.order_by("pk")}
        played_as = {entry.name: entry.team for entry in by_team.values()}  # under the name that it had that season
        venues = venue_names(sheet)
        names = FileNames.of(sheet, team_names(sheet, also=played_as), ("home", "away"), active=not past)
        names.home_venues = _home_venues(sheet, venues)
        fixtures = listed_matches(competition)
        rows = [row for of_pair in fixtures.values() for row in of_pair]
        return cls(
            season, competition, names, venues, sheet.names("division", divisions, NEAR_DIVISION), by_team, fixtures,
            {row.division_id for row in rows}, fallback or next(iter(divisions), FIRST_DIVISION),
            {side.team_id for row in rows for side in (row.home, row.away) if side},
        )  # fmt: skip


def _home_venues(sheet: ImportSheet, venues: NameIndex[Venue]) -> dict[str, Venue | str]:
    """Where each name is at home in most rows, for teams that are to be added."""
    places: dict[str, Counter[str]] = {}
    for line in sheet.lines if sheet.has("venue") else ():
        if (home := sheet.get(line, "home")) and (venue := sheet.get(line, "venue")):
            places.setdefault(home, Counter())[venue] += 1
    usual = {home: counts.most_common(1)[0][0] for home, counts in places.items()}
    return {home: venues.find(venue).row or venue[:LONGEST_VENUE] for home, venue in usual.items()}


def read_match_row(sheet: ImportSheet, line: SheetLine, book: SeasonIndex) -> MatchRow:
    """One row read: who plays whom, in which division and when."""
    home, away, on = (sheet.get(line, name) for name in ("home", "away", "date"))
    row = MatchRow(line, f"{home or 'no team'} v {away or 'no team'}{f', {on}' if on else ''}")
    row.left = _no_match(home, away, book)
    if row.left:
        return row
    written = parse_day(on, book.season.starts, book.season.ends)
    row.day = written.day if written else None
    row.hour = parse_time(sheet.get(line, "time")) or (written.hour if written else None)
    row.home, row.away = _team(row, home, "home", book), _team(row, away, "away", book)
    row.why += [written.contradiction] if written and written.contradiction else []
    row.why += _errors(sheet, line, row, book)
    if row.home and row.away and not row.why and row.ask is None:
        _place(row, sheet.get(line, "division"), book)
    if row.home and row.away and not row.why:
        first = book.first_rows.setdefault((*row.pair, row.day), line.number)
        if first != line.number and row.day is not None:
            row.why.append(f"Row {first} is the same match. Keep one of them.")
    return row


def _no_match(home: str, away: str, book: SeasonIndex) -> str:
    """Why a row is no match of the league: one of its names is not that of a team."""
    for name, other in ((home, away), (away, home)):
        what = "" if book.names.index.find(name).row else no_team(name)
        if what == "a night off" and other and not no_team(other):
            return f"A night off for {other}."
        if what:
            return "A tie of a cup: add it to the cup." if what == "a tie of a cup" else f"{name}: {what}."
    return ""


def _team(row: MatchRow, name: str, side: str, book: SeasonIndex) -> Side | None:
    if not name:
        row.why.append(f"The row has no {side} team.")
        return None
    meant = book.names.find(name)
    row.why += filter(None, [meant.why])
    row.notes += filter(None, [meant.note])
    row.ask = row.ask or meant.ask
    if isinstance(meant.side, TeamRow):
        row.needs.append(("team", meant.side.name))
    return meant.side


def _errors(sheet: ImportSheet, line: SheetLine, row: MatchRow, book: SeasonIndex) -> Iterator[str]:
    on, hour, season = sheet.get(line, "date"), sheet.get(line, "time"), book.season
    if on and row.day is None:
        yield f"“{on}” is not a date. Write it as 24/11/2026."
    elif row.day and not season.starts <= row.day <= season.ends:
        days = f"{night(season.starts, year=True)} to {night(season.ends, year=True)}"
        yield f"{night(row.day, year=True)} is outside the season, {days}."
    if hour and row.hour is None and parse_day(hour) is None:
        yield f"“{hour}” is not a time. Write it as 20:00 or 8pm."
    if row.home and row.home == row.away:
        yield f"{row.home} cannot play itself."


def _place(row: MatchRow, name: str, book: SeasonIndex) -> None:
    """The division of a match: the one that it names, else that of its teams, else the one for rows without."""
    assert row.home is not None
    assert row.away is not None
    sides = (row.home, row.away)
    entered = [book.entries[side.pk].division for side in sides if isinstance(side, Team) and side.pk in book.entries]
    above = [book.placed[key_of(side)] for side in sides if key_of(side) in book.placed]
    usual: list[Division | str] = [*entered, *above, book.fallback]
    division = usual[0]
    if name:
        name_match = book.divisions.find(name)
        if name_match.row is None and name_match.near:
            row.why.append(f"There is no division “{name}”. Is it {' or '.join(map(str, name_match.near))}?")
            row.ask = name_question("division", name, name_match.near, "A division of its own")
            return
        division = name_match.row or name
    if isinstance(division, str):
        division = book.divisions.find(division).row or division
    if isinstance(division, str) and len(division) > LONGEST_DIVISION:
        row.why.append(f"The division has at most {LONGEST_DIVISION} letters.")
    if isinstance(division, str):
        row.needs.append(("division", division))
    for side in sides:
        _enter(row, side, division, book)
    row.division = division


def _enter(row: MatchRow, side: Side, division: Division | str, book: SeasonIndex) -> None:
    """Whether a team plays in that division, or comes into it with this spreadsheet."""
    entry = book.entries.get(side.pk) if isinstance(side, Team) else None
    if entry is not None and entry.division == division:
        return
    if entry is not None and entry.team_id in book.playing:
        row.why.append(f"{side} is in {entry.division} this season, and not in {division}.")
        address = reverse("season-teams", args=[book.season.league.slug, book.season.slug])
        row.link = (address, f"Change the divisions of season {book.season}")
        return
    first = book.placed.setdefault(key_of(side), str(division))
    if first != str(division):
        row.why.append(f"{side} is in {first} in a row above, and here in {division}.")
    elif entry is not None:
        row.notes.append(f"{side} moves from {entry.division} to {division}")
    elif isinstance(division, Division) and division.pk in book.listed:
        row.needs.append(("joins", f"{side} ({division})"))
        row.notes.append(f"{side} joins {division}")
