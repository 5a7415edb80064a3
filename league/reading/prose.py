"""Results in sentences and lists: the text taken apart into stretches of one match each.

A stretch ends with a semicolon, a line, or a full stop behind a score; days, divisions and games that stand before
matches hold for those behind them.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from league.reading.cells import number_in
from league.reading.days import WrittenDay, find_day
from league.reading.marks import division_in
from league.reading.match_list import MatchList
from league.reading.values import Context, SourceSheet
from scoring.names import has_letters, letters

NUMBER = re.compile(r"(?i)(?<![\w.½-])(\d{1,3}(?:\.5)?\s?½?|½|nil)(?![\w½])")
NAME_START = re.compile(r"(?:\d{1,3}(?:st|nd|rd|th)?\s+)?[^\W\d_]|['‘’(\"&]")
A_DAY = re.compile(r"\d/\d{1,2}(?!\d)")
LIKE_A_SCORE = re.compile(r"\d\s*[-–—:]\s*\d")
Way = tuple[tuple[str, str, str, str], ...]  # of each match home, score, away, score


def ways_of(text: str) -> list[Way]:
    """All ways in which a stretch can be one match, or a list of matches with commas."""
    ways: list[Way] = []
    parts = [part.strip() for part in text.split(",") if part.strip()]
    singles = [_single(part) for part in parts]
    if len(parts) > 2 and len(parts) % 2 == 0 and all(singles):
        pairs = zip(singles[::2], singles[1::2], strict=True)
        ways.append(tuple((*first, *second) for first, second in pairs if first and second))
    halves = [_one_match(part) for part in parts]
    if len(parts) > 1 and all(len(half) == 1 for half in halves):
        ways.append(tuple(half[0] for half in halves))
    whole = [(match,) for match in _one_match(text)]
    with_comma = [way for way in whole if "," in text and "," not in way[0][0] and "," not in way[0][2]]
    if len(with_comma) == 1 and (singles.count(None) == 0 or not ways):
        whole = with_comma
    elif ways and all(singles):
        whole = []
    return list(dict.fromkeys((*ways, *whole)))


def _single(part: str) -> tuple[str, str] | None:
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
        starts = all(NAME_START.match(name) and has_letters(name) for name in (home, away))
        names = starts and not any(LIKE_A_SCORE.search(name) or A_DAY.search(name) for name in (home, away))
        if names and first is not None and last is not None and not re.fullmatch(r"(?i)nil", away):
            ways.append((home, first, away, last))
    return ways


def is_plain(way: Way) -> bool:
    """Several matches without a number in a name, all of the same number of games."""
    names = [name for match in way for name in (match[0], match[2])]
    totals = {float(match[1]) + float(match[3]) for match in way}
    if len(way) < 2 or len(totals) > 1 or max(totals) > 30:
        return False
    return not any(re.search(r"\d", name) or len(name) < 2 for name in names)


def certain_ways(text: str, ways: list[Way]) -> list[Way]:
    """Those that need not be asked about; "Bar 180 A 13 19", without a comma, may be the row of a table."""
    if len(ways) == 1:
        names = [name for match in ways[0] for name in (match[0], match[2])]
        return ways if "," in text or not any(re.search(r"\d", name) for name in names) else []
    return [way for way in ways if is_plain(way)]


def way_text(way: Way) -> str:
    return "; ".join(f"{home} {first}, {away} {second}" for home, first, away, second in way)


COUNTED = r"(?:one|two|three|four|five|six|premier|[a-h]|\d)"
DIVISION_START = re.compile(
    rf"(?:^|(?<=[.;:\s]))(?P<name>(?:division|div\.?|section)\s+{COUNTED}\b|(?:premier|first|second|third|fourth|\w+)\s+division\b"
    r"|premier(?:ship)?(?=\s*[-–—:]))"
    r"\s*(?:results?)?\s*(?P<end>[-–—:]+|\.(?=\s)|$|(?=\n))",
    re.IGNORECASE | re.MULTILINE,
)
GAMES = re.compile(
    r"(?i)(darts|dominoes|doms|pool|doubles|captains?|crib(?:bage)?|quiz|snooker|singles|pairs|bagatelle"
    r"|fives and threes|5s (?:and|&) 3s|skittles|cards|whist|phat)(?:\s+(?:results?|section|league|table))?\s*"
    r"(?:\bP\b.*|[-–—:].*)?",
)
BEFORE_RESULTS = re.compile(
    r"(?i)^\W*(?:latest\s+|league\s+|week'?s?\s+)*(?:results?|scores?)\b\s*(?:\d{1,2}\b)?\s*[-–—:.]*\s*"
)
ABOUT_RESULTS = re.compile(r"(?i)\b(?:results?|scores?|played|matches|week|wk|league|w/e|on|for)\b")
LONG_GAP = re.compile(r"\s{20,}")
NAMES = re.compile(r"\b(?:May|MAY|March|MARCH)\s+[A-Z]")
STRETCH = re.compile(r"\s*;\s*|\n+|(?<=\d[.])\s+(?=[A-Z(])|(?<=/A[.])\s+|(?<=\d\)[.])\s+")


@dataclass(frozen=True, slots=True)
class Stretch:
    place: int
    text: str
    day: WrittenDay | None
    division: str
    game: str


def text_of_sheet(sheet: SourceSheet) -> Iterator[tuple[int, str]]:
    """The lines of a text as they were written; those of a sheet with one cell to a line otherwise."""
    if sheet.text:
        for number, line in enumerate(sheet.text.splitlines(), start=1):
            yield number, LONG_GAP.sub(" " * 20, line)
    else:
        yield from ((line.number, "  ".join(cell for cell in line.cells if cell)) for line in sheet.lines)


def stretches(sheet: SourceSheet, matches: MatchList, context: Context) -> Iterator[Stretch]:
    day: WrittenDay | None = None
    division = division_in(sheet.name, context) if sheet.name else ""
    game = ""
    after_gap = False
    for place, line in text_of_sheet(sheet):
        if not line.strip():
            after_gap = True
            continue
        if GAMES.fullmatch(line.strip()):
            game = GAMES.fullmatch(line.strip())[1].capitalize()  # type: ignore[index]
            matches.leave(place, line.strip(), "A heading")
            division = ""
            continue
        if after_gap and not _divisions(line, context):
            division = ""  # nothing says that the division above goes on behind an empty line
        after_gap = False
        for name, part in _by_division(line, context):
            division = name or division
            for text in STRETCH.split(part):
                rest, written = _without_day(text)
                day = written or day
                rest = BEFORE_RESULTS.sub("", rest).strip(" \t,")
                if re.search(r"\w", rest):
                    yield Stretch(place, rest, day, division, game)


def _divisions(line: str, context: Context) -> list[tuple[int, int, str]]:
    named = [
        (match.start("name"), match.end(), division_in(match["name"], context) or match["name"])
        for match in DIVISION_START.finditer(line)
    ]
    for known in context.divisions:
        pattern = rf"(?<!\w){re.escape(known)}\s*(?:[-–—:]+|$)"
        named += [(match.start(), match.end(), known) for match in re.finditer(pattern, line, re.IGNORECASE)]
    kept: list[tuple[int, int, str]] = []
    for start, end, name in sorted(named, key=lambda entry: (entry[0], -entry[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end, name))
    return kept


def _by_division(line: str, context: Context) -> Iterator[tuple[str, str]]:
    """A line in parts, each with the division that is named before it."""
    named = _divisions(line, context)
    ends = [start for start, _, _ in named[1:]] + [len(line)]
    first = named[0][0] if named else len(line)
    if line[:first].strip():
        yield "", line[:first]
    for (_, end, name), until in zip(named, ends, strict=False):
        yield name, line[end:until] or " "


PLAYED_ON = re.compile(r"(?i)\bplayed(?: on)?\W*$")
UP_TO = re.compile(r"(?i)\b(?:to|until|as at)\s*$")  # "Results to 12th Nov" is no night


def _without_day(text: str) -> tuple[str, WrittenDay | None]:
    """A stretch without the day that stands at its beginning, behind nothing but words such as "Results"."""
    span = find_day(text)
    if span is None or UP_TO.search(text[: span.start]):
        return text, None
    if len(letters(text[: span.start]).split()) > 5 and not PLAYED_ON.search(text[: span.start]):
        return text, None
    before, behind = text[: span.start].strip(), text[span.end :]
    before = before if re.search(r"\w", before) else ""  # *** 7 Sept ***
    if before and before[-1] not in "-–—:,.(" and not ABOUT_RESULTS.search(before):
        return text, None
    if span.day.year is None and span.day.weekday is None and re.match(r"\s[^\W\d_]", behind) and NAMES.search(text):
        return text, None  # "1 May Pole 8" has no day in it
    if before.endswith((":", "-", "–", "—")) and not re.search(r"\d", before):
        before = ""  # a headline
    return f"{before} {text[span.end :].lstrip(' -–—:.,')}", span.day


class TeamWords:
    """Decides by the teams of the league what a name is that was printed with its spaces wrong."""

    def __init__(self, matches: MatchList) -> None:
        self.list = matches
        self._glued: dict[str, set[str]] = {}
        for name in matches.context.teams:
            self._glued.setdefault(_glue(name), set()).add(name)

    def mend(self, name: str) -> tuple[str | None, str]:
        """The name and what is said of it; None where it is asked."""
        if self.list.is_team(name):
            return name, ""
        teams = self._glued.get(_glue(name), set())
        if len(teams) == 1:
            team = next(iter(teams))
            return team, f"“{name}” is taken for {team}"
        mended = re.sub(r"\b([B-HJ-Z]) ([a-z]{2,})", r"\1\2", name)
        if mended != name:
            choices: Iterable[tuple[str, str]] = ((mended, mended), (name, name))
            return self.list.ask(f"name-{_glue(name)}", f"What is the team’s name in “{name}”?", choices), ""
        return name, ""

    def at_the_end(self, name: str) -> str | None:
        """A name at the end of a sentence: its full stop may be the name's own, and is asked about."""
        short = name.removesuffix(".")
        if short == name:
            return name
        if written := next((one for one in (name, short) if one in self.list.context.teams), ""):
            return written
        if re.search(r"\.[^\W\d_]$", short):
            return name  # W.M.C.
        choices = ((name, "Yes"), (short, "No"))
        return self.list.ask(f"stop-{_glue(name)}", f"Is the full stop part of the name “{name}”?", choices)


def _glue(name: str) -> str:
    return letters(name).replace(" ", "")
