"""The cups app: draws and their ties, for teams, players and pairs. It tells tables what play-offs came to."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.schedule.models import Division
    from scoring.card.outcome import Outcome


class CupsConfig(AppConfig):
    name = "league.cups"

    def play_off_outcomes(self, division: "Division", at: datetime) -> "Iterable[Outcome]":
        """A `PlayOffSource` of league.results."""
        from league.cups.queries.outcomes import play_offs_decided  # it knows rows, which are not there any sooner

        return play_offs_decided(division, at)
