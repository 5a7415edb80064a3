"""How strong the computer is and how long a move takes, as JSON lines: mirrored games, each deal from both seats.

Two players, seven tiles, a point for chipping out, to 61. The reference is a player that samples deals with all hands
open and without the target. COMPUTER_PAIRS pairs of games are played for each line.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a file, from anywhere

from scoring.play.computer.belief import Belief, SeatView, SeenTurn, seat_view
from scoring.play.computer.chance import Chance
from scoring.play.computer.ending import end_hand
from scoring.play.computer.player import LEVELS, play_of
from scoring.play.computer.position import Position, start_position
from scoring.play.computer.table import game_table
from scoring.play.presets import PRESETS
from scoring.play.search import OpenHandSearch

PAIRS = int(os.environ.get("COMPUTER_PAIRS", "10"))
SAMPLE = 40
TABLE = game_table(PRESETS["fives-threes:pagat"], 2)

Player = Callable[[SeatView, Chance], tuple[int, int]]


def of_level(number: int) -> Player:
    return lambda view, chance: play_of(TABLE, view, LEVELS[number], chance)


def sampling(view: SeatView, chance: Chance) -> tuple[int, int]:
    """The play with the best mean over deals with all hands open, in pegs of the hand alone."""
    plays = view.moment.plays()
    sums = dict.fromkeys(plays, 0)
    belief = Belief(TABLE, view)
    for _ in range(SAMPLE if len(plays) > 1 else 0):
        hands, _rest = belief.deal(chance)
        for tile, to in plays:
            sums[tile, to] += opened(view, hands, tile, to)
    return max(plays, key=lambda play: sums[play])


def opened(view: SeatView, hands: list[int], tile: int, to: int) -> int:
    left = [hand ^ (1 << tile) * (seat == view.seat) for seat, hand in enumerate(hands)]
    points = view.moment.points(tile, to)
    if not left[view.seat]:
        return points + TABLE.chip
    search = OpenHandSearch(left, chip=TABLE.chip, table=TABLE.layouts)
    gain = search.value(sum(left), to, 1 - view.seat)
    return points + (gain if view.seat == 0 else -gain)


def game(deals: int, players: tuple[Player, Player], times: tuple[list[float], list[float]]) -> int:
    """The side that wins; the deals follow from their number."""
    chance, dice = Chance(deals), (Chance(2 * deals + 1), Chance(2 * deals + 2))
    scores, leader = [0, 0], 0
    while True:
        tiles = list(range(28))
        hands = [sum(1 << tile for tile in chance.take(tiles, TABLE.each)) for _ in range(2)]
        position = start_position(TABLE, hands, tiles, leader, scores)
        play_hand(position, players, dice, times)
        if position.winner is not None:
            return position.winner
        leader = end_hand(position) or 0
        scores = position.scores


def won_of_two(deals: int, one: Player, other: Player, times: tuple[list[float], list[float]]) -> int:
    """How many of two games on the same deals, from either seat, the first player wins."""
    return (game(deals, (one, other), times) == 0) + (game(deals, (other, one), times[::-1]) == 1)


def play_hand(
    position: Position,
    players: tuple[Player, Player],
    dice: tuple[Chance, Chance],
    times: tuple[list[float], list[float]],
) -> None:
    history: tuple[SeenTurn, ...] = ()
    while not position.over:
        seat, layout, score = position.turn, position.layout, position.scores[position.turn]
        if not position.plays():
            history = (*history, SeenTurn(seat, layout, score, drew=position.pass_turn()))
            continue
        start = process_time()
        tile, to = players[seat](seat_view(position, history), dice[seat])
        times[seat].append(process_time() - start)
        points = position.points(tile, to)
        position.play(tile, to, points)
        history = (*history, SeenTurn(seat, layout, score, tile, to, points))


def lines() -> Iterator[dict[str, object]]:
    names = [level.name for level in LEVELS]
    meetings: list[tuple[str, Player, Player, float]] = [
        (f"{names[number]} against {names[number - 1]}", of_level(number), of_level(number - 1), 55)
        for number in range(1, len(LEVELS))
    ]
    meetings.append((f"{names[3]} against {names[1]}", of_level(3), of_level(1), 62))
    meetings.append((f"{names[3]} against sampling {SAMPLE} deals", of_level(3), sampling, 55))
    for what, one, other, wanted in meetings:
        took: tuple[list[float], list[float]] = ([], [])
        pairs = [
            (game(n, (one, other), took) == 0) + (game(n, (other, one), took[::-1]) == 1) for n in range(1, PAIRS + 1)
        ]
        mean = sum(pairs) / len(pairs) / 2
        spread = sqrt(sum((pair / 2 - mean) ** 2 for pair in pairs) / len(pairs))
        moves = sorted(took[0])
        yield {
            "bench": f"{what}, {2 * PAIRS} games",
            "won_percent": round(100 * mean, 1),
            "interval": round(196 * spread / sqrt(len(pairs)), 1),
            "wanted_percent": wanted,
            "move_ms": round(1000 * moves[len(moves) // 2], 1),
            "move_p95_ms": round(1000 * moves[len(moves) * 95 // 100], 1),
        }


if __name__ == "__main__":
    for each in lines():
        sys.stdout.write(json.dumps(each) + "\n")
        sys.stdout.flush()
