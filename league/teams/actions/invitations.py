"""Many people at once: each is given a role, and the post tells each of them how to sign in.

Knows rows that were settled before: by a spreadsheet, or by the secretary's yes to somebody who asked to join. Refuses
to send anything itself: the entry in the record of what was done is what the post reads.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from league.accounts.models import User
from league.audit.actions import record
from league.teams.actions.marks import Mark, change, made
from league.teams.actions.order import in_turn
from league.teams.actions.people import player_meant
from league.teams.choices import RoleKind
from league.teams.models import League, Role, Team
from league.teams.queries import INVITATION_LASTS

INVITED = "invite_from_list"  # the verb that the post looks for


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody to give a role to; `team` is None for an officer of the league."""

    name: str
    email: str
    phone: str
    kind: RoleKind
    team: Team | None = None


def bring_in_people(
    *, league: League, rows: Iterable[PersonRow], source: str, by: User, at: datetime
) -> tuple[Mark, ...]:
    """Give everybody their role, and have them told; who has the role already is left alone. `source`: where from."""
    marks: list[Mark] = []
    with in_turn(league.pk):
        for row in rows:
            marks += give_role(league, row, by=by, at=at)
        record(
            verb="bring_in_people", words=f"Brought in: {source}", at=at, by=by, league_id=league.pk,
            after={"roles": sum(mark.before is None for mark in marks)},
        )  # fmt: skip
    return tuple(marks)


def give_role(league: League, row: PersonRow, *, by: User, at: datetime) -> Sequence[Mark]:
    """Give one person a role inside an action that holds the league; what that made and changed.

    The person is made if the address is new. The number is written down only of somebody who has never signed in and
    has none: everybody else looks after their own.
    """
    user = User.objects.invited(row.email, row.name, until=at + INVITATION_LASTS)
    if Role.objects.filter(league=league, user=user, kind=row.kind, team=row.team, ended_at=None).exists():
        return ()
    marks = [] if user.phone or user.last_login or not row.phone else [change(user, {"phone": row.phone})]
    role = Role(league=league, user=user, kind=row.kind, team=row.team, since=at)
    role.full_clean()
    role.save()
    marks.append(made(role))
    if (player := player_meant(role)) is not None:
        marks.append(change(player, {"user": user}))
    about = (role, user, row.team) if row.team else (role, user)
    record(verb=INVITED, words=f"{user} became {role.as_words}", at=at, by=by, league_id=league.pk, about=about)
    return [mark for mark in marks if mark is not None and mark.kind != "user"]
