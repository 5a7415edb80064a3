"""The seasons before this one: where a team finished in each, and what all of them come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.cups.models import Honour
from league.results.presenters.standings import Standing, Standings
from league.results.queries.final_tables import from_json
from league.results.queries.tables import tables
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Entry, FinalTable
from league.schedule.queries.joined_rows import with_shared_relations
from league.teams.models import FormerName, League, Team
from scoring.words import ordinal


@dataclass(frozen=True, slots=True)
class TeamSeason:
    """A team's line in the table of an earlier season."""

    division: Division
    standing: Standing

    @property
    def title(self) -> bool:
        """Whether it is a first place, also a shared one, in the top division."""
        return self.division.rank == 1 and self.standing.row.place == 1 and not self.standing.row.withdrawn

    @property
    def place(self) -> str:
        row = self.standing.row
        if row.withdrawn:
            return "withdrawn"
        return f"{'joint ' if row.shared else ''}{ordinal(row.place)}"


@dataclass(frozen=True, slots=True)
class AllTimeLine:
    """What the earlier seasons of a team come to together; `titles` are first places in a top division."""

    team: Team
    seasons: int
    titles: int
    played: int
    won: int
    drawn: int
    lost: int
    games_for: int
    games_against: int


def past_seasons_of(team: Team, at: datetime) -> tuple[TeamSeason, ...]:
    """Every season but the current one in which a team was in a table that was played, the latest first."""
    return _lines_by_team(team.league, at, [team]).get(team, ())


def all_time_of(team: Team, seasons: Sequence[TeamSeason]) -> AllTimeLine | None:
    """The sums of a team's earlier seasons; None without one."""
    rows = [each.standing.row for each in seasons]
    if not rows:
        return None
    return AllTimeLine(
        team=team,
        seasons=len({each.division.competition.season_id for each in seasons}),
        titles=sum(each.title for each in seasons),
        played=sum(row.played for row in rows),
        won=sum(row.won for row in rows),
        drawn=sum(row.drawn for row in rows),
        lost=sum(row.lost for row in rows),
        games_for=sum(row.games_for for row in rows),
        games_against=sum(row.games_against for row in rows),
    )


def all_time_table(league: League, at: datetime) -> tuple[AllTimeLine, ...]:
    """Every team that played in an earlier season: most matches won first, then most games, then by name."""
    teams = list(Team.objects.filter(league=league).select_related("league"))
    lines = (all_time_of(team, seasons) for team, seasons in _lines_by_team(league, at, teams).items())
    return tuple(sorted(filter(None, lines), key=lambda each: (-each.won, -each.games_for, each.team.name)))


def past_tables(league: League, at: datetime, team: Team | None = None) -> list[tuple[Division, Standings]]:
    """The tables that were played in every season but the current one, or those with a team, the latest season first.

    Closed seasons, by the tables that were decided, take two queries together; each other those of its table.
    """
    rows = Division.objects.filter(competition__kind=CompetitionKind.LEAGUE, competition__season__league=league)
    if team is not None:
        rows = rows.filter(Exists(Entry.objects.filter(division=OuterRef("pk"), team=team)))
    rows = rows.exclude(competition__season__current=True).select_related("competition__season")
    divisions = list(with_shared_relations(rows.order_by("-competition__season__starts", "rank", "pk")))
    closed = [each.pk for each in divisions if each.competition.season.closed_at]
    kept = FinalTable.objects.filter(division__in=closed).order_by("pk") if closed else ()
    shown = {each.division_id: from_json(each.table) for each in kept}
    shown |= tables([each for each in divisions if each.pk not in shown], at)
    return [(each, shown[each.pk]) for each in divisions if shown[each.pk].started]


def _lines_by_team(league: League, at: datetime, teams: Sequence[Team]) -> dict[Team, tuple[TeamSeason, ...]]:
    """A table keeps the address that a team had on its day, which may be a former one now."""
    one = teams[0] if len(teams) == 1 else None
    past = past_tables(league, at, one)
    if not past:
        return {}
    keys = {each.pk: each for each in teams}
    former = FormerName.objects.filter(team__in=keys).values_list("slug", "team")
    owners = {slug: keys[key] for slug, key in former} | {each.slug: each for each in teams}
    lines: dict[Team, tuple[TeamSeason, ...]] = {}
    for division, standings in past:
        for standing in standings.rows:
            team = owners.get(standing.slug)
            if team is not None and standing.row.played:
                lines[team] = (*lines.get(team, ()), TeamSeason(division, standing))
    return lines


def past_teams(league: League) -> QuerySet[Team]:
    """The teams that played or won something in an earlier year and are in no division of the current season."""
    of_league = Entry.objects.filter(division__competition__kind=CompetitionKind.LEAGUE)
    now_there = of_league.filter(division__competition__season__current=True).values("team")
    rows: QuerySet[Team] = Team.objects.filter(ever_in_the_league(), league=league).exclude(pk__in=now_there)
    return rows.select_related("league").order_by("name", "pk")


def ever_in_the_league() -> Q:
    """Teams that have something to show: a season, or a line on the honours board."""
    honoured = Honour.objects.exclude(team=None).values("team")
    return Q(pk__in=Entry.objects.values("team")) | Q(pk__in=honoured)
