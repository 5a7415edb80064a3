"""What the strategy page says in figures, measured: hands played out by the plain way from deals drawn by lot.

`python -m tests.makers.measures > strategy.json` measures again, in some minutes of one core.
"""

import json
from dataclasses import dataclass, field
from math import sqrt

from scoring.play.computer.belief import Chance
from scoring.play.computer.player import choose, play_out
from scoring.play.computer.position import Position, start_position, worth
from scoring.play.computer.table import GameTable, game_table
from scoring.play.presets import PRESETS

FAR_OFF = 4000  # a target that no hand gets near, so that hands are played for pegs
DEALS = 4000
DEALS_BY_SCORE = 100_000
BY_SCORE = (20, 6, 2)  # what both sides still need
SURE = 1.96


@dataclass(slots=True)
class Mean:
    """A mean of whole numbers with its interval of 95 %."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    def figures(self) -> list[float]:
        """The mean and half its interval, to two places."""
        mean = self.total / self.count
        spread = sqrt(max(0.0, self.squares / self.count - mean * mean))
        return [round(mean, 2), round(SURE * spread / sqrt(self.count), 2)]


@dataclass(slots=True)
class Measures:
    """The sums of one game. ``held`` and ``led`` go by tile: pegs of its side less those of the other in the hand."""

    table: GameTable
    lead: Mean = field(default_factory=Mean)
    made: Mean = field(default_factory=Mean)
    ruled_out: Mean = field(default_factory=Mean)
    knocked: Mean = field(default_factory=Mean)
    held: dict[int, Mean] = field(default_factory=dict)
    led: dict[int, Mean] = field(default_factory=dict)

    def deal(self, chance: Chance) -> None:
        """Play one deal out, and once more from each lead that its leader could have made."""
        hands = deal_by_lot(self.table, chance)
        position = self._begun(hands)
        self._play(position)
        apart = position.scores[0] - position.scores[1]
        self.lead.add(apart)
        self.made.add(sum(position.scores))
        for seat, hand in enumerate(hands):
            for tile in bits(hand):
                self.held.setdefault(tile, Mean()).add(-apart if seat % 2 else apart)
        self._lead_each(hands)

    def _lead_each(self, hands: list[int]) -> None:
        for tile, to in self._begun(hands).plays():
            position = self._begun(hands)
            position.play(tile, to, position.points(tile, to))
            play_out(position)
            self.led.setdefault(tile, Mean()).add(position.scores[0] - position.scores[1])

    def _begun(self, hands: list[int]) -> Position:
        return start_position(self.table, hands[:], [], 0, [0] * self.table.side_count)

    def _play(self, position: Position) -> None:
        """To the end; of every knock, how much it rules out of what the next player cannot see."""
        table, knocks = self.table, 0
        asleep = ~sum(position.hands) & (1 << len(table.layouts.tiles)) - 1
        while not position.over:
            best = choose(position)
            if best is not None:
                position.play(*best)
                continue
            hidden = (sum(position.hands) | asleep) & ~position.hands[(position.turn + 1) % table.players]
            gone = hidden & table.layouts.fits[position.layout]
            self.ruled_out.add(100 * gone.bit_count() // max(1, hidden.bit_count()))
            knocks += 1
            position.pass_turn()
        self.knocked.add(knocks)

    def figures(self) -> dict[str, object]:
        """Everything as plain values: tiles by name, the best first."""
        tiles = self.table.layouts.tiles
        return {
            "deals": self.lead.count,
            "lead": self.lead.figures(),
            "made": self.made.figures(),
            "ruled_out": self.ruled_out.figures(),
            "knocks": self.knocked.figures(),
            "held": {str(tiles[tile]): mean.figures() for tile, mean in by_mean(self.held)},
            "led": {str(tiles[tile]): mean.figures() for tile, mean in by_mean(self.led)},
        }


def deal_by_lot(table: GameTable, chance: Chance) -> list[int]:
    """Hands drawn by lot from the whole set."""
    tiles = list(range(len(table.layouts.tiles)))
    return [sum(1 << tile for tile in chance.take(tiles, table.each)) for _ in range(table.players)]


def by_mean(means: dict[int, Mean]) -> list[tuple[int, Mean]]:
    """The best first."""
    return sorted(means.items(), key=lambda each: -each[1].total / each[1].count)


def bits(hand: int) -> list[int]:
    """The numbers of the tiles of a hand."""
    return [tile for tile in range(hand.bit_length()) if hand >> tile & 1]


def measured(name: str, players: int, deals: int) -> dict[str, object]:
    """The figures of a game, far from its end."""
    measures = Measures(game_table(PRESETS[name].but(target=FAR_OFF), players))
    chance = Chance(players)
    for _ in range(deals):
        measures.deal(chance)
    return measures.figures()


def held_by_score(name: str, need: int, deals: int) -> dict[str, list[float]]:
    """Of a thousand games of two, how many a side wins with each tile in hand where both need so many, the best first.

    Each with half its interval. They lead in turn.
    """
    table = game_table(PRESETS[name], 2)
    chance, means = Chance(need), {tile: Mean() for tile in range(len(table.layouts.tiles))}
    for number in range(deals):
        hands = deal_by_lot(table, chance)
        position = start_position(table, hands[:], [], number % 2, [table.goal - need] * 2)
        play_out(position)
        for won, hand in zip(worth(position), hands, strict=True):
            for tile in bits(hand):
                means[tile].add(won)
    return {str(table.layouts.tiles[tile]): mean.figures() for tile, mean in by_mean(means)}


if __name__ == "__main__":
    game = "fives-threes:pagat"
    table: dict[str, object] = {str(players): measured(game, players, DEALS) for players in (2, 4)}
    table["by_score"] = {need: held_by_score(game, need, DEALS_BY_SCORE) for need in BY_SCORE}
    print(json.dumps(table, indent=1))
