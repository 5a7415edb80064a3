"""The words of a message with their kinds and their places in it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rapidfuzz.distance import OSA

from league.reading.days import FoundDay, find_day
from league.reading.messages.values import NightContext
from league.reading.messages.vocabulary import (
    COMMON_WORDS,
    FILLER_PHRASES,
    FILLERS,
    GAMES_OF_A_MATCH,
    NOT_PLAYED,
    NUMBERS,
    OTHER_GAME,
    PHRASES,
    TAKES_BACK,
    WORDS_THAT_ARE_NAMES,
)
from scoring.names import fold, letters

UNKNOWN, FILLER, TEAM, NUMBER, PAIR, PERSON, STOP, COMMA, DATE = "X", "F", "T", "n", "P", "q", "s", ",", "e"
MENTION = "m"
IS_HOME, IS_AWAY = "5", "6"  # behind a team: (H) and (A)
DASH = r"[-\u2010-\u2015\u2212]"
ATOM = re.compile(
    rf"""
    (?P<side>\((?:h|a|home|away)\))
    |(?P<letter>\b(?-i:[HA])\b(?=\s*[:={DASH[1:-1]}]?\s*\d))
    |(?P<mention>@\S+)
    |(?P<long>https?://\S+|\S+@\S+\.\w+|\+?\d[\d ]{{6,}}\d|\d{{3,}}|\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}}
        |£\s?\d+(?:[.,]\d+)?|\d+\s?%|\d+(?:st|nd|rd|th)\b)
    |(?P<time>\d{{1,2}}[:.]\d{{2}}(?:\s?[ap]\.?m\b\.?)?|\d{{1,2}}\s?[ap]m\b)
    |(?P<pair>\d{{1,2}}\s*(?:{DASH}|/|:)\s*\d{{1,2}})(?!\s*(?:{DASH}|/|:)\s*\d)
    |(?P<number>\d{{1,2}})(?!\s?[½¼¾])
    |(?P<half>\d{{0,2}}\s?[½¼¾])
    |(?P<word>[^\W\d_]{{3,}}(?:['\u2019\u2018`´][^\W\d_]+)*['\u2019]?|[^\W\d_]{{1,2}}(?:['\u2019\u2018`´][^\W\d_]+)*['\u2019]?\d*)
    |(?P<leader>(?:\.{{2,}}|…|_{{2,}})(?=\s*\d))
    |(?P<newline>\n)
    |(?P<mark>[^\s])
    """,
    re.VERBOSE | re.IGNORECASE,
)
MARKS = {
    **dict.fromkeys(".!;", STOP), **dict.fromkeys("&+", "s"), **dict.fromkeys("()", "("), ",": COMMA, "*": "c",
    **dict.fromkeys("-\u2013\u2014:=|'\u2019\u2018", ""), "@": "A",
}  # fmt: skip
QUOTES = frozenset("'\"\u2018\u2019\u201c\u201d`´")
LONGEST_NAME = 8  # words
LEAST_TO_MISSPELL = 4  # letters; of shorter words too many are one letter away


@dataclass(frozen=True, slots=True)
class TeamRef:
    """The teams that a name may mean, and the one whose whole name it is."""

    teams: frozenset[str]
    exact: str = ""

    @property
    def sure(self) -> str:
        return self.exact or (next(iter(self.teams)) if len(self.teams) == 1 else "")


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
    folded = letters(text) if kind in ("word", "number", "long", "letter") else "and" if text in ("&", "+") else ""
    return _Atom(kind, match.start(), match.end(), text, folded)


class WordReader:
    def __init__(self, league: NightContext) -> None:
        self.teams = _team_names(league)
        owners: dict[tuple[str, ...], set[str]] = {}
        for name, team in _all_names(league):
            for words in {tuple(fold(name).split()), tuple(letters(name).split())}:
                owners.setdefault(words, set()).add(team)
        self.exact = {words: next(iter(teams)) for words, teams in owners.items() if len(teams) == 1}
        self.shorter = _shorter_names(league, self.teams)
        # "Con. Club": words that an abbreviation of a name ends with a full stop.
        self.dotted = {letters(word) for name, _ in _all_names(league) for word in name.split()[:-1] if word[-1] == "."}
        people = (*league.players, *(sender.name for sender in league.senders))
        parts = {part for name in people for part in letters(name).split() if len(part) > 1 and part.isalpha()}
        self.players = parts - WORDS_THAT_ARE_NAMES
        self.phrases = {
            **{tuple(phrase.split()): FILLER for phrase in FILLER_PHRASES},
            **{tuple(phrase.split()): kind for phrase, kind in PHRASES.items()},
        }
        self.fixed = all(match.total is not None for match in league.matches)

    def words(self, text: str) -> list[Word]:
        atoms = [_atom(match) for match in ATOM.finditer(text)]
        days = {day.start: day.end for day in days_in(text)}
        words: list[Word] = []
        place = 0
        while place < len(atoms):
            atom = atoms[place]
            if (end := days.get(atom.start)) and not self._has_team(atoms, place, end):
                words.append(Word(DATE, atom.start, end, text[atom.start : end]))
                place += sum(atom.start <= other.start < end for other in atoms)
                continue
            longest = self._name(atoms, place)
            if longest is None:
                word, taken = self._single(atom), 1
            else:
                word, taken = replace(longest[0], text=text[longest[0].start : longest[0].end]), longest[1]
            if word is not None:
                words.append(self._beside(words, word) if words else word)
            place += taken
        return words

    def _beside(self, words: list[Word], word: Word) -> Word:
        """A word in the light of those before it; a side may stand behind a team's number: "Bell 6 (H)"."""
        before = words[-1]
        named = words[-2] if before.kind == NUMBER and len(words) > 1 else before
        if len(word.text) == 1 and word.text.isalpha() and before.kind == TEAM and word.kind != "v":
            return replace(word, kind=UNKNOWN)  # "Bull B" where there is but one Bull: a team of another league
        if word.kind in (IS_HOME, IS_AWAY) and (named.team is None or len(named.team.teams) > 1):
            return replace(word, kind=UNKNOWN)  # "Bell (A)" may be the first of two teams
        if self.fixed and before.kind == NUMBER and word.text.casefold() in GAMES_OF_A_MATCH:
            return replace(word, kind=FILLER)
        return word

    def _has_team(self, atoms: list[_Atom], place: int, end: int) -> bool:
        """Whether what looks like a day has the beginning of a team's name in it: "6 March Hare 3"."""
        inside = [at for at in range(place, len(atoms)) if atoms[at].start < end]
        return any((longest := self._name(atoms, at)) is not None and longest[0].team for at in inside)

    def _name(self, atoms: list[_Atom], place: int) -> tuple[Word, int] | None:
        """The longest name of a team or phrase that begins at a place; a name may be spelt wrong."""
        runs = [run for length in range(LONGEST_NAME, 0, -1) if (run := self._run(atoms, place, length))]
        start = atoms[place].start
        for folded, taken in runs:
            if (ref := self._team(folded, atoms, place + taken)) is not None:
                return Word(TEAM, start, atoms[place + taken - 1].end, "", ref), taken
            if kind := self.phrases.get(folded):
                return Word(kind, start, atoms[place + taken - 1].end, ""), taken
            if (ref := self._misspelt(folded) or self._initials(atoms[place : place + taken])) is not None:
                return Word(TEAM, start, atoms[place + taken - 1].end, "", ref), taken
        return None

    def _run(self, atoms: list[_Atom], place: int, length: int) -> tuple[tuple[str, ...], int] | None:
        """The next words and how many atoms they take, without hyphens and dots of names and quotes as of Crown 'A'."""
        folded: list[str] = []
        at = place
        while at < len(atoms) and len(folded) < length:
            atom = atoms[at]
            in_name = atom.text == "-" or (atom.text == "." and bool(folded) and folded[-1] in self.dotted)
            if folded and in_name and atom.start == atoms[at - 1].end:
                at += 1
                continue
            if folded and (pieces := _quoted_letter(atoms, at)):
                folded.append(atoms[at + 1].folded)
                at += pieces
                continue
            if not atom.folded or (not folded and atom.text in "&+"):
                return None
            folded.extend(["and"] if atom.folded == "n" and folded else atom.folded.split())
            at += 1
        return (tuple(folded), at - place) if len(folded) == length else None

    def _team(self, folded: tuple[str, ...], atoms: list[_Atom], following: int) -> TeamRef | None:
        key = _stem(folded)
        short = _stem(folded[1:]) if folded[0] == "the" else key
        teams = self.teams.get(key) or self.teams.get(short) or self.shorter.get(short)
        if not teams:
            return None
        if len(folded[-1]) == 1 and folded[-1].isalpha() and len(folded) > 1 and not _ends_a_name(atoms, following):
            return None
        exact = self.exact.get(folded) or self.exact.get(folded[1:] if folded[0] == "the" else folded, "")
        return TeamRef(frozenset(teams), exact if exact in teams else "")

    def _misspelt(self, folded: tuple[str, ...]) -> TeamRef | None:
        """The one team whose name these words are with a slip or two, where no other name is nearly as near."""
        key = _stem(folded[1:] if folded[0] == "the" and len(folded) > 1 else folded)
        slips = {name: self._slips(key, name) for name in self.teams if len(name) == len(key)}
        fewest = min(filter(None, slips.values()), default=0)
        teams = {team for name, wrong in slips.items() if 0 < wrong <= fewest + 1 for team in self.teams[name]}
        return TeamRef(frozenset(teams)) if len(teams) == 1 else None

    def _slips(self, words: tuple[str, ...], name: tuple[str, ...]) -> int:
        """How many letters of a name are wrong, changed over or missing; 0 where it is likely to be another name."""
        total = 0
        for word, right in zip(words, name, strict=True):
            if word == right:
                continue
            most = 2 if len(right) > 6 else 1
            if word[0] != right[0] or len(right) < LEAST_TO_MISSPELL:
                return 0
            slips = OSA.distance(word, right, score_cutoff=most)
            if slips > most or (len(words) == 1 and self._has_meaning(word)):
                return 0
            total += slips
        return total

    def _has_meaning(self, word: str) -> bool:
        """Whether a word is one by itself, so that it is no team's name spelt wrong."""
        return (
            word in FILLERS or word in NUMBERS or word in self.players or word in WORDS_THAT_ARE_NAMES
            or (word,) in self.phrases or word in COMMON_WORDS
            or any(pattern.fullmatch(word) for pattern in (TAKES_BACK, NOT_PLAYED, OTHER_GAME))
        )  # fmt: skip

    def _initials(self, atoms: list[_Atom]) -> TeamRef | None:
        """The one team of these capitals: KH, C&C, W.M.C."""
        capitals = "".join(atom.text for atom in atoms if atom.text not in "&+")
        if len(capitals) < 2 or not capitals.isupper() or self._has_meaning(capitals.casefold()):
            return None
        teams = {team for names, of in self.teams.items() if _initials(names) == capitals.casefold() for team in of}
        return TeamRef(frozenset(teams)) if len(teams) == 1 else None

    def _single(self, atom: _Atom) -> Word | None:
        numbers: tuple[int, ...] = ()
        if atom.kind in ("pair", "number"):
            numbers = tuple(map(int, re.findall(r"\d+", atom.text)))
        elif atom.kind == "word" and atom.folded in NUMBERS:
            numbers = (NUMBERS[atom.folded],)
        kind = NUMBER if len(numbers) == 1 else PAIR if numbers else self._kind(atom)
        return Word(kind, atom.start, atom.end, atom.text, None, numbers) if kind else None

    def _kind(self, atom: _Atom) -> str:
        if atom.kind == "word":
            folded = atom.folded
            return FILLER if folded in FILLERS else PERSON if folded in self.players else UNKNOWN
        if atom.kind == "mark":
            # Pictures say nothing; those that say that it is a jest are looked for by themselves.
            return MARKS.get(atom.text, UNKNOWN if atom.text.isascii() or atom.text in "~≈…\u201c\u201d" else "")
        if atom.kind in ("side", "letter"):
            home = atom.text.strip("(").casefold().startswith("h")
            return (IS_HOME if home else IS_AWAY) if atom.kind == "side" else "i" if home else "j"
        return {"mention": MENTION, "newline": STOP, "leader": ""}.get(atom.kind, UNKNOWN)


def days_in(text: str) -> Iterator[FoundDay]:
    """The days that stand in a text with their month's name or with their year."""
    at = 0
    while day := find_day(text[at:]):
        yield FoundDay(day.day, day.start + at, day.end + at)
        at += day.end


def _ends_a_name(atoms: list[_Atom], following: int) -> bool:
    """Whether a letter that a name ends with (Crown A) is no article: a capital, or a number or nothing after it."""
    if atoms[following - 1].text.isupper():
        return True
    return following >= len(atoms) or atoms[following].kind != "word" or atoms[following].folded in {"v", "vs", "beat"}


def _quoted_letter(atoms: list[_Atom], at: int) -> int:
    """How many pieces a letter in quotation marks has that begins here, as of Crown 'A'."""
    letter = atoms[at + 1].folded if atoms[at].text in QUOTES and at + 1 < len(atoms) else ""
    if len(letter) != 1 or not letter.isalpha():
        return 0
    return 3 if at + 2 < len(atoms) and atoms[at + 2].text in QUOTES else 2


def _initials(name: tuple[str, ...]) -> str:
    return "".join(word[0] for word in name if word != "and") if len(name) > 1 else ""


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


def _shorter_names(league: NightContext, names: dict[tuple[str, ...], set[str]]) -> dict[tuple[str, ...], set[str]]:
    """The last words of names by which one team alone is meant: Toll for Auld Toll."""
    shorter: dict[tuple[str, ...], set[str]] = {}
    for name, team in _all_names(league):
        words = tuple(fold(name).split())
        for word in words[1:]:
            shorter.setdefault(_stem((word,)), set()).add(team)
    meant = {*(_stem((word,)) for word in (*FILLERS, *NUMBERS, *GENERIC, *ENDINGS)), *(_stem((p,)) for p in PHRASES)}
    return {
        key: teams for key, teams in shorter.items()
        if len(teams) == 1 and key not in meant and key not in names and len(key[0]) > 3
    }  # fmt: skip


def _all_names(league: NightContext) -> list[tuple[str, str]]:
    playing = {team for match in league.matches for team in (match.home, match.away)}
    return [*((team, team) for team in sorted(playing)), *league.names]


GENERIC = (
    "bar", "club", "old", "new", "royal", "red", "white", "black", "golden", "green", "blue", "kings", "queens",
    "king", "queen", "working", "workmens", "con", "ex", "saint", "st", "social", "sports", "three", "two", "jolly",
    "young", "big", "little", "cross", "high", "great", "top", "bottom", "upper", "lower", "inn", "hotel", "arms",
    "will", "may", "mark", "john", "dave", "george",
)  # fmt: skip
# Words at the end of names that too many pubs have.
ENDINGS = (
    "arms", "head", "inn", "hotel", "house", "tavern", "bar", "club", "lion", "horse", "hart", "oak", "cross", "tree",
    "lounge", "athletic", "united", "rovers", "rangers", "town", "city", "west", "east", "north", "south", "lads",
    "boys", "girls", "ladies", "men", "end", "side", "street", "road", "lane", "green", "park", "hill", "saint",
    "legion", "institute", "catholic", "conservative", "liberal", "labour", "cricket", "football", "rugby", "bowling",
)  # fmt: skip
