"""The matches as which ties are played."""

from datetime import datetime

from league.accounts.models import User
from league.cups.models import Cup, Tie


def arrange_ties(*, cup: Cup, by: User, at: datetime) -> tuple[Tie, ...]:
    """Make the matches of every tie whose two sides are known; those that were made."""
    return ()
