"""The live app: where matches are pegged. It fills in the card of a match with what the pegs say."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from league.results.values import LivePrefill
    from league.schedule.models import Fixture
    from scoring.card.constitution import Constitution


class LiveConfig(AppConfig):
    name = "league.live"

    def live_prefill(self, fixture: "Fixture", rules: "Constitution") -> "LivePrefill | None":
        """A `LivePrefillSource` of league.results."""
        from league.live.queries.games import prefill_from_log  # it knows rows, which are not there any sooner

        return prefill_from_log(fixture, rules)
