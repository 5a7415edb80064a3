"""What players did in seasons of which the league has no cards, brought in."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.reading.tabular import written
from league.results.actions.past_tables import past_season
from league.results.models import PastFigures
from league.schedule.models import Season
from league.teams.actions.imports import TeamRow, add_named_players, add_named_teams
from league.teams.actions.undo_log import RowChange, change_row, row_created
from league.teams.models import League, Player, Team
from scoring.names import fold


@dataclass(frozen=True, slots=True)
class PastFiguresRow:
    """Some of a player's figures of a season, as (what, number); those of one game are added to the others.

    `season` is one that is there, or starts and ends as its name says. A player who is not in the league yet is a name.
    """

    season: str
    starts: date
    ends: date
    player: Player | str
    team: Team | TeamRow | None
    figures: tuple[tuple[str, Fraction], ...]


def import_past_figures(
    *, league: League, rows: Iterable[PastFiguresRow], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    """Write players' figures of past seasons; whoever comes with them is registered with no team."""
    lines = list(rows)
    with write_tx():
        new_teams = (row.team for row in lines if isinstance(row.team, TeamRow))
        teams, made = add_named_teams(league=league, rows=new_teams, source=source, by=by, at=at)
        names = [row.player for row in lines if isinstance(row.player, str)]
        players, came = add_named_players(league=league, names=names)
        marks = [*made, *came]
        for name in dict.fromkeys(row.season for row in lines):
            of_season = [row for row in lines if row.season == name]
            season, mark = past_season(league, name, of_season[0].starts, of_season[0].ends, by=by, at=at)
            marks += mark
            by_player: dict[Player, list[PastFiguresRow]] = {}
            for row in of_season:
                player = players[fold(row.player)] if isinstance(row.player, str) else row.player
                by_player.setdefault(player, []).append(row)
            for player, theirs in by_player.items():
                of_teams = [teams[row.team] if isinstance(row.team, TeamRow) else row.team for row in theirs]
                team = next((team for team in of_teams if team is not None), None)
                written_row = _write_figures(season, player, team, theirs)
                marks += [written_row] if written_row else []
        after = {"players": len({mark.key for mark in marks if mark.kind == "pastfigures"})}
        record(
            verb="import_past_figures", words=f"Imported: {source}", at=at, by=by, league_id=league.pk, after=after
        )  # fmt: skip
    return tuple(marks)


def _write_figures(
    season: Season, player: Player, team: Team | None, rows: Iterable[PastFiguresRow]
) -> RowChange | None:
    total: dict[str, Fraction] = {}
    for what, number in (figure for row in rows for figure in row.figures):
        total[what] = total.get(what, Fraction(0)) + number
    figures = [[what, written(number)] for what, number in total.items()]
    kept = PastFigures.objects.filter(season=season, player=player).first()
    if kept is not None:
        others = [[what, number] for what, number in kept.figures if what not in total]
        return change_row(kept, {"figures": [*others, *figures]})
    row = PastFigures(season=season, player=player, team=team, figures=figures)
    row.full_clean()
    row.save()
    return row_created(row)
