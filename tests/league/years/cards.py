"""What captains write on their cards, drawn at random within what the rules say of the card.

Reads the rules as they were typed on the league's page.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from random import Random

SIDES = ("home", "away")
Rules = Mapping[str, str]
Names = dict[str, tuple[str, ...]]  # by side


@dataclass(frozen=True)
class Group:
    """Lines of the card that are alike; `target` 0: no pegs are written down."""

    labels: tuple[str, ...]
    players: int
    games: int
    best_of: bool
    target: int


@dataclass(frozen=True)
class Game:
    """`result` is what is ticked: a side, "claimed-" and a side, or "void". `pegs` are the loser's."""

    result: str
    pegs: int | None = None

    @property
    def winner(self) -> str:
        """The side that gets the game, or ""."""
        side = self.result.removeprefix("claimed-")
        return side if side in SIDES else ""


@dataclass(frozen=True)
class Line:
    """One line of a card: who played for whom, and its games in their order."""

    home: tuple[str, ...]
    away: tuple[str, ...]
    games: tuple[Game, ...]
    target: int


@dataclass(frozen=True)
class Match:
    """A match of the fixture list; `half` of the season by the list, whenever it is played."""

    division: str
    listed: date
    home: str
    away: str
    half: int


@dataclass(frozen=True)
class Played:
    """What came of a match: the lines of the card that stands, or which side has a walkover."""

    match: Match
    on: date
    lines: tuple[Line, ...] = field(default=())
    walkover: str = ""


def groups(rules: Rules) -> Iterator[Group]:
    """The card as it was typed: "S1 to S3" are three labels."""
    for number in range(len(rules)):
        typed = {name: rules.get(f"line{number}-{name}", "") for name in ("labels", "players", "games", "settle")}
        if not typed["labels"]:
            continue
        ends = re.fullmatch(r"(\D+)(\d+) to \1(\d+)", typed["labels"])
        labels = [f"{ends[1]}{i}" for i in range(int(ends[2]), int(ends[3]) + 1)] if ends else [typed["labels"]]
        target = int(rules[f"line{number}-target"] or 0) if rules["pegs"] == "required" else 0
        best_of = typed["settle"] == "best-of"
        yield Group(tuple(labels), int(typed["players"]), int(typed["games"]), best_of, target)


def who_came(rng: Random, squad: tuple[str, ...], rules: Rules, *, short: bool) -> tuple[str, ...]:
    """A full side, or as few as may play."""
    return tuple(rng.sample(squad, int(rules["minimum" if short else "side"])))


def write_card(rng: Random, rules: Rules, home: tuple[str, ...], away: tuple[str, ...]) -> tuple[Line, ...]:
    """The lines of a match between those who came."""
    there = {"home": home, "away": away}
    found: list[Line] = []
    for nth, group in enumerate(groups(rules)):
        again = {side: names[nth:] for side, names in there.items()}  # others at each kind of game
        found += _lines(rng, group, there, again if rules["short"] == "players-play-twice" else {}, rules)
    return tuple(found)


def _lines(rng: Random, group: Group, there: Names, again: Names, rules: Rules) -> Iterator[Line]:
    """The lines of a group, filled in the order of the squad; `again` play twice where a side is short."""
    for number in range(len(group.labels)):
        places = slice(number * group.players, (number + 1) * group.players)
        on = {side: there[side][places] for side in SIDES}
        on |= {side: (*on[side], *names[: group.players - len(on[side])]) for side, names in again.items()}
        full = [side for side in SIDES if len(on[side]) == group.players]
        yield Line(on["home"], on["away"], _games(rng, group, full, rules), group.target)


def _games(rng: Random, group: Group, full: list[str], rules: Rules) -> tuple[Game, ...]:
    """The games of one line between sides that may be short: claimed or void, as the rules have it."""
    if len(full) == 1:
        return (Game(f"claimed-{full[0]}" if rules["short"] == "opponents-claim" else "void"),) * group.games
    pegs = (lambda: rng.randrange(group.target)) if group.target else (lambda: None)
    games = [Game(rng.choice(SIDES), pegs()) for _ in range(group.games)]
    if group.best_of:
        enough = group.games // 2 + 1
        first = next(n for n in range(1, group.games + 1) if _most(games[:n]) == enough or n == group.games)
        games = games[:first]
    return tuple(games)


def _most(games: list[Game]) -> int:
    return max(sum(game.winner == side for game in games) for side in SIDES)


def other_card(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The same card with the first line that was played given to the other side, game by game."""
    at = next(n for n, line in enumerate(lines) if line.games[0].result in SIDES)
    turned = tuple(replace(game, result=SIDES[1 - SIDES.index(game.result)]) for game in lines[at].games)
    return (*lines[:at], replace(lines[at], games=turned), *lines[at + 1 :])
