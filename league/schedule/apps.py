"""The schedule app: a renamed team has its new name in the seasons that are not over, and invitations wait for one."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from league.accounts.models import User
    from league.teams.models import Team


class ScheduleConfig(AppConfig):
    name = "league.schedule"
    label = "fixtures"  # of its tables and migrations: docs/decisions/0029-packages-are-renamed-tables-are-not.md

    # What these import knows rows, which are not there any sooner.
    def team_renamed(self, team: "Team", former_name: str, at: datetime) -> None:
        """A `TeamNameKeeper` of league.teams."""
        from league.schedule.actions.divisions import rename_entries

        rename_entries(team, former_name, at)

    def keeps_invitation(self, user: "User", at: datetime) -> bool:
        """An `InvitationKeeper` of league.accounts."""
        from league.schedule.queries.seasons import season_is_ahead

        return season_is_ahead(user, at)
