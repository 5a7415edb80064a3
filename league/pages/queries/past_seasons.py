"""The seasons of a team before this one: where it finished in each, and all of them together."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from league.cups.models import Honour
from league.results.presenters.standings import Standing
from league.results.queries import tables
from league.results.queries.tables import from_json
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Entry, FinalTable
from league.schedule.queries.joined_rows import with_shared_relations
from league.teams.models import League, Team
from scoring.words import ordinal


@dataclass(frozen=True, slots=True)
class TeamSeason:
    """A team's line in the table of an earlier season."""

    division: Division
    standing: Standing

    @property
    def place(self) -> str:
        row = self.standing.row
        if row.withdrawn:
            return "withdrawn"
        return f"{'joint ' if row.shared else ''}{ordinal(row.place)}"


@dataclass(frozen=True, slots=True)
class AllTimeLine:
    """What the seasons of a team come to together."""

    seasons: int
    played: int
    won: int
    drawn: int
    lost: int
    games_for: int
    games_against: int


def past_seasons_of(team: Team, at: datetime) -> tuple[TeamSeason, ...]:
    """Every season but the current one in which a team was in a table that was played, the latest first.

    Closed seasons take two queries together; each earlier season that nobody has closed those of its table.
    """
    of_league = Division.objects.filter(competition__kind=CompetitionKind.LEAGUE, entries__team=team)
    rows = of_league.exclude(competition__season__current=True).select_related("competition__season")
    divisions = list(with_shared_relations(rows.order_by("-competition__season__starts", "-pk").distinct()))
    if not divisions:
        return ()
    kept = FinalTable.objects.filter(division__in=[each.pk for each in divisions]).order_by("pk")
    decided = {each.division_id: from_json(each.table) for each in kept}
    closed = {each.pk for each in divisions if each.competition.season.closed_at and each.pk in decided}
    worked_out = tables([each for each in divisions if each.pk not in closed], at)
    slugs = {team.slug, *team.former_names.values_list("slug", flat=True)}  # a table keeps the address of its day
    lines = []
    for division in divisions:
        standings = decided[division.pk] if division.pk in closed else worked_out[division.pk]
        mine = next((row for row in standings.rows if row.slug in slugs), None)
        if mine is not None and mine.row.played:
            lines.append(TeamSeason(division, mine))
    return tuple(lines)


def all_time_of(seasons: tuple[TeamSeason, ...]) -> AllTimeLine | None:
    """The sums of a team's earlier seasons; None without one. A season in which it withdrew counts by what stands."""
    rows = [each.standing.row for each in seasons]
    if not rows:
        return None
    return AllTimeLine(
        seasons=len({each.division.competition.season_id for each in seasons}),
        played=sum(row.played for row in rows),
        won=sum(row.won for row in rows),
        drawn=sum(row.drawn for row in rows),
        lost=sum(row.lost for row in rows),
        games_for=sum(row.games_for for row in rows),
        games_against=sum(row.games_against for row in rows),
    )


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
