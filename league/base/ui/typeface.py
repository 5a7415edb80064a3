"""The site's typeface, Inter, cut to the letters that names in Britain and Ireland need (`tools/typeface.py` cuts it).

Pages have one file for all weights, papers and pictures three of one weight each.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path

FAMILY = "Inter"
PAGE = "fonts/inter.woff2"  # among the static files
REGULAR, BOLD, ITALIC = "regular.ttf", "bold.ttf", "italic.ttf"
FOLDER = Path(__file__).with_name("fonts")


def typeface(name: str) -> Path:
    """The file of one of the three for papers and pictures."""
    return FOLDER / name


@cache
def digest() -> str:
    """Changes with the letters of papers and pictures."""
    return sha256(b"".join(typeface(name).read_bytes() for name in (REGULAR, BOLD, ITALIC))).hexdigest()[:12]
