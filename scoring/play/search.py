"""All hands lie open: exact values of a deal, of every drop and of every position of the line, and its ways counted.

Values are pegs of side 0 less pegs of side 1 from here on, the chip point included; seats 0 and 2 are side 0, seats 1
and 3 side 1.

A readable `Hand` is told to the search by `search_of` and `choices`; `why_not` says which games cannot be valued: three
players who each play alone, spinners, drawing, several tiles a turn, and settlements.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from scoring.play.bits import LineTable, MoveTable, line, mask, single_bits
from scoring.play.hand import Hand
from scoring.play.layout import End, Layout
from scoring.play.rules import DrawRule, HandEnd, MultiTurn, Rules, Settlement, Spinner
from scoring.play.tiles import Tile

_FAR = 1 << 20

#: A play: the pegs it takes, the bit of its tile, the ends it makes.
Play: TypeAlias = tuple[int, int, int]
Plays: TypeAlias = Callable[[int, int], tuple[Play, ...]]
Ask: TypeAlias = Callable[[int, int, int, int], int]


@dataclass(frozen=True, slots=True)
class ValuedPlay:
    """A play, by its tile's bit and the ends it makes; what it pegs, and what side 0 gains on side 1 if it is made."""

    bit: int
    ends: int
    pegs: int
    value: int


class OpenHandSearch:
    """Values of the positions of one deal; what one question finds out serves the next.

    A position is (the tiles not yet played, as a mask; the ends; the seat to play). `hands` are masks as dealt.
    """

    __slots__ = ("_ask", "_chip", "_keep", "_plays", "hands", "table")

    def __init__(
        self, hands: Sequence[int], *, chip: int = 1, end: HandEnd = HandEnd.PAIR_OUT, table: MoveTable | None = None
    ) -> None:
        if len(hands) not in {2, 4}:
            raise ValueError(f"an open-hand value needs two sides: two or four hands, not {len(hands)}")
        if end is HandEnd.ALL_BLOCKED:
            raise ValueError("an open-hand value needs to know who chips out: hands that end only by a block have none")
        self.hands = tuple(hands)
        self.table = table or line()
        self._chip = chip
        self._keep = keepers(hands, end)
        self._plays = _best_first(self.table)
        self._ask = _asker(self.hands, self._keep, chip, self.table, self._plays)

    def value(self, left: int, ends: int, seat: int) -> int:
        """What side 0 gains on side 1 from here; a blocked hand is worth 0."""
        return self._for_side_0(seat, self._settle(left, ends, seat, 0))

    def plays(self, left: int, ends: int, seat: int) -> list[ValuedPlay]:
        """Every play this seat can make, most pegs first, with its value; none is a knock."""
        can = left & self.hands[seat] & self.table.fits[ends]
        valued: list[ValuedPlay] = []
        guess = 0
        for pegs, bit, made in self._plays(ends, can) if can else ():
            gain = pegs + self._chip
            if (left ^ bit) & self._keep[seat]:
                guess = self._settle(left ^ bit, made, (seat + 1) % len(self.hands), guess)
                gain = pegs - guess
            valued.append(ValuedPlay(bit, made, pegs, self._for_side_0(seat, gain)))
        return valued

    @staticmethod
    def _for_side_0(seat: int, gain: int) -> int:
        return -gain if seat & 1 else gain

    def _settle(self, left: int, ends: int, seat: int, guess: int) -> int:
        """The gain of the side of `seat`."""
        return close_in(lambda bound: self._ask(left, ends, seat, bound), -_FAR, _FAR, guess)


def close_in(ask: Callable[[int], int], low: int, high: int, guess: int) -> int:
    """A value from `low` to `high`, by questions whether it is at least so much, from a guess on.

    An answer from the bound up is the least that the value can be, one below it the most.
    """
    value = guess
    while low < high:
        bound = value + 1 if value == low else value
        value = ask(bound)
        if value < bound:
            high = value
        else:
            low = value
    return value


def open_values(
    hands: Sequence[int], *, chip: int = 1, leader: int = 0, end: HandEnd = HandEnd.PAIR_OUT
) -> tuple[int, dict[int, int]]:
    """The value of a deal and of every drop (by its bit), as side 0 less side 1, whoever leads."""
    search = OpenHandSearch(hands, chip=chip, end=end)
    leads = {play.bit: play.value for play in search.plays(sum(hands), search.table.empty, leader)}
    return (min if leader & 1 else max)(leads.values()), leads


def _best_first(table: MoveTable) -> Plays:
    """Plays for (ends, tiles that fit), most pegs first, each list worked out once."""
    moves_by_position: dict[tuple[int, int], tuple[Play, ...]] = {}

    def plays(ends: int, can: int) -> tuple[Play, ...]:
        moves = moves_by_position.get((ends, can))
        if moves is None:
            bits = (1 << index for index in range(can.bit_length()) if can >> index & 1)
            step = table.steps[ends]
            moves = tuple(sorted(((pegs, bit, made) for bit in bits for made, pegs in step[bit]), reverse=True))
            moves_by_position[ends, can] = moves
        return moves

    return plays


def _asker(hands: tuple[int, ...], keep: tuple[int, ...], chip: int, table: MoveTable, plays: Plays) -> Ask:
    """Build the question that the search asks a million times; as a closure it finds its names fastest."""
    fits, seats = table.fits, len(hands)
    then = tuple((seat + 1) % seats for seat in range(seats))
    bounds: dict[tuple[int, int, int], tuple[int, int]] = {}

    def ask(left: int, ends: int, seat: int, threshold: int) -> int:
        """Can the side of `seat` gain `asked`? An answer from it up is the least there is, below it the most."""
        fit = left & fits[ends]
        if not fit:
            return 0
        can = fit & hands[seat]
        if not can:
            return -ask(left, ends, then[seat], 1 - threshold)
        low, high = bounds.get((left, ends, seat), (-_FAR, _FAR))
        if low >= threshold:
            return low
        if high < threshold:
            return high
        best, following, mine = -_FAR, then[seat], keep[seat]
        for pegs, bit, made in plays(ends, can):
            rest = left ^ bit
            gain = pegs - ask(rest, made, following, pegs - threshold + 1) if rest & mine else pegs + chip
            if gain > best:
                best = gain
                if gain >= threshold:
                    break
        bounds[left, ends, seat] = (best, high) if best >= threshold else (low, best)
        return best

    return ask


# --- the readable hand, joined to the search --------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Choice:
    """A play open to the player to move: its points now, and what their side gains on the other until the end."""

    tile: Tile
    end: End | None
    points: int
    value: int


def why_not(rules: Rules, players: int) -> str:
    """Why a hand of this game cannot be valued with all hands open; empty if it can."""
    reasons = (
        (rules.side_count(players) != 2, "more than two sides play"),
        (rules.spinner.branches, "the search knows no spinners"),
        (rules.spinner is not Spinner.NONE, "the search knows no double that lies in line"),
        (rules.draw is not DrawRule.NONE, "tiles are drawn"),
        (rules.multi_turn is not MultiTurn.NONE, "a player may play several tiles a turn"),
        (rules.settlement is not Settlement.NONE, "tiles left in hand are settled for"),
        (rules.hand_end is HandEnd.ALL_BLOCKED, "a hand goes on when a side is out"),
        (not rules.divisors, "nothing is scored"),
    )
    return next((reason for is_so, reason in reasons if is_so), "")


def search_of(rules: Rules, dealt: tuple[tuple[Tile, ...], ...]) -> OpenHandSearch:
    """A search of a deal, or of what is left of one; it may be asked about every later position of the hand."""
    return OpenHandSearch(tuple(map(mask, dealt)), chip=rules.chip, end=rules.hand_end, table=line_of(rules))


def choices(search: OpenHandSearch, hand: Hand) -> tuple[Choice, ...]:
    """Every play open to the player to move with its value, the best first; none if they must knock."""
    table = line_of(hand.rules)
    seat, left = hand.turn, sum(mask(tiles) for tiles in hand.held)
    sign = -1 if hand.side_of(seat) else 1
    values = {
        (play.bit, play.ends): sign * play.value for play in search.plays(left, ends_of(table, hand.layout), seat)
    }
    valued = [
        Choice(
            outcome.tile,
            outcome.end,
            hand.rules.points(outcome.total),
            values[mask((outcome.tile,)), ends_of(table, outcome.layout)],
        )
        for outcome in hand.legal()
    ]
    return tuple(sorted(valued, key=lambda choice: (-choice.value, -choice.points, choice.tile)))


def ends_of(table: LineTable, layout: Layout) -> int:
    """The open ends of a line as the search numbers them. A double led alone shows both its sides."""
    if not layout.joined:
        return table.empty
    kinds = [(end.pip, end.is_double) for end in layout.ends]
    return table.ends(kinds[0], kinds[-1])


def line_of(rules: Rules) -> LineTable:
    """The moves of the line under these rules, worked out once."""
    common = Rules()
    if (rules.set_max, rules.divisors, rules.unit) == (common.set_max, common.divisors, common.unit):
        return line()
    return line(rules.set_max, rules.points)


# --- how many ways a deal can be played -------------------------------------------------------------------------------
# This is perft, as chess programmers call it. One ply is one play or one forced knock; players without tiles are
# skipped, the knocks that close a blocked hand are no plies, and the same tile on two ends of one kind is one play (two
# in the raw count).

_ENDS_BITS = 24
_ENDS_MASK = (1 << _ENDS_BITS) - 1
_SEAT_BITS = 2
_SHIFT = _ENDS_BITS + _SEAT_BITS
#: Both counts travel in one number, the raw one above this many bits: no hand has 2**80 ways.
_RAW = 80
_PLAIN = (1 << _RAW) - 1


@dataclass(frozen=True, slots=True)
class Ply:
    """One row of a count: sequences of exactly so many plies, and what stands at their end.

    perft: sequences. raw: with both places of a tile counted. states: different positions that go on. ends: different
    pairs of ends. out, blocked: sequences whose hand ends here.
    """

    perft: int
    raw: int
    states: int
    ends: int
    out: int
    blocked: int


def keepers(hands: Sequence[int], end: HandEnd = HandEnd.PAIR_OUT) -> tuple[int, ...]:
    """For each seat, the tiles that must all be gone for a play of that seat to end the hand."""
    if end is HandEnd.ALL_BLOCKED:
        return (sum(hands),) * len(hands)
    if len(hands) == 4 and end is HandEnd.PAIR_OUT:
        return tuple(hand | hands[(seat + 2) % 4] for seat, hand in enumerate(hands))
    return tuple(hands)


def plies(
    hands: Sequence[int],
    *,
    end: HandEnd = HandEnd.PAIR_OUT,
    leader: int = 0,
    table: MoveTable | None = None,
    drop: int = -1,
) -> Iterator[Ply]:
    """Count a deal ply by ply until every hand has ended.

    `hands` are masks, seat by seat; `drop` keeps only hands that open with one of its tiles.
    """
    table = table or line()
    game = _Deal(tuple(hands), keepers(hands, end), table)
    layer = {sum(hands) << _SHIFT | table.empty << _SEAT_BITS | leader: 1 | 1 << _RAW}
    while layer:
        ply, layer = game.next(layer, drop)
        drop = -1
        yield ply


def perft(
    hands: Sequence[int],
    *,
    end: HandEnd = HandEnd.PAIR_OUT,
    leader: int = 0,
    depth: int | None = None,
    table: MoveTable | None = None,
    drop: int = -1,
) -> list[Ply]:
    """The rows of a count, to the end or to `depth` plies."""
    return list(islice(plies(hands, end=end, leader=leader, table=table, drop=drop), depth))


def complete(rows: Sequence[Ply]) -> int:
    """Hands that have ended within these rows."""
    return sum(row.out + row.blocked for row in rows)


def divide(
    hands: Sequence[int], *, end: HandEnd = HandEnd.PAIR_OUT, leader: int = 0, depth: int | None = None
) -> dict[int, list[Ply]]:
    """The count below each drop, by its bit; sequences add up, row by row, to those of the whole deal."""
    return {bit: perft(hands, end=end, leader=leader, depth=depth, drop=bit) for bit in single_bits(hands[leader])}


@dataclass(frozen=True, slots=True)
class _Deal:
    hands: tuple[int, ...]
    keep: tuple[int, ...]
    table: MoveTable

    def next(self, layer: Mapping[int, int], drop: int) -> tuple[Ply, dict[int, int]]:
        """One ply on from every position of a layer: position -> ways to come to it, plain and raw."""
        hands, keep, fits, steps, twin = self.hands, self.keep, self.table.fits, self.table.steps, self.table.twin
        after: dict[int, int] = {}
        all_ends: set[int] = set()
        tally = out = blocked = 0
        for position, arrivals in layer.items():
            ways = arrivals
            seat, ends, left = position & 3, position >> _SEAT_BITS & _ENDS_MASK, position >> _SHIFT
            can = left & hands[seat] & fits[ends] & drop
            if not can:
                place = position & ~3 | self.seat_after(seat, left)
                after[place] = after.get(place, 0) + ways
                all_ends.add(ends)
                tally += ways
                continue
            if twin[ends]:
                ways += ways >> _RAW << _RAW
            mine, step = keep[seat], steps[ends]
            while can:
                bit = can & -can
                can ^= bit
                rest = left ^ bit
                for made, _ in step[bit]:
                    all_ends.add(made)
                    tally += ways
                    if not rest & mine:
                        out += ways
                    elif not rest & fits[made]:
                        blocked += ways
                    else:
                        place = rest << _SHIFT | made << _SEAT_BITS | self.seat_after(seat, rest)
                        after[place] = after.get(place, 0) + ways
        row = Ply(tally & _PLAIN, tally >> _RAW, len(after), len(all_ends), out & _PLAIN, blocked & _PLAIN)
        return row, after

    def seat_after(self, seat: int, left: int) -> int:
        """The next seat that holds a tile; somebody does, or the hand would have ended."""
        hands, seats = self.hands, len(self.hands)
        seat = (seat + 1) % seats
        while not left & hands[seat]:
            seat = (seat + 1) % seats
        return seat
