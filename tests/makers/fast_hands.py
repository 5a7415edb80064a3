"""Hands of fives and threes played out a thousand times as fast as `scoring.play.computer` plays them, by numba.

What the makers of the shipped tables need: the plain way and the thinking of `player` and the belief behind
it, for games of two sides on the double-six line without settlements. Tests hold both to the same plays and chances.
"""

from itertools import product
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scoring.play.board import Landed, land
from scoring.play.computer.belief import LIKELY, POOL
from scoring.play.computer.player import SHARE, gain
from scoring.play.computer.position import GAME, end_hand, start_position
from scoring.play.computer.table import CELLS, GameTable

TILES = 28
SIZE = CELLS + 1
LOTS = 2  # in place of the side that leads next
Ints = NDArray[np.int64]
TILE_OF = np.zeros(37, np.int64)  # by the bit of a tile, of which the remainders are all different
for number in range(TILES):
    TILE_OF[(1 << number) % 37] = number


class FastTable(NamedTuple):
    """A `GameTable` as arrays. ``to`` and ``points`` go by layout, tile and place; ``to`` is -1 where there is none.

    ``gain`` and ``lands`` go by need, pegs and whether it is the lead; ``risk`` by layout and what the next side needs.
    ``leads`` is the side that leads next by leader, the side that is out (0 for none) and who played last.
    """

    to: Ints
    points: Ints
    fits: Ints
    gain: Ints
    lands: Ints
    risk: Ints
    leads: Ints
    chance: Ints  # of the side that leads, in thousandths, by both needs
    likely: Ints
    players: int
    each: int
    chip: int
    out_ends: bool
    most: int
    step: int


def fast_table(table: GameTable, *, valued: bool = True) -> FastTable:
    """The arrays of a table; with no chances between hands unless ``valued``. The empty layout is number 0."""
    layouts, goal, most = table.layouts, table.goal, table.most
    steps: list[list[tuple[tuple[int, int], ...]]] = []
    for layout, _ in enumerate(layouts.fits):  # which grows
        steps.append([layouts.steps[layout][1 << tile] for tile in range(TILES)])
    to, points = np.full((2, len(steps), TILES, 2), -1, np.int64)
    for layout, tile in product(range(len(steps)), range(TILES)):
        for place, made in enumerate(steps[layout][tile]):
            to[layout, tile, place], points[layout, tile, place] = made
    gains, lands = np.zeros((2, SIZE, most + 1, 2), np.int64)
    for need, pegs, lead in product(range(1, SIZE), range(most + 1), (0, 1)):
        gains[need, pegs, lead] = gain(table, goal - need, pegs, lead=bool(lead))
        landing = land(table.rules, goal - need, pegs, lead=bool(lead))
        lands[need, pegs, lead] = 0 if landing.how is Landed.WON else goal - int(landing.score)
    risk = np.zeros((len(steps), SIZE), np.int64)
    for layout, need in product(range(len(steps)), range(1, SIZE)):
        risk[layout, need] = SHARE * table.threat(layout, goal - need if need <= most else 0) // 1000
    leads = np.zeros((table.players, 3, table.players), np.int64)
    for leader, out, last in product(range(table.players), (None, 0, 1), range(table.players)):
        position = start_position(table, [0] * table.players, [], leader, [0, 0])
        position.out, position.last = out, last
        seat = end_hand(position)
        leads[leader, 0 if out is None else out + 1, last] = LOTS if seat is None else table.sides[seat]
    chance = np.zeros((SIZE, SIZE), np.int64)
    if valued:
        chance[1:, 1:] = np.array(table.values.chances).reshape(CELLS, CELLS)
    return FastTable(
        to, points, np.array(layouts.fits), gains, lands, risk, leads, chance, np.array(LIKELY),
        table.players, table.each, table.chip, table.out_ends, most, table.step,
    )  # fmt: skip


# --- One hand ---------------------------------------------------------------------------------------------------------
# `state` is an array: turn, layout, knocks in a row, the side that is out (-1 for none), who played last, leader, the
# needs of both sides (nought: won), and whether the hand is over.

TURN, LAYOUT, KNOCKS, OUT, LAST, LEADER, NEED, OVER = 0, 1, 2, 3, 4, 5, 6, 8
STATE = 9


@njit(cache=True)
def begin(state: Ints, leader: int, first: int, second: int) -> None:
    state[:] = 0
    state[TURN] = state[LEADER] = leader
    state[OUT] = state[LAST] = -1
    state[NEED], state[NEED + 1] = first, second


@njit(inline="always")
def is_last_of_side(table: FastTable, state: Ints, hands: Ints) -> bool:
    return state[OUT] < 0 and (table.players == 2 or hands[(state[TURN] + 2) % 4] == 0)


@njit(inline="always")
def follow(table: FastTable, state: Ints, hands: Ints) -> None:
    """The turn goes to the next who has tiles."""
    seat = state[TURN]
    for step in range(1, table.players):
        other = (seat + step) % table.players
        if hands[other]:
            state[TURN] = other
            return


@njit(inline="always")
def play(table: FastTable, state: Ints, hands: Ints, tile: int, place: int) -> None:
    seat, layout = state[TURN], state[LAYOUT]
    side = seat & 1
    pegs = table.points[layout, tile, place]
    hands[seat] ^= 1 << tile
    if hands[seat] == 0 and is_last_of_side(table, state, hands):
        state[OUT] = side
        pegs += table.chip
    state[NEED + side] = table.lands[state[NEED + side], pegs, 1 if layout == 0 else 0]
    state[LAYOUT] = table.to[layout, tile, place]
    state[LAST], state[KNOCKS] = seat, 0
    left = False
    for each in range(table.players):
        left |= hands[each] != 0
    state[OVER] = state[NEED + side] == 0 or (state[OUT] >= 0 and table.out_ends) or not left
    follow(table, state, hands)


@njit(inline="always")
def knock(table: FastTable, state: Ints, hands: Ints) -> None:
    state[KNOCKS] += 1
    follow(table, state, hands)
    holding = 0
    for each in range(table.players):
        holding += hands[each] != 0
    state[OVER] = state[KNOCKS] >= holding


@njit(inline="always")
def choose(table: FastTable, state: Ints, hands: Ints) -> tuple[int, int]:
    """The tile and place of the plain way; -1 for none."""
    seat, layout = state[TURN], state[LAYOUT]
    hand = hands[seat]
    can = hand & table.fits[layout]
    need, after = state[NEED + (seat & 1)], state[NEED + ((seat + 1) % table.players & 1)]
    chip = table.chip if hand & (hand - 1) == 0 and is_last_of_side(table, state, hands) else 0
    lead = 1 if layout == 0 else 0
    best, tile, place = -(1 << 60), -1, 0
    while can:
        each = TILE_OF[(can & -can) % 37]
        can &= can - 1
        for at in range(2):
            to = table.to[layout, each, at]
            if to < 0:
                break
            value = table.gain[need, table.points[layout, each, at] + chip, lead] - table.risk[to, after]
            if value > best:
                best, tile, place = value, each, at
    return tile, place


@njit(cache=True)
def play_out(table: FastTable, state: Ints, hands: Ints) -> None:
    while not state[OVER]:
        tile, place = choose(table, state, hands)
        if tile >= 0:
            play(table, state, hands, tile, place)
        else:
            knock(table, state, hands)


@njit(cache=True)
def leads_next(table: FastTable, state: Ints) -> int:
    return table.leads[state[LEADER], state[OUT] + 1, state[LAST]]


@njit(cache=True)
def worth(table: FastTable, state: Ints, side: int) -> int:
    """The chance of a side to win, in thousandths, from a hand that is over; as `position.worth`."""
    own, other = state[NEED + side], state[NEED + 1 - side]
    if own == 0 or other == 0:
        return GAME if own == 0 else 0
    leads = leads_next(table, state)
    first, second = table.chance[own, other], GAME - table.chance[other, own]
    return first if leads == side else second if leads == 1 - side else (first + second) // 2


# --- Thinking, of two players -----------------------------------------------------------------------------------------
# `seen` has a row for each turn so far: seat, layout, what its side needed, tile (-1 for a knock) and points. `chance`
# is the state of a `Chance`.

SEAT, SEEN_LAYOUT, SEEN_NEED, TILE, POINTS = 0, 1, 2, 3, 4
SEEN = 5
MOST_TURNS = 48


@njit(cache=True)
def below(chance: Ints, count: int) -> int:
    number = chance[0]
    number ^= (number << 13) & 0xFFFFFFFF
    number ^= number >> 17
    number ^= (number << 5) & 0xFFFFFFFF
    chance[0] = number
    return number % count


@njit(cache=True)
def list_tiles(hand: int, tiles: Ints) -> int:
    count = 0
    for tile in range(TILES):
        if hand >> tile & 1:
            tiles[count] = tile
            count += 1
    return count


@njit(cache=True)
def weigh(table: FastTable, seat: int, hand: int, seen: Ints, turns: int) -> int:
    """How likely the plays of a seat are if it holds these tiles now; as `Belief.weight`."""
    weight = 1 << 24
    for turn in range(turns - 1, -1, -1):
        if seen[turn, SEAT] == seat and seen[turn, TILE] >= 0:
            hand |= 1 << seen[turn, TILE]
            if seen[turn, SEEN_NEED] > table.most:
                layout, best = seen[turn, SEEN_LAYOUT], 0
                can = hand & table.fits[layout]
                while can:
                    tile = TILE_OF[(can & -can) % 37]
                    can &= can - 1
                    best = max(best, table.points[layout, tile, 0], table.points[layout, tile, 1])
                left = (best - seen[turn, POINTS]) // table.step
                weight = max(1, weight * table.likely[max(0, min(left, len(table.likely) - 1))] // 64)
    return weight


@njit(cache=True)
def draw_deals(
    table: FastTable, own: int, other: int, left: int, seen: Ints, turns: int, chance: Ints, deals: Ints
) -> None:
    """The hands that the other seat may hold, drawn as likely as the plays make them; as `Belief.deals`."""
    unseen, lacks, tells = ((1 << TILES) - 1) & ~own, 0, False
    for turn in range(turns):
        if seen[turn, TILE] >= 0:
            unseen &= ~(1 << seen[turn, TILE])
            tells |= seen[turn, SEAT] == other and seen[turn, SEEN_NEED] > table.most
        elif seen[turn, SEAT] == other and seen[turn, SEEN_LAYOUT] != 0:
            lacks |= table.fits[seen[turn, SEEN_LAYOUT]]
    room, tiles = np.zeros(TILES, np.int64), np.zeros(TILES, np.int64)
    size = list_tiles(unseen & ~lacks, room)
    if size < left:
        size = list_tiles(unseen, room)
    wanted = len(deals)
    drawn = np.zeros(wanted * POOL if tells else wanted, np.int64)
    for number in range(len(drawn)):
        tiles[:size] = room[:size]
        rest, hand = size, 0
        for _ in range(left):
            at = below(chance, rest)
            hand |= 1 << tiles[at]
            rest -= 1
            tiles[at] = tiles[rest]
        drawn[number] = hand
    if not tells:
        deals[:] = drawn
        return
    weights = np.array([weigh(table, other, hand, seen, turns) for hand in drawn])
    total, reached, taken = weights.sum(), 0, 0
    for number in range(len(drawn)):
        reached += weights[number]
        while taken < wanted and reached * 2 * wanted > (2 * taken + 1) * total:
            deals[taken] = drawn[number]
            taken += 1


@njit(cache=True)
def list_plays(table: FastTable, state: Ints, hands: Ints, plays: Ints) -> int:
    """Every play open to the player to move, as tile and place; how many."""
    can, count = hands[state[TURN]] & table.fits[state[LAYOUT]], 0
    for tile in range(TILES):
        for place in range(2):
            if can >> tile & 1 and table.to[state[LAYOUT], tile, place] >= 0:
                plays[count, 0], plays[count, 1] = tile, place
                count += 1
    return count


@njit(cache=True)
def judge(
    table: FastTable, state: Ints, hands: Ints, seen: Ints, turns: int, chance: Ints, wanted: int
) -> tuple[int, int]:
    """The best tile and place, as `player.judge` finds it; the tiles of the other seat are not looked at."""
    plays = np.zeros((2 * TILES, 2), np.int64)
    count = list_plays(table, state, hands, plays)
    if count == 1:
        return plays[0, 0], plays[0, 1]
    seat, other = state[TURN], 1 - state[TURN]
    left = 0
    for tile in range(TILES):
        left += hands[other] >> tile & 1
    deals = np.zeros(wanted, np.int64)
    draw_deals(table, hands[seat], other, left, seen, turns, chance, deals)
    order, totals = np.arange(count), np.zeros(count, np.int64)
    trial, held = np.zeros(STATE, np.int64), np.zeros(2, np.int64)
    rounds = 0
    while 1 << rounds < count:
        rounds += 1
    for number in range(rounds):
        for at in order:
            for deal in range(wanted * number // rounds, wanted * (number + 1) // rounds):
                trial[:] = state
                held[seat], held[other] = hands[seat], deals[deal]
                play(table, trial, held, plays[at, 0], plays[at, 1])
                play_out(table, trial, held)
                totals[at] += worth(table, trial, seat)
        ranks = np.array([-totals[at] * count + at for at in order])
        order = order[np.argsort(ranks)]
        if number < rounds - 1:
            order = order[: (len(order) + 1) // 2]
    return plays[order[0], 0], plays[order[0], 1]


@njit(cache=True)
def think_out(table: FastTable, state: Ints, hands: Ints, seen: Ints, turns: int, chance: Ints, wanted: int) -> None:
    """Play a hand to its end, both sides thinking with so many deals at each play; as `puzzle_proof.think_out`."""
    while not state[OVER]:
        side, layout = state[TURN], state[LAYOUT]
        seen[turns, SEAT], seen[turns, SEEN_LAYOUT], seen[turns, SEEN_NEED] = side, layout, state[NEED + side]
        seen[turns, TILE], seen[turns, POINTS] = -1, 0
        if hands[side] & table.fits[layout]:
            tile, place = judge(table, state, hands, seen, turns, chance, wanted)
            seen[turns, TILE], seen[turns, POINTS] = tile, table.points[layout, tile, place]
            play(table, state, hands, tile, place)
        else:
            knock(table, state, hands)
        turns += 1


@njit(cache=True)
def try_deals(
    table: FastTable, moment: Ints, own: int, first: tuple[int, int], deals: Ints, seen: Ints, turns: int, think: int
) -> tuple[Ints, int, int, int]:
    """What a play comes to in each deal; how often the other must knock, what it scores at once, and hands blocked."""
    seat = moment[TURN]
    other, layout = 1 - seat, moment[LAYOUT]
    each, knocks, replies, blocks = np.zeros(len(deals), np.int64), 0, 0, 0
    state, hands, history = np.zeros(STATE, np.int64), np.zeros(2, np.int64), np.zeros((MOST_TURNS, SEEN), np.int64)
    for number in range(len(deals)):
        state[:], history[:] = moment, seen
        hands[seat], hands[other] = own, deals[number]
        history[turns, SEAT], history[turns, SEEN_LAYOUT] = seat, layout
        history[turns, SEEN_NEED], history[turns, TILE] = state[NEED + seat], first[0]
        history[turns, POINTS] = table.points[layout, first[0], first[1]]
        play(table, state, hands, first[0], first[1])
        if not state[OVER]:
            can, best = hands[state[TURN]] & table.fits[state[LAYOUT]], 0
            knocks += can == 0
            for tile in range(TILES):
                if can >> tile & 1:
                    best = max(best, table.points[state[LAYOUT], tile, 0], table.points[state[LAYOUT], tile, 1])
            replies += best
        if think:
            think_out(table, state, hands, history, turns + 1, np.full(1, number + 1), think)
        else:
            play_out(table, state, hands)
        blocks += state[NEED] > 0 and state[NEED + 1] > 0 and state[OUT] < 0
        each[number] = worth(table, state, seat)
    return each, knocks, replies, blocks
