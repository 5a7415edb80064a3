"""Who is who, in lines and sentences: teams with their captains and how they are reached, and a league's officers.

Ferry Boat - Capt: Dave Hardy, tel 07700 900123
Wherry's captain is Brian Mace (01603 960123), and Pat Mace is vice.
Secretary: Mrs J Cubitt, 01493 960112
"""

import re
from collections.abc import Iterator

from league.reading.layouts.contacts import read_person
from league.reading.people import EMAIL, TELEPHONE, parse_contact
from league.reading.tabular import has_word, text_lines
from league.reading.values import Content, Context, LeftOut, Reading, ReadingQuestion, ReadRow, SourceSheet
from scoring.words import several

LAYOUT = "contact_lines"
ROLES = {
    "Captain": r"(?:team )?captain|capt|skipper|skip",
    "Vice-captain": r"vice[- ]?(?:capt(?:ain)?)?|v\.? ?c|deputy",
    "Secretary": r"(?:hon(?:orary)?\.? |league |team |general |fixtures? )?sec(?:retary|'y|y)?",
    "Treasurer": r"(?:hon(?:orary)?\.? )?treasurer|treas",
    "Chairman": r"chair(?:man|person|woman)?",
    "President": r"president",
}
ROLE = "|".join(f"(?:{words})" for words in ROLES.values())
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


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
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
    sure = round(0.87 * (len(lines) - len(left)) / len(lines), 3)
    what = f"{several(len(rows), 'contact')} in lines"
    named = tuple(row for row in rows if "role" in row.values)
    return (Reading(LAYOUT, Content.PEOPLE, what, named, tuple(left), tuple(questions), sure),)


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
            role = next((role for role, words in ROLES.items() if re.fullmatch(f"(?i){words}", match["role"])), "")
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
        values |= {"email": contact.email}
        values |= {"phone": contact.numbers[0].number.strip("() ") if contact.numbers else ""}
        notes = [*person.notes, *(number.note for number in contact.numbers if number.note)]
        notes += [f"Also {number.number}" for number in contact.numbers[1:]]
        notes += [f"“{address[0].strip(' ,')}” is left out" for address in ADDRESS.finditer(text[begin:end])]
        yield ReadRow(place, text, {key: value for key, value in values.items() if value}, tuple(notes))
