"""A written record of games packed into the end of an address, so that nothing need be kept."""

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

MOST_TEXT = 64 * 1024  # bytes of a record; a season of singles with every tile is less
LONGEST_LINK = 6_000  # characters; proxies and messengers cut addresses at about 8,000


class RecordLinkError(ValueError):
    """What was given is no record packed by `pack`, or a larger one than may be unpacked."""


def pack(text: str) -> str:
    """The text packed for an address, the same every time: letters, digits, - and _."""
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(packed: str) -> str:
    """The text that was packed. Raises `RecordLinkError`; unpacks no more than `MOST_TEXT`, however much there is."""
    if len(packed) > LONGEST_LINK:
        raise RecordLinkError("longer than any link made here")
    try:
        raw = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(raw, MOST_TEXT + 1)
        if len(text) > MOST_TEXT or not unpacking.eof:
            raise RecordLinkError("too much, or cut short")
        return text.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        raise RecordLinkError(str(error)) from None
