"""A line of dominoes as it lies on the table, in rows that a page can draw.

Knows which way each tile lies and where a row bends off at a spinner. Refuses to know what any of it scores.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.play.layout import SIDES, Layout
from scoring.play.tiles import PIPS, Tile


@dataclass(frozen=True, slots=True)
class Face:
    """One tile as it lies: `first` to the left, or on top where it is upright; `new` if it was played just now."""

    first: int
    second: int
    upright: bool = False
    new: bool = False

    @property
    def key(self) -> str:
        """The name of its drawing: the same for every tile that looks the same."""
        return f"tile-{PIPS[self.first]}{PIPS[self.second]}{'u' if self.upright else ''}"

    @property
    def name(self) -> str:
        return f"{self.first}-{self.second}"


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles that lie in one line; `at` is the double from whose end the row leads off, None for the line itself."""

    faces: tuple[Face, ...]
    at: Tile | None = None

    @property
    def words(self) -> str:
        return ", ".join(face.name for face in self.faces)


def face_of(tile: Tile) -> Face:
    """A tile in the hand: lying, its higher half first."""
    return Face(tile.high, tile.low)


def rows_of(layout: Layout, newest: Tile | None = None) -> tuple[Row, ...]:
    """The line of play, and after it the rows that lead off from the ends of spinners."""
    return _Drawing(layout, newest).rows() if layout.joined else ()


class _Drawing:
    def __init__(self, layout: Layout, newest: Tile | None) -> None:
        self.first = layout.joined[0].tile
        self.newest = newest
        self.in_line = layout.in_line
        self.joined: dict[Tile, list[Tile]] = {tile: [] for tile in layout.tiles}
        for each in layout.joined:
            if each.host is not None:
                self.joined[each.host].append(each.tile)
        self.aside: list[tuple[Tile, Tile]] = []  # a spinner and a tile at one of its ends

    def rows(self) -> tuple[Row, ...]:
        first, on_it = self.first, self.joined[self.first]
        left, right = on_it[:1], on_it[1:SIDES]
        if first.is_double:
            self.aside += [(first, tile) for tile in on_it[SIDES:]]
        else:
            left = [tile for tile in on_it if tile.has(first.high)]
            right = [tile for tile in on_it if tile not in left]
        before = [self._face(face.second, face.first) for tile in left for face in self._outward(tile, first.high)]
        after = [face for tile in right for face in self._outward(tile, first.low)]
        line = Row((*reversed(before), self._face(first.high, first.low), *after))
        return (line, *self._branches())

    def _branches(self) -> Iterator[Row]:
        """The list grows while it is read: a branch may hold a spinner too."""
        for spinner, tile in self.aside:
            yield Row(tuple(self._outward(tile, spinner.high)), spinner)

    def _outward(self, tile: Tile | None, pip: int) -> Iterator[Face]:
        """The tiles from this one to the end of its row; `pip` is the half that touches."""
        while tile is not None:
            far = tile.other(pip)
            yield self._face(pip, far)
            onward = self.joined[tile]
            self.aside += [(tile, other) for other in onward[1:]]
            tile, pip = (onward[0] if onward else None), far

    def _face(self, first: int, second: int) -> Face:
        newest = self.newest is not None and {first, second} == {self.newest.high, self.newest.low}
        across = first == second and (self.in_line is None or first != self.in_line.high)
        return Face(first, second, upright=across, new=newest)
