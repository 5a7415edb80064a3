"""Faults of who played where: too many, too few, twice, on both sides, too often.

clause        what a league says
line_ups      each line has its number of players of each side, all different, if it was played
one_side      nobody plays for both sides
limits        nobody plays in more lines than the format allows, but a short side's players may where it says so
numbers       a side has enough players to play, and uses no more than the format allows
"""

from collections import defaultdict

from scoring.card.context import CardContext, FilledLine, WrittenName
from scoring.card.faults import Fault, Faults
from scoring.card.format import DISCIPLINE_NAMES, Discipline, Limit, LineKind, ShortSide
from scoring.card.name_matching import NameStatus
from scoring.card.sheet import How, Side
from scoring.words import join_list, several


def line_ups(context: CardContext) -> Faults:
    for filled in context.lines:
        for side in Side:
            yield from _numbers_on(filled, side, context)
            yield from _names_on(filled, side, context)


def _numbers_on(filled: FilledLine, side: Side, context: CardContext) -> Faults:
    label, wanted, named = filled.title, filled.line.players, len(filled.score.players(side))
    team, path = context.team(side), f"{filled.path}.{side}"
    if named > wanted:
        room = several(wanted, "player")
        message = f"{label} has room for {room} of {team}, and {named} are named. Take out the extra."
        yield Fault(path, "players_extra", message)
    played = any(game.how is How.PLAYED and game.winner is not None for game in filled.score.games)
    if named < wanted and played:
        message = f"{label} has a result but only {named} of its {wanted} {team} players. Choose the rest."
        if not named:
            message = f"{label} has a result but no {team} player. Choose who played."
        yield Fault(path, "players_missing", message)


def _names_on(filled: FilledLine, side: Side, context: CardContext) -> Faults:
    keys: set[str] = set()
    for place in context.places[side]:
        if place.filled is not filled:
            continue
        identity = place.identity
        if identity.status is NameStatus.BLANK:
            message = f"{filled.title}: enter the name of the {context.team(side)} player."
            yield Fault(place.path, "name_blank", message)
        elif identity.key in keys:
            message = f"{identity.name} is down twice in {filled.title}. Choose the other player."
            yield Fault(place.path, "named_twice_in_line", message)
        keys.add(identity.key)


def _named(context: CardContext, side: Side) -> list[WrittenName]:
    """A side's names in card order, blanks left out."""
    return [place for place in context.places[side] if place.identity.status is not NameStatus.BLANK]


def one_side(context: CardContext) -> Faults:
    home = {place.identity.key for place in _named(context, Side.HOME)}
    reported: set[str] = set()
    for place in _named(context, Side.AWAY):
        if place.identity.key in home and place.identity.key not in reported:
            reported.add(place.identity.key)
            message = f"{place.identity.name} is down for both sides. Take the name off one of them."
            yield Fault(place.path, "on_both_sides", message)


def limits(context: CardContext) -> Faults:
    for side in Side:
        named, form = _named(context, side), context.form
        missing = form.side - len({place.identity.key for place in named})
        spare = max(0, min(form.twice, missing)) if form.short is ShortSide.TWICE else 0
        doubled: set[str] = set()
        for limit in form.limits:
            over = _over(limit, named)
            yield from _judged(limit, over, spare, doubled, context)
            doubled |= over.keys()


def _over(limit: Limit, named: list[WrittenName]) -> dict[str, list[WrittenName]]:
    """Players over one limit, each with the lines that count; a name repeated within a line counts once."""
    lines: dict[str, dict[str, WrittenName]] = defaultdict(dict)
    for place in named:
        if limit.covers(place.filled.line.kind):
            lines[place.identity.key][place.filled.path] = place
    return {key: list(each.values()) for key, each in lines.items() if len(each) > limit.most}


def _judged(
    limit: Limit, over: dict[str, list[WrittenName]], spare: int, doubled: set[str], context: CardContext
) -> Faults:
    """`spare` players of a short side may be over by one; `doubled` were over under an earlier limit."""
    for i, (key, lines) in enumerate(over.items()):
        place = lines[-1]
        name = place.identity.name
        if not spare or len(lines) > limit.most + 1:
            yield Fault(place.path, "plays_too_often", _too_often(name, lines, limit))
        elif i >= spare:
            message = f"{name} is down twice ({_labels(lines)}). Only {spare} of a side this short may play twice."
            yield Fault(place.path, "twice_too_many", message)
        elif context.form.twice_differs and key in doubled:
            message = f"{name} is down twice at both kinds of game. A player may play twice at one of them."
            yield Fault(place.path, "twice_same_player", message)


def _too_often(name: str, lines: list[WrittenName], limit: Limit) -> str:
    what = "lines" if limit.players is None else LineKind(limit.players, Discipline.WON_LOST).noun
    at = "" if limit.discipline is None else f" of {DISCIPLINE_NAMES[limit.discipline]}"
    most = _number(limit.most)
    return f"{name} is down for {_number(len(lines))} {what}{at}: {_labels(lines)}. A player may play {most}."


def _labels(lines: list[WrittenName]) -> str:
    return join_list(place.filled.title for place in lines)


def _number(count: int) -> str:
    return {1: "one", 2: "two", 3: "three"}.get(count, str(count))


def numbers(context: CardContext) -> Faults:
    form = context.form
    if not context.card.lines:
        return
    for side in Side:
        players = len({place.identity.key for place in _named(context, side)})
        team = context.team(side)
        if players < form.minimum:
            message = f"{team} had {several(players, 'player')}. A side needs {form.minimum} to play."
            yield Fault("lines", "too_few_players", message)
        if form.used is not None and players > form.used:
            message = f"{team} used {players} players. A side may use {form.used}."
            yield Fault("lines", "used_too_many", message)
