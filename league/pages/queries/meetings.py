"""Two players or two teams and all that there has been between them, in every season and cup.

Knows what they are called in public. Refuses to add anything up: `scoring.season.stats` does.
"""

from dataclasses import dataclass
from datetime import datetime

from league.pages.queries.charts import meetings_strip
from league.pages.queries.match_lists import MatchLine, match_lines, with_list_relations
from league.pages.queries.player_page import GameKind, Other, kinds_of, others, players_by_key
from league.results.queries import outcomes_of, outings_of
from league.schedule.models import Fixture
from league.schedule.queries import whole_fixtures
from league.teams.models import League, Player, Team
from league.ui.charts import Strip
from scoring.season.stats.meetings import Between, against, beside, between, opponents, partners
from scoring.season.stats.outings import Outing, OutingRecord, record


@dataclass(frozen=True, slots=True)
class PlayersMeeting:
    """A line of a card on which two players met; `won` and `lost` are the first one's."""

    outing: Outing
    fixture: Fixture


@dataclass(frozen=True, slots=True)
class PlayersMet:
    """Two players: what the first has won and lost against the other, and with the other as a partner."""

    against: OutingRecord
    kinds: tuple[GameKind, ...]
    beside: OutingRecord
    meetings: tuple[PlayersMeeting, ...]


@dataclass(frozen=True, slots=True)
class TeamMet:
    """A team that another has met, and what there has been between them, seen from that other."""

    team: Team
    between: Between


@dataclass(frozen=True, slots=True)
class TeamsMet:
    """Two teams: what there has been between them, seen from the first, and the matches, the latest first."""

    between: Between
    matches: tuple[MatchLine, ...]
    strip: Strip | None


def players_met(player: Player, other: Player) -> PlayersMet:
    """Everything between two players, from every card that counts: three queries."""
    held = outings_of(player)
    met = against(held, str(other.pk))
    wanted = with_list_relations(whole_fixtures().filter(pk__in={int(each.match) for each in met}))
    fixtures = {str(each.pk): each for each in wanted}
    return PlayersMet(
        against=record(met),
        kinds=kinds_of(met),
        beside=record(beside(held, str(other.pk))),
        meetings=tuple(PlayersMeeting(each, fixtures[each.match]) for each in reversed(met)),
    )


def everybody_met(player: Player) -> tuple[tuple[Other, ...], tuple[Other, ...]]:
    """Everybody whom a player has had as a partner, and as an opponent, most games first: three queries."""
    held = outings_of(player)
    joined, met = partners(held), opponents(held)
    names = players_by_key(player.league, {each.other for each in (*joined, *met)})
    return others(joined, names), others(met, names)


def teams_met(team: Team) -> tuple[TeamMet, ...]:
    """Every team that a team has played, the one met most often first: two queries."""
    mine = str(team.pk)
    outcomes = outcomes_of(team)
    rivals = dict.fromkeys(each.away if each.home == mine else each.home for each in outcomes)
    totals = {rival: between((each for each in outcomes if rival in {each.home, each.away}), mine) for rival in rivals}
    teams = _teams(team.league, {int(rival) for rival, total in totals.items() if total.played})
    found = [TeamMet(each, totals[str(each.pk)]) for each in teams]
    return tuple(sorted(found, key=lambda each: (-each.between.played, each.team.name)))


def two_teams(team: Team, other: Team, at: datetime) -> TeamsMet:
    """Everything between two teams that has come to a result: two queries."""
    outcomes = outcomes_of(team, other)
    fixtures = with_list_relations(whole_fixtures().filter(pk__in=[int(each.id) for each in outcomes])).order_by(
        "-date", "-pk"
    )
    lines = match_lines(fixtures, at)
    return TeamsMet(between(outcomes, str(team.pk)), lines, meetings_strip(team, other, lines))


def _teams(league: League, keys: set[int]) -> list[Team]:
    found = list(Team.objects.filter(pk__in=keys).order_by("name", "pk"))
    for each in found:
        each.league = league
    return found
