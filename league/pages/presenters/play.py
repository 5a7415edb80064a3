"""A game against the computer as its page is told it: the tables of the rules, who sits where, and the levels.

Knows which games can be played so. Refuses to know the rules: the tables are the engine's (`scoring.play.tables`,
`scoring.play.computer.tables`).
"""

from dataclasses import dataclass
from typing import Any

from league.pages.presenters.rule_sets import rule_sets
from league.ui.crib_board import PeggedBoard, pegged
from scoring.play.computer.player import LEVELS
from scoring.play.computer.table import player_counts
from scoring.play.computer.tables import computer_tables
from scoring.play.presets import PRESETS
from scoring.play.tables import tables

COMMON = "fives-threes:pagat", 2
NAMES = {2: ("You", "Computer"), 3: ("You", "Left", "Right"), 4: ("You", "Left", "Partner", "Right")}
#: What each level does and how strong it is (docs/computer.md), in the order of `LEVELS`.
STRENGTHS = (
    "Two turns in five it plays any tile that fits",
    "Takes the most points it can see. Beats Beginner in 3 games of 4",
    "Thinks about what may come next. Beats Regular in about 6 games of 10",
    "Thinks hardest. Beats Regular in about 3 games of 4",
)


@dataclass(frozen=True, slots=True)
class PlayPage:
    """What the page shows: ``game`` is for the script, ``board`` is None where there are more than two sides."""

    name: str
    game: dict[str, Any]
    board: PeggedBoard | None


def play_page(key: str, players: int) -> PlayPage:
    """The page of a game under a named rule set, which so many can play."""
    rules = PRESETS[key].for_players(players)
    name = next(each.name for _, family in rule_sets() for each in family if each.key == key)
    seats = NAMES[players]
    game = {
        "key": key,
        "players": players,
        "names": names_of(key, players),
        "tables": {**tables(rules, players), "computer": computer_tables(rules, players)},
        "levels": [{"name": level.name, "words": words} for level, words in zip(LEVELS, STRENGTHS, strict=True)],
    }
    two = rules.side_count(players) == 2
    ours, theirs = ("You and Partner", "Left and Right") if players == 4 else (seats[0], seats[1])
    return PlayPage(name, game, pegged(rules.target, (ours, theirs)) if two else None)


def names_of(key: str, players: int) -> tuple[str, ...]:
    """Who sits where, clockwise; the seat across is a partner only where pairs play."""
    pairs = PRESETS[key].side_count(players) == 2
    return NAMES[players] if players != 4 or pairs else ("You", "Left", "Across", "Right")


def games() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every rule set that can be played, by family, as a form's choices."""
    return [(family, [(each.key, each.variant or family) for each in sets]) for family, sets in rule_sets()]


def may_play(key: str) -> tuple[int, ...]:
    """How many may play a rule set against the computer."""
    return player_counts(PRESETS[key])
