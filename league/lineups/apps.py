"""The lineups app: the draw on the night. Cards and the scorer begin with who was drawn on which line."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from league.schedule.models import Fixture
    from scoring.card.sheet import Side


class LineupsConfig(AppConfig):
    name = "league.lineups"

    def drawn_order(self, fixture: "Fixture") -> "dict[Side, tuple[tuple[str, ...], ...]] | None":
        """An `OrderDrawSource` of league.results."""
        from league.lineups.queries import drawn_for  # it knows rows, which are not there any sooner

        return drawn_for(fixture)
