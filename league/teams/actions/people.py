"""Who does what: people are invited into a role, told so by e-mail, and lose it again; one by one, or many at once.

Nothing is sent here: the notifications write the invitation about the audit entry.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import record, save_checked, write_tx
from league.base.ui.formats import night
from league.teams.actions.leagues import lock_league, player_slug
from league.teams.actions.undo_log import RowChange, change_row, row_created
from league.teams.choices import RoleKind
from league.teams.models import League, Player, Role, Team
from league.teams.queries.people import INVITATION_LASTS, roles_of_leavers
from scoring.names import fold


def invite_person(
    *, league: League, email: str, name: str, kind: RoleKind, team: Team | None, by: User, at: datetime
) -> Role:
    """A new person first signs in within `INVITATION_LASTS`. ValidationError if they have the role already."""
    with lock_league(league.pk):
        user = User.objects.invited(email, name, until=at + INVITATION_LASTS)
        if Role.objects.filter(league=league, user=user, kind=kind, team=team, ended_at=None).exists():
            raise ValidationError({"email": f"{user} already has that role."})
        role = save_checked(Role(league=league, user=user, kind=kind, team=team, since=at))
        player = player_meant(role)
        if player is not None:
            player.user = role.user
            player.save(update_fields=["user"])
        record(
            verb="invite_person", words=_invited(role), at=at, by=by, league_id=league.pk, about=(role, *_about(role))
        )
    return role


def _invited(role: Role) -> str:
    return f"{role.user} {'became' if role.user.last_login else 'was invited as'} {role.as_words}"


def invite_again(*, role: Role, by: User, at: datetime) -> Role:
    with lock_league(role.league_id):
        User.objects.invited(role.user.email, role.user.name, until=at + INVITATION_LASTS)
        text = f"{role.user} was invited again"
        about = (role, *_about(role))
        record(verb="invite_again", words=text, at=at, by=by, league_id=role.league_id, about=about)
    return role


def renew_invitation(*, role: Role, at: datetime) -> Role:
    """Send a fresh link to somebody who came too late, at their own wish and to the address they were invited at."""
    with lock_league(role.league_id):
        User.objects.invited(role.user.email, role.user.name, until=at + INVITATION_LASTS)
        text = f"{role.user} had their invitation renewed"
        about = (role, *_about(role))
        record(verb="renew_invitation", words=text, at=at, by=None, league_id=role.league_id, about=about)
    return role


def end_role(*, role: Role, by: User | None, at: datetime, reason: str = "") -> Role:
    """Take a role away; it counts on the person's next request. A league keeps at least one secretary."""
    with lock_league(role.league_id):
        locked = Role.objects.select_related("user", "league", "team").get(pk=role.pk)
        if locked.ended_at is not None:
            return locked
        others = Role.objects.filter(league=locked.league, kind=RoleKind.SECRETARY, ended_at=None).exclude(pk=locked.pk)
        if locked.kind == RoleKind.SECRETARY and not others.exists():
            raise ValidationError("A league needs a secretary. Invite the new one first.")
        locked.ended_at = at
        save_checked(locked, "ended_at")
        of_team = f" of {locked.team}" if locked.team else ""
        text = f"{locked.user} is no longer {locked.get_kind_display().lower()}{of_team}"
        about = _about(locked)
        record(verb="end_role", words=text, at=at, by=by, league_id=locked.league_id, about=about, reason=reason)
    return locked


def end_roles_of_leavers(*, league: League, at: datetime) -> int:
    """How many roles ended."""
    leavers = roles_of_leavers(league, localdate(at))
    for role, last in leavers.items():
        end_role(role=role, by=None, at=at, reason=f"Their last day with {role.team} was {night(last)}.")
    return len(leavers)


def change_own_details(*, user: User, name: str, phone: str, at: datetime) -> User:
    with write_tx():
        before = {"name": user.name}
        changed = User.objects.change_details(user, name, phone)
        text = f"{changed} changed their own details"
        record(verb="change_own_details", words=text, at=at, by=user, league_id=None, about=(user,), before=before)
    return changed


def change_age(*, player: Player, under_18: bool, guardian_agreed_on: date | None, by: User, at: datetime) -> Player:
    """The address of their page changes with the public name. ValidationError without a guardian's agreement."""
    with lock_league(player.league_id):
        locked = Player.objects.select_related("league").get(pk=player.pk)
        refuse_without_guardian(under_18=under_18, guardian_agreed_on=guardian_agreed_on, at=at)
        before = {"under_18": locked.under_18}
        if locked.under_18 != under_18:
            locked.under_18 = under_18
            locked.slug = player_slug(locked)
        locked.guardian_agreed_on = guardian_agreed_on if under_18 else None
        save_checked(locked, "under_18", "slug", "guardian_agreed_on")
        text = f"{locked} is {'' if under_18 else 'not '}under 18"
        after = {"under_18": under_18}
        record(
            verb="change_age", words=text, at=at, by=by, league_id=locked.league_id, about=(locked,),
            before=before, after=after,
        )  # fmt: skip
    return locked


def refuse_without_guardian(*, under_18: bool, guardian_agreed_on: date | None, at: datetime) -> None:
    """Nobody under 18 plays without a parent's or guardian's agreement, which is not of a later day."""
    if under_18 and guardian_agreed_on is None:
        raise ValidationError({"guardian_agreed_on": "Enter the date a parent or guardian agreed."})
    if guardian_agreed_on is not None and guardian_agreed_on > localdate(at):
        raise ValidationError({"guardian_agreed_on": "That date is in the future."})


def player_meant(role: Role) -> Player | None:
    if role.team is None or Player.objects.filter(league=role.league, user=role.user).exists():
        return None
    players = Player.objects.filter(league=role.league, user=None, merged_into=None)
    squad = players.filter(registrations__team=role.team, registrations__until=None).distinct()
    same = [player for player in squad if fold(player.name) == fold(role.user.name)]
    return same[0] if len(same) == 1 else None


def _about(role: Role) -> tuple[User | Team, ...]:
    return (role.user, role.team) if role.team else (role.user,)


# --- Many people at once ----------------------------------------------------------------------------------------------
INVITED = "invite_from_list"


@dataclass(frozen=True, slots=True)
class PersonRow:
    name: str
    email: str
    phone: str
    kind: RoleKind
    team: Team | None = None


def import_people(
    *, league: League, rows: Iterable[PersonRow], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    """Who has the role already is left alone."""
    marks: list[RowChange] = []
    with lock_league(league.pk):
        for row in rows:
            marks += give_role(league, row, by=by, at=at)
        record(
            verb="bring_in_people", words=f"Imported: {source}", at=at, by=by, league_id=league.pk,
            after={"roles": sum(mark.before is None for mark in marks)},
        )  # fmt: skip
    return tuple(marks)


def give_role(league: League, row: PersonRow, *, by: User, at: datetime) -> Sequence[RowChange]:
    """In an action that holds the league. A number is only set for somebody who never signed in and has none."""
    user = User.objects.invited(row.email, row.name, until=at + INVITATION_LASTS)
    if Role.objects.filter(league=league, user=user, kind=row.kind, team=row.team, ended_at=None).exists():
        return ()
    marks = [] if user.phone or user.last_login or not row.phone else [change_row(user, {"phone": row.phone})]
    role = save_checked(Role(league=league, user=user, kind=row.kind, team=row.team, since=at))
    marks.append(row_created(role))
    if (player := player_meant(role)) is not None:
        marks.append(change_row(player, {"user": user}))
    about = (role, user, row.team) if row.team else (role, user)
    record(verb=INVITED, words=_invited(role), at=at, by=by, league_id=league.pk, about=about)
    return [mark for mark in marks if mark is not None and mark.kind != "user"]


def end_player_role(player: Player, team: Team, at: datetime) -> None:
    Role.objects.filter(user=player.user_id, kind=RoleKind.PLAYER, team=team, ended_at=None).update(ended_at=at)


def return_player_role(player: Player, team: Team, *, left: date | None) -> None:
    roles = Role.objects.filter(user=player.user_id, kind=RoleKind.PLAYER, team=team)
    ended = roles.filter(ended_at__date__gte=left).order_by("ended_at", "pk").first()
    if ended is not None and not roles.filter(ended_at=None).exists():
        ended.ended_at = None
        ended.save(update_fields=["ended_at"])
