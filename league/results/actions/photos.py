"""Photographs of the paper card: drawn again by us as a small upright JPEG with nothing else in it.

Knows what a phone may send and what it must never do to us: huge pictures are refused before they are unpacked, what is
no picture is refused, and what is kept has no place, time or maker in it. The original is never kept.
"""

import io
import warnings
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from django.core.files.base import ContentFile, File
from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.results.actions.submissions import NotAcceptedError
from league.results.models import Photo
from league.schedule.actions import lock_fixture, subjects
from league.schedule.models import Fixture

KINDS = ("JPEG", "PNG", "WEBP")
MOST_BYTES = 10 * 1024 * 1024
# A JPEG is made smaller while it is unpacked, the others are not.
MOST_PIXELS = {"JPEG": 50_000_000, "PNG": 25_000_000, "WEBP": 25_000_000}
LONGEST_SIDE = 1600
KEPT_BYTES = 400_000
QUALITIES = (82, 70, 55)
MOST_OF_A_MATCH = 6
MOST_A_DAY = 20
HEIC_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")


class PhotoRefusedError(NotAcceptedError):
    """The picture cannot be kept, and what to do about it. The score is not touched by this."""


@dataclass(frozen=True, slots=True)
class CardPhoto:
    """A picture made by us: JPEG bytes and its size in pixels."""

    data: bytes
    width: int
    height: int


def attach_photo(*, fixture: Fixture, upload: File, by: User, at: datetime) -> Photo:
    """Keep a photograph of the card beside the match. PhotoRefusedError says what is wrong with it."""
    picture = redraw(upload)
    with write_tx():
        locked = lock_fixture(fixture.pk)
        _refuse_too_many(locked, by, at)
        photo = Photo(fixture=locked, by=by, at=at, width=picture.width, height=picture.height)
        photo.image.save(f"{uuid4().hex}.jpg", ContentFile(picture.data), save=False)
        photo.full_clean()
        photo.save()
        words = f"{by} sent a photograph of the card of {locked}"
        record(verb="attach_photo", words=words, at=at, by=by, league_id=locked.league_id, about=subjects(locked))
    return photo


def redraw(upload: File) -> CardPhoto:
    """The picture as we keep it: upright, at most 1600 pixels, a plain JPEG. PhotoRefusedError if it is none."""
    if not upload.size:
        raise PhotoRefusedError("The file is empty. Choose the photograph again.")
    if upload.size > MOST_BYTES:
        raise PhotoRefusedError("The photograph is too big: 10 MB is the most. Take it again at a lower quality.")
    head = upload.read(16)
    upload.seek(0)
    if head[4:8] == b"ftyp" and head[8:12] in HEIC_BRANDS:
        raise PhotoRefusedError(
            "This is an HEIC photograph, which cannot be read here. "
            "On the phone: Settings, Camera, Formats, Most Compatible. Then take it again."
        )
    try:
        with warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning):
            return _encoded(_opened(upload))
    except UnidentifiedImageError:
        raise PhotoRefusedError("This is not a photograph. Send a JPEG, PNG or WebP picture.") from None
    except Image.DecompressionBombError:
        raise _too_many_pixels() from None
    except (OSError, SyntaxError, ValueError, EOFError):
        raise PhotoRefusedError("The photograph is damaged. Take it again.") from None


def _opened(upload: File) -> Image.Image:
    """The picture unpacked, upright and in plain colours, no bigger than we keep."""
    ImageFile.LOAD_TRUNCATED_IMAGES = False  # WeasyPrint sets it for the whole process when it is imported
    image: Image.Image = Image.open(upload, formats=KINDS)
    if image.width * image.height > MOST_PIXELS[image.format or "PNG"]:
        raise _too_many_pixels()
    image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    return _plain(ImageOps.exif_transpose(image))


def _plain(image: Image.Image) -> Image.Image:
    """In red, green and blue; what was transparent is white, as paper is; sixteen bits become eight."""
    if image.mode.startswith("I"):
        return image.convert("I").point([value / 256 for value in range(65536)], "L").convert("RGB")
    if image.mode in {"RGBA", "LA", "PA"} or "transparency" in image.info:
        clear = image.convert("RGBA")
        paper = Image.new("RGBA", clear.size, "white")
        return Image.alpha_composite(paper, clear).convert("RGB")
    return image.convert("RGB")


def _encoded(image: Image.Image) -> CardPhoto:
    """As JPEG, at the best quality that is small enough; smaller if none is.

    Made from the bare pixels, so nothing else can come along.
    """
    bare = Image.new("RGB", image.size)
    bare.paste(image)
    while True:
        for quality in QUALITIES:
            out = io.BytesIO()
            bare.save(out, "JPEG", quality=quality, optimize=True)
            if out.tell() <= KEPT_BYTES:
                return CardPhoto(out.getvalue(), *bare.size)
        bare = bare.resize((bare.width * 3 // 4, bare.height * 3 // 4))


def _too_many_pixels() -> PhotoRefusedError:
    return PhotoRefusedError("The photograph has too many pixels. Take it again at a lower quality.")


def _refuse_too_many(fixture: Fixture, by: User, at: datetime) -> None:
    if Photo.objects.filter(fixture=fixture).count() >= MOST_OF_A_MATCH:
        raise PhotoRefusedError("This match has enough photographs.")
    if Photo.objects.filter(by=by, at__gt=at - timedelta(days=1)).count() >= MOST_A_DAY:
        raise PhotoRefusedError("You have sent enough photographs for one day. Try again tomorrow.")
