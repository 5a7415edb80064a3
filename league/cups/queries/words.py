"""A cup in words: its rounds, its ties, and what was written down about it.

Knows how people call them. Refuses to know who may read it: names come as the public may have them.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.text import capfirst

from scoring.season.knockout.bracket import Bracket, Tie
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
from scoring.season.knockout.plan import Feeder, Part, Seat, Vacant

LAST_ROUNDS = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
PARTS = {Part.MAIN: "", Part.LOSERS: "Second chance", Part.PLATE: "Plate"}
ALONE = {Part.THIRD: "Third place", Part.LATE: "Late entry"}
TIE = re.compile(r"\b(?:main|losers|final|plate|third|late)-\d+-\d+\b")
ENTRANT = re.compile(r"\be\d+\b")


def round_name(bracket: Bracket, part: Part, number: int) -> str:
    """How a round is called: "Round 1", "Semi-finals", "Plate final", "Second chance, round 3"."""
    if part in ALONE:
        return ALONE[part]
    if part is Part.FINAL:
        return "Final" if number == 1 else "Second final"
    ties = sum(tie.plan.part is part and tie.plan.round == number for tie in bracket.ties)
    double = any(tie.plan.part is Part.FINAL for tie in bracket.ties)
    return named_round(part, number, 0 if double else ties)


def named_round(part: Part, number: int, ties: int) -> str:
    """The same for a round of so many ties; 0 where the last of them is no final."""
    plain = LAST_ROUNDS.get(ties, f"Round {number}")
    if not PARTS.get(part):
        return plain
    return f"{PARTS[part]}, {plain[:1].lower()}{plain[1:]}" if ties != 1 else f"{PARTS[part]} final"


def named_draw(part: Part, number: int, ties: int, *, whole: bool) -> str:
    """What a draw of so many ties makes: a round, or at once everything up to the final."""
    if whole and ties > 1:
        return "the plate" if part is Part.PLATE else "the whole bracket"
    return named_round(part, number, ties)


def tie_name(bracket: Bracket, tie: Tie) -> str:
    """How one tie is called: "Final", "Semi-final 2", "Round 1, tie 12"."""
    plan = tie.plan
    name = round_name(bracket, plan.part, plan.round)
    alone = sum(each.plan.part is plan.part and each.plan.round == plan.round for each in bracket.ties) == 1
    if alone and plan.part is not Part.LATE:
        return name
    return f"{name.removesuffix('s')} {plan.number}" if name.endswith("finals") else f"{name}, tie {plan.number}"


def side_name(seat: Seat, names: Mapping[str, str], otherwise: str = "to be known") -> str:
    """Who is at a place: a name, "bye", or that it is not known."""
    if isinstance(seat, Vacant):
        return "bye" if seat is Vacant.BYE else otherwise
    return names.get(seat, seat)


def waits_for(bracket: Bracket, source: object) -> str:
    """Who comes to a place that nobody has yet: "winner of semi-final 2"."""
    if not isinstance(source, Feeder):
        return ""
    return f"{source.role.value} of {tie_name(bracket, bracket.tie(source.tie)).lower()}"


def in_names(words: str, names: Mapping[str, str], bracket: Bracket | None) -> str:
    """A sentence of the engine with names in it instead of ids."""
    ties = {tie.id: tie_name(bracket, tie) for tie in bracket.ties} if bracket else {}
    words = TIE.sub(lambda found: ties.get(found[0], found[0]), words)
    words = ENTRANT.sub(lambda found: names.get(found[0], found[0]), words)
    return capfirst(words)


def fact_words(fact: Any, names: Mapping[str, str], bracket: Bracket | None) -> str:
    """One fact in a sentence, without its reason (`reason_of`)."""
    match fact:
        case Scored() | ScoreCorrected():
            words = _score(fact, names, bracket)
        case WalkedOver():
            words = f"{fact.tie}: {fact.to} goes on without play."
        case Replayed():
            words = f"{fact.tie} is to be played again."
        case Withdrew():
            words = f"{fact.entrant} withdrew."
        case Disqualified():
            given = f" {fact.tie} goes to the other side." if fact.tie else ""
            words = f"{fact.entrant} was disqualified.{given}"
        case Entered():
            where = f"against {fact.meets} for a place in" if fact.meets else "in place of the bye of"
            words = f"{fact.entrant.id} entered late, {where} {fact.tie}."
        case Drawn():
            words = f"{_drawn(fact)} was drawn."
        case Resolved():
            what = "stands as it was played" if fact.ruling is Ruling.STANDS else "is to be played again"
            words = f"{fact.tie} {what}, although somebody else should have been in it."
        case _:
            words = other_words(fact)
    return in_names(words, names, bracket)


def other_words(fact: Any) -> str:
    """A fact that is none of a bracket, by its kind and where it belongs."""
    kind = re.sub(r"(?<!^)(?=[A-Z])", " ", type(fact).__name__).lower()
    where = ", ".join(str(each) for each in (getattr(fact, "tie", ""), getattr(fact, "round", "")) if each)
    return f"{kind}{f' {where}' if where else ''}."


def reason_of(fact: Any) -> str:
    """Why, where it was said."""
    return str(getattr(fact, "reason", ""))


def _score(fact: Scored | ScoreCorrected, names: Mapping[str, str], bracket: Bracket | None) -> str:
    leg = f", leg {fact.leg}" if fact.leg > 1 else ""
    sides = next(((tie.first, tie.second) for tie in bracket.ties if tie.id == fact.tie), None) if bracket else None
    first, second = (side_name(seat, names) for seat in sides) if sides else ("", "")
    put_right = " put right" if isinstance(fact, ScoreCorrected) else ""
    return f"{fact.tie}{leg}{put_right}: {first} {fact.first}-{fact.second} {second}".rstrip() + "."


def _drawn(fact: Drawn) -> str:
    return named_draw(fact.part, fact.round, len(fact.draw.pairings), whole=fact.draw.rules.fixed)
