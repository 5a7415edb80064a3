"""Two rows found to be one player: what is theirs beside the cards goes to one of them, and back again.

Registrations, sign-ins and other merges are moved here. What they played is not: `league.results.actions.settlement`
has the cards count anew, and calls these inside its own transaction.
"""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import record
from league.teams.actions.leagues import lock_league
from league.teams.choices import RegistrationState
from league.teams.models import League, Merge, Player, Registration, Transfer
from league.teams.queries.squads import TELL_APART

OPEN = (RegistrationState.APPROVED, RegistrationState.REQUESTED)


def point_player(*, gone: Player, kept: Player, reason: str, by: User, at: datetime) -> Merge:
    """ValidationError says why they cannot be one person."""
    with lock_league(kept.league_id):
        gone, kept = _reread(gone), _reread(kept)
        _refuse(gone, kept, reason)
        moved = {
            "registrations": _move_registrations(gone, kept, at),
            "others": list(Player.objects.filter(merged_into=gone).order_by("pk").values_list("pk", flat=True)),
            "user": gone.user_id if kept.user_id is None else None,
            "under_18": gone.under_18 and not kept.under_18,
        }
        kept.user_id, kept.under_18 = kept.user_id or gone.user_id, kept.under_18 or gone.under_18
        kept.guardian_agreed_on = kept.guardian_agreed_on or gone.guardian_agreed_on
        gone.user_id = None if moved["user"] else gone.user_id
        gone.merged_into = kept
        _save(gone, "merged_into", "user")
        _save(kept, "user", "under_18", "guardian_agreed_on")
        Player.objects.filter(pk__in=moved["others"]).update(merged_into=kept)
        merge = Merge(gone=gone, kept=kept, reason=reason.strip()[:200], by=by, at=at, moved=moved)
        merge.full_clean(exclude=["undone_by", "undone_at"])
        merge.save()
        _record("merge_players", f"{gone} and {kept} were merged", merge, by=by, at=at, reason=merge.reason)
    return merge


def release_player(*, merge: Merge, reason: str, by: User, at: datetime) -> Merge:
    with lock_league(merge.kept.league_id):
        merge = Merge.objects.select_related("gone", "kept").get(pk=merge.pk)
        gone, kept = merge.gone, merge.kept
        if merge.undone_at is not None:
            raise ValidationError("This merge has already been undone.")
        if gone.merged_into_id != kept.pk:
            raise ValidationError(f"{kept} has since been merged with another player. Undo that first.")
        if not reason.strip():
            raise ValidationError({"reason": "Enter a reason, so that others understand it later."})
        _return_registrations(merge.moved["registrations"], gone, kept)
        gone.merged_into = None
        if merge.moved["user"] and kept.user_id == merge.moved["user"]:
            gone.user_id, kept.user_id = kept.user_id, None
        kept.under_18 = kept.under_18 and not merge.moved["under_18"]
        kept.guardian_agreed_on = kept.guardian_agreed_on if kept.under_18 else None
        _save(kept, "user", "under_18", "guardian_agreed_on")
        _save(gone, "merged_into", "user")
        Player.objects.filter(pk__in=merge.moved["others"], merged_into=kept).update(merged_into=gone)
        merge.undone_by, merge.undone_at, merge.undone_reason = by, at, reason.strip()[:200]
        merge.save(update_fields=["undone_by", "undone_at", "undone_reason"])
        text = f"The merge of {gone} and {kept} was undone"
        _record("undo_merge", text, merge, by=by, at=at, reason=merge.undone_reason)
    return merge


def mark_distinct(*, one: Player, two: Player, by: User, at: datetime) -> None:
    with lock_league(one.league_id):
        text = f"{one} and {two} are different people"
        record(verb=TELL_APART, words=text, at=at, by=by, league_id=one.league_id, about=(one, two))


def _refuse(gone: Player, kept: Player, reason: str) -> None:
    if gone.pk == kept.pk or gone.league_id != kept.league_id:
        raise ValidationError("Choose two different players of this league.")
    for player in (gone, kept):
        if player.merged_into_id is not None:
            raise ValidationError(f"{player} has already been merged.")
        if Transfer.objects.filter(player=player, accepted=None).exists():
            raise ValidationError(f"A transfer of {player} is waiting for a decision. Decide it first.")
    if not reason.strip():
        raise ValidationError({"reason": "Enter how you know, so that others understand it later."})
    if gone.user_id and kept.user_id and gone.user_id != kept.user_id:
        raise ValidationError(f"{gone} and {kept} sign in with different addresses, so they seem to be two people.")
    teams = {
        each.player_id: each.team
        for each in Registration.objects.filter(
            player__in=(gone, kept), state=RegistrationState.APPROVED, until=None
        ).select_related("team")
    }
    if len({team.pk for team in teams.values()}) > 1:
        raise ValidationError(
            f"{gone} is registered with {teams[gone.pk]} and {kept} with {teams[kept.pk]}. Remove one of them first."
        )


def _move_registrations(gone: Player, kept: Player, at: datetime) -> list[dict[str, Any]]:
    """Registrations that the other then holds twice end; returns what they were."""
    twice = set(kept.registrations.filter(state__in=OPEN, until=None).values_list("team", flat=True))
    moved = []
    for registration in gone.registrations.order_by("pk"):
        moved.append({"key": registration.pk, "state": registration.state, "ended": False})
        if registration.team_id in twice and registration.until is None and registration.state in OPEN:
            moved[-1]["ended"] = True
            registration.state, registration.until = (
                RegistrationState.LEFT,
                max(localdate(at), registration.since or localdate(at)),
            )
        registration.player = kept
        registration.save(update_fields=["player", "state", "until"])
    return moved


def _return_registrations(moved: list[dict[str, Any]], gone: Player, kept: Player) -> None:
    rows = Registration.objects.filter(player=kept).in_bulk([move["key"] for move in moved])
    for move in moved:
        registration = rows.get(move["key"])
        if registration is not None:
            registration.player = gone
            if move["ended"] and registration.state == RegistrationState.LEFT:
                registration.state, registration.until = move["state"], None
            registration.save(update_fields=["player", "state", "until"])


def _reread(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def _save(player: Player, *fields: str) -> None:
    player.full_clean(validate_unique=False)
    player.save(update_fields=fields)


def _record(verb: str, words: str, merge: Merge, *, by: User, at: datetime, reason: str) -> None:
    about: tuple[Player | League, ...] = (merge.gone, merge.kept)
    record(verb=verb, words=words, at=at, by=by, league_id=merge.kept.league_id, about=about, reason=reason)
