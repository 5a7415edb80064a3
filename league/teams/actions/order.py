"""The order of locks: a fixture first (its own app's business), then the league. Nothing else is locked here.

Changes to a league's people and places are few, so they take turns: two captains who ask for the same name, two
officers who answer the same request and a double tap meet in the checks of the second one, not in a constraint.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from league.audit.actions import write_tx
from league.teams.models import League


@contextmanager
def in_turn(league_id: int) -> Iterator[None]:
    """A transaction that writes to a league's people and places, one at a time for each league."""
    with write_tx():
        League.objects.select_for_update().get(pk=league_id)
        yield
