"""The text of bytes, in whichever letters a program of Windows, of a Mac or of anybody else wrote it."""

from league.reading.limits import NotReadableError

BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
OLD = ("cp1252", "mac_roman", "cp850")  # the first of several that are as likely
NOT_TEXT = "This is not a spreadsheet or a text. Save it as .xlsx or CSV."
# What stands in names and prices. All other letters and signs of the three are rare there.
USUAL = frozenset("’‘“”–—…£€½¼¾éèêëáàâäóòôöúùûüíìîïçñåøæœßÉÁÓÚÍÖÜÄÇÑÅØÆŵŷ°•·®™†‡§")
GRAVE = frozenset("ìòùè")  # rarer in names than the other accents
RARE_SIGNS = 3
LOOKED_AT = 200_000  # letters


def decode(content: bytes) -> str:
    """The text of a file. NotReadableError for what is no text."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return content.decode(encoding, "replace").removeprefix("\ufeff")
    if b"\0" in content[:4000]:
        return _without_mark(content)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    # A file of UTF-8 that was cut, or has one bad byte in it, is not one of an old kind.
    loose = content.decode("utf-8", "replace")
    several = sum(ord(letter) > 127 and letter != "\ufffd" for letter in loose)
    if several > 3 * loose.count("\ufffd"):
        return loose
    texts = [text for text in (_decoded(content, encoding) for encoding in OLD) if text]
    return max(texts, key=lambda text: likelihood(text[:LOOKED_AT]))


def likelihood(text: str) -> int:
    """How much like words of Britain the letters of a text are that are not ASCII: each where it would stand."""
    points = 0
    for at, letter in enumerate(text):
        if letter.isascii():
            continue
        before, after = text[at - 1 : at] or " ", text[at + 1 : at + 2] or " "
        points += _fits(letter, before, after)
    return points


def _fits(letter: str, before: str, after: str) -> int:  # noqa: PLR0911 -- a table of signs
    inside = before.isalpha() and after.isalpha()
    if letter == "’":
        joins = before.isupper() or after in "sSt" or not after.isalnum()  # O’Brien, Dog’s, Turks’ Head
        return (3 if joins else 1) if before.isalpha() and not after.isdigit() else -1
    if letter in "‘“":
        return 2 if not before.isalnum() and not after.isspace() else -3
    if letter == "”":
        return 2 if not before.isspace() and not after.isalnum() else -3
    if letter in "–—":
        return 2 if not inside or before.isdigit() else -1
    if letter in "£€":
        return 3 if after.isdigit() or after == " " else -2
    if letter in "½¼¾":
        return 3 if not before.isalpha() and not after.isalpha() else -3
    if letter == "\xa0":
        return 1
    if letter.isalpha():
        return _fits_word(letter, before, after)
    return 0 if letter in USUAL and not inside else -RARE_SIGNS


def _fits_word(letter: str, before: str, after: str) -> int:
    if letter.islower() and not before.isalpha() and after == " ":  # a word of one letter is a capital: Ó Briain
        return -4
    if letter.isupper() and (before.islower() or (before.isalpha() and after.islower())):
        return -4
    if (letter == "ë" and before in "oa") or (letter == "ç" and after in "ao"):  # Zoë, Françoise
        return 3
    if letter not in USUAL:
        return -2
    return 1 if letter in GRAVE or (letter.islower() and not before.isalpha()) else 2


def _decoded(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:  # cp1252 has five places without a letter
        return ""


def _without_mark(content: bytes) -> str:
    """UTF-16 without its mark: every other byte of most letters is nought."""
    start = content[:4000]
    even, odd = start[::2].count(0), start[1::2].count(0)
    for encoding, many, few in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if many * 4 > len(start) and few * 20 < len(start):
            return content.decode(encoding, "replace")
    raise NotReadableError(NOT_TEXT)
