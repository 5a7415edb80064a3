"""The games that the engine knows by name, for people: families, their variants, and what no source settles.

Knows what each name is called on a page, and in which clauses a variant differs from the first of its family. Refuses
to know any rule: every sentence is written from the parameters by `scoring.play.clauses`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.play.clauses import Clause, describe
from scoring.play.presets import PRESETS, REFUSED

FAMILIES = {
    "fives-threes": "Fives and threes",
    "odd-primes": "Odd Primes",
    "all-fives": "All Fives",
    "muggins": "Muggins",
    "sniff": "American Sniff",
    "five-up": "Five Up",
    "five-ups": "Five Ups",
    "seven-toed-pete": "Seven-Toed Pete",
    "horse-race": "Horse Race",
    "straight": "Straight dominoes",
}


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One preset: its key, its names, its clauses, and those of them that the first of its family has not."""

    key: str
    family: str
    variant: str
    clauses: tuple[Clause, ...]
    own: tuple[Clause, ...]

    @property
    def name(self) -> str:
        return f"{self.family}: {self.variant}" if self.variant else self.family


@dataclass(frozen=True, slots=True)
class Refused:
    """A name that no source says enough about, and why."""

    name: str
    reason: str


def rule_sets() -> tuple[tuple[str, tuple[RuleSet, ...]], ...]:
    """Every preset by family, in the order of the presets."""
    found: dict[str, list[RuleSet]] = {}
    for each in _all():
        found.setdefault(each.family, []).append(each)
    return tuple((family, tuple(sets)) for family, sets in found.items())


def rule_set(key: str) -> RuleSet | None:
    return next((each for each in _all() if each.key == key), None)


def refused() -> tuple[Refused, ...]:
    return tuple(Refused(_name(key), f"{reason[0].upper()}{reason[1:]}.") for key, reason in REFUSED.items())


def _all() -> Iterator[RuleSet]:
    first: dict[str, tuple[Clause, ...]] = {}
    for key, rules in PRESETS.items():
        family, _, variant = key.partition(":")
        clauses = describe(rules)
        plain = first.setdefault(family, clauses)
        own = tuple(clause for clause in clauses if clause not in plain)
        yield RuleSet(key, FAMILIES.get(family, _words(family)), _words(variant), clauses, own)


def _name(key: str) -> str:
    family, _, variant = key.partition(":")
    words = _words(variant)
    return f"{FAMILIES.get(family, _words(family))}: {words}" if words else FAMILIES.get(family, _words(family))


def _words(part: str) -> str:
    """As a heading: "pagat-no-chip" is "Pagat, no chip" and "200" is "To 200"; the country in capitals."""
    if part.isdecimal():
        return f"To {part}"
    if part == "uk":
        return "British pubs"
    words = part.split("-")
    if len(words) > 1 and words[0] in {"pagat", "leek"}:
        rest = f"to {words[1]}" if words[1].isdecimal() else " ".join(words[1:])
        return f"{words[0].capitalize()}, {rest}"
    return " ".join(words).capitalize()
