"""The results that a message says, where its words leave one way to read them.

Words come as kinds of one letter each (see vocabulary.py) and a result is a pattern over these. A message is read
whole: words that stand in no pattern leave it unread.
"""

import re
from dataclasses import dataclass, replace
from enum import Enum
from itertools import zip_longest

from league.reading.messages.card_lines import LineClaim
from league.reading.messages.values import TextSpan
from league.reading.messages.words import FILLER, IS_AWAY, IS_HOME, MENTION, NUMBER, PAIR, TEAM, TeamRef, Word

LONGEST_PATTERN = 12
MOST_WORDS = 240
PLACE, GUEST, AUTHOR, DAYS, ASIDE = "p", "r", "t", "01de", "cij("
MERGED = {"A": PLACE, "k": AUTHOR}  # words before a team that make one with it


class Says(Enum):
    OWN = "each number stands beside its team"
    LISTED = "both teams, then both numbers"
    WON = "the first team won"
    LOST = "the first team lost"
    DREW = "it was a draw"
    HOME_WON = "the home side won"
    AWAY_WON = "the away side won"
    HOME_AWAY = "the home side's number, then the away side's"
    BARE = "two numbers"


PAIRED = r"y?(?:P|nn|non|nvn)"
ANYBODY, SUBJECT = "[TUH]", "[TU]?"
STOPS = "[,s]?"
PATTERNS: tuple[tuple[str, Says], ...] = (
    (rf"{ANYBODY}n{STOPS}v?{ANYBODY}n", Says.OWN),
    ("Tsns?Tsn", Says.OWN),
    (rf"n{ANYBODY}{STOPS}n{ANYBODY}", Says.OWN),
    (rf"{ANYBODY}Wn{STOPS}{ANYBODY}Wn", Says.OWN),
    (rf"{SUBJECT}Wn{STOPS}Ln", Says.OWN),
    (rf"{ANYBODY}{PAIRED}{ANYBODY}", Says.OWN),
    (rf"TvT{STOPS}{PAIRED}", Says.LISTED),
    (rf"TT{STOPS}{PAIRED}", Says.LISTED),
    (rf"{SUBJECT}W(?:v{ANYBODY})?{STOPS}{PAIRED}(?:v{ANYBODY})?", Says.WON),
    (rf"{ANYBODY}?B{ANYBODY}{STOPS}{PAIRED}", Says.WON),
    (rf"{SUBJECT}{PAIRED}W", Says.WON),
    (rf"{PAIRED}W?o{ANYBODY}", Says.WON),
    (rf"Wo{ANYBODY},?{PAIRED}", Says.WON),
    (rf"{PAIRED}B{ANYBODY}", Says.WON),
    (rf"{SUBJECT}L(?:v{ANYBODY})?{STOPS}{PAIRED}(?:[voy]{ANYBODY})?", Says.LOST),
    (rf"{ANYBODY}?M{ANYBODY}{STOPS}{PAIRED}", Says.LOST),
    (rf"{SUBJECT}{PAIRED}L", Says.LOST),
    (rf"{PAIRED}M{ANYBODY}", Says.LOST),
    (rf"{SUBJECT}D(?:v?{ANYBODY})?{STOPS}{PAIRED}(?:v{ANYBODY})?", Says.DREW),
    (rf"{SUBJECT}{PAIRED}D", Says.DREW),
    (rf"(?:Tv?T)?{STOPS}(?:h{PAIRED}|{PAIRED}h)", Says.HOME_WON),
    (rf"(?:Tv?T)?{STOPS}(?:a{PAIRED}|{PAIRED}a)", Says.AWAY_WON),
    (r"(?:Tv?T)?,?O", Says.HOME_AWAY),
    (rf"{SUBJECT}{PAIRED}|{PAIRED}{ANYBODY}", Says.BARE),
)
COMPILED = tuple((re.compile(pattern), says) for pattern, says in PATTERNS)
NOT_THAT = re.compile(rf"(?P<so>{PAIRED})x(?P<other>{PAIRED})|x(?P<other2>{PAIRED}),?s?(?P<so2>{PAIRED})")
# Who won which line, and who they were: beside a result, and without a score of the match.
DETAIL = re.compile(rf"{SUBJECT}[WB]b|b[go]{{0,2}}{ANYBODY}|q+[WLB]?b?q*|b[q,s]*q|[TUH]W|bW{ANYBODY}")
PART_SCORE = re.compile(rf"b{PAIRED}|{PAIRED}b")


@dataclass(frozen=True, slots=True)
class SaidResult:
    """A result as it was said. A team is None where nothing names it; "U" is who writes, "H" the other side."""

    says: Says
    first: TeamRef | str | None
    second: TeamRef | str | None
    one: int
    two: int
    span: TextSpan
    instead_of: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class SaidMessage:
    """All that a message says: `results` is None where its words have no reading, or more than one."""

    words: tuple[Word, ...]
    results: tuple[SaidResult, ...] | None
    places: tuple[TeamRef, ...] = ()  # where it was played, or which side is said to have been at home
    guests: tuple[TeamRef, ...] = ()  # which side is said to have been away
    authors: tuple[TeamRef, ...] = ()  # whom the message says that it is from
    days: tuple[str, ...] = ()
    at_home: bool | None = None
    corrects: bool = False
    parts: tuple[tuple[int, int], ...] = ()
    lines: tuple[LineClaim, ...] = ()

    @property
    def teams(self) -> tuple[TeamRef, ...]:
        return (*(word.team for word in self.words if word.team), *self.places, *self.guests)


def said(words: list[Word]) -> SaidMessage:
    whole = _homes_and_aways(_with_places(words))
    kept = [word for word in whole if word.kind not in {FILLER, PLACE, GUEST, AUTHOR, *DAYS, *ASIDE}]
    # "@Bull won 6-3" may be what the Bull did, or what somebody tells the Bull.
    kept = [
        word for word, following in zip_longest(kept, kept[1:])
        if word.kind != MENTION or (following and following.kind in "WBLMDnPo")
    ]  # fmt: skip
    teams = {
        kind: tuple(word.team for word in whole if word.kind == kind and word.team) for kind in (PLACE, GUEST, AUTHOR)
    }
    days = tuple(f"{word.kind}:{word.text}" for word in whole if word.kind in DAYS)
    homes = {word.kind == "i" for word in whole if word.kind in "ij"}
    corrects = any(word.kind == "c" for word in whole)
    readings = _readings(tuple(kept)) if len(kept) <= MOST_WORDS and len(homes) < 2 else []
    beside = (teams[PLACE], teams[GUEST], teams[AUTHOR], days)
    if len(readings) != 1:
        return SaidMessage(tuple(words), None, *beside, None, corrects)
    at_home = next(iter(homes)) if homes else None
    return SaidMessage(tuple(words), readings[0].results, *beside, at_home, corrects, readings[0].parts)


def pairs_in(words: tuple[Word, ...]) -> list[tuple[int, int, TextSpan]]:
    pairs = [(word.numbers[0], word.numbers[1], TextSpan(word.start, word.end)) for word in words if word.kind == PAIR]
    singles = [word for word in words if word.kind == NUMBER]
    if pairs or len(singles) != 2:
        return pairs
    first, second = singles
    return [(first.numbers[0], second.numbers[0], TextSpan(first.start, second.end))]


def _with_places(words: list[Word]) -> list[Word]:
    """The words with "at the Crown" as one, where it was played, and "from the Bell" as one, who writes."""
    merged: list[Word] = []
    for word in words:
        before = merged[-1] if merged else None
        if before and word.kind == TEAM and before.kind in MERGED:
            text = f"{before.text} {word.text}"
            merged[-1] = Word(MERGED[before.kind], before.start, word.end, text, word.team)
        elif before and word.kind in (IS_HOME, IS_AWAY):
            team = before.team or merged[-2].team
            merged.append(Word(PLACE if word.kind == IS_HOME else GUEST, word.start, word.end, word.text, team))
        else:
            merged.append(word)
    return [replace(word, kind=FILLER) if word.kind == "k" else word for word in merged]


def _homes_and_aways(words: list[Word]) -> list[Word]:
    """The words with "home 6 away 3" as one, and with "home: Bell" as the name of the side that was at home."""
    plain = [word for word in words if word.kind != FILLER]
    kinds = "".join(word.kind for word in plain)
    match = re.search("in[,s]*jn", kinds)
    if len(re.findall("[ij]", kinds)) != 2:
        return words
    if match:
        run = plain[match.start() : match.end()]
        numbers = tuple(number for word in run for number in word.numbers)
        return [*plain[: match.start()], Word("O", run[0].start, run[-1].end, "", None, numbers), *plain[match.end() :]]
    if re.search("iT.*jT", kinds):
        sides = {at: PLACE if kind == "i" else GUEST for at, kind in enumerate(kinds) if kind in "ij"}
        return [
            replace(word, kind=sides[at], team=plain[at + 1].team) if at in sides else word
            for at, word in enumerate(plain)
        ]
    return words


@dataclass(frozen=True, slots=True)
class WordsReading:
    """One way to read words; of several the one with the fewest pieces is meant, as "we won 6-3" is no two."""

    results: tuple[SaidResult, ...] = ()
    parts: tuple[tuple[int, int], ...] = ()
    pieces: int = 0

    @property
    def meaning(self) -> tuple[object, ...]:
        return tuple((each.says, each.first, each.second, each.one, each.two) for each in self.results)


def _readings(words: tuple[Word, ...]) -> list[WordsReading]:
    kinds = "".join(word.kind for word in words)
    if not re.fullmatch(r"[TUHPnWBLMDhaovbgxqysO,]*", kinds):
        return []
    ways: dict[int, list[WordsReading]] = {len(kinds): [WordsReading()]}
    for start in range(len(kinds) - 1, -1, -1):
        here = list(ways[start + 1]) if kinds[start] in ",s" else []
        for end in range(start + 1, min(len(kinds), start + LONGEST_PATTERN) + 1):
            pieces = _pieces(kinds[start:end], words[start:end]) if ways[end] else []
            if start and kinds[start - 1] == "q":
                # "Steve won 6-3" is what Steve did, not what the team of whoever writes did.
                pieces = [piece for piece in pieces if not piece.results or kinds[start] in "TUHn"]
            here.extend(
                WordsReading(piece.results + rest.results, piece.parts + rest.parts, piece.pieces + rest.pieces)
                for piece in pieces
                for rest in ways[end]
            )
        fewest = min((reading.pieces for reading in here), default=0)
        shortest = {reading.meaning: reading for reading in here if reading.pieces == fewest}
        ways[start] = list(shortest.values())[:6]
    return [reading for reading in ways[0] if reading.results]


def _pieces(kinds: str, words: tuple[Word, ...]) -> list[WordsReading]:
    pieces = [WordsReading(pieces=1)] if DETAIL.fullmatch(kinds) else []
    if PART_SCORE.fullmatch(kinds):
        pieces.append(WordsReading(parts=(_numbers(words),), pieces=1))
    if (result := _result(kinds, words)) is not None:
        pieces.append(WordsReading((result,), (), 2 if result.says is Says.BARE else 1))
    return pieces


def _numbers(words: tuple[Word, ...]) -> tuple[int, int]:
    one, two = (number for word in words for number in word.numbers)
    return one, two


def _result(kinds: str, words: tuple[Word, ...]) -> SaidResult | None:
    span = TextSpan(words[0].start, words[-1].end)
    if match := NOT_THAT.fullmatch(kinds):
        numbers = [number for word in words for number in word.numbers]
        so, other = (numbers[:2], numbers[2:]) if match["so"] else (numbers[2:], numbers[:2])
        return SaidResult(Says.BARE, None, None, so[0], so[1], span, (other[0], other[1]))
    if heading := re.match("TvT[,s]*(?=T)", kinds):
        # "Bell v Bull" above the result of the same two.
        result = _result(kinds[heading.end() :], words[heading.end() :])
        sides = (words[0].team, words[2].team)
        if result and all(side in sides for side in (result.first, result.second) if side):
            return result
    for pattern, says in COMPILED:
        if pattern.fullmatch(kinds):
            return _said_result(says, kinds, words, span)
    return None


def _said_result(says: Says, kinds: str, words: tuple[Word, ...], span: TextSpan) -> SaidResult | None:
    sides: list[TeamRef | str] = [word.team or word.kind for word in words if word.kind in "TUH"]
    if says in (Says.WON, Says.LOST, Says.DREW) and len(sides) == 1:
        # A team behind its verb is the one that was beaten, unless it is the one to whom the score went.
        alone = kinds[0] in "TUH" or (says is Says.WON and "o" in kinds.replace("non", ""))
        first, second = (sides[0], None) if alone else (None, sides[0])
    else:
        first, second = [*sides, None, None][:2]
    one, two = _numbers(words)
    return SaidResult(says, first, second, one, two, span)
