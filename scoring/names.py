"""How names are compared, in the same way by search, filters, forms, cards and imports; on a phone by names.js.

`spelling` tells names apart that differ in more than typography, `fold` takes the ways of writing one name together,
and `NameSearch` finds a name by a part of it.
"""

import re
import unicodedata
from collections.abc import Callable

APOSTROPHES = "'’‘‛ʼʻʹ`´′＇"
DASHES = "-‐‑‒–—―−﹣－"
WITHOUT_APOSTROPHES = str.maketrans(dict.fromkeys(APOSTROPHES))
ONE_TYPOGRAPHY = str.maketrans(dict.fromkeys(APOSTROPHES, "'") | dict.fromkeys(DASHES, "-"))
# Letters that Unicode does not take apart into a letter of A to Z and a mark.
UNMARKED = str.maketrans(
    {"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ŋ": "n", "ĸ": "k",
     "æ": "ae", "œ": "oe", "þ": "th", "ß": "ss"}
)  # fmt: skip
# How a letter is written where a keyboard has none for it: a search finds a name by these too.
RESPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
MARKS = re.compile("[\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f]+")  # accents; marks of other scripts tell letters apart
NO_LETTERS = re.compile("[^a-z0-9]+")
SHORT_AND = re.compile(rf"(?<!\S)(?:[{APOSTROPHES}]n[{APOSTROPHES}]?|n[{APOSTROPHES}])(?!\S)")
INITIALS = re.compile(r"(?<!\S)[^\W\d](?: [^\W\d](?!\S))+")
GLUED = 4  # letters that are enough to be found across the spaces of a name


def spelling(name: str) -> str:
    """The name in one case, with one kind of apostrophe, dash and space."""
    return " ".join(unicodedata.normalize("NFKC", name.translate(ONE_TYPOGRAPHY)).casefold().split())


def letters(name: str) -> str:
    """The words of a name in lower case, without accents, apostrophes and punctuation. Without any letter: as it is."""
    text = SHORT_AND.sub("and", name.casefold()).translate(WITHOUT_APOSTROPHES)
    text = text.replace("&", " and ").replace("+", " and ")
    if not text.isascii():
        text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
        text = MARKS.sub("", text).translate(WITHOUT_APOSTROPHES).translate(UNMARKED)
        text = "".join(map(_kept, unicodedata.normalize("NFC", text)))
    else:
        text = NO_LETTERS.sub(" ", text)
    return " ".join(text.split()) or spelling(name)


def fold(name: str) -> str:
    """What all ways of writing one name have in common: its letters without "the", with initials together, with
    "saint" for "st".
    """
    words = INITIALS.sub(lambda run: run[0].replace(" ", ""), letters(name)).split(" ")
    while words[0] == "the" and len(words) > 1:
        words = words[1:]
    last = len(words) - 1
    return " ".join("saint" if word == "st" and place < last else word for place, word in enumerate(words))


def has_letters(name: str) -> bool:
    """Whether there is a letter, a figure or a picture in it."""
    return any(_kept(character).strip() for character in name)


def search_text(name: str) -> str:
    """What a part of a name is looked for in: its letters, and how it is folded or respelt if that is another text."""
    return "|".join(_searched(name))


def _searched(name: str) -> tuple[str, ...]:
    """A name as letters and folded, with "ü" for "u" and for "ue"."""
    ways = [name]
    if not name.isascii():
        ways.append(unicodedata.normalize("NFC", name.casefold()).translate(RESPELT))
    return tuple(dict.fromkeys(text for way in ways for text in (letters(way), fold(way))))


class NameSearch:
    """What was typed to find names by a part of them.

    One of `texts` must stand in the `search_text` of a name, or `glued`, unless it is empty, in that without spaces.
    """

    def __init__(self, typed: str) -> None:
        self.texts = _searched(typed)
        together = self.texts[0].replace(" ", "")
        self.glued = together if len(together) >= GLUED else ""

    def finds(self, name: str) -> bool:
        text = search_text(name)
        return any(each in text for each in self.texts) or bool(self.glued and self.glued in text.replace(" ", ""))


def person_search(typed: str) -> Callable[[str], bool]:
    """Whether somebody is found by the name that is shown: "H Goy" by "goy" and, as people type it, by "harry goy"."""
    first, _, others = letters(typed).partition(" ")
    searches = [NameSearch(typed), *([NameSearch(f"{first[0]} {others}")] if others else [])]
    return lambda shown: any(each.finds(shown) for each in searches)


def transliterate(name: str) -> str:
    """The name with letters of A to Z for those of its letters that Unicode does not take apart, for an address."""
    return name.replace("ẞ", "ß").translate(ADDRESS_LETTERS)


ADDRESS_LETTERS = str.maketrans(
    {chr(mark): letter for mark, letter in UNMARKED.items()}
    | {chr(mark).upper(): letter.capitalize() for mark, letter in UNMARKED.items() if len(chr(mark).upper()) == 1}
)


def _kept(character: str) -> str:
    """Letters with their marks, figures and pictures; nothing for what has no width, a space for the rest."""
    if character.isalnum():
        return character
    category = unicodedata.category(character)
    return character if category[0] == "M" or category == "So" else "" if category == "Cf" else " "
