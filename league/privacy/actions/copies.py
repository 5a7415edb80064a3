"""A copy of what is kept about somebody is handed out: that it was is written down."""

from datetime import datetime

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.privacy.queries.persons import Person


def hand_out_copy(*, person: Person, by: User, at: datetime) -> None:
    """Note who took a copy of whose data."""
    about = (*person.players, *((person.user,) if person.user else ()))
    words = f"{by} took a copy of " + ("their own data" if person.user == by else f"what is kept about {person.name}")
    with write_tx():
        record(verb="hand_out_copy", words=words, at=at, by=by, league_id=person.league.pk, about=about)
