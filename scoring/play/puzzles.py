"""What would you play? A hundred positions in which a play is best, each with its proof, and one for every day.

`tests.makers.puzzles` found and proved them: the player to move is side 0, and the tiles of the other side are known to
nobody.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from pkgutil import get_data
from typing import Any

from scoring.play.board import land
from scoring.play.hand import Hand, start_hand
from scoring.play.layout import End
from scoring.play.presets import preset
from scoring.play.review import positions_of, scores_along
from scoring.play.rules import Rules
from scoring.play.tiles import Tile, parse_tiles

RULES = "fives-threes:pagat"
SIDES = "AB"


class Theme(StrEnum):
    LEAD = "lead"
    FIFTY_NINE = "59"
    KNOCK = "knock"
    COUNT = "count"
    BLOCK = "block"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class PuzzlePlay:
    """A play: `63`, or `63@6` where the tile fits two ends. What it comes to, over the deals of its puzzle.

    ``wins`` are thousandths of a game; ``knocks`` and ``blocks`` count deals in which the other side knocks at once and
    in which the hand ends blocked; ``replies`` are the points that the other side can make at once.
    """

    play: str
    points: int
    wins: int
    knocks: int
    replies: int
    blocks: int

    @property
    def tile(self) -> Tile:
        return Tile.parse(self.play[:2])


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, and its plays, the best first. ``interval`` is that of the lead of the best, in thousandths.

    ``exact``: the deals are all in which the hidden tiles can lie; else a sample. ``rules`` are of a game of two.
    """

    number: int
    theme: Theme
    begun: tuple[int, int]
    leader: int
    dealt: tuple[Tile, ...]
    moves: tuple[str, ...]
    deals: int
    exact: bool
    interval: float
    plays: tuple[PuzzlePlay, ...]
    rules: Rules

    @property
    def best(self) -> PuzzlePlay:
        return self.plays[0]

    @property
    def obvious(self) -> PuzzlePlay:
        """The best of the plays that peg the most, which is what most people would play."""
        score, lead = self.scores()[0], not self.moves
        return max(self.plays, key=lambda play: (land(self.rules, score, play.points, lead=lead).score, play.wins))

    def percent(self, play: PuzzlePlay) -> int:
        """The games that a play wins in a hundred."""
        return (play.wins + 5 * self.deals) // (10 * self.deals)

    def hand(self) -> Hand:
        """The hand as the player to move sees it."""
        hand = start_hand(self.rules, (self.dealt, None), self.leader)
        for move in self.moves:
            hand = hand.knock() if move[1:] == "-" else hand.play(*place_of(hand, move[1:]))
        return hand

    def scores(self) -> tuple[int, int]:
        return scores_along(positions_of(self.hand()), self.begun)[0][-1]


def place_of(hand: Hand, play: str) -> tuple[Tile, End | None]:
    tile, _, at = play.partition("@")
    return Tile.parse(tile), next((end for end in hand.layout.ends if end.name == at), None) if at else None


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All of them, numbered from 1 in the order of the file, so that one can be replaced and no other moves."""
    rows = json.loads(get_data(__package__, "puzzles.json") or b"[]")  # part of the package, as its code is
    return tuple(read_puzzle(number, row, preset(RULES)) for number, row in enumerate(rows, start=1))


def read_puzzle(number: int, row: Mapping[str, Any], rules: Rules) -> Puzzle:
    """A position as `puzzle_making.serialize_question` writes it, from a game under these rules."""
    return Puzzle(
        number,
        Theme(row["theme"]),
        (row["scores"][0], row["scores"][1]),
        SIDES.index(row["leader"]),
        tuple(parse_tiles(row["dealt"])),
        tuple(row["moves"].split()),
        row["deals"],
        row["exact"],
        row["interval"],
        tuple(PuzzlePlay(**play) for play in row["plays"]),
        rules,
    )


STEP = 37  # no factor of it is one of the number of puzzles, so that all have their day, and themes change


def puzzle_of_day(day: date) -> Puzzle:
    """The position of a day, the same for everybody."""
    all_puzzles = puzzles()
    return all_puzzles[day.toordinal() * STEP % len(all_puzzles)]
