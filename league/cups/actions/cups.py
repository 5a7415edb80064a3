"""A cup is opened for entries, changed while it is open, dropped, and finished with its winner on the board.
Every other action on a cup stands on the first section.
"""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Max, Model

from league.base.accounts.models import User
from league.base.audit.actions import record, save_checked, write_tx
from league.cups.actions.honours import write_honour
from league.cups.models import Cup, CupState, Entrant, EntrantKind, Fact, FactKind, Honour, Tie
from league.cups.presenters.labels import format_summary
from league.cups.queries.catalogue import preset_like
from league.cups.queries.cup_state import snapshot_of, winners_of
from league.cups.queries.draws import may_be_dropped
from league.cups.queries.entries import honours_name
from league.schedule.actions.cups import end_tie_match, make_cup_competition, remove_cup_competition, rename_competition
from league.schedule.actions.locking import bump_version
from league.schedule.models import Season
from scoring import codec
from scoring.season.knockout import cups, draw

# --- the first steps of every action on a cup -------------------------------------------------------------------------
# The kind of a fact is the name of its value, but for these.
KINDS = {"cup-resolved": FactKind.RESOLVED, "cup-placed": FactKind.RESOLVED}


def lock_cup(cup: Cup) -> Cup:
    """The cup as it is now, with everything an action asks of it, locked until the transaction ends."""
    rows = Cup.objects.select_for_update(of=("self",)).select_related("division__competition__season__league")
    return rows.get(pk=cup.pk)


def append_fact(cup: Cup, fact: Any, *, by: User | None, at: datetime) -> Fact:
    """Write a fact down as the next one. Unchecked: the caller holds the cup, and records what was done."""
    body = codec.encode(fact)
    number = (Fact.objects.filter(cup=cup).aggregate(last=Max("number"))["last"] or 0) + 1
    row = Fact(cup=cup, number=number, kind=kind_of(body["type"]), body=body, by=by, at=at)
    row.full_clean(exclude=["by"])  # nobody wrote down what a result says
    row.save()
    if cup.competition.play_off_of_id is not None:
        bump_version(cup.competition)
    return row


def kind_of(name: str) -> FactKind:
    """The kind of a fact by the name that its value has in JSON ("cup-walked-over")."""
    return KINDS.get(name) or FactKind(name.removeprefix("cup-"))


def take_results(cup: Cup, *, at: datetime) -> tuple[Fact, ...]:
    """Write down what the results of its matches say and nobody has written down yet. The caller holds the cup."""
    pending = snapshot_of(cup, at).pending
    return tuple(append_fact(cup, each.fact, by=None, at=each.at) for each in pending)


def record_about(
    cup: Cup, verb: str, sentence: str, *, by: User | None, at: datetime, about: tuple[Model, ...] = (),
    reason: str = "", before: dict[str, Any] | None = None, after: dict[str, Any] | None = None,
) -> None:  # fmt: skip
    """The audit entry of an action on a cup: about the cup and its season, and what else it concerns."""
    season = cup.season
    record(
        verb=verb, words=sentence, at=at, by=by, league_id=season.league_id, about=(cup, season, *about), reason=reason,
        before=before, after=after,
    )  # fmt: skip


def reopen_finished(cup: Cup) -> None:
    """A cup of which more is written down is in progress again: whoever won is to be put on the board anew."""
    if cup.state == CupState.FINISHED:
        change_state(cup, CupState.DRAWN)


def end_play_off(cup: Cup, *, at: datetime) -> None:
    """Finish a play-off as soon as it is decided, and open it again if that is taken back; the caller holds the cup.
    It decides places in a table, so its winner is not on the honours board.
    """
    if cup.competition.play_off_of_id is None or cup.state not in (CupState.DRAWN, CupState.FINISHED):
        return
    bracket = snapshot_of(cup, at).bracket
    state = CupState.FINISHED if bracket is not None and bracket.champion is not None else CupState.DRAWN
    if state != cup.state:
        change_state(cup, state)


# --- a cup opened, changed, dropped, finished -------------------------------------------------------------------------
# What may be changed at any time; the rest only while nothing is drawn.
ALWAYS = ("fee", "who_may", "trophy", "matches", "matches_before")
OPEN_ONLY = (
    "by_card", "groups_by_card", "groups", "qualifiers", "rounds", "entries_close", "max_entrants", "one_a_pub",
)  # fmt: skip


def open_cup(
    *, season: Season, name: str, kind: EntrantKind, rules: cups.Cup, draw_rules: draw.DrawRules, by: User,
    at: datetime, **settings: Any,
) -> Cup:  # fmt: skip
    """A cup of a season, open for entries. `settings` are other fields of Cup by name."""
    with write_tx():
        division = make_cup_competition(season=season, name=name)
        cup = save_checked(Cup(division=division, kind=kind, **_encoded_rules(rules, draw_rules, name), **settings))
        record_about(cup, "open_cup", f"{name} is open for entries.", by=by, at=at)
    return cup


def open_like(*, season: Season, like: Cup, by: User, at: datetime) -> Cup:
    """A cup of a season that is played as an earlier one was; its days are to be given."""
    before = preset_like(like)
    return open_cup(
        season=season, name=before.name, kind=before.kind, rules=before.rules, draw_rules=before.draw_rules, by=by,
        at=at, **before.settings,
    )  # fmt: skip


def change_cup(*, cup: Cup, name: str, by: User, at: datetime, **settings: Any) -> Cup:
    """Change a cup's fields by name; how it is played, and who enters, only while nothing is drawn."""
    with write_tx():
        locked = lock_cup(cup)
        before = {**_audit_values(locked), "name": locked.name}
        if locked.state != CupState.OPEN and not settings.keys() <= set(ALWAYS):
            raise ValidationError("The draw has been made, so the format cannot change.")
        entered = Entrant.objects.filter(cup=locked, withdrawn_at=None).exists()
        if settings.get("kind", locked.kind) != locked.kind and entered:
            raise ValidationError({"kind": "Someone has already entered."})
        if "rules" in settings:
            settings |= _encoded_rules(settings["rules"], settings["draw_rules"], name)
        for key, value in settings.items():
            setattr(locked, key, value)
        save_checked(locked)
        if name != locked.name:
            rename_competition(competition=locked.competition, name=name)
        after = {**_audit_values(locked), "name": name}
        record_about(locked, "change_cup", f"{name} changed.", by=by, at=at, before=before, after=after)
    return locked


def drop_cup(*, cup: Cup, reason: str, by: User, at: datetime) -> Cup:
    """Cancel a cup of which no tie was played; what was written about it stays, and its matches are struck out."""
    with write_tx():
        locked = lock_cup(cup)
        if not may_be_dropped(locked, at):
            raise ValidationError("A tie has been played, so the cup cannot be cancelled.")
        for row in Tie.objects.filter(cup=locked).select_related("fixture").order_by("pk"):
            end_tie_match(fixture=row.fixture, reason=reason, by=by, at=at)
        change_state(locked, CupState.DROPPED)
        record_about(locked, "drop_cup", f"{locked} is not held.", by=by, at=at, reason=reason)
    return locked


def reopen_cup(*, cup: Cup, by: User, at: datetime) -> Cup:
    """Hold a cancelled cup after all: open for entries, or drawn as it was, with its matches to be put up again."""
    with write_tx():
        locked = lock_cup(cup)
        if locked.state != CupState.DROPPED:
            raise ValidationError("This cup is not cancelled.")
        drawn = snapshot_of(locked, at).draw is not None
        change_state(locked, CupState.DRAWN if drawn else CupState.OPEN)
        sentence = f"{locked} is held as it was drawn." if drawn else f"{locked} is open for entries again."
        record_about(locked, "reopen_cup", sentence, by=by, at=at)
    return locked


def remove_cup(*, cup: Cup, reason: str, by: User, at: datetime) -> None:
    """Take a cancelled cup away with everything in it; no match of it was played."""
    with write_tx():
        locked = lock_cup(cup)
        if locked.state != CupState.DROPPED:
            raise ValidationError("Cancel the cup first.")
        entrants = Entrant.objects.filter(cup=locked).select_related("entry")
        before = {"entrants": [str(each) for each in entrants.order_by("number", "pk")]}
        record_about(locked, "remove_cup", f"{locked} deleted.", by=by, at=at, reason=reason, before=before)
        Tie.objects.filter(cup=locked).delete()
        remove_cup_competition(competition=locked.competition)


def finish_cup(*, cup: Cup, by: User, at: datetime) -> tuple[Honour, ...]:
    """Put the winner on the honours board, with who lost the final, and the winner of the plate."""
    with write_tx():
        locked = lock_cup(cup)
        take_results(locked, at=at)
        rows = Entrant.objects.filter(cup=locked).select_related("entry__team")
        entrants = {each.key: each for each in rows.prefetch_related("entry__players__league")}
        pairs = winners_of(snapshot_of(locked, at))
        Honour.objects.filter(cup=locked).delete()
        honours = []
        for what, (first, second) in pairs.items():
            winner, loser = entrants[first], entrants.get(second)
            players = list(winner.entry.players.all())
            honour = write_honour(
                league=locked.season.league, year=locked.season.ends.year, title=f"{locked}{what}"[:80],
                winner=honours_name(winner), runner_up=honours_name(loser) if loser else "",
                team=None if players else winner.entry.team, players=players, cup=locked, by=by, at=at,
            )  # fmt: skip
            honours.append(honour)
        change_state(locked, CupState.FINISHED)
        winners = "; ".join(f"{each.title}: {each.winner}" for each in honours)
        record_about(locked, "finish_cup", f"{locked} is finished. {winners}.", by=by, at=at)
    return tuple(honours)


def change_state(cup: Cup, state: CupState) -> None:
    cup.state = state
    save_checked(cup, "state")


def _encoded_rules(rules: cups.Cup, draw_rules: draw.DrawRules, name: str) -> dict[str, Any]:
    named = codec.encode(rules) | {"name": name}
    return {"rules": named, "draw_rules": codec.encode(draw_rules)}


def _audit_values(cup: Cup) -> dict[str, Any]:
    plain = {key: getattr(cup, key) for key in (*ALWAYS, *OPEN_ONLY)}
    shown = {key: value if isinstance(value, int | None) else str(value) for key, value in plain.items()}
    return shown | {"how it is played": format_summary(cup)}
