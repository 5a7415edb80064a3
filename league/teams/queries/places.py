"""Where an address leads."""

from typing import NamedTuple

from django.http import Http404

from league.teams.models import FormerName, Team


class Found(NamedTuple):
    """A team, and whether it was looked for under a name that it no longer has."""

    team: Team
    moved: bool


def team_or_redirect(slug: str) -> Found:
    """The team at this address, or the one that had it once (answer with a permanent redirect); else Http404."""
    team = Team.objects.select_related("league", "venue__league").filter(slug=slug).first()
    if team is not None:
        return Found(team, moved=False)
    former = FormerName.objects.select_related("team__league", "team__venue__league").filter(slug=slug).first()
    if former is None:
        raise Http404(f"No team is or was at {slug}.")
    return Found(former.team, moved=True)
