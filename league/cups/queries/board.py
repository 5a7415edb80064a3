"""A cup as pictures: its bracket with names, nights and pubs, for the page, the screen in the pub and paper.

Knows rows and how they are told. A fixed number of queries, however many ties. Runs inside the scope of a league.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from league.cups.models import Cup, Round, Tie
from league.cups.queries.book import account_from, names_of, ties_of
from league.cups.queries.facts import stored_facts
from league.cups.queries.tree import OPEN, Box, Picture, Said, tree_of
from league.ui import words
from scoring.season.knockout import bracket
from scoring.season.knockout.bracket import Bracket, State
from scoring.season.knockout.plan import Part

# A screen is read from across the room: so many ties at once, and a tree that begins with so many.
ON_A_SCREEN, TREE_ON_A_SCREEN = 8, 4


@dataclass(frozen=True, slots=True)
class Board:
    """A cup that is drawn. `conflicts` are ties on which the co-ordinator has to rule."""

    cup: Cup
    pictures: tuple[Picture, ...]
    winner: str
    plate_winner: str
    conflicts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """What a screen shows at a time: some ties one by one, or the last rounds as a tree (`picture`)."""

    title: str
    boxes: tuple[Box, ...] = ()
    picture: Picture | None = None


def board_of(cup: Cup, at: datetime) -> Board | None:
    """The cup at a moment; None before its bracket is drawn. Five queries."""
    ties = ties_of(cup)
    found = account_from(cup, stored_facts(cup), ties, at).bracket
    if found is None:
        return None
    names = names_of(cup)
    pictures = tree_of(found, names, said_of(cup, found, ties))
    named = {box.tie.id: box.name for picture in pictures for column in picture.columns for box in column.drawn}
    return Board(
        cup,
        pictures,
        names.get(found.champion or "", ""),
        names.get(found.plate_winner or "", ""),
        tuple(dict.fromkeys(named.get(each.tie, each.tie) for each in found.conflicts)),
    )


def said_of(cup: Cup, found: Bracket, ties: Mapping[str, tuple[Tie, ...]]) -> Said:
    """When and where ties are or were played, and by when rounds are to be: one query."""
    rounds = Round.objects.filter(cup=cup).select_related("night")
    return Said(
        ties={tie.id: _when_and_where(tie, ties[tie.id]) for tie in found.ties if tie.id in ties},
        rounds={(Part(row.part), row.round): _by_when(row) for row in rounds if row.part in {*Part}},
    )


def _when_and_where(tie: bracket.Tie, rows: tuple[Tie, ...]) -> tuple[str, ...]:
    """The next leg with its time and pub; of a tie that is over the night of its last one."""
    latest = max(row.attempt for row in rows)
    legs = [row for row in rows if row.attempt == latest]
    if tie.state not in OPEN:
        played = [row.fixture.date for row in legs if row.leg in tie.scores and row.fixture.date]
        return (words.night(max(played)),) if played else ()
    fixture = next((row.fixture for row in legs if row.leg not in tie.scores), None)
    if fixture is None:
        return ()
    if fixture.date is None:
        return ("Date to be agreed",)
    return (f"{words.night(fixture.date)}, {words.clock(fixture.start_time)}", fixture.venue.name)


def _by_when(row: Round) -> str:
    if row.night is not None:
        return f"{row.night.name}, {words.night(row.night.date)}"
    return f"To be played by {words.night(row.play_by)}" if row.play_by else ""


def screens_of(pictures: Iterable[Picture]) -> tuple[Screen, ...]:
    """What the screen in the pub shows, one after the other: the round being played, then the last rounds as a tree."""
    return tuple(screen for picture in pictures for screen in _screens(picture))


def _screens(picture: Picture) -> Iterator[Screen]:
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
            yield Screen(name, boxes=tuple(boxes[start : start + ON_A_SCREEN]))
    last = columns[small:]
    if len(columns) > 1 and any(side.known for column in last for box in column.drawn for side in box.sides):
        yield Screen(
            picture.title or "To the final", picture=Picture(picture.part, picture.title, last, picture.winner)
        )
