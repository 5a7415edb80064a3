"""The rules that a written game says it was played by.

Every parameter of `rules.Rules` may be a header in capitals, `LeadMayWin` for `lead_may_win`; the deal is `Tiles`, with
`TilesNext` for the hands after the first, and the target `Target`, for the number of players at the table.
"""

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from typing import Any, TypeAlias

from scoring.play.finding import Finding, Severity
from scoring.play.parameters import RulesError
from scoring.play.presets import PRESETS, PresetError, preset
from scoring.play.record import GameRecord, parse_number
from scoring.play.rules import Rules

_PARAMETERS = frozenset(field.name for field in fields(Rules)) - {"deal", "deal_next", "targets"}
Headers: TypeAlias = tuple[tuple[str, str], ...]

_RULE = "the rules a record names"


def rules_of(game: GameRecord, players: int | None = None) -> tuple[Rules, tuple[Finding, ...]]:
    """The rules of a game, Pagat's where it names none, and a finding for every header that cannot be followed."""
    rules, complaints = _rules_of(game.headers, game.players if players is None else players)
    return rules, tuple(
        Finding(Severity.SECRETARY, "rules", message, _RULE, claimed, "", game.where) for message, claimed in complaints
    )


def headers_of(rules: Rules, players: int) -> Headers:
    """The headers that name these rules for so many players: the preset nearest to them, and what differs from it."""
    plain = _for_players(rules, players)
    others = {name: _for_players(preset(name), players) for name in PRESETS}
    name = min(others, key=lambda each: sum(plain[key] != others[each][key] for key in plain))
    changed = [(key, value) for key, value in plain.items() if value != others[name][key]]
    return (("Rules", name), *((key.title().replace("_", ""), _header_text(value)) for key, value in changed))


def rules_by_hand(game: GameRecord, rules: Rules) -> tuple[Rules, ...]:
    """The rules of each hand of a game: those after the first may be dealt otherwise."""
    number, hand_rules = 0, []
    for hand in game.hands:
        begun = hand.start is not None and any(hand.start) and hand.start != rules.starts
        number = parse_number(hand.number or "") or max(number + 1, 2 if begun else 1)
        hand_rules.append(rules.for_hand(number))
    return tuple(hand_rules)


def _for_players(rules: Rules, players: int) -> dict[str, Any]:
    """The parameters as headers call them: the tiles that each of so many players takes, and their target."""
    plain = rules.for_players(players).to_json()
    plain.pop("targets")
    tiles, following = (plain.pop(name).get(str(players)) for name in ("deal", "deal_next"))
    return plain | {"tiles": tiles, "tiles_next": following}


def _header_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


@lru_cache(maxsize=256)
def _rules_of(headers: Headers, players: int) -> tuple[Rules, tuple[tuple[str, str], ...]]:
    """The rules that headers give, with a message and what was claimed for each that cannot be followed."""
    complaints: list[tuple[str, str]] = []
    by_name = {name.lower(): value for name, value in headers}
    name, tiles = by_name.get("rules", ""), by_name.get("tiles", "")
    try:
        rules = preset(name) if name else Rules()
    except PresetError as error:
        complaints.append((str(error), name))
        rules = Rules()
    rules = rules.for_players(players)
    plain = rules.to_json() | dict(_changes(headers))
    hand_size, following = parse_number(tiles), parse_number(by_name.get("tilesnext", ""))
    if hand_size is not None:
        plain |= {"deal": plain["deal"] | {str(players): hand_size}, "deal_next": {}}
    elif tiles:
        complaints.append(("Tiles wants the number of tiles each player takes", tiles))
    if following is not None:
        plain["deal_next"] = {str(players): following}
    try:
        return Rules.from_json(plain), tuple(complaints)
    except RulesError as error:
        complaints += [(str(complaint), complaint.value) for complaint in error.complaints]
        return rules, tuple(complaints)


def _changes(headers: Headers) -> Iterator[tuple[str, Any]]:
    for header, value in headers:
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", header).lower()
        if name == "divisors":
            yield name, [parse_number(word) or 0 for word in re.findall(r"\d+", value)]
        elif name in _PARAMETERS:
            number = parse_number(value)
            yield name, {"yes": True, "no": False}.get(value, value) if number is None else number
