"""Whose rules are being written: a league's."""

from dataclasses import dataclass

from django.urls import reverse

from league.teams.models import League
from league.teams.queries import rules_of
from scoring.card.constitution import Constitution


@dataclass(frozen=True, slots=True)
class Target:
    """The rules as they stand, what they are called, where they are written, and from when a change holds."""

    title: str
    rules: Constitution
    address: str
    holds: str


def league_target(league: League) -> Target:
    return Target(
        title="League rules",
        rules=rules_of(league),
        address=reverse("league-rules", args=[league.slug]),
        holds="A change holds at once for every competition that has no result yet. One that has keeps its rules.",
    )
