"""Telephones and texts: numbers that a text can go to, which browser a phone has, 160 characters of the alphabet that
every telephone knows (GSM 03.38), and the gateway by which texts leave the site.

`SMS_GATEWAY` names a class of the league's own, or the one here; docs/operations.md shows one that speaks HTTP.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable
from unicodedata import combining, normalize

from django.conf import settings
from django.utils.module_loading import import_string

BROWSERS = (
    ("Edg", "Edge"), ("SamsungBrowser", "Samsung Internet"), ("OPR/", "Opera"), ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook"), ("Windows", "Windows"),
    ("Mac OS", "Mac"), ("Linux", "Linux"),
)  # fmt: skip
# Ofcom's numbers for mobiles: not 070, which forward calls at a price, nor pagers, but the Isle of Man's 07624.
MOBILE = re.compile(r"\+447(?:[1-57-9]\d{8}|624\d{6})")
# Nine digits or more that may be dialled, however they are written; a date or a score has fewer.
NUMBER = re.compile(r"\+?\(?\d(?:[ ().\-/]{0,2}\d){8,}")


def browser_name(agent: str) -> str:
    """What a browser says of itself, as "Chrome on Android"."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "A browser")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return f"{browser} on {system}" if system else browser


def mobile_number(number: str) -> str:
    """A British mobile number as "+447700900123" however it was typed, "" for any other."""
    dialled = re.sub(r"[^\d+]", "", number.replace("(0)", ""))
    dialled = re.sub(r"^(00|\+)?440?(?=7)|^0(?=7)", "+44", dialled)
    return dialled if MOBILE.fullmatch(dialled) else ""


def mask_number(number: str) -> str:
    """A number of which only the end can be read."""
    return f"number ending {number[-3:]}"


def without_numbers(text: str) -> str:
    """A phone on a table is read by anybody."""
    return NUMBER.sub("\N{HORIZONTAL ELLIPSIS}", text)


# --- texts and their gateway ------------------------------------------------------------------------------------------
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
LEAST_FACT = 20  # letters


def in_gsm(text: str) -> str:
    """The text in that alphabet: without the accents that it lacks, and "?" for what it has nothing like."""
    return " ".join("".join(_letter(each) for each in text).split())


def length(text: str) -> int:
    """In the GSM alphabet."""
    return sum(2 if each in ESCAPED else 1 for each in text)


def fit_sms(fact: str, *rest: str, link: str = "") -> str:
    """Cut between words; with no room for a fact before the whole `link` it is ""."""
    text, most = in_gsm(fact), SMS_LENGTH - (length(link) + 1 if link else 0)
    if most < LEAST_FACT:
        return ""
    if length(text) > most:
        while length(text) > most - len(CUT):
            text = text[:-1]
        whole, gap, _ = text.rpartition(" ")
        return ((whole if gap and len(whole) > most // 2 else text).rstrip(" ,.;:") + CUT) + f" {link}".rstrip()
    for each in filter(None, map(in_gsm, rest)):
        if length(f"{text} {each}") <= most:
            text = f"{text} {each}"
    return f"{text} {link}".rstrip()


def _letter(letter: str) -> str:
    if letter in ALPHABET or letter in ESCAPED:
        return letter
    if letter in REPLACEMENTS:
        return REPLACEMENTS[letter]
    plain = "".join(each for each in normalize("NFKD", letter) if not combining(each))
    if letter.isspace() or not letter.isprintable():
        return " "
    return plain if plain and all(each in ALPHABET for each in plain) else "?"


# --- gateways ---------------------------------------------------------------------------------------------------------
class RefusedError(Exception):
    """The gateway says no for good, in words. Whatever else goes wrong is tried again later."""


class Gateway(Protocol):
    """Made anew for every round of texts, without arguments."""

    def send(self, *, to: str, words: str, key: str) -> None:
        """160 characters of GSM 03.38; `key` is the same on each try. RefusedError is for good, others are retried."""


@dataclass(frozen=True, slots=True)
class ReceivedText:
    """A text that somebody sent to the gateway's number; `key` is the same however often the gateway tells of it."""

    sender: str
    words: str
    key: str


@runtime_checkable
class ReceivingGateway(Gateway, Protocol):
    """A gateway that tells the site of texts which came in, by a POST to /texts/."""

    def receive(self, *, address: str, headers: Mapping[str, str], body: bytes) -> ReceivedText | None:
        """None for what is no text; RefusedError unless the request is signed, or has the secret."""


class FileGateway:
    """Writes each text into a file of its own in `VAR_DIR`/sms: for trying it out."""

    def send(self, *, to: str, words: str, key: str) -> None:
        folder = Path(settings.VAR_DIR) / "sms"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{key}.txt").write_text(f"To: {to}\n\n{words}\n")


def gateway() -> Gateway | None:
    return import_string(settings.SMS_GATEWAY)() if settings.SMS_GATEWAY else None
