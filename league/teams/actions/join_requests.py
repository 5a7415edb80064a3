"""Links to join by: made, renewed and taken back; and people who have asked by one: let in, or not.

Whoever asks gets nothing by it: neither an account nor a mail, before the secretary has said yes.
"""

from collections.abc import Iterable
from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import record, save_checked, write_tx
from league.teams.actions.leagues import lock_league
from league.teams.actions.people import PersonRow, give_role
from league.teams.actions.registrations import approve_registration, ask_registration, open_registration
from league.teams.choices import RegisteredHow, RoleKind
from league.teams.models import JoinLink, JoinRequest, League, Team
from league.teams.queries.squads import concerns, team_join_links
from scoring.words import spell_out

MOST_WAITING = 300
FULL = "Too many people are waiting for an answer. Tell your secretary, and try again later."


def make_join_links(*, league: League, by: User, at: datetime) -> int:
    with lock_league(league.pk):
        wanted = [team for team, link in team_join_links(league) if link is None]
        for team in wanted:
            _make(league, team, by, at)
        if wanted:
            text = f"{spell_out(len(wanted), 'join link').capitalize()} made"
            record(verb="make_join_links", words=text, at=at, by=by, league_id=league.pk)
    return len(wanted)


def renew_join_link(*, link: JoinLink, by: User, at: datetime) -> JoinLink:
    """The old link stops at once."""
    with lock_league(link.league_id):
        locked = _revoke(link, at)
        renewed = _make(locked.league, locked.team, by, at)
        text = f"The join link of {locked.team or 'the league'} was renewed"
        record(verb="renew_join_link", words=text, at=at, by=by, league_id=locked.league_id, about=_about(locked))
    return renewed


def revoke_join_link(*, link: JoinLink, by: User, at: datetime) -> None:
    with lock_league(link.league_id):
        locked = _revoke(link, at)
        text = f"The join link of {locked.team or 'the league'} was turned off"
        record(verb="revoke_join_link", words=text, at=at, by=by, league_id=locked.league_id, about=_about(locked))


def ask_to_join(
    *, link: JoinLink, team: Team, kind: RoleKind, name: str, email: str, phone: str, at: datetime
) -> JoinRequest:
    """The same person asking again changes what they said. ValidationError if too many wait."""
    with lock_league(link.league_id):
        waiting = JoinRequest.objects.filter(league=link.league_id)
        join_request = waiting.filter(team=team, kind=kind, email=email.lower()).first()
        if join_request is None and waiting.count() >= MOST_WAITING:
            raise ValidationError(FULL)
        join_request = join_request or JoinRequest(league=link.league, team=team, kind=kind, email=email.lower())
        join_request.name, join_request.phone, join_request.at = " ".join(name.split()), phone.strip(), at
        save_checked(join_request)
        text = f"Someone asked to join {team} as {join_request.get_kind_display().lower()}"
        record(verb="ask_to_join", words=text, at=at, by=None, league_id=link.league_id, about=(team,))
    return join_request


def admit(*, requests: Iterable[JoinRequest], by: User, at: datetime) -> tuple[JoinRequest, ...]:
    """Who was answered meanwhile is passed over; a registration with `concerns` waits for the secretary."""
    return tuple(join_request for join_request in requests if _admit(join_request, by=by, at=at))


def _admit(join_request: JoinRequest, *, by: User, at: datetime) -> bool:
    with lock_league(join_request.league_id):
        locked = JoinRequest.objects.select_related("league", "team__league").filter(pk=join_request.pk).first()
        if locked is None:
            return False
        kind = RoleKind(locked.kind)
        if kind == RoleKind.PLAYER:
            _register(locked, by=by, at=at)
        person = PersonRow(locked.name, locked.email, locked.phone, kind, locked.team)
        give_role(locked.league, person, by=by, at=at)
        locked.delete()
    return True


def refuse_joining(*, join_request: JoinRequest, by: User, at: datetime) -> None:
    with lock_league(join_request.league_id):
        gone, _ = JoinRequest.objects.filter(pk=join_request.pk).delete()
        if gone:
            league_id, team = join_request.league_id, join_request.team
            text = f"A request to join {team} was refused"
            record(verb="refuse_joining", words=text, at=at, by=by, league_id=league_id, about=(team,))


def forget_join_requests(*, before: datetime, at: datetime) -> int:
    """Of all leagues; how many there were."""
    with write_tx():
        old = JoinRequest.objects.filter(at__lt=before)
        leagues = sorted(set(old.values_list("league_id", flat=True)))
        gone, _ = old.delete()
        for league_id in leagues:
            text = "Requests to join that no one answered were deleted"
            record(verb="forget_requests", words=text, at=at, by=None, league_id=league_id)
    return gone


def _register(join_request: JoinRequest, *, by: User, at: datetime) -> None:
    if open_registration(join_request.team, None, join_request.name) is not None:
        return
    wanted = ask_registration(team=join_request.team, name=join_request.name, by=by, at=at, how=RegisteredHow.JOINED)
    [checked] = concerns(join_request.league, [wanted], localdate(at))
    if not checked.concerns:  # type: ignore[attr-defined]
        approve_registration(registration=wanted, since=localdate(at), by=by, at=at)


def _make(league: League, team: Team | None, by: User, at: datetime) -> JoinLink:
    return save_checked(JoinLink(league=league, team=team, by=by, at=at))


def _revoke(link: JoinLink, at: datetime) -> JoinLink:
    locked: JoinLink = JoinLink.objects.select_related("league", "team").get(pk=link.pk)
    if locked.revoked_at is None:
        locked.revoked_at = at
        locked.save(update_fields=["revoked_at"])
    return locked


def _about(link: JoinLink) -> tuple[Team, ...]:
    return (link.team,) if link.team else ()
