"""What was written down about a cup, as the engine's values. Knows the rows. Refuses to know what they come to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.accounts.models import User
from league.cups.models import Cup, Fact
from scoring import codec
from scoring.season.knockout import cups, draw
from scoring.season.knockout.facts import (
    Disqualified,
    Drawn,
    Entered,
    Replayed,
    Resolved,
    Ruling,
    ScoreCorrected,
    Scored,
    WalkedOver,
    Withdrew,
)
from scoring.season.knockout.plan import Part

OF_BRACKETS = (Scored, ScoreCorrected, WalkedOver, Replayed, Withdrew, Disqualified, Entered, Drawn, Resolved)
NO_BRACKET = {"group", "swiss"}  # parts of a cup whose matches stand in no bracket


@dataclass(frozen=True, slots=True)
class Noted:
    """One fact with its number from 1, and who wrote it down when; `pending`: a result says so, and it is not stored.

    `by` is None for what was read off a result.
    """

    number: int
    fact: Any
    by: User | None
    at: datetime
    pending: bool = False


def stored_facts(cup: Cup) -> tuple[Noted, ...]:
    """What was written down, in order: one query."""
    return facts_by_cup([cup]).get(cup.pk, ())


def facts_by_cup(cups: Sequence[Cup]) -> dict[int, tuple[Noted, ...]]:
    """The same of several cups, by their keys: one query."""
    found: dict[int, list[Noted]] = {}
    for row in Fact.objects.filter(cup__in=cups).select_related("by").order_by("cup", "number"):
        found.setdefault(row.cup_id, []).append(Noted(row.number, codec.decode(row.body), row.by, row.at))
    return {pk: tuple(noted) for pk, noted in found.items()}


def rules_of(cup: Cup) -> cups.Cup:
    """How it is played."""
    return codec.decode_as(cups.Cup, cup.rules)


def draw_rules_of(cup: Cup) -> draw.DrawRules:
    """How it is drawn."""
    return codec.decode_as(draw.DrawRules, cup.draw_rules)


def begins(fact: object) -> bool:
    """Whether a fact is the draw with which a bracket begins."""
    return isinstance(fact, Drawn) and fact.part is Part.MAIN and fact.round == 1


def in_bracket(fact: object) -> bool:
    """Whether a bracket is to be told a fact: what is of groups and of Swiss rounds it does not know."""
    return isinstance(fact, OF_BRACKETS) and str(getattr(fact, "tie", "")).partition("-")[0] not in NO_BRACKET


def voids(fact: object, tie: str) -> bool:
    """Whether a fact makes what was played of a tie void, so that it is played once more."""
    again = isinstance(fact, Replayed) or (isinstance(fact, Resolved) and fact.ruling is Ruling.REPLAY)
    return again and fact.tie == tie  # type: ignore[attr-defined]


def attempt_at(tie: str, noted: Iterable[Noted]) -> int:
    """Which attempt at a tie is the one that counts: one more with every replay that somebody asked for."""
    return 1 + sum(voids(each.fact, tie) for each in noted if each.by is not None)
