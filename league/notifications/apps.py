"""Messages to people, to followers without an account, and the weekly e-mail."""

from typing import TYPE_CHECKING, Any

from django.apps import AppConfig

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from league.base.audit.models import Entry
    from league.teams.models import League


class NotificationsConfig(AppConfig):
    name = "league.notifications"

    # An `OutboxReader` of league.notifications; what these import knows rows, which are not there any sooner.
    def rows_about(self, entries: "Sequence[Entry]", at: "datetime") -> dict[int, list[Any]]:
        """The messages to followers about each of some entries, by its key."""
        from league.notifications.queries.messages import messages_about

        return {key: [*messages] for key, messages in messages_about(entries, at).items()}

    def leagues_due(self, after: "datetime", until: "datetime") -> set[int]:
        """Those that are followed, in the morning, and those with a weekly e-mail at its hour."""
        from league.notifications.queries.messages import leagues_with_followers
        from league.notifications.queries.weekly import leagues_with_weekly_mail

        return leagues_with_followers(after, until) | leagues_with_weekly_mail(after, until)

    def rows_due(self, league: "League", after: "datetime", until: "datetime") -> list[Any]:
        """What they are told by the clock, and the weekly e-mail."""
        from league.notifications.queries.messages import matches_tonight
        from league.notifications.queries.weekly import weekly_mails

        return [*matches_tonight(league, after, until), *weekly_mails(league, after, until)]

    def store_rows(self, rows: list[Any]) -> None:
        """Messages as all others: those whose key is new."""
        from league.notifications.actions.outbox import store_new

        store_new(rows)
