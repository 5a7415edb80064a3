"""The teams and venues of the league by name, for the rows of a spreadsheet."""

from collections.abc import Mapping

from league.importexport.values.outcomes import NEAR, ImportSheet, NameIndex
from league.teams.models import FormerName, Team, Venue


def team_names(sheet: ImportSheet, least: float = NEAR, also: Mapping[str, Team] | None = None) -> NameIndex[Team]:
    """The teams by their names of now, those in `also`, and the ones that they had before; two queries."""
    teams = {team.name: team for team in Team.objects.select_related("venue").order_by("pk")}
    by_key = {team.pk: team for team in teams.values()}
    former = {row.name: by_key[row.team_id] for row in FormerName.objects.order_by("until", "pk")}
    return sheet.names("team", {**(also or {}), **teams}, least, former)


def venue_names(sheet: ImportSheet, least: float = NEAR) -> NameIndex[Venue]:
    return sheet.names("venue", {venue.name: venue for venue in Venue.objects.order_by("pk")}, least)
