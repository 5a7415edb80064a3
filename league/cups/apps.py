"""The cups app: draws and their ties, for teams, players and pairs.

It tells tables what play-offs came to, and takes a team that withdraws from its league out of the cups.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.base.accounts.models import User
    from league.schedule.models import Division, Entry, Fixture
    from scoring.card.outcome import Outcome


class CupsConfig(AppConfig):
    name = "league.cups"

    def play_off_outcomes(self, division: "Division", at: datetime) -> "Iterable[Outcome]":
        """A `CupSource` of league.results, as the next is."""
        from league.cups.queries.cup_state import play_offs_decided  # it knows rows, which are not there any sooner

        return play_offs_decided(division, at)

    def is_group_match(self, fixture: "Fixture") -> bool:
        from league.cups.models import Tie

        return Tie.objects.filter(fixture=fixture, tie__startswith="group-").exists()

    def cups_left_with(self, entry: "Entry", at: datetime) -> list[str]:
        """A `CupKeeper` of league.schedule, as the next three are."""
        from league.cups.actions.withdrawals import places_to_leave

        return [words for _, words, _ in places_to_leave(entry, at)]

    def cups_taken_again_with(self, entry: "Entry", at: datetime) -> list[str]:
        from league.cups.actions.withdrawals import places_to_take_again

        return [words for _, words, _ in places_to_take_again(entry, at)]

    def leave_cups(self, entry: "Entry", *, reason: str, by: "User", at: datetime) -> list[str]:
        from league.cups.actions.withdrawals import leave_cups

        return leave_cups(entry=entry, reason=reason, by=by, at=at)

    def return_to_cups(self, entry: "Entry", *, reason: str, by: "User", at: datetime) -> list[str]:
        from league.cups.actions.withdrawals import return_to_cups

        return return_to_cups(entry=entry, reason=reason, by=by, at=at)
