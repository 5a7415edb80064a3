"""Texts: 160 characters of the alphabet that every telephone has (GSM 03.38), and the gateway by which they leave the
site.

`SMS_GATEWAY` names a class of the league's own, or the one here; docs/operations.md shows one that speaks HTTP.
"""

from pathlib import Path
from typing import Protocol
from unicodedata import combining, normalize

from django.conf import settings
from django.utils.module_loading import import_string

SMS_LENGTH = 160
ALPHABET = frozenset(
    "@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿"
    "abcdefghijklmnopqrstuvwxyzäöñüà"
)
ESCAPED = frozenset("^{}[~]|€\\")  # take the room of two
REPLACEMENTS = {
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
    return sum(2 if each in ESCAPED else 1 for each in text)


def fit_sms(fact: str, *rest: str) -> str:
    """The fact, and each of the rest that there is still room for. What is too long is cut between two words."""
    said = in_gsm(fact)
    if length(said) > SMS_LENGTH:
        return _cut(said)
    for each in filter(None, map(in_gsm, rest)):
        if length(f"{said} {each}") <= SMS_LENGTH:
            said = f"{said} {each}"
    return said


def _letter(letter: str) -> str:
    if letter in ALPHABET or letter in ESCAPED:
        return letter
    if letter in REPLACEMENTS:
        return REPLACEMENTS[letter]
    plain = "".join(each for each in normalize("NFKD", letter) if not combining(each))
    if letter.isspace() or not letter.isprintable():
        return " "
    return plain if plain and all(each in ALPHABET for each in plain) else "?"


def _cut(text: str) -> str:
    while length(text) > SMS_LENGTH - len(CUT):
        text = text[:-1]
    whole, gap, _ = text.rpartition(" ")
    return (whole if gap and len(whole) > SMS_LENGTH // 2 else text).rstrip(" ,.;:") + CUT


# --- gateways -------------------------------------------------------------------------------------------------------


class RefusedError(Exception):
    """The gateway says no for good, in words. Whatever else goes wrong is tried again later."""


class Gateway(Protocol):
    """Made anew for every round of texts, without arguments."""

    def send(self, *, to: str, words: str, key: str) -> None:
        """Hand over a text of at most 160 characters of GSM 03.38 to a number like "+447700900123".

        `key` is the same whenever this text is handed over, for gateways that tell twice from once. It has to give up
        by itself after some seconds. RefusedError for a no for good; any other exception means that it did not go.
        """


class FileGateway:
    """Writes each text into a file of its own in `VAR_DIR`/sms: for trying it out."""

    def send(self, *, to: str, words: str, key: str) -> None:
        folder = Path(settings.VAR_DIR) / "sms"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{key}.txt").write_text(f"To: {to}\n\n{words}\n")


def gateway() -> Gateway | None:
    """The gateway of the settings, None if there is none."""
    return import_string(settings.SMS_GATEWAY)() if settings.SMS_GATEWAY else None
