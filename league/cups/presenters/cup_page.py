"""A cup as pictures: its bracket with names, nights and pubs, for the page, the screen in the pub and paper.

An open day is shown on the screen too, a screenful at a time. A fixed number of queries, however many ties.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from league.base.ui import formats
from league.cups.models import Cup, CupState, Round, Tie
from league.cups.presenters.bracket_tree import OPEN, BracketNotes, BracketPart, bracket_tree
from league.cups.presenters.openday import OpenDayPage
from scoring.season.knockout import bracket
from scoring.season.knockout.bracket import Bracket, State
from scoring.season.knockout.plan import Part

# A screen is read from across the room: so many ties at once, and a tree that begins with so many.
ON_A_SCREEN, TREE_ON_A_SCREEN = 8, 4


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A cup that is drawn. `conflicts` are ties on which the co-ordinator has to rule."""

    cup: Cup
    pictures: tuple[BracketPart, ...]
    winner: str
    plate_winner: str
    conflicts: tuple[str, ...]

    @property
    def takes_late(self) -> bool:
        """Whether somebody may still come in, opposite a bye or against somebody who has not played."""
        first = [part.columns[0] for part in self.pictures if part.part is Part.MAIN]
        return any(box.tie.state in {State.BYE, State.TO_PLAY} for column in first for box in column.drawn)


def present_bracket(cup: Cup, cup_bracket: Bracket, names: Mapping[str, str], notes: BracketNotes) -> BracketPage:
    """A bracket with names, and with what is to be said about its ties and rounds."""
    pictures = bracket_tree(cup_bracket, names, notes)
    named = {box.tie.id: box.name for picture in pictures for column in picture.columns for box in column.drawn}
    return BracketPage(
        cup, pictures, names.get(cup_bracket.champion or "", ""), names.get(cup_bracket.plate_winner or "", ""),
        tuple(dict.fromkeys(named.get(each.tie, each.tie) for each in cup_bracket.conflicts)),
    )  # fmt: skip


def bracket_notes(cup_bracket: Bracket, ties: Mapping[str, tuple[Tie, ...]], rounds: Iterable[Round]) -> BracketNotes:
    """When and where ties are or were played, and by when rounds are to be."""
    return BracketNotes(
        ties={tie.id: _when_and_where(tie, ties[tie.id]) for tie in cup_bracket.ties if tie.id in ties},
        rounds={(Part(row.part), row.round): _by_when(row) for row in rounds if row.part in {*Part}},
    )


def link_to_cup(cup: Cup, board: BracketPage | None, entered: int) -> formats.LinkPreview:
    """What a link to the cup says: who has won, or who is left and the next round; before the draw, who may enter."""
    name = formats.ProperName(cup)
    if cup.state == CupState.DROPPED:
        return formats.LinkPreview(formats.within(formats.LINK_TITLE, name, " is cancelled"), f"Season {cup.season}")
    if board is None:
        until = f"open until {formats.night(cup.entries_close)}" if cup.entries_close else f"{entered} entered so far"
        title = formats.within(formats.LINK_TITLE, name, f": entries {until}" if cup.entries_close else f": {until}")
        return formats.LinkPreview(title, f"{entered} entered so far. The draw has not been made yet")
    main = board.pictures[0]
    column = main.columns[main.now]
    pairs = [" v ".join(side.name for side in box.sides) for box in column.drawn if len(box.sides) > 1]
    if board.winner:
        beaten = [each.name for box in main.columns[-1].drawn for each in box.sides if each.name != board.winner]
        final = f"They beat {beaten[0]} in the final" if beaten else ""
        title = formats.within(formats.LINK_TITLE, formats.ProperName(board.winner), " won the ", name)
        return formats.LinkPreview(title, final[: formats.LINK_TEXT] or f"Season {cup.season}")
    parts = [name, f": {column.name.lower()}, {column.to_play} to play"]
    if column.words:
        parts += [
            " " if column.words.startswith("Play by") else ", ",
            formats.ProperName(column.words.removeprefix("Play ")),
        ]
    title = formats.within(formats.LINK_TITLE, *parts)
    return formats.LinkPreview(title, formats.within_list(formats.LINK_TEXT, pairs) or "The bracket, round by round")


def link_to_openday(shown: OpenDayPage, entered: int) -> formats.LinkPreview:
    """What a link to an open day says: its round, or who came first; before the draw, who has entered."""
    cup, current = shown.cup, shown.current
    if cup.state == CupState.DROPPED or not shown.groups:
        return link_to_cup(cup, None, entered)
    first = shown.groups[0].rows[0]
    sentences = [f"{group.title}: {group.rows[0].name} first".lstrip(": ") for group in shown.groups]
    if current is not None:
        open_lines = sum(line.open for line in current.lines)
        parts = [formats.ProperName(cup), f": round {current.number}, {open_lines} to play"]
    elif len(shown.groups) == 1:
        parts = [formats.ProperName(first.name), " came first in ", formats.ProperName(cup)]
    else:
        parts = [formats.ProperName(cup), ": the groups are over"]
    return formats.LinkPreview(
        formats.within(formats.LINK_TITLE, *parts), formats.within_list(formats.LINK_TEXT, sentences, ". ")
    )


def _when_and_where(tie: bracket.Tie, rows: tuple[Tie, ...]) -> tuple[str, ...]:
    """The next leg with its time and pub; of a tie that is over the night of its last one."""
    latest = max(row.attempt for row in rows)
    legs = [row for row in rows if row.attempt == latest]
    if tie.state not in OPEN:
        played = [row.fixture.date for row in legs if row.leg in tie.scores and row.fixture.date]
        return (formats.night(max(played)),) if played else ()
    fixture = next((row.fixture for row in legs if row.leg not in tie.scores), None)
    if fixture is None:
        return ()
    if fixture.date is None:
        return ("Date to be agreed",)
    return (f"{formats.night(fixture.date)}, {formats.clock(fixture.start_time)}", fixture.venue.name)


def _by_when(row: Round) -> str:
    if row.night is not None:
        return f"{row.night.name}, {formats.night(row.night.date)}"
    return f"Play by {formats.night(row.play_by)}" if row.play_by else ""


def bracket_screens(pictures: Iterable[BracketPart]) -> list[dict[str, Any]]:
    """What the screen in the pub shows, one after the other: the round being played tie by tie (`boxes`), then the last
    rounds as a tree (`picture`).
    """
    return [screen for picture in pictures for screen in _screens(picture)]


def _screens(picture: BracketPart) -> Iterator[dict[str, Any]]:
    columns = picture.columns
    small = next((i for i, column in enumerate(columns) if len(column.boxes) <= TREE_ON_A_SCREEN), len(columns))
    title = f"{picture.title}, " if picture.title else ""
    if picture.now < small or len(columns) == 1:
        column = columns[picture.now]
        boxes = [
            box for box in column.drawn if box.tie.state is not State.BYE and any(side.known for side in box.sides)
        ]
        name = f"{title}{column.name.lower()}" if title and column.name != picture.title else column.name
        for start in range(0, len(boxes), ON_A_SCREEN):
            yield {"title": name, "boxes": boxes[start : start + ON_A_SCREEN]}
    last = columns[small:]
    if len(columns) > 1 and any(side.known for column in last for box in column.drawn for side in box.sides):
        tree = BracketPart(picture.part, picture.title, last, picture.winner)
        yield {"title": picture.title or "To the final", "picture": tree}


# --- an open day on the screen ----------------------------------------------------------------------------------------
LINES_ON_A_SCREEN = 9  # that can be read from across the room


def openday_screens(shown: OpenDayPage) -> list[dict[str, Any]]:
    """The round that is being played, and then the tables from the top: matches (`lines`) or `rows`, with a `title`."""
    current, screens = shown.current, list[dict[str, Any]]()
    for start in range(0, len(current.lines) if current else 0, LINES_ON_A_SCREEN):
        assert current is not None
        last = start + LINES_ON_A_SCREEN >= len(current.lines)
        lines, spare = current.lines[start : start + LINES_ON_A_SCREEN], current.spare if last else ()
        screens.append({"title": f"Round {current.number}", "lines": lines, "spare": spare})
    for group in shown.groups:
        for start in range(0, len(group.rows), LINES_ON_A_SCREEN):
            screens.append({"title": group.title, "rows": group.rows[start : start + LINES_ON_A_SCREEN]})
    return screens
