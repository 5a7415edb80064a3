"""The picture that stands beside a shared link to a table: its first places, as a JPEG.

Knows where things are drawn. Refuses to know what a table is made of, and players.
"""

import hashlib
from dataclasses import dataclass

from PIL import ImageDraw

from league.ui.pictures import LEFT, RIGHT, blank, font, jpeg_of, line, shortened
from league.ui.static_files import colour
from league.ui.typeface import BOLD, REGULAR

MOST = 6  # places
TOP, ROW = 176, 60
PLACE, PLAYED, POINTS = LEFT + 66, RIGHT - 126, RIGHT - 20
TEAM, TEAM_WIDTH = LEFT + 84, 330
SIZES = (34, 30, 26)  # of a team's name, as it is longer
DRAWN = "1"  # goes up when the same table is to be drawn otherwise


@dataclass(frozen=True, slots=True)
class TablePicture:
    """What the picture says: a title, the line under it, (place, team, played, points) of the first, a last line."""

    title: str
    under: str
    rows: tuple[tuple[str, str, str, str], ...]
    bottom: str

    @property
    def digest(self) -> str:
        """Stands for all that is on it: another table has another one, and another address."""
        return hashlib.sha256(repr((DRAWN, self)).encode()).hexdigest()[:16]

    @property
    def words(self) -> str:
        """The picture for those who do not see it."""
        return f"{self.title}: " + ", ".join(f"{place} {team} {points}" for place, team, _, points in self.rows)


def picture_of(table: TablePicture) -> bytes:
    """The JPEG of a table."""
    image, draw = blank()
    line(draw, 34, table.title, 44, colour("on-mast"), face=BOLD)
    line(draw, 94, table.under, 26, colour("on-mast-muted"))
    draw.rounded_rectangle((LEFT, TOP - 34, RIGHT, TOP + ROW * len(table.rows) + 6), 22, fill=colour("pip"))
    for x, word in ((PLAYED, "P"), (POINTS, "Pts")):
        draw.text((x, TOP - 28), word, fill=colour("tile"), font=font(REGULAR, 22), anchor="ra")
    for number, row in enumerate(table.rows):
        _row(draw, TOP + ROW * number, row)
    line(draw, 570, table.bottom, 26, colour("on-mast-muted"))
    return jpeg_of(image)


def _row(draw: ImageDraw.ImageDraw, y: int, row: tuple[str, str, str, str]) -> None:
    place, team, played, points = row
    middle, ink, bold = y + ROW // 2, colour("tile"), font(BOLD, 34)
    draw.line((LEFT + 16, y, RIGHT - 16, y), fill=colour("line"), width=2)
    draw.text((PLACE, middle), place, fill=ink, font=font(REGULAR, 32), anchor="rm")
    name = next(
        (font(BOLD, size) for size in SIZES if font(BOLD, size).getlength(team) <= TEAM_WIDTH), font(BOLD, SIZES[-1])
    )
    draw.text((TEAM, middle), shortened(team, name, TEAM_WIDTH), fill=ink, font=name, anchor="lm")
    draw.text((PLAYED, middle), played, fill=ink, font=font(REGULAR, 32), anchor="rm")
    draw.text((POINTS, middle), points, fill=ink, font=bold, anchor="rm")
