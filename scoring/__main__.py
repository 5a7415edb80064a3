"""`python -m scoring COMMAND ...`: the rules from a shell, answers as JSON.

A command that cannot read what it was given says why on standard error and ends with 2; a card full of problems is an
answer, and ends with 0.
"""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from scoring.card.check import check
from scoring.card.outcome import tally
from scoring.card.presets import PRESETS
from scoring.card.rulebook import describe
from scoring.codec import VERSION, CodecError, bare, encode
from scoring.files import read_card, read_season
from scoring.play.command import COMMANDS as GAME_COMMANDS
from scoring.play.finding import Severity
from scoring.season.ledger import SeasonError

CANNOT_READ = 2


class BadInputError(Exception):
    """What a command was given and cannot use, in words."""


def card(args: list[str]) -> int:
    """`card FILE.json`: the problems of a card, and what it comes to."""
    match, sheet = _read(args, "card", read_card)
    problems = check(sheet, match)
    _say(
        {
            "version": VERSION,
            "type": "card-report",
            "accepted": all(each.severity is not Severity.REFUSE for each in problems),
            "problems": [bare(each) for each in problems],
            "outcome": bare(tally(sheet, match, match.scheme)),
        }
    )
    return 0


def table(args: list[str]) -> int:
    """`table FILE.json`: the rows of a season's table, with the reason for every place."""
    rows = _read(args, "table", lambda data: read_season(data).table())
    _say({"version": VERSION, "type": "table", "rows": [bare(each) for each in rows]})
    return 0


def presets(args: list[str]) -> int:
    """`presets`: the leagues to start from. `presets KEY`: one of them in full, with its rule book."""
    if not args:
        _say([{"key": each.key, "name": each.name, "source": each.source} for each in PRESETS.values()])
        return 0
    (key,) = args if len(args) == 1 else ("",)
    if key not in PRESETS:
        raise BadInputError(f"usage: python -m scoring presets [{' | '.join(PRESETS)}]")
    league = PRESETS[key]
    _say({**encode(league), "rule_book": [bare(each) for each in describe(league)]})
    return 0


COMMANDS: Mapping[str, Callable[[list[str]], int]] = {
    **GAME_COMMANDS,
    "card": card,
    "table": table,
    "presets": presets,
}


def main(args: list[str]) -> int:
    """Runs one command; its exit code."""
    name, *rest = args or [""]
    if name not in COMMANDS:
        print(f"usage: python -m scoring {{{' | '.join(COMMANDS)}}} ...", file=sys.stderr)
        return 0 if name in {"-h", "--help"} else CANNOT_READ
    try:
        return COMMANDS[name](rest)
    except BadInputError as error:
        print(error, file=sys.stderr)
        return CANNOT_READ


def _read(args: list[str], command: str, reader: Callable[[object], Any]) -> Any:
    """What the reader makes of the JSON file named by the only argument; "-" is standard input."""
    if len(args) != 1:
        raise BadInputError(f"usage: python -m scoring {command} FILE.json")
    (name,) = args
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        return reader(json.loads(text))
    except OSError as error:
        raise BadInputError(f"{name}: cannot be read: {error.strerror}") from None
    except (CodecError, SeasonError) as error:
        raise BadInputError(f"{name}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"{name}: this is not JSON: {error}") from None


def _say(answer: object) -> None:
    print(json.dumps(answer, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
