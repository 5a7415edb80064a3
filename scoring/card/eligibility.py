"""Faults of who may play: unknown names, registration, ties to other teams, suspensions, cups, signings on the night.

clause        what a league says
names_known   every name is a player of the side, written in full
registration  a player is registered in time, and with no other team unless the league lets players play up
of_age        somebody under 18 plays only as the league allows
cup           a cup tie has terms of its own
signings      a player may sign on the card where the league allows it, until its deadline
squad         a team registers no more players than the format allows
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta

from scoring.card.faults import Fault, Faults
from scoring.card.league_rules import LoanVerdict, Under18, judge, sentence
from scoring.card.match import Player, Problem
from scoring.card.name_matching import CardContext, Identity, NameStatus, WrittenName
from scoring.card.sheet import Side, Signing
from scoring.names import fold
from scoring.words import join_list

WAS_REGISTERED = " was registered on "


def people(context: CardContext) -> Iterator[tuple[Side, WrittenName]]:
    """Everybody named on the card once for each side, where they were first named."""
    return _first(context, lambda identity: identity.key)


def _first(context: CardContext, key: Callable[[Identity], object]) -> Iterator[tuple[Side, WrittenName]]:
    """The first of each side's places that are alike by a key."""
    for side in Side:
        keys: set[object] = set()
        for place in context.places[side]:
            if key(place.identity) not in keys:
                keys.add(key(place.identity))
                yield side, place


def names_known(context: CardContext) -> Faults:
    for side, place in _first(context, lambda identity: (identity.key, identity.short)):
        identity, team = place.identity, context.team(side)
        if identity.status is NameStatus.UNKNOWN and context.match.registered_only:
            near = context.squads.near(identity.name, side)
            guess = f" Did you mean {' or '.join(near)}?" if near else ""
            sign = ", or add a new signing" if context.match.on_the_night else ""
            message = f"{team} have no player called {identity.name}.{guess} Choose a player from the squad{sign}."
            yield Fault(place.path, "name_unknown", message)
        elif identity.status is NameStatus.AMBIGUOUS:
            message = f"{team} have more than one player called {identity.name}. Choose the player from the squad."
            yield Fault(place.path, "name_ambiguous", message)
        elif identity.status is NameStatus.UNKNOWN_ID:
            message = f"{identity.name} is not a player in this league. Choose a player from {team}’s squad."
            yield Fault(place.path, "player_unknown", message)
        elif identity.short:
            message = f"Write {identity.name} in full: a nickname or an initial can be taken for someone else."
            yield Fault(place.path, "nickname", message)


def registration(context: CardContext) -> Faults:
    for side, place in people(context):
        identity, team = place.identity, context.team(side)
        if identity.status is NameStatus.OPPONENT:
            message = f"{identity.name} is {context.team(side.other)}’s player and cannot play for {team}."
            yield Fault(place.path, "plays_for_opponents", message)
        elif identity.status is NameStatus.ELSEWHERE and identity.player is not None:
            rule, loan = context.match.playing_up, identity.player.loan(side)
            if rule is None or loan is None:
                yield Fault(place.path, "tied_elsewhere", _tied(identity.player, team))
                continue
            codes = {LoanVerdict.MAY: "plays_up", LoanVerdict.TIES: "plays_up_ties"}
            code = codes.get(judge(rule, loan), "plays_up_not")
            yield Fault(place.path, code, sentence(rule, identity.player.name, loan))
        elif identity.status is NameStatus.OWN and identity.player is not None:
            yield from _own_player(identity.player, side, place.path, context)


def of_age(context: CardContext) -> Faults:
    rule = context.match.under_18
    if rule is Under18.MAY:
        return
    for _, place in people(context):
        player = place.identity.player
        if player is None or not player.minor or (rule is Under18.WITH_CONSENT and player.consent):
            continue
        wanted = "may not play in this league"
        if rule is Under18.WITH_CONSENT:
            wanted = "needs a parent’s or guardian’s agreement to play"
        yield Fault(place.path, "under_age", f"{player.name} is under 18 and {wanted}.")


def _tied(player: Player, team: str) -> str:
    other = f"with {player.tied_to}" if player.tied_to else "with another team"
    return f"{player.name} is registered {other} this season and cannot play for {team}."


def _own_player(player: Player, side: Side, path: str, context: CardContext) -> Faults:
    match, since = context.match, player.registered_on
    if player.tied_to is not None:
        yield Fault(path, "tied_elsewhere", _tied(player, context.team(side)))
    if player.suspended:
        yield Fault(path, "suspended", f"{player.name} is suspended and cannot play.")
    if since is None:
        signed = {fold(each.name) for each in context.card.signings if each.side is side}
        if match.registered_only and fold(player.name) not in signed:
            yield Fault(path, "not_registered", f"{player.name} is not registered yet.")
    elif since > match.on and match.registered_only:
        message = f"{player.name}{WAS_REGISTERED}{_day(since)}, after this match."
        yield Fault(path, "registered_after_match", message)
    elif match.register_by is not None and since > match.register_by:
        message = f"{player.name} was registered on {_day(since)}. The last day was {_day(match.register_by)}."
        yield Fault(path, "registered_late", message)
    elif match.registered_only and match.on < since + timedelta(days=match.eligible_after):
        may_from = since + timedelta(days=match.eligible_after)
        message = f"{player.name} was registered on {_day(since)} and may play from {_day(may_from)}."
        yield Fault(path, "registered_too_soon", message)


def barred(side: Side, context: CardContext) -> dict[str, str]:
    """Why players of a side's own squad may not play, by their keys, as the words after the name."""
    squad = context.match.squad(side).players
    faults = ((player, fault) for player in squad for fault in _own_player(player, side, "", context))
    return {player.id: fault.message.removeprefix(player.name).strip(" .") for player, fault in faults}


def join_late(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """For people to read: the players of a side who were registered on one day after the match, in one sentence."""
    alike: dict[object, list[Problem]] = {}
    for number, problem in enumerate(problems):
        key: object = number
        if problem.code == "registered_after_match":
            key = problem.path.split(".")[2], problem.message.partition(WAS_REGISTERED)[2]
        alike.setdefault(key, []).append(problem)
    joined = []
    for first, *others in alike.values():
        names = join_list(each.message.partition(WAS_REGISTERED)[0] for each in (first, *others))
        message = f"{names} were registered on {first.message.partition(WAS_REGISTERED)[2]}"
        joined.append(replace(first, message=message) if others else first)
    return tuple(joined)


def cup(context: CardContext) -> Faults:
    match = context.match
    if not match.cup:
        return
    for _, place in people(context):
        player = place.identity.player
        if player is None or place.identity.status is not NameStatus.OWN:
            continue
        if player.cup_tied:
            message = f"{player.name} has played for another team in this cup."
            yield Fault(place.path, "cup_tied", message)
        if player.league_matches is not None and player.league_matches < match.cup_appearances:
            played = f"{player.league_matches} league match{'' if player.league_matches == 1 else 'es'}"
            message = f"{player.name} has played {played} and needs {match.cup_appearances} to play in this cup tie."
            yield Fault(place.path, "cup_appearances", message)


def signings(context: CardContext) -> Faults:
    match = context.match
    names: set[tuple[Side, str]] = set()
    for i, signing in enumerate(context.card.signings):
        path, who = f"signings.{i}", (signing.side, fold(signing.name))
        if not who[1]:
            yield Fault(path, "signing_blank", f"Enter the name of {context.team(signing.side)}’s new player.")
            continue
        if who in names:
            yield Fault(path, "signing_twice", f"{signing.name} is signed twice. Take one out.")
        names.add(who)
        if not match.on_the_night:
            message = f"{signing.name} cannot sign on the night in this league."
            yield Fault(path, "signing_not_allowed", message)
        elif match.register_by is not None and match.on > match.register_by:
            message = f"{signing.name} signed after {_day(match.register_by)}, the last day."
            yield Fault(path, "signing_late", message)
        yield from _signing(signing, path, context)


def _signing(signing: Signing, path: str, context: CardContext) -> Faults:
    name, side = signing.name, signing.side
    words = fold(name).split()
    if len(words) == 1:
        yield Fault(path, "signing_initials", f"“{name}” is one name. Add the surname, if there is one.")
    elif len(words[-1]) == 1:
        yield Fault(path, "signing_initials", f"Enter {name}’s first name and surname in full.")
    elsewhere = context.squads.elsewhere(name) if signing.id is None else None
    mine = context.squads.in_squad(name, side)
    if mine is not None and mine.registered_on is not None:
        yield Fault(path, "signing_registered", f"{name} is already registered and does not need to sign again.")
    elif elsewhere is not None:
        yield Fault(path, "signing_tied", _tied(elsewhere, context.team(side)))
    elif context.squads.in_squad(name, side.other) is not None:
        message = f"{name} is registered with {context.team(side.other)} this season."
        yield Fault(path, "signing_tied", message)
    plays = any(fold(place.identity.name) == fold(name) for place in context.places[side])
    if context.card.lines and not plays:
        yield Fault(path, "signing_unused", f"{name} signed but did not play. Check the name on the lines.")


def squad(context: CardContext) -> Faults:
    most = context.form.squad
    if most is None:
        return
    for side in Side:
        new = {fold(each.name) for each in context.card.signings if each.side is side}
        known_names = {fold(player.name) for player in context.match.squad(side).players}
        count = len(context.match.squad(side).players) + len(new - known_names - {""})
        if new and count > most:
            message = f"{context.team(side)} would have {count} players. It may register {most}."
            yield Fault("signings", "squad_full", message)


def _day(day: date) -> str:
    return f"{day.day} {day:%b}"
