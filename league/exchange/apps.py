"""What comes in from other programs and goes out to them: files, whole leagues, the API, copies, webhooks."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from datetime import datetime

    from league.base.audit.models import Entry
    from league.notifications.models import Message
    from league.teams.models import League


class ExchangeConfig(AppConfig):
    name = "league.exchange"

    # An `OutboxReader` of league.notifications; what these import knows rows, which are not there any sooner.
    def messages_about(self, entry: "Entry", league: "League", at: "datetime") -> "list[Message]":
        from league.exchange.queries.webhooks import deliveries_about

        return deliveries_about(entry, league, at)

    def leagues_due(self, after: "datetime", until: "datetime") -> set[int]:
        """Those with a webhook, at the hours that have deliveries and when a result comes to stand."""
        from league.exchange.queries.webhooks import leagues_with_deliveries

        return leagues_with_deliveries(after, until)

    def messages_due(self, league: "League", after: "datetime", until: "datetime") -> "list[Message]":
        from league.exchange.queries.webhooks import deliveries_due

        return deliveries_due(league, after, until)
