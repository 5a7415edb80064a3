"""What players did in a season: counts and averages.

180s 2014                         Player,Team,P,W,L
32 x D Hartley (Crown "A")        D Hartley,Bell,20,15,5
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from league.reading.people import join_name, parse_person
from league.reading.tabular import (
    HeadedBlock,
    amount,
    blocks_of,
    is_blank,
    other_columns,
    parted,
    season_in,
    text_lines,
    title_of,
    titles_above,
    whole,
    without_season,
    written,
)
from league.reading.values import Content, Context, LeftOut, Reading, ReadingQuestion, ReadRow, SheetLine, SourceSheet
from scoring.names import fold

LAYOUT = "records"
Piece = ReadRow | LeftOut | ReadingQuestion
COUNTS = {
    "player": ("name", "player name", "full name", "players", "competitor"),
    "first_name": ("forename", "first names"),
    "last_name": ("surname", "last name"),
    "team": ("club", "side", "team name", "plays for", "pub"),
    "season": ("year",),
    "division": ("div", "section", "league"),
    "place": ("pos", "position", "rank", "no", "#"),
    "played": ("p", "pl", "pld", "games", "games played", "frames played", "legs played", "mp", "apps", "frames", "gp"),
    "won": ("w", "wins", "games won", "frames won", "legs won", "win", "fw"),
    "drawn": ("d", "draws"),
    "lost": ("l", "losses", "games lost", "frames lost", "legs lost", "loss", "fl"),
    "average": ("avg", "ave", "%", "win %", "percentage", "pct", "av", "won %", "% won"),
    "points": ("pts", "pt", "total points"),
}
COUNTS_NEEDED = (
    {"player", "last_name"},
    {"won", "played", "points", "average"},
    {"won", "lost", "average", "played", "team"},
)
LONGEST = 1_000  # letters of a line with a name and a number
TIMES = re.compile(r"(?i)\s*(\d{1,4})\s*(?:x|×|\*)\s+(?P<name>[^()]+?)\s*(?:\((?P<team>.+)\))?\s*\.?\s*")
# "14 - M Reid (Thistle)" or "14 M Reid (Thistle)", which is a count and no place where the numbers fall.
LED = re.compile(r"\s*(\d{1,4})(?:\s*[-–—:])?\s+(?P<name>[^()]+?)\s*\((?P<team>.+)\)\s*\.?\s*")
BEHIND = re.compile(r"\s*(?:\d{1,3}[.)]\s*)?(?P<name>[^\d()]+?)\s*\((?P<team>[^()]+)\)\s*[-–:.\s]+(\d{1,4})\s*")


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    for reader in (_counts, _listed):
        rows, left, questions = parted(reader(sheet, context))
        if rows or questions:
            what = f"what {len(rows) or 'some'} players did in a season"
            return (Reading(LAYOUT, Content.RECORDS, what, rows, left, questions, 0.86),)
    return ()


def titles_of(block: HeadedBlock, name: str) -> list[str]:
    return [*([name] if name else []), *(whole(line) for line in block.above)]


def season_of(titles: Sequence[str], before: str, context: Context) -> tuple[str, list[ReadingQuestion]]:
    """The season that the titles name, the one above or that of an answer, or the question for it."""
    named = filter(None, map(season_in, reversed(titles)))
    season = next(named, before) or context.answers.get("season", "")
    question = ReadingQuestion("season", "Which season or year are these players’ figures of?")
    return season, [] if season else [question]


def record_row(line: SheetLine, values: Mapping[str, str], notes: Sequence[str] = (), original: str = "") -> ReadRow:
    kept = {key: text for key, text in values.items() if text}
    return ReadRow(line.number, original or whole(line), kept, tuple(notes))


def _counts(sheet: SourceSheet, context: Context) -> Iterator[Piece]:
    season = ""
    for block in blocks_of(sheet, COUNTS, COUNTS_NEEDED):
        heading = block.cell(block.heading, "player").casefold()
        if heading.startswith("name") and "team" not in block.columns:
            continue  # it may be a table of teams
        titles = titles_of(block, title_of(sheet))
        yield from titles_above(block.above)
        yield from other_columns(block)
        twice = [key for key, columns in block.columns.items() if len(columns) > 1]
        if twice:
            yield LeftOut(block.heading.number, whole(block.heading), f"Two columns are called “{twice[0]}”.")
            continue
        questions: list[ReadingQuestion] = []
        if "season" not in block.columns:
            season, questions = season_of(titles, season, context)
        yield from questions
        for line in block.lines:
            piece = _count(block, line, season)
            if isinstance(piece, LeftOut) or not questions:
                yield piece


def _count(block: HeadedBlock, line: SheetLine, season: str) -> ReadRow | LeftOut:
    name = block.cell(line, "player")
    if "last_name" in block.columns:
        name = join_name(block.cell(line, "first_name"), block.cell(line, "last_name"))
    person = parse_person(name) if name else None
    figures = [key for key in ("played", "won", "drawn", "lost", "points", "average") if key in block.columns]
    numbers = {key: number for key in figures if (number := amount(block.cell(line, key).rstrip(" %"))) is not None}
    if person is None or not re.search(r"[^\W\d_]", person.name) or not numbers:
        why = "The line has no name." if person is None else "The line has no figures."
        return LeftOut(line.number, whole(line), why)
    values = {"season": block.cell(line, "season") or season, "player": person.name}
    values |= {"team": block.cell(line, "team"), "division": block.cell(line, "division")}
    notes = [f"“{name}” is {person.name}"] if person.name != name else []
    for key in figures:
        cell = block.cell(line, key)
        if key in numbers:
            values[key] = written(numbers[key])
        elif not is_blank(cell):
            notes.append(f"“{cell}” is not a number")
    return record_row(line, values, [*notes, *sums(numbers)])


def sums(numbers: Mapping[str, Fraction]) -> Iterator[str]:
    """What does not add up."""
    if {"played", "won", "lost"} <= numbers.keys():
        total = numbers["won"] + numbers["lost"] + numbers.get("drawn", 0)
        if total != numbers["played"]:
            yield f"{written(total)} won and lost are not {written(numbers['played'])} played"


def _number_and_name(texts: Sequence[str]) -> list[re.Match[str] | None]:
    """What each text has as a number and a name. A number before the name is a count where the numbers become smaller,
    which places do not.
    """
    counts = [int(match[1]) for text in texts if (match := LED.fullmatch(text))]
    falls = len(counts) > 1 and counts == sorted(counts, reverse=True)
    patterns = (TIMES, BEHIND, LED) if falls else (TIMES, BEHIND)
    return [next(filter(None, (pattern.fullmatch(text) for pattern in patterns)), None) for text in texts]


def _listed(sheet: SourceSheet, context: Context) -> Iterator[Piece]:
    """Lines with a number and a name: "32 x D Hartley (Crown A)", "D Hartley (Crown A) 32"."""
    lines = text_lines(sheet)
    texts = [line.cells[0] if len(line.cells[0]) <= LONGEST else "" for line in lines]
    pairs = list(zip(lines, _number_and_name(texts), strict=True))
    if sum(match is not None for _, match in pairs) < max(2, len(lines) / 2):
        return
    title = season = ""
    spelt: dict[str, str] = {}
    for line, match in pairs:
        if match is None:
            text = line.cells[0].strip()
            title, season = without_season(text) or title, season_in(text) or season
            yield LeftOut(line.number, text, "A title, of the lines below.")
            continue
        title = title or without_season(title_of(sheet))
        named, questions = season_of([title_of(sheet)], season, context)
        what = title or context.answers.get("counts", "")
        if not what:
            questions.append(ReadingQuestion("counts", f"What does “{line.cells[0].strip()}” count?"))
        yield from questions
        person = parse_person(match["name"])
        if person is None or re.search(r"\d", person.name):
            yield LeftOut(line.number, line.cells[0].strip(), "The line has no name, or more than a name.")
        elif not questions:
            team = (match["team"] or "").strip()
            first = spelt.setdefault(fold(team), team)
            notes = [f"{team} is written {first} above"] if team != first else []
            number = next(part for part in match.groups() if part and part.isdecimal())
            values = {"season": named, "player": person.name, "team": team, "title": what, "counts": number}
            yield record_row(line, values, notes, line.cells[0].strip())
