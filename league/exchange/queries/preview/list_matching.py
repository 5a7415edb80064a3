"""Rows of matches as a season reads them, and which match of its list each is about: by pair, day and division.

The very day goes first. A match on another day is one that was moved, if it has no result yet; who was at home, and
whether one of a later day was brought forward, is asked. What is left is a match to add.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time

from django.urls import reverse

from league.base.ui.formats import night
from league.exchange.choices import RowOutcome
from league.exchange.queries.preview.names import FileNames, team_names, venue_names
from league.exchange.values.outcomes import ImportSheet, NameIndex, NameMatch, NameQuestion, RowPreview, name_question
from league.exchange.values.scores import no_team
from league.reading.days import parse_day, parse_time
from league.reading.marks import division_key
from league.reading.values import SheetLine
from league.schedule.choices import FixtureState
from league.schedule.models import Competition, Division, Entry, Fixture
from league.schedule.queries.seasons import league_competition
from league.schedule.values.matches import before_split
from league.teams.actions.imports import TeamRow
from league.teams.models import Team, Venue
from scoring.card.points import Games

NEAR_DAYS = 21  # within which the same score is likely to be the same match
TURNED, ONE_MORE, MOVED = "turned", "new", "moved"
OPEN_STATES = (FixtureState.SCHEDULED, FixtureState.POSTPONED)
Side = Team | TeamRow
SideKey = int | str
Listed = Mapping[tuple[SideKey, SideKey], Sequence[Fixture]]  # the matches of a season by home and away


def key_of(side: Side | None) -> SideKey:
    """What tells sides apart, those among them that are to be added."""
    return 0 if side is None else side.pk if isinstance(side, Team) else side.name


def listed_matches(competition: Competition) -> Listed:
    listed: dict[tuple[SideKey, SideKey], list[Fixture]] = {}
    rows = Fixture.objects.filter(division__competition=competition, away__isnull=False).order_by("week", "pk")
    for row in rows.select_related("home__team", "away__team", "division", "venue", "result"):
        listed.setdefault((row.home.team_id, row.away.team_id), []).append(row)
    return listed


@dataclass
class MatchRow(RowPreview):
    """`fixture` is the match of the list that it is about, None for one to add; `turned`: with home and away the other
    way. `by_list`: only the list tells who was at home.
    """

    home: Side | None = None
    away: Side | None = None
    division: Division | str = ""
    day: date | None = None
    hour: time | None = None
    by_list: bool = False
    fixture: Fixture | None = None
    turned: bool = False

    @property
    def pair(self) -> tuple[SideKey, SideKey]:
        return (key_of(self.home), key_of(self.away))

    def settle(self, outcome: RowOutcome, *why: str) -> None:
        """Say that the match of the list is as the row has it, or why it cannot be."""
        why = (*why, *self.notes)
        if outcome is RowOutcome.CONFLICT:
            self.problems += why
        else:
            self.fate, self.notes, self.needs = outcome, list(why), []


class ListMatching:
    """The rows of a file beside a list; no match is given to two rows. `today` is None for a list of fixtures, whose
    matches may all be of later days.
    """

    def __init__(self, sheet: ImportSheet, rows: Iterable[MatchRow], fixtures: Listed, today: date | None) -> None:
        self.fixtures, self.sheet, self.today = fixtures, sheet, today
        self.taken: set[int] = set()
        sound = [row for row in rows if not row.kept_out]
        for row in sound:
            if row.day is not None:
                self._take(row, next((each for each in self._free(row) if each.date == row.day), None))
        self._without_days([row for row in sound if row.day is None and not row.by_list])

    def place(self, row: MatchRow, games: tuple[Games, Games] | None = None) -> None:
        if row.fixture is not None or row.kept_out or row.day is None:
            return
        turned = next((each for each in self._free(row, turned=True) if each.date == row.day), None)
        if self._is_answered(row, turned):
            return
        unplayed = [
            each for each in self._free(row)
            if getattr(each, "result", None) is None and each.state in OPEN_STATES and not each.in_play
        ]  # fmt: skip
        if row.by_list and turned is None:
            row.problems.append("The file does not say who was at home, and the list has no match that day.")
        elif row.by_list:
            self._take(row, turned, turned=True)
        elif turned is not None:
            self._ask_turned(row, turned, unplayed)
        elif unplayed and not self._is_one_more(row):
            fixture = min(unplayed, key=lambda each: (each.date is not None, _days_off(each, row)))
            if self.today is None or fixture.date is None or fixture.date <= self.today:
                self._take(row, fixture)
            else:
                self._ask_which(row, [fixture], "The list has this match on {}, which is in the future.")
        else:
            near = [each for each in self._free(row) if _days_off(each, row) <= NEAR_DAYS and hasattr(each, "result")]
            if same := [each for each in near if each.result.games == games]:
                self._ask_which(row, same, "The list has this match, with this score, on {}.")

    def _is_answered(self, row: MatchRow, turned: Fixture | None) -> bool:
        """Whether somebody has said which match it is; then it is taken."""
        answer = self.sheet.answers.get("match", {}).get(str(row.number), "")
        if answer == TURNED and turned is not None:
            self._take(row, turned, turned=True)
            return True
        chosen = next((each for each in self._free(row) if str(each.pk) == answer), None)
        self._take(row, chosen)
        return answer == ONE_MORE or chosen is not None

    def _take(self, row: MatchRow, fixture: Fixture | None, *, turned: bool = False) -> None:
        row.fixture, row.turned = fixture, turned
        if fixture is not None:
            self.taken.add(fixture.pk)

    def _free(self, row: MatchRow, *, turned: bool = False) -> list[Fixture]:
        pair = row.pair[::-1] if turned else row.pair
        free = [each for each in self.fixtures.get(pair, ()) if each.pk not in self.taken]
        return sorted(free, key=lambda each: each.division != row.division)

    def _is_one_more(self, row: MatchRow) -> bool:
        """Whether a pair meets at one ground so often that a row of fixtures on another day is one more match."""
        fixtures = self.fixtures.get(row.pair, [])
        meetings = max(1, fixtures[0].division.legs // 2) if fixtures else 0
        return self.today is None and len(fixtures) < meetings

    def _without_days(self, rows: Iterable[MatchRow]) -> None:
        """Rows without a day: all the meetings of a pair in their order, or the only one that it can be."""
        pending = list(rows)
        pairs = Counter(row.pair for row in pending)
        for row in pending:
            free = self._free(row)
            answer = self.sheet.answers.get("match", {}).get(str(row.number), "")
            chosen = next((each for each in free if str(each.pk) == answer), None)
            if chosen is not None or len(free) <= 1 or len(free) == pairs[row.pair]:
                self._take(row, chosen or next(iter(free), None))
            else:
                self._ask_which(row, free, "Which of their matches is it, of {}?", or_more=False)
            pairs[row.pair] -= 1

    def _ask_turned(self, row: MatchRow, turned: Fixture, others: Iterable[Fixture]) -> None:
        assert row.day is not None
        choices = [
            (TURNED, f"{turned}, as the list has it"),
            *((str(each.pk), f"{each}, in place of {_day(each)}") for each in others),
            (ONE_MORE, f"One more match, with {row.home} at home"),
        ]
        row.problems.append(f"On {night(row.day)} the list has {turned}: turned round?")
        row.ask = self._question(row, choices)

    def _ask_which(self, row: MatchRow, fixtures: list[Fixture], text: str, *, or_more: bool = True) -> None:
        days = " and ".join(map(_day, fixtures))
        choices = [(str(each.pk), f"The match of {_day(each)}") for each in fixtures]
        row.problems.append(text.format(days))
        row.ask = self._question(row, [*choices, *([(ONE_MORE, "One more match")] if or_more else [])])

    def _question(self, row: MatchRow, choices: Iterable[tuple[str, str]]) -> NameQuestion:
        on = f", {night(row.day, year=True)}" if row.day else ""
        label = f"Row {row.number}, {row.home} v {row.away}{on}, is"
        return NameQuestion("match", str(row.number), row.words, tuple(choices), label=label)


def _days_off(fixture: Fixture, row: MatchRow) -> int:
    if fixture.date is None or row.day is None:
        return 0
    return abs((fixture.date - row.day).days)


def _day(fixture: Fixture) -> str:
    result = getattr(fixture, "result", None)
    on = night(fixture.date) if fixture.date else "a date to be agreed"
    return f"{on}, {result.score}" if result is not None else on


def moved_on(fixture: Fixture, row: MatchRow) -> Iterator[str]:
    if row.day is not None and fixture.date is not None and row.day != fixture.date:
        yield f"Moves from {night(fixture.date)}"


# --- the season and its rows ------------------------------------------------------------------------------------------
FIRST_DIVISION = "Division One"
LONGEST_DIVISION, LONGEST_VENUE = 40, 80
NEAR_DIVISION = 0.9  # Division One and Division Two are near already


class SeasonIndex:
    """Everything that a row of matches may mean; `fixtures` by the keys of home and away team, in the list's order."""

    def __init__(self, sheet: ImportSheet, today: date) -> None:
        self.season, self.competition = sheet.season, league_competition(sheet.season)
        of_season = Division.objects.filter(competition=self.competition).order_by("rank", "pk")
        divisions = {row.name: row for row in of_season}
        entries = Entry.objects.filter(division__competition=self.competition).select_related("division", "team__venue")
        self.entries = {entry.team_id: entry for entry in entries.order_by("pk")}  # of a split division, in its part
        self.entered = {(entry.team_id, entry.division_id) for entry in entries}
        self.whole = before_split(of_season)
        self.parts = sorted((row for row in of_season if row.split_from_id), key=lambda row: row.pk)
        played_as = {entry.name: entry.team for entry in self.entries.values()}  # by its name then
        self.venues = venue_names(sheet)
        active = self.season.ends >= today
        self.names = FileNames(sheet, team_names(sheet, also=played_as), ("home", "away"), active=active)
        self.names.home_venues = _home_venues(sheet, self.venues)
        self.divisions: NameIndex[Division] = sheet.names("division", divisions, NEAR_DIVISION)
        self.alike: defaultdict[tuple[str, ...], list[Division]] = defaultdict(list)
        for row in of_season:
            self.alike[division_key(row.name)].append(row)
        self.added: dict[tuple[str, ...], str] = {}  # divisions that come with this file
        first = (row.name for row in of_season if not row.split_from_id)
        self.fallback = sheet.division or next(first, FIRST_DIVISION)
        self.fixtures = listed_matches(self.competition)
        rows = [row for of_pair in self.fixtures.values() for row in of_pair]
        self.listed = {row.division_id for row in rows}
        self.playing = {side.team_id for row in rows for side in (row.home, row.away) if side}
        self.first_rows: dict[tuple[SideKey, SideKey, date | None], int] = {}
        self.placed: dict[SideKey, str] = {}

    def division(self, name: str) -> NameMatch[Division]:
        """The division of a name; “Division 1” is Division One, where one alone is called so."""
        match, alike = self.divisions.find(name), self.alike[division_key(name)]
        if match.row is None and not match.answered and len(alike) == 1:
            return NameMatch(alike[0], note=f"written “{name}”")
        return match


def _home_venues(sheet: ImportSheet, venues: NameIndex[Venue]) -> dict[str, Venue | str]:
    """Where each name is at home in most rows, for teams that are to be added."""
    places: dict[str, Counter[str]] = {}
    for line in sheet.lines if sheet.has("venue") else ():
        if (home := sheet.get(line, "home")) and (venue := sheet.get(line, "venue")):
            places.setdefault(home, Counter())[venue] += 1
    usual = {home: counts.most_common(1)[0][0] for home, counts in places.items()}
    return {home: venues.find(venue).row or venue[:LONGEST_VENUE] for home, venue in usual.items()}


def read_match_row(sheet: ImportSheet, line: SheetLine, book: SeasonIndex) -> MatchRow:
    home, away, on = (sheet.get(line, name) for name in ("home", "away", "date"))
    row = MatchRow(line, f"{home or 'no team'} v {away or 'no team'}{f', {on}' if on else ''}")
    row.left = _no_match(home, away, book)
    if row.left:
        return row
    written = parse_day(on, book.season.starts, book.season.ends)
    row.day = written.day if written else None
    row.hour = parse_time(sheet.get(line, "time")) or (written.hour if written else None)
    row.by_list = sheet.get(line, "sides").casefold() == "either"
    row.home, row.away = _team(row, home, "home", book), _team(row, away, "away", book)
    row.problems += [written.contradiction] if written and written.contradiction else []
    row.problems += _errors(sheet, line, row, book)
    if row.home and row.away and not row.problems and row.ask is None:
        _place(row, sheet.get(line, "division"), book)
    if row.home and row.away and not row.problems:
        first = book.first_rows.setdefault((*row.pair, row.day), line.number)
        if first != line.number and row.day is not None:
            row.problems.append(f"Row {first} is the same match. Keep one of them.")
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
        row.problems.append(f"The row has no {side} team.")
        return None
    return book.names.find(name).put_on(row)


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
        name_match = book.division(name)
        if name_match.row is None and name_match.near:
            row.problems.append(f"There is no division “{name}”. Is it {' or '.join(map(str, name_match.near))}?")
            row.ask = name_question("division", name, name_match.near, "A division of its own")
            return
        division = name_match.row or book.added.setdefault(division_key(name), name)
    elif isinstance(division, Division):
        division = book.whole[division.pk]
    if isinstance(division, str):
        division = book.division(division).row or division
    if isinstance(division, Division):
        division = _part_of(division, row, book)
    if isinstance(division, str) and len(division) > LONGEST_DIVISION:
        row.problems.append(f"The division has at most {LONGEST_DIVISION} letters.")
    if isinstance(division, str):
        row.needs.append(("division", division))
    for side in sides:
        _enter(row, side, division, book)
    row.division = division


def _part_of(division: Division, row: MatchRow, book: SeasonIndex) -> Division:
    """Of a division that was split, the part that both teams were in on the day; itself before the split."""
    if not _plays_in(division, row, book):
        return division
    part, days = book.whole[division.pk], row.day or date.max
    for each in book.parts:
        if each.split_from_id == part.pk and each.split_on and each.split_on <= days and _plays_in(each, row, book):
            part = each
    return part


def _plays_in(division: Division, row: MatchRow, book: SeasonIndex) -> bool:
    sides = (row.home, row.away)
    return all(isinstance(side, Team) and (side.pk, division.pk) in book.entered for side in sides)


def _enter(row: MatchRow, side: Side, division: Division | str, book: SeasonIndex) -> None:
    """Whether a team plays in that division, or comes into it with this spreadsheet."""
    entry = book.entries.get(side.pk) if isinstance(side, Team) else None
    if entry is not None and isinstance(division, Division) and (entry.team_id, division.pk) in book.entered:
        return
    if entry is not None and entry.team_id in book.playing:
        row.problems.append(f"{side} is in {entry.division} this season, and not in {division}.")
        address = reverse("season-teams", args=[book.season.league.slug, book.season.slug])
        row.link = (address, f"Change the divisions of season {book.season}")
        return
    first = book.placed.setdefault(key_of(side), str(division))
    if first != str(division):
        row.problems.append(f"{side} is in {first} in a row above, and here in {division}.")
        if row.day and all(book.placed.get(key_of(each)) == first for each in (row.home, row.away)):
            row.problems.append(
                f"If {first} was split, leave such rows out, split it on the season’s page, then bring them."
            )
    elif entry is not None:
        row.notes.append(f"{side} moves from {entry.division} to {division}")
    elif isinstance(division, Division) and division.pk in book.listed:
        row.needs.append(("joins", f"{side} ({division})"))
        row.notes.append(f"{side} joins {division}")
