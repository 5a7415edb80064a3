"""Pictures that somebody sends for the league's pages: drawn again by us, small, with nothing else in the file.

A mark (a crest, a logo) becomes a PNG whose clear parts stay clear; a photograph becomes an upright JPEG. Huge pictures
are refused before they are unpacked, and so is what is no picture. What is kept is made from bare pixels: no place,
time or maker comes along. The original is never kept.
"""

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.core.files.storage import default_storage

if TYPE_CHECKING:  # slow to import, and is so where a picture comes in
    from PIL import Image

KINDS = ("JPEG", "PNG", "WEBP")
MOST_BYTES = 10 * 1024 * 1024
# A JPEG is made smaller while it is unpacked, the others are not.
MOST_PIXELS = {"JPEG": 50_000_000, "PNG": 25_000_000, "WEBP": 25_000_000}
MOST_KEPT = 200_000
MOST_SHOWN = 2_000_000  # pixels
QUALITIES = (82, 70, 55)
HEIC_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")
PNG, JPEG = "image/png", "image/jpeg"


@dataclass(frozen=True, slots=True)
class Redrawn:
    data: bytes
    kind: str
    width: int
    height: int


@contextmanager
def deleted_on_failure(name: str) -> Iterator[None]:
    """For a block that stores a file under this name with its row."""
    try:
        yield
    except BaseException:
        default_storage.delete(name)
        raise


def redraw_mark(upload: File, width: int, height: int) -> Redrawn:
    """ValidationError."""
    from PIL import Image  # slow import

    image = _opened(upload, (width, height)).convert("RGBA")
    bare = Image.new("RGBA", image.size)
    bare.paste(image)
    out = io.BytesIO()
    bare.save(out, "PNG", optimize=True)
    if out.tell() > MOST_KEPT // 4:  # a photograph of a crest: 256 colours are enough for it
        out = io.BytesIO()
        bare.quantize(255, method=Image.Quantize.FASTOCTREE).save(out, "PNG", optimize=True)
    return Redrawn(out.getvalue(), PNG, *bare.size)


def redraw_photo(upload: File, longest: int, most: int = MOST_KEPT) -> Redrawn:
    """At the best quality below `most` bytes, smaller if need be; clear becomes white. ValidationError."""
    from PIL import Image  # slow import

    image = _opened(upload, (longest, longest))
    bare = Image.new("RGB", image.size, "white")
    bare.paste(image, mask=image.getchannel("A"))
    while True:
        for quality in QUALITIES:
            out = io.BytesIO()
            bare.save(out, "JPEG", quality=quality, optimize=True)
            if out.tell() <= most:
                return Redrawn(out.getvalue(), JPEG, *bare.size)
        bare = bare.resize((bare.width * 3 // 4, bare.height * 3 // 4))


def check_picture(data: bytes | memoryview) -> None:
    """It may come in a league's file."""
    from PIL import Image  # slow import

    try:
        with warnings.catch_warnings(action="error"), Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as picture:
            plain = (
                len(data) <= 2 * MOST_KEPT and picture.width * picture.height <= MOST_SHOWN and not picture.getexif()
            )
            picture.load()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombWarning, Image.DecompressionBombError):
        plain = False
    if not plain:
        raise ValidationError("This is not a picture as this site keeps it.")


def _opened(upload: File, box: tuple[int, int]) -> "Image.Image":
    from PIL import Image, UnidentifiedImageError  # slow import

    if not upload.size:
        raise ValidationError("The file is empty. Choose the picture again.")
    if upload.size > MOST_BYTES:
        raise ValidationError("The picture is larger than 10 MB. Choose a smaller one, or take it again smaller.")
    head = upload.read(16)
    upload.seek(0)
    if head[4:8] == b"ftyp" and head[8:12] in HEIC_BRANDS:
        raise ValidationError(
            "This is an HEIC picture, which cannot be read here. Save it as a JPEG. "
            "On an iPhone: Settings, Camera, Formats, Most Compatible. Then take it again."
        )
    try:
        with warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning):
            return _unpacked(upload, box)
    except UnidentifiedImageError:
        raise ValidationError("This file is not a picture. Choose a JPEG, PNG or WebP file.") from None
    except Image.DecompressionBombError:
        raise _too_many_pixels() from None
    except (OSError, SyntaxError, ValueError, EOFError):
        raise ValidationError("The picture is damaged. Take it again, or choose another one.") from None


def _unpacked(upload: File, box: tuple[int, int]) -> "Image.Image":
    from PIL import Image, ImageFile, ImageOps  # slow import

    ImageFile.LOAD_TRUNCATED_IMAGES = False  # WeasyPrint sets it for the whole process when it is imported
    image: Image.Image = Image.open(upload, formats=KINDS)
    if image.width * image.height > MOST_PIXELS[image.format or "PNG"]:
        raise _too_many_pixels()
    image.draft("RGB", box)
    upright = ImageOps.exif_transpose(image)
    if upright.mode.startswith("I"):  # sixteen bits of grey
        upright = upright.convert("I").point([value / 256 for value in range(65536)], "L")
    plain = upright.convert("RGBA")
    plain.thumbnail(box)
    return plain


def _too_many_pixels() -> ValidationError:
    return ValidationError("The picture has too many pixels. Choose a smaller one, or take it again smaller.")
