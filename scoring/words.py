"""Counts, places, lists and lines of a card in plain English; and the order of keys that are numbers."""

from collections.abc import Iterable

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_word(number: int) -> str:
    """As in "two", from eleven on as in "11"."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def ordinal(count: int) -> str:
    """As in "1st", "22nd", "113th"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th") if count % 100 not in {11, 12, 13} else "th"
    return f"{count}{ending}"


def several(count: int, noun: str = "game") -> str:
    """In digits, as in "1 game", "2 games" and "3 matches"."""
    return f"{count} {noun if count == 1 else _plural(noun)}"


def spell_out(count: int, noun: str, nouns: str = "") -> str:
    """In words, as in "one board", "two matches" and "12 boards"."""
    return f"{number_word(count)} {noun if count == 1 else nouns or _plural(noun)}"


def how_often(number: int) -> str:
    """As in "never", "once", "twice" and "3 times"."""
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


def join_list(things: Iterable[str], last: str = "and") -> str:
    """As in "Bell, Crown and Plough"."""
    *first, end = [*things] or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def noun_for(players: int) -> str:
    """What games of so many a side are called, plural, as printed on a card: "singles", "pairs"."""
    return {1: "singles", 2: "pairs", 3: "threes", 4: "fours"}.get(players, f"{players} a side")


def _plural(noun: str) -> str:
    return f"{noun}{'es' if noun.endswith('ch') else 's'}"


def in_turn(key: str) -> tuple[int, str]:
    """For `sorted`: numbers by their size, anything else as text."""
    return len(key) if key.isdecimal() else 0, key
