"""Charts as geometry: a race of many lines, two lines against each other, a strip of columns, and a heat map.

Letters are never stretched: they stand at a percentage of the width, or beside the drawing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString


class DrawnLine(NamedTuple):
    """One line of a race: where a link to it leads, its corners, and how it is drawn ("own", "1", "2", "3" or "")."""

    id: str
    label: str
    values: tuple[int, ...]
    points: str
    kind: str

    @property
    def now(self) -> int:
        return self.values[-1]

    @property
    def cells(self) -> SafeString:
        return SafeString("".join(f'<td class="num">{value}</td>' for value in self.values))


@dataclass(frozen=True, slots=True)
class LineRace:
    """Places by tick, the first at the top; `own` is the reader's."""

    key: str
    title: str
    ticks: tuple[str, ...]
    lines: tuple[tuple[str, tuple[int, ...]], ...]
    own: frozenset[str] = frozenset()

    @property
    def box(self) -> str:
        """Two units a place, one a tick."""
        return f"0 0 {max(1, len(self.ticks) - 1)} {2 * len(self.lines)}"

    @property
    def drawn(self) -> tuple[DrawnLine, ...]:
        return tuple(
            DrawnLine(f"{self.key}-{row}", label, values, self._points(row, values), self._kind(row, label))
            for row, (label, values) in enumerate(self.lines, start=1)
        )

    @property
    def stacked(self) -> tuple[DrawnLine, ...]:
        return tuple(sorted(self.drawn, key=lambda each: (each.kind == "own", bool(each.kind), -each.now)))

    def _points(self, row: int, values: tuple[int, ...]) -> str:
        """A place beyond the last row is drawn on it."""
        rows = [*(min(each, len(self.lines)) for each in values[:-1]), row]
        return " ".join(f"{tick},{2 * each - 1}" for tick, each in enumerate(rows))

    def _kind(self, row: int, label: str) -> str:
        return "own" if label in self.own else str(row) if row <= 3 and not self.own else ""


class Mark(NamedTuple):
    letter: str
    side: str
    y: float


@dataclass(frozen=True, slots=True)
class Duel:
    """`steps` are (label, home, away); `goal` is drawn as a line, `stepped` holds a score until the next step."""

    title: str
    home: str
    away: str
    steps: tuple[tuple[str, int, int], ...]
    goal: int = 0
    stepped: bool = True
    words: str = ""

    HEIGHT = 160
    EDGE = 12  # pixels above the highest and below the lowest line
    APART = 20  # pixels between two letters

    @property
    def box(self) -> str:
        return f"0 0 {len(self.steps)} {self.HEIGHT}"

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """(side, corners) of both."""
        scores = zip(*((home, away) for _, home, away in self.steps), strict=True)
        return tuple((side, self._points([0, *each])) for side, each in zip(SIDES, scores, strict=True))

    @property
    def rows(self) -> SafeString:
        return _rows(self.steps)

    @property
    def goal_line(self) -> float:
        return self._down(self.goal)

    @property
    def marks(self) -> tuple[Mark, ...]:
        _, home, away = self.steps[-1]
        ends = [self._down(home), self._down(away)]
        if abs(ends[0] - ends[1]) < self.APART:
            upper = 0 if home >= away else 1
            middle = min(max(sum(ends) / 2, self.APART / 2 + self.EDGE), self.HEIGHT - self.APART / 2 - self.EDGE)
            ends[upper], ends[1 - upper] = middle - self.APART / 2, middle + self.APART / 2
        return tuple(Mark(side[0].upper(), side, round(y, 1)) for side, y in zip(SIDES, ends, strict=True))

    @property
    def _top(self) -> int:
        return max(self.goal, 1, *(max(home, away) for _, home, away in self.steps))

    def _down(self, score: int) -> float:
        room = self.HEIGHT - 2 * self.EDGE
        return round(self.HEIGHT - self.EDGE - room * score / self._top, 1)

    def _points(self, scores: list[int]) -> str:
        corners: list[str] = []
        for at, score in enumerate(scores):
            if self.stepped and at:
                corners.append(f"{at},{self._down(scores[at - 1]):g}")
            corners.append(f"{at},{self._down(score):g}")
        return " ".join(corners)


SIDES = ("home", "away")


def _rows(counts: Iterable[tuple[str, Fraction | int, Fraction | int]]) -> SafeString:
    return SafeString("".join(
        f'<tr><th scope="row">{escape(name)}</th><td class="num">{one}</td><td class="num">{other}</td></tr>'
        for name, one, other in counts
    ))  # fmt: skip


class Block(NamedTuple):
    """x and width in percent, y and height in pixels."""

    x: float
    width: float
    y: int
    height: int
    kind: str


class RunMark(NamedTuple):
    """In percent of the width."""

    start: float
    end: float
    words: str
    at: float
    anchor: str


@dataclass(frozen=True, slots=True)
class Strip:
    """`columns` are (label, over, under); `run` are the first and last column marked with `run_words`."""

    title: str
    over: str
    under: str
    columns: tuple[tuple[str, Fraction | int, Fraction | int], ...]
    run: tuple[int, int] | None = None
    run_words: str = ""
    words: str = ""

    UNIT, GAP, BAR, WORDS = 14, 3, 60, 30

    @property
    def head(self) -> int:
        return self.WORDS if self.run else self.GAP

    @property
    def level(self) -> int:
        return self.head + self._high(max(each[1] for each in self.columns)) + self.GAP

    @property
    def height(self) -> int:
        return self.level + self._high(max(each[2] for each in self.columns)) + 2 * self.GAP

    @property
    def rows(self) -> SafeString:
        return _rows(self.columns)

    @property
    def drawn(self) -> SafeString:
        return SafeString("".join(
            f'<rect class="chart__{kind}" x="{x}%" y="{y}" width="{width}%" height="{height}" />'
            for x, width, y, height, kind in self.blocks
        ))  # fmt: skip

    @property
    def blocks(self) -> tuple[Block, ...]:
        blocks: list[Block] = []
        level, width, counted, high = self.level, self._width, self._counted, self.UNIT - self.GAP
        for at, (_, over, under) in enumerate(self.columns):
            x = self._across(at)
            if counted:
                blocks += (Block(x, width, level - self.UNIT * n, high, "over") for n in _to(over))
                blocks += (Block(x, width, level + self.UNIT * (n - 1) + self.GAP, high, "under") for n in _to(under))
            else:
                up, down = self._high(over), self._high(under)
                blocks += [Block(x, width, level - up, up - self.GAP, "over")] if over else []
                blocks += [Block(x, width, level + self.GAP, down - self.GAP, "under")] if under else []
        return tuple(blocks)

    @property
    def bracket(self) -> RunMark | None:
        if self.run is None:
            return None
        start, end = self._across(self.run[0]), round(self._across(self.run[1]) + self._width, 1)
        left = start <= 100 - end
        return RunMark(start, end, self.run_words, start if left else end, "start" if left else "end")

    @property
    def _step(self) -> float:
        return min(100 / len(self.columns), 10)

    @property
    def _width(self) -> float:
        return round(self._step * 0.8, 1)

    @property
    def _most(self) -> int:
        return max(1, *(ceil(max(over, under)) for _, over, under in self.columns))

    @property
    def _counted(self) -> bool:
        return self._most <= 4 and all(number == int(number) for column in self.columns for number in column[1:])

    def _across(self, at: int) -> float:
        return round(at * self._step, 1)

    def _high(self, count: Fraction | int) -> int:
        return (
            self.UNIT * int(count) if self._counted else round(self.BAR * count / self._most) + self.GAP * bool(count)
        )


def _to(count: Fraction | int) -> range:
    return range(1, int(count) + 1)


class Heat(NamedTuple):
    """`level` is "", "some", "full", "over" or "closed"."""

    text: str
    level: str


@dataclass(frozen=True, slots=True)
class HeatMap:
    """`totals` are rows of plain numbers below."""

    key: str
    title: str
    corner: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Heat, ...]], ...]
    totals: tuple[tuple[str, tuple[int, ...]], ...] = ()
    words: str = ""
