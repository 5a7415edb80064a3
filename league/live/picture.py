"""The picture that stands beside a shared link: both teams and the score on a domino, as a JPEG.

Knows where things are drawn, all that matters in the middle square (league.ui.pictures says why). Refuses to know
players: no name of one is on what is passed on.
"""

from dataclasses import dataclass
from textwrap import wrap

from PIL import ImageDraw
from PIL.ImageFont import FreeTypeFont

from league.ui.pictures import MIDDLE, blank, font, jpeg_of, line
from league.ui.static_files import colour
from league.ui.typeface import BOLD

HALF = 268  # one half of the domino, a square
TILE_TOP = 226
NAME_WIDTH = 300
DIGITS = {1: 210, 2: 168, 3: 122}  # how big a number is by its digits


@dataclass(frozen=True, slots=True)
class Score:
    """What the picture says. `numbers` are the games each side has, None before there are any.

    `top` and `bottom` are the lines above and below: "Leek Dominoes", "Division One, Tue 24 Nov".
    """

    home: str
    away: str
    numbers: tuple[int, int] | None
    status: str
    top: str
    bottom: str

    @property
    def words(self) -> str:
        """The picture for those who do not see it."""
        between = f"{self.numbers[0]}\N{EN DASH}{self.numbers[1]}" if self.numbers else "v"
        return f"{self.home} {between} {self.away}, {self.status.lower()}"


def picture_of(score: Score) -> bytes:
    """The JPEG of a score."""
    image, draw = blank()
    line(draw, 44, f"{score.top} \N{MIDDLE DOT} {score.status}" if score.top else score.status, 30, colour("on-mast"))
    _names(draw, (score.home, score.away))
    _domino(draw, score.numbers)
    line(draw, 548, score.bottom, 30, colour("on-mast-muted"))
    return jpeg_of(image)


def _domino(draw: ImageDraw.ImageDraw, numbers: tuple[int, int] | None) -> None:
    left, right, bottom = MIDDLE - HALF - 6, MIDDLE + HALF + 6, TILE_TOP + HALF
    draw.rounded_rectangle((left, TILE_TOP, right, bottom), 34, fill=colour("pip"))
    draw.line((MIDDLE, TILE_TOP + 24, MIDDLE, bottom - 24), fill=colour("line"), width=6)
    for side in (0, 1):
        at = (MIDDLE + (side * 2 - 1) * (HALF // 2 + 3), TILE_TOP + HALF // 2)
        text = str(numbers[side]) if numbers else "\N{EN DASH}"
        draw.text(at, text, fill=colour("tile"), font=font(BOLD, DIGITS[min(3, len(text))]), anchor="mm")


def _names(draw: ImageDraw.ImageDraw, names: tuple[str, str]) -> None:
    """Each team's name over its number, in as many as three lines and both as big as that allows."""
    for size in (50, 44, 38, 33, 28, 24):
        written = font(BOLD, size)
        both = [_lines(name, written) for name in names]
        if all(len(lines) <= (2 if size > 33 else 3) for lines in both) and all(
            written.getlength(each) <= NAME_WIDTH for lines in both for each in lines
        ):
            break
    for side, lines in enumerate(both):
        x = MIDDLE + (side * 2 - 1) * NAME_WIDTH // 2
        for row, text in enumerate(reversed(lines)):
            y = TILE_TOP - 24 - round(size * 1.14) * row
            draw.text((x, y), text, fill=colour("on-mast"), font=written, anchor="ms")


def _lines(name: str, written: FreeTypeFont) -> list[str]:
    letters = max(1, round(NAME_WIDTH / written.getlength("n")))
    return wrap(name, letters, max_lines=3, placeholder="\N{HORIZONTAL ELLIPSIS}") or [name]
