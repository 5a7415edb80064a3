"""Everything that was written down about a cup, in numbered sentences, with who did it and when; and disputes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.cups.presenters.labels import fact_reason, fact_text, side_name, tie_name
from league.cups.presenters.openday import match_name
from league.cups.values.snapshot import CupSnapshot, day_after, has_stage
from scoring.season.knockout.bracket import Bracket, BracketConflict
from scoring.season.knockout.facts import (
    NEITHER,
    Dealt,
    Entered,
    Paired,
    Placed,
    Replayed,
    Resolved,
    ScoreCorrected,
    Scored,
    WalkedOver,
)
from scoring.season.openday.day import OpenDay, of_stage
from scoring.words import several


@dataclass(frozen=True, slots=True)
class FactLine:
    """One fact. `who` is "From the match card" for what was read off it; `pending`: not written down yet."""

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


def fact_log(snapshot: CupSnapshot, names: Mapping[str, str]) -> list[FactLine]:
    """The record, the oldest first."""
    day = day_after(snapshot.cup, [each.fact for each in snapshot.log]) if has_stage(snapshot.cup) else None
    return [
        FactLine(
            each.number,
            (openday_fact_text(each.fact, names, day) if day else None)
            or fact_text(each.fact, names, snapshot.bracket),
            fact_reason(each.fact),
            each.by.name if each.by else "From the match card",
            each.at,
            each.pending,
        )
        for each in snapshot.log
    ]


def disputes_of(bracket: Bracket | None, names: Mapping[str, str]) -> list[Dispute]:
    """What waits for the co-ordinator's ruling."""
    return [dispute(bracket, each, names) for each in bracket.conflicts] if bracket else []


def dispute(bracket: Bracket, conflict: BracketConflict, names: Mapping[str, str]) -> Dispute:
    """One conflict in words."""
    name = tie_name(bracket, bracket.tie(conflict.tie))
    return Dispute(conflict.tie, name, names.get(conflict.played, conflict.played), side_name(conflict.now, names))


# --- facts about groups and rounds ------------------------------------------------------------------------------------
def openday_fact_text(fact: Any, names: Mapping[str, str], day: OpenDay) -> str | None:
    """A sentence without its reason; None for a fact that is about nothing of a stage by itself."""
    if not of_stage(fact):
        return None
    match fact:
        case Dealt():
            text = _dealt(fact, swiss=day.swiss)
        case Paired():
            bye = f" {names[fact.bye]} has the bye." if fact.bye else ""
            by_hand = " by hand" if fact.reason else ""
            text = f"Round {fact.round} was paired{by_hand}.{bye}"
        case Placed():
            where = "" if len(day.tables) < 2 else f"Group {fact.group}: "
            text = f"{where}{', '.join(names[each] for each in fact.order)}, in this order."
        case Scored() | ScoreCorrected():
            right = " corrected" if isinstance(fact, ScoreCorrected) else ""
            first, second = _sides(fact.tie, names, day)
            text = f"{match_name(fact.tie)}{right}: {first} {fact.first}\N{EN DASH}{fact.second} {second}."
        case WalkedOver():
            won = "lost by both" if fact.to == NEITHER else f"{names.get(fact.to, fact.to)} won by walkover"
            text = f"{match_name(fact.tie)}: {won}."
        case Replayed():
            text = f"{match_name(fact.tie)} is to be replayed."
        case Entered():
            text = f"{names.get(fact.entrant.id, fact.entrant.id)} entered late."
        case Resolved():
            text = "The draw of the knockout stands."
        case _:
            out = names.get(fact.entrant, fact.entrant)
            text = f"{out} was disqualified. {match_name(fact.tie)} goes to the other side."
    return text


def _dealt(fact: Dealt, *, swiss: bool) -> str:
    how = f"from the number “{fact.lots.seed}”" if fact.lots.seed else "in the room"
    if swiss:
        return f"The starting order was drawn {how}: {len(fact.order)} names."
    groups = len(fact.groups)
    return f"{len(fact.order)} names were drawn {how} into {several(groups, 'group')}."


def _sides(tie: str, names: Mapping[str, str], day: OpenDay) -> tuple[str, str]:
    try:
        match = day.match(tie)
    except KeyError:
        return "", ""
    return names.get(match.first, match.first), names.get(match.second or "", "")
