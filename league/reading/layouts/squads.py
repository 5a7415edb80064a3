"""The players, captains and deputies of squads, collected while a sheet is read."""

import re
from collections.abc import Mapping, Sequence

from league.reading.layouts.contacts import PersonCell
from league.reading.people import FIRST_NAMES, parse_contact
from league.reading.values import Content, LeftOut, Reading, ReadingQuestion, ReadRow, SheetLine

BULLET = re.compile(r"^\s*(?:[-•*·–]|\(?\d{1,2}[.)])\s+")
MARKED = re.compile(r"(?i)[(\[]\s*(?:c|vc|v\.c\.?|v/c|capt\.?|captain|vice|v)\s*[)\]]")


def bare_name(text: str) -> str:
    text = MARKED.sub("", BULLET.sub("", text))
    contact = parse_contact(text)
    return contact.rest if contact.numbers or contact.email else text.strip()


def is_plainly_person(text: str) -> bool:
    """Whether a name is that of a person and not of a team: an initial or a common first name in front, a comma."""
    name = bare_name(text)
    words = re.split(r"[\s,.]+", name.strip(" ."))
    if len(words) < 2 or "&" in words:
        return False
    has_initial = len(words[0]) == 1 < len(words[-1]) and words[0].isalpha()
    return "," in name or has_initial or words[0].casefold() in FIRST_NAMES


class Squads:
    """Rows of players, and of the captains and deputies among them with how they are reached."""

    def __init__(self, layout: str) -> None:
        self.layout = layout
        self.pieces: list[LeftOut] = []
        self.players: list[ReadRow] = []
        self.people: dict[tuple[str, str], ReadRow] = {}
        self.questions: dict[str, ReadingQuestion] = {}

    def ask(self, *questions: ReadingQuestion) -> None:
        self.questions |= {question.key: question for question in questions}

    def leave_out(self, line: SheetLine, original: str, why: str) -> None:
        self.pieces.append(LeftOut(line.number, original, why))

    def player(
        self,
        line: SheetLine,
        original: str,
        team: str,
        person: PersonCell,
        *,
        values: Mapping[str, str],
        notes: Sequence[str],
    ) -> None:
        """A player of a team, who may be its captain or deputy, with the number that stands beside the name."""
        row = {"name": person.names[0], "team": team, **values}
        row = {key: text for key, text in row.items() if text}
        self.players.append(ReadRow(line.number, original, row, (*notes, *person.notes)))
        role = "Captain" if person.captain else "Vice-captain" if person.deputy else ""
        if role:
            values = {"name": person.names[0], "role": role, "team": team}
            self.people[team, person.names[0]] = ReadRow(line.number, original, values, person.notes)
        for number in person.numbers:
            self.reached(line, number.number, team, person)
        if person.email:
            self.reached(line, person.email, team, person)

    def reached(self, line: SheetLine, cell: str, team: str, person: PersonCell) -> None:
        """A number or an address, which is a captain's or a deputy's, or is left out."""
        contact, row = parse_contact(cell), self.people.get((team, person.names[0]))
        pieces = [("phone", number.number, number.note) for number in contact.numbers]
        pieces += [("email", contact.email, "")] if contact.email else []
        for key, text, note in pieces:
            if row is None:
                self.leave_out(line, text, f"Of players the site keeps no numbers and addresses: {person.names[0]}.")
            elif key in row.values:
                self.leave_out(line, text, f"{person.names[0]} can have one here.")
            else:
                notes = (*row.notes, note) if note else row.notes
                row = ReadRow(row.place, row.original, {**row.values, key: text}, notes)
                self.people[team, person.names[0]] = row
        if not pieces:
            self.leave_out(line, cell, "This is no telephone number and no address.")

    def readings(self, what: str, sure: float = 0.8) -> tuple[Reading, ...]:
        questions = tuple(self.questions.values())
        if not self.players and not questions:
            return ()

        teams = len({row.values["team"] for row in self.players})
        text = f"{what}, {len(self.players)} in {teams} {'team' if teams == 1 else 'teams'}"
        left = tuple(self.pieces)
        players = Reading(self.layout, Content.PLAYERS, text, tuple(self.players), left, questions, sure)
        if not self.people:
            return (players,)
        people = tuple(self.people.values())
        text = f"{len(people)} captains and deputies whom the squads name"
        return players, Reading(self.layout, Content.PEOPLE, text, people, left, questions, sure - 0.1)
