"""How long it takes to work out what is still possible for every team, in processor time, as JSON lines.

The reference is sorting a million numbers in the same run: `ratio` is how many such sorts one of ours takes.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a file, from anywhere

from scoring.card.presets import PRESETS
from scoring.season.runin.chances import chances
from scoring.season.runin.prospects import prospects
from tests.scoring.season.runin.made import Rest, autumn_to_spring, with_left

TEAMS, LEFT, SEASONS = 14, 40, 5
PLACES = (1, 2, 12)  # the title, going up and staying up


def seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def every_team(rest: Rest) -> float:
    ledger = rest.ledger()
    return seconds(lambda: prospects(rest.teams, ledger, rest.league, rest.left, PLACES))


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

    for key, league in PRESETS.items():
        seasons = [with_left(autumn_to_spring(seed, league, TEAMS), LEFT) for seed in range(SEASONS)]
        took = max(every_team(rest) for rest in seasons)
        yield line(f"the run-in of {TEAMS} teams with {LEFT} matches left, slowest of {SEASONS}, {key}", took, 2)
    rest = with_left(autumn_to_spring(1, PRESETS["leek"], TEAMS), LEFT)
    ledger = rest.ledger()
    took = seconds(lambda: chances(rest.teams, ledger, rest.league, rest.left, dice=Random(1)))
    yield line("an estimate of 2,000 seasons, the same", took, 2)


if __name__ == "__main__":
    for each in lines():
        sys.stdout.write(json.dumps(each) + "\n")
