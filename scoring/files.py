"""The two files that the command line reads: one match with its card, and one season.

`docs/formats.md` shows both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from scoring.card.format import Format
from scoring.card.league_rules import LeagueRules, Step
from scoring.card.match import Match
from scoring.card.outcome import Outcome, Tally, tally
from scoring.card.points import Scheme
from scoring.card.presets import PRESETS, preset
from scoring.card.sheet import Card
from scoring.codec import CodecError, bare, bare_as, check_version
from scoring.season.ledger import Adjustment, Withdrawal
from scoring.season.table import Row, table

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

    def table(self) -> tuple[Row, ...]:
        """The season's table. CodecError for a result that says too little or too much."""
        return table(
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
