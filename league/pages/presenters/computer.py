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

from league.base.ui.crib_board import PeggedBoard, pegged
from league.pages.presenters.hand_review import Face, face_of
from league.pages.presenters.rule_sets import rule_sets
from league.schedule.presenters.rule_book import game_title
from scoring.card.format import Format
from scoring.card.line_rules import pegged_under, played_under
from scoring.play.computer.player import LEVELS
from scoring.play.computer.table import Values, computer_tables, player_counts, values_of
from scoring.play.headers import headers_of
from scoring.play.presets import PRESETS, preset
from scoring.play.puzzles import RULES, puzzles
from scoring.play.rules import Rules
from scoring.play.tables import tables
from scoring.play.tiles import Tile

SINGLES, PAIRS = 2, 4
OTHERS_NEED = (1, 3, 5, 10, 20)
LEVEL_AT = (61, 40, 20, 10, 5)
TILES, FEW_TILES = 5, 3  # named at either end of a list


@dataclass(frozen=True, slots=True)
class TileWorth:
    """What a tile is worth, in pegs of its side over the other in a hand: in hand and as the lead, in both games."""

    face: Face
    held: float
    led: float
    held_pairs: float
    led_pairs: float


@dataclass(frozen=True, slots=True)
class ScoreTiles:
    """The best and the worst tiles to hold with both sides on a score, with the games in 100 that they win.

    `interval` is how far these may be wrong either way, in 95 cases of 100.
    """

    score: int
    interval: float
    best: tuple[tuple[Face, float], ...]
    worst: tuple[tuple[Face, float], ...]


@dataclass(frozen=True, slots=True)
class LastPegs:
    """The games in 100 that are won from needing two and from needing one, with and without the lead."""

    others: int
    two_leading: int
    one_leading: int
    two_waiting: int
    one_waiting: int


@dataclass(frozen=True, slots=True)
class MeasuredGame:
    """One kind of game: what the lead is worth, what a hand makes, knocks in a hand, and what one rules out in 100."""

    name: str
    lead: float
    made: float
    knocks: float
    ruled_out: int


@dataclass(frozen=True, slots=True)
class StrategyPage:
    """Everything that the page shows. `puzzles` are the numbers of one puzzle for each theme, by its name."""

    deals: str
    interval: float
    games: tuple[MeasuredGame, MeasuredGame]
    tiles: tuple[TileWorth, ...]
    best: tuple[TileWorth, ...]
    worst: tuple[TileWorth, ...]
    best_leads: tuple[TileWorth, ...]
    worst_leads: tuple[TileWorth, ...]
    by_score: tuple[ScoreTiles, ...]
    last_pegs: tuple[LastPegs, ...]
    pegs: tuple[tuple[int, float], ...]
    puzzles: dict[str, int]

    @property
    def faces(self) -> tuple[Face, ...]:
        """The drawings that the page needs."""
        return tuple(tile.face for tile in self.tiles)

    @property
    def least_gain(self) -> int:
        """The least by which 59 is better than 60, in games of 100; less than nought should it be worse."""
        return min(self._gains)

    @property
    def most_gain(self) -> int:
        """The most by which 59 is better than 60, in games of 100."""
        return max(self._gains)

    @property
    def _gains(self) -> list[int]:
        rows = self.last_pegs
        return [row.two_leading - row.one_leading for row in rows] + [row.two_waiting - row.one_waiting for row in rows]


@cache
def strategy_page() -> StrategyPage:
    """The page, the same until it is measured again."""
    data = json.loads(get_data("scoring.play.computer", "strategy.json") or b"{}")
    singles, pairs = data[str(SINGLES)], data[str(PAIRS)]
    tiles = tuple(_tile(name, singles, pairs) for name in singles["held"])
    leads = sorted(tiles, key=lambda tile: -tile.led)
    values = values_of(preset(RULES), SINGLES)
    return StrategyPage(
        deals=f"{singles['deals']:,}",
        interval=max(spread for _, spread in singles["held"].values()),
        games=(_game("Singles", singles), _game("Pairs", pairs)),
        tiles=tiles,
        best=tiles[:TILES],
        worst=tiles[: -TILES - 1 : -1],
        best_leads=tuple(leads[:TILES]),
        worst_leads=tuple(leads[: -TILES - 1 : -1]),
        by_score=tuple(_by_score(int(need), held) for need, held in data["by_score"].items()),
        last_pegs=tuple(_last_pegs(values, others) for others in OTHERS_NEED),
        pegs=tuple((61 - need, _peg(values, need)) for need in LEVEL_AT),
        puzzles={puzzle.theme.name.lower(): puzzle.number for puzzle in reversed(puzzles())},
    )


def _tile(name: str, singles: dict[str, Any], pairs: dict[str, Any]) -> TileWorth:
    held, led = singles["held"][name][0], singles["led"][name][0]
    return TileWorth(face_of(Tile.parse(name)), held, led, pairs["held"][name][0], pairs["led"][name][0])


def _by_score(need: int, held: dict[str, list[float]]) -> ScoreTiles:
    tiles = [(face_of(Tile.parse(name)), won / 10) for name, (won, _) in held.items()]
    best, worst = tuple(tiles[:FEW_TILES]), tuple(tiles[: -FEW_TILES - 1 : -1])
    interval = max(spread for _, spread in held.values()) / 10
    return ScoreTiles(preset(RULES).target - need, interval, best, worst)


def _game(name: str, data: dict[str, Any]) -> MeasuredGame:
    lead, made, knocks, ruled_out = (data[each][0] for each in ("lead", "made", "knocks", "ruled_out"))
    return MeasuredGame(name, lead, made, knocks, round(ruled_out))


def _last_pegs(values: Values, others: int) -> LastPegs:
    two, one = (round(values.chance(need, others) / 10) for need in (2, 1))
    two_waiting, one_waiting = (round(100 - values.chance(others, need) / 10) for need in (2, 1))
    return LastPegs(others, two, one, two_waiting, one_waiting)


def _peg(values: Values, need: int) -> float:
    """What one peg more is worth to a side when both need as many, in games of 100; half of them it leads."""
    ahead = values.chance(need - 1, need) + 1000 - values.chance(need, need - 1)
    return (ahead - 1000) / 20


# --- A game against the computer -------------------------------------------------------------------------------------
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
    """A named rule set, which so many can play."""
    title = next(each.name for _, family in rule_sets() for each in family if each.key == key)
    return ComputerGame(key, title, PRESETS[key].for_players(players), players)


def league_games(league: str, cards: Iterable[Format]) -> tuple[ComputerGame, ...]:
    """What a league (its slug) plays on these cards and the computer can, with its own rules, each once."""
    games_by_rules: dict[tuple[Rules, int], ComputerGame] = {}
    for line in (line for card in cards for line in card.lines):
        rules, players = pegged_under(line) or played_under(line), 2 * line.players
        if rules is not None and players in player_counts(rules):
            key = f"{league}-{sha256(repr((rules, players)).encode()).hexdigest()[:8]}"
            title = ", ".join(filter(None, (game_title(line), line.handicap, *line.house.words)))
            games_by_rules.setdefault((rules, players), ComputerGame(key, title, rules, players))
    return tuple(games_by_rules.values())


@dataclass(frozen=True, slots=True)
class PlayPage:
    """What the page shows: ``game`` is for the script, ``board`` is None where there are more than two sides."""

    title: str
    game: dict[str, Any]
    board: PeggedBoard | None


def play_page(chosen: ComputerGame) -> PlayPage:
    """The page of one game."""
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
    two = rules.side_count(players) == 2
    ours, theirs = ("You and Partner", "Left and Right") if players == 4 else (seats[0], seats[1])
    return PlayPage(
        chosen.title, game, pegged(rules.target, (ours, theirs), letters=ours[0] + theirs[0]) if two else None
    )


def names_of(rules: Rules, players: int) -> tuple[str, ...]:
    """Who sits where, clockwise; the seat across is a partner only where pairs play."""
    pairs = rules.side_count(players) == 2
    return NAMES[players] if players != 4 or pairs else ("You", "Left", "Across", "Right")


def games() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every rule set that can be played, by family, as a form's choices."""
    return [(family, [(each.key, each.variant or family) for each in sets]) for family, sets in rule_sets()]


def may_play(key: str) -> tuple[int, ...]:
    """How many may play a rule set against the computer."""
    return player_counts(PRESETS[key])
