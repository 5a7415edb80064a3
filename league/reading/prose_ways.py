"""All the ways in which a stretch of a newspaper's results can be read as matches with their scores."""

import re

from league.reading.written_scores import number_in
from scoring.names import has_letters

NUMBER = re.compile(r"(?<![\w.½-])(\d{1,3}(?:\.5)?\s?½?|½|nil)(?![\w½])", re.IGNORECASE)
LIKE_A_SCORE = re.compile(r"\d\s*[-–—:]\s*\d")
Way = tuple[tuple[str, str, str, str], ...]  # of each match home, score, away, score


def ways_of(text: str) -> list[Way]:
    """All ways in which a stretch can be one match, or a list of matches with commas."""
    ways: list[Way] = []
    parts = [part.strip() for part in text.split(",") if part.strip()]
    singles = [_single(part) for part in parts]
    if len(parts) > 2 and len(parts) % 2 == 0 and all(singles):
        ways.append(
            tuple(
                (*first, *second) for first, second in zip(singles[::2], singles[1::2], strict=True) if first and second
            )
        )
    halves = [_one_match(part) for part in parts]
    if len(parts) > 1 and all(len(half) == 1 for half in halves):
        ways.append(tuple(half[0] for half in halves))
    whole = [(match,) for match in _one_match(text)]
    with_comma = [way for way in whole if f"{way[0][0]} " in text and _comma_after(text, way[0])]
    ways += (
        with_comma
        if len(with_comma) == 1 and (singles.count(None) == 0 or not ways)
        else []
        if ways and all(singles)
        else whole
    )
    return list(dict.fromkeys(ways))


def _comma_after(text: str, match: tuple[str, str, str, str]) -> bool:
    """Whether the only comma of a match stands between its two sides."""
    return "," not in match[0] and "," not in match[2] and "," in text


def _single(part: str) -> tuple[str, str] | None:
    """A name with one number behind it."""
    numbers = list(NUMBER.finditer(part))
    if len(numbers) != 1 or numbers[0].end() != len(part.rstrip(" .")):
        return None
    name, number = part[: numbers[0].start()].strip(), number_in(numbers[0][1])
    return (name, number) if has_letters(name) and number is not None else None


def _one_match(text: str) -> list[tuple[str, str, str, str]]:
    """All ways to read a text as one match: its last number ends it, an earlier one is the home side's."""
    plain = text.strip(" .")
    numbers = list(NUMBER.finditer(plain))
    if len(numbers) < 2 or numbers[-1].end() != len(plain):
        return []
    last = number_in(numbers[-1][1])
    ways = []
    for number in numbers[:-1]:
        home, away = plain[: number.start()].strip(" ,"), plain[number.end() : numbers[-1].start()].strip(" ,")
        first = number_in(number[1])
        if plain[: number.start()].rstrip().endswith(","):
            continue  # no comma stands between a name and its score
        names = all(
            re.match(r"(?:\d{1,3}(?:st|nd|rd|th)?\s+)?[^\W\d_]|['‘’(\"&]", name) and has_letters(name)
            for name in (home, away)
        )
        names = names and not any(LIKE_A_SCORE.search(name) for name in (home, away))
        if names and first is not None and last is not None and not re.fullmatch(r"nil", away, re.IGNORECASE):
            ways.append((home, first, away, last))
    return ways


def is_plain(way: Way) -> bool:
    """Several matches without a number in a name, all of the same number of games."""
    names = [name for match in way for name in (match[0], match[2])]
    totals = {float(match[1]) + float(match[3]) for match in way}
    return (
        len(way) > 1
        and len(totals) == 1
        and max(totals) <= 30
        and not any(re.search(r"\d", name) or len(name) < 2 for name in names)
    )


def certain_ways(text: str, ways: list[Way]) -> list[Way]:
    """Those of all ways that need not be asked about, also where no team is known.

    The only way is asked about where a name has a number and no comma parts the sides: "Bar 180 A 13 19" may be the row
    of a table.
    """
    if len(ways) == 1:
        names = [name for match in ways[0] for name in (match[0], match[2])]
        return ways if "," in text or not any(re.search(r"\d", name) for name in names) else []
    return [way for way in ways if is_plain(way)]


def way_text(way: Way) -> str:
    return "; ".join(f"{home} {first}, {away} {second}" for home, first, away, second in way)
