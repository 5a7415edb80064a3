"""A player moves from one team to another: asked for, agreed by each captain, decided by the secretary."""

from datetime import date, datetime, timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone

from league.base.accounts.models import User
from league.base.audit.actions import record
from league.teams.actions.leagues import lock_league
from league.teams.actions.people import end_player_role
from league.teams.actions.registrations import end_registration
from league.teams.choices import RegisteredHow, RegistrationState, RoleKind
from league.teams.models import Player, Registration, Role, Team, Transfer
from league.teams.permissions import is_secretary, leads
from league.teams.queries.squads import rules_of, why_no_transfer


def ask_transfer(*, player: Player, joins: Team, by: User, at: datetime) -> Transfer:
    """A captain's asking is that side's agreement; a double tap gives the one that waits. ValidationError."""
    with lock_league(joins.league_id):
        waiting = Transfer.objects.filter(player=player, accepted=None).select_related("joins").first()
        if waiting is not None and waiting.joins_id == joins.pk:
            return waiting
        if waiting is not None:
            raise ValidationError(f"{waiting.joins} have already asked for {player}. Decide that request first.")
        leaves = _team_to_leave(player, joins)
        why_not = why_no_transfer(player, timezone.localdate(at))
        if why_not and not is_secretary(by, joins.league):
            raise ValidationError(why_not)
        move = Transfer(
            player=player, leaves=leaves, joins=joins, asked_at=at, asked_by=by,
            left_agreed_by=by if leads(by, leaves) else None, joined_agreed_by=by if leads(by, joins) else None,
        )  # fmt: skip
        move.full_clean(exclude=["left_agreed_by", "joined_agreed_by", "decided_by", "decided_at", "accepted"])
        move.save()
        _record("ask_transfer", f"{by} asked for {player} to move from {leaves} to {joins}", move, by=by, at=at)
    return move


def agree_transfer(*, transfer: Transfer, team: Team, by: User, at: datetime) -> Transfer:
    with lock_league(transfer.player.league_id):
        move = _undecided(transfer)
        field = {move.leaves_id: "left_agreed_by", move.joins_id: "joined_agreed_by"}[team.pk]
        if getattr(move, field) is None:
            setattr(move, field, by)
            move.save(update_fields=[field])
            _record("agree_transfer", f"{team} agreed to the move of {move.player}", move, by=by, at=at)
    return move


def decide_transfer(
    *, transfer: Transfer, accepted: bool, on: date, by: User, at: datetime, reason: str = ""
) -> Transfer:
    """Accepting without both captains, where the league wants both, takes a reason."""
    with lock_league(transfer.player.league_id):
        move = _undecided(transfer)
        both_needed = rules_of(move.player.league).registration.transfers_need_both_captains
        if not reason.strip() and (not accepted or (both_needed and not move.both_agree)):
            wanted = "Enter a reason for the captains." if not accepted else NOT_BOTH
            raise ValidationError(wanted, code="reason")
        move.accepted, move.decided_by, move.decided_at, move.reason = accepted, by, at, reason.strip()[:200]
        move.save(update_fields=["accepted", "decided_by", "decided_at", "reason"])
        if accepted:
            _move(move, on, by, at)
        done = "moved" if accepted else "may not move"
        _record(
            "decide_transfer", f"{move.player} {done} from {move.leaves} to {move.joins}", move, by=by, at=at,
            reason=move.reason,
        )  # fmt: skip
    return move


NOT_BOTH = "The captains have not both agreed. Enter a reason to go ahead."


def _move(move: Transfer, on: date, by: User, at: datetime) -> None:
    """The old registration ends the day before; player roles of both teams overlap until then."""
    registration = Registration.objects.filter(player=move.player, state=RegistrationState.APPROVED, until=None).first()
    if registration is not None:
        if registration.team_id != move.leaves_id:
            raise ValidationError(f"{move.player} is no longer with {move.leaves}.")
        end_registration(registration, until=on - timedelta(days=1))
    request = Registration.objects.filter(
        player=move.player, team=move.joins, state=RegistrationState.REQUESTED
    ).first()
    joined = request or Registration(player=move.player, team=move.joins, asked_at=at, asked_by=move.asked_by or by)
    joined.state, joined.how, joined.since = RegistrationState.APPROVED, RegisteredHow.TRANSFER, on
    joined.full_clean()
    joined.save()
    of_player = {"kind": RoleKind.PLAYER, "user": move.player.user, "league": move.player.league, "ended_at": None}
    if Role.objects.filter(team=move.leaves, **of_player).exists():
        Role.objects.get_or_create(team=move.joins, **of_player, defaults={"since": at})
    if on <= timezone.localdate(at):
        end_player_role(move.player, move.leaves, at)


def _team_to_leave(player: Player, joins: Team) -> Team:
    registrations = Registration.objects.filter(player=player, state=RegistrationState.APPROVED, until=None)
    now = registrations.select_related("team__league").first()
    if now is None:
        raise ValidationError(f"{player} has no team now. Register them instead.")
    if now.team_id == joins.pk:
        raise ValidationError(f"{player} is already with {joins}.")
    team: Team = now.team
    return team


def _undecided(transfer: Transfer) -> Transfer:
    rows = Transfer.objects.select_related("player__league", "leaves", "joins")
    move: Transfer = rows.get(pk=transfer.pk)
    if move.accepted is not None:
        raise ValidationError(
            f"This has already been decided: {'accepted' if move.accepted else 'refused'}.", code="answered"
        )
    return move


def _record(verb: str, words: str, move: Transfer, *, by: User, at: datetime, reason: str = "") -> None:
    about = (move.leaves, move.joins, move.player)
    league_id = move.player.league_id
    record(verb=verb, words=words, at=at, by=by, league_id=league_id, about=about, reason=reason)
