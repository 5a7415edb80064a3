"""Checks a hand of fives and threes by its pegs alone, tile by tile or not, and says what one tile can peg.

`witness` searches every way in which a hand could have gone, so that "no" is a proof and "yes" comes with the tiles.
Where the search grows past its budget it gives up, and the answer is neither.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import NamedTuple

from scoring.play import possible
from scoring.play.bits import line, mask, single_bits, spread
from scoring.play.events import Corrected, Drew, Event, HandEnded, Inserted, Knocked, Pegged, TilePlayed, TotalCalled
from scoring.play.finding import Finding, Severity, Where
from scoring.play.hand import Ended
from scoring.play.record import SEATS, Gap, HandRecord, Passed, Played, Plays, Taken
from scoring.play.rules import HandEnd, Rules, Spinner, Unit
from scoring.play.tiles import Tile, pips_in_set

BUDGET = 50_000  # a third of a second at most


class RememberedTurn(NamedTuple):
    """One turn as remembered. A play has `pegs` (without the chip point) or None; a knock is a knock."""

    seat: int
    pegs: int | None = None
    tile: Tile | None = None
    knock: bool = False


@dataclass(frozen=True, slots=True)
class Witness:
    """`possible` is None when the search gave up. `tiles` are those of one hand that fits, play by play."""

    possible: bool | None
    tiles: tuple[Tile, ...] = ()


class _GaveUpError(Exception):
    """The budget is spent."""


def witness(
    turns: Sequence[RememberedTurn], players: int, tiles: int, *, ended: Ended | None = None, budget: int = BUDGET
) -> Witness:
    """Whether some deal of `tiles` to each of `players` lets these turns follow each other from the drop.

    `ended` says that the hand was over after them: BLOCKED that nobody could play, OUT that nothing more is asked.
    """
    search = _Search(tuple(_without_echoes(turns)), players, tiles, ended, budget)
    try:
        bits = search.follow(0, 0, line().empty, (0,) * players)
    except _GaveUpError:
        return Witness(None)
    if bits is None:
        return Witness(possible=False)
    table = line()
    return Witness(possible=True, tiles=tuple(spread(bit, table)[0] for bit in bits))


def _without_echoes(turns: Iterable[RememberedTurn]) -> Iterator[RememberedTurn]:
    """The turns without what a knock repeats: a seat's second one says no more until a tile is played between.

    So the search is never deeper than the tiles allow, however many knocks somebody wrote down.
    """
    knocked: set[int] = set()
    for turn in turns:
        if not turn.knock:
            knocked.clear()
        elif turn.seat in knocked:
            continue
        else:
            knocked.add(turn.seat)
        yield turn


@dataclass(slots=True)
class _Search:
    turns: tuple[RememberedTurn, ...]
    players: int
    tiles: int
    ended: Ended | None
    budget: int
    failed: set[tuple[int, int, int, tuple[int, ...]]] = field(default_factory=set)

    def follow(self, turn: int, used: int, ends: int, barred: tuple[int, ...]) -> tuple[int, ...] | None:
        """The tiles from this turn on, or None. `barred`: by seat, tiles that its knocks show it did not hold."""
        key = turn, used, ends, barred
        if key in self.failed:
            return None
        self.budget -= 1
        if self.budget < 0:
            raise _GaveUpError
        bits = self._end(used, ends, barred) if turn == len(self.turns) else self._turn(turn, used, ends, barred)
        if bits is None:
            self.failed.add(key)
        return bits

    def _turn(self, turn: int, used: int, ends: int, barred: tuple[int, ...]) -> tuple[int, ...] | None:
        remembered_turn, table = self.turns[turn], line()
        if remembered_turn.knock:
            seat = remembered_turn.seat
            more = (*barred[:seat], barred[seat] | table.fits[ends], *barred[seat + 1 :])
            return self.follow(turn + 1, used, ends, more)
        free = table.fits[ends] & ~used & ~barred[remembered_turn.seat]
        if remembered_turn.tile is not None:
            free &= mask([remembered_turn.tile])  # nothing, for a tile of a larger set
        for bit in single_bits(free):
            for made, pegs in table.steps[ends][bit]:
                if remembered_turn.pegs is None or pegs == remembered_turn.pegs:
                    rest = self.follow(turn + 1, used | bit, made, barred)
                    if rest is not None:
                        return (bit, *rest)
        return None

    def _end(self, used: int, ends: int, barred: tuple[int, ...]) -> tuple[int, ...] | None:
        """Nothing more was played: whether the tiles still held can be found among those left, by Hall's theorem."""
        table = line()
        if self.ended is Ended.BLOCKED:
            barred = tuple(each | table.fits[ends] for each in barred)
        left = (1 << len(table.tiles)) - 1 & ~used
        held = [self.tiles] * self.players
        for seen in self.turns:
            held[seen.seat] -= not seen.knock
        seats = [seat for seat in range(self.players) if held[seat]]
        for size in range(1, len(seats) + 1):
            for group in combinations(seats, size):
                open_to = 0
                for seat in group:
                    open_to |= left & ~barred[seat]
                if open_to.bit_count() < sum(held[seat] for seat in group):
                    return None
        return () if min(held) >= 0 else None


RULES_BROKEN = {
    "pegs_impossible": "one tile pegs 0, 1, 2, 3, 4, 6 or 8, and a last tile one more where going out scores",
    "drop_pegs": "the drop pegs 0 to 4: no tile alone shows more than 12",
    "run_impossible": "pegs that no two or three consecutive tiles can make",
    "chip_not_last": "the point for going out comes with the last tile",
    "too_many_plays": "a player plays the tiles they took and no more",
    "eights": "at most six eights in a hand; one of two players 3, 4 or 5 of 5, 7 or 9 tiles",
    "most_in_hand": "the most pegs a side can take in one hand, proved by search",
    "no_such_hand": "no tiles of the set peg like this in this order",
    "not_decided": "whether tiles of the set peg like this in this order; a search that grows too long is given up",
    "unlikely": "99 hands of 100 peg less a side",
}


@cache
def is_fives_and_threes(rules: Rules) -> bool:
    """Whether the proved facts hold: the double-six line, pegging thirds and fifths."""
    return (
        rules.set_max == 6
        and rules.spinner is Spinner.NONE
        and rules.unit is Unit.QUOTIENT
        and sorted(rules.divisors) == [3, 5]
    )


def is_bounded(rules: Rules) -> bool:
    """Whether it is proved how many pegs a side can take in a hand: if that ends when a side is out."""
    return is_fives_and_threes(rules) and rules.hand_end is not HandEnd.ALL_BLOCKED


def check_pegs(record: HandRecord, rules: Rules, players: int, *, exact: bool = True) -> tuple[Finding, ...]:
    """Everything wrong or rare in the pegs of a hand; `exact` also looks for tiles that could have made them."""
    tiles = tiles_each(rules, players)
    if tiles is None or not is_fives_and_threes(rules):
        return ()
    checker = _Pegging(record, rules, players, tiles)
    checker.plays()
    checker.counts()
    if exact and not checker.findings and record.plays is Plays.ALL:
        checker.find_tiles()
    return tuple(checker.findings)


def check_hand_pegs(pegs: tuple[int, ...], rules: Rules, players: int, where: Where) -> Iterator[Finding]:
    """What is impossible or rare in the pegs of a whole hand, by side."""
    tiles = tiles_each(rules, players)
    if tiles is None or not is_bounded(rules):
        return
    most = possible.most_in_hand(players, tiles, rules.chip)
    usual = possible.usual(players, tiles)
    for side, taken in enumerate(pegs):
        if taken > most:
            message = f"{SEATS[side]} pegged {taken} in one hand: with {tiles} tiles nobody can peg more than {most}"
            yield _finding("most_in_hand", message, where, str(taken), f"at most {most}")
        elif usual is not None and taken > usual.high:
            message = f"{SEATS[side]} pegged {taken} in one hand: 99 hands of 100 peg {usual.high} or less"
            yield _finding("unlikely", message, where, str(taken), f"usually {usual.mean}")


def tiles_each(rules: Rules, players: int) -> int | None:
    """Tiles each player takes; None if the rules have no game for so many."""
    return next((tiles for number, tiles in rules.deal if number == players), None)


def _finding(code: str, message: str, where: Where, claimed: str = "", right: str = "") -> Finding:
    severity = Severity.WARNING if code in {"unlikely", "not_decided"} else Severity.REFUSE
    return Finding(severity, code, message, RULES_BROKEN[code], claimed, right, where)


def _cannot_end(run: list[int]) -> bool:
    return tuple(run) in possible.IMPOSSIBLE_PAIRS or tuple(run) in possible.IMPOSSIBLE_TRIPLES


@dataclass(slots=True)
class _Pegging:
    record: HandRecord
    rules: Rules
    players: int
    each: int  # tiles each player takes
    findings: list[Finding] = field(default_factory=list)
    turns: list[RememberedTurn] = field(default_factory=list)
    unsure: bool = False  # something was not noted, so the turns are not all the turns

    def plays(self) -> None:
        """Each play, and each with the one or two before it."""
        moves = self.record.moves
        last = next((move for move in reversed(moves) if isinstance(move, Played)), None)
        run: list[int] = []  # the pegs of consecutive plays up to now, without chip points
        begun = False
        for move in moves:
            if isinstance(move, Passed):
                self._add_turn(RememberedTurn(move.seat or 0, knock=True), sure=move.seat is not None)
                continue
            if isinstance(move, Gap | Taken):
                run, begun, self.unsure = [], True, True
                continue
            pegs = self._points(move, is_last=move is last)
            self._add_turn(RememberedTurn(move.seat or 0, pegs, move.tile), sure=move.seat is not None)
            every = self.record.plays is Plays.ALL
            if every and not begun and (pegs or 0) > max(possible.DROP_PEGS):
                self._add_finding(move, "drop_pegs", f"the drop cannot peg {pegs}", str(pegs), "0 to 4")
            begun = True
            run = [*run[-2:], pegs] if every and pegs is not None else []
            if len(run) > 1 and (_cannot_end(run[-2:]) or _cannot_end(run)):
                shown = ", ".join(map(str, run[-2:] if _cannot_end(run[-2:]) else run))
                self._add_finding(move, "run_impossible", f"consecutive tiles cannot peg {shown}", shown)

    def _points(self, move: Played, *, is_last: bool) -> int | None:
        """What the table gave for a play, by its claims; None if nothing is claimed or it cannot be."""
        pegs = move.pegs
        if pegs is None:
            return None if move.total is None else possible.TOTAL_PEGS.get(move.total)
        chip = move.chip
        if not chip and pegs not in possible.PLAY_PEGS:
            chip = self.rules.chip  # 5, 7 or 9 has a chip point in it
            pegs -= chip
        if pegs not in possible.PLAY_PEGS or chip > self.rules.chip:
            claimed = pegs + chip
            self._add_finding(move, "pegs_impossible", f"no tile pegs {claimed}", str(claimed))
            return None
        if chip and not is_last:
            self._add_finding(move, "chip_not_last", f"{pegs + chip} has a chip point in it, and is not the last tile",
                       str(pegs + chip), str(pegs))  # fmt: skip
        return pegs

    def _add_turn(self, turn: RememberedTurn, *, sure: bool) -> None:
        self.turns.append(turn)
        self.unsure = self.unsure or not sure

    def _add_finding(self, move: Played, code: str, message: str, claimed: str, right: str = "") -> None:
        self.findings.append(_finding(code, message, move.where, claimed, right))

    def counts(self) -> None:
        """Tiles and eights a player, and eights in the hand."""
        tiles = self.each
        played, eights = [0] * len(SEATS), [0] * len(SEATS)
        for turn in self.turns:
            played[turn.seat] += not turn.knock
            eights[turn.seat] += turn.pegs == 8
        where = self.record.where
        if sum(eights) > possible.EIGHTS_IN_HAND:
            self.findings.append(_finding("eights", "no hand has seven eights", where, str(sum(eights)), "at most 6"))
        if any(move.seat is None for move in self.record.moves if isinstance(move, Played)):
            return  # it is not known who played what
        for seat, letter in enumerate(SEATS):
            if played[seat] > tiles:
                message = f"{letter} played {played[seat]} tiles of {tiles}"
                self.findings.append(_finding("too_many_plays", message, where, str(played[seat]), str(tiles)))
            most = possible.eights_of_player(self.players, tiles)
            if eights[seat] > most:
                message = f"{letter} cannot peg {eights[seat]} eights with {tiles} tiles"
                self.findings.append(_finding("eights", message, where, str(eights[seat]), f"at most {most}"))

    def find_tiles(self) -> None:
        """Look for tiles that could have been played, where every turn is known."""
        if self.unsure or not self.turns or max(turn.seat for turn in self.turns) >= self.players:
            return
        possible = witness(self.turns, self.players, self.each, ended=self.record.ended).possible
        if possible is False:
            message = "there are no tiles with which this hand could have gone so"
            self.findings.append(_finding("no_such_hand", message, self.record.where))
        elif possible is None:
            message = "it is not decided whether there are tiles for this hand: the search grew too long"
            self.findings.append(_finding("not_decided", message, self.record.where))


# --- what one tile can peg --------------------------------------------------------------------------------------------
# Pegs that no tile gives are never taken for a score; what is merely doubtful can still be told: see `possible`.


COUNTED_ENDS = {Spinner.FIRST: 4, Spinner.SNIFF: 4, Spinner.STUBS: 4, Spinner.ALL: 6}  # those of a line, elsewhere


@dataclass(frozen=True, slots=True)
class TilePegs:
    """`play`: what any tile can peg; `last`: only one that puts its side out; `drop`: the tile that opens a hand.

    `ending` is what no tile pegs that does not end its hand. `totals` are what the ends can come to. `penalty` is what
    an opponent pegs for a revoke.
    """

    play: frozenset[int]
    last: frozenset[int]
    ending: frozenset[int]
    drop: frozenset[int]
    totals: frozenset[int]
    set_max: int
    penalty: int
    muggins: bool

    def fault(self, event: Event) -> str:
        """Why no tile can have given this, empty if one can."""
        fault = ""
        match event:
            case Corrected() | Inserted():
                fault = self.fault(event.event)
            case Pegged() if event.lead and event.pegs > 0 and event.pegs not in self.drop:
                fault = f"the drop cannot peg {event.pegs}"
            case Pegged() if event.pegs >= 0 and event.pegs != self.penalty:
                fault = self._pegs(event.pegs)
            case TotalCalled() if event.total not in self.totals:
                fault = f"no ends add up to {event.total}"
            case TilePlayed() if event.tile.high > self.set_max:
                fault = f"there is no tile {event.tile} in the set"
            case TilePlayed() if event.claimed is not None and event.claimed >= 0 and not self.muggins:
                fault = self._pegs(event.claimed)
        return fault

    def ends_hand(self, fact: Event) -> bool:
        """Whether these pegs have a chip point in them, so that no tile of the hand comes after them."""
        return isinstance(fact, Pegged) and fact.pegs in self.ending

    def goes_on(self, fact: Event, side: int) -> bool:
        """Whether a hand in which this happens was not ended by the tile that this side played before."""
        if isinstance(fact, HandEnded):
            return fact.out != side
        return isinstance(fact, TotalCalled | TilePlayed | Knocked | Drew) or (
            isinstance(fact, Pegged) and fact.pegs != (self.penalty or None)
        )

    def _pegs(self, pegs: int) -> str:
        return "" if pegs in self.play | self.last | {0} else f"no tile pegs {pegs}"


def highest_total(rules: Rules) -> int:
    """A total that the ends never pass, unless every double is a spinner: then one that they hardly ever pass."""
    doubles = (2 * pip for pip in range(rules.set_max, -1, -1))
    return sum(next(doubles) for _ in range(COUNTED_ENDS.get(rules.spinner, 2)))


@cache
def tile_pegs(rules: Rules, players: int) -> TilePegs:
    """By the rules of a game: proved where it is fives and threes, else by every total that the ends can come to."""
    proved = is_fives_and_threes(rules) and tiles_each(rules, players) is not None
    most = pips_in_set(rules.set_max) if rules.spinner is Spinner.ALL else highest_total(rules)
    totals = frozenset(possible.TOTAL_PEGS) if proved else frozenset(range(most + 1))
    play = possible.PLAY_PEGS if proved else frozenset(map(rules.points, totals))
    drop = possible.DROP_PEGS if proved else frozenset(map(rules.points, range(2 * rules.set_max + 1)))
    last = frozenset(pegs + rules.chip for pegs in play) - play
    return TilePegs(
        play=play,
        last=last,
        ending=frozenset() if rules.hand_end is HandEnd.ALL_BLOCKED else last - {rules.revoke_penalty},
        drop=drop,
        totals=totals,
        set_max=rules.set_max,
        penalty=rules.revoke_penalty,
        muggins=rules.muggins_call,
    )
