"""Everything about a team's availability is written in turns: its one row of settings is the lock."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError

from league.audit.actions import write_tx
from league.availability.models import AvailabilitySettings
from league.teams.models import Team

TURNED_OFF = "Your captain has turned this off. Tell them yourself whether you can play."


@contextmanager
def lock_team(team: Team) -> Iterator[AvailabilitySettings]:
    """One transaction in which nobody else writes of this team; ValidationError where it does not ask its players."""
    with write_tx():
        locked = AvailabilitySettings.objects.select_for_update(of=("self",)).filter(team=team, enabled=True).first()
        if locked is None:
            raise ValidationError(TURNED_OFF)
        yield locked
