"""The games that the engine knows by name, for people: families, their variants, and what no source settles."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.play.clauses import Clause, describe
from scoring.play.presets import PRESETS, REFUSED
from scoring.play.readings import READINGS, SourceReading

FAMILIES = {
    "fives-threes": "Fives and threes",
    "odd-primes": "Odd Primes",
    "all-fives": "All Fives",
    "muggins": "Muggins",
    "sniff": "Sniff",
    "five-up": "Five Up",
    "five-ups": "Five Ups",
    "seven-toed-pete": "Seven-Toed Pete",
    "horse-race": "Horse Race",
    "straight": "Straight dominoes",
}


#: The first of a family, where others of it have as good a claim to the name.
SOURCES = {
    "pagat": "pagat.com",
    "teesdale": "the Teesdale league",
    "leek": "the Leek league",
    "solihull": "the Solihull league",
}
FIRST = {"all-fives": "Usual rules", "muggins": "Foster", "sniff": "American", "five-up": "American"}
#: Variants whose name is no heading by itself: what is different for the players, not where it was written down.
VARIANTS = {
    "pagat": "Usual pub rules, to 61",
    "pagat-no-chip": "Nothing for chipping out",
    "pagat-bounce": "Too many bounces back",
    "pagat-lead-bar": "The first tile cannot win",
    "pagat-31": "To 31",
    "pagat-121": "To 121",
    "championship": "Championship rules",
    "teesdale": "Teesdale league rules",
    "teesdale-both-pairs": "Teesdale, both pairs play out",
    "teesdale-six": "Teesdale, two go on with six tiles",
    "leek": "Leek league rules",
    "leek-pairs": "Leek league rules, pairs to 121",
    "solihull": "Solihull league rules, to 121",
    "gaming-site": "The gaming site",
    "gaming-site-pairs": "The gaming site, in pairs",
    "gaming-site-101": "The gaming site, above 100",
    "swedish": "The Swedish page",
    "swedish-five": "The Swedish page, five tiles each",
    "swedish-seven": "The Swedish page, seven or five tiles each",
    "by-five-50": "By five, to 50",
    "stubs": "In line, with a stub at each side",
    "in-line": "In line with two arms, counted once",
    "in-line-whole": "In line with two arms, counted whole",
    "same": "As All Fives",
    "out": "Out with the last tile",
    "draw": "Drawing on",
    "same-out": "As All Fives, out with the last tile",
    "same-draw": "As All Fives, drawing on",
    "scoring-only": "On only with a score or a double",
    "same-scoring-only": "As All Fives, on only with a score or a double",
    "uk": "British pubs",
    "straight:draw": "Draw game",
}


@dataclass(frozen=True, slots=True)
class RuleSet:
    key: str
    family: str
    variant: str
    clauses: tuple[Clause, ...]
    own: tuple[Clause, ...]

    @property
    def name(self) -> str:
        return f"{self.family} ({self.variant})" if self.variant else self.family

    @property
    def source(self) -> str:
        """Where these rules are written down, as its key tells; "" where that is no one place."""
        return SOURCES.get(self.key.partition(":")[2].partition("-")[0], "")

    @property
    def reading(self) -> SourceReading | None:
        return READINGS.get(self.key)

    @property
    def otherwise(self) -> list[tuple[str, str, list[Clause]]]:
        """The other readings, each with its key, its name and the clauses that it has in place of these."""
        others = self.reading.others if self.reading else ()
        books = ((key, describe(PRESETS[key])) for key in others)
        return [(key, _name(key), [each for each in book if each not in self.clauses]) for key, book in books]


def rule_sets() -> tuple[tuple[str, tuple[RuleSet, ...]], ...]:
    sets_by_family: dict[str, list[RuleSet]] = {}
    for each in _all():
        sets_by_family.setdefault(each.family, []).append(each)
    return tuple((family, tuple(sets)) for family, sets in sets_by_family.items())


def rule_set(key: str) -> RuleSet | None:
    return next((each for each in _all() if each.key == key), None)


def refused_names() -> list[tuple[str, str]]:
    return [(_name(key), f"{reason[0].upper()}{reason[1:]}.") for key, reason in REFUSED.items()]


def _all() -> Iterator[RuleSet]:
    first: dict[str, tuple[Clause, ...]] = {}
    for key, rules in PRESETS.items():
        family = key.partition(":")[0]
        clauses = describe(rules)
        plain = first.setdefault(family, clauses)
        own = tuple(clause for clause in clauses if clause not in plain)
        yield RuleSet(key, FAMILIES.get(family, _words(family)), _variant(key), clauses, own)


def _name(key: str) -> str:
    family, variant = key.partition(":")[0], _variant(key)
    game = FAMILIES.get(family, _words(family))
    return f"{game} ({variant})" if variant else game


def _variant(key: str) -> str:
    family, _, variant = key.partition(":")
    return VARIANTS.get(key) or (_words(variant) if variant else FIRST.get(family, ""))


def _words(part: str) -> str:
    """As a heading: "pagat-no-chip" is "Nothing for chipping out" and "200" is "To 200"."""
    if part.isdecimal():
        return f"To {part}"
    if part in VARIANTS:
        return VARIANTS[part]
    return part.replace("-", " ").capitalize()
