"""What players have done: records and line-ups, from the cards that count.

Knows appearances. Refuses to know the public from a captain: whoever shows a name picks how.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from league.fixtures.models import Season
from league.results.models import Appearance, Result
from league.results.queries.boards import WITH_TEAMS
from league.teams.models import Player, Team


@dataclass(frozen=True, slots=True)
class KindRecord:
    """A player's games of one kind: `players` a side. Pegs only of games where they were kept."""

    players: int
    played: int
    won: int
    lost: int
    pegs: int | None

    @property
    def noun(self) -> str:
        """As printed on a card: "singles", "pairs"."""
        return {1: "singles", 2: "pairs", 3: "threes", 4: "fours"}.get(self.players, f"{self.players} a side")


@dataclass(frozen=True, slots=True)
class Night:
    """One match of a player: the result, and the games won and lost in it."""

    result: Result
    team_id: int
    won: int
    lost: int
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player's season, by kind of game, and night by night, the latest first."""

    kinds: tuple[KindRecord, ...]
    nights: tuple[Night, ...]

    @property
    def won(self) -> int:
        return sum(kind.won for kind in self.kinds)

    @property
    def lost(self) -> int:
        return sum(kind.lost for kind in self.kinds)

    @property
    def played(self) -> int:
        return self.won + self.lost


def counted(season: Season) -> QuerySet[Appearance]:
    """The appearances of a season on cards that count. By the season's results, or past seasons would be read too."""
    results = Result.objects.filter(fixture__division__competition__season=season, counts=True)
    rows: QuerySet[Appearance] = Appearance.objects.filter(result__in=results.values("pk"))
    return rows


def player_record(player: Player, season: Season) -> PlayerRecord:
    """What a player has done in a season: one query."""
    fixture = (f"result__fixture__{name}" for name in WITH_TEAMS)
    rows = list(
        counted(season)
        .filter(player=player)
        .select_related(*fixture)
        .order_by("-result__fixture__date", "-result_id", "line")
    )
    nights: dict[int, list[Appearance]] = {}
    for row in rows:
        nights.setdefault(row.result_id, []).append(row)
    sizes = sorted({row.players for row in rows})
    return PlayerRecord(tuple(_kind(size, rows) for size in sizes), tuple(_night(each) for each in nights.values()))


def _kind(players: int, rows: Iterable[Appearance]) -> KindRecord:
    mine = [row for row in rows if row.players == players]
    won, lost = sum(row.won for row in mine), sum(row.lost for row in mine)
    pegs = [row.pegs for row in mine if row.pegs is not None]
    return KindRecord(players, won + lost, won, lost, sum(pegs) if pegs else None)


def _night(rows: list[Appearance]) -> Night:
    won, lost = sum(row.won for row in rows), sum(row.lost for row in rows)
    return Night(rows[0].result, rows[0].team_id, won, lost, tuple(row.label for row in rows))


def season_totals(season: Season) -> QuerySet[Appearance, Any]:
    """Every player's season in figures, one row a player and team: player, team, matches, won, lost. One query."""
    totals = counted(season).values("player", "team").annotate(
        matches=Count("result", distinct=True), won=Sum("won"), lost=Sum("lost")
    )  # fmt: skip
    return totals.order_by(F("won").desc(), "lost", "player")


def last_line_up(team: Team, before: date) -> dict[int, list[str]]:
    """Who played on each line of the team's last card, {line: [player keys]}; empty if it has none. Two queries."""
    played = Q(fixture__home__team=team) | Q(fixture__away__team=team)
    last = Result.objects.filter(played, fixture__date__lt=before, counts=True, appearances__team=team)
    key = last.order_by("-fixture__date", "-pk").values_list("pk", flat=True).first()
    lines: dict[int, list[str]] = {}
    if key is not None:
        rows = Appearance.objects.filter(result=key, team=team).order_by("line", "pk")
        for line, player in rows.values_list("line", "player_id"):
            lines.setdefault(line, []).append(str(player))
    return lines
