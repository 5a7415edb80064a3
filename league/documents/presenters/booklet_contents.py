"""What stands in the booklet of a season: its teams, rounds, cups and rules, as they are printed."""

from dataclasses import dataclass
from datetime import date

from league.cups.models import Cup, FinalsNight, Honour
from league.documents.presenters.season_nights import BookletNight, Interruption
from league.schedule.models import Division, Entry, Season
from league.schedule.presenters.rule_book import RuleBook
from league.teams.choices import LeagueNight as Weekday
from league.teams.models import League
from league.ui import words
from scoring.play.clauses import Clause


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
            return f"{self.night}, {words.night(self.night.date)}"
        return f"by {words.night(self.by)}" if self.by else ""


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
        found = [(stop.day, stop.words, _what(stop)) for stop in self.nights if isinstance(stop, Interruption)]
        found += [
            (each.by, words.night(each.by), f"{rows.cup}: last day of {_small(each.name)}")
            for rows in self.cups
            for each in rows.rounds
            if each.by
        ]
        if self.played:
            ends = (self.played[0].day, "First league night"), (self.played[-1].day, "Last league night")
            found += [(day, words.night(day), what) for day, what in ends if day]
        return tuple(sorted(found, key=lambda each: each[0]))


def _what(stop: Interruption) -> str:
    return f"{stop.what}: {stop.more}" if stop.more else stop.what


def _small(name: str) -> str:
    """In the middle of a sentence."""
    return f"{name[:1].lower()}{name[1:]}"


def home_team(entry: Entry, league: League) -> HomeTeam:
    chosen = entry.night if entry.night is not None else entry.division.night
    night = Weekday(league.night if chosen is None else chosen)
    return HomeTeam(entry, str(night.label), words.clock(entry.team.start_time), entry.withdrawn_on is not None)
