"""Who plays for whom: asked for, approved or refused, signed on the night, left, and nominated by an A team."""

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import record, save_checked, write_tx
from league.base.ui.formats import night
from league.teams.actions.leagues import lock_league, player_slug
from league.teams.actions.people import end_player_role, refuse_without_guardian, return_player_role
from league.teams.choices import RegisteredHow, RegistrationState, RoleKind
from league.teams.models import Player, Registration, Role, Team, Transfer
from league.teams.permissions import is_secretary, leads
from league.teams.queries.squads import Nominations, nominations_of, rules_of, similar_players, why_no_transfer
from scoring.names import fold
from scoring.words import spell_out


def ask_registration(
    *, team: Team, by: User | None, at: datetime, player: Player | None = None, name: str = "", known_as: str = "",
    under_18: bool = False, guardian_agreed_on: date | None = None, how: RegisteredHow = RegisteredHow.CAPTAIN,
) -> Registration:  # fmt: skip
    """A double tap gives the one that waits. ValidationError for another team's player or a minor without consent."""
    refuse_without_guardian(under_18=under_18, guardian_agreed_on=guardian_agreed_on, at=at)
    with lock_league(team.league_id):
        waiting = open_registration(team, player, name)
        if waiting is not None and waiting.state == RegistrationState.REQUESTED:
            return waiting
        if waiting is not None:
            another = "" if player else " For someone else of that name, add a middle name or Junior."
            raise ValidationError(f"{waiting.player} is already registered with {team}.{another}")
        if player is None:
            agreed_on = guardian_agreed_on if under_18 else None
            player = _add_player(team, name, known_as, under_18=under_18, guardian_agreed_on=agreed_on)
        refuse_if_elsewhere(player, team)
        registration = _request(team, player, how=how, by=by, at=at)
        _record("ask_registration", f"{team} asked to register {player}", registration, by=by, at=at)
    return registration


def approve_registration(
    *, registration: Registration, since: date, by: User | None, at: datetime, how: RegisteredHow | None = None
) -> Registration:
    """ValidationError if it was answered before or another team has the player."""
    with lock_league(registration.team.league_id):
        registration = _waiting(registration)
        refuse_if_elsewhere(registration.player, registration.team)
        registration.state, registration.since = RegistrationState.APPROVED, since
        registration.how = how or registration.how
        save_checked(registration)
        text = f"{registration.player} was registered with {registration.team}"
        _record("approve_registration", text, registration, by=by, at=at)
    return registration


def refuse_registration(*, registration: Registration, reason: str, by: User, at: datetime) -> Registration:
    if not reason.strip():
        raise ValidationError("Enter a reason for the captain.")
    with lock_league(registration.team.league_id):
        registration = _waiting(registration)
        registration.state, registration.note = RegistrationState.REFUSED, reason.strip()[:200]
        save_checked(registration)
        _record(
            "refuse_registration", f"{registration.player} was not registered with {registration.team}", registration,
            by=by, at=at, reason=registration.note,
        )  # fmt: skip
    return registration


def leave_team(
    *, registration: Registration, until: date, by: User | None, at: datetime, reason: str = ""
) -> Registration:
    """`until` is the last day; a request that still waits is withdrawn."""
    with lock_league(registration.team.league_id):
        locked = _as_it_is(registration)
        if locked.state not in {RegistrationState.APPROVED, RegistrationState.REQUESTED}:
            raise ValidationError(f"{locked.player} is not with {locked.team} now.")
        if locked.since is not None and until < locked.since:
            raise ValidationError(
                f"{locked.player} joined on {night(locked.since, year=True)}; the last day cannot be before that."
            )
        locked.state, locked.until, locked.note = RegistrationState.LEFT, until, reason.strip()[:200]
        save_checked(locked)
        if until <= localdate(at):
            end_player_role(locked.player, locked.team, at)
        _record("leave_team", f"{locked.player} left {locked.team}", locked, by=by, at=at, reason=locked.note)
    return locked


def undo_leaving(*, registration: Registration, by: User | None, at: datetime) -> Registration:
    """Unless another team has the player now."""
    with lock_league(registration.team.league_id):
        locked = _as_it_is(registration)
        if locked.state != RegistrationState.LEFT or locked.since is None:
            raise ValidationError(f"{locked.player} has not left {locked.team}.")
        refuse_if_elsewhere(locked.player, locked.team)
        return_player_role(locked.player, locked.team, left=locked.until)
        locked.state, locked.until, locked.note = RegistrationState.APPROVED, None, ""
        save_checked(locked)
        _record("undo_leaving", f"{locked.player} is back with {locked.team}", locked, by=by, at=at)
    return locked


def sign_on_the_night(
    *, team: Team, name: str, on: date, allowed: bool, by: User | None, at: datetime, player: Player | None = None,
    new: bool = False,
) -> Registration:  # fmt: skip
    """Registered at once if `allowed` and nobody alike is known, else asked for; `new` is nobody known."""
    with lock_league(team.league_id):
        registration = open_registration(team, player, name)
        if registration is not None and registration.state == RegistrationState.APPROVED:
            return registration
        meant = player or (None if new or registration else _only_one_called(team, name))
        near = [] if meant else similar_players(team.league, name)
        signed = registration or _sign(team, meant or _add_player(team, name, ""), by=by, at=at)
        doubtful = any(each.player != signed.player for each in near)
        if doubtful or not allowed or _elsewhere(signed.player, team) is not None:
            return signed
        approved = approve_registration(registration=signed, since=on, by=by, at=at, how=RegisteredHow.CARD)
        approved.to_check = True
        approved.save(update_fields=["to_check"])
    return approved


def check_signings(*, registrations: Iterable[Registration], by: User, at: datetime) -> int:
    """How many were not looked at before."""
    keys = [each.pk for each in registrations]
    with write_tx():
        rows = Registration.objects.select_for_update(of=("self",)).filter(pk__in=keys, to_check=True)
        locked = list(rows.select_related("player", "team").order_by("pk"))
        for each in locked:
            each.to_check = False
            each.save(update_fields=["to_check"])
            _record("check_signing", f"{each.player} for {each.team}: signing checked", each, by=by, at=at)
    return len(locked)


def refuse_if_elsewhere(player: Player, team: Team) -> None:
    """ValidationError if another team has the player: that takes a transfer."""
    other = _elsewhere(player, team)
    if other is not None:
        raise ValidationError(f"{player} is registered with {other.team}. Ask for a transfer.", code="elsewhere")


def end_registration(locked: Registration, *, until: date) -> None:
    """Close a registration inside another action; on the day it began if `until` is before that."""
    locked.state = RegistrationState.LEFT
    locked.until = max(until, locked.since or until)
    save_checked(locked)


def _sign(team: Team, player: Player, *, by: User | None, at: datetime) -> Registration:
    signed = _request(team, player, how=RegisteredHow.CARD, by=by, at=at)
    _record("sign_on_the_night", f"{player} signed for {team} on the card", signed, by=by, at=at)
    return signed


def _request(team: Team, player: Player, *, how: RegisteredHow, by: User | None, at: datetime) -> Registration:
    state = RegistrationState.REQUESTED
    return save_checked(Registration(player=player, team=team, state=state, how=how, asked_at=at, asked_by=by))


def _add_player(team: Team, name: str, known_as: str, **more: Any) -> Player:
    name = " ".join(name.split())
    player = Player(league=team.league, name=name, known_as=known_as.strip(), **more)
    player.slug = player_slug(player)
    return save_checked(player)


def _only_one_called(team: Team, name: str) -> Player | None:
    players = Player.objects.filter(league=team.league, merged_into=None)
    named = [player for player in players if fold(player.name) == fold(name)]
    return named[0] if len(named) == 1 else None


def open_registration(team: Team, player: Player | None, name: str) -> Registration | None:
    """Held or waiting."""
    still = (RegistrationState.REQUESTED, RegistrationState.APPROVED)
    rows = Registration.objects.filter(team=team, state__in=still, until=None).select_related("player", "team__league")
    same = (
        row for row in rows.order_by("state", "pk")
        if (row.player == player if player is not None else fold(row.player.name) == fold(name))
    )  # fmt: skip
    return next(same, None)


def _elsewhere(player: Player, team: Team) -> Registration | None:
    registrations = Registration.objects.filter(player=player, state=RegistrationState.APPROVED, until=None)
    return registrations.exclude(team=team).select_related("team").first()


def _as_it_is(registration: Registration) -> Registration:
    return Registration.objects.select_related("player", "team__league").get(pk=registration.pk)


def _waiting(registration: Registration) -> Registration:
    registration = _as_it_is(registration)
    if registration.state != RegistrationState.REQUESTED:
        raise ValidationError(
            f"This has already been answered: {registration.get_state_display().lower()}.", code="answered"
        )
    return registration


def _record(verb: str, words: str, row: Registration, *, by: User | None, at: datetime, reason: str = "") -> None:
    about = (row.team, row.player)
    record(verb=verb, words=words, at=at, by=by, league_id=row.team.league_id, about=about, reason=reason)


# --- Nominations of an A team -----------------------------------------------------------------------------------------
def nominate_players(
    *, team: Team, players: Collection[int], by: User, at: datetime, reason: str = ""
) -> tuple[Registration, ...]:
    """`players` are keys of all. ValidationError for a wrong number, a late captain, a secretary without reason."""
    with lock_league(team.league_id):
        nominations = nominations_of(team, localdate(at))
        if nominations is None:
            raise ValidationError(f"{team} does not nominate players.")
        chosen = tuple(each for each in nominations.squad if each.player_id in set(players))
        _refuse(nominations, chosen, reason, secretary=is_secretary(by, team.league))
        before = set(nominations.made)
        if set(chosen) == before:
            return chosen
        for each in nominations.squad:
            if (each in chosen) != (each in before):
                each.nominated_on = nominations.today if each in chosen else None
                each.save(update_fields=["nominated_on"])
        names = ", ".join(each.player.name for each in chosen)
        text = f"{team} nominated {names}" if not before else f"The nominated players of {team} are now {names}"
        about = (team, *(each.player for each in {*chosen} ^ before))
        record(verb="nominate_players", words=text, at=at, by=by, league_id=team.league_id, about=about, reason=reason)
    return chosen


def _refuse(nominations: Nominations, chosen: tuple[Registration, ...], reason: str, *, secretary: bool) -> None:
    if len(chosen) != nominations.wanted:
        wanted, ticked = (
            spell_out(nominations.wanted, "player"),
            "1 is" if len(chosen) == 1 else f"{len(chosen) or 'none'} are",
        )
        raise ValidationError({"players": f"Tick {wanted}: {ticked} ticked."})
    if not secretary and not nominations.open:
        last = f"The last day was {night(nominations.last_day)}. " if nominations.late and nominations.last_day else ""
        raise ValidationError(f"{last}Ask the secretary to change the nominated players.")
    if secretary and not nominations.open and not reason.strip():
        raise ValidationError({"reason": "Enter a reason for the captains."})


# --- a player moves from one team to another: agreed by each captain, decided by the secretary ------------------------
def ask_transfer(*, player: Player, joins: Team, by: User, at: datetime) -> Transfer:
    """A captain's asking is that side's agreement; a double tap gives the one that waits. ValidationError."""
    with lock_league(joins.league_id):
        waiting = Transfer.objects.filter(player=player, accepted=None).select_related("joins").first()
        if waiting is not None and waiting.joins_id == joins.pk:
            return waiting
        if waiting is not None:
            raise ValidationError(f"{waiting.joins} have already asked for {player}. Decide that request first.")
        registrations = Registration.objects.filter(player=player, state=RegistrationState.APPROVED, until=None)
        now = registrations.select_related("team__league").first()
        if now is None:
            raise ValidationError(f"{player} has no team now. Register them instead.")
        if now.team_id == joins.pk:
            raise ValidationError(f"{player} is already with {joins}.")
        leaves = now.team
        why_not = why_no_transfer(player, timezone.localdate(at))
        if why_not and not is_secretary(by, joins.league):
            raise ValidationError(why_not)
        move = Transfer(
            player=player, leaves=leaves, joins=joins, asked_at=at, asked_by=by,
            left_agreed_by=by if leads(by, leaves) else None, joined_agreed_by=by if leads(by, joins) else None,
        )  # fmt: skip
        move.full_clean(exclude=["left_agreed_by", "joined_agreed_by", "decided_by", "decided_at", "accepted"])
        move.save()
        _record_transfer(
            "ask_transfer", f"{by} asked for {player} to move from {leaves} to {joins}", move, by=by, at=at
        )
    return move


def agree_transfer(*, transfer: Transfer, team: Team, by: User, at: datetime) -> Transfer:
    with lock_league(transfer.player.league_id):
        move = _undecided_transfer(transfer)
        field = {move.leaves_id: "left_agreed_by", move.joins_id: "joined_agreed_by"}[team.pk]
        if getattr(move, field) is None:
            setattr(move, field, by)
            move.save(update_fields=[field])
            _record_transfer("agree_transfer", f"{team} agreed to the move of {move.player}", move, by=by, at=at)
    return move


def decide_transfer(
    *, transfer: Transfer, accepted: bool, on: date, by: User, at: datetime, reason: str = ""
) -> Transfer:
    """Accepting without both captains, where the league wants both, takes a reason."""
    with lock_league(transfer.player.league_id):
        move = _undecided_transfer(transfer)
        both_needed = rules_of(move.player.league).registration.transfers_need_both_captains
        if not reason.strip() and (not accepted or (both_needed and not move.both_agree)):
            wanted = "Enter a reason for the captains." if not accepted else NOT_BOTH
            raise ValidationError(wanted, code="reason")
        move.accepted, move.decided_by, move.decided_at, move.reason = accepted, by, at, reason.strip()[:200]
        move.save(update_fields=["accepted", "decided_by", "decided_at", "reason"])
        if accepted:
            _move(move, on, by, at)
        done = "moved" if accepted else "may not move"
        _record_transfer(
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
    save_checked(joined)
    of_player = {"kind": RoleKind.PLAYER, "user": move.player.user, "league": move.player.league, "ended_at": None}
    if Role.objects.filter(team=move.leaves, **of_player).exists():
        Role.objects.get_or_create(team=move.joins, **of_player, defaults={"since": at})
    if on <= timezone.localdate(at):
        end_player_role(move.player, move.leaves, at)


def _undecided_transfer(transfer: Transfer) -> Transfer:
    rows = Transfer.objects.select_related("player__league", "leaves", "joins")
    move: Transfer = rows.get(pk=transfer.pk)
    if move.accepted is not None:
        raise ValidationError(
            f"This has already been decided: {'accepted' if move.accepted else 'refused'}.", code="answered"
        )
    return move


def _record_transfer(verb: str, words: str, move: Transfer, *, by: User, at: datetime, reason: str = "") -> None:
    about = (move.leaves, move.joins, move.player)
    league_id = move.player.league_id
    record(verb=verb, words=words, at=at, by=by, league_id=league_id, about=about, reason=reason)
