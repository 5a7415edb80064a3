"""How long a Swiss round, a draw and a bracket take, in processor time, as JSON lines.

The reference is sorting a million numbers in the same run: `ratio` is how many such sorts one of ours takes.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a file, from anywhere

from scoring.season.knockout.bracket import bracket
from scoring.season.knockout.cups import SINGLES
from scoring.season.knockout.draw import DrawRules, Entrant, Lots, Tag, make_draw
from scoring.season.knockout.facts import Scored
from scoring.season.swiss.pairing import pair_round
from scoring.season.swiss.standing import SwissGame

PLAYERS, ROUNDS, ENTRANTS = 200, 9, 256


def seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def swiss(dice: Random) -> list[float]:
    """The time that each round of one event takes to pair."""
    players, rounds, took = [f"p{i}" for i in range(PLAYERS)], [], []
    for _ in range(ROUNDS):
        start = process_time()
        pairings = pair_round(players, rounds)
        took.append(process_time() - start)
        rounds.append(
            tuple(SwissGame(*game, *dice.choice([(2, 0), (2, 1), (1, 2), (0, 2)])) for game in pairings.games)
        )
    return took


def lines() -> Iterator[dict[str, object]]:
    dice = Random(1)
    numbers = [dice.random() for _ in range(1_000_000)]
    reference = min(seconds(lambda: sorted(numbers)) for _ in range(3))

    def line(what: str, took: float, wanted: float) -> dict[str, object]:
        return {
            "bench": what,
            "ms": round(1000 * took, 1),
            "wanted_ms": 1000 * wanted,
            "reference_ms": round(1000 * reference, 1),
            "ratio": round(took / reference, 2),
        }

    yield line(f"the slowest of {ROUNDS} Swiss rounds of {PLAYERS} players", max(swiss(dice)), 2)
    entrants = [Entrant(f"e{i}", venue=f"pub {i % 60}") for i in range(ENTRANTS)]
    rules, lots = DrawRules(apart=(Tag.VENUE,)), Lots("seed", "main 1")
    yield line(f"a draw of {ENTRANTS} from 60 pubs", seconds(lambda: make_draw(entrants, rules, lots)), 2)
    draw = make_draw(entrants, rules, lots)
    facts = [Scored(tie.id, *((3, 1) if tie.plan.form.best_of == 5 else (2, 1))) for tie in bracket(SINGLES, draw).ties]
    yield line(f"the bracket of {ENTRANTS} after its final", seconds(lambda: bracket(SINGLES, draw, facts)), 0.05)


if __name__ == "__main__":
    for each in lines():
        sys.stdout.write(json.dumps(each) + "\n")
