"""The list of entrants while a cup is open: who enters, who comes off it, who has paid, and who plays for whom.
After the draw somebody enters, or leaves, by a fact (actions.knockout).
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from django.core.exceptions import ValidationError
from django.db.models import Max
from django.utils.text import slugify
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import save_checked, write_tx
from league.base.ui.formats import night
from league.cups.actions.cups import lock_cup, record_about
from league.cups.models import Cup, CupState, Entrant, EntrantKind, Substitute
from league.cups.permissions import runs_cups
from league.cups.queries.entries import division_of, entry_errors, registered_on
from league.cups.values import NO_TEAM
from league.schedule.actions.cups import change_players
from league.schedule.actions.divisions import make_entry
from league.teams.actions.imports import TeamRow, add_named_players, add_named_teams
from league.teams.models import League, Player, Team
from league.teams.queries.people import players_by_name
from scoring.names import fold


def enter(*, cup: Cup, team: Team, players: Sequence[Player] = (), name: str = "", by: User, at: datetime) -> Entrant:
    """Put a team, or named players, on the list; `team` of a pair is that of its first player, `name` a combination's.
    Until the closing day anybody who may; the co-ordinator also later, while nothing is drawn.
    """
    with write_tx():
        locked = lock_cup(cup)
        _refuse_closed(locked, by=by, at=at)
        entrant = add_entrant(locked, team, tuple(players), name, by=by, at=at)
        sentence = f"{entrant.entry} entered {locked}."
        record_about(locked, "enter", sentence, by=by, at=at, about=(team, *players))
    return entrant


def enter_all(
    *, cup: Cup, entries: Sequence[tuple[Team, tuple[Player, ...]]], by: User, at: datetime, others: Sequence[str] = (),
) -> list[Entrant]:  # fmt: skip
    """Put several teams, or players, on the list: all of them or none. ValidationError says who may not, and why.
    `others` are names of players who may be in no team; whom the league does not know is added to its players.
    """
    errors: list[str] = []
    with write_tx():
        locked = lock_cup(cup)
        _refuse_closed(locked, by=by, at=at)
        made = []
        for team, players in (*entries, *_by_name(locked, others, by=by, at=at)):
            try:
                made.append(add_entrant(locked, team, players, "", by=by, at=at))
            except ValidationError as error:
                errors += error.messages
                continue
            record_about(locked, "enter", f"{made[-1].entry} entered {locked}.", by=by, at=at, about=(team, *players))
        if errors:
            raise ValidationError(list(dict.fromkeys(errors)))
    return made


def _by_name(locked: Cup, names: Sequence[str], *, by: User, at: datetime) -> Iterator[tuple[Team, tuple[Player, ...]]]:
    """Players by their names, each with the team that they are registered with, or the one of those in none."""
    if not names:
        return
    league = locked.season.league
    known_players = players_by_name(Player.objects.filter(league=league, merged_into=None).order_by("pk"))
    if twice := next((name for name in names if len(known_players.get(fold(name), ())) > 1), ""):
        raise ValidationError({"others": f"There are two players called {twice}. Tick the one who enters."})
    added, _ = add_named_players(league=league, names=[name for name in names if fold(name) not in known_players])
    players = [added.get(fold(name)) or known_players[fold(name)][0] for name in names]
    team_keys = registered_on(players, localdate(at))
    teams = Team.objects.in_bulk(set(team_keys.values()))
    for player in players:
        yield teams[team_keys[player.pk]] if player.pk in team_keys else no_team_of(league, by=by, at=at), (player,)


def no_team_of(league: League, *, by: User, at: datetime) -> Team:
    team: Team | None = Team.objects.filter(league=league, name=NO_TEAM).first()
    if team is None:
        row = TeamRow(None, NO_TEAM, active=False)
        teams, _ = add_named_teams(league=league, rows=[row], source="entries of a cup", by=by, at=at)
        team = teams[row]
    return team


def add_entrant(locked: Cup, team: Team, players: tuple[Player, ...], name: str, *, by: User, at: datetime) -> Entrant:
    """A new row of the list, which the caller holds and records; somebody who was taken off comes back to it."""
    errors = list(entry_errors(locked, team, players, localdate(at)))
    if errors:
        raise ValidationError(errors)
    named = name if locked.kind == EntrantKind.COMBINATION and name else entry_name(team, players)
    rows = Entrant.objects.filter(cup=locked, entry__team=team).exclude(withdrawn_at=None).select_related("entry")
    rows = rows.prefetch_related("entry__players").order_by("pk")
    wanted = {player.pk for player in players}
    back = next((each for each in rows if {player.pk for player in each.entry.players.all()} == wanted), None)
    if back is not None:
        back.withdrawn_at, back.by, back.at = None, by, at
        return save_checked(back)
    slug = slugify(named) if players else ""
    entry = make_entry(division=locked.division, team=team, name=named, slug=slug, players=players)
    last = Entrant.objects.filter(cup=locked).aggregate(last=Max("number"))["last"] or 0
    rank = division_of(locked, team)
    entrant = Entrant(cup=locked, entry=entry, number=last + 1, venue=team.venue, rank=rank, by=by, at=at)
    entrant.clean_fields(exclude=["cup", "entry", "venue", "by"])  # which are at hand; the number is the next one
    entrant.save()
    return entrant


def take_off(*, entrant: Entrant, by: User, at: datetime) -> Entrant:
    with write_tx():
        cup = lock_cup(entrant.cup)
        locked = _entrant_row(entrant)
        if cup.state != CupState.OPEN:
            raise ValidationError("The draw has been made. Withdraw them instead.")
        if locked.withdrawn_at is None:
            locked.withdrawn_at = at
            save_checked(locked, "withdrawn_at")
            sentence = f"{locked.entry} is taken off the list of {cup}."
            record_about(cup, "take_off", sentence, by=by, at=at, about=(locked.entry.team,))
    return locked


def mark_paid(*, entrant: Entrant, on: date | None, by: User, at: datetime) -> Entrant:
    """Say that an entrant's fee was paid, on a day; None takes that back. Nothing changes where it is so already."""
    with write_tx():
        cup = lock_cup(entrant.cup)
        locked = _entrant_row(entrant)
        if (locked.paid_on is None) == (on is None):
            return locked
        before, locked.paid_on = locked.paid_on, on
        save_checked(locked, "paid_on")
        sentence = (
            f"{locked.entry} paid for {cup} on {night(on)}." if on else f"{locked.entry} has not paid for {cup} yet."
        )
        was, now_is = ({"paid on": str(day) if day else None} for day in (before, on))
        record_about(cup, "mark_paid", sentence, by=by, at=at, about=(locked.entry.team,), before=was, after=now_is)
    return locked


def change_entrant(
    *, entrant: Entrant, seed: int | None, region: str, rank: str, start: int, by: User, at: datetime
) -> Entrant:
    """What a draw asks of an entrant, and the hole that it starts on; its tags only before the draw."""
    with write_tx():
        cup = lock_cup(entrant.cup)
        locked = _entrant_row(entrant)
        tags = {"seed": seed, "region": region, "rank": rank}
        before = {key: getattr(locked, key) for key in (*tags, "start")}
        if cup.state != CupState.OPEN and any(before[key] != value for key, value in tags.items()):
            raise ValidationError("The draw has been made. Only the handicap can change.")
        if seed and Entrant.objects.filter(cup=cup, seed=seed, withdrawn_at=None).exclude(pk=locked.pk).exists():
            raise ValidationError({"seed": f"Someone is already seeded {seed}."})
        for key, value in {**tags, "start": start}.items():
            setattr(locked, key, value)
        save_checked(locked)
        after = {**tags, "start": start}
        sentence = f"Details of {locked.entry} for {cup} changed."
        record_about(
            cup, "change_entrant", sentence, by=by, at=at, about=(locked.entry.team,), before=before, after=after
        )
    return locked


def substitute(
    *, entrant: Entrant, player: Player, instead_of: Player | None, on: date, reason: str, by: User, at: datetime
) -> Substitute:
    """Let a player come into an entry for another, or with none named beside the others, from a day on."""
    with write_tx():
        cup = lock_cup(entrant.cup)
        locked = _entrant_row(entrant)
        players = list(locked.entry.players.select_related("league").order_by("pk"))
        _refuse_substitute(cup, players, player, instead_of, on)
        row = Substitute(entrant=locked, player=player, instead_of=instead_of, on=on, reason=reason, by=by, at=at)
        save_checked(row)
        now_are = [player if each == instead_of else each for each in players]
        now_are += [player] if instead_of is None else []
        old, own = locked.entry.name, locked.entry.name != entry_name(locked.entry.team, tuple(players))
        name = old if own else entry_name(locked.entry.team, tuple(now_are))
        change_players(entry=locked.entry, players=now_are, name=name)
        whom = f" for {instead_of}" if instead_of else ""
        sentence = f"{player} comes into {old}{whom}, {cup}, from {night(on)}."
        record_about(cup, "substitute", sentence, by=by, at=at, about=(locked.entry.team, player), reason=reason)
    return row


def entry_name(team: Team, players: tuple[Player, ...]) -> str:
    return " & ".join(player.public_name for player in players)[:60] if players else team.name


def _refuse_closed(cup: Cup, *, by: User, at: datetime) -> None:
    if cup.state != CupState.OPEN:
        raise ValidationError("The draw has been made. Ask the co-ordinator to add a late entry.")
    if cup.entries_close and localdate(at) > cup.entries_close and not runs_cups(by, cup.season.league):
        raise ValidationError(f"Entries closed on {night(cup.entries_close)}. Ask the co-ordinator.")


def _refuse_substitute(cup: Cup, players: list[Player], player: Player, instead_of: Player | None, on: date) -> None:
    if cup.kind in {EntrantKind.TEAM, EntrantKind.SINGLES}:
        raise ValidationError("A substitute comes into a pair or a combination.")
    if instead_of is None and cup.kind == EntrantKind.PAIRS:
        raise ValidationError({"instead_of": "Choose who they replace."})
    if instead_of is not None and instead_of not in players:
        raise ValidationError({"instead_of": f"{instead_of} is not in this entry."})
    if Entrant.objects.filter(cup=cup, withdrawn_at=None, entry__players=player).exists():
        raise ValidationError({"player": f"{player} has entered already."})
    if player.pk not in registered_on([player], on):
        raise ValidationError({"player": f"{player} is not registered with a team on that day."})


def _entrant_row(entrant: Entrant) -> Entrant:
    return Entrant.objects.select_related("entry__team__league").get(pk=entrant.pk)
