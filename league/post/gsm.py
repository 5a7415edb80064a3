"""A text message: 160 characters of the alphabet that every telephone has (GSM 03.38), in one piece.

With one letter outside it a message has room for 70 and is paid for as three, so each is put into that alphabet.
"""

from unicodedata import combining, normalize

ROOM = 160
BASIC = frozenset(
    "@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿"
    "abcdefghijklmnopqrstuvwxyzäöñüà"
)
DOUBLE = frozenset("^{}[~]|€\\")  # take the room of two
SPELT = {
    "\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{MINUS SIGN}": "-", "\N{NON-BREAKING HYPHEN}": "-",
    "\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"', "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{HORIZONTAL ELLIPSIS}": "...", "½": "1/2", "¼": "1/4", "¾": "3/4", "`": "'",
}  # fmt: skip
CUT = "..."


def in_gsm(text: str) -> str:
    """The text in that alphabet: without the accents that it lacks, and "?" for what it has nothing like."""
    return " ".join("".join(_letter(each) for each in text).split())


def length(text: str) -> int:
    """How much room a text takes that is in the alphabet."""
    return sum(2 if each in DOUBLE else 1 for each in text)


def one_text(fact: str, *rest: str) -> str:
    """The fact, and each of the rest that there is still room for. What is too long is cut between two words."""
    said = in_gsm(fact)
    if length(said) > ROOM:
        return _cut(said)
    for each in filter(None, map(in_gsm, rest)):
        if length(f"{said} {each}") <= ROOM:
            said = f"{said} {each}"
    return said


def _letter(letter: str) -> str:
    if letter in BASIC or letter in DOUBLE:
        return letter
    if letter in SPELT:
        return SPELT[letter]
    plain = "".join(each for each in normalize("NFKD", letter) if not combining(each))
    if letter.isspace() or not letter.isprintable():
        return " "
    return plain if plain and all(each in BASIC for each in plain) else "?"


def _cut(text: str) -> str:
    while length(text) > ROOM - len(CUT):
        text = text[:-1]
    whole, gap, _ = text.rpartition(" ")
    return (whole if gap and len(whole) > ROOM // 2 else text).rstrip(" ,.;:") + CUT
