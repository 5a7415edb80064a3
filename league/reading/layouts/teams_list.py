"""Teams with their venues: below headings, or a plain list by division; and lists of venues with their addresses.

Team,Venue,Night                            DIV A        DIV B
Crown A,"Crown (Tap Rm)",Mon                1 Crown A    1 Plough
Bell,"Bell Inn, Church St. DL0 0AA",Thur    2 Bell       2 BYE
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from league.reading.days import parse_time
from league.reading.layouts.contacts import HEADINGS, POSTCODE, read_person, read_venue
from league.reading.layouts.people_rows import WEEKDAYS, unread_columns
from league.reading.marks import is_no_team
from league.reading.people import parse_contact
from league.reading.tabular import (
    HeadedBlock,
    Piece,
    blocks_of,
    cell_at,
    filled,
    has_word,
    headed_blocks,
    is_blank,
    is_remark,
    normalise,
    parted,
    row_of,
    spaced_lines,
    titles_above,
    whole,
)
from league.reading.values import Content, Context, LeftOut, Reading, ReadRow, SheetLine, SourceSheet
from scoring.names import fold
from scoring.words import several

NEEDED = (
    {"team", "club", "name"},
    {"venue", "captain", "division", "night", "start", "address", "postcode", "secretary_or_night"},
)
VENUES_NEEDED = ({"venue", "club", "name"}, {"address", "postcode"})
DIVISION = re.compile(
    r"(?i)(?:the\s+)?(?:(?:division|div\.?|section|sect\.?|group|league)\s*(?:[a-z]|\d+|one|two|three|four|five|six|premier)"
    r"|[\w'&.]+(?:\s+[\w'&.]+)?\s+(?:division|div\.?|section|league)|[a-f1-9]\s+div\.?|premier|prem)\s*[:.]?\s*(?:teams)?",
)
PERSON_FIRST = re.compile(
    r"(?i)(?:hon\.?\s+)?(?:president|vice|chair\w*|secretary|sec|treasurer|treas|captain|capt|officer|trustee|auditor"
    r"|(?:fixtures?|match|league|results?|membership)\s+sec\w*)\b[\w .-]*[:–-]"
)
LONGEST = 1_000  # letters of a line with a team, or a venue and where it is
NUMBERED = re.compile(r"(\d{1,2})(?:\s*[.):]\s*|\s+)(\S.*)")
TITLE = re.compile(
    r"(?i)(?:\d{4}\S*\s+)?(?:list of\s+)?(?:teams?|clubs?|members?|entries|venues?|pubs?)(?:\s+\d{4}\S*)?\s*:?",
)


def read(sheet: SourceSheet, _context: Context) -> tuple[Reading, ...]:
    blocks = tuple(block for block in blocks_of(sheet, HEADINGS, NEEDED) if not _is_of_players(block))
    if blocks:
        readings = [_reading(Content.TEAMS, [piece for block in blocks for piece in _teams(block)], "team", 0.8)]
        if any("venue" in block.columns for block in blocks):
            venues = _once([piece for block in blocks for piece in _venues(block, "venue")])
            readings.append(_reading(Content.VENUES, venues, "venue", 0.7))
        return tuple(reading for reading in readings if reading.rows)
    places = headed_blocks(sheet.lines, HEADINGS, VENUES_NEEDED)
    if not places:
        return _plain(sheet)
    pieces: list[Piece] = []
    for block in places:
        key = next(key for key in ("venue", "club", "name") if key in block.columns)
        pieces += titles_above(block.above)
        pieces += unread_columns(block, frozenset({"venue", "club", "name", "address", "postcode"}))
        pieces += _venues(block, key)
    reading = _reading(Content.VENUES, _once(pieces), "venue", 0.85)
    return (reading,) if reading.rows else ()


def _is_of_players(block: HeadedBlock) -> bool:
    if block.columns.keys() & {"role", "first_name", "last_name", "since", "known_as", "under_18"}:
        return True
    if {normalise(cell) for cell in block.heading.cells} & {"cup", "entry", "entrant"}:
        return True  # who entered a cup, whatever team they play for
    heading = block.cell(block.heading, "name")
    is_named = normalise(heading) != "name" or bool({"team", "club"} & block.columns.keys())
    return "name" in block.columns and is_named


def _teams(block: HeadedBlock) -> Iterator[Piece]:
    key = next(key for key in ("team", "club", "name") if key in block.columns)
    division = ""
    for line in block.above:
        yield LeftOut(line.number, whole(line), "A title.")
        division = whole(line) if DIVISION.fullmatch(whole(line)) else division
    yield from unread_columns(block, frozenset(HEADINGS) - {"role", "known_as"})
    for line in block.lines:
        text = block.cell(line, key)
        if len(filled(line)) == 1 and DIVISION.fullmatch(filled(line)[0]):
            division = filled(line)[0].strip(" :")
            yield LeftOut(line.number, whole(line), "The heading of a division, which the teams below are in.")
        elif is_blank(text) or is_no_team(text) or (len(filled(line)) == 1 and is_remark(text)):
            why = "A night off, not a team." if text and is_no_team(text) else "The line names no team."
            yield LeftOut(line.number, whole(line), why)
        else:
            yield from _team(block, line, text, division)
    columns = (at for key in ("night", "secretary_or_night") for at in block.columns.get(key, ()))
    nights = [cell for at in columns for line in block.lines if WEEKDAYS.fullmatch(cell := cell_at(line, at))]
    if nights:
        why = "A team’s night is set with the season, not with the team."
        yield LeftOut(block.heading.number, ", ".join(nights), why)


def _team(block: HeadedBlock, line: SheetLine, name: str, division: str) -> Iterator[Piece]:
    values, notes = {"name": name, "division": block.cell(line, "division") or division}, []
    if not is_blank(venue := block.cell(line, "venue")):
        values["venue"] = read_venue(venue)["name"]
        notes += [f"Plays at “{venue}”"] if values["venue"] != venue else []
    start = block.cell(line, "start")
    if start and (hour := parse_time(start)):
        values["start"] = hour.strftime("%H:%M")
        notes += [f"“{start}” is taken for {values['start']}"] if values["start"] != start else []
    elif not is_blank(start):
        yield LeftOut(line.number, start, "This is no time of day.")
    either = block.cell(line, "secretary_or_night")
    night = block.cell(line, "night") or (either if WEEKDAYS.fullmatch(either) else "")
    values["night"] = "" if is_blank(night) else night
    captain, more = _captain(block, line)
    yield row_of(line, values | captain, notes + more)


def _captain(block: HeadedBlock, line: SheetLine) -> tuple[dict[str, str], list[str]]:
    captain = read_person(block.cell(line, "captain"))
    both = "captain" in block.columns and "vice" in block.cell(block.heading, "captain").casefold()
    if not captain.names or (len(captain.names) > 1 and not both):
        return {}, []
    reached = [parse_contact(cell_at(line, at)) for key in ("phone", "email") for at in block.columns.get(key, ())]
    numbers = [*captain.numbers, *(number for contact in reached for number in contact.numbers)][:1]
    email = next((contact.email for contact in reached if contact.email), captain.email)
    values = {"captain": captain.names[0], "phone": numbers[0].number if numbers else "", "email": email}
    return values, [number.note for number in numbers if number.note]


def _venues(block: HeadedBlock, key: str) -> Iterator[Piece]:
    for line in block.lines:
        text = block.cell(line, key)
        if not is_blank(text) and not (len(filled(line)) == 1 and len(block.columns) > 1):
            place = read_venue(text)
            extra = {at: block.cell(line, at) for at in ("address", "postcode") if not is_blank(block.cell(line, at))}
            yield _venue_row(line, text, place, extra)
        elif filled(line) and key != "venue":
            yield LeftOut(line.number, whole(line), "The line names no venue.")


def _venue_row(line: SheetLine, text: str, place: dict[str, str], extra: Mapping[str, str]) -> Piece:
    if not re.search(r"[^\W_]", place["name"]):
        return LeftOut(line.number, text, "This is no name of a venue.")
    address = ", ".join(filter(None, (place["address"], extra.get("address", ""))))
    postcode = extra.get("postcode", "") or place["postcode"]
    if not postcode and (match := POSTCODE.search(address)):
        postcode, address = f"{match[1]} {match[2]}".upper(), POSTCODE.sub("", address).strip(" ,")
    return row_of(line, {**place, "address": address, "postcode": postcode}, original=text)


def _once(pieces: Sequence[Piece]) -> list[Piece]:
    """Each venue once, with all that is said of it; the others are left out, and say so."""
    rows: dict[str, int] = {}
    once: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, ReadRow):
            key = fold(piece.values["name"])
            if key in rows:
                first = once[rows[key]]
                assert isinstance(first, ReadRow)
                more = {name: value for name, value in piece.values.items() if name != "notes"}
                if all(first.values.get(name, value) == value for name, value in more.items()):
                    once[rows[key]] = replace(first, values={**piece.values, **first.values})
                    once.append(LeftOut(piece.place, piece.original, f"The same venue as in line {first.place}."))
                    continue
            rows.setdefault(key, len(once))
        once.append(piece)
    return once


def _plain(sheet: SourceSheet) -> tuple[Reading, ...]:
    in_columns = max((len(line.cells) for line in sheet.lines), default=0) > 1
    lines = sheet.lines if in_columns or not sheet.text else spaced_lines(sheet, {}, ({"team"},))
    whole_lines = [SheetLine(line.number, (", ".join(filled(line)),)) for line in lines]
    if any(len(line.cells[0]) > LONGEST for line in whole_lines):
        return ()
    with_postcode = sum(POSTCODE.search(line.cells[0]) is not None for line in whole_lines)
    people = sum(PERSON_FIRST.match(line.cells[0]) is not None for line in whole_lines)
    if with_postcode >= 2 and 2 * with_postcode >= len(whole_lines) - people:
        return (_reading(Content.VENUES, _once(list(_plain_venues(whole_lines))), "venue", 0.7),)
    heads = any(_is_heading(line) for line in lines)
    titled = bool(lines) and TITLE.fullmatch(whole(lines[0])) is not None
    if not heads and not titled:
        return ()
    reading = _reading(Content.TEAMS, list(_plain_teams(lines)), "team", 0.5 if heads else 0.4)
    return (reading,) if len(reading.rows) > len(reading.left_out) else ()


def _is_heading(line: SheetLine) -> bool:
    return bool(filled(line)) and all(DIVISION.fullmatch(cell) for cell in filled(line))


def _plain_venues(lines: Sequence[SheetLine]) -> Iterator[Piece]:
    for line in lines:
        text = line.cells[0]
        if PERSON_FIRST.match(text) and not POSTCODE.search(text):
            yield LeftOut(line.number, text, "A person, not a venue.")
        elif POSTCODE.search(text) or "," in text:
            yield _venue_row(line, text, read_venue(text), {})
        else:
            yield LeftOut(line.number, text, "The line has no address.")


def _plain_teams(lines: Sequence[SheetLine]) -> Iterator[Piece]:
    divisions: dict[int, str] = {} if any(_is_heading(line) for line in lines) else {0: ""}
    columns: list[list[tuple[SheetLine, str, str]]] = []
    for line in lines:
        if _is_heading(line):
            divisions = {column: cell.strip(" :") for column, cell in enumerate(line.cells) if cell.strip()}
            columns += [[] for _ in range(max(divisions) + 1)]
            yield LeftOut(line.number, whole(line), "The heading of a division, which the teams below are in.")
            continue
        for column, cell in enumerate(line.cells):
            if column in divisions and cell.strip():
                columns = columns or [[]]
                columns[column - max(divisions) - 1].append((line, cell.strip(), divisions[column]))
            elif cell.strip():
                yield LeftOut(line.number, cell.strip(), "It does not say what this is.")
    for column_of_teams in columns:
        cells = [cell for _, cell, _ in column_of_teams if not is_remark(cell)]
        numbers = [int(match[1]) for cell in cells if (match := NUMBERED.fullmatch(cell))]
        counted_up = numbers == sorted(set(numbers)) and numbers[:1] == [1]
        numbered = len(numbers) == len(cells) and counted_up
        for line, cell, division in column_of_teams:
            yield _plain_team(line, cell, division, numbered=numbered)


def _plain_team(line: SheetLine, cell: str, division: str, *, numbered: bool) -> Piece:
    match = NUMBERED.fullmatch(cell) if numbered else None
    name = match[2].strip() if match else cell
    if is_no_team(name):
        return LeftOut(line.number, cell, "A night off, not a team.")
    sentence = is_remark(name) or len(name.split()) > 6 or (name.endswith(".") and name.count(" ") > 2)
    if TITLE.fullmatch(name) or sentence or not has_word(name):
        return LeftOut(line.number, cell, "This is no name of a team.")
    return row_of(line, {"name": name, "division": division}, [f"“{cell}” without its number" if match else ""], cell)


def _reading(content: Content, pieces: Sequence[Piece], noun: str, sure: float) -> Reading:
    rows, left, _ = parted(pieces)
    return Reading("teams_list", content, f"a list of {several(len(rows), noun)}", rows, left, (), sure)
