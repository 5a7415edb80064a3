"""Pictures: a QR code as SVG, and the ground of every picture that stands beside a shared link, as a JPEG.

Messengers ask for 1200 x 630, not above 250 kB, and everything that matters in the middle square, since some cut the
rest off. What is written on it is drawn by whoever shares something.
"""

from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from django.utils.safestring import SafeString

from league.base.ui.palette import NO_BADGE, Badge, Kit, initials
from league.base.ui.static_files import BOLD, REGULAR, colour, typeface

if TYPE_CHECKING:  # slow to import, and is so where something is drawn
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

# --- The ground of every picture that stands beside a shared link, as a JPEG ------------------------------------------
WIDTH, HEIGHT = 1200, 630
MIDDLE = WIDTH // 2
LEFT, RIGHT = MIDDLE - HEIGHT // 2 + 10, MIDDLE + HEIGHT // 2 - 10  # of the middle square
QUALITY = 86
MEASURED = 200  # the size at which letters are measured


def blank(badge: Badge = NO_BADGE, crest: bytes = b"") -> tuple["Image", "ImageDraw"]:
    """Boards and the badge stand outside the middle square; without a `crest` there is a plain shield."""
    from PIL import Image, ImageDraw, ImageOps  # slow import

    image = Image.new("RGB", (WIDTH, HEIGHT), colour("mast"))
    draw = ImageDraw.Draw(image)
    _boards(draw)
    if badge.name:
        fill = colour(badge.kit.first or "accent")
        draw.rectangle((0, 0, WIDTH, BAND), fill=fill)
        draw.line((0, BAND + 1, WIDTH, BAND + 1), fill=colour("on-mast"), width=3)
        if crest:
            shown = ImageOps.contain(Image.open(BytesIO(crest)).convert("RGBA"), (BADGE.width, BADGE.width))
            image.paste(shown, (BADGE.left, BADGE.top), shown)
        else:
            _shield(draw, initials(badge.name), fill)
    return image, draw


def _shield(draw: "ImageDraw", letters: str, fill: str) -> None:
    bend = [(1 - step / 8, step / 8) for step in range(9)]
    side = [
        (45 * a**3 + 3 * 45 * a**2 * b + 3 * 39 * a * b**2 + 24 * b**3,
         24 * a**3 + 3 * 35 * a**2 * b + 3 * 41 * a * b**2 + 45 * b**3)
        for a, b in bend
    ]  # fmt: skip
    outline = [(3.0, 3.0), (45.0, 3.0), *side, *((48 - x, y) for x, y in reversed(side))]
    scale = BADGE.width / 48
    points = [(BADGE.left + x * scale, BADGE.top + y * scale) for x, y in outline]
    draw.polygon(points, fill=fill, outline=colour("on-mast"), width=4)
    box = TextBox(BADGE.left + 14, BADGE.top + 14, BADGE.right - 14, BADGE.bottom - 30)
    write(draw, box, letters, 40, colour("on-accent"), face=BOLD)


def strip(draw: "ImageDraw", box: "TextBox", kit: Kit) -> None:
    """A team's two colours, one above the other, on a light ground; nothing without colours."""
    if kit:
        middle = (box.top + box.bottom) // 2
        draw.rectangle((box.left, box.top, box.right, middle), fill=colour(kit.first))
        draw.rectangle((box.left, middle, box.right, box.bottom), fill=colour(kit.second or kit.first))


def jpeg_of(image: "Image") -> bytes:
    buffer = BytesIO()
    image.save(buffer, "JPEG", quality=QUALITY, optimize=True)
    return buffer.getvalue()


class TextBox(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left


BAND = 14  # pixels of the league's colour along the top
BADGE = TextBox(200, 34, 290, 124)


class Fitted(NamedTuple):
    size: float
    lines: tuple[str, ...]


LEADING = 1.16  # from line to line, in sizes; also as high as a letter with what hangs below it may be
SMALLER = 0.94  # from one size to the next that is tried


def fitted(text: str, box: TextBox, largest: float, face: str = REGULAR) -> Fitted:
    """On as many lines as it takes; words are never broken, a wide one makes the letters smaller."""
    size, width, words = largest, box.right - box.left, text.split()
    measured = font(face, MEASURED)
    lengths = {word: measured.getlength(word) / MEASURED for word in {*words, " "}}
    while True:
        lines = _wrapped(words, lengths, width / size)
        widest = max(
            (sum(lengths[word] for word in line) + lengths[" "] * (len(line) - 1) for line in lines), default=0
        )
        if widest * size <= width and len(lines) * LEADING * size <= box.bottom - box.top:
            return Fitted(size, tuple(" ".join(line) for line in lines))
        size *= SMALLER


def write(
    draw: "ImageDraw",
    box: TextBox,
    text: str | Fitted,
    size: float,
    fill: str,
    *,
    face: str = REGULAR,
    at: str = "m",
) -> None:
    """A text in a box, in the middle of its height; `at` is where its lines begin: "l", "m" or "r"."""
    shown = text if isinstance(text, Fitted) else fitted(text, box, size, face)
    written = font(face, shown.size)
    x = {"l": box.left, "m": (box.left + box.right) / 2, "r": box.right}[at]
    middle, lead = (box.top + box.bottom) / 2, shown.size * LEADING
    for row, each in enumerate(shown.lines):
        draw.text(
            (x, middle + (row - (len(shown.lines) - 1) / 2) * lead), each, fill=fill, font=written, anchor=f"{at}m"
        )


def line(draw: "ImageDraw", y: int, text: str, size: int, fill: str, *, face: str = REGULAR) -> None:
    write(draw, TextBox(LEFT, y, RIGHT, y + round(size * 1.3)), text, size, fill, face=face)


def _wrapped(words: list[str], lengths: Mapping[str, float], width: float) -> list[list[str]]:
    lines: list[list[str]] = []
    room = 0.0
    for word in words:
        room -= lengths[" "] + lengths[word]
        if not lines or room < 0:
            lines.append([])
            room = width - lengths[word]
        lines[-1].append(word)
    return lines


def _boards(draw: "ImageDraw") -> None:
    for left in (40, WIDTH - 40 - 150):
        draw.rounded_rectangle((left, -30, left + 150, HEIGHT + 30), 22, fill=colour("wood"))
        for lane in (50, 100):
            for row in range(13):
                x, y = left + lane, 22 + row * 42 + row // 5 * 26
                draw.ellipse((x - 8, y - 8, x + 8, y + 8), fill=colour("hole"))
    home, away = (90, 22 + 5 * 42 + 26), (WIDTH - 90, 22 + 8 * 42 + 26)
    _peg(draw, home, colour("home"), points=0)
    _peg(draw, away, colour("away"), points=4)


def _peg(draw: "ImageDraw", at: tuple[int, int], fill: str, *, points: int) -> None:
    if points:
        draw.regular_polygon((*at, 26), points, rotation=45, fill=fill, outline=colour("on-mast"), width=4)
    else:
        draw.ellipse((at[0] - 22, at[1] - 22, at[0] + 22, at[1] + 22), fill=fill, outline=colour("on-mast"), width=4)


@lru_cache(maxsize=64)
def font(name: str, size: float) -> "FreeTypeFont":
    from PIL import ImageFont  # slow import

    return ImageFont.truetype(typeface(name), size)


def qr_code(address: str, *, error: str = "q") -> SafeString:
    """With error correction "q" a quarter may be spoilt, "m" has larger squares for a distance."""
    import segno  # slow import

    drawn = segno.make(address, error=error, micro=False).svg_inline(
        border=0, omitsize=True, svgclass="qr", lineclass=None, title=f"Square pattern for the camera: {address}"
    )
    return SafeString(drawn)
