"""A cup is opened for entries, changed while it is open, dropped, and finished with its winner on the board."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import write_tx
from league.cups.actions.honours import write_honour
from league.cups.actions.writing import hold_cup, record_about, take_results
from league.cups.choices import CupState, EntrantKind
from league.cups.models import Cup, Entrant, Honour
from league.cups.queries.book import account_of, honours_name
from league.cups.queries.played import played
from league.cups.queries.presets import like as preset_like
from league.cups.queries.winners import winners_of
from league.schedule.actions.cups import make_cup_competition, rename_competition
from league.schedule.models import Season
from scoring import codec
from scoring.season.knockout import cups, draw

# What may be changed at any time; the rest only while nothing is drawn.
ALWAYS = ("fee", "who_may", "trophy", "matches", "matches_before")
OPEN_ONLY = ("by_card", "groups_by_card", "groups", "through", "rounds", "entries_close", "most", "one_a_pub")


def open_cup(
    *,
    season: Season,
    name: str,
    kind: EntrantKind,
    rules: cups.Cup,
    draw_rules: draw.DrawRules,
    by: User,
    at: datetime,
    **settings: Any,
) -> Cup:
    """A cup of a season, open for entries. `settings` are other fields of Cup by name."""
    with write_tx():
        division = make_cup_competition(season=season, name=name)
        cup = Cup(division=division, kind=kind, **_played(rules, draw_rules, name), **settings)
        cup.full_clean()
        cup.save()
        record_about(cup, "open_cup", f"{name} is open for entries.", by=by, at=at)
    return cup


def open_like(*, season: Season, like: Cup, by: User, at: datetime, name: str = "") -> Cup:
    """A cup of a season that is played as an earlier one was; its days are to be given."""
    before = preset_like(like)
    return open_cup(
        season=season,
        name=name or before.name,
        kind=before.kind,
        rules=before.rules,
        draw_rules=before.draw_rules,
        by=by,
        at=at,
        **before.settings,
    )


def change_cup(*, cup: Cup, name: str, by: User, at: datetime, **settings: Any) -> Cup:
    """Change a cup: its `kind`, `rules`, `draw_rules` and other fields by name.

    How it is played, and who enters, only while nothing is drawn.
    """
    with write_tx():
        held = hold_cup(cup)
        before = {**_shown(held), "name": held.name}
        if held.state != CupState.OPEN and not settings.keys() <= set(ALWAYS):
            raise ValidationError("The draw was held, so how it is played stays as it is.")
        entered = Entrant.objects.filter(cup=held, out_at=None).exists()
        if settings.get("kind", held.kind) != held.kind and entered:
            raise ValidationError({"kind": "Somebody has entered already."})
        if "rules" in settings:
            settings |= _played(settings["rules"], settings["draw_rules"], name)
        for key, value in settings.items():
            setattr(held, key, value)
        held.full_clean()
        held.save()
        if name != held.name:
            rename_competition(competition=held.competition, name=name)
        after = {**_shown(held), "name": name}
        record_about(held, "change_cup", f"{name} changed.", by=by, at=at, before=before, after=after)
    return held


def drop_cup(*, cup: Cup, reason: str, by: User, at: datetime) -> Cup:
    """Say that a cup is not held after all; what was written about it stays to be read."""
    with write_tx():
        held = hold_cup(cup)
        if held.state != CupState.OPEN:
            raise ValidationError("It is drawn, so it cannot be dropped.")
        _to_state(held, CupState.DROPPED)
        record_about(held, "drop_cup", f"{held} is not held.", by=by, at=at, reason=reason)
    return held


def reopen_cup(*, cup: Cup, by: User, at: datetime) -> Cup:
    """Hold a cup after all that was dropped."""
    with write_tx():
        held = hold_cup(cup)
        if held.state != CupState.DROPPED:
            raise ValidationError("It was not dropped.")
        _to_state(held, CupState.OPEN)
        record_about(held, "reopen_cup", f"{held} is open for entries again.", by=by, at=at)
    return held


def finish_cup(*, cup: Cup, by: User, at: datetime) -> tuple[Honour, ...]:
    """Put the winner on the honours board, with who lost the final, and the winner of the plate."""
    with write_tx():
        held = hold_cup(cup)
        take_results(held, at=at)
        entrants = {each.key: each for each in _entrants(held)}
        pairs = winners_of(account_of(held, at))
        Honour.objects.filter(cup=held).delete()
        honours = tuple(_honour(held, f"{held}{what}", pair, entrants, by=by, at=at) for what, pair in pairs.items())
        _to_state(held, CupState.FINISHED)
        words = "; ".join(f"{each.title}: {each.winner}" for each in honours)
        record_about(held, "finish_cup", f"{held} is finished. {words}.", by=by, at=at)
    return honours


def _to_state(cup: Cup, state: CupState) -> None:
    cup.state = state
    cup.full_clean()
    cup.save(update_fields=["state"])


def _played(rules: cups.Cup, draw_rules: draw.DrawRules, name: str) -> dict[str, Any]:
    named = codec.encode(rules) | {"name": name}
    return {"rules": named, "draw_rules": codec.encode(draw_rules)}


def _shown(cup: Cup) -> dict[str, Any]:
    """The settings that an audit entry tells of."""
    plain = {key: getattr(cup, key) for key in (*ALWAYS, *OPEN_ONLY)}
    shown = {key: value if isinstance(value, int | None) else str(value) for key, value in plain.items()}
    return shown | {"how it is played": played(cup)}


def _entrants(cup: Cup) -> list[Entrant]:
    rows = Entrant.objects.filter(cup=cup).select_related("entry__team")
    return list(rows.prefetch_related("entry__players__league"))


def _honour(
    cup: Cup, title: str, pair: tuple[str, str], entrants: Mapping[str, Entrant], *, by: User, at: datetime
) -> Honour:
    winner, loser = entrants[pair[0]], entrants.get(pair[1])
    players = list(winner.entry.players.all())
    return write_honour(
        league=cup.season.league,
        year=cup.season.ends.year,
        title=title[:80],
        winner=honours_name(winner),
        runner_up=honours_name(loser) if loser else "",
        team=None if players else winner.entry.team,
        players=players,
        cup=cup,
        by=by,
        at=at,
    )
