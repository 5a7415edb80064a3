"""The picture that stands beside a shared link: both teams and the score on a domino, as a JPEG.

Knows where things are drawn and what messengers ask for: 1200 x 630, not above 250 kB, and everything that matters in
the middle square, since some cut the rest off. Refuses to know players: no name of one is on what is passed on.
"""

from dataclasses import dataclass
from functools import cache
from io import BytesIO
from textwrap import wrap

from PIL import Image, ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont

from league.ui.stylesheet import colour

WIDTH, HEIGHT = 1200, 630
MIDDLE = WIDTH // 2
HALF = 268  # one half of the domino, a square
TILE_TOP = 226
NAME_WIDTH = 300
BOLD, PLAIN = "DejaVuSans-Bold.ttf", "DejaVuSans.ttf"
QUALITY = 86


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
    image = Image.new("RGB", (WIDTH, HEIGHT), colour("mast"))
    draw = ImageDraw.Draw(image)
    _boards(draw)
    _line(draw, 44, f"{score.top} \N{MIDDLE DOT} {score.status}" if score.top else score.status, 30, colour("on-mast"))
    _names(draw, (score.home, score.away))
    _domino(draw, score.numbers)
    _line(draw, 548, score.bottom, 30, colour("on-mast-muted"))
    kept = BytesIO()
    image.save(kept, "JPEG", quality=QUALITY, optimize=True)
    return kept.getvalue()


def _boards(draw: ImageDraw.ImageDraw) -> None:
    """A crib board down either edge: what may be cut off is only for show."""
    for left in (40, WIDTH - 40 - 150):
        draw.rounded_rectangle((left, -30, left + 150, HEIGHT + 30), 22, fill=colour("wood"))
        for lane in (50, 100):
            for row in range(13):
                x, y = left + lane, 22 + row * 42 + row // 5 * 26
                draw.ellipse((x - 8, y - 8, x + 8, y + 8), fill=colour("hole"))
    home, away = (90, 22 + 5 * 42 + 26), (WIDTH - 90, 22 + 8 * 42 + 26)
    _peg(draw, home, colour("home"), points=0)
    _peg(draw, away, colour("away"), points=4)


def _peg(draw: ImageDraw.ImageDraw, at: tuple[int, int], fill: str, *, points: int) -> None:
    if points:
        draw.regular_polygon((*at, 26), points, rotation=45, fill=fill, outline=colour("on-mast"), width=4)
    else:
        draw.ellipse((at[0] - 22, at[1] - 22, at[0] + 22, at[1] + 22), fill=fill, outline=colour("on-mast"), width=4)


def _domino(draw: ImageDraw.ImageDraw, numbers: tuple[int, int] | None) -> None:
    left, right, bottom = MIDDLE - HALF - 6, MIDDLE + HALF + 6, TILE_TOP + HALF
    draw.rounded_rectangle((left, TILE_TOP, right, bottom), 34, fill=colour("pip"))
    draw.line((MIDDLE, TILE_TOP + 24, MIDDLE, bottom - 24), fill=colour("line"), width=6)
    for side in (0, 1):
        at = (MIDDLE + (side * 2 - 1) * (HALF // 2 + 3), TILE_TOP + HALF // 2)
        text = str(numbers[side]) if numbers else "\N{EN DASH}"
        draw.text(at, text, fill=colour("tile"), font=font(BOLD, 210 if len(text) == 1 else 168), anchor="mm")


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


def _line(draw: ImageDraw.ImageDraw, y: int, text: str, size: int, fill: str) -> None:
    """One line in the middle square, smaller if it is long."""
    while size > 20 and font(PLAIN, size).getlength(text) > HEIGHT - 20:
        size -= 2
    draw.text((MIDDLE, y), text, fill=fill, font=font(PLAIN, size), anchor="ma")


@cache
def font(name: str, size: int) -> FreeTypeFont:
    """DejaVu, which PDFs are set in too; where it is not installed, the one that Pillow brings."""
    try:
        return ImageFont.truetype(name, size)
    except OSError:
        found = ImageFont.load_default(size)
        assert isinstance(found, FreeTypeFont)
        return found
