"""Telephones in words: which browser it is, and numbers that a text can go to.

Plain values in, plain values out. Refuses to know whose they are.
"""

import re

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


def masked(number: str) -> str:
    """A number of which only the end can be read."""
    return f"number ending {number[-3:]}"


def without_numbers(text: str) -> str:
    """The text with every telephone number taken out: a phone that lies on a table is read by anybody."""
    return NUMBER.sub("\N{HORIZONTAL ELLIPSIS}", text)
