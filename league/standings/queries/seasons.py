"""Which tables there are, and which version of the results each is made from. Runs inside a league's scope."""

from collections.abc import Iterable

from django.db import connection
from django.db.models import Prefetch, QuerySet
from django.http import Http404

from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Season
from league.teams.models import League


def divisions(season_slug: str | None = None) -> QuerySet[Division]:
    """The league tables of a season (None: the current one), top division first."""
    found: QuerySet[Division] = Division.objects.filter(competition__kind=CompetitionKind.LEAGUE)
    if season_slug is None:
        found = found.filter(competition__season__current=True)
    else:
        found = found.filter(competition__season__slug=season_slug)
    return found.select_related("competition__season").order_by("rank", "pk")


def division_named(found: Iterable[Division], slug: str | None) -> Division:
    """The division of this address among those of a season, or without an address the first; else Http404."""
    for division in found:
        if slug in (None, division.slug):
            return division
    raise Http404(f"No division {slug} in this season.")


# The one query that is written out: most readers come for a page that we have kept, and composing this question costs
# Django several times what answering it costs the database.
VERSIONS = """
    SELECT competition.id, competition.results_version
    FROM fixtures_competition competition JOIN fixtures_season season ON season.id = competition.season_id
    WHERE season.league_id = %s AND (competition.kind = %s OR competition.play_off_of_id IS NOT NULL)
        AND (season.slug = %s OR season.current AND %s)
    ORDER BY competition.id
"""


def versions(league: League, season_slug: str | None = None) -> str:
    """What every table of a season is made from, to be compared: "4.17" is version 17 of competition 4."""
    with connection.cursor() as cursor:
        cursor.execute(VERSIONS, [league.pk, CompetitionKind.LEAGUE.value, season_slug or "", season_slug is None])
        return " ".join(f"{key}.{version}" for key, version in cursor.fetchall())


def seasons_of(league: League) -> QuerySet[Season]:
    """Every season with its league tables in `tables`, the latest first; two queries."""
    found = Division.objects.filter(competition__kind=CompetitionKind.LEAGUE).order_by("rank", "pk")
    seasons: QuerySet[Season] = Season.objects.filter(league=league).order_by("-starts", "-pk")
    return seasons.prefetch_related(Prefetch("competitions__divisions", found))
