"""What people send as a photograph: what is kept is small, upright and bare; the rest is refused in words."""

import io
import re
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from league.base.ui.uploads import MOST_BYTES
from league.results.actions.messages import (
    KEPT_BYTES,
    LONGEST_SIDE,
    MOST_OF_A_MATCH,
    PhotoRefusedError,
    attach_photo,
    redraw,
)
from league.results.choices import SentFor
from league.results.models import Photo
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME
from tests.league.results.walk import at

pytestmark = pytest.mark.usefixtures("kept_here")

GPS, ORIENTATION, MAKER = 0x8825, 0x0112, 0x010F


def saved(image: Image.Image, kind: str, **options) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def halves(mode: str = "RGB", size: tuple[int, int] = (400, 200)) -> Image.Image:
    """Red on the left, blue on the right."""
    image = Image.new("RGB", size, "red")
    image.paste("blue", (size[0] // 2, 0, size[0], size[1]))
    return image.convert(mode)


def noise(width: int, height: int) -> Image.Image:
    return Image.effect_noise((width, height), 90).convert("RGB")


def exif(orientation: int) -> Image.Exif:
    data = Image.Exif()
    data[ORIENTATION], data[MAKER] = orientation, "Nokia"
    data.get_ifd(GPS)[1] = "N"
    return data


def turned(orientation: int) -> bytes:
    """`halves` as a phone held any way would store it, with the note how to turn it back."""
    back = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]
    image = halves() if back is None else halves().transpose(back)
    return saved(image, "JPEG", exif=exif(orientation), quality=95)


def bomb(side: int) -> bytes:
    """A PNG of a few kilobytes that unpacks to side x side pixels."""
    row = zlib.compress(b"\0" * (side // 8 + 1) * side, 9)

    def chunk(name: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")

    head = side.to_bytes(4, "big") * 2 + b"\x01\x00\x00\x00\x00"
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", row) + chunk(b"IEND", b"")


def sixteen_bit() -> Image.Image:
    return Image.frombytes("I;16", (64, 64), b"\xff\xff" * 2048 + b"\x00\x00" * 2048)


TAKEN = {
    **{f"turned-{n}.jpg": (lambda n=n: turned(n)) for n in range(1, 9)},
    "plain.png": lambda: saved(halves(), "PNG"),
    "plain.webp": lambda: saved(halves(), "WEBP"),
    "grey.jpg": lambda: saved(halves("L"), "JPEG"),
    "grey-alpha.png": lambda: saved(halves("LA"), "PNG"),
    "one-bit.png": lambda: saved(halves("1"), "PNG"),
    "palette.png": lambda: saved(halves("P"), "PNG"),
    "palette-clear.png": lambda: saved(halves("P"), "PNG", transparency=0),
    "clear.png": lambda: saved(halves("RGBA"), "PNG"),
    "clear.webp": lambda: saved(halves("RGBA"), "WEBP"),
    "cmyk.jpg": lambda: saved(halves("CMYK"), "JPEG"),
    "sixteen.png": lambda: saved(sixteen_bit(), "PNG"),
    "progressive.jpg": lambda: saved(noise(1200, 900), "JPEG", progressive=True),
    "big.jpg": lambda: saved(halves(size=(8000, 6000)), "JPEG", quality=60),
    "big.webp": lambda: saved(halves(size=(4000, 3000)), "WEBP", quality=50),
    "noise.jpg": lambda: saved(noise(3000, 2200), "JPEG", quality=60),
    "strip.jpg": lambda: saved(halves(size=(5000, 2)), "JPEG"),
    "dot.png": lambda: saved(halves(size=(2, 2)), "PNG"),
    "moving.webp": lambda: saved(halves(), "WEBP", save_all=True, append_images=[halves("L").convert("RGB")]),
    "moving.png": lambda: saved(halves(), "PNG", save_all=True, append_images=[noise(400, 200)]),
    "tail.jpg": lambda: saved(halves(), "JPEG") + b"<script>alert(1)</script>",
    "comment.jpg": lambda: saved(halves(), "JPEG", comment=b"<script>alert(1)</script>"),
    "zip-tail.png": lambda: saved(halves(), "PNG") + b"PK\x03\x04evil",
    "double.php.jpg": lambda: saved(halves(), "JPEG"),
    "../../etc/passwd.jpg": lambda: saved(halves(), "JPEG"),
    "named-as-text.txt": lambda: saved(halves(), "JPEG"),
    "gps.png": lambda: saved(halves(), "PNG", exif=exif(1)),
}

REFUSED = {
    "empty.jpg": (lambda: b"", "empty"),
    "too-big.jpg": (lambda: saved(halves(), "JPEG") + b"\0" * MOST_BYTES, "larger than 10 MB"),
    "bomb-13000.png": (lambda: bomb(13000), "too many pixels"),
    "bomb-20000.png": (lambda: bomb(20000), "too many pixels"),
    "bomb-6000.png": (lambda: bomb(6000), "too many pixels"),
    "wide.jpg": (lambda: saved(halves("L", (9000, 6000)), "JPEG", quality=20), "too many pixels"),
    "truncated.jpg": (lambda: saved(noise(900, 700), "JPEG")[:40000], "damaged"),
    "truncated.png": (lambda: saved(noise(300, 300), "PNG")[:20000], "damaged"),
    "truncated.webp": (lambda: saved(noise(300, 300), "WEBP")[:9000], ""),
    "head-only.jpg": (lambda: saved(halves(), "JPEG")[:200], ""),
    "animated.gif": (lambda: saved(halves("P"), "GIF"), "not a picture"),
    "scan.tiff": (lambda: saved(halves(), "TIFF"), "not a picture"),
    "icon.ico": (lambda: saved(halves(size=(32, 32)), "ICO"), "not a picture"),
    "paint.bmp": (lambda: saved(halves(), "BMP"), "not a picture"),
    "drawing.svg": (
        lambda: b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        "not a picture",
    ),
    "page.jpg": (lambda: b"<!doctype html><script>alert(1)</script>", "not a picture"),
    "paper.pdf": (lambda: b"%PDF-1.7\n%%EOF", "not a picture"),
    "words.jpg": (lambda: b"hello", "not a picture"),
    "iphone.heic": (lambda: b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 900, "HEIC"),
    "iphone.jpg": (lambda: b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic" + b"\0" * 900, "HEIC"),
}


def upload(name: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


@pytest.mark.parametrize("name", TAKEN)
def test_picture_is_drawn_again_small_and_bare(name):
    picture = redraw(upload(name, TAKEN[name]()))
    kept = Image.open(io.BytesIO(picture.data))
    assert (kept.format, kept.mode, kept.size) == ("JPEG", "RGB", (picture.width, picture.height))
    assert max(kept.size) <= LONGEST_SIDE
    assert len(picture.data) <= KEPT_BYTES
    assert not kept.getexif()
    assert b"<script" not in picture.data
    assert b"Nokia" not in picture.data
    assert b"PK\x03\x04" not in picture.data


@pytest.mark.parametrize("orientation", range(1, 9))
def test_picture_stands_upright_however_the_phone_was_held(orientation):
    picture = redraw(upload("card.jpg", turned(orientation)))
    kept = Image.open(io.BytesIO(picture.data))
    assert kept.size == (400, 200)
    assert [channel > 128 for channel in kept.getpixel((50, 100))] == [True, False, False]
    assert [channel > 128 for channel in kept.getpixel((350, 100))] == [False, False, True]


def test_sixteen_bits_keep_light_and_dark_apart():
    kept = Image.open(io.BytesIO(redraw(upload("scan.png", TAKEN["sixteen.png"]())).data))
    assert kept.getpixel((32, 8))[0] > 240
    assert kept.getpixel((32, 56))[0] < 15


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_photograph_is_refused_in_words(name):
    data, words = REFUSED[name]
    with pytest.raises(PhotoRefusedError) as refused:
        redraw(upload(name, data()))
    assert words in refused.value.message


def test_photograph_is_sent_after_the_score_and_shown_to_both_sides(evening, kept_here):
    evening.send(SentFor.HOME)
    captain, other = signed_in(evening.home), signed_in(evening.away)
    address = at(evening, "card-photo")
    answer = captain.post(address, {"photo": upload("../../card.jpg", turned(6))})
    assert answer.url == address
    assert "Photo received." in captain.get(address).content.decode()
    photo = Photo.objects.get()
    assert re.fullmatch(r"cards/[0-9a-f]{32}\.jpg", photo.image.name)
    shown = other.get(at(evening, "card-picture", photo.pk))
    assert shown["Content-Type"] == "image/jpeg"
    assert shown["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in shown["Cache-Control"]
    with photo.image.open() as stored:
        assert b"".join(shown.streaming_content) == stored.read()
    assert [each.name for each in kept_here.rglob("*") if each.is_file()] == [photo.image.name.removeprefix("cards/")]


def test_refused_photograph_costs_no_result(evening):
    sent = evening.send(SentFor.HOME)
    captain = signed_in(evening.home)
    answer = captain.post(at(evening, "card-photo"), {"photo": upload("card.heic", REFUSED["iphone.heic"][0]())})
    assert answer.status_code == 422
    assert "Most Compatible" in answer.content.decode()
    assert captain.get(at(evening, "card-receipt", sent.receipt)).status_code == 200
    assert not Photo.objects.exists()


@pytest.mark.parametrize("data", [{}, {"photo": SimpleUploadedFile("card.jpg", b"")}])
def test_no_photograph_is_asked_for_one(evening, data):
    answer = signed_in(evening.home).post(at(evening, "card-photo"), data)
    assert answer.status_code == 422
    assert not Photo.objects.exists()


def test_photographs_are_for_those_concerned(evening, client):
    photo = attach_photo(fixture=evening.fixture, upload=upload("a.jpg", turned(1)), by=evening.home, at=CLOSING_TIME)
    address = at(evening, "card-picture", photo.pk)
    assert client.get(address).status_code == 302
    assert signed_in(evening.small.captains[2]).get(address).status_code == 403
    shown = signed_in(evening.secretary).get(address)
    assert shown.status_code == 200
    assert b"".join(shown.streaming_content)
    evening.small.fixtures[0] = evening.small.fixtures[2]
    assert signed_in(evening.home).get(at(evening, "card-picture", photo.pk)).status_code == 404


def test_a_match_holds_only_so_many(evening):
    for _ in range(MOST_OF_A_MATCH):
        attach_photo(fixture=evening.fixture, upload=upload("a.jpg", turned(1)), by=evening.home, at=CLOSING_TIME)
    with pytest.raises(PhotoRefusedError, match="enough"):
        attach_photo(fixture=evening.fixture, upload=upload("a.jpg", turned(1)), by=evening.home, at=CLOSING_TIME)
