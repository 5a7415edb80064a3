"""How fast the game is played, counted, searched and checked, in processor time, as JSON lines.

The reference of each line is python-chess counting the moves of chess in the same run: `ratio` is how many of ours go
to one of its nodes, or how many of its nodes one of ours costs.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a file, from anywhere

import chess

from scoring.play.bits import line, mask, single_bits, spread
from scoring.play.check import check_game
from scoring.play.count import complete, perft
from scoring.play.deal import start_hand
from scoring.play.parameters import HandEnd
from scoring.play.record import At, GameRecord, HandRecord, Passed, Played
from scoring.play.replay import replay_hand
from scoring.play.review import review_hand
from scoring.play.rules import Rules
from scoring.play.search import open_value, open_values
from scoring.play.tiles import parse_tiles
from tests.scoring.play.dealing import deal

VECTORS = Path(__file__).parents[1] / "scoring" / "play" / "vectors.json"


def seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def chess_nodes(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += chess_nodes(board, depth - 1)
        board.pop()
    return total


def positions(left: int, ends: int, seat: int, hands: tuple[int, ...], most: int) -> int:
    """Positions generated and scored, one by one and never merged, to `most` of them."""
    table, made, pegged = line(), 0, 0
    waiting = [(left, ends, seat)]
    while waiting and made < most:
        left, ends, seat = waiting.pop()
        fit = left & table.fits[ends]
        can, then = fit & hands[seat], 1 - seat
        if not can and fit:
            waiting.append((left, ends, then))
        for bit in single_bits(can):
            for after, pegs in table.steps[ends][bit]:
                made += 1
                pegged += pegs
                waiting.append((left ^ bit, after, then))
    return made


def recorded(seed: int, players: int, tiles: int, *, greedy: bool = False) -> tuple[GameRecord, Rules]:
    """A hand written down in full, played at random or for the most pegs at every turn."""
    dice = Random(seed)
    rules = Rules().but(deal=((players, tiles),), target=1000)
    hand = start_hand(rules, tuple(spread(each, line()) for each in deal(dice, players, tiles)), 0)
    dealt, moves = hand.held, []
    while not hand.is_over:
        outcomes, seat = hand.legal(), hand.turn
        if not outcomes:
            hand = hand.knock()
            moves.append(Passed(seat))
            continue
        best = max(rules.points(outcome.total) for outcome in outcomes) if greedy else 0
        chosen = dice.choice([each for each in outcomes if rules.points(each.total) >= best])
        several = sum(outcome.tile == chosen.tile for outcome in outcomes) > 1
        hand = hand.play(chosen.tile, chosen.end)
        play = hand.last_play
        at = At(chosen.end.pip, chosen.end.is_double) if several else None
        moves.append(Played(seat, chosen.tile, at, pegs=play.points, chip=play.chip))
    record = HandRecord(lead=0, deal=dealt, items=tuple(moves), ended=hand.ended, pegs=hand.pegs)
    headers = (("Players", str(players)), ("Tiles", str(tiles)), ("Target", "1000"))
    return GameRecord(headers, (record,)), rules


def pegs_only(seed: int) -> GameRecord:
    """A game to 61 or a little more of which the plays' pegs alone were written."""
    hands, total, number = [], [0, 0], 0
    while max(total) < 61:
        game, _ = recorded(1000 * seed + number, 2, 7, greedy=True)
        (hand,) = game.hands
        items = tuple(
            Played(each.seat, None, pegs=each.pegs, chip=each.chip) if isinstance(each, Played) else each
            for each in hand.moves
        )
        hands.append(HandRecord(lead=0, items=items, ended=hand.ended, pegs=hand.pegs))
        total = [a + b for a, b in zip(total, hand.pegs, strict=True)]
        number += 1
    return GameRecord((("Target", "1000"),), tuple(hands))


def rate(what: str, count: int, took: float, wanted: float, chess_rate: float) -> dict[str, object]:
    per_second = count / took
    return {
        "bench": what,
        "per_second": round(per_second),
        "wanted": wanted,
        "reference_per_second": round(chess_rate),
        "ratio": round(per_second / chess_rate, 3),
    }


def cost(what: str, took: list[float], wanted_ms: float, chess_rate: float) -> dict[str, object]:
    worst_tenth = quantiles(took, n=10)[-1] if len(took) > 1 else took[0]
    return {
        "bench": what,
        "median_ms": round(median(took) * 1000, 3),
        "p90_ms": round(worst_tenth * 1000, 3),
        "wanted_ms": wanted_ms,
        "reference_per_second": round(chess_rate),
        "ratio": round(worst_tenth * chess_rate, 1),
    }


def lines() -> Iterator[dict[str, object]]:
    board = chess.Board()
    nodes = chess_nodes(board, 4)
    chess_rate = nodes / min(seconds(lambda: chess_nodes(board, 4)) for _ in range(3))
    yield {"bench": "python-chess perft, the reference", "per_second": round(chess_rate)}

    start = deal(Random(1), 2, 7)
    made = positions(sum(start), line().empty, 0, start, 400_000)
    took = seconds(lambda: positions(sum(start), line().empty, 0, start, 400_000))
    yield rate("positions generated and scored, 2 x 7", made, took, 600_000, chess_rate)

    yield from counted(chess_rate)
    for players, tiles, wanted in ((2, 7, 5), (2, 9, 40), (4, 6, 120)):
        deals = [deal(Random(seed), players, tiles) for seed in range(60)]
        took_each = [seconds(lambda each=each: open_value(each)) for each in deals]
        yield cost(f"open-hand value of a deal, {players} x {tiles}", took_each, wanted, chess_rate)
        took_each = [seconds(lambda each=each: open_values(each)) for each in deals]
        yield cost(f"open-hand value of every drop, {players} x {tiles}", took_each, wanted, chess_rate)
    yield from checked(chess_rate)


def counted(chess_rate: float) -> Iterator[dict[str, object]]:
    """Every published deal counted to the end."""
    rows = json.loads(VECTORS.read_text())["count"]
    ends = {"pair": HandEnd.PAIR_OUT, "first": HandEnd.FIRST_OUT}
    whole = took_all = 0.0
    for row in rows:
        hands = [mask(parse_tiles(text)) for text in row["hands"]]
        began = process_time()
        found = complete(perft(hands, end=ends[row["end"]]))
        took_all += process_time() - began
        whole += found
    yield rate("complete hands counted, all published deals", int(whole), took_all, 0, chess_rate) | {
        "seconds": round(took_all, 2),
        "wanted_seconds": 60,
    }


def checked(chess_rate: float) -> Iterator[dict[str, object]]:
    """Checks and a review."""
    records = [recorded(seed, 2, 7)[0] for seed in range(300)]
    took = min(seconds(lambda: [check_game(record) for record in records]) for _ in range(5))
    yield rate("hands checked tile by tile, 2 x 7", len(records), took, 10_000, chess_rate)
    games = [pegs_only(seed) for seed in range(40)]
    for exact in (False, True):
        took_each = [min(seconds(lambda g=g, e=exact: check_game(g, exact=e)) for _ in range(3)) for g in games]
        what = "pegs of a game to 61 checked" + (", and tiles looked for" if exact else "")
        yield cost(what, took_each, 1 if exact else 0.3, chess_rate)
    took_each = []
    for seed in range(20):
        game, rules = recorded(seed, 4, 6)
        (record,) = game.hands
        took_each.append(seconds(lambda r=record, rules=rules: review_hand(replay_hand(r, rules, 4).hand)))
    yield cost("review of a recorded hand, 4 x 6", took_each, 1000, chess_rate)


if __name__ == "__main__":
    for each in lines():
        sys.stdout.write(json.dumps(each) + "\n")
