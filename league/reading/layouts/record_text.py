"""Averages of players in words, a sentence or a line each.

D Hartley (Crown A) played 12, won 9, lost 3, average 75%.      J Hobbs, Bell: P10 W6 L4
Mary O'Brien won all seven of her games.                        Ann Dale of Plough has won six out of ten.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from league.reading.layouts.records import season_of, sums
from league.reading.people import parse_person
from league.reading.tabular import Piece, amount, has_word, parted, row_of, season_in, text_lines, title_of, written
from league.reading.values import Content, Context, LeftOut, Reading, SourceSheet

ONES = """no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen""".split()  # noqa: SIM905 -- a word list
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905 -- a word list
WORDS = (
    {word: at for at, word in enumerate(ONES)}
    | {"none": 0, "nil": 0}
    | {ten: 10 * at for at, ten in enumerate(TENS, 2)}
)
WORDS |= {f"{ten}{by}{one}": WORDS[ten] + WORDS[one] for ten in TENS for one in ONES[1:10] for by in ("-", " ")}
NUMBER = rf"(\d{{1,4}}(?:\.\d{{1,3}})?\s?½?|{'|'.join(sorted(WORDS, key=len, reverse=True))})(?![\w½]|[./]\d)"
OF_HIS = r"(?:of\s+)?(?:(?:his|her|their|the)\s+)?"
THINGS = r"(?:\s+(?:games?|match(?:es)?|frames?|legs?|singles|times))?"
VERBS = {
    "played": "played|pld|apps?|p", "won": "won|wins|w", "lost": "lost|losses|losing|l", "drawn": "drawn|drew|draws|d",
    "average": r"(?:with\s+)?(?:an?\s+)?(?:average|averages|averaging|ave|avg)(?:\s+of)?", "points": "points|pts",
}  # fmt: skip
NOUNS = {"played": "played", "won": "wins?|won", "lost": "lost|losses|defeats?", "drawn": "draws?|drawn",
         "average": r"%|per\s?cent(?:age)?", "points": "points|pts"}  # fmt: skip
FACTS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (keys, re.compile(f"(?i){pattern}"))
    for keys, pattern in (
        (("all",), rf"won\s+all\s+{OF_HIS}{NUMBER}(?:\s+of\s+(?:his|her|their))?{THINGS}"),
        (("won", "played"), rf"won\s+{NUMBER}{THINGS}\s+(?:out\s+of|of|from|in)\s+{OF_HIS}{NUMBER}{THINGS}"),
        (("won", "played"), rf"{NUMBER}\s+wins?\s+(?:out\s+of|of|from|in)\s+{OF_HIS}{NUMBER}{THINGS}"),
        *(((key,), rf"{NUMBER}{THINGS}\s*(?:{noun})(?!\w)") for key, noun in NOUNS.items()),
        *(((key,), rf"(?:{verb})\s*[:=.]?\s*{NUMBER}{THINGS}(?:\s*(?:%|per\s?cent))?") for key, verb in VERBS.items()),
    )
)
SMALL = re.compile(r"(?i)(?:[\s,;:.()–—-]+|(?:has|have|and|with|is|an|a|so|far|this|season|to|date|but|of)\b)*")
BEGINNING = re.compile(
    rf"(?i)(?<![\w'’.])(?:(?:has|have)\s+)?(?:(?:played|pld|won|wins|lost|drew|averag\w*|avg|ave)\b|[pw]\s?[:=.]?\s?\d"
    rf"|with\s+(?:an?\s+)?(?:aver|{NUMBER})|{NUMBER}{THINGS}\s+(?:wins?|won|played)\b|{NUMBER}\s?%)"
)
NAME = re.compile(
    r"(?:\d{1,3}(?:st|nd|rd|th)?[.)=:]+\s*)?(?P<name>[^(),:]+?)\s*"
    r"(?:\((?P<bracket>[^()]+)\)|(?:\s*,|\s[–-]|\s(?:of|from|for))\s+(?P<team>[^(),:]+?))?[\s,:–-]*"
)
TALK = re.compile(
    r"(?i)\b(?:has|have|had|is|was|were|been|being|after|who|he|she|they|then|now|also|again|still|only)\b"
)
SENTENCE = re.compile(r"(?:(?<=[\d%½])|(?<=[a-z]{3}))[.;]\s+(?=[^\W\d_])")
LONGEST, MOST_WORDS = 300, 5  # letters of a sentence, and words of a name
Figures = dict[str, Fraction]


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    rows, left, questions = parted(_pieces(sheet, context))
    if not rows and not questions:
        return ()
    what = f"what {len(rows) or 'some'} players did in a season, in words"
    return (Reading("record_text", Content.RECORDS, what, rows, left, questions, 0.8),)


def _pieces(sheet: SourceSheet, context: Context) -> Iterator[Piece]:
    sentences = [(line, text.strip()) for line in text_lines(sheet) for text in _sentences(line.cells[0])]
    figures = [(line, text, _said(text)) for line, text in sentences]
    if 2 * sum(values is not None for _, _, values in figures) < len(figures) or len(figures) < 2:
        return
    season = season_in(title_of(sheet))
    for line, text, values in figures:
        if values is None:
            season = season_in(text) or season
            yield LeftOut(line.number, text, "A title, or more than a player’s figures.")
            continue
        named, questions = season_of([], season, context)
        yield from questions
        name, team, numbers = values
        person = parse_person(name)
        if person and not questions:
            texts = {"season": named, "player": person.name, "team": team}
            texts |= {key: written(number) for key, number in numbers.items()}
            notes = [f"“{name}” is {person.name}"] if person.name != name else []
            yield row_of(line, texts, [*notes, *sums(numbers)], text)


def _sentences(text: str) -> list[str]:
    """The sentences of a line, where each has figures; "1. D Hartley" has none in front."""
    parts = [part for part in SENTENCE.split(text) if has_word(part)]
    return parts if all(len(part) <= LONGEST and BEGINNING.search(part) for part in parts) else [text]


def _said(text: str) -> tuple[str, str, Figures] | None:
    """The name, the team and the figures of a sentence; None where anything else stands in it."""
    begin = BEGINNING.search(text) if len(text) <= LONGEST else None
    name = NAME.fullmatch(text[: begin.start()].strip()) if begin else None
    if begin is None or name is None or TALK.search(name[0]) or len(name["name"].split()) > MOST_WORDS:
        return None
    figures: Figures = {}
    at = begin.start()
    while (at := at + len(match[0]) if (match := SMALL.match(text, at)) else at) < len(text):
        fact = next(((keys, match) for keys, pattern in FACTS if (match := pattern.match(text, at))), None)
        if fact is None or set(fact[0]) & figures.keys():
            return None
        keys, match = fact
        figures |= {key: _number(part) for key, part in zip(keys, match.groups(), strict=False)}
        at = match.end()
    if "all" in figures:
        figures["played"] = figures["won"] = figures.pop("all")
    team = name["bracket"] or name["team"] or ""
    is_name = parse_person(name["name"]) is not None and not re.search(r"\d", name["name"])
    return (name["name"], team.strip(), figures) if figures and is_name else None


def _number(text: str) -> Fraction:
    plain = " ".join(text.casefold().split())
    return Fraction(WORDS[plain]) if plain in WORDS else amount(text) or Fraction(0)
