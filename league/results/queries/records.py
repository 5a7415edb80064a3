"""Whole seasons of players in one question, and a team's last line-up, from the cards that count.

Knows appearances. Refuses to know the public from a captain: whoever shows a name picks how.
"""

from datetime import date
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from league.results.models import Appearance, Result
from league.results.queries.season import struck_out
from league.schedule.choices import CompetitionKind
from league.schedule.models import Season
from league.teams.models import Team


def counted(season: Season) -> QuerySet[Appearance]:
    """The appearances of a season's league, cup ties apart, on cards that count and that no withdrawal struck out.

    By the season's results, or past seasons would be read too.
    """
    league = {"competition__season": season, "competition__kind": CompetitionKind.LEAGUE}
    divisions = {f"fixture__division__{name}": value for name, value in league.items()}
    results = Result.objects.filter(counts=True, **divisions).exclude(fixture__in=struck_out(Q(**league)))
    rows: QuerySet[Appearance] = Appearance.objects.filter(result__in=results.values("pk"))
    return rows


def season_totals(season: Season) -> QuerySet[Appearance, Any]:
    """Every player's season in figures, one row a player and team: player, team, matches, won, lost. One query."""
    totals = counted(season).values("player", "team").annotate(
        matches=Count("result", distinct=True), won=Sum("won"), lost=Sum("lost")
    )  # fmt: skip
    return totals.order_by(F("won").desc(), "lost", "player")


def last_line_up(team: Team, before: date) -> dict[int, list[str]]:
    """Who played on each line of the team's last card in its league, {line: [player keys]}; two queries.

    Empty if it has none. A tie of a cup may have other lines, and is somebody's own.
    """
    played = Q(fixture__home__team=team) | Q(fixture__away__team=team)
    played &= Q(fixture__division__competition__kind=CompetitionKind.LEAGUE)
    last = Result.objects.filter(played, fixture__date__lt=before, counts=True, appearances__team=team)
    key = last.order_by("-fixture__date", "-pk").values_list("pk", flat=True).first()
    lines: dict[int, list[str]] = {}
    if key is not None:
        rows = Appearance.objects.filter(result=key, team=team).order_by("line", "pk")
        for line, player in rows.values_list("line", "player_id"):
            lines.setdefault(line, []).append(str(player))
    return lines
