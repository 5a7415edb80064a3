"""Results in sentences and lists: the text taken apart into stretches of one match each.

A stretch ends with a semicolon, a line, or a full stop behind a score; days, divisions and games that stand before
matches hold for those behind them.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from league.reading.days import WrittenDay, find_day
from league.reading.divisions import division_in
from league.reading.match_list import MatchList
from league.reading.values import Context, SourceSheet
from scoring.names import letters

COUNTED = r"(?:one|two|three|four|five|six|premier|[a-h]|\d)"
DIVISION_START = re.compile(
    rf"(?:^|(?<=[.;:\s]))(?P<name>(?:division|div\.?|section)\s+{COUNTED}\b|(?:premier|first|second|third|fourth|\w+)\s+division\b)"
    r"\s*(?:results?)?\s*(?P<end>[-–—:]+|\.(?=\s)|$|(?=\n))",
    re.IGNORECASE | re.MULTILINE,
)
GAMES = re.compile(
    r"(darts|dominoes|doms|pool|doubles|captains?|crib(?:bage)?|quiz|snooker|singles|pairs|bagatelle|fives and threes"
    r"|5s (?:and|&) 3s|skittles|cards|whist|phat)(?:\s+(?:results?|section|league))?\s*(?:\bP\b.*|[-–—:].*)?",
    re.IGNORECASE,
)
BEFORE_RESULTS = re.compile(
    r"^\W*(?:latest\s+|league\s+|week'?s?\s+)*(?:results?|scores?)\b\s*(?:\d{1,2}\b)?\s*[-–—:.]*\s*", re.IGNORECASE
)
ABOUT_RESULTS = re.compile(r"\b(?:results?|scores?|played|matches|week|league|w/e|on|for)\b", re.IGNORECASE)
LONG_GAP = re.compile(r"\s{20,}")
NAMES = re.compile(r"\b(?:May|MAY|March|MARCH)\s+[A-Z]")
STRETCH = re.compile(r"\s*;\s*|\n+|(?<=\d[.])\s+(?=[A-Z(])|(?<=/A[.])\s+|(?<=\d\)[.])\s+")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of the text that may be one match, and what holds for it."""

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
    """All stretches of a text; what is only a heading is left out."""
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
    """Where divisions are named in a line: start, end, name."""
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


UP_TO = re.compile(r"\b(?:to|until|as at)\s*$", re.IGNORECASE)  # "Results to 12th Nov" is no night


def _without_day(text: str) -> tuple[str, WrittenDay | None]:
    """A stretch without the day that stands at its beginning, behind nothing but words such as "Results"."""
    span = find_day(text)
    if span is None or UP_TO.search(text[: span.start]) or len(letters(text[: span.start]).split()) > 5:
        return text, None
    before, behind = text[: span.start].strip(), text[span.end :]
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
        if self.list.is_exactly(name) or self.list.is_exactly(short):
            return name if self.list.is_exactly(name) else short
        if re.search(r"\.[^\W\d_]$", short):
            return name  # W.M.C.
        choices = ((name, "Yes"), (short, "No"))
        return self.list.ask(f"stop-{_glue(name)}", f"Is the full stop part of the name “{name}”?", choices)


def _glue(name: str) -> str:
    return letters(name).replace(" ", "")
