"""Pictures: a QR code as SVG, and the ground of every picture that stands beside a shared link, as a JPEG.

Messengers ask for 1200 x 630, not above 250 kB, and everything that matters in the middle square, since some cut the
rest off. What is written on it is drawn by whoever shares something.
"""

from functools import cache
from io import BytesIO

import segno
from django.utils.safestring import SafeString
from PIL import Image, ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont

from league.ui.static_files import colour
from league.ui.typeface import REGULAR, typeface

# --- The ground of every picture that stands beside a shared link, as a JPEG ------------------------------------------
WIDTH, HEIGHT = 1200, 630
MIDDLE = WIDTH // 2
LEFT, RIGHT = MIDDLE - HEIGHT // 2 + 10, MIDDLE + HEIGHT // 2 - 10  # of the middle square
QUALITY = 86


def blank() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """The picture with nothing but the boards on it, and what draws on it."""
    image = Image.new("RGB", (WIDTH, HEIGHT), colour("mast"))
    draw = ImageDraw.Draw(image)
    _boards(draw)
    return image, draw


def jpeg_of(image: Image.Image) -> bytes:
    """The file of a picture."""
    buffer = BytesIO()
    image.save(buffer, "JPEG", quality=QUALITY, optimize=True)
    return buffer.getvalue()


def line(draw: ImageDraw.ImageDraw, y: int, text: str, size: int, fill: str, *, face: str = REGULAR) -> None:
    """One line in the middle square, smaller if it is long."""
    while size > 20 and font(face, size).getlength(text) > HEIGHT - 20:
        size -= 2
    draw.text((MIDDLE, y), text, fill=fill, font=font(face, size), anchor="ma")


def shortened(text: str, written: FreeTypeFont, width: int) -> str:
    """As much of a text as there is room for, with dots for the rest."""
    if written.getlength(text) <= width:
        return text
    while text and written.getlength(f"{text}\N{HORIZONTAL ELLIPSIS}") > width:
        text = text[:-1].rstrip()
    return f"{text}\N{HORIZONTAL ELLIPSIS}"


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


@cache
def font(name: str, size: int) -> FreeTypeFont:
    """A cut of the site's letters."""
    return ImageFont.truetype(typeface(name), size)


def qr_code(address: str) -> SafeString:
    """The pattern of an address, as SVG to stand in the page; readable with a quarter of it spoilt by beer."""
    drawn = segno.make(address, error="q", micro=False).svg_inline(
        border=0, omitsize=True, svgclass="qr", lineclass=None, title=f"Square pattern for the camera: {address}"
    )
    return SafeString(drawn)
