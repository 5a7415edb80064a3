"""Two players or two teams and all that there has been between them, in every season and cup.

Knows what they are called in public. Refuses to add anything up: `scoring.season.stats` does.
"""

from datetime import datetime

from league.pages.presenters.charts import meetings_strip
from league.pages.presenters.match import PlayersMeeting, PlayersMet, TeamMet, TeamsMet
from league.pages.presenters.match_lists import match_lines
from league.pages.presenters.player_page import Other, kinds_of, others
from league.pages.queries.match_lists import with_list_relations
from league.pages.queries.player_page import players_by_key, teams_by_key
from league.results.queries import companions_of, outcomes_of, outings_with_others
from league.schedule.queries import whole_fixtures
from league.teams.models import Player, Team
from scoring.season.stats.meetings import against, beside, between
from scoring.season.stats.outings import by_kind, group_by, record


def players_met(player: Player, other: Player) -> PlayersMet:
    """Everything between two players, from every card that counts: three queries."""
    outings = outings_with_others(player)
    met = against(outings, str(other.pk))
    wanted = with_list_relations(whole_fixtures().filter(pk__in={int(each.match) for each in met}))
    fixtures = {str(each.pk): each for each in wanted}
    return PlayersMet(
        against=record(met),
        kinds=kinds_of(by_kind(met)),
        beside=record(beside(outings, str(other.pk))),
        meetings=tuple(PlayersMeeting(each, fixtures[each.match]) for each in reversed(met)),
    )


def everybody_met(player: Player) -> tuple[tuple[Other, ...], tuple[Other, ...]]:
    """Everybody whom a player has had as a partner, and as an opponent, most games first: two queries."""
    joined, met = companions_of(player)
    names = players_by_key(player.league, {each.other for each in (*joined, *met)})
    return others(joined, names), others(met, names)


def teams_met(team: Team) -> tuple[TeamMet, ...]:
    """Every team that a team has played, the one met most often first: two queries.

    Where two of its own players met in a cup it has not played itself.
    """
    mine = str(team.pk)
    outcomes = outcomes_of(team)
    others = (each for each in outcomes if each.home != each.away)
    met = group_by(others, lambda each: each.away if each.home == mine else each.home)
    totals = {rival: between(theirs, mine) for rival, theirs in met.items()}
    teams = teams_by_key(team.league, {int(rival) for rival, total in totals.items() if total.played})
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
