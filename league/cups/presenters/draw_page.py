"""A draw as everybody may read it and check it: the order of names, what was drawn, and the reason for whatever is odd.

Of a knockout first, and then of groups or the order of a Swiss event. Nothing is drawn again but to check.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from league.cups.presenters.labels import drawn_name, named_draw, tie_name
from league.cups.presenters.openday import OpenDayPage
from league.cups.values.facts import LoggedFact
from league.cups.values.snapshot import CupSnapshot
from scoring.season.knockout.bracket import Bracket, State
from scoring.season.knockout.draw import Byes, Draw, Tag, verify
from scoring.season.knockout.facts import Dealt
from scoring.season.knockout.hat import lot
from scoring.season.knockout.plan import Part
from scoring.season.openday import groups as group_draw

CLASHES = {
    "seeds": "both are seeded",
    Tag.VENUE.value: "both are from the same pub",
    Tag.TEAM.value: "both are from the same team",
    Tag.DIVISION.value: "both play in the same division",
    Tag.REGION.value: "both are from the same region",
    Tag.GROUP.value: "both come from the same group",
}
ELSEWHERE = "they are from different regions"


@dataclass(frozen=True, slots=True)
class Bye:
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class DrawPage:
    """One draw that was held. `ties` are (first drawn, other) by name, `clashes` sentences."""

    entry: LoggedFact
    key: str
    name: str
    seed: str
    purpose: str
    order: tuple[str, ...]
    ties: tuple[tuple[str, str], ...]
    byes: tuple[Bye, ...]
    clashes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedLot:
    """What one name was sorted by: the text, and its SHA-256."""

    name: str
    text: str
    digest: str


def draw_pages(snapshot: CupSnapshot, names: Mapping[str, str]) -> tuple[DrawPage, ...]:
    """Every draw that was held, the latest first."""
    return tuple(_draw_page(each, names, snapshot.bracket) for each in reversed(snapshot.draws))


def tickets(draw: Draw, names: Mapping[str, str], bracket: Bracket | None) -> tuple[NamedLot, ...]:
    """What a seed made of each name, in the order drawn; nothing for a draw in the room."""
    if not draw.lots.seed:
        return ()
    seed, purpose = draw.lots.seed, draw.lots.purpose
    return tuple(
        NamedLot(drawn_name(key, names, bracket), f"{seed}/{purpose}/{key}", lot(seed, purpose, key))
        for key in draw.order
    )


def is_reproduced(draw: Draw) -> bool:
    """Whether the draw made again from what is published is the one that was held."""
    return verify(draw)


def late_places(snapshot: CupSnapshot, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Where somebody may come in late, as (value, words): opposite a bye, or against somebody not yet played."""
    bracket = snapshot.bracket
    if bracket is None:
        return []
    first = [tie for tie in bracket.ties if tie.plan.part is Part.MAIN and tie.plan.round == 1]
    byes = [tie for tie in first if tie.state is State.BYE]
    found = [(f"{tie.id}/", f"Plays {names.get(str(tie.winner), '')}, who has a bye") for tie in byes]
    for tie in first:
        if tie.state is State.TO_PLAY:
            where = tie_name(bracket, tie)
            sides = (str(tie.first), str(tie.second))
            found += [(f"{tie.id}/{key}", f"Plays {names.get(key, key)} for a place in {where}") for key in sides]
    return found


def _draw_page(entry: LoggedFact, names: Mapping[str, str], bracket: Bracket | None) -> DrawPage:
    fact = entry.fact
    draw: Draw = fact.draw

    def called(key: str) -> str:
        return drawn_name(key, names, bracket)

    return DrawPage(
        entry,
        f"{fact.part.value}-{fact.round}",
        named_draw(fact.part, fact.round, len(draw.pairings), whole=draw.rules.fixed),
        draw.lots.seed,
        draw.lots.purpose,
        tuple(called(key) for key in draw.order),
        tuple((called(each.home), called(each.away)) for each in draw.pairings if each.away is not None),
        tuple(Bye(called(each.home), _why_bye(draw, each.home)) for each in draw.pairings if each.away is None),
        tuple(f"{called(each.home)} and {called(each.away)}: {_why(draw, each.tags)}." for each in draw.clashes),
    )


def _why(draw: Draw, tags: tuple[str, ...]) -> str:
    together = draw.rules.together
    return " and ".join(
        ELSEWHERE if together is not None and tag == together.value else CLASHES.get(tag, tag) for tag in tags
    )


def _why_bye(draw: Draw, key: str) -> str:
    entrant = next(each for each in draw.entrants if each.id == key)
    if draw.rules.byes is Byes.SEEDS and entrant.seed is not None:
        return f"seeded {entrant.seed}"
    if draw.rules.byes is Byes.DIVISION and entrant.division:
        return "plays in a higher division"
    byes = sum(each.away is None for each in draw.pairings)
    return "last out of the hat" if key in draw.order[-byes:] else "left over where the others do not clash"


# --- how groups, or the order of a Swiss event, were drawn ------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class GroupDrawPage:
    """`true`: dealt again from what is published it comes out the same. `tickets` are empty for names from a hat."""

    seed: str
    purpose: str
    true: bool
    order: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    tickets: tuple[NamedLot, ...]
    clashes: tuple[str, ...]


def group_draw_page(shown: OpenDayPage) -> GroupDrawPage | None:
    """None before anything was drawn."""
    dealt, names = shown.day.dealt, shown.names
    if dealt is None:
        return None
    return GroupDrawPage(
        dealt.lots.seed,
        dealt.lots.purpose,
        group_draw.verify(dealt),
        tuple(names[key] for key in dealt.order),
        tuple(tuple(names[key] for key in group) for group in dealt.groups),
        _group_tickets(dealt, names),
        () if shown.day.swiss else _group_clashes(dealt, names),
    )


def _group_tickets(dealt: Dealt, names: Mapping[str, str]) -> tuple[NamedLot, ...]:
    seed, purpose = dealt.lots.seed, dealt.lots.purpose
    if not seed:
        return ()
    return tuple(NamedLot(names[key], f"{seed}/{purpose}/{key}", lot(seed, purpose, key)) for key in dealt.order)


def _group_clashes(dealt: Dealt, names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(
        f"{names[one]} and {names[other]} in group {group}: {' and '.join(CLASHES[tag.value] for tag in tags)}."
        for group, one, other, tags in group_draw.together(dealt)
    )
