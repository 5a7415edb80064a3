"""The words of a message with their kinds and their places in it."""

import re
from dataclasses import dataclass, replace

from league.reading.messages.values import NightContext
from league.reading.messages.vocabulary import FILLER_PHRASES, FILLERS, NUMBERS, PHRASES, WORDS_THAT_ARE_NAMES
from scoring.names import fold, letters

UNKNOWN, FILLER, TEAM, NUMBER, PAIR, PERSON, STOP, COMMA = "X", "F", "T", "n", "P", "q", "s", ","
DASH = r"[-\u2010-\u2015\u2212]"
ATOM = re.compile(
    rf"""
    (?P<mention>@\S+)
    |(?P<long>https?://\S+|\S+@\S+\.\w+|\+?\d[\d ]{{6,}}\d|\d{{3,}}|\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}}
        |£\s?\d+(?:[.,]\d+)?|\d+\s?%|\d+(?:st|nd|rd|th)\b)
    |(?P<time>\d{{1,2}}[:.]\d{{2}}(?:\s?[ap]\.?m\b\.?)?|\d{{1,2}}\s?[ap]m\b)
    |(?P<pair>\d{{1,2}}\s*(?:{DASH}|/|:)\s*\d{{1,2}})(?!\s*(?:{DASH}|/|:)\s*\d)
    |(?P<number>\d{{1,2}})(?!\s?[½¼¾])
    |(?P<half>\d{{0,2}}\s?[½¼¾])
    |(?P<word>[^\W\d_]+(?:['\u2019\u2018`´][^\W\d_]+)*['\u2019]?[\d]*)
    |(?P<newline>\n)
    |(?P<mark>[^\s])
    """,
    re.VERBOSE | re.IGNORECASE,
)
MARKS = {
    **dict.fromkeys(".!;", STOP), **dict.fromkeys("&+", "s"), **dict.fromkeys("()", "("), ",": COMMA, "*": "c",
    **dict.fromkeys("-\u2013\u2014:'\u2019\u2018", ""),
}  # fmt: skip
LONGEST_NAME = 8  # words


@dataclass(frozen=True, slots=True)
class TeamRef:
    """The teams that a name may mean, and the one whose whole name it is."""

    teams: frozenset[str]
    exact: str = ""

    @property
    def sure(self) -> str:
        return self.exact or (next(iter(self.teams)) if len(self.teams) == 1 else "")

    @property
    def has_likes(self) -> bool:
        return len(self.teams) > 1


@dataclass(frozen=True, slots=True)
class Word:
    kind: str
    start: int
    end: int
    text: str
    team: TeamRef | None = None
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Atom:
    kind: str
    start: int
    end: int
    text: str
    folded: str  # its letters, or nothing for a mark


def _atom(match: re.Match[str]) -> _Atom:
    kind, text = match.lastgroup or "", match[0]
    folded = letters(text) if kind in ("word", "number", "long") else "and" if text in ("&", "+") else ""
    return _Atom(kind, match.start(), match.end(), text, folded)


class WordReader:
    """Makes words of messages, with the names of a league's teams and players."""

    def __init__(self, league: NightContext) -> None:
        self.teams = _team_names(league)
        self.exact = _exact_names(league)
        # "Con. Club": words that an abbreviation of a name ends with a full stop.
        self.dotted = {letters(word) for name, _ in _all_names(league) for word in name.split()[:-1] if word[-1] == "."}
        people = (*league.players, *(sender.name for sender in league.senders))
        parts = {part for name in people for part in letters(name).split() if len(part) > 1 and part.isalpha()}
        self.players = parts - WORDS_THAT_ARE_NAMES
        self.phrases = {
            **{tuple(phrase.split()): FILLER for phrase in FILLER_PHRASES},
            **{tuple(phrase.split()): kind for phrase, kind in PHRASES.items()},
        }

    def words(self, text: str) -> list[Word]:
        atoms = [_atom(match) for match in ATOM.finditer(text)]
        words: list[Word] = []
        place = 0
        while place < len(atoms):
            word, taken = self._at(atoms, place, text)
            if word is not None:
                # "Bull B" where there is but one Bull: a team of another league.
                stranger = len(word.text) == 1 and word.text.isalpha() and words and words[-1].kind == TEAM
                words.append(replace(word, kind=UNKNOWN) if stranger and word.kind != "v" else word)
            place += taken
        return words

    def _at(self, atoms: list[_Atom], place: int, text: str) -> tuple[Word | None, int]:
        atom = atoms[place]
        for length in range(LONGEST_NAME, 0, -1):
            run = self._run(atoms, place, length)
            if run is None:
                continue
            folded, taken = run
            last = atoms[place + taken - 1]
            if (ref := self._team(folded, atoms, place + taken)) is not None:
                return Word(TEAM, atom.start, last.end, text[atom.start : last.end], ref), taken
            if kind := self.phrases.get(folded):
                return Word(kind, atom.start, last.end, text[atom.start : last.end]), taken
        return self._single(atom), 1

    def _run(self, atoms: list[_Atom], place: int, length: int) -> tuple[tuple[str, ...], int] | None:
        """The next words in one piece, and how many atoms they take; hyphens and full stops of names are passed by."""
        folded: list[str] = []
        at = place
        while at < len(atoms) and len(folded) < length:
            atom = atoms[at]
            in_name = atom.text == "-" or (atom.text == "." and bool(folded) and folded[-1] in self.dotted)
            if folded and in_name and atom.start == atoms[at - 1].end:
                at += 1
                continue
            if not atom.folded or (not folded and atom.text in "&+"):
                return None
            folded.extend(atom.folded.split())
            at += 1
        return (tuple(folded), at - place) if len(folded) == length else None

    def _team(self, folded: tuple[str, ...], atoms: list[_Atom], following: int) -> TeamRef | None:
        key = _stem(folded)
        teams = self.teams.get(key) or self.teams.get(_stem(folded[1:]) if folded[0] == "the" else key)
        if not teams:
            return None
        if len(folded[-1]) == 1 and folded[-1].isalpha() and len(folded) > 1 and not _ends_a_name(atoms, following):
            return None
        exact = self.exact.get(folded) or self.exact.get(folded[1:] if folded[0] == "the" else folded, "")
        return TeamRef(frozenset(teams), exact if exact in teams else "")

    def _single(self, atom: _Atom) -> Word | None:
        """An atom that is no part of a name or a phrase; None for marks that say nothing."""
        numbers = _numbers_of(atom)
        kind = NUMBER if len(numbers) == 1 else PAIR if numbers else self._kind(atom)
        return Word(kind, atom.start, atom.end, atom.text, None, numbers) if kind else None

    def _kind(self, atom: _Atom) -> str:
        if atom.kind == "word":
            folded = atom.folded
            return FILLER if folded in FILLERS else PERSON if folded in self.players else UNKNOWN
        if atom.kind == "mark":
            # Pictures say nothing; those that say that it is a jest are looked for by themselves.
            return MARKS.get(atom.text, UNKNOWN if atom.text.isascii() or atom.text in "~≈…\u201c\u201d" else "")
        return {"mention": FILLER, "newline": STOP}.get(atom.kind, UNKNOWN)


def _numbers_of(atom: _Atom) -> tuple[int, ...]:
    if atom.kind in ("pair", "number"):
        return tuple(int(number) for number in re.findall(r"\d+", atom.text))
    return (NUMBERS[atom.folded],) if atom.kind == "word" and atom.folded in NUMBERS else ()


def _ends_a_name(atoms: list[_Atom], following: int) -> bool:
    """Whether a letter that a name ends with (Crown A) is no article: a capital, or a number or nothing after it."""
    if atoms[following - 1].text.isupper():
        return True
    return following >= len(atoms) or atoms[following].kind != "word" or atoms[following].folded in {"v", "vs", "beat"}


def _stem(folded: tuple[str, ...]) -> tuple[str, ...]:
    """Words in which "Bulls", "Bull" and "Bull’s" are one."""
    return tuple("saint" if word == "st" else word.removesuffix("s") if len(word) > 3 else word for word in folded)


def _team_names(league: NightContext) -> dict[tuple[str, ...], set[str]]:
    """What teams may be called: their names, other names, and the beginnings of their names unless they mean more."""
    names: dict[tuple[str, ...], set[str]] = {}
    taken = {tuple(phrase.split()) for phrase in (*PHRASES, *FILLERS, *NUMBERS, *GENERIC)}
    for name, team in _all_names(league):
        words = tuple(fold(name).split())
        names.setdefault(_stem(words), set()).add(team)
        for length in range(1, len(words)):
            part = words[:length]
            if part not in taken and len(part[-1]) > 1 and not part[-1].isdigit() and part[-1] not in {"and", "of"}:
                names.setdefault(_stem(part), set()).add(team)
    return names


def _exact_names(league: NightContext) -> dict[tuple[str, ...], str]:
    owners: dict[tuple[str, ...], set[str]] = {}
    for name, team in _all_names(league):
        for words in {tuple(fold(name).split()), tuple(letters(name).split())}:
            owners.setdefault(words, set()).add(team)
    return {words: next(iter(teams)) for words, teams in owners.items() if len(teams) == 1}


def _all_names(league: NightContext) -> list[tuple[str, str]]:
    playing = {team for match in league.matches for team in (match.home, match.away)}
    return [*((team, team) for team in sorted(playing)), *league.names]


GENERIC = (
    "bar", "club", "old", "new", "royal", "red", "white", "black", "golden", "green", "blue", "kings", "queens",
    "king", "queen", "working", "workmens", "con", "ex", "saint", "st", "social", "sports", "three", "two", "jolly",
    "young", "big", "little", "cross", "high", "great", "top", "bottom", "upper", "lower", "inn", "hotel", "arms",
    "will", "may", "mark", "john", "dave", "george",
)  # fmt: skip
