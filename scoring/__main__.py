"""`python -m scoring COMMAND ...`: the rules from a shell, answers as JSON.

A command that cannot read what it was given says why on standard error and ends with 2; a card full of problems is an
answer, and ends with 0. Two kinds of file are read: one match with its card, and one season; `docs/formats.md` shows
both.
"""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from scoring.card.check import check
from scoring.card.format import Format
from scoring.card.league_rules import LeagueRules, Step
from scoring.card.match import Match
from scoring.card.outcome import Outcome, Tally, tally
from scoring.card.points import Scheme
from scoring.card.presets import PRESETS, preset
from scoring.card.rulebook import describe
from scoring.card.sheet import Card
from scoring.codec import VERSION, CodecError, bare, bare_as, check_version, encode
from scoring.play.command import COMMANDS as GAME_COMMANDS
from scoring.play.finding import Severity
from scoring.season import table as season
from scoring.season.ledger import Adjustment, SeasonError, Withdrawal

ENVELOPE = frozenset({"version", "type", "preset"})


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """One match of a season file. Exactly one of `score`, `card` and `tally` says what it came to."""

    id: str
    home: str
    away: str
    on: date
    half: int = 1
    score: tuple[int, int] | None = None
    card: Card | None = None
    tally: Tally | None = None

    def outcome(self, form: Format, scheme: Scheme, path: str) -> Outcome:
        parts = [each for each in (self.score, self.card, self.tally) if each is not None]
        if len(parts) != 1:
            raise CodecError(path, 'one of "score", "card" and "tally"', len(parts))
        worth = self.tally
        if worth is None:
            card = self.card if self.card is not None else Card(quick=self.score)
            worth = tally(card, form, scheme)
        return Outcome(self.id, self.home, self.away, self.on, worth, self.half)


@dataclass(frozen=True, slots=True)
class SeasonFile:
    format: Format
    scheme: Scheme
    steps: tuple[Step, ...]
    teams: tuple[str, ...]
    results: tuple[MatchSettings, ...]
    play_offs: tuple[MatchSettings, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    names: Mapping[str, str] | None = None

    def outcomes(self, results: tuple[MatchSettings, ...], field: str) -> list[Outcome]:
        return [each.outcome(self.format, self.scheme, f"{field}.{i}") for i, each in enumerate(results)]

    def table(self) -> tuple[season.Row, ...]:
        """The season's table. CodecError for a result that says too little or too much."""
        return season.table(
            self.teams,
            self.outcomes(self.results, "results"),
            self.scheme,
            self.steps,
            adjustments=self.adjustments,
            withdrawals=self.withdrawals,
            play_offs=self.outcomes(self.play_offs, "play_offs"),
            names=self.names,
        )


def read_card(data: object) -> tuple[Match, Card]:
    """A match and its card from a card file's JSON; CodecError names what is wrong."""
    fields = _opened(data, "match-card")
    if "card" not in fields:
        raise CodecError("card", "a card", None)
    card = bare_as(Card, fields.pop("card"), "card")
    league = _league(data)
    if league is not None:
        fields = {**_match_settings(league), **fields}
    return bare_as(Match, fields, ""), card


def read_season(data: object) -> SeasonFile:
    """A season from a season file's JSON; CodecError names what is wrong."""
    fields = _opened(data, "season")
    league = _league(data)
    if league is not None:
        own = {"format": bare(league.format), "scheme": bare(league.scheme), "steps": bare(league.steps)}
        fields = {**own, **fields}
    return bare_as(SeasonFile, fields, "")


def _opened(data: object, kind: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise CodecError("", "an object", data)
    check_version(data)
    if data.get("type") != kind:
        raise CodecError("type", repr(kind), data.get("type"))
    return {key: value for key, value in data.items() if key not in ENVELOPE}


def _league(data: object) -> LeagueRules | None:
    key = data.get("preset") if isinstance(data, dict) else None
    if key is None:
        return None
    if not isinstance(key, str) or key not in PRESETS:
        raise CodecError("preset", f"one of {', '.join(PRESETS)}", key)
    return preset(key)


def _match_settings(league: LeagueRules) -> dict[str, Any]:
    return {
        "format": bare(league.format),
        "scheme": bare(league.scheme),
        "on_the_night": league.registration.on_the_night,
        "registered_only": league.registration.required,
        "quick_allowed": league.quick_allowed,
        "rule_numbers": league.rule_numbers,
    }


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
