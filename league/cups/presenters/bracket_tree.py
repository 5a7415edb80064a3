"""A bracket as columns of boxes, one column a round, for the page, the screen in the pub and the sheet of paper."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from league.base.ui import formats
from league.cups.models import Cup, CupState, Round
from league.cups.models import Tie as TieMatch
from league.cups.presenters.labels import ALONE, round_name_in_part, tie_of_round
from scoring.card.points import Games
from scoring.season.knockout.bracket import Bracket, State, Tie
from scoring.season.knockout.cups import Feeder, Part, Role, Score, Source, Vacant


# --- where ties stand: every round divided evenly, a place that no tie leads to empty (None) --------------------------
def lay_out(rounds: Sequence[Sequence[Tie]]) -> list[list[Tie | None]]:
    """The ties of each round at their places: feeders beside one another, with empty places where nothing leads.
    A tie that leads to none of the next round, since it was not drawn on, stands below the others.
    """
    places: list[list[Tie | None]] = [list(rounds[-1])]
    for ties in reversed(rounds[:-1]):
        ties_by_id = {tie.id: tie for tie in ties}
        feeding = [[ties_by_id[id_] for id_ in feeders(tie) if id_ in ties_by_id] if tie else [] for tie in places[0]]
        wide = 2 if any(len(found) > 1 for found in feeding) else 1
        column: list[Tie | None] = []
        for tie, found in zip(places[0], feeding, strict=True):
            column += _at_their_sides(tie, found) if wide == 2 else [found[0] if found else None]
        places.insert(0, column)
        placed = {tie.id for tie in column if tie}
        _add_below(places, [tie for tie in ties if tie.id not in placed])
    return places


def feeders(tie: Tie) -> tuple[str, ...]:
    """The ids of the ties whose winners it is between, each once; the first side's first."""
    taken = [source.tie for source in (tie.plan.first, tie.plan.second) if isinstance(source, Feeder)]
    winners = [
        source.tie
        for source in (tie.plan.first, tie.plan.second)
        if isinstance(source, Feeder) and (source.role is Role.WINNER or taken.count(source.tie) > 1)
    ]
    return tuple(dict.fromkeys(winners))


def is_drawn(tie: Tie) -> bool:
    return tie.state is not State.NOT_NEEDED


def _at_their_sides(tie: Tie | None, ties: list[Tie]) -> list[Tie | None]:
    """Two places: the one that leads to the first side above the one that leads to the second."""
    if tie is None or not ties:
        return [None, None]
    if len(ties) == 2:
        return list(ties)
    above = isinstance(tie.plan.first, Feeder) and tie.plan.first.tie == ties[0].id
    return [ties[0], None] if above else [None, ties[0]]


def _add_below(places: list[list[Tie | None]], lost: list[Tie]) -> None:
    """Ties that lead nowhere, at the end of the first column, with empty places after them."""
    if not lost:
        return
    widths = [len(places[i]) // max(1, len(places[i + 1])) for i in range(len(places) - 1)]
    whole = 1
    for width in widths:
        whole *= max(1, width)
    below: list[Tie | None] = [*lost]
    below += [None] * (-len(below) % whole)
    places[0] += below
    number = len(below)
    for i, width in enumerate(widths, start=1):
        number //= max(1, width)
        places[i] += [None] * number


# --- boxes and columns ------------------------------------------------------------------------------------------------
ORDER = (Part.LATE, Part.MAIN, Part.LOSERS, Part.FINAL, Part.THIRD, Part.PLATE)
TITLES = {Part.LOSERS: "Second chance", Part.PLATE: "Plate", **ALONE, Part.FINAL: "Final"}
# What a round of another part has before its name, where a part has rounds of the same name.
ELSEWHERE = {(Part.LOSERS, Part.MAIN): "main ", (Part.FINAL, Part.LOSERS): "second chance, "}
PAGE_HOLDS = 5
OPEN = (State.WAITING, State.TO_PLAY, State.PART, State.LEVEL)
PLAYED = (State.PLAYED, State.WALKOVER)


@dataclass(frozen=True, slots=True)
class BoxSide:
    """One side of a box: who is there or, if not `known`, who will be. `score` is None before there is one."""

    name: str
    known: bool = True
    score: Games | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """One tie as it is drawn: its two sides (one for a bye), and what is to be said besides, such as when and where.
    `fed` is how many boxes of the column before it lead to it, and `leads` whether one of the next column comes of it.
    """

    tie: Tie
    name: str
    sides: tuple[BoxSide, ...]
    words: tuple[str, ...] = ()
    fed: int = 0
    leads: bool = False

    @property
    def open(self) -> bool:
        return self.tie.state in OPEN

    @property
    def disputed(self) -> bool:
        """Whether somebody else should have played it."""
        return bool(self.tie.conflicts)

    @property
    def label(self) -> str:
        """What tells it from the others of its round, as places that wait for it call it: "Tie 12", "Semi-final 2"."""
        last = self.name.rpartition(", ")[2]
        return last.capitalize() if last.startswith("tie ") or "final " in last else ""


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """One round. `halves`: the next column has half as many places. `now`: it is the one being played."""

    name: str
    boxes: tuple[Box | None, ...]
    halves: bool = False
    now: bool = False
    words: str = ""

    @property
    def drawn(self) -> tuple[Box, ...]:
        return tuple(box for box in self.boxes if box is not None)

    @property
    def played(self) -> int:
        return sum(box.tie.state in PLAYED for box in self.drawn)

    @property
    def to_play(self) -> int:
        return sum(box.open for box in self.drawn)


@dataclass(frozen=True, slots=True)
class BracketPart:
    """One part of a cup: the main one has no title of its own. `winner` is "" until it is known."""

    part: Part
    title: str
    columns: tuple[BracketColumn, ...]
    winner: str = ""

    @property
    def headed(self) -> bool:
        """Whether its title says more than the name of its first round does."""
        return bool(self.title) and self.title != self.columns[0].name

    @property
    def broad(self) -> bool:
        return len(self.columns) > PAGE_HOLDS

    @property
    def now(self) -> int:
        """Which column is the one that is being played, from 0; the last once all is over."""
        return next((i for i, column in enumerate(self.columns) if column.now), len(self.columns) - 1)


# What is said besides the state, in words: about ties by id, and about rounds by part and number.
TieNotes = Mapping[str, tuple[str, ...]]
RoundNotes = Mapping[tuple[Part, int], str]


def bracket_tree(
    bracket: Bracket, names: Mapping[str, str], ties: TieNotes | None = None, rounds: RoundNotes | None = None
) -> tuple[BracketPart, ...]:
    """Every part of a cup that has ties, the main one first but for late entries, which lead to it."""
    layout = _TreeLayout(bracket, names, ties or {}, rounds or {})
    return tuple(layout.picture(part) for part in ORDER if part in layout.parts)


def _round_in_play(columns: Sequence[Sequence[Box | None]]) -> int:
    """The first open one, from 0, unless a late tie or two keep it open while more are played in another; else -1."""
    states = [[box.tie.state for box in column if box] for column in columns]
    playable = [sum(state in OPEN[1:] for state in column) for column in states]
    for i, column in enumerate(states):
        left = sum(state in OPEN for state in column)
        if left and (playable[i] == max(playable[i:]) or left >= sum(state in PLAYED for state in column)):
            return i
    return -1


class _TreeLayout:
    def __init__(self, bracket: Bracket, names: Mapping[str, str], ties: TieNotes, rounds: RoundNotes) -> None:
        self.bracket, self.names, self.tie_notes, self.round_notes = bracket, names, ties, rounds
        self.by_id = {tie.id: tie for tie in bracket.ties}
        self.parts: dict[Part, dict[int, list[Tie]]] = {}
        for tie in bracket.ties:
            self.parts.setdefault(tie.plan.part, {}).setdefault(tie.plan.round, []).append(tie)

    def picture(self, part: Part) -> BracketPart:
        numbers = sorted(self.parts[part])
        places = lay_out([self.parts[part][number] for number in numbers])
        going_on = {id_ for column in places for tie in column if tie and is_drawn(tie) for id_ in feeders(tie)}
        boxes = [
            tuple(self.box(tie, going_on) if tie and is_drawn(tie) else None for tie in column) for column in places
        ]
        while len(boxes) > 1 and not any(boxes[-1]):
            boxes.pop()
        now = _round_in_play(boxes)
        columns = tuple(
            BracketColumn(
                self.round_name(part, number), column, halves=i + 1 < len(boxes) and len(boxes[i + 1]) < len(column),
                now=i == now, words=self.round_notes.get((part, number), ""),
            )
            for i, (number, column) in enumerate(zip(numbers, boxes, strict=False))
        )  # fmt: skip
        return BracketPart(part, TITLES.get(part, ""), columns, self._winner(part))

    def _winner(self, part: Part) -> str:
        won = {Part.PLATE: self.bracket.plate_winner, Part.MAIN: self.bracket.champion}
        if part is Part.FINAL:
            return self.names.get(self.bracket.champion or "", "")
        if part is Part.MAIN and Part.FINAL in self.parts:
            return ""
        return self.names.get(won.get(part) or "", "")

    def round_name(self, part: Part, number: int) -> str:
        ties = 0 if Part.FINAL in self.parts else len(self.parts[part][number])
        return round_name_in_part(part, number, ties)

    def tie_name(self, tie: Tie) -> str:
        """How one tie is called within its part: "Final", "Semi-final 2", "Round 1, tie 12"."""
        alone = len(self.parts[tie.plan.part][tie.plan.round]) == 1
        return tie_of_round(self.round_name(tie.plan.part, tie.plan.round), tie.plan, alone=alone)

    def box(self, tie: Tie, going_on: set[str]) -> Box:
        sides: tuple[BoxSide, ...] = (self._side(tie, 0), self._side(tie, 1))
        if tie.state is State.BYE:
            sides = tuple(
                side for side, seat in zip(sides, (tie.first, tie.second), strict=True) if seat is not Vacant.BYE
            )
        words = (*self._state_notes(tie), *self.tie_notes.get(tie.id, ()))
        before = [self.by_id[id_] for id_ in feeders(tie)]
        fed = sum(each.plan.part is tie.plan.part and is_drawn(each) for each in before)
        return Box(tie, self.tie_name(tie), sides, words, fed, tie.id in going_on)

    def _side(self, tie: Tie, place: int) -> BoxSide:
        seat = (tie.first, tie.second)[place]
        if isinstance(seat, Vacant):
            return BoxSide(self._expected(tie, seat, (tie.plan.first, tie.plan.second)[place]), known=False)
        score = None
        if tie.scores and tie.state is not State.WALKOVER:
            score = sum(each[place] for leg, each in tie.scores.items() if leg <= tie.plan.form.legs)
        return BoxSide(self.names.get(seat, seat), score=score, won=tie.winner == seat)

    def _expected(self, tie: Tie, seat: Vacant, source: Source) -> str:
        if seat is Vacant.BYE:
            return "Nobody"
        if not isinstance(source, Feeder):
            return "To be known"
        before = self.by_id[source.tie]
        if isinstance(before.first, str) and isinstance(before.second, str):
            first, second = self.names.get(before.first, ""), self.names.get(before.second, "")
            return f"{first} or {second}" if source.role is Role.WINNER else f"Loser of {first} v {second}"
        name = self.tie_name(before)
        where = ELSEWHERE.get((tie.plan.part, before.plan.part), "")
        return f"{source.role.value.capitalize()} of {where}{name[:1].lower()}{name[1:]}"

    def _state_notes(self, tie: Tie) -> list[str]:
        scores, legs = tie.scores, tie.plan.form.legs
        notes = [f"Legs {_dashed(scores[1])}, {_dashed(scores[2])}"] if legs == 2 and {1, 2} <= scores.keys() else []
        if legs == 2 and tie.state is State.PART:
            notes.append("First leg" if 1 in scores else "Second leg")
        if legs + 1 in scores and tie.state is State.PLAYED:
            notes.append(f"Decider {_dashed(scores[legs + 1])}")
        match tie.state:
            case State.BYE:
                notes.append("Bye")
            case State.WALKOVER:
                notes.append("Walkover")
            case State.LEVEL:
                notes.append("Level: a decider is to be played" if tie.plan.form.decider else "Level: to be replayed")
            case State.WAITING if tie.plan.again:
                notes.append("Only if the unbeaten side loses the final")
        return notes


def _dashed(score: Score) -> str:
    return f"{score[0]}\N{EN DASH}{score[1]}"


# --- a cup as pictures, for its page, the screen in the pub and paper -------------------------------------------------
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


def present_bracket(
    cup: Cup, bracket: Bracket, names: Mapping[str, str], ties: Mapping[str, tuple[TieMatch, ...]],
    rounds: Iterable[Round],
) -> BracketPage:  # fmt: skip
    """A bracket with names, and with when and where its ties are or were played, and by when its rounds are to be."""
    tie_notes = {tie.id: _when_and_where(tie, ties[tie.id]) for tie in bracket.ties if tie.id in ties}
    round_notes = {}
    for row in rounds:
        year = not cup.season.current
        if row.night is not None:
            words = f"{row.night.name}, {formats.night(row.night.date, year=year)}"
        else:
            words = f"Play by {formats.night(row.play_by, year=year)}" if row.play_by else ""
        if row.part in {*Part}:
            round_notes[Part(row.part), row.round] = words
    pictures = bracket_tree(bracket, names, tie_notes, round_notes)
    named = {box.tie.id: box.name for picture in pictures for column in picture.columns for box in column.drawn}
    return BracketPage(
        cup, pictures, names.get(bracket.champion or "", ""), names.get(bracket.plate_winner or "", ""),
        tuple(dict.fromkeys(named.get(each.tie, each.tie) for each in bracket.conflicts)),
    )  # fmt: skip


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


def _when_and_where(tie: Tie, rows: tuple[TieMatch, ...]) -> tuple[str, ...]:
    """The next leg with its time and pub; of a tie that is over the night of its last one."""
    latest = max(row.attempt for row in rows)
    legs = [row for row in rows if row.attempt == latest]
    if tie.state not in OPEN:
        played = [row.fixture for row in legs if row.leg in tie.scores and row.fixture.date]
        return (max(played, key=attrgetter("date")).night,) if played else ()
    fixture = next((row.fixture for row in legs if row.leg not in tie.scores), None)
    if fixture is None:
        return ()
    if fixture.date is None:
        return ("Date to be agreed",)
    return (f"{fixture.night}, {formats.clock(fixture.start_time)}", fixture.venue.name)


def bracket_screens(picture: BracketPart) -> Iterator[dict[str, Any]]:
    """For the pub’s screen: the round being played tie by tie (`boxes`), then the last rounds as a tree (`picture`)."""
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
