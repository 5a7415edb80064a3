"""Captains, deputies and officers, one team or one person a line.

TEAM,VENUE,CAPT.,TEL,SEC'Y / NIGHT
Crown A,Crown,D Hartley,07700 900101 / 01632 960101,Mon
WMC 'B',W.M.C.,M Alderson,malderson(at)example.org,Mon/Thur

Or in lines and sentences:

Ferry Boat - Capt: Dave Hardy, tel 07700 900123
Wherry's captain is Brian Mace (01603 960123), and Pat Mace is vice.
Secretary: Mrs J Cubitt, 01493 960112
"""

import re
from collections.abc import Iterator, Sequence

from league.reading.days import LEAVE_OUT, WEEKDAY_NAME
from league.reading.layouts.contacts import HEADINGS, POSTCODE, PersonCell, read_person, without_titles
from league.reading.people import EMAIL, TELEPHONE, join_name, parse_contact
from league.reading.tabular import (
    HeadedBlock,
    Piece,
    blocks_of,
    cell_at,
    filled,
    has_word,
    is_blank,
    is_ditto,
    other_columns,
    parted,
    row_of,
    text_lines,
    titles_above,
    whole,
)
from league.reading.values import Content, Context, LeftOut, Reading, ReadingQuestion, ReadRow, SheetLine, SourceSheet
from scoring.words import several

TEAM_SHEET = ({"team", "club", "name", "venue"}, {"captain", "deputy", "secretary", "secretary_or_night"})
ROLE_SHEET = ({"name", "last_name"}, {"role"})
ROLES = {"captain": "Captain", "deputy": "Vice-captain"}
BOTH_ROLES = "Captain / Vice-captain"  # of one column
WEEKDAYS = re.compile(rf"(?i)(?:{WEEKDAY_NAME}\.?|alt(?:ernate)?|or|and|&|,|/|nights?|\s)+")
OF_A_PUB = re.compile(r"(?i)\b(?:pub|landlord|landlady|bar|club|work|steward)\b")
OF_ROLES = frozenset({"name", "first_name", "last_name", "phone", "email", "role", "team", "club"})
# A column of people, their role (empty: the line says it), and the columns that say how they are reached.
PersonColumn = tuple[int, str, tuple[int, ...]]


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    blocks = list(blocks_of(sheet, HEADINGS, TEAM_SHEET))
    if not blocks:
        titled = map(without_titles, blocks_of(sheet, HEADINGS, ROLE_SHEET))
        blocks = [block for block in titled if "role" in block.columns]
    rows, left, questions = parted(piece for block in blocks for piece in _ContactLines(block, context).read())
    if not rows and not questions:
        return ()
    what = f"a list of {len(rows)} {'person' if len(rows) == 1 else 'people'} and how they are reached"
    return (Reading("people_rows", Content.PEOPLE, what, rows, left, questions, 0.85),)


def unread_columns(block: HeadedBlock, keys: frozenset[str]) -> Iterator[LeftOut]:
    unread = (at for key, places in block.columns.items() if key not in keys for at in places)
    yield from other_columns(block, (*block.others, *unread))


class _ContactLines:
    """One table, read line by line: a team that is not repeated is the one above."""

    def __init__(self, block: HeadedBlock, context: Context) -> None:
        self.block, self.context = block, context
        self.team_key = next((key for key in ("team", "club", "name", "venue") if key in block.columns), "")
        self.listed = "role" in block.columns
        if self.listed:
            self.team_key = next((key for key in ("team", "club") if key in block.columns), "")
        self.columns = self._person_columns()
        self.team = ""

    def read(self) -> Iterator[Piece]:
        yield from titles_above(self.block.above)
        yield from unread_columns(self.block, OF_ROLES if self.listed else frozenset(HEADINGS))
        for line in self.block.lines:
            yield from self._line(line)

    def _person_columns(self) -> list[PersonColumn]:
        """The columns of people, each with the numbers and addresses up to the next."""
        keys = {at: key for key, places in self.block.columns.items() for at in places}
        columns: list[PersonColumn] = []
        before: tuple[int, ...] = ()
        for at, key in sorted(keys.items()):
            if key in ("captain", "deputy", "secretary", "secretary_or_night") or (
                self.listed and key in ("name", "last_name")
            ):
                role = ROLES.get(key, "" if self.listed else key)
                both = key == "captain" and "vice" in cell_at(self.block.heading, at).casefold()
                columns.append((at, BOTH_ROLES if both else role, before))
                before = ()
            elif key in ("phone", "email") and columns:
                people, role, reached = columns[-1]
                columns[-1] = people, role, (*reached, at)
            elif key in ("phone", "email"):
                before = (*before, at)
        return columns

    def _line(self, line: SheetLine) -> Iterator[Piece]:
        team = self.block.cell(line, self.team_key) if self.team_key else ""
        if len(filled(line)) == 1 and len(self.block.heading.cells) > 1:
            yield LeftOut(line.number, whole(line), "A heading or a remark.")
            return
        as_above = bool(self.team) and not self.listed and (not team or is_ditto(team))
        self.team = team = self.team if as_above else team
        for column in self.columns:
            yield from self._person(line, column, as_above=as_above)

    def _person(self, line: SheetLine, column: PersonColumn, *, as_above: bool) -> Iterator[Piece]:
        at, role, beside = column
        text = cell_at(line, at)
        if self.listed and "first_name" in self.block.columns:
            text = join_name(self.block.cell(line, "first_name"), text)
        if role == "secretary_or_night":
            if WEEKDAYS.fullmatch(text):
                return
            role = "secretary"
        reached = [(at, cell_at(line, at)) for at in beside if not is_blank(cell_at(line, at))]
        if is_blank(text) and not reached:
            return
        person = read_person(text) if not is_blank(text) else PersonCell(why="There is no name.")
        original = " | ".join(filter(None, (self.team, text, *(cell for _, cell in reached))))
        role = role or self.block.cell(line, "role")
        if person.why or not role:
            yield LeftOut(line.number, original, person.why or "It does not say what they are.")
            return
        if role.casefold() in ("secretary", "sec", "sec.") and self.team:
            answer = self.context.answers.get("team_secretary")
            if answer is None:
                question = f"A team has no secretary here. What are {text} and the others in that column?"
                choices = (("Vice-captain", "Vice-captains"), (LEAVE_OUT, "Leave them out"))
                yield ReadingQuestion("team_secretary", question, choices)
                return
            if answer == LEAVE_OUT:
                yield LeftOut(line.number, original, "You left the secretaries of teams out.")
                return
            role = answer
        yield from self._rows(line, original, role, person, [cell for _, cell in reached], as_above=as_above)

    def _rows(
        self, line: SheetLine, original: str, role: str, person: PersonCell, cells: Sequence[str], *, as_above: bool
    ) -> Iterator[Piece]:
        notes = [f"{self.team}, as above"] if as_above else []
        notes += person.notes
        numbers, emails = list(person.numbers), [person.email] if person.email else []
        for cell in cells:
            contact = parse_contact(cell)
            numbers += contact.numbers
            emails += [contact.email] if contact.email else []
            if contact.rest and (contact.numbers or contact.email):
                pub = ": it may be the pub’s number" if OF_A_PUB.search(contact.rest) else ""
                notes.append(f"“{contact.rest}” stands beside the number{pub}")
            elif contact.rest:
                yield LeftOut(line.number, cell, "This is no telephone number and no address.")
        one_each = len(numbers) == len(person.names)
        for at, name in enumerate(person.names):
            roles = role.split(" / ") if role == BOTH_ROLES else [role]
            values = {"name": name, "role": roles[min(at, len(roles) - 1)], "team": self.team if self.team_key else ""}
            name_notes = list(notes)
            if numbers and (one_each or len(person.names) == 1):
                number = numbers[at]
                values["phone"] = number.number
                name_notes += [number.note] if number.note else []
                name_notes += ["Numbers and names are taken in the same order"] if one_each and at else []
            if emails and len(person.names) == 1:
                values["email"] = emails[0]
            yield row_of(line, values, name_notes, original)
        spare = numbers[1:] if len(person.names) == 1 else [] if one_each else numbers
        for number in spare:
            yield LeftOut(line.number, number.number, f"{' and '.join(person.names)} can have one number here.")
        for email in emails[1:] if len(person.names) == 1 else emails:
            yield LeftOut(line.number, email, f"{' and '.join(person.names)} can have one address here.")


# --- in lines and sentences -------------------------------------------------------------------------------------------
ROLE_WORDS = {
    "Captain": r"(?:team )?captain|capt|skipper|skip",
    "Vice-captain": r"vice[- ]?(?:capt(?:ain)?)?|v\.? ?c|deputy",
    "Secretary": r"(?:hon(?:orary)?\.? |league |team |general |fixtures? )?sec(?:retary|'y|y)?",
    "Treasurer": r"(?:hon(?:orary)?\.? )?treasurer|treas",
    "Chairman": r"chair(?:man|person|woman)?",
    "President": r"president",
}
ROLE = "|".join(f"(?:{words})" for words in ROLE_WORDS.values())
REACH = r"(?:ring|call|phone|text|contact|try|speak to|get hold of)"
NAME = r"(?:(?:Mr|Mrs|Miss|Ms|Dr)\.?\s)?[A-Z][\w'’.-]*(?:\s(?:(?:de|van|der|ap|la|le|von)\s)?[A-Z][\w'’.-]*){1,3}"
ALONE = re.compile(rf"(?P<role>)(?P<name>{NAME})(?=[\s,:(]*(?:tel|mob|on|ph|m|t)?\W*\d)")
NAMED = (
    re.compile(rf"\b(?P<role>(?i:{ROLE}))\b\.?\s*(?:(?:is|are|:|=|[-–(,])\s*)?(?P<name>{NAME})"),
    re.compile(rf"(?P<name>{NAME})\s*(?:(?:is|,|[-–(])\s*)(?:the\s+|our\s+|their\s+)?(?P<role>(?i:{ROLE}))\b"),
    re.compile(rf"(?P<role>(?i:{REACH}))\s+(?P<name>{NAME})"),
)
TEAM = re.compile(
    rf"(?i)^(?:(?:team|club)\s*[:–-]\s*)?(?:for\s+)?(?!(?i:{ROLE})\b)(?P<team>[^\W\d_](?:(?!\b(?i:{ROLE})\b)[^:;,(])*?)"
    rf"(?:\s*(?::|\s[-–]\s)\s*|(?:\s*(?:,|['’]s\s|;|\()\s*|\s+)(?=(?:the\s+|now\s+)?\b(?:(?i:{ROLE})|(?i:{REACH}))\b))",
)
OF_TEAM = re.compile(
    rf"\b(?P<role>(?i:{ROLE}))\s+(?:of|for|at)\s+(?:the\s+)?(?P<team>[^\W\d_][^,;:(]*?)\s+is\s+(?:now\s+)?(?P<name>{NAME})"
)
ADDRESS = re.compile(
    r",\s*\d{1,4}[a-z]?,?\s+(?:[A-Z][\w'.-]*\s?)+(?:,\s*[A-Z][\w' .-]*?(?=[,.;(]|$))*"
    r"(?:,?\s*[A-Z]{1,2}\d\w?\s*\d[A-Z]{2})?"
)
FILLER = re.compile(
    r"(?i)\b(?:is|are|his|her|their|its|now|new|please|note|that|the|and|or|on|at|tel(?:ephone)?|mob(?:ile)?|phone|no|number|e-?mail|if|he|she|he's|they|out|isn't|in|not|"
    r"h|m|t|home|work|eves?|evenings?|after|before|pm|am|contact|details|ring|call)\b|[\W\d_]+",
)


Named = tuple[int, int, str, str]  # where a person begins and ends in a line, name, role


def read_lines(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    lines = text_lines(sheet)
    rows: list[ReadRow] = []
    left: list[LeftOut] = []
    for line in lines:
        text = " ".join(line.cells[0].split())
        people, team, rest = _people_of(text)
        if not people or has_word(rest):
            why = f"“{rest.strip()}” is not understood." if people else "Nobody with a role stands here."
            left.append(LeftOut(line.number, text, why))
        else:
            rows += _rows(line.number, text, team, people, context.answers.get("role", ""))
    if not any(row.values.keys() & {"phone", "email"} for row in rows):
        return ()
    questions = []
    if unnamed := [row for row in rows if "role" not in row.values]:
        who = f"{unnamed[0].values['name']} in “{unnamed[0].original}”"
        choices = tuple((role, role) for role in ("Captain", "Vice-captain", "Secretary"))
        text = f"What are the people of whom no role is written, such as {who}?"
        questions.append(ReadingQuestion("role", text, choices))
    others = sum(_is_of_nobody(piece.original) for piece in left)
    sure = round(0.87 * (len(lines) - len(left)) / (len(lines) - others), 3)
    what = f"{several(len(rows), 'contact')} in lines"
    named = tuple(row for row in rows if "role" in row.values)
    return (Reading("contact_lines", Content.PEOPLE, what, named, tuple(left), tuple(questions), sure),)


def _is_of_nobody(text: str) -> bool:
    """Whether a line is a heading, or the address of a venue, in a list that has people elsewhere."""
    if re.search(rf"(?i)\b(?:{ROLE})\b", text):
        return False
    return POSTCODE.search(text) is not None or (len(text.split()) <= 4 and not TELEPHONE.search(text))


def _people_of(text: str) -> tuple[list[Named], str, str]:
    """The people of a line, the team whose they are, and the words that none of this explains."""
    of = OF_TEAM.search(text)
    start = None if of else TEAM.match(text)
    match = of or start
    team = match["team"].removeprefix("the ").strip(" ,-–:") if match else ""
    named: list[Named] = []
    for pattern in (OF_TEAM, *NAMED, *([ALONE] if start else [])):
        for match in pattern.finditer(text, start.end() if start else 0):
            begin, end = min(match.start("name"), match.start("role")), max(match.end("name"), match.end("role"))
            role = next((role for role, words in ROLE_WORDS.items() if re.fullmatch(f"(?i){words}", match["role"])), "")
            if all(end <= one[0] or one[1] <= begin for one in named):
                named.append((match.start(), match.end(), match["name"], role))
    rest = list(text)
    spans = [*([(0, start.end())] if start else []), *(one[:2] for one in named)]
    spans += [match.span() for pattern in (TELEPHONE, EMAIL, ADDRESS) for match in pattern.finditer(text)]
    for begin, end in spans:
        rest[begin:end] = " " * (end - begin)
    return sorted(named), team, FILLER.sub(" ", "".join(rest))


def _rows(place: int, text: str, team: str, people: list[Named], unwritten: str) -> Iterator[ReadRow]:
    """A row for each, with the number and the address that stand behind the name and before the next."""
    ends = [one[0] for one in people[1:]] + [len(text)]
    for (_, begin, name, role), end in zip(people, ends, strict=True):
        contact, person = parse_contact(text[begin:end]), read_person(re.sub(r"(?<=\w\w)\.$", "", name))
        values = {"name": person.names[0] if person.names else name, "role": role or unwritten, "team": team}
        number = contact.numbers[0].number.strip("() ") if contact.numbers else ""
        values |= {"email": contact.email, "phone": number}
        notes = [*person.notes, *(number.note for number in contact.numbers if number.note)]
        notes += [f"Also {number.number}" for number in contact.numbers[1:]]
        notes += [f"“{address[0].strip(' ,')}” is left out" for address in ADDRESS.finditer(text[begin:end])]
        yield ReadRow(place, text, {key: value for key, value in values.items() if value}, tuple(notes))
