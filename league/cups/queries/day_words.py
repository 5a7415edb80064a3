"""What was written down about groups and rounds, in sentences. Knows how people call it. Refuses to count."""

from collections.abc import Mapping
from typing import Any

from league.cups.queries.day import match_name
from scoring.season.knockout.facts import (
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


def day_words(fact: Any, names: Mapping[str, str], day: OpenDay) -> str | None:
    """A sentence without its reason; None for a fact that is about nothing of a stage by itself."""
    if not of_stage(fact):
        return None
    match fact:
        case Dealt():
            words = _dealt(fact, swiss=day.swiss)
        case Paired():
            bye = f" {names[fact.bye]} has the bye." if fact.bye else ""
            by_hand = " by hand" if fact.reason else ""
            words = f"Round {fact.round} was paired{by_hand}.{bye}"
        case Placed():
            where = "" if len(day.tables) < 2 else f"Group {fact.group}: "
            words = f"{where}{', '.join(names[each] for each in fact.order)}, in this order."
        case Scored() | ScoreCorrected():
            right = " put right" if isinstance(fact, ScoreCorrected) else ""
            first, second = _sides(fact.tie, names, day)
            words = f"{match_name(fact.tie)}{right}: {first} {fact.first}-{fact.second} {second}."
        case WalkedOver():
            words = f"{match_name(fact.tie)}: {names.get(fact.to, fact.to)} won without play."
        case Replayed():
            words = f"{match_name(fact.tie)} is to be played again."
        case Entered():
            words = f"{names.get(fact.entrant.id, fact.entrant.id)} entered late."
        case Resolved():
            words = "The knockout stands as it was drawn."
        case _:
            words = (
                f"{names.get(fact.entrant, fact.entrant)} was disqualified. {match_name(fact.tie)} goes to the other."
            )
    return words


def _dealt(fact: Dealt, *, swiss: bool) -> str:
    how = f"by the seed “{fact.lots.seed}”" if fact.lots.seed else "in the room"
    if swiss:
        return f"The order before the first round was drawn {how}: {len(fact.order)} names."
    groups = len(fact.groups)
    return f"{len(fact.order)} names were drawn {how} into {groups} group{'' if groups == 1 else 's'}."


def _sides(tie: str, names: Mapping[str, str], day: OpenDay) -> tuple[str, str]:
    try:
        match = day.match(tie)
    except KeyError:
        return "", ""
    return names.get(match.first, match.first), names.get(match.second or "", "")
