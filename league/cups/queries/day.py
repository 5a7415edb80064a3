"""Groups and Swiss rounds of a cup as they stand, with the names that strangers may read.

Knows what was written down. Refuses to know matches with cards: what is played in groups and rounds is typed in at the
desk.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError

from league.cups.models import Cup
from league.cups.queries.book import names_of
from league.cups.queries.facts import rules_of, stored_facts
from scoring.season.knockout.cups import Shape
from scoring.season.knockout.draw import Entrant
from scoring.season.openday.day import Conflict, Day, Table, open_day
from scoring.season.openday.matches import Match, State
from scoring.season.openday.reasons import reasons
from scoring.season.swiss.standing import GROUP, SWISS, Row

MATCH = re.compile(r"\b(?:group|swiss)(?:-\d+){2,3}\b")
STAGES = frozenset({Shape.GROUPS, Shape.ROUND_ROBIN, Shape.SWISS})


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a group's table: the engine's row, the name, why it stands there, and what must be told of it."""

    row: Row
    name: str
    reason: str
    marks: tuple[str, ...] = ()
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One match with names; `second` "" is a bye. `note` says in words what a score does not."""

    match: Match
    first: str
    second: str
    note: str = ""

    @property
    def open(self) -> bool:
        return self.match.state is State.TO_PLAY


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round of a group, of all groups, or of a Swiss event; `spare` are those who sit out or have the bye."""

    number: int
    lines: tuple[Line, ...]
    spare: tuple[str, ...]

    @property
    def over(self) -> bool:
        return not any(line.open for line in self.lines)


@dataclass(frozen=True, slots=True)
class GroupShown:
    """A group with its table and rounds; `level` are those who share a place (from 1), with their names."""

    number: int
    title: str
    rows: tuple[Standing, ...]
    rounds: tuple[RoundShown, ...]
    over: bool
    level: tuple[tuple[int, tuple[str, ...]], ...]

    @property
    def drawn(self) -> bool:
        """Whether anything was drawn; where nothing can be, a column is saved."""
        return any(each.row.drawn for each in self.rows)


@dataclass(frozen=True, slots=True)
class DayShown:
    """The whole stage with names. `rounds` are those of all groups together, as they are called out and typed in."""

    cup: Cup
    day: Day
    names: Mapping[str, str]
    groups: tuple[GroupShown, ...]
    rounds: tuple[RoundShown, ...]

    @property
    def current(self) -> RoundShown | None:
        """The first round with something to play; None before the draw and when all is over."""
        return next((each for each in self.rounds if not each.over), None)

    @property
    def conflict(self) -> Conflict | None:
        """The conflict between groups and draw, with names."""
        found = self.day.conflict
        if found is None:
            return None
        drawn, now = (tuple(self.names[each] for each in keys) for keys in (found.drawn, found.now))
        return Conflict(drawn, now)

    def round(self, number: int) -> RoundShown | None:
        return next((each for each in self.rounds if each.number == number), None)


def has_stage(cup: Cup) -> bool:
    """Whether a cup has groups or rounds instead of a knockout, or before it."""
    return rules_of(cup).shape in STAGES


def day_of(cup: Cup) -> Day:
    """The groups or rounds as they stand: one query."""
    return day_after(cup, [each.fact for each in stored_facts(cup)])


def day_after(cup: Cup, facts: Iterable[Any]) -> Day:
    """The same after other facts: what would come of them."""
    return open_day(rules_of(cup), facts, through=cup.through, rounds=cup.rounds)


def shown_of(cup: Cup) -> DayShown:
    """The groups or rounds with names: three queries, however many they are."""
    day, names = day_of(cup), names_of(cup)
    going = frozenset(each.id for each in day.qualified.entrants) if day.qualified else frozenset()
    groups = tuple(_group(day, table, names, going) for table in day.tables)
    numbers = sorted({each.number for group in groups for each in group.rounds})
    return DayShown(cup, day, names, groups, tuple(_together(groups, number) for number in numbers))


def qualified_of(cup: Cup) -> tuple[Entrant, ...]:
    """Who goes on from the groups, for the draw of the knockout; ValidationError while that is open."""
    day = day_of(cup)
    if day.qualified is None:
        raise ValidationError("The groups are not over yet.")
    if day.qualified.level:
        names = names_of(cup)
        level = "; ".join(" and ".join(names[each] for each in group) for group in day.qualified.level)
        raise ValidationError(f"Level at the cut: {level}. Decide their order first.")
    return day.qualified.entrants


def first_two(cup: Cup) -> tuple[str, str]:
    """Who won a round robin or a Swiss event, and who came second, "" if that is shared; ValidationError while open."""
    day = day_of(cup)
    if not day.over:
        raise ValidationError("There is still something to be played.")
    if day.winner is None:
        raise ValidationError("The first place is shared. Decide the order of those who are level first.")
    table = day.tables[0]
    second = [row for row in table.rows if row.player not in table.gone and row.player != day.winner]
    shared = len(second) > 1 and second[0].place == second[1].place
    return day.winner, second[0].player if second and not shared else ""


def title_of(day: Day, number: int) -> str:
    """What a group is called; one that is alone is the table."""
    return f"Group {number}" if len(day.tables) > 1 else "Table"


def match_name(match: str) -> str:
    """A match by its id: "Group 2, round 1, match 3" or "Round 3, table 5"."""
    kind, *numbers = match.split("-")
    if kind == "swiss" and len(numbers) == 2:
        return f"Round {numbers[0]}, table {numbers[1]}"
    if kind == "group" and len(numbers) == 3:
        return f"Group {numbers[0]}, round {numbers[1]}, match {numbers[2]}"
    return match


def in_match_names(words: str) -> str:
    """A sentence of the engine with matches as people call them."""
    return MATCH.sub(lambda found: match_name(found[0]), words)


# --- rows and lines -----------------------------------------------------------------------------------------------


def _group(day: Day, table: Table, names: Mapping[str, str], going: frozenset[str]) -> GroupShown:
    said = reasons(table.rows, SWISS if day.swiss else GROUP, names)
    places = [row.place for row in table.rows]
    level = tuple(
        (next(row.place for row in table.rows if row.player == group[0]), tuple(names[each] for each in group))
        for group in table.level
    )
    return GroupShown(
        table.number,
        title_of(day, table.number),
        tuple(
            Standing(
                row,
                names[row.player],
                said[row.player],
                tuple(_marks(row, day, table, going)),
                places.count(row.place) > 1,
            )
            for row in table.rows
        ),
        tuple(_round(games[0].round, games, names) for games in table.rounds),
        table.over,
        level,
    )


def _marks(row: Row, day: Day, table: Table, going: frozenset[str]) -> Iterator[str]:
    if row.player == day.winner:
        yield "Winner"
    if row.player in table.gone:
        yield "Left"
    elif row.player in going and not any(
        row.player in group for group in (day.qualified.level if day.qualified else ())
    ):
        yield "Goes on"


def _round(number: int, matches: Sequence[Match], names: Mapping[str, str]) -> RoundShown:
    spare = tuple(names[each.first] for each in matches if each.second is None)
    lines = tuple(_line(each, names) for each in matches if each.second is not None)
    return RoundShown(number, lines, spare)


def _line(match: Match, names: Mapping[str, str]) -> Line:
    first, second = names[match.first], names[match.second or ""] if match.second else ""
    note = f"{names[match.winner]} without play" if match.state is State.WALKOVER and match.winner else ""
    return Line(match, first, second, note)


def _together(groups: Sequence[GroupShown], number: int) -> RoundShown:
    found = [each for group in groups for each in group.rounds if each.number == number]
    lines = tuple(line for each in found for line in each.lines)
    return RoundShown(number, lines, tuple(name for each in found for name in each.spare))
