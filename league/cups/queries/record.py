"""Everything that was written down about a cup, in words, numbered, with who did it and when."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from league.cups.queries.book import Account
from league.cups.queries.day import day_after, has_stage
from league.cups.queries.day_words import day_words
from league.cups.queries.words import fact_words, reason_of, side_name, tie_name
from scoring.season.knockout.bracket import Bracket, BracketConflict


@dataclass(frozen=True, slots=True)
class Line:
    """One fact. `who` is "The result of the match" for what was read off it; `pending`: not written down yet."""

    number: int
    words: str
    reason: str
    who: str
    at: datetime
    pending: bool


@dataclass(frozen=True, slots=True)
class Dispute:
    """A tie that was played by somebody who should not be in it: who played, and who should have."""

    tie: str
    name: str
    played: str
    now: str


def record_of(account: Account, names: Mapping[str, str]) -> list[Line]:
    """The record, the oldest first."""
    day = day_after(account.cup, [each.fact for each in account.noted]) if has_stage(account.cup) else None
    return [
        Line(
            each.number,
            (day_words(each.fact, names, day) if day else None) or fact_words(each.fact, names, account.bracket),
            reason_of(each.fact),
            each.by.name if each.by else "The result of the match",
            each.at,
            each.pending,
        )
        for each in account.noted
    ]


def disputes_of(bracket: Bracket | None, names: Mapping[str, str]) -> list[Dispute]:
    """What waits for the co-ordinator's ruling."""
    return [dispute(bracket, each, names) for each in bracket.conflicts] if bracket else []


def dispute(bracket: Bracket, conflict: BracketConflict, names: Mapping[str, str]) -> Dispute:
    """One conflict in words."""
    name = tie_name(bracket, bracket.tie(conflict.tie))
    return Dispute(conflict.tie, name, names.get(conflict.played, conflict.played), side_name(conflict.now, names))
