"""Players, one a line: with the team in a column, or below the name of their team.

Player,Team,Registered             First name,Surname,Team
"Hill, Alan",Crown A,3 Sept        Ann,Hill,Crown A
Mrs P Nairn,Bell,                  Bob,Dale,Bell
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from league.reading.cells import parse_yes
from league.reading.layouts.contacts import HEADINGS, PersonCell, read_person, without_titles
from league.reading.layouts.people_rows import unread_columns
from league.reading.people import FIRST_NAMES, join_name, parse_contact, writes_surname_first
from league.reading.sheet_dates import SheetDays
from league.reading.tabular import (
    HeadedBlock,
    blocks_of,
    cell_at,
    compared,
    filled,
    is_blank,
    is_ditto,
    row_of,
    title_of,
    whole,
)
from league.reading.values import Content, Context, LeftOut, Reading, ReadingQuestion, ReadRow, SheetLine, SourceSheet
from scoring.names import fold
from scoring.words import several

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
        self, line: SheetLine, original: str, team: str, person: PersonCell, notes: Sequence[str] = (), **values: str
    ) -> None:
        row = {"name": person.names[0], "team": team, **values}
        self.players.append(row_of(line, row, (*notes, *person.notes), original))
        role = "Captain" if person.captain else "Vice-captain" if person.deputy else ""
        if role:
            row = {"name": person.names[0], "role": role, "team": team}
            self.people[team, person.names[0]] = ReadRow(line.number, original, row, person.notes)
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
        text, left = f"{what}, {len(self.players)} in {several(teams, 'team')}", tuple(self.pieces)
        players = Reading(self.layout, Content.PLAYERS, text, tuple(self.players), left, questions, sure)
        if not self.people:
            return (players,)
        people = tuple(self.people.values())
        text = f"{len(people)} captains and deputies whom the squads name"
        return players, Reading(self.layout, Content.PEOPLE, text, people, left, questions, sure - 0.1)


WITH_TEAM = ({"name", "last_name"}, {"team", "club", "venue"})
BELOW_TEAM = ({"name", "last_name"}, {"since", "known_as", "under_18", "phone", "email", "first_name"})
READ = frozenset(
    {"name", "first_name", "last_name", "team", "club", "venue", "since", "known_as", "under_18", "phone", "email"}
)
OF_ROLES = frozenset({"role", "captain", "deputy"})
OF_ALL = re.compile(
    r"(?i)\b(?:players?|squads?|list|registered|registrations?|season|league|members|division|div|teams?)\b|\d{4}",
)
PLAYER_COLUMN = re.compile(r"(?i)(?:players?|names?|reserves?|subs?|capt(?:ain)?|vice[- ]?capt(?:ain)?)\.?\s*\d{0,2}")
OF_TEAMS = frozenset(map(compared, ("team", "club", "side", "team name", "pub")))
TEAM_LABEL = re.compile(r"(?i)(?:team|club|side|pub)(?:\s+name)?\s*[:–-]\s*(?P<team>\S.*)?")
ASKED = "\0"  # in place of a team that is asked about


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    for needed in (WITH_TEAM, BELOW_TEAM):
        blocks = [
            block
            for block in map(without_titles, blocks_of(sheet, HEADINGS, needed))
            if not block.columns.keys() & OF_ROLES
        ]
        if blocks:
            return _PlayerLines(blocks, title_of(sheet), context).read()
    return _read_across(sheet)


def _read_across(sheet: SourceSheet) -> tuple[Reading, ...]:
    """A team a row with its players in columns: Team, Captain, Player 2, Player 3, Reserve."""
    squads = Squads("squad_rows")
    columns: dict[int, str] = {}
    team_at = 0
    for line in sheet.lines:
        named = {at: cell for at, cell in enumerate(line.cells) if PLAYER_COLUMN.fullmatch(cell.strip())}
        teams = [at for at, cell in enumerate(line.cells) if compared(cell) in OF_TEAMS]
        if not columns and len(named) > 2 and len(teams) == 1:
            columns, team_at = named, teams[0]
        elif not columns:
            squads.leave_out(line, whole(line), "A title.")
        for at, heading in columns.items() if named != columns else ():
            cell = cell_at(line, at)
            person = read_person(cell)
            if len(person.names) == 1:
                captain = "capt" in heading.casefold() and "vice" not in heading.casefold()
                person = replace(person, captain=captain or person.captain, deputy="vice" in heading.casefold())
                squads.player(line, cell, cell_at(line, team_at), person)
            elif not is_blank(cell):
                squads.leave_out(line, cell, person.why or "This is not the name of one person.")
    return squads.readings("players in columns") if columns else ()


def _labelled_team(line: SheetLine) -> str:
    """The team of a line that begins with such a word: "Team: Crown A", in one cell or in two."""
    first, second = (*filled(line), "", "")[:2]
    match = TEAM_LABEL.fullmatch(first)
    return ((match["team"] or "").strip() or second) if match else ""


class _PlayerLines:
    def __init__(self, blocks: Sequence[HeadedBlock], name: str, context: Context) -> None:
        self.blocks, self.name, self.context = blocks, name, context
        self.squads = Squads("squad_rows")
        names = [block.cell(line, "name") for block in blocks for line in block.lines if "name" in block.columns]
        self.with_comma = sum("," in name for name in names)
        self.names = len([name for name in names if name])
        self.surname_first = writes_surname_first(names) is True
        self.counts = Counter(fold(self._name(block, line)) for block in blocks for line in block.lines)
        cells = [block.cell(line, "since") for block in blocks for line in block.lines]
        self.days = SheetDays(context, cells)

    def read(self) -> tuple[Reading, ...]:
        team = self._team(self.name)
        for block in self.blocks:
            for line in block.above:
                if "team" not in block.columns and (labelled := _labelled_team(line)):
                    team = labelled
                elif len(filled(line)) == 1 and "team" not in block.columns:
                    team = self._team(filled(line)[0])
                self.squads.leave_out(line, whole(line), "A title.")
            self.squads.pieces += unread_columns(block, READ)
            for line in block.lines:
                team = self._line(block, line, team)
        self.squads.ask(*self.days.questions.values())
        return self.squads.readings("a list of players")

    def _team(self, title: str) -> str:
        """The team that a title above players names; empty where it may be the title of the whole list."""
        is_team = fold(title) in {fold(name) for name in self.context.teams}
        return title if title and (is_team or (len(self.blocks) > 1 and not OF_ALL.search(title))) else ""

    def _line(self, block: HeadedBlock, line: SheetLine, team: str) -> str:
        keys = [key for key in ("team", "club", "venue") if key in block.columns]
        if not keys and (labelled := _labelled_team(line)):
            return self._heading(line, labelled)
        if len(filled(line)) == 1 and (not keys or not block.cell(line, "name")):
            return self._alone(line, team) if not keys else self._heading(line, team)
        notes = []
        if keys:
            cell = block.cell(line, keys[0])
            notes = [f"{team}, as above"] if team and (not cell or is_ditto(cell)) else []
            team = team if notes else cell
        self._player(block, line, team, notes)
        return team

    def _heading(self, line: SheetLine, team: str) -> str:
        self.squads.leave_out(line, whole(line), "A heading.")
        return team

    def _alone(self, line: SheetLine, team: str) -> str:
        """A line with one cell where teams have no column: a team, or a player of whom nothing else is said."""
        text, key = filled(line)[0], f"team:{line.number}"
        person = is_plainly_person(text)
        if fold(text) in {fold(name) for name in self.context.teams} or self.context.answers.get(key) == "team":
            return self._heading(line, text)
        if person or self.context.answers.get(key) == "player":
            if team == ASKED:
                return team
            if team and len(read_person(text).names) == 1:
                self.squads.player(line, text, team, read_person(text))
            elif team:
                self.squads.leave_out(line, text, "This is not the name of one person.")
            else:
                self.squads.leave_out(line, text, "It does not say for which team.")
            return team
        choices = (("team", "A team, of the players below"), ("player", f"A player of {team or 'a team'}"))
        self.squads.ask(ReadingQuestion(key, f"Line {line.number}, “{text}”: is that a team or a player?", choices))
        return ASKED

    def _player(self, block: HeadedBlock, line: SheetLine, team: str, notes: list[str]) -> None:
        text = self._name(block, line)
        if self._waits(text) or team == ASKED:
            return
        surname_first = self.context.answers.get("surname_first") == "yes" and self.surname_first
        person = read_person(text, surname_first=surname_first and "," not in text)
        key = f"team:{block.heading.number}"
        team = team or self.context.answers.get(key, "")
        if person.why or len(person.names) != 1 or ("," in text and self.context.answers.get("comma") == "no"):
            self.squads.leave_out(line, whole(line), person.why or "This is not the name of one person.")
        elif not team:
            self.squads.ask(ReadingQuestion(key, f"Which team are the players from line {block.heading.number} of?"))
        elif (since := self._since(block, line)) is not None:
            young = block.cell(line, "under_18").casefold()
            under_18 = {True: "yes", False: "", None: young}[young == "u18" or parse_yes(young)]
            values = {"known_as": block.cell(line, "known_as"), "under_18": under_18, "since": since}
            cell = block.cell(line, "since")
            notes = [*notes, *([] if since or is_blank(cell) else [f"“{cell}” is not a date"])]
            if self.counts[fold(text)] > 1:
                notes = [*notes, "The name stands here more than once: somebody else, or in two teams?"]
            self.squads.player(line, whole(line), team, person, notes, **values)
            for reached in ("phone", "email"):
                if not is_blank(cell := block.cell(line, reached)):
                    self.squads.reached(line, cell, team, person)

    def _since(self, block: HeadedBlock, line: SheetLine) -> str | None:
        """The day of registration, or nothing; None while it is asked about or when it was left out."""
        cell = block.cell(line, "since")
        day = self.days.read(cell) if cell else None
        if day is None:
            return ""
        if not day.value and not day.waits:
            self.squads.leave_out(line, whole(line), "You left out its date.")
        return day.value or None

    def _name(self, block: HeadedBlock, line: SheetLine) -> str:
        if "last_name" in block.columns:
            return join_name(block.cell(line, "first_name"), block.cell(line, "last_name"))
        return block.cell(line, "name")

    def _waits(self, text: str) -> bool:
        """Whether the name hangs on a question: which part of it is the surname."""
        if "," in text and 2 * self.with_comma < self.names + 1 and "comma" not in self.context.answers:
            words = read_person(text).names
            choices = (("yes", "Yes, the surname is first"), ("no", "No, leave such names out"))
            self.squads.ask(ReadingQuestion("comma", f"“{text}”: is that {words[0] if words else text}?", choices))
            return True
        if self.surname_first and "," not in text and " " in text and "surname_first" not in self.context.answers:
            words = read_person(text, surname_first=True).names
            choices = (("yes", "Yes, the surname is first"), ("no", "No, they are right as they are"))
            question = f"“{text}”: is that {words[0] if words else text}?"
            self.squads.ask(ReadingQuestion("surname_first", question, choices))
            return True
        return False
