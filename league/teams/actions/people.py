"""Who does what: people are invited into a role, told so by e-mail, and lose it again."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from smtplib import SMTPException

from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils.timezone import localdate

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.teams.actions.addresses import player_slug
from league.teams.actions.order import in_turn
from league.teams.choices import RoleKind
from league.teams.models import League, Player, Role, Team
from league.teams.queries import INVITATION_LASTS, invitation_token

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Invitation:
    """A role that was given, the link that explains it, and whether the mail went out."""

    role: Role
    link: str
    sent: bool


def invite_person(
    *,
    league: League,
    email: str,
    name: str,
    kind: RoleKind,
    team: Team | None,
    by: User,
    at: datetime,
    address: Callable[[str], str],
) -> Invitation:
    """Give somebody a role and e-mail them how to sign in; the person is made if the address is new.

    `address` turns a token into the full address of the invitation page. A new person's first sign-in has to come
    within `INVITATION_LASTS`. ValidationError if the person has that role already.
    """
    with in_turn(league.pk):
        user = User.objects.invited(email, name, until=at + INVITATION_LASTS)
        if Role.objects.filter(league=league, user=user, kind=kind, team=team, ended_at=None).exists():
            raise ValidationError({"email": f"{user} has that role already."})
        role = Role(league=league, user=user, kind=kind, team=team, since=at)
        role.full_clean()
        role.save()
        _join_player(role)
        where = f" of {team}" if team else ""
        words = f"{user} became {role.get_kind_display().lower()}{where}"
        record(verb="invite_person", words=words, at=at, by=by, league_id=league.pk, about=_about(role))
    return _mailed(role, by, address)


def invite_again(*, role: Role, by: User, at: datetime, address: Callable[[str], str]) -> Invitation:
    """Send the invitation once more; a first sign-in has its full time again."""
    with in_turn(role.league_id):
        User.objects.invited(role.user.email, role.user.name, until=at + INVITATION_LASTS)
        words = f"{role.user} was invited again"
        record(verb="invite_again", words=words, at=at, by=by, league_id=role.league_id, about=_about(role))
    role.refresh_from_db()
    return _mailed(role, by, address)


def renew_invitation(*, role: Role, at: datetime, address: Callable[[str], str]) -> Invitation:
    """Send a fresh link to somebody who came too late, at their own wish and to the address they were invited at."""
    with in_turn(role.league_id):
        User.objects.invited(role.user.email, role.user.name, until=at + INVITATION_LASTS)
        words = f"{role.user} had their invitation renewed"
        record(verb="renew_invitation", words=words, at=at, by=None, league_id=role.league_id, about=_about(role))
        held = Role.objects.filter(league=role.league_id, kind=RoleKind.SECRETARY, ended_at=None)
        secretary = held.select_related("user").order_by("since", "pk").first()
    role.user.refresh_from_db()
    return _mailed(role, secretary.user if secretary else role.user, address)


def end_role(*, role: Role, by: User, at: datetime, reason: str = "") -> Role:
    """Take a role away; it counts on the person's next request. A league keeps at least one secretary."""
    with in_turn(role.league_id):
        held = Role.objects.select_related("user", "league", "team").get(pk=role.pk)
        if held.ended_at is not None:
            return held
        others = Role.objects.filter(league=held.league, kind=RoleKind.SECRETARY, ended_at=None).exclude(pk=held.pk)
        if held.kind == RoleKind.SECRETARY and not others.exists():
            raise ValidationError("A league needs a secretary. Add the new one first.")
        held.ended_at = at
        held.full_clean()
        held.save(update_fields=["ended_at"])
        words = f"{held.user} is no longer {held.get_kind_display().lower()}{f' of {held.team}' if held.team else ''}"
        record(verb="end_role", words=words, at=at, by=by, league_id=held.league_id, about=_about(held), reason=reason)
    return held


def change_own_details(*, user: User, name: str, phone: str, at: datetime) -> User:
    """Change the name and phone number that officers and captains see."""
    with write_tx():
        before = {"name": user.name}
        changed = User.objects.change_details(user, name, phone)
        words = f"{changed} changed their own details"
        record(verb="change_own_details", words=words, at=at, by=user, league_id=None, about=(user,), before=before)
    return changed


def change_age(*, player: Player, under_18: bool, guardian_agreed_on: date | None, by: User, at: datetime) -> Player:
    """Say whether a player is under 18. The address of their page changes with the name that the public reads.

    ValidationError for somebody under 18 without the day on which a parent or guardian agreed.
    """
    with in_turn(player.league_id):
        held = Player.objects.select_related("league").get(pk=player.pk)
        refuse_without_guardian(under_18=under_18, guardian_agreed_on=guardian_agreed_on, at=at)
        before = {"under_18": held.under_18}
        if held.under_18 != under_18:
            held.under_18 = under_18
            held.slug = player_slug(held)
        held.guardian_agreed_on = guardian_agreed_on if under_18 else None
        held.full_clean()
        held.save(update_fields=["under_18", "slug", "guardian_agreed_on"])
        words = f"{held} is {'' if under_18 else 'not '}under 18"
        after = {"under_18": under_18}
        record(
            verb="change_age", words=words, at=at, by=by, league_id=held.league_id, about=(held,),
            before=before, after=after,
        )  # fmt: skip
    return held


def refuse_without_guardian(*, under_18: bool, guardian_agreed_on: date | None, at: datetime) -> None:
    """Nobody under 18 is in a league whose parent or guardian has not agreed, and nobody agrees tomorrow."""
    if under_18 and guardian_agreed_on is None:
        raise ValidationError({"guardian_agreed_on": "Say when a parent or guardian agreed."})
    if guardian_agreed_on is not None and guardian_agreed_on > localdate(at):
        raise ValidationError({"guardian_agreed_on": "That day is still to come."})


def player_meant(role: Role) -> Player | None:
    """The player who a captain or player signs in as: the one of that name in their team, if there is exactly one."""
    if role.team is None or Player.objects.filter(league=role.league, user=role.user).exists():
        return None
    same = Player.objects.filter(league=role.league, user=None, same_as=None, name__iexact=role.user.name)
    same = list(same.filter(registrations__team=role.team, registrations__until=None).distinct()[:2])
    return same[0] if len(same) == 1 else None


def _join_player(role: Role) -> None:
    player = player_meant(role)
    if player is not None:
        player.user = role.user
        player.save(update_fields=["user"])


def _mailed(role: Role, by: User, address: Callable[[str], str]) -> Invitation:
    """Send the mail after the transaction: a mail server that is down takes nothing back."""
    link = address(invitation_token(role))
    context = {"role": role, "by": by, "link": link, "days": INVITATION_LASTS.days}
    subject = render_to_string("teams/email/invitation_subject.txt", context)
    message = EmailMessage(
        subject=" ".join(subject.split()),
        body=render_to_string("teams/email/invitation_message.txt", context),
        to=[role.user.email],
        reply_to=[by.email],
    )
    try:
        sent = bool(message.send())
    except (SMTPException, OSError):
        log.exception("the invitation of role %s was not sent", role.pk)
        sent = False
    return Invitation(role, link, sent)


def _about(role: Role) -> tuple[User | Team, ...]:
    return (role.user, role.team) if role.team else (role.user,)
