"""Groups and Swiss rounds of a cup as they stand, with the names that strangers may read, and their tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.base.ui import formats
from league.base.ui.tables import Number, Table, Text
from league.cups.models import Cup, CupState
from league.cups.presenters.bracket_tree import link_to_cup
from league.cups.presenters.labels import with_names
from league.cups.values import CupSnapshot
from league.results.choices import ResultState
from league.results.models import Result
from league.schedule.choices import FixtureState
from league.schedule.models import Fixture
from scoring.season.openday.book import DayMatch, DayMatchState
from scoring.season.openday.day import DayConflict, DayTable, OpenDay
from scoring.season.swiss import GROUP, SWISS, StandingRow, reasons

UNSURE = {
    ResultState.PROVISIONAL: "A card is in. It counts once the other side has agreed, or the time to answer is over.",
    ResultState.DISPUTED: "The two sides disagree on this result.",
}


@dataclass(frozen=True, slots=True)
class OpenDayRow:
    row: StandingRow
    name: str
    reason: str
    marks: tuple[str, ...] = ()
    shared: bool = False


@dataclass(frozen=True, slots=True)
class OpenDayMatch:
    """One match with names; `second` "" is a bye. `note` says in words what a score does not.
    `fixture` is the match as which it is played, where groups have cards; `by_card`: its score is on a card.
    """

    match: DayMatch
    first: str
    second: str
    note: str = ""
    fixture: Fixture | None = None
    by_card: bool = False

    @property
    def open(self) -> bool:
        return self.match.state is DayMatchState.TO_PLAY


@dataclass(frozen=True, slots=True)
class OpenDayRound:
    """A round of a group, of all groups, or of a Swiss event; `spare` are those who sit out or have the bye."""

    number: int
    lines: tuple[OpenDayMatch, ...]
    spare: tuple[str, ...]

    @property
    def over(self) -> bool:
        return not any(line.open for line in self.lines)


@dataclass(frozen=True, slots=True)
class OpenDayGroup:
    """A group with its table and rounds; `level` are those who share a place (from 1), with their names."""

    number: int
    title: str
    rows: tuple[OpenDayRow, ...]
    rounds: tuple[OpenDayRound, ...]
    over: bool
    level: tuple[tuple[int, tuple[str, ...]], ...]

    @property
    def drawn(self) -> bool:
        """Whether anything was drawn; where nothing can be, a column is saved."""
        return any(each.row.drawn for each in self.rows)


@dataclass(frozen=True, slots=True)
class OpenDayPage:
    """The whole stage with names. `rounds` are those of all groups together, as they are called out and typed in."""

    cup: Cup
    day: OpenDay
    names: Mapping[str, str]
    groups: tuple[OpenDayGroup, ...]
    rounds: tuple[OpenDayRound, ...]

    @property
    def current(self) -> OpenDayRound | None:
        """The first round with something to play; None before the draw and when all is over."""
        return next((each for each in self.rounds if not each.over), None)

    @property
    def conflict(self) -> DayConflict | None:
        conflict = self.day.conflict
        if conflict is None:
            return None
        drawn, now = (tuple(self.names[each] for each in keys) for keys in (conflict.drawn, conflict.now))
        return DayConflict(drawn, now)

    def round(self, number: int) -> OpenDayRound | None:
        return next((each for each in self.rounds if each.number == number), None)


def present_openday(snapshot: CupSnapshot, names: Mapping[str, str]) -> OpenDayPage:
    day, drawer = snapshot.day, _Lines(snapshot, names)
    going = frozenset(each.id for each in day.qualified.entrants) if day.qualified else frozenset()
    groups = tuple(_group(day, table, drawer, going) for table in day.tables)
    rounds: dict[int, list[OpenDayRound]] = {}
    for each in (each for group in groups for each in group.rounds):
        rounds.setdefault(each.number, []).append(each)
    together = (
        OpenDayRound(number, tuple(chain(*(each.lines for each in same))), tuple(chain(*(each.spare for each in same))))
        for number, same in sorted(rounds.items())
    )
    return OpenDayPage(snapshot.cup, day, names, groups, tuple(together))


def title_of(day: OpenDay, number: int) -> str:
    return f"Group {number}" if len(day.tables) > 1 else "Table"


def _group(day: OpenDay, table: DayTable, drawer: "_Lines", going: frozenset[str]) -> OpenDayGroup:
    names = drawer.names
    reason_of = reasons(table.rows, SWISS if day.swiss else GROUP, names)
    places = [row.place for row in table.rows]
    level = tuple(
        (next(row.place for row in table.rows if row.player == group[0]), tuple(names[each] for each in group))
        for group in table.level
    )
    return OpenDayGroup(
        table.number,
        title_of(day, table.number),
        tuple(
            OpenDayRow(
                row, names[row.player], reason_of[row.player], tuple(_marks(row, day, table, going)),
                places.count(row.place) > 1,
            )
            for row in table.rows
        ),
        tuple(drawer.round(games[0].round, games) for games in table.rounds),
        table.over,
        level,
    )  # fmt: skip


def _marks(row: StandingRow, day: OpenDay, table: DayTable, going: frozenset[str]) -> Iterator[str]:
    if row.player == day.winner:
        yield "Winner"
    if row.player in table.gone:
        yield "Left"
    elif row.player in going and not any(
        row.player in group for group in (day.qualified.level if day.qualified else ())
    ):
        yield "Goes through"


class _Lines:
    def __init__(self, snapshot: CupSnapshot, names: Mapping[str, str]) -> None:
        self.names, self.ties = names, snapshot.ties
        self.strays = {row.tie: why for row, why in snapshot.strays}

    def round(self, number: int, matches: Sequence[DayMatch]) -> OpenDayRound:
        byes = [each for each in matches if each.second is None]
        halves = {each.first for each in byes if each.winner is None}
        spare = tuple(f"{self.names[each.first]}{' (½)' if each.first in halves else ''}" for each in byes)
        lines = tuple(self._line(each) for each in matches if each.second is not None)
        return OpenDayRound(number, lines, spare)

    def _line(self, match: DayMatch) -> OpenDayMatch:
        first, second = self.names[match.first], self.names[match.second or ""]
        rows = [row for row in self.ties.get(match.id, ()) if row.fixture.state != FixtureState.VOID]
        fixture = rows[-1].fixture if rows else None
        result = getattr(fixture, "result", None)
        return OpenDayMatch(match, first, second, self._note(match, result), fixture, result is not None)

    def _note(self, match: DayMatch, result: Result | None) -> str:
        if match.id in self.strays:
            why = with_names(self.strays[match.id], self.names, None)
            return f"A card has come that cannot count: {why}"
        if match.state is DayMatchState.WALKOVER:
            return f"{self.names[match.winner]} without play" if match.winner else "Lost by both"
        if match.state is DayMatchState.TO_PLAY and result is not None and result.state in UNSURE:
            return UNSURE[ResultState(result.state)]
        return ""


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


# --- the tables of groups and of Swiss events as columns, and a round as it is pinned up ------------------------------
SHORT_SCORE = "\N{EN DASH}"
TO_BE_WRITTEN = "____ \N{EN DASH} ____"


class StageTable(Table):
    caption_hidden = True
    row_header = "name"
    place = Text("Place", short="Pos", accessor="row__place")
    name = Text("Name")
    played = Number("Played", short="P", accessor="row__played")
    won = Number("Won", short="W", accessor="row__won")
    drawn = Number("Drawn", short="D", accessor="row__drawn", wide=True)
    lost = Number("Lost", short="L", accessor="row__lost", wide=True)

    def __init__(self, group: OpenDayGroup, **kwargs: Any) -> None:
        exclude = () if group.drawn else ("drawn",)
        super().__init__(group.rows, exclude=exclude, prefix=f"group-{group.number}-", caption=group.title, **kwargs)

    def render_place(self, record: OpenDayRow) -> str:
        return f"{record.row.place}{'=' if record.shared else ''}"

    def render_name(self, record: OpenDayRow) -> SafeString:
        marks = format_html_join("", '<span class="standings__mark">{}</span>', ((mark,) for mark in record.marks))
        return format_html("{}{}", record.name, marks)

    def render_points(self, record: OpenDayRow) -> str:
        return formats.points(record.row.score)


class GroupTable(StageTable):
    difference = Number("Games difference", short="+/\N{MINUS SIGN}", accessor="row__difference")
    points = Number("Points", short="Pts", accessor="row__score", strong=True)

    def render_difference(self, value: int) -> str:
        return formats.signed(value)


class SwissTable(StageTable):
    """What separates those who are level in points stands behind them, in the order in which it is asked."""

    points = Number("Points", short="Pts", accessor="row__score", strong=True)
    buchholz = Number("Opponents’ points", short="Opp", accessor="row__buchholz")
    beaten = Number("Points of those beaten", short="SB", accessor="row__sonneborn_berger", wide=True)
    margin = Number("Games difference", short="+/\N{MINUS SIGN}", accessor="row__difference", wide=True)

    def render_buchholz(self, record: OpenDayRow) -> str:
        return formats.points(record.row.buchholz)

    def render_beaten(self, record: OpenDayRow) -> str:
        return formats.points(record.row.sonneborn_berger)

    def render_margin(self, value: int) -> str:
        return formats.signed(value)


class RoundTable(Table):
    """A round on the wall: table by table, who drops first, and room for the score where there is none yet."""

    caption_hidden = True
    row_header = "first"
    number = Number("Table", accessor="match__number")
    first = Text("Drops first")
    score = Text("Score", empty_values=())
    second = Text("Other")

    def __init__(self, shown: OpenDayRound, **kwargs: Any) -> None:
        super().__init__(shown.lines, prefix=f"round-{shown.number}-", caption=f"Round {shown.number}", **kwargs)

    def render_score(self, record: OpenDayMatch) -> SafeString | str:
        if record.match.score is not None:
            return SHORT_SCORE.join(map(str, record.match.score))
        if record.note:
            return "without play"
        return format_html('<span class="only-print">{}</span><span class="no-print">to play</span>', TO_BE_WRITTEN)


class GroupRoundTable(RoundTable):
    number = Number("Group", accessor="match__group")
