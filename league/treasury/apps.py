"""The treasurer's book, asked by rooms below for what a late card costs."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from league.teams.models import League


class TreasuryConfig(AppConfig):
    name = "league.treasury"

    def late_card_fine(self, league: "League") -> int:
        """A `FineSource` of league.results. What it imports needs rows, so it comes late."""
        from league.treasury.queries.fees import settings_of

        return settings_of(league).late_card_fine if league.keeps_money else 0
