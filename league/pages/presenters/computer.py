"""The computer that plays, on pages: a game against it, and what pays in fives and threes, in figures.

`tests.makers.measures` measured the figures, this puts them in rows.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pkgutil import get_data
from typing import Any

from league.base.ui.crib_board import pegged
from league.pages.presenters.game_record import face_of
from league.pages.presenters.rule_sets import rule_sets
from scoring.card.format import Format, pegged_under, played_title, played_under
from scoring.play.computer.player import LEVELS
from scoring.play.computer.table import Values, computer_tables, player_counts, values_of
from scoring.play.presets import PRESETS, preset
from scoring.play.puzzles import RULES, puzzles
from scoring.play.record import headers_of
from scoring.play.rules import Rules
from scoring.play.tables import tables
from scoring.play.tiles import Tile

SINGLES, PAIRS = 2, 4
OTHERS_NEED = (1, 3, 5, 10, 20)
LEVEL_AT = (61, 40, 20, 10, 5)
TILES, FEW_TILES = 5, 3  # named at either end of a list


@cache
def strategy_page() -> dict[str, Any]:
    """Tiles are worth pegs a hand, `interval` is the error (95 %), `by_score` and `last_pegs` are games in 100."""
    data = json.loads(get_data("scoring.play.computer", "strategy.json") or b"{}")
    singles, pairs = data[str(SINGLES)], data[str(PAIRS)]
    tiles = [_tile(name, singles, pairs) for name in singles["held"]]
    leads = sorted(tiles, key=lambda tile: -tile["led"])
    values = values_of(preset(RULES), SINGLES)
    last_pegs = [_last_pegs(values, others) for others in OTHERS_NEED]
    gains = [row[f"two_{who}"] - row[f"one_{who}"] for row in last_pegs for who in ("leading", "waiting")]
    return {
        "deals": f"{singles['deals']:,}",
        "interval": max(spread for _, spread in singles["held"].values()),
        "games": [_measured(singles), _measured(pairs)],
        "tiles": tiles,
        "faces": [tile["face"] for tile in tiles],
        "best": tiles[:TILES],
        "worst": tiles[: -TILES - 1 : -1],
        "best_leads": leads[:TILES],
        "worst_leads": leads[: -TILES - 1 : -1],
        "by_score": [_by_score(int(need), held) for need, held in data["by_score"].items()],
        "last_pegs": last_pegs,
        "least_gain": min(gains),
        "most_gain": max(gains),
        "pegs": [(61 - need, _peg(values, need)) for need in LEVEL_AT],
        "puzzles": {puzzle.theme.name.lower(): puzzle.number for puzzle in reversed(puzzles())},
    }


def _tile(name: str, singles: dict[str, Any], pairs: dict[str, Any]) -> dict[str, Any]:
    held, led = singles["held"][name][0], singles["led"][name][0]
    of_pairs = {"held_pairs": pairs["held"][name][0], "led_pairs": pairs["led"][name][0]}
    return {"face": face_of(Tile.parse(name)), "held": held, "led": led} | of_pairs


def _by_score(need: int, held: dict[str, list[float]]) -> dict[str, Any]:
    tiles = [(face_of(Tile.parse(name)), won / 10) for name, (won, _) in held.items()]
    interval = max(spread for _, spread in held.values()) / 10
    best, worst = tiles[:FEW_TILES], tiles[: -FEW_TILES - 1 : -1]
    return {"score": preset(RULES).target - need, "interval": interval, "best": best, "worst": worst}


def _measured(data: dict[str, Any]) -> dict[str, float]:
    figures: dict[str, float] = {name: data[name][0] for name in ("lead", "made", "knocks")}
    return figures | {"ruled_out": round(data["ruled_out"][0])}


def _last_pegs(values: Values, others: int) -> dict[str, int]:
    two, one = (round(values.chance(need, others) / 10) for need in (2, 1))
    two_waiting, one_waiting = (round(100 - values.chance(others, need) / 10) for need in (2, 1))
    waiting = {"two_waiting": two_waiting, "one_waiting": one_waiting}
    return {"others": others, "two_leading": two, "one_leading": one} | waiting


def _peg(values: Values, need: int) -> float:
    """In games of 100, of which the side leads half."""
    ahead = values.chance(need - 1, need) + 1000 - values.chance(need, need - 1)
    return (ahead - 1000) / 20


# --- A game against the computer --------------------------------------------------------------------------------------
# As its page is told it: the rules as tables, which are the engine's (`scoring.play.tables`,
# `scoring.play.computer.table`), who sits where, and the levels.

COMMON = "fives-threes:pagat", 2
NAMES = {2: ("You", "Computer"), 3: ("You", "Left", "Right"), 4: ("You", "Left", "Partner", "Right")}
#: What each level does, in the order of `LEVELS`.
WAYS = "Often plays at random", "Takes the most points it can see", "Thinks about what may come next", "Thinks hardest"
NO_POINTS = "Plays the first tile that fits, low ones before high"  # what Regular comes to where no tile scores


@dataclass(frozen=True, slots=True)
class ComputerGame:
    """A game for so many players; ``key`` says where a phone keeps it, and is another for other rules."""

    key: str
    title: str
    rules: Rules
    players: int


def named_game(key: str, players: int) -> ComputerGame:
    title = next(each.name for _, family in rule_sets() for each in family if each.key == key)
    return ComputerGame(key, title, PRESETS[key].for_players(players), players)


def league_games(league: str, cards: Iterable[Format]) -> tuple[ComputerGame, ...]:
    """What a league (its slug) plays on these cards and the computer can, with its own rules, each once."""
    games_by_rules: dict[tuple[Rules, int], ComputerGame] = {}
    for line in (line for card in cards for line in card.lines):
        rules, players = pegged_under(line) or played_under(line), 2 * line.players
        if rules is not None and players in player_counts(rules):
            key = f"{league}-{sha256(repr((rules, players)).encode()).hexdigest()[:8]}"
            title = ", ".join(filter(None, (played_title(line), line.handicap, *line.house.words)))
            games_by_rules.setdefault((rules, players), ComputerGame(key, title, rules, players))
    return tuple(games_by_rules.values())


def play_page(chosen: ComputerGame) -> dict[str, Any]:
    """The page of one game: `game` is for the script, `board` is None where there are more than two sides."""
    rules, players = chosen.rules, chosen.players
    seats = names_of(rules, players)
    words = WAYS if rules.divisors else (WAYS[0], NO_POINTS, *WAYS[2:])
    game = {
        "key": chosen.key,
        "title": chosen.title,
        "players": players,
        "headers": headers_of(rules, players),
        "names": seats,
        "tables": {**tables(rules, players), "computer": computer_tables(rules, players)},
        "levels": [{"name": level.name, "words": way} for level, way in zip(LEVELS, words, strict=True)],
    }
    ours, theirs = ("You and Partner", "Left and Right") if players == 4 else (seats[0], seats[1])
    board = pegged(rules.target, (ours, theirs), letters=ours[0] + theirs[0])
    return {"title": chosen.title, "game": game, "board": board if rules.side_count(players) == 2 else None}


def names_of(rules: Rules, players: int) -> tuple[str, ...]:
    """Who sits where, clockwise; the seat across is a partner only where pairs play."""
    pairs = rules.side_count(players) == 2
    return NAMES[players] if players != 4 or pairs else ("You", "Left", "Across", "Right")


def games() -> list[tuple[str, list[tuple[str, str]]]]:
    return [(family, [(each.key, each.variant or family) for each in sets]) for family, sets in rule_sets()]


def may_play(key: str) -> tuple[int, ...]:
    return player_counts(PRESETS[key])
