"""The schedule app: a renamed team has its new name in the seasons that are not over, and invitations wait for one."""

from django.apps import AppConfig


class ScheduleConfig(AppConfig):
    name = "league.schedule"
    label = "fixtures"  # of its tables and migrations: docs/decisions/0029-packages-are-renamed-tables-are-not.md

    def ready(self) -> None:
        from league.accounts.permissions import keep_invitation_while  # they know rows, which are not there any sooner
        from league.schedule.actions.divisions import rename_entries
        from league.schedule.queries.seasons import season_is_ahead
        from league.teams.actions.places import follow_renaming

        follow_renaming(rename_entries)
        keep_invitation_while(season_is_ahead)
