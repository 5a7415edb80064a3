"""People's names, telephone numbers and e-mail addresses as they stand in cells."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from league.reading.marks import CellMark, mark_of

TITLES = r"(?:mr|mrs|miss|ms|mx|dr|rev|revd|sir|lady|prof|capt|cllr|master)"
TITLE = re.compile(rf"(?i)^(?P<title>{TITLES})\b\.?\s+(?=\S)")
TITLE_BEHIND = re.compile(rf"(?i)\s*[(,]?\s*\b(?P<title>{TITLES})\b\.?\)?$")
CAPTAIN = re.compile(
    r"(?i)\s*(?:[(\[]\s*(?:c|capt\.?|captain|skipper|skip)\s*[)\]]|\s[-–—]\s*(?:capt\.?|captain)|\s\*?\bcapt(?:ain)?\.?)$",
)
DEPUTY = re.compile(
    r"(?i)\s*(?:[(\[]\s*(?:v\.?/?c\.?|vice|vice[- ]capt(?:ain)?\.?|dep(?:uty)?\.?)\s*[)\]]"
    r"|\s[-–—]\s*(?:vice(?:[- ]capt(?:ain)?)?\.?|deputy))$",
)
NOBODY = (CellMark.UNKNOWN, CellMark.EMPTY, CellMark.NOT_KNOWN_YET, CellMark.SAME_AS_ABOVE)
IN_BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]$")
INITIAL_LAST = re.compile(r"[^\W\d_][\w'’-]{2,} (?:[^\W\d_]\.){1,3}")  # "Hill D." is D. Hill
NUMBERED = re.compile(r"^\d{1,2}[.)]?\s+(?=[^\W\d])")
SUFFIX = re.compile(r"(?i)(?:,?\s+)(jnr|jr|snr|sr|ii|iii|junior|senior)\.?$")
# Common first names, by which a column is known to have them first or last.
FIRST_NAMES = frozenset(
    """adam alan albert alec alex alf alice alison amanda amy andrew andy angela ann anna anne anthony archie arthur
    barbara barry ben bernard bert betty bill billy bob brenda brian bruce bryan callum carl carol caroline cath
    catherine charles charlie charlotte cheryl chris christine christopher clare claire clive colin connor craig
    daisy dan daniel danny daphne darren dave david dawn dean debbie deborah declan denise dennis derek des diane
    dick don donald donna doreen doris dorothy doug duncan dylan ed eddie edward eileen elaine eleanor elizabeth
    ellen emily emma eric ernie ethan eve fiona frances francis frank fred gail gareth gary gavin gemma geoff
    geoffrey george gerald gerry gillian gina glen glenn glyn gordon grace graham greg hannah harold harry hazel
    heather helen henry herbert hilary howard hugh ian irene iris isaac ivor jack jacqueline jake james jamie jan
    jane janet janice jason jean jeff jenny jeremy jessica jill jim jimmy jo joan joanne joe john johnny jon
    jonathan joseph joyce judith julia julian julie june karen karl kath katherine kathleen katie keith kelly ken
    kenneth kev kevin kieran kim kirsty larry laura lauren lawrence lee len leo leonard les leslie lewis liam linda
    lisa liz lorraine louise lucy luke lynn lynne malcolm mandy marc margaret maria marie marilyn marion mark martin
    mary matt matthew maureen maurice max megan mel michael michelle mick mike mo molly monica nathan neil nick
    nicola nigel noel nora norma norman oliver olivia oscar owen paddy pam pamela pat patricia patrick paul pauline
    pearl peggy penny percy pete peter phil philip phyllis rachel ralph ray raymond rebecca reg rhys rich richard
    rick rita rob robert robin rod roger ron ronald rosemary ross roy russell ruth ryan sally sam samantha sandra
    sandy sara sarah scott sean seán sharon shaun sheila shirley sid simon sophie stan stanley stella stephanie
    stephen steve steven stewart stuart sue susan suzanne sylvia ted terence teresa terry theresa thomas tim timothy
    tina toby tom tommy tony tracey tracy trevor val valerie vera vic victor victoria vince violet walter wayne
    wendy wilf will william winifred yvonne zoe""".split()  # noqa: SIM905 -- a word list reads better as words
)


@dataclass(frozen=True, slots=True)
class PersonInCell:
    """A person's name, first name before surname and without its title; `remark` is what stood in brackets."""

    name: str
    title: str = ""
    captain: bool = False
    deputy: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True)
class TelephoneInCell:
    """A number with its nought; `note` says that the nought was missing."""

    number: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ContactInCell:
    numbers: tuple[TelephoneInCell, ...]
    email: str = ""
    rest: str = ""


def parse_person(text: str, *, surname_first: bool = False) -> PersonInCell | None:
    """The person of a cell, None for ??? and TBC. `surname_first`: the column has "Hill Alan"."""
    plain, captain, deputy, remark = _without_brackets(NUMBERED.sub("", " ".join(text.split())).strip(" ,;*"))
    if not plain or mark_of(plain) in NOBODY:
        return None
    suffix = ""
    if SUFFIX.fullmatch(f" {remark}"):  # John Smith (Snr)
        suffix, remark = f" {remark}", ""
    elif match := SUFFIX.search(plain):
        suffix, plain = f" {match[1]}", plain[: match.start()]
    surname, comma, forename = (part.strip() for part in plain.partition(","))
    if comma and forename:
        forename, title = _without_title(forename)
        plain = f"{forename} {surname}" if forename else surname
    else:
        plain, title = _without_title(plain.rstrip(","))
        words = plain.split(" ")
        if INITIAL_LAST.fullmatch(plain) and words[0].casefold() not in FIRST_NAMES:
            plain = f"{words[1]} {words[0]}"
        elif surname_first and len(words) > 1:
            at = len(words) - 1  # where the first names begin, as of "Hill Alan", "Van Dyke J", "Hill A B"
            while at > 1 and re.fullmatch(r"[^\W\d_]\.?", words[at - 1]):
                at -= 1
            plain = " ".join([*words[at:], *words[:at]])
    plain = " ".join(re.sub(r"(?<=\b[^\W\d_]\.)(?=[^\W\d_]{2,})", " ", plain).split())  # "J.Hobbs" is "J. Hobbs"
    captain = captain or title.casefold() == "capt"
    return PersonInCell(f"{plain}{suffix}", title, captain, deputy, remark) if plain else None


def name_with_note(text: str) -> tuple[str, str]:
    """A person's name, first name first and without a title, and what to say where it is written otherwise."""
    person = parse_person(text)
    if person is None or person.name == text:
        return text, ""
    return person.name, f"“{text}” is taken for {person.name}"


def _without_brackets(plain: str) -> tuple[str, bool, bool, str]:
    """The name alone, whether (C) and (VC) stood behind it, and what else stood there."""
    captain, deputy, remark = False, False, ""
    while True:
        if match := DEPUTY.search(plain):
            deputy = True
        elif match := CAPTAIN.search(plain):
            captain = True
        elif match := IN_BRACKETS.search(plain):
            remark = match[1].strip()
        else:
            return plain, captain, deputy, remark
        plain = plain[: match.start()].rstrip(" ,;*")


def join_name(first: str, last: str) -> str:
    return " ".join(f"{first} {last}".split())


def writes_surname_first(texts: Iterable[str]) -> bool | None:
    """Whether initials and common first names say that a column has the surname first; None if they do not tell."""
    first = last = 0
    for text in texts:
        plain = TITLE.sub("", re.sub(r"[(\[].*", "", text).strip())
        words = plain.split()
        if "," in plain or len(words) < 2:
            continue
        ahead, behind = _is_first_name(words[0]), _is_first_name(words[-1])
        first += ahead and not behind
        last += behind and not ahead
    if first + last == 0 or min(first, last) * 4 > max(first, last):
        return None
    return last > first


def _is_first_name(word: str) -> bool:
    plain = word.casefold().strip(".,")
    initials = re.fullmatch(r"[^\W\d_](?:\.?[^\W\d_])?\.?", word) is not None and word == word.upper()
    return initials or plain in FIRST_NAMES


def _without_title(name: str) -> tuple[str, str]:
    for pattern in (TITLE, TITLE_BEHIND):
        if (match := pattern.search(name)) and (rest := name[: match.start()] + name[match.end() :]).strip():
            return rest.strip(), match["title"]
    return ("", name) if re.fullmatch(rf"(?i){TITLES}\.?", name) else (name, "")


TELEPHONE = re.compile(r"(?<![\w@.])(?:\+|00)?\(?\d(?:[\s().-]{0,2}\d){8,14}(?!\d)")
BESIDE_NUMBERS = re.compile(r"(?i)(?:^|(?<=\s))(?:/|or|&|and|,|;|tel|mob|mobile|home|h|m|t|phone)[.:]?(?=\s|$)")
EMAIL = re.compile(
    r"(?i)[\w.+'-]+\s?(?:@|\(\s?at\s?\)|\[\s?at\s?\]|\sat\s(?=\S+\.))\s?[\w-]+(?:(?:\.|\s?[(\[]\s?dot\s?[)\]]\s?)[\w-]+)+",
)
NOUGHT_BACK = "The first 0 of the number was missing"
LENGTH = 11  # figures of a British number with its nought; a few have ten
MISSING = ("7", "1", "2")


def parse_contact(text: str) -> ContactInCell:
    email, rest = "", " ".join(text.split())
    if match := EMAIL.search(rest):
        email = re.sub(r"(?i)\s?[(\[]\s?dot\s?[)\]]\s?", ".", match[0])
        email = re.sub(r"(?i)\s?(?:[(\[]\s?at\s?[)\]]|\sat\s)\s?", "@", email).replace(" ", "")
        rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    numbers = []
    for match in TELEPHONE.finditer(rest):
        numbers += _numbers(match[0])
    rest = TELEPHONE.sub(" ", rest)
    if numbers:
        rest = BESIDE_NUMBERS.sub(" ", rest)
    return ContactInCell(tuple(numbers), email, " ".join(rest.split()).strip(" /,;:-"))


def number_with_note(text: str) -> tuple[str, str]:
    """A telephone number with its nought, and what to say where that was missing; any other text as it is."""
    contact = parse_contact(text)
    if len(contact.numbers) == 1 and contact.numbers[0].note and not contact.rest and not contact.email:
        return contact.numbers[0].number, f"{contact.numbers[0].note}: {contact.numbers[0].number}"
    return text, ""


def _numbers(written: str) -> list[TelephoneInCell]:
    figures = re.sub(r"\D", "", written)
    if len(figures) > 15 and len(figures) % 2 == 0:  # two numbers with a dash between them
        half = len(figures) // 2
        return [*_numbers(figures[:half]), *_numbers(figures[half:])]
    abroad = written.lstrip(" (").startswith(("+", "00"))
    if len(figures) == LENGTH - 1 and figures[0] in MISSING and not abroad:
        return [TelephoneInCell(f"0{written.strip()}", NOUGHT_BACK)]
    return [TelephoneInCell(written.strip())]
