"""What lists of teams, of people and of players have in common: headings, and names, numbers and venues in cells."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from league.reading.marks import CellMark, mark_of
from league.reading.people import TELEPHONE, TITLES, TelephoneInCell, parse_contact, parse_person
from league.reading.tabular import HeadedBlock, cell_at, compared, has_word, is_blank, is_remark

HEADINGS: Mapping[str, Sequence[str]] = {
    "team": ("team name", "side", "plays for", "teams", "registered with", "team club", "team/club"),
    "venue": ("pub", "home venue", "plays at", "ground", "venue name", "hq", "headquarters", "home pub",
              "venue & address", "venue and address", "venue/address", "pub & address", "pub and address"),
    "captain": ("capt", "captains", "skipper", "captain's name", "captain name", "team captain", "contact",
                "captain / vice", "captain / vice captain", "captain & vice", "capt / vice"),
    "deputy": ("vice", "vice captain", "v capt", "vice capt", "v captain", "deputy captain", "vc", "v/c"),
    "secretary": ("sec", "sec'y", "secy", "team secretary", "team sec"),
    "secretary_or_night": ("sec'y / night", "secretary / night", "sec / night"),
    "name": ("full name", "person", "who", "player", "player name", "players", "registered player", "member"),
    "first_name": ("forename", "first names", "forenames", "christian name", "given name", "initial", "initials"),
    "last_name": ("surname", "last name", "family name", "second name", "last"),
    "phone": (
        *("tel", "telephone", "mobile", "phone number", "mob", "tel no", "telephone no", "phone no", "mobile no"),
        *("contact number", "contact no", "telephone number", "mobile number", "mobile phone", "home tel", "number"),
        *("landline", "mob no", "mobile/tel", "tel (home)", "tel (mob)", "home no", "home number", "work tel", "cell"),
        *("captain's phone", "captain phone", "phone / mobile", "tel / mob", "home phone", "tel. no", "captain's tel"),
        *("capts no", "captains no", "captain no", "capt no", "capts tel", "vc no", "vices no", "vice no"),
    ),
    "email": ("e-mail", "email address", "e-mail address", "mail", "captain's e-mail", "captain e-mail", "email/phone"),
    "role": ("office", "post", "what they do", "captain or vice captain", "job", "title", "position"),
    "night": ("home night", "plays on", "nights", "home nights", "match night"),
    "start": ("start time", "starts", "time", "kick off", "ko"),
    "division": ("div", "section", "league", "division name", "sect"),
    "address": ("street", "venue address", "pub address", "addr"),
    "postcode": ("post code", "p/code", "pcode"),
    "since": ("registered", "registered from", "joined", "date", "registration date", "signed", "date signed",
              "reg date", "date registered", "date of registration", "date joined"),
    "known_as": ("also known as", "nickname", "alias", "aka"),
    "under_18": ("u18", "junior", "under 18s", "minor"),
    "club": ("clubs", "pub/club", "name of club"),
}  # fmt: skip
AND = re.compile(r"\s*(?:/|;|\n)\s*")
VICE = re.compile(r"(?i)\bv/c\b")
JOINED = re.compile(r"(?i)\s(?:&|and|\+)\s")
IS_TITLE = re.compile(rf"(?i){TITLES}\.?")
EMPTY_BRACKETS = re.compile(r"[(\[]\s*[)\]]")


@dataclass(frozen=True, slots=True)
class PersonCell:
    """The people of a cell with what is said of how they are reached, or `why` nobody can be read from it."""

    names: tuple[str, ...] = ()
    numbers: tuple[TelephoneInCell, ...] = ()
    email: str = ""
    notes: tuple[str, ...] = ()
    captain: bool = False
    deputy: bool = False
    why: str = ""


def without_titles(block: HeadedBlock) -> HeadedBlock:
    """A block of which the column "Title" has Mr and Mrs, and is no column of what people are."""
    at = [place for place in block.columns.get("role", ()) if compared(cell_at(block.heading, place)) == "title"]
    cells = [cell for place in at for line in block.lines if (cell := cell_at(line, place))]
    if not cells or not all(IS_TITLE.fullmatch(cell) for cell in cells):
        return block
    columns = {key: places for key, places in block.columns.items() if key != "role"}
    return replace(block, columns=columns, others=(*block.others, *at))


def read_person(text: str, *, surname_first: bool = False) -> PersonCell:
    """Who stands in a cell: one, or several with a stroke between; numbers in the cell too."""
    contact = parse_contact(text)
    if contact.numbers or contact.email:
        text = EMPTY_BRACKETS.sub("", contact.rest).strip(" ,;:-")
    text = VICE.sub("vc", text)  # its stroke parts no two people
    if is_blank(text) or mark_of(text) in (CellMark.UNKNOWN, CellMark.NOT_KNOWN_YET, CellMark.EMPTY):
        return PersonCell(numbers=contact.numbers, email=contact.email, why="There is no name.")
    if is_remark(text):
        return PersonCell(why="This is not a name.")
    parts = AND.split(text)
    counts = {len(part.split()) for part in parts}
    if JOINED.search(text) or (len(parts) > 1 and len(counts) > 1):
        return PersonCell(why="There are two people in one cell. Write each in a line of their own.")
    names, notes = [], []
    captain = deputy = False
    for part in parts:
        person = parse_person(part, surname_first=surname_first)
        if person is None or re.search(r"\d", person.name) or not has_word(person.name):
            return PersonCell(numbers=contact.numbers, email=contact.email, why="This is not a name.")
        names.append(person.name)
        captain, deputy = captain or person.captain, deputy or person.deputy
        notes += [f"“{part.strip()}” is {person.name}"] if "," in part or surname_first else []
        notes += [f"“{person.title}” is left out of the name"] if person.title else []
        notes += [f"“{person.remark}” stands beside the name"] if person.remark else []
    return PersonCell(tuple(names), contact.numbers, contact.email, tuple(notes), captain, deputy)


POSTCODE = re.compile(r"(?i)[,\s]*\b([A-Z]{1,2}\d[A-Z\d]?)\s*(\d[A-Z]{2})\b[.,]?")
ROOM = re.compile(
    r"(?i)\s*[(\[]\s*((?:[\w'&]+\s+){0,2}(?:rm|room|bar|lounge|snug|upstairs|downstairs|tap|vaults?|function|back|front)(?:\s+\w+)?)\s*[)\]]\s*$",
)

REACHED = re.compile(rf"(?i)[\s,;(–-]*\b(?:tel(?:ephone)?|phone|ph|mob(?:ile)?)\b[\s.:]*({TELEPHONE.pattern})\W*$")
STREET = re.compile(r"\s+[–-]\s+(?=\d{1,4}[a-z]?\s+[A-Z])")  # between a name and its street


def read_venue(text: str) -> dict[str, str]:
    """A venue of "Bell Inn, Church St. DL0 0AA" or "Crown (Tap Rm)"."""
    plain, postcode, notes = " ".join(text.split()), "", ""
    if match := POSTCODE.search(plain):
        postcode = f"{match[1]} {match[2]}".upper()
        plain = f"{plain[: match.start()]} {plain[match.end() :]}".strip(" ,.")
    if match := REACHED.search(plain):
        plain, notes = plain[: match.start()], f"Tel. {match[1].strip()}"
    name, _, address = (part.strip() for part in plain.partition(","))
    if match := STREET.search(name):
        name, address = name[: match.start()].strip(), ", ".join(filter(None, (name[match.end() :], address)))
    if match := ROOM.search(name):
        name, notes = name[: match.start()].strip(), ", ".join(filter(None, (match[1], notes)))
    return {"name": name, "address": address.strip(" ,"), "postcode": postcode, "notes": notes}
