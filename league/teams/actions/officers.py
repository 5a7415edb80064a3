"""The officers of a league: who holds which office, in the order in which its papers name them."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from datetime import datetime

from league.accounts.models import User
from league.audit.actions import record
from league.teams.actions.order import in_turn
from league.teams.models import League, Officer


@dataclass(frozen=True, slots=True)
class Office:
    """An office and who holds it; without a number or an address nobody is told any."""

    title: str
    name: str
    phone: str = ""
    email: str = ""


def settle_officers(*, league: League, officers: Sequence[Office], by: User | None, at: datetime) -> None:
    """Make these the officers of the league, in this order, in place of those who were.

    The record says which offices changed hands and not whose they are: who leaves the list has left it.
    """
    with in_turn(league.pk):
        there = Officer.objects.filter(league=league)
        before = {Office(*held) for held in there.values_list("title", "name", "phone", "email")}
        rows = [_row(league, each, place) for place, each in enumerate(officers, start=1)]
        if [*there.order_by("place").values_list("title", "name", "phone", "email")] == [*map(astuple, officers)]:
            return
        there.delete()
        Officer.objects.bulk_create(rows)
        changed = dict.fromkeys(each.title for each in (*officers, *before) if (each in before) != (each in officers))
        words = f"The list of officers was changed: {', '.join(changed) or 'their order'}"
        record(verb="settle_officers", words=words, at=at, by=by, league_id=league.pk, about=(league,))


def _row(league: League, office: Office, place: int) -> Officer:
    row = Officer(
        league=league, title=office.title, name=office.name, phone=office.phone, email=office.email, place=place
    )
    row.full_clean(validate_constraints=False)  # those who are there now have the places
    return row
