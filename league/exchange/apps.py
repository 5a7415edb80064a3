"""What comes in from other programs and goes out to them: files, whole leagues, the API, copies, webhooks."""

from typing import TYPE_CHECKING, Any

from django.apps import AppConfig

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from league.base.audit.models import Entry
    from league.teams.models import League


class ExchangeConfig(AppConfig):
    name = "league.exchange"

    def rows_about(self, entries: "Sequence[Entry]", at: "datetime") -> dict[int, list[Any]]:
        """The deliveries about each of some entries, by its key."""
        from league.exchange.queries.deliveries import deliveries_about  # it knows rows, which are not there any sooner

        return {key: list(rows) for key, rows in deliveries_about(entries, at).items()}

    def leagues_due(self, after: "datetime", until: "datetime") -> set[int]:
        """Those with a webhook, at the hours that have deliveries and when a result comes to stand."""
        from league.exchange.queries.deliveries import leagues_with_deliveries

        return leagues_with_deliveries(after, until)

    def rows_due(self, league: "League", after: "datetime", until: "datetime") -> list[Any]:
        """The deliveries whose hour lies after the one moment and not after the other."""
        from league.exchange.queries.deliveries import deliveries_due

        return [*deliveries_due(league, after, until)]

    def store_rows(self, rows: list[Any]) -> None:
        """Keep those that are new, in the transaction that notes what was read."""
        from league.exchange.actions.delivery import store_deliveries

        store_deliveries(rows)
