"""A draw as everybody may read it, and check it: the order of names, the ties, and the reason for whatever is odd.

Knows how to say what the rules of a draw did. Refuses to draw again unless it is asked to check.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from league.cups.queries.book import Account
from league.cups.queries.draws import drawn_name
from league.cups.queries.facts import Noted
from league.cups.queries.words import named_draw, tie_name
from scoring.season.knockout.bracket import Bracket, State
from scoring.season.knockout.draw import Byes, Draw, Tag, verify
from scoring.season.knockout.hat import lot
from scoring.season.knockout.plan import Part

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
class Told:
    """One draw that was held. `ties` are (first drawn, other) by name, `clashes` sentences."""

    noted: Noted
    key: str
    name: str
    seed: str
    purpose: str
    order: tuple[str, ...]
    ties: tuple[tuple[str, str], ...]
    byes: tuple[Bye, ...]
    clashes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ticket:
    """What one name was sorted by: the text, and its SHA-256."""

    name: str
    text: str
    digest: str


def draws_told(account: Account, names: Mapping[str, str]) -> tuple[Told, ...]:
    """Every draw that was held, the latest first."""
    return tuple(_told(each, names, account.bracket) for each in reversed(account.draws))


def tickets(draw: Draw, names: Mapping[str, str], bracket: Bracket | None) -> tuple[Ticket, ...]:
    """What a seed made of each name, in the order drawn; nothing for a draw in the room."""
    if not draw.lots.seed:
        return ()
    seed, purpose = draw.lots.seed, draw.lots.purpose
    return tuple(
        Ticket(drawn_name(key, names, bracket), f"{seed}/{purpose}/{key}", lot(seed, purpose, key))
        for key in draw.order
    )


def is_true(draw: Draw) -> bool:
    """Whether the draw made again from what is published is the one that was held."""
    return verify(draw)


def late_places(account: Account, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Where somebody may come in late, as (value, words): opposite a bye, or against somebody not yet played."""
    bracket = account.bracket
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


def _told(noted: Noted, names: Mapping[str, str], bracket: Bracket | None) -> Told:
    fact = noted.fact
    draw: Draw = fact.draw

    def called(key: str) -> str:
        return drawn_name(key, names, bracket)

    return Told(
        noted,
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
