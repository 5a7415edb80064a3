"""What stands in the booklet of a season: its teams, nights, rounds, cups and rules, as they are printed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from league.base.ui import formats
from league.cups.models import Cup, FinalsNight, Honour
from league.schedule.choices import FixtureState
from league.schedule.models import Division, Entry, Fixture, Season
from league.schedule.queries.rule_book import RuleBook
from league.teams.choices import LeagueNight as Weekday
from league.teams.models import League
from scoring.play.clauses import Clause


@dataclass(frozen=True, slots=True)
class BookletMatch:
    """One match, and what is to be said of it: where or when it is played, if not as usual."""

    fixture: Fixture
    note: str


@dataclass(slots=True)
class BookletGroup:
    """The matches of one division on one night, and its teams that have none."""

    division: Division
    matches: list[BookletMatch] = field(default_factory=list)
    byes: list[Entry] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class BookletNight:
    """One night of matches; `day` None for those that wait for a date. `weeks` as the list numbers them: "5"."""

    day: date | None
    weeks: str
    groups: tuple[BookletGroup, ...]

    @property
    def rows(self) -> int:
        """How many lines it takes, about."""
        return 2 + sum(len(group.matches) + bool(group.byes) + 1 for group in self.groups)


@dataclass(frozen=True, slots=True)
class Interruption:
    """Days on which the league does not play, or finals night: as `what`, with `more` about it."""

    day: date
    last: date
    what: str
    more: str
    finals: bool = False

    rows = 2

    @property
    def words(self) -> str:
        """As "Tue 8 Dec" or "Mon 21 Dec to Sun 3 Jan"."""
        until = f" to {formats.night(self.last)}" if self.last != self.day else ""
        return f"{formats.night(self.day)}{until}"


@dataclass(frozen=True, slots=True)
class HomeTeam:
    """A team at home: `night` and `start` as its own line says them."""

    entry: Entry
    night: str
    start: str
    withdrawn: bool

    @property
    def address(self) -> str:
        venue = self.entry.team.venue
        return ", ".join(each for each in (venue.address, venue.postcode) if each)


@dataclass(frozen=True, slots=True)
class PrintedRound:
    """A round of a cup, to be played by a day or all of it on a finals night."""

    name: str
    by: date | None
    night: FinalsNight | None

    @property
    def when(self) -> str:
        if self.night is not None:
            return f"{self.night}, {formats.night(self.night.date)}"
        return f"by {formats.night(self.by)}" if self.by else ""


@dataclass(frozen=True, slots=True)
class PrintedCup:
    """A cup with those of its rounds that have been given days."""

    cup: Cup
    rounds: tuple[PrintedRound, ...]


@dataclass(frozen=True, slots=True)
class Booklet:
    """Everything that is printed. `year` is the year of the `honours`, the last one that there are any of."""

    season: Season
    nights: tuple[BookletNight | Interruption, ...]
    divisions: tuple[tuple[Division, tuple[HomeTeam, ...]], ...]
    cups: tuple[PrintedCup, ...]
    book: RuleBook
    year: int | None
    honours: tuple[Honour, ...]

    @property
    def league(self) -> League:
        return self.season.league

    @property
    def weekday(self) -> str:
        return str(Weekday(self.league.night).label)

    @property
    def games(self) -> tuple[tuple[str, str, tuple[Clause, ...]], ...]:
        """How each kind of game is played: its title, the title of one before that it is like or "", its clauses.

        Of a game that is like one before it only what is different is said.
        """
        sections: list[tuple[str, str, tuple[Clause, ...]]] = []
        for number, game in enumerate(self.book.games):
            alike = (each for each in self.book.games[:number] if each.headings == game.headings)
            like = next(alike, None)
            own = tuple(clause for clause in game.clauses if like is None or clause not in like.clauses)
            sections.append((game.title, _small(like.title) if like else "", own))
        return tuple(sections)

    @property
    def played(self) -> tuple[BookletNight, ...]:
        """The nights that have a date."""
        return tuple(night for night in self.nights if isinstance(night, BookletNight) and night.day)

    @property
    def dates(self) -> tuple[tuple[date, str, str], ...]:
        """The season at a glance: its first and last night, and what is on in between; the day, its words, and what."""
        dates = [(stop.day, stop.words, _what(stop)) for stop in self.nights if isinstance(stop, Interruption)]
        dates += [
            (each.by, formats.night(each.by), f"{rows.cup}: last day of {_small(each.name)}")
            for rows in self.cups
            for each in rows.rounds
            if each.by
        ]
        if self.played:
            ends = (self.played[0].day, "First league night"), (self.played[-1].day, "Last league night")
            dates += [(day, formats.night(day), what) for day, what in ends if day]
        return tuple(sorted(dates, key=lambda each: each[0]))


def _what(stop: Interruption) -> str:
    return f"{stop.what}: {stop.more}" if stop.more else stop.what


def _small(name: str) -> str:
    """In the middle of a sentence."""
    return f"{name[:1].lower()}{name[1:]}"


def home_team(entry: Entry, league: League) -> HomeTeam:
    chosen = entry.night if entry.night is not None else entry.division.night
    night = Weekday(league.night if chosen is None else chosen)
    return HomeTeam(entry, str(night.label), formats.clock(entry.team.start_time), entry.withdrawn_on is not None)


def finals_stop(night: FinalsNight) -> Interruption:
    where = f"{formats.clock(night.start_time)}, {night.venue}"
    return Interruption(night.date, night.date, night.name, where, finals=True)


def booklet_groups(fixtures: Iterable[Fixture]) -> tuple[BookletGroup, ...]:
    groups: dict[int, BookletGroup] = {}
    for fixture in fixtures:
        group = groups.setdefault(fixture.division_id, BookletGroup(fixture.division))
        if fixture.state == FixtureState.VOID:
            group.byes += _left_without(fixture)
        elif fixture.away_id is None:
            group.byes.append(fixture.home)
        else:
            group.matches.append(BookletMatch(fixture, ", ".join(_notes(fixture))))
    return tuple(group for group in groups.values() if group.matches or group.byes)


def _left_without(fixture: Fixture) -> list[Entry]:
    """Who has no match because the other side withdrew."""
    if fixture.voided_with_id is None or fixture.date is None:
        return []
    sides = (fixture.home, fixture.away)
    return [side for side in sides if side is not None and side.pk != fixture.voided_with_id]


def _notes(fixture: Fixture) -> Iterator[str]:
    team = fixture.home.team
    if fixture.venue_id != team.venue_id:
        yield f"at {fixture.venue}"
    if fixture.start_time != team.start_time:
        yield formats.clock(fixture.start_time)
    if fixture.moved:
        yield f"from {formats.night(fixture.first_date)}"


def weeks_text(groups: Iterable[BookletGroup]) -> str:
    """The number of the week; nothing where matches of several weeks are on one night."""
    weeks = {match.fixture.week for group in groups for match in group.matches if not match.fixture.moved}
    return str(min(weeks)) if len(weeks) == 1 else ""
