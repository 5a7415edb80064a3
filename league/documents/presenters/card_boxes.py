"""The boxes of a card to be filled in, as they are drawn: outlines, corner marks and the headings above the boxes.

Where they stand is in `league.reading.card_photos.layout`, which whoever reads a photograph asks too.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from league.reading.card_photos import layout
from league.reading.card_photos.layout import CardBox, CardLayout
from scoring.card.sheet import Side

RIGHT = layout.PAGE[0] - layout.MARGIN_X


@dataclass(frozen=True, slots=True)
class BoxHeading:
    """A word above boxes, by the middle of its foot."""

    x: float
    y: float
    word: str


@dataclass(frozen=True, slots=True)
class DrawnBoxes:
    """All boxes of one card; `mark`, in its QR code, says which boxes and players it was printed with."""

    layout: CardLayout
    mark: str

    @property
    def page(self) -> tuple[float, float]:
        return layout.PAGE

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        return layout.MARKS

    @property
    def ring(self) -> tuple[float, float, float]:
        """Of a corner mark: the radius of its ring, how thick that is, and the radius of its dot."""
        return layout.MARK_RADIUS - layout.MARK_STROKE / 2, layout.MARK_STROKE, layout.MARK_DOT

    @property
    def outlines(self) -> str:
        """Every box as one path."""
        return " ".join(map(_outline, (*self.layout.boxes, *self.layout.squad_boxes, *self._points())))

    def _points(self) -> Iterator[CardBox]:
        """Where the points are written, which nobody reads: they follow from the games."""
        for box in self.layout.boxes:
            if box.path.startswith("quick.") and box.path.endswith(".0"):
                yield CardBox("", box.x, box.y + layout.TOTAL, layout.digits_width(2), box.height)

    @property
    def rules(self) -> str:
        """A line above each line of the card, as one path."""
        lines = (line for part in self.layout.parts for line in part.lines)
        return " ".join(f"M{layout.MARGIN_X:g} {line.top:.2f}H{RIGHT:g}" for line in lines)

    @property
    def writing_lines(self) -> str:
        """What names are written on where a line has several, as one path."""
        return " ".join(self._writing_lines())

    def _writing_lines(self) -> Iterator[str]:
        for part in self.layout.parts:
            names = layout.columns(part.digits)[0]
            for line in part.lines:
                for player in range(1, line.players):
                    y = line.top + player * line.height / line.players
                    yield f"M{layout.MARGIN_X:g} {y:.2f}h{names:.2f}M{RIGHT:g} {y:.2f}h{-names:.2f}"

    @property
    def headings(self) -> Iterator[BoxHeading]:
        for part in self.layout.parts:
            y = part.top + layout.PART - 1.5
            names, number, won, pegs = layout.columns(part.digits)
            places = {"No.": names + number / 2, "Won": names + number + won / 2}
            if pegs:
                places["Pegs"] = names + number + won + pegs / 2
            for word, x in places.items():
                yield from (BoxHeading(_from_edge(side, layout.MARGIN_X + x), y, word) for side in Side)
            middle = layout.PAGE[0] / 2
            for word, x in (("C", layout.CLAIMED_X), ("V", layout.VOID_X)):
                yield BoxHeading(middle + x + layout.MIDDLE_BOX / 2, y, word)
            yield BoxHeading(middle - 1.6, y, "Drop")


def boxes_of(placed: CardLayout | None, players: Sequence[Iterable[object]]) -> DrawnBoxes | None:
    """The boxes of a layout with the keys of the players of both sides, in the order in which they are printed."""
    return None if placed is None else DrawnBoxes(placed, layout.mark_of(placed, players))


def _from_edge(side: Side, x: float) -> float:
    return x if side is Side.HOME else layout.PAGE[0] - x


def _outline(box: CardBox) -> str:
    return f"M{box.x:.2f} {box.y:.2f}h{box.width:g}v{box.height:.2f}h-{box.width:g}z"
