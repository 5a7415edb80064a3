"""Two players or two teams and all that there has been between them, in every season and cup."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from league.base.ui import formats
from league.base.ui.charts import Strip
from league.pages.presenters.match_lists import MatchLine, match_lines
from league.pages.presenters.player_page import GameKind, Other, kinds_of, others
from league.pages.queries.player_page import players_by_key, teams_by_key
from league.results.queries.appearances import companions_of, outcomes_of, outings_with_others
from league.schedule.models import Fixture
from league.schedule.queries import whole_fixtures
from league.teams.models import Player, Team
from scoring.season.stats.outings import (
    Between,
    Outing,
    OutingRecord,
    against,
    beside,
    between,
    by_kind,
    group_by,
    record,
)

MEETINGS = 12  # the last ones, which a strip shows


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
    outings = outings_with_others(player)
    met = against(outings, str(other.pk))
    rows = whole_fixtures().select_related("result").filter(pk__in={int(each.match) for each in met})
    fixtures = {str(each.pk): each for each in rows}
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
    opponents = [TeamMet(each, totals[str(each.pk)]) for each in teams]
    return tuple(sorted(opponents, key=lambda each: (-each.between.played, each.team.name)))


def two_teams(team: Team, other: Team, at: datetime) -> TeamsMet:
    """Everything between two teams that has come to a result: two queries."""
    outcomes = outcomes_of(team, other)
    fixtures = whole_fixtures().select_related("result").filter(pk__in=[int(each.id) for each in outcomes])
    lines = match_lines(fixtures.order_by("-date", "-pk"), at)
    return TeamsMet(between(outcomes, str(team.pk)), lines, meetings_strip(team, other, lines))


def meetings_strip(team: Team, other: Team, matches: Sequence[MatchLine]) -> Strip | None:
    """The last meetings of two teams, oldest first; `matches` come latest first. None before there are two."""
    shown = [(line, line.score) for line in reversed(matches[:MEETINGS]) if line.score]
    if len(shown) < 2:
        return None
    columns = []
    for line, (home, away) in shown:
        mine, theirs = (home, away) if line.fixture.home.team_id == team.pk else (away, home)
        columns.append((formats.night(line.fixture.date or line.fixture.first_date), mine, theirs))
    ahead, behind = (sum(sign * (each[1] - each[2]) > 0 for each in columns) for sign in (1, -1))
    return Strip(
        title=f"Games of {team} and of {other} in their last {len(columns)} meetings",
        over=str(team),
        under=str(other),
        columns=tuple(columns),
        words=f"The last {len(columns)} meetings, oldest first. {team} won {ahead} on games, {other} {behind}.",
    )
