"""The schedule app: a team's new name, pub and start reach its seasons and matches, and invitations wait for one."""

from datetime import date, datetime, time
from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from league.base.accounts.models import User
    from league.teams.models import Team, Venue


class ScheduleConfig(AppConfig):
    name = "league.schedule"

    # What these import knows rows, which are not there any sooner.
    def team_renamed(self, team: "Team", former_name: str, at: datetime) -> None:
        """A `MatchKeeper` of league.teams, as the next ones are."""
        from league.schedule.actions.divisions import rename_entries

        rename_entries(team, former_name, at)

    def home_matches_words(self, team: "Team") -> str:
        from league.schedule.actions.matches import home_matches_words

        return home_matches_words(team)

    def matches_left_words(self, team: "Team") -> str:
        from league.schedule.actions.matches import matches_left_words

        return matches_left_words(team)

    def matches_at_words(self, venue: "Venue", first: date, last: date) -> str:
        from league.schedule.actions.matches import matches_at_words

        return matches_at_words(venue, first, last)

    def team_moved(self, team: "Team", venue: "Venue", start_time: time, by: "User | None", at: datetime) -> None:
        from league.schedule.actions.matches import move_home_matches

        move_home_matches(team=team, venue=venue, start_time=start_time, by=by, at=at)

    def keeps_invitation(self, user: "User", at: datetime) -> bool:
        """An `InvitationKeeper` of league.base.accounts."""
        from league.schedule.queries.seasons import season_is_ahead

        return season_is_ahead(user, at)
