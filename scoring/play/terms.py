"""The rules that a written game says it was played by.

Knows how headers name a preset and change its parameters: `[Rules "fives-threes:leek"] [Target "121"] [Tiles "7"]`.
Every parameter of `rules.Rules` may be a header in capitals, `LeadMayWin` for `lead_may_win`; the deal is `Tiles`, for
the number of players at the table. Refuses to know what the parameters mean.
"""

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from scoring.play.finding import Finding, Severity, Where
from scoring.play.presets import PresetError, preset
from scoring.play.record import GameRecord
from scoring.play.rules import Rules, RulesError

_PARAMETERS = frozenset(field.name for field in fields(Rules)) - {"deal"}
_RULE = "the rules a record names"


def rules_of(game: GameRecord) -> tuple[Rules, tuple[Finding, ...]]:
    """The rules of a game, Pagat's where it names none, and a finding for every header that cannot be followed."""
    findings: list[Finding] = []
    name = game.header("Rules")
    try:
        rules = preset(name) if name else Rules()
    except PresetError as error:
        findings.append(_unknown(str(error), name, game.where))
        rules = Rules()
    plain = rules.to_json() | dict(_changes(game))
    tiles = game.header("Tiles")
    if tiles.isdecimal():
        plain["deal"] = plain["deal"] | {str(game.players): int(tiles)}
    elif tiles:
        findings.append(_unknown("Tiles wants the number of tiles each player takes", tiles, game.where))
    try:
        return Rules.from_json(plain), tuple(findings)
    except RulesError as error:
        findings += [_unknown(str(complaint), complaint.value, game.where) for complaint in error.complaints]
        return rules, tuple(findings)


def _changes(game: GameRecord) -> Iterator[tuple[str, Any]]:
    for header, value in game.headers:
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", header).lower()
        if name == "divisors":
            yield name, [int(word) for word in re.findall(r"\d+", value)]
        elif name in _PARAMETERS:
            yield name, int(value) if value.isdecimal() else {"yes": True, "no": False}.get(value, value)


def _unknown(message: str, claimed: str, where: Where) -> Finding:
    return Finding(Severity.SECRETARY, "rules", message, _RULE, claimed, "", where)
