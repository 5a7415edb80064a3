"""A season as rows of matches are held against it: its divisions, who is in them, and what is in its list."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, time

from django.urls import reverse

from league.importexport.queries.preview.names import team_names, venue_names
from league.importexport.values.outcomes import ImportSheet, NameIndex, NameQuestion, name_question
from league.reading.days import parse_day, parse_time
from league.reading.values import SheetLine
from league.schedule.models import Competition, Division, Entry, Fixture, Season
from league.schedule.queries.seasons import league_competition
from league.teams.models import Team, Venue
from league.ui.formats import night

FIRST_DIVISION = "Division One"
LONGEST_DIVISION = 40
NEAR_DIVISION = 0.9  # Division One and Division Two are near already


@dataclass
class SeasonIndex:
    """Everything that a row of matches may mean; `fixtures` by the keys of home and away team, in the list's order."""

    season: Season
    competition: Competition
    teams: NameIndex[Team]
    venues: NameIndex[Venue]
    divisions: NameIndex[Division]
    entries: dict[int, Entry]
    fixtures: dict[tuple[int, int], list[Fixture]]
    listed: set[int]
    fallback: str
    first_rows: dict[tuple[int, int, date | None], int] = field(default_factory=dict)
    placed: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, sheet: ImportSheet, season: Season, fallback: str) -> "SeasonIndex":
        competition = league_competition(season)
        divisions = {row.name: row for row in Division.objects.filter(competition=competition).order_by("rank", "pk")}
        entries = Entry.objects.filter(division__competition=competition).select_related("division", "team__venue")
        by_team = {entry.team_id: entry for entry in entries.order_by("pk")}
        played_as = {entry.name: entry.team for entry in by_team.values()}  # under the name that it had that season
        book = cls(
            season, competition, team_names(sheet, also=played_as), venue_names(sheet),
            sheet.names("division", divisions, NEAR_DIVISION), by_team, {}, set(),
            fallback or next(iter(divisions), FIRST_DIVISION),
        )  # fmt: skip
        rows = Fixture.objects.filter(division__competition=competition, away__isnull=False)
        for row in rows.select_related("home__team", "away__team", "division", "venue", "result").order_by(
            "week", "pk"
        ):
            book.fixtures.setdefault((row.home.team_id, row.away.team_id), []).append(row)
            book.listed.add(row.division_id)
        return book


@dataclass
class MatchRow:
    """What a row says of a match, as far as it can be read; `why` is what is wrong with it, `notes`
    which names were written otherwise.
    """

    line: SheetLine
    words: str
    home: Team | None = None
    away: Team | None = None
    division: Division | str = ""
    day: date | None = None
    hour: time | None = None
    why: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    ask: NameQuestion | None = None
    link: tuple[str, str] | None = None

    @property
    def pair(self) -> tuple[int, int]:
        return (self.home.pk if self.home else 0, self.away.pk if self.away else 0)


def read_match_row(sheet: ImportSheet, line: SheetLine, book: SeasonIndex) -> MatchRow:
    """One row read: who plays whom, in which division and when."""
    home, away, on = (sheet.get(line, name) for name in ("home", "away", "date"))
    found = MatchRow(line, f"{home or 'no team'} v {away or 'no team'}{f', {on}' if on else ''}")
    written = parse_day(on, book.season.starts, book.season.ends)
    found.day = written.day if written else None
    found.hour = parse_time(sheet.get(line, "time")) or (written.hour if written else None)
    found.home, found.away = _team(found, home, "home", book), _team(found, away, "away", book)
    found.why += [written.contradiction] if written and written.contradiction else []
    found.why += _errors(sheet, line, found, book)
    if found.home and found.away and not found.why and found.ask is None:
        _place(found, sheet.get(line, "division"), book)
    if found.home and found.away and not found.why:
        first = book.first_rows.setdefault((*found.pair, found.day), line.number)
        if first != line.number:
            found.why.append(f"Row {first} is the same match. Keep one of them.")
    if found.why and found.ask and len(found.why) > 1:
        found.ask = None
    return found


def _team(found: MatchRow, name: str, side: str, book: SeasonIndex) -> Team | None:
    if not name:
        found.why.append(f"The row has no {side} team.")
        return None
    name_match = book.teams.find(name)
    if name_match.row is None:
        near = " or ".join(str(team) for team in name_match.near)
        found.why.append(f"There is no team “{name}”. {f'Is it {near}?' if near else 'Import the teams first.'}")
        if name_match.near and found.ask is None:
            found.ask = name_question("team", name, name_match.near)
    elif name_match.note:
        found.notes.append(name_match.text)
    return name_match.row


def _errors(sheet: ImportSheet, line: SheetLine, found: MatchRow, book: SeasonIndex) -> Iterator[str]:
    on, hour, season = sheet.get(line, "date"), sheet.get(line, "time"), book.season
    if on and found.day is None:
        yield f"“{on}” is not a date. Write it as 24/11/2026."
    elif found.day and not season.starts <= found.day <= season.ends:
        days = f"{night(season.starts, year=True)} to {night(season.ends, year=True)}"
        yield f"{night(found.day, year=True)} is outside the season, {days}."
    if hour and found.hour is None and parse_day(hour) is None:
        yield f"“{hour}” is not a time. Write it as 20:00 or 8pm."
    if found.home and found.home == found.away:
        yield f"{found.home} cannot play itself."


def _place(found: MatchRow, name: str, book: SeasonIndex) -> None:
    """The division of a match: the one that it names, else that of its teams, else the one for rows without."""
    assert found.home is not None
    assert found.away is not None
    entered = {team: book.entries[team.pk].division for team in (found.home, found.away) if team.pk in book.entries}
    division: Division | str = next(iter(entered.values()), None) or book.fallback
    if name:
        name_match = book.divisions.find(name)
        if name_match.row is None and name_match.near:
            found.why.append(f"There is no division “{name}”. Is it {' or '.join(map(str, name_match.near))}?")
            found.ask = name_question("division", name, name_match.near, "A division of its own")
            return
        division = name_match.row or name
    if isinstance(division, str):
        division = book.divisions.find(division).row or division
    if isinstance(division, str) and len(division) > LONGEST_DIVISION:
        found.why.append(f"The division has at most {LONGEST_DIVISION} letters.")
    for team in (found.home, found.away):
        _enter(found, team, division, book)
    found.division = division


def _enter(found: MatchRow, team: Team, division: Division | str, book: SeasonIndex) -> None:
    """Whether a team plays in that division, or may come into it with this spreadsheet."""
    entry = book.entries.get(team.pk)
    if entry is not None:
        if entry.division != division:
            found.why.append(f"{team} is in {entry.division} this season, and not in {division}.")
            address = reverse("season-teams", args=[book.season.league.slug, book.season.slug])
            found.link = (address, f"Change the divisions of season {book.season}")
        return
    if isinstance(division, Division) and division.pk in book.listed:
        found.why.append(f"{team} is not in {division}, whose matches are in the list already.")
        return
    first = book.placed.setdefault(team.pk, str(division))
    if first != str(division):
        found.why.append(f"{team} is in {first} in a row above, and here in {division}.")
