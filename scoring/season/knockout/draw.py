"""A draw: who meets whom first, and where in the bracket.

In order:
1. the names are put in order by lot, or as they came out of the hat in the room;
2. byes that go by rule (seeds, higher divisions) are taken out;
3. the rest is paired in that order, and who is left has a bye;
4. in a fixed bracket the ties of seeds stand where the best can only meet late, ties with a bye take the next such
   places, and the others fill what is left from the top in the order drawn. Regional ties stand by region instead.

The order by lot, for anybody who wants to redo it: write the seed, a stroke, the purpose of the draw, a stroke and the
name's id ("4 11 23 30 41 52/main 1/bell"), take the SHA-256 of that text in UTF-8 as 64 hexadecimal digits, and sort
the names by it. `printf '%s' '4 11 23 30 41 52/main 1/bell' | sha256sum` gives one of them.

The ties: the first name in the order is at home to the next name, and so on. A name is passed over for the moment when
it clashes with the one at home, or when to take it would leave the rest without a draw that has as few clashes as
possible. That is not guessed: the best draw of the rest is worked out each time (scoring.season.matching).
Whoever is left when all ties are made has a bye.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

from scoring.season.matching import pair_up, prove_pairs, total


class Tag(StrEnum):
    """What two entrants may have in common. GROUP is the group of an earlier stage."""

    VENUE = "venue"
    TEAM = "team"
    DIVISION = "division"
    REGION = "region"
    GROUP = "group"


class Byes(StrEnum):
    """Who has a bye: the last out of the hat, the best seeds, or the highest divisions; then by lot."""

    LOT = "lot"
    SEEDS = "seeds"
    DIVISION = "division"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team, a pair or a player, by id. "" is a tag that it has not; `seed` counts from 1.

    In a draw that is held before every tie of the last round is played, the id of a tie stands for its winner.
    """

    id: str
    venue: str = ""
    team: str = ""
    division: str = ""
    region: str = ""
    group: str = ""
    seed: int | None = None

    def tag(self, tag: Tag) -> str:
        return str(getattr(self, tag.value))


@dataclass(frozen=True, slots=True)
class Pairing:
    """The first drawn at home, or a bye (`away` None)."""

    home: str
    away: str | None


@dataclass(frozen=True, slots=True)
class Lots:
    """Where chance came from: a `seed` published beforehand with the `purpose`, or `names` as drawn in the room.

    `ties` are those of a draw on paper with its byes, from the top of the bracket: they stand whatever the rules are.
    """

    seed: str = ""
    purpose: str = ""
    names: tuple[str, ...] = ()
    ties: tuple[Pairing, ...] = field(default=(), metadata={"later": True})

    @classmethod
    def on_paper(cls, ties: Iterable[Pairing]) -> "Lots":
        drawn = tuple(ties)
        names = (name for tie in drawn for name in (tie.home, tie.away) if name is not None)
        return cls(names=tuple(names), ties=drawn)


@dataclass(frozen=True, slots=True)
class DrawRules:
    """`apart`: tags whose sharers should not meet in the round drawn, the strongest first. `together`: meet within it.

    `fixed`: the draw is a whole bracket. `seeds_apart`: seeds do not meet in the round drawn.
    """

    byes: Byes = Byes.LOT
    apart: tuple[Tag, ...] = ()
    together: Tag | None = None
    fixed: bool = True
    seeds_apart: bool = True


@dataclass(frozen=True, slots=True)
class DrawClash:
    """A tie that the rules would rather not have, and why; no draw has fewer."""

    home: str
    away: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """`pairings` from the top of the bracket; `order` is the order of names; `had_bye` had one in an earlier round."""

    entrants: tuple[Entrant, ...]
    rules: DrawRules
    lots: Lots
    had_bye: frozenset[str]
    order: tuple[str, ...]
    pairings: tuple[Pairing, ...]
    clashes: tuple[DrawClash, ...]


class DrawError(ValueError):
    """Fewer than two entrants, one that is there twice, or names drawn that are not the entrants'."""


def make_draw(entrants: Sequence[Entrant], rules: DrawRules, lots: Lots, had_bye: frozenset[str] = frozenset()) -> Draw:
    """The draw that rules and lots give, the same for everybody who makes it; the order of `entrants` is of no account.

    As many byes as bring the next round to a power of two; none where there are that many already.
    """
    by_id = {each.id: each for each in entrants}
    order = lots.names or by_lot(by_id, lots.seed, lots.purpose)
    if len(by_id) < max(2, len(entrants)) or set(order) != set(by_id) or len(order) != len(by_id):
        raise DrawError("a draw has two entrants or more, each of them once, and each of their names in the hat once")
    judge = _Judge(by_id, rules)
    if lots.ties and rules.fixed and len(lots.ties).bit_count() != 1:
        raise DrawError("a whole bracket has 2, 4, 8 ties and so on, byes among them")
    pairings = lots.ties or _drawn(order, by_id, rules, judge, had_bye)
    clashes = tuple(
        DrawClash(each.home, each.away, tags)
        for each in pairings
        if each.away is not None and (tags := judge.clashing(each.home, each.away))
    )
    ordered = tuple(sorted(entrants, key=lambda each: each.id))
    return Draw(ordered, rules, lots, had_bye, tuple(order), pairings, clashes)


def _drawn(
    order: Sequence[str], known: dict[str, Entrant], rules: DrawRules, judge: "_Judge", had_bye: frozenset[str]
) -> tuple[Pairing, ...]:
    byes = bracket_size(len(known)) - len(known)
    spared = _spared(order, known, rules, byes, had_bye)
    hat = pull(
        [name for name in order if name not in spared],
        judge.cost,
        byes - len(spared),
        lambda name: judge.dearest if name in had_bye else 0,
    )
    drawn = [Pairing(home, away) for home, away in hat] + [Pairing(name, None) for name in spared]
    return _placed(drawn, known, rules) if rules.fixed else tuple(drawn)


def verify(draw: Draw) -> bool:
    """Whether a published draw is the one that its own entrants, rules and lots give."""
    return make_draw(draw.entrants, draw.rules, draw.lots, draw.had_bye) == draw


def bracket_size(entrants: int) -> int:
    """The smallest power of two that holds them all."""
    return 1 << max(1, (entrants - 1).bit_length())


class _Judge:
    """What is held against a tie, each rule outweighing all the later ones together."""

    def __init__(self, by_id: dict[str, Entrant], rules: DrawRules) -> None:
        self.known = by_id
        self.rules = rules
        heavier = len(by_id) + 1
        kinds = ["seeds", *rules.apart, *([rules.together] if rules.together else [])]
        self.weights = {str(kind): heavier ** (len(kinds) - i - 1) for i, kind in enumerate(kinds)}
        self.dearest = heavier ** len(kinds)

    def cost(self, one: str, other: str) -> int:
        return sum(self.weights[kind] for kind in self.clashing(one, other))

    def clashing(self, one: str, other: str) -> tuple[str, ...]:
        first, second, rules = self.known[one], self.known[other], self.rules
        tags = ["seeds"] if rules.seeds_apart and first.seed is not None and second.seed is not None else []
        tags += [tag.value for tag in rules.apart if first.tag(tag) and first.tag(tag) == second.tag(tag)]
        if rules.together and first.tag(rules.together) != second.tag(rules.together):
            tags.append(rules.together.value)
        return tuple(tags)


def _spared(
    order: Sequence[str], by_id: dict[str, Entrant], rules: DrawRules, byes: int, had_bye: frozenset[str]
) -> list[str]:
    if rules.byes is Byes.LOT:
        return []
    keys: dict[Byes, Callable[[str], tuple[object, ...]]] = {
        Byes.SEEDS: lambda name: (name in had_bye, by_id[name].seed is None, by_id[name].seed or 0),
        Byes.DIVISION: lambda name: (name in had_bye, not by_id[name].division, by_id[name].division),
    }
    last_drawn_first = sorted(order, key=lambda name: -order.index(name))
    return sorted(last_drawn_first, key=keys[rules.byes])[:byes]


def _placed(drawn: Sequence[Pairing], by_id: dict[str, Entrant], rules: DrawRules) -> tuple[Pairing, ...]:
    if rules.together is not None:
        tag = rules.together
        return tuple(sorted(drawn, key=lambda each: by_id[each.home].tag(tag)))
    sides = [[by_id[name] for name in (tie.home, tie.away) if name is not None] for tie in drawn]
    seeds = [[entrant.seed for entrant in entrants if entrant.seed is not None] for entrants in sides]
    seeded = sorted((min(tie_seeds), i) for i, tie_seeds in enumerate(seeds) if tie_seeds)
    byes = [tie for tie, tie_seeds in zip(drawn, seeds, strict=True) if not tie_seeds and tie.away is None]
    first = [drawn[i] for _, i in seeded] + byes
    places: list[Pairing | None] = [None] * len(drawn)
    for place, each in zip(seed_places(len(drawn)), first, strict=False):
        places[place] = each
    rest = iter([each for each in drawn if each not in first])
    return tuple(each or next(rest) for each in places)


def seed_places(places: int) -> list[int]:
    """Where the best, the second best and so on stand, so that the best two can only meet at the end; from 0.

    `places` is a power of two.
    """
    order = [0]
    while len(order) < places:
        order = [rank for each in order for rank in (each, 2 * len(order) - 1 - each)]
    return [order.index(rank) for rank in range(places)]


# --- names out of a hat -----------------------------------------------------------------------------------------------
HatTie = tuple[str, str | None]


def lot(seed: str, purpose: str, name: str) -> str:
    return sha256(f"{seed}/{purpose}/{name}".encode()).hexdigest()


def by_lot(names: Iterable[str], seed: str, purpose: str) -> tuple[str, ...]:
    """The names in the order in which the seed draws them; their own order does not matter."""
    return tuple(sorted(names, key=lambda name: (lot(seed, purpose, name), name)))


def pull(
    order: Sequence[str], cost: Callable[[str, str], int], byes: int = 0, bye_cost: Callable[[str], int] = lambda _: 0
) -> list[HatTie]:
    """Ties (home, away) in the order in which they are drawn, then `byes` byes (name, None).

    `cost` is what two names cost as a tie, in whole numbers from 0 and the same either way about; `bye_cost` what a bye
    costs. The total is the lowest that there is. The names less the byes must be even in number.
    """
    if byes > len(order) or (len(order) - byes) % 2:
        raise ValueError(f"{len(order)} names with {byes} byes do not make ties")
    hat = _Hat(order, cost, byes, bye_cost)
    drawn: list[HatTie] = []
    spared: list[HatTie] = []
    while hat.waiting:
        home, away = hat.next_tie()
        if away is None:
            spared.append((order[home], None))
        else:
            drawn.append((order[home], order[away]))
    return drawn + spared


class _Hat:
    """The names still in the hat, and one best way to pair them. Numbers from len(order) on are byes."""

    def __init__(
        self, order: Sequence[str], cost: Callable[[str, str], int], byes: int, bye_cost: Callable[[str], int]
    ) -> None:
        names = len(order)
        rows = [[cost(one, other) if one != other else 0 for other in order] for one in order]
        spared = [bye_cost(name) for name in order]
        never = 1 + sum(max(row, default=0) for row in rows) + sum(spared)
        self.costs = [[*row, *[spared[i]] * byes] for i, row in enumerate(rows)]
        self.costs += [[*spared, *[never] * byes] for _ in range(byes)]
        self.names, self.byes = names, byes
        self.waiting = list(range(names))
        self.proved = prove_pairs(self.costs)
        self.mate = dict(enumerate(self.proved.mate))
        self.best = total(self.costs, [self.mate[i] for i in range(names + byes)])

    def next_tie(self) -> tuple[int, int | None]:
        home = self.waiting.pop(0)
        if len(self.waiting) + 1 > self.byes:
            for away in self.waiting:
                if self._can_meet(home, away):
                    self.waiting.remove(away)
                    self._take(home, away)
                    return home, away
        bye = self.mate[home]
        self.byes -= 1
        self._take(home, bye)
        return home, None

    def _take(self, one: int, other: int) -> None:
        self.best -= self.costs[one][other]
        del self.mate[one], self.mate[other]

    def _can_meet(self, one: int, other: int) -> bool:
        """Whether a best draw of the rest goes with this tie; if so it becomes the one in hand."""
        costs, mate = self.costs, self.mate
        left, right = mate[one], mate[other]
        if left == other:
            return True
        if costs[one][other] > self.best or self.proved.rules_out(one, other):
            return False
        spare = costs[one][left] + costs[other][right] - costs[one][other]
        if costs[left][right] == spare:
            self._join((one, other), (left, right))
            return True
        for third, fourth in mate.items():
            if third not in {one, other, left, right} and (
                costs[left][third] + costs[right][fourth] == spare + costs[third][fourth]
            ):
                self._join((one, other), (left, third), (right, fourth))
                return True
        return self._worked_out(one, other)

    def _join(self, *pairs: tuple[int, int]) -> None:
        for one, other in pairs:
            self.mate[one], self.mate[other] = other, one

    def _worked_out(self, one: int, other: int) -> bool:
        rest = [each for each in self.mate if each not in {one, other}]
        mates = pair_up([[self.costs[a][b] for b in rest] for a in rest])
        cost = sum(self.costs[rest[i]][rest[j]] for i, j in enumerate(mates) if i < j)
        if cost + self.costs[one][other] > self.best:
            return False
        self._join((one, other), *((rest[i], rest[j]) for i, j in enumerate(mates)))
        return True
