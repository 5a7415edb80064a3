"""How the players of other teams stand to the two of a match, where the league lets players help out.

Knows teams, their pubs and divisions, and for whom players have played this season. Refuses to know how often they may.
"""

from collections import Counter
from dataclasses import replace

from league.results.queries.records import counted
from league.schedule.choices import CompetitionKind
from league.schedule.models import Entry, Fixture, Season
from scoring.card.match import Player
from scoring.card.playing_up import Loan


def with_loans(fixture: Fixture, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """The players, who are tied to teams by name, each with how they stand to home and away; two queries."""
    season = fixture.division.competition.season
    league = Entry.objects.filter(
        division__competition__season=season, division__competition__kind=CompetitionKind.LEAGUE
    )
    entries = {each.team.name: each for each in league.select_related("team", "division")}
    times = _times(season, {each.id: entries[each.tied_to].team_id for each in players if each.tied_to in entries})
    sides = [entries.get(side.team.name) for side in (fixture.home, fixture.away) if side is not None]
    return tuple(
        replace(each, loans=tuple(_loan(entries.get(each.tied_to or ""), side, each, times[each.id]) for side in sides))
        for each in players
    )


def _loan(own: Entry | None, side: Entry | None, player: Player, times: int) -> Loan | None:
    if own is None or side is None:
        return None
    same = own.team.venue_id == side.team.venue_id
    return Loan(own.team.name, same, side.division.rank < own.division.rank, times, nominated=player.nominated)


def _times(season: Season, own: dict[str, int]) -> Counter[str]:
    """How many league matches of the season each player has played for other teams than their own."""
    rows = (
        counted(season).filter(player__in=[int(key) for key in own]).values_list("player", "team", "result").distinct()
    )
    return Counter(str(player) for player, team, _ in rows if team != own[str(player)])
