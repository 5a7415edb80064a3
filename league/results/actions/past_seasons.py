"""Seasons of which nothing but the final tables is left: brought in, closed, with the figures that the tables have."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from django.utils.text import slugify

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.reading.tabular import written
from league.results.models import PastFigures
from league.results.presenters.standings import Standing, Standings
from league.results.queries.final_tables import TABLE_ALONE, as_json
from league.schedule.actions.divisions import add_division, make_entry
from league.schedule.actions.seasons import start_season
from league.schedule.models import Competition, Division, Entry, FinalTable, Season
from league.schedule.queries.seasons import league_competition
from league.schedule.values.matches import rules_of_competition
from league.teams.actions.imports import TeamRow, add_named_players, add_named_teams, undo_places_and_people
from league.teams.actions.undo_log import RowChange, change_row, row_created
from league.teams.models import League, Player, Team
from scoring.card.points import Games
from scoring.names import fold
from scoring.season.table import Row


@dataclass(frozen=True, slots=True)
class PastLine:
    """A team's line of a final table. `season` is one that is there, or starts and ends as its name says."""

    season: str
    starts: date
    ends: date
    division: str
    team: Team | TeamRow
    place: int
    shared: bool
    played: int
    won: int
    drawn: int
    lost: int
    games_for: Games
    games_against: Games
    points: Fraction
    adjusted: Fraction


def import_final_tables(
    *, league: League, rows: Iterable[PastLine], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    """Write the tables of past seasons, each closed as it is made; teams that come with them play no more."""
    lines = list(rows)
    with write_tx():
        new = (replace(line.team, active=False) for line in lines if isinstance(line.team, TeamRow))
        teams, made = add_named_teams(league=league, rows=new, source=source, by=by, at=at)
        by_name = {row.name: team for row, team in teams.items()}
        marks = list(made)
        for name in dict.fromkeys(line.season for line in lines):
            of_season = [line for line in lines if line.season == name]
            season, mark = past_season(league, name, of_season[0].starts, of_season[0].ends, by=by, at=at)
            marks += mark
            for division in dict.fromkeys(line.division for line in of_season):
                table = [line for line in of_season if line.division == division]
                marks += _final_table(season, division, table, by_name, by=by, at=at)
        after = {"tables": sum(mark.kind == "finaltable" for mark in marks)}
        record(verb="bring_in_tables", words=f"Imported: {source}", at=at, by=by, league_id=league.pk, after=after)
    return tuple(marks)


def undo_past_seasons(**undo: Any) -> None:
    undo_places_and_people(**undo, above=(Season, Competition, Division, Entry, FinalTable, PastFigures))


def past_season(
    league: League, name: str, starts: date, ends: date, *, by: User, at: datetime
) -> tuple[Season, list[RowChange]]:
    season = Season.objects.filter(league=league, slug=slugify(name)).first()
    if season is not None:
        return season, []
    season = start_season(
        league=league, name=name, starts=starts, halfway=starts + (ends - starts) / 2, ends=ends, by=by, at=at
    )
    season.closed_at = at
    season.save(update_fields=["closed_at"])
    return season, [row_created(season), row_created(league_competition(season))]


def _final_table(
    season: Season, name: str, lines: Sequence[PastLine], added: dict[str, Team], *, by: User, at: datetime
) -> list[RowChange]:
    competition = league_competition(season)
    division = add_division(competition=competition, name=name, by=by, at=at)
    marks, standings = [row_created(division)], []
    for line in lines:
        team = line.team if isinstance(line.team, Team) else added[line.team.name]
        entry = make_entry(division=division, team=team)
        marks.append(row_created(entry))
        row = Row(
            place=line.place, shared=line.shared, team=str(entry.pk), played=line.played, won=line.won,
            drawn=line.drawn, lost=line.lost, games_for=line.games_for, games_against=line.games_against,
            pegs_for=None, pegs_against=None, adjusted=line.adjusted, points=line.points, form=(), away_wins=0,
            deductions=max(-line.adjusted, Fraction(0)), reason=TABLE_ALONE,
        )  # fmt: skip
        standings.append(Standing(row, entry.name, team.slug))
    table = as_json(Standings(tuple(standings), (), rules_of_competition(competition)))
    final = FinalTable(division=division, table=table, results_version=competition.results_version, by=by, at=at)
    final.full_clean()
    final.save()
    return [*marks, row_created(final)]


# --- players’ figures of seasons without cards ------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PastFiguresRow:
    """Some of a player's figures of a season, as (what, number); those of one game are added to the others.
    A player who is not in the league yet is a name.
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
        record(verb="import_past_figures", words=f"Imported: {source}", at=at, by=by, league_id=league.pk, after=after)
    return tuple(marks)


def _write_figures(
    season: Season, player: Player, team: Team | None, rows: Iterable[PastFiguresRow]
) -> RowChange | None:
    total: dict[str, Fraction] = {}
    for what, number in (figure for row in rows for figure in row.figures):
        total[what] = total.get(what, Fraction(0)) + number
    figures = [[what, written(number)] for what, number in total.items()]
    row = PastFigures.objects.filter(season=season, player=player).first()
    if row is not None:
        others = [[what, number] for what, number in row.figures if what not in total]
        return change_row(row, {"figures": [*others, *figures]})
    row = PastFigures(season=season, player=player, team=team, figures=figures)
    row.full_clean()
    row.save()
    return row_created(row)
