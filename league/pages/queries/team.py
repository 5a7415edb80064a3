"""A team and a venue as the public sees them: this season's place, matches, squad and home."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Prefetch, QuerySet
from django.utils.timezone import localdate

from league.pages.queries.lists import Line, lines, of_team
from league.pages.queries.players import Listed, listed
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Entry
from league.schedule.queries import current_season
from league.standings.queries import Standing, standings
from league.teams.models import League, Team, Venue
from league.teams.queries import squad_of


@dataclass(frozen=True, slots=True)
class TeamSeen:
    """A team's page. `division` and `standing` are None for a team that is not in a league table this season.

    `minors` are squad members who may only be counted and told by initials.
    """

    team: Team
    division: Division | None
    standing: Standing | None
    results: tuple[Line, ...]
    to_come: tuple[Line, ...]
    squad: tuple[Listed, ...]
    minors: tuple[str, ...]


def team_seen(team: Team, at: datetime) -> TeamSeen:
    """A team at a moment, in a fixed number of queries."""
    division = _division_of(team)
    rows = standings(division, at).rows if division is not None else ()
    matches = lines(of_team(team.league, team), at)
    season = division.competition.season if division is not None else current_season(team.league)
    squad = list(squad_of(team, localdate(at)))
    return TeamSeen(
        team=team,
        division=division,
        standing=next((each for each in rows if each.slug == team.slug), None),
        results=tuple(each for each in reversed(matches) if each.over),
        to_come=tuple(each for each in matches if not each.over),
        squad=tuple(listed([each for each in squad if not each.player.under_18], season)),
        minors=tuple(each.player.public_name for each in squad if each.player.under_18),
    )


def _division_of(team: Team) -> Division | None:
    kept = {"competition__season__current": True, "competition__kind": CompetitionKind.LEAGUE}
    found: QuerySet[Division] = Division.objects.filter(entries__team=team, **kept)
    return found.select_related("competition__season").order_by("rank", "pk").first()


def entered(league: League) -> QuerySet[Division]:
    """This season's divisions with their entries, each with its team and venue, by name; two queries."""
    return entered_in(competition__season__league=league, competition__season__current=True)


def entered_in(**season: object) -> QuerySet[Division]:
    """The same of another season, as a filter of divisions."""
    entries = Entry.objects.select_related("team__venue").order_by("name", "pk")
    found: QuerySet[Division] = Division.objects.filter(competition__kind=CompetitionKind.LEAGUE, **season)
    return found.order_by("rank", "pk").prefetch_related(Prefetch("entries", entries))


def venues_of(league: League) -> QuerySet[Venue]:
    """Every venue with the teams that play at it now; two queries."""
    teams = Team.objects.filter(active=True).order_by("name", "pk")
    found: QuerySet[Venue] = Venue.objects.filter(league=league).order_by("name", "pk")
    return found.prefetch_related(Prefetch("teams", teams))


def closed_from(venue: Venue, today: date) -> list[tuple[date, date]]:
    """The days, first and last, on which a venue will be closed."""
    rows = venue.closures.filter(last__gte=today).order_by("first").values_list("first", "last")
    return list(rows)
