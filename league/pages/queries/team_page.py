"""A team's page at a moment: its next match and against whom, what needs a date or a result, and its season so far."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.timezone import localdate

from league.pages.presenters.match_lists import MatchLine
from league.pages.presenters.player_page import ListedPlayer
from league.pages.queries.match_lists import lines_with_scores, matches_of_team
from league.pages.queries.players import listed_players
from league.results.presenters.standings import Standing
from league.results.queries.tables import standings
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division
from league.schedule.queries import current_season
from league.teams.models import Team
from league.teams.queries import squad_of
from scoring.words import ordinal


@dataclass(frozen=True, slots=True)
class NextMatch:
    """The match that a team plays next: `opponent` is the other team's line of the same table, if it is in it."""

    line: MatchLine
    opponent: Standing | None
    today: bool

    @property
    def place(self) -> str:
        """The opponent's position, as "5th" or "joint 5th"; "" for none."""
        return position(self.opponent)


@dataclass(frozen=True, slots=True)
class TeamPage:
    """A team's page. `division` and `standing` are None for a team that is not in a league table this season.

    `minors` are squad members who may only be counted and told by initials.
    """

    team: Team
    division: Division | None
    standing: Standing | None
    matches: tuple[MatchLine, ...]
    next: NextMatch | None
    squad: tuple[ListedPlayer, ...]
    minors: tuple[str, ...]
    today: date

    @property
    def place(self) -> str:
        """The team's position, as "7th"; "" before anything was played."""
        return position(self.standing)

    @property
    def needs_date(self) -> list[MatchLine]:
        return [each for each in self.matches if not each.over and each.fixture.date is None]

    @property
    def awaited(self) -> list[MatchLine]:
        """Those that should have been played, without a result."""
        return [each for each in self._dated if _day(each) < self.today]

    @property
    def upcoming(self) -> list[MatchLine]:
        """What is to be played after the next match, in order."""
        return [each for each in self._dated if _day(each) >= self.today][1:]

    @property
    def results(self) -> list[MatchLine]:
        """The latest first; of matches that will not be played, those whose day has been."""

        def day(line: MatchLine) -> date:
            return line.fixture.date or line.fixture.first_date

        over = [each for each in self.matches if each.over and (each.score or day(each) <= self.today)]
        return sorted(over, key=day, reverse=True)

    @property
    def _dated(self) -> list[MatchLine]:
        """Every match still open that has its day, by day and hour."""
        return _in_order(each for each in self.matches if not each.over and each.fixture.date is not None)


def team_page(team: Team, at: datetime) -> TeamPage:
    """A team at a moment, in a fixed number of queries."""
    of_league = {"competition__season__current": True, "competition__kind": CompetitionKind.LEAGUE}
    divisions = Division.objects.filter(entries__team=team, **of_league).select_related("competition__season")
    division, today = divisions.order_by("rank", "pk").first(), localdate(at)
    rows = standings(division, at).rows if division is not None else ()
    matches = lines_with_scores(matches_of_team(team.league, team), at)
    season = division.competition.season if division is not None else current_season(team.league)
    squad = squad_of(team, today)
    for each in squad:
        each.team, each.player.league = team, team.league
    return TeamPage(
        team=team,
        division=division,
        standing=next((each for each in rows if each.slug == team.slug), None),
        matches=matches,
        next=_next_match(team, matches, rows, today),
        squad=tuple(listed_players([each for each in squad if not each.player.under_18], season)),
        minors=tuple(each.player.public_name for each in squad if each.player.under_18),
        today=today,
    )


def position(standing: Standing | None) -> str:
    """A place in the table as people say it: "7th", "joint 7th"; "" where there is none to speak of."""
    if standing is None or standing.row.withdrawn or not standing.row.played:
        return ""
    return f"{'joint ' if standing.row.shared else ''}{ordinal(standing.row.place)}"


def _next_match(
    team: Team, matches: tuple[MatchLine, ...], rows: tuple[Standing, ...], today: date
) -> NextMatch | None:
    dated = [each for each in matches if not each.over and each.fixture.date is not None and _day(each) >= today]
    if not dated:
        return None
    line = _in_order(dated)[0]
    fixture = line.fixture
    other = fixture.away if fixture.home.team_id == team.pk else fixture.home
    opponent = next((each for each in rows if other is not None and each.slug == other.team.slug), None)
    return NextMatch(line, opponent, today=fixture.date == today)


def _in_order(lines: Iterable[MatchLine]) -> list[MatchLine]:
    """By day and hour."""
    return sorted(lines, key=lambda each: (_day(each), each.fixture.start_time))


def _day(line: MatchLine) -> date:
    """The day of a match; of one without, after every other."""
    return line.fixture.date or date.max
