"""Squads in blocks: the name of a team with its players below, apart by blank lines, by indentation or in columns.

CROWN A                        Crown A        Bell
Hartley, D (C) 07700 900101    D Hartley (C)  J Moran (C)
Kirkby, S (VC)                 S Kirkby       ???
???
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from league.reading.layouts.contacts import HEADINGS, PersonCell, read_person
from league.reading.layouts.squad_rows import BULLET, MARKED, Squads, bare_name, is_plainly_person
from league.reading.layouts.teams_list import DIVISION
from league.reading.people import parse_contact
from league.reading.tabular import cell_at, compared, filled, heading_keys, lines_cut_at_gaps, text_lines, whole
from league.reading.values import Context, LeftOut, Reading, ReadingQuestion, SheetLine, SourceSheet
from scoring.names import fold

MOST = 30  # players of a team
FEWEST = 3  # players of a team, where nothing says that it is one
UNNAMED, FEW = 0.45, 0.1  # how sure names are a squad below a word that nothing says is a team
LABEL = re.compile(
    r"(?i)^\s*(?P<role>team captain|captain|capt\.?|skipper|vice[- ]captain|vice[- ]capt\.?|vice|v\.?c\.?|deputy)"
    r"\s*[:.–-]\s*(?P<rest>\S.*)$",
)
BESIDE = re.compile(
    r"(?i)^\s*(?:venue|home|night|pub|plays?|start|tel|phone|mob(?:ile)?|e-?mail|web(?:site)?|night|address|secretary|sec|colours?|reserves?|subs?|squad|players?|team)"
    r"\s*[:.–-]",
)
CAPTAIN = re.compile(r"(?i)(?:team )?(?:captain|capt\.?|skipper)\s*:?")
REACHED = re.compile(r"(?i)(?:tel(?:ephone)?|phone|mob(?:ile)?|contact)\b(?: no)?[\s.:]*")
INLINE = re.compile(r"^\s*(?P<team>\w[^:;,]{1,39}?)\s*(?::|\s[-–]\s)\s*(?P<rest>.*[,;].*)$")
COUNTED = re.compile(r"\s*\(\d{1,2}(?: players?)?\)$")  # how many players a team has
PERSON = re.compile(
    r"(?:[^\W\d_][\w'’.-]*(?:\s[^\W\d_][\w'’.-]*)?,\s*[^\W\d_][\w'’.-]*(?:\s[^\W\d_][\w'’.-]*)?"
    r"|(?:[^\W\d_]\.?\s?){1,3}\s?[^\W\d_][\w'’-]{2,}(?:\s[^\W\d_][\w'’-]+)?|[^\W\d_][\w'’-]+\s(?:[^\W\d_][\w'’.-]*\s?){1,3})"
)
NUMBER_OF_PLAYERS = re.compile(r"(?i)\W*(?:total\W*)?\d{1,3}\s+(?:players?|registered|names?)\W*")
NUMBER = re.compile(r"^\s*(\d{1,2})[.)]?\s+(?=[^\W\d])")
INITIALS = re.compile(r"(?:[^\W\d_]\.?\s?){1,3}(?:\s*\([^)]*\))?")


@dataclass(slots=True)
class SquadBlock:
    team: str
    line: SheetLine
    players: list[tuple[SheetLine, str]] = field(default_factory=list)


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    keys = heading_keys(HEADINGS)
    blocks, left = _in_numbered_columns(sheet)
    for line in sheet.lines[:8]:
        if not blocks and sum(compared(cell) in keys for cell in filled(line)) > 1:
            return ()
    if not blocks:
        blocks, left = _in_columns(sheet)
    if not blocks:
        blocks, left = _in_blocks(sheet)
    if not _are_squads(blocks):
        return ()
    return _SquadReader(blocks, left, context).read()


def _in_numbered_columns(sheet: SourceSheet) -> tuple[list[SquadBlock], list[LeftOut]]:
    """Blocks in cells, several beside each other too, an empty column apart, with the players' numbers before them.

    In each is a team, perhaps its pub, its captain and telephone behind such words, and the other players.
    """
    blocks: list[SquadBlock] = []
    left: list[LeftOut] = []
    sides = _sides(sheet)
    for start, end in sides:
        last = -1
        for line in sheet.lines:
            cells = [cell.strip() for cell in line.cells[start:end] if cell.strip()]
            if not cells or (len(filled(line)) == 1 and start):
                continue
            if line.number - last > 1 or not blocks:
                blocks.append(SquadBlock("  ".join(cells), line))
            elif len(cells) == 1:
                left.append(LeftOut(line.number, cells[0], f"It stands beside the players of {blocks[-1].team}."))
            else:
                _add_cells(blocks[-1], line, cells)
            last = line.number
    return blocks, left


def _sides(sheet: SourceSheet) -> list[tuple[int, int]]:
    """Where blocks begin and end that stand beside each other; none where not all have numbers and a captain."""
    wide = [line for line in sheet.lines if len(filled(line)) > 1]
    width = max((len(line.cells) for line in wide), default=0)
    empty = [at for at in range(width) if not any(cell_at(line, at) for line in wide)]
    sides = [(start + 1, end) for start, end in itertools.pairwise([-1, *empty, width]) if end - start > 2]
    columns = [{cell_at(line, start) for line in wide} for start, _ in sides]
    fit = all({"1", "2", "3"} <= cells and any(map(CAPTAIN.fullmatch, cells)) for cells in columns)
    return sides if fit else []


def _add_cells(block: SquadBlock, line: SheetLine, cells: list[str]) -> None:
    """A player or a captain; a number of the telephone goes to whom it stands below."""
    rest = "  ".join(cells[1:])
    if REACHED.fullmatch(cells[0]) and block.players:
        above, text = block.players[-1]
        block.players[-1] = (above, f"{text} {rest}")
    else:
        block.players.append((line, rest if cells[0].strip(".").isdigit() else f"{cells[0].rstrip(' :')}: {rest}"))


def _are_squads(blocks: Sequence[SquadBlock]) -> bool:
    pieces = [text for block in blocks for _, text in block.players]
    people = sum(_is_person(text) for text in pieces)
    marked = any(MARKED.search(text) or LABEL.match(text) for text in pieces)
    initials = sum(is_plainly_person(text) or _ends_with_initial(text) for text in pieces)
    full = max((len(block.players) for block in blocks), default=0) <= MOST
    return full and len(pieces) >= 2 and people >= 0.6 * len(pieces) and (marked or 2 * initials >= len(pieces))


def _is_person(text: str) -> bool:
    plain = bare_name(text)
    return PERSON.fullmatch(plain) is not None or set(plain) <= {"?", " "} or LABEL.match(text) is not None


def _ends_with_initial(text: str) -> bool:
    """Whether a name ends with one letter: "Hill A", or "Crown A"."""
    words = bare_name(text).split()
    return len(words) > 1 and len(words[-1].strip(".")) == 1 and len(words[0].strip(".")) > 1 and "," not in text


def _in_columns(sheet: SourceSheet) -> tuple[list[SquadBlock], list[LeftOut]]:
    """One team a column, with its name in the first line that has several."""
    lines = sheet.lines
    if max((len(line.cells) for line in lines), default=0) < 2 and sheet.text:
        lines = lines_cut_at_gaps(sheet)
        widths = {len(line.cells) for line in lines if len(line.cells) > 1}
        if len(widths) != 1:
            return [], []
    at = next((at for at, line in enumerate(lines) if len(filled(line)) > 1), None)
    heads = filled(lines[at]) if at is not None else []
    people = sum(is_plainly_person(cell) or MARKED.search(cell) is not None for cell in heads)
    if at is None or 2 * people >= len(heads):
        return [], []
    blocks = {
        column: SquadBlock(cell.strip(), lines[at]) for column, cell in enumerate(lines[at].cells) if cell.strip()
    }
    left = [LeftOut(line.number, whole(line), "A title.") for line in lines[:at]]
    for line in lines[at + 1 :]:
        for column, cell in enumerate(line.cells):
            if cell.strip() and column in blocks:
                blocks[column].players.append((line, cell.strip()))
            elif cell.strip():
                left.append(LeftOut(line.number, cell.strip(), "The column has no team."))
    return list(blocks.values()), left


def _in_blocks(sheet: SourceSheet) -> tuple[list[SquadBlock], list[LeftOut]]:
    """Blocks below each other: apart by blank lines, or with the players further in than their team."""
    lines = [SheetLine(line.number, (line.cells[0].replace('"', "").expandtabs(4),)) for line in text_lines(sheet)]
    inline = [match for line in lines if (match := INLINE.fullmatch(line.cells[0]))]
    if lines and 2 * len(inline) > len(lines):
        return _inline(lines)
    blocks: list[SquadBlock] = []
    left: list[LeftOut] = []
    for line, starts in zip(lines, _team_lines(lines), strict=False):
        first, *others = _pieces(line.cells[0] if starts else NUMBER.sub("", line.cells[0]))
        if starts or not blocks:
            blocks.append(SquadBlock(COUNTED.sub("", first.rstrip(":").strip()), line))
            left += [LeftOut(line.number, piece, f"It stands beside {first}.") for piece in others]
        else:
            blocks[-1].players += [(line, piece) for piece in (first, *others)]
    return blocks, left


def _are_numbered(texts: Sequence[str]) -> list[bool]:
    """Of each text whether it goes on counting, 1, 2 and so on; "58 Club" below does not, nor "5 Bells" above a 1."""
    numbers = [int(match[1]) if (match := NUMBER.match(text)) else 0 for text in texts]
    last, numbered = 0, []
    for number, following in itertools.pairwise([*numbers, 0]):
        numbered.append(number == 1 or (number > 0 and number == last + 1 and following != 1))
        last = number if numbered[-1] else last
    return numbered


def _team_lines(lines: Sequence[SheetLine]) -> list[bool]:
    """Of each line whether it names a team; nothing where neither marks, indents nor blank lines tell."""
    texts = [line.cells[0].rstrip() for line in lines]
    numbered = _are_numbered(texts)
    bulleted = [BULLET.match(text.strip()) is not None or number for text, number in zip(texts, numbered, strict=True)]
    if sum(bulleted) * 2 > len(texts) and not all(bulleted):
        return [not player for player in bulleted]
    if sum(text.endswith(":") for text in texts) > 1:
        return [text.endswith(":") for text in texts]
    indents = [len(text) - len(text.lstrip()) for text in texts]
    base = min(indents, default=0)
    if sum(indent > base for indent in indents) * 2 > len(texts):
        return [indent == base for indent in indents]
    gaps = [line.number - before.number > 1 for before, line in itertools.pairwise(lines)]
    is_unclear = (not any(gaps) and len(texts) > MOST) or (all(gaps) and len(gaps) > 2)
    return [] if is_unclear else [True, *gaps]


def _pieces(text: str) -> list[str]:
    """What stands in a line two spaces or more apart; a number alone belongs to the name before it."""
    pieces: list[str] = []
    for piece in re.split(r"\s{2,}|\t|;", text.strip()):
        contact = parse_contact(piece)
        if pieces and (contact.numbers or contact.email) and not contact.rest:
            pieces[-1] = f"{pieces[-1]} {piece.strip()}"
        elif piece.strip():
            pieces.append(piece.strip())
    return pieces or [text.strip()]


def _inline(lines: Sequence[SheetLine]) -> tuple[list[SquadBlock], list[LeftOut]]:
    """A team a line, with its players behind it: "Crown A: D Hartley (C), S Kirkby"."""
    blocks, left = [], []
    for line in lines:
        match = INLINE.fullmatch(line.cells[0])
        if match is None:
            left.append(LeftOut(line.number, whole(line), "No team and players stand here."))
            continue
        apart = ";" if ";" in match["rest"] else ","
        rest = re.sub(r"(?<=\w\w)\.\s*$", "", match["rest"])
        parts = [part.strip() for part in re.split(rf"{apart}(?![^()]*\))", rest) if part.strip()]
        if apart == "," and len(parts) % 2 == 0 and all(INITIALS.fullmatch(part) for part in parts[1::2]):
            parts = [f"{surname}, {forename}" for surname, forename in zip(parts[::2], parts[1::2], strict=True)]
        elif apart == "," and all(" " not in part for part in parts):
            why = "It cannot be told which are first names and which surnames."
            left.append(LeftOut(line.number, whole(line), why))
            continue
        blocks.append(SquadBlock(COUNTED.sub("", match["team"].strip()), line, [(line, part) for part in parts]))
    return blocks, left


class _SquadReader:
    """Reads blocks one after another: a block may go on below a blank line."""

    def __init__(self, blocks: Sequence[SquadBlock], left: Sequence[LeftOut], context: Context) -> None:
        self.blocks, self.context = blocks, context
        self.squads = Squads("squad_blocks")
        self.squads.pieces += left
        self.names = [text for block in blocks for _, text in block.players]
        self.with_comma = 2 * sum("," in text for text in self.names) > len(self.names)
        self.initial_last = 2 * sum(map(_ends_with_initial, self.names)) > len(self.names)
        self.teams = {fold(name) for name in context.teams}

    def read(self) -> tuple[Reading, ...]:
        team = ""
        for block in self.blocks:
            team = self._block(block, team)
        return self.squads.readings("squads in blocks", self._sure())

    def _sure(self) -> float:
        """How sure it is that the names stand below a team: it is one of the league's, has its captain, or several."""
        with_captain = any(MARKED.search(text) or LABEL.match(text) for text in self.names)
        full = sum(len(block.players) >= FEWEST for block in self.blocks)
        if with_captain or full > 1 or any(fold(block.team) in self.teams for block in self.blocks):
            return 0.75
        return UNNAMED if full else FEW

    def _block(self, block: SquadBlock, before: str) -> str:
        team = block.team
        if DIVISION.fullmatch(team) or (not block.players and not _is_person(team)):
            self.squads.leave_out(block.line, team, "A heading, or a team without players.")
            for line, text in block.players:
                self.squads.leave_out(line, text, f"It stands below “{team}”, which is no team.")
            return ""
        if before and fold(team) not in self.teams:
            answer = self._goes_on(block, before)
            if answer is None:
                return before
            if answer:
                self._player(block.line, block.team, before, f"Below a blank line, in {before}")
                team = before
        for line, text in block.players:
            self._player(line, text, team, "")
        return team

    def _goes_on(self, block: SquadBlock, before: str) -> bool | None:
        """Whether the first line of a block is a player of the team above; None until somebody has said."""
        text = block.team
        own_captain = any(MARKED.search(piece) for _, piece in block.players)
        in_style = self.with_comma and "," in text and _is_person(text)
        if MARKED.search(text) or parse_contact(text).numbers or (in_style and not own_captain):
            return True
        if not is_plainly_person(text) and not (self.initial_last and _ends_with_initial(text)):
            return False
        key = f"team:{block.line.number}"
        answer = self.context.answers.get(key)
        if answer is None:
            choices = (("team", "A team"), ("player", f"A player of {before}"))
            self.squads.ask(ReadingQuestion(key, f"Line {block.line.number}, “{text}”: is that a team?", choices))
            return None
        return answer == "player"

    def _player(self, line: SheetLine, text: str, team: str, note: str) -> None:
        plain = BULLET.sub("", text)
        captain = deputy = False
        if match := LABEL.match(plain):
            captain = match["role"].casefold().startswith(("capt", "team", "skip"))
            deputy, plain = not captain, match["rest"]
        elif BESIDE.match(plain) or NUMBER_OF_PLAYERS.fullmatch(plain):
            self.squads.leave_out(line, text, f"It stands beside the players of {team}.")
            return
        person = read_person(plain, surname_first=self.initial_last and _ends_with_initial(plain))
        if person.why or len(person.names) != 1 or len(person.names[0]) > 40:
            why = person.why or "This is not the name of one person."
            self.squads.leave_out(line, text, f"{why} It stands below {team}.")
            return
        captain, deputy = captain or person.captain, deputy or person.deputy
        person = PersonCell(person.names, person.numbers, person.email, person.notes, captain, deputy)
        self.squads.player(line, text, team, person, [note])
