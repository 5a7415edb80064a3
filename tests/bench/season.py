"""How long a table and the check of a card take, as JSON lines.

The reference of each line is `json.loads` of the same facts in the same run: what merely reading them costs.
"""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from timeit import repeat
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a file, from anywhere

from scoring.card.card import check, tally
from scoring.card.presets import PRESETS
from scoring.codec import encode
from scoring.season.table import table
from tests.scoring.strategies_card import card_of, match_of, season_of

ROUNDS = 7


def milliseconds(work: Callable[[], Any], number: int) -> float:
    """The best of several rounds, for one call."""
    return min(repeat(work, number=number, repeat=ROUNDS)) / number * 1000


def say(what: str, work: Callable[[], Any], text: str, number: int) -> None:
    took, reference = milliseconds(work, number), milliseconds(lambda: json.loads(text), number)
    line = {
        "bench": what,
        "ms": round(took, 4),
        "reference_ms": round(reference, 4),
        "ratio": round(took / reference, 2),
    }
    sys.stdout.write(json.dumps(line) + "\n")


def main() -> None:
    for key in ("leek", "two-and-half"):
        league = PRESETS[key]
        teams, outcomes = season_of(Random(1), league, 12)
        text = json.dumps([encode(each) for each in outcomes])
        say(
            f"table, 12 teams, 132 matches, {key}",
            partial(table, teams, outcomes, league.scheme, league.steps),
            text,
            100,
        )
    for key in PRESETS:
        match = match_of(key)
        card = card_of(match, hands=1.0)
        text = json.dumps(encode(card))
        say(f"check a card, {key}", partial(check, card, match), text, 200)
        say(f"tally a card, {key}", partial(tally, card, match, match.scheme), text, 200)


if __name__ == "__main__":
    main()
