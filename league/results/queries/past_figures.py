"""What players did in seasons of which the league has no cards."""

from django.db.models import Q, QuerySet

from league.results.models import PastFigures
from league.teams.models import League, Player


def past_figures_of(player: Player) -> QuerySet[PastFigures]:
    """A player's, the latest season first; those of rows that were merged into theirs too."""
    rows = PastFigures.objects.filter(Q(player=player) | Q(player__merged_into=player))
    return rows.select_related("season", "team").order_by("-season__starts", "pk")


def past_figures_in(league: League, season: str) -> list[PastFigures]:
    """Those of a season, by name; players under 18 are left out."""
    rows = PastFigures.objects.filter(season__slug=season, season__league=league, player__under_18=False)
    figures = list(rows.select_related("season", "player__merged_into", "team"))
    for row in figures:
        row.player = row.player.merged_into or row.player
        row.player.league = league
    return sorted(figures, key=lambda row: (row.player.public_name, row.pk))
