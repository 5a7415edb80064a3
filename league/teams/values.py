"""Names that may be the same person: short forms, initials, slips of the pen; and how alike two names are."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from typing import NamedTuple

from league.base.ui.formats import night
from league.teams.models import Player, Registration
from scoring.names import fold

LONG_ENOUGH = 5  # a letter more or less says little in a shorter name: Joan and Jean are two people
SHORT_FORMS = tuple(
    frozenset(each.split())
    for each in (
        *("alan al", "albert bert", "alfred alf fred", "andrew andy", "anthony tony", "arthur art"),
        *("barbara babs barb", "catherine kathleen kath kathy cath kate", "charles charlie chas", "christopher chris"),
        *("christine chris", "daniel dan danny", "david dave", "deborah debbie deb", "derek del", "donald don"),
        *("dorothy dot dolly", "edward ted eddie ed ned", "elizabeth betty liz lizzie beth", "ernest ernie"),
        *("francis frank", "frederick fred freddie", "geoffrey geoff jeff", "george geordie", "gerald gerry"),
        *("graham gray", "harold harry", "henry harry", "jack john", "james jim jimmy jamie", "joan joanie"),
        *("john johnny", "joseph joe", "kenneth ken kenny", "lawrence larry laurie", "leslie les"),
        *("margaret maggie peggy meg madge", "matthew matt", "maureen mo", "michael mick mike micky", "nicholas nick"),
        *("norman norm", "patricia pat tricia trish", "patrick pat paddy", "peter pete", "philip phil", "raymond ray"),
        *("richard dick rick ricky", "robert bob rob bobby robbie", "ronald ron ronnie", "samuel sam", "sidney sid"),
        *("stanley stan", "stephen steven steve", "susan sue", "terence terry", "thomas tom tommy", "valerie val"),
        *("victor vic", "victoria vicky", "walter wally walt", "wilfred wilf", "william bill will billy"),
    )
)


def is_short_form(one: str, other: str) -> bool:
    """Whether two first names, in lower case, are used for one another: "betty" and "elizabeth"."""
    return any({one, other} <= forms for forms in SHORT_FORMS)


@dataclass(frozen=True, slots=True)
class DuplicatePair:
    one: Player
    two: Player
    why: str


def duplicate_pairs(players: Iterable[Player]) -> tuple[DuplicatePair, ...]:
    everybody = list(players)
    words = {player.pk: tuple(fold(player.name).split()) for player in everybody}
    pairs: dict[tuple[int, int], DuplicatePair] = {}
    for why, one, two in _likely(everybody, words):
        pairs.setdefault((one.pk, two.pk), DuplicatePair(one, two, why))
    order = {why: number for number, why in enumerate(REASONS)}
    return tuple(sorted(pairs.values(), key=lambda each: (order[each.why], each.one.name, each.one.pk, each.two.pk)))


Words = tuple[str, ...]
SAME, KNOWN, MIDDLE = "the same name", "one is known as the other", "the same but for a middle name"
INITIAL, SHORT, SLIP = "the same surname and initial", "a short form of the same name", "one letter is different"
REASONS = (SAME, KNOWN, MIDDLE, INITIAL, SHORT, SLIP)


def _likely(everybody: list[Player], words: dict[int, Words]) -> Iterator[tuple[str, Player, Player]]:
    """Only pairs from groups with something in common are compared."""
    yield from ((SAME, *pair) for pair in _alike(everybody, lambda each: "".join(words[each.pk])))
    yield from ((KNOWN, *pair) for pair in _nicknamed(everybody, words))
    for one, two in _alike(everybody, lambda each: words[each.pk][-1] if len(words[each.pk]) > 1 else ""):
        if (why := _first_names(words[one.pk][:-1], words[two.pk][:-1])) is not None:
            yield why, one, two
    for one, two in _alike(everybody, lambda each: " ".join(words[each.pk][:-1])):
        if _slip(words[one.pk][-1], words[two.pk][-1]):
            yield SLIP, one, two


def _alike(everybody: list[Player], key: Callable[[Player], str]) -> Iterator[tuple[Player, Player]]:
    groups: dict[str, list[Player]] = {}
    for each in everybody:
        groups.setdefault(key(each), []).append(each)
    for same, group in groups.items():
        if same:
            yield from combinations(group, 2)


def _nicknamed(everybody: list[Player], words: dict[int, Words]) -> Iterator[tuple[Player, Player]]:
    places = {person.pk: number for number, person in enumerate(everybody)}
    called: dict[str, list[Player]] = {}
    for person in everybody:
        called.setdefault(" ".join(words[person.pk]), []).append(person)
    for person in everybody:
        nickname = fold(person.known_as)
        for name in {nickname, f"{nickname} {words[person.pk][-1] if words[person.pk] else ''}"} if nickname else ():
            for other in called.get(name, ()):
                if other.pk != person.pk:
                    one, two = sorted((person, other), key=lambda player: places[player.pk])
                    yield one, two


def _first_names(one: Words, two: Words) -> str | None:
    """None if nothing speaks for it."""
    if one[0] == two[0] and one != two and 1 in {len(one), len(two)}:
        return MIDDLE
    if len(one) != 1 or len(two) != 1:
        return None
    shorter, longer = sorted((one[0], two[0]), key=len)
    if len(shorter) == 1 and longer.startswith(shorter) and longer != shorter:
        return INITIAL
    if len(shorter) >= 3 and longer.startswith(shorter) and longer != shorter:
        return SHORT
    if is_short_form(shorter, longer) and shorter != longer:
        return SHORT
    return SLIP if _slip(shorter, longer) else None


def _slip(one: str, two: str) -> bool:
    """Whether one letter was left out, put in, changed, or changed places with the next, in a name of some length."""
    shorter, longer = sorted((one, two), key=len)
    if one == two or len(longer) < LONG_ENOUGH or len(longer) - len(shorter) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    if len(longer) > len(shorter):
        return shorter[start:] == longer[start + 1 :]
    swapped = shorter[start : start + 2] == longer[start : start + 2][::-1]
    return shorter[start + 1 :] == longer[start + 1 :] or (swapped and shorter[start + 2 :] == longer[start + 2 :])


class SimilarPlayer(NamedTuple):
    player: Player
    now: Registration | None

    def __str__(self) -> str:
        """As in "Harry Goy, with Bell since Thu 20 Aug 2026"."""
        if self.now is None or self.now.since is None:
            return f"{self.player}, with no team"
        return f"{self.player}, with {self.now.team} since {night(self.now.since, year=True)}"


NEAR = 0.8


def _words(name: str) -> list[str]:
    return fold(name).split()


def by_similarity(name: str, players: Iterable[Player]) -> list[Player]:
    ours = _words(name)
    matcher = SequenceMatcher(b=" ".join(ours))
    ranked = [(_likeness(ours, player, matcher), player) for player in players]
    near = [pair for pair in ranked if pair[0] >= NEAR]
    return [player for _, player in sorted(near, key=lambda pair: (-pair[0], pair[1].name, pair[1].pk))]


def _likeness(ours: list[str], player: Player, matcher: "SequenceMatcher[str]") -> float:
    """From 0 to 1; the same initial and surname, or a short form, count 0.9. The matcher holds our side."""
    theirs = _words(player.name)
    if ours == theirs or (player.known_as and ours == _words(player.known_as)):
        return 1.0
    surname = len(ours) > 1 and len(theirs) > 1 and ours[-1] == theirs[-1]
    if surname and (ours[0][0] == theirs[0][0] or is_short_form(ours[0], theirs[0])):
        return 0.9
    if surname and SequenceMatcher(None, ours[0], theirs[0]).ratio() < NEAR:
        return 0.0  # Brenda and Maureen Bainbridge: a long surname alone makes nobody alike
    matcher.set_seq1(" ".join(theirs))
    if matcher.real_quick_ratio() < NEAR or matcher.quick_ratio() < NEAR:
        return 0.0
    return matcher.ratio()
