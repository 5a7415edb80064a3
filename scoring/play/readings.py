"""Where the sources of a game part, or one can be read in two ways, and how each preset reads it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

PAGAT = "the All Fives page after Pagat"
SWEDISH = "the Swedish page on All Fives"
SITE = "the gaming site"
FOSTER = "Foster’s Hoyle"
AMERICAN = "Pagat on the American games"
LEAGUE = "the league’s page"


@dataclass(frozen=True, slots=True)
class SourceReading:
    """How one preset reads its ``source``, in a sentence, and the presets that read it, or a like source, otherwise."""

    source: str
    sentence: str
    others: tuple[str, ...]


_SAME = "“The same” is taken at its word: all else is as All Fives on that page."
_NO_PARTNERS = "The page names no partners, so four play each alone; “above 100” is 100 or more."
_ONCE = "As it lies in line, an open end of it counts its own pips once."
_ARMS = "The page is read by itself: the first double is laid in line and takes one tile at either side of it there."
_CHAIN = "Who scores or plays a double plays again, and the page leaves open what a last tile does that is one."
_OUT = f"{_CHAIN} Here the player is out."
_DRAW = f"{_CHAIN} Here the player draws and plays on, and is out only with nothing left to draw."
_ONLY = (
    "Who scores or plays a double goes on only with another such tile: without one the turn passes, and nobody draws."
)
_CHAINS = ("out", "draw", "scoring-only", "same-out", "same-draw", "same-scoring-only")


def _chaining(game: str) -> dict[str, SourceReading]:
    """The seven names of a game with several tiles a turn."""
    table = {"out": _OUT, "draw": _DRAW, "scoring-only": _ONLY}
    table |= {f"same-{name}": f"{_SAME} {sentence}" for name, sentence in table.items()}
    readings = {
        f"{game}:{name}": SourceReading(
            PAGAT if name.startswith("same") else AMERICAN,
            sentence,
            tuple(f"{game}:{other}" for other in _CHAINS if other != name),
        )
        for name, sentence in table.items()
    }
    return {game: readings[f"{game}:out"], **readings}


READINGS: Mapping[str, SourceReading] = MappingProxyType(
    {
        "fives-threes:teesdale": SourceReading(
            LEAGUE,
            "Rule 7, by which both pairs play all their tiles, is read as both partners of one pair. Rule 8, by which "
            "each draws six for the next round, is read as the deal for four: two go on with nine.",
            ("fives-threes:teesdale-both-pairs", "fives-threes:teesdale-six"),
        ),
        "fives-threes:teesdale-both-pairs": SourceReading(
            LEAGUE,
            "Rule 7 is taken at its word: when one pair is out the other plays on, until it is out too or blocked.",
            ("fives-threes:teesdale",),
        ),
        "fives-threes:teesdale-six": SourceReading(
            LEAGUE,
            "Rule 8 is taken at its word: two players take nine tiles for the first hand and six for each one after.",
            ("fives-threes:teesdale",),
        ),
        "all-fives": SourceReading(
            PAGAT,
            "The winner of a hand scores what opponents have left, and who went out leads the next.",
            ("all-fives:swedish", "all-fives:gaming-site"),
        ),
        "all-fives:each-subtracts": SourceReading(
            PAGAT,
            "Each side takes off what it has left; the two hands of a pair are added and then rounded.",
            ("all-fives:swedish",),
        ),
        "all-fives:by-five": SourceReading(
            PAGAT,
            "All scores are divided by five, and the target is the 61 of a crib board.",
            ("all-fives:by-five-50",),
        ),
        "all-fives:by-five-50": SourceReading(
            PAGAT,
            "The page asks itself whether 61 is right, since fifty fives make 250: here the target is divided as well.",
            ("all-fives:by-five",),
        ),
        "all-fives:by-hands": SourceReading(
            SITE, "“Divided by five” is taken for the whole game: plays and bonus alike.", ("all-fives:gaming-site",)
        ),
        "all-fives:swedish": SourceReading(
            SWEDISH,
            "What a player has left comes off the player’s own score, each hand rounded by itself. Of the three deals "
            "the first is played.",
            ("all-fives:swedish-five", "all-fives:swedish-seven", "all-fives:each-subtracts", "all-fives"),
        ),
        "all-fives:swedish-five": SourceReading(
            SWEDISH,
            "One of the page’s other two deals: everybody takes five tiles, however many play.",
            ("all-fives:swedish", "all-fives:swedish-seven"),
        ),
        "all-fives:swedish-seven": SourceReading(
            SWEDISH,
            "One of the page’s other two deals: two take seven tiles each, three and four take five.",
            ("all-fives:swedish", "all-fives:swedish-five"),
        ),
        "all-fives:gaming-site": SourceReading(
            SITE,
            "A play scores the total itself. Only the bonus after a hand is divided by five, and it is for what all "
            f"players have left. {_NO_PARTNERS}",
            ("all-fives:by-hands", "all-fives:gaming-site-pairs", "all-fives:gaming-site-101", "all-fives"),
        ),
        "all-fives:gaming-site-pairs": SourceReading(
            SITE, "Four play as two pairs, as on the page it refers to.", ("all-fives:gaming-site",)
        ),
        "all-fives:gaming-site-101": SourceReading(
            SITE, "“Above 100” is taken at its word: 100 itself is not enough.", ("all-fives:gaming-site",)
        ),
        "muggins": SourceReading(
            FOSTER,
            "A game with a deal and a target of its own, and with wrong claims that may be called.",
            ("muggins:no-spinner", "muggins:gaming-site"),
        ),
        "muggins:no-spinner": SourceReading(PAGAT, f"No spinner. {_SAME}", ("muggins", "muggins:gaming-site")),
        "muggins:gaming-site": SourceReading(
            SITE, f"No spinner. {_SAME} {_NO_PARTNERS}", ("muggins", "muggins:no-spinner")
        ),
        "sniff": SourceReading(
            AMERICAN,
            "The sniff may be played on all round, and its open ends go on counting.",
            ("sniff:stubs",),
        ),
        "sniff:stubs": SourceReading(
            PAGAT,
            "“In line, with one tile at each side” is read as the page that it follows has it: the line goes on from "
            "the ends of the first double, and each long side takes one tile, which counts for the rest of the hand "
            f"and is never played on. As at any spinner, the two places in the line are covered first. {_ONCE} {_SAME}",
            ("sniff", "sniff:in-line", "sniff:in-line-whole"),
        ),
        "sniff:in-line": SourceReading(PAGAT, f"{_ARMS} {_ONCE} {_SAME}", ("sniff:stubs", "sniff:in-line-whole")),
        "sniff:in-line-whole": SourceReading(
            PAGAT,
            f"{_ARMS} At an end it counts all its pips, as every double does, so that the game is Muggins without "
            f"calls. {_SAME}",
            ("sniff:stubs", "sniff:in-line", "muggins:no-spinner"),
        ),
        "five-up": SourceReading(AMERICAN, "Five tiles each, by fives to 61.", ("five-up:same", "five-up:gaming-site")),
        "five-up:same": SourceReading(PAGAT, f"Every double a spinner. {_SAME}", ("five-up", "five-up:gaming-site")),
        "five-up:gaming-site": SourceReading(
            SITE, f"Every double a spinner. {_SAME} {_NO_PARTNERS}", ("five-up", "five-up:same")
        ),
        **_chaining("seven-toed-pete"),
        **_chaining("horse-race"),
    }
)
