"""How `scoring/play/puzzles.json` is made: kept positions are proved again, and others found for those that fall.

A position is proved by hands in which both sides think at each play (`puzzle_proof`), and again by sides that think
three times as long on deals of another draw: if these say otherwise it falls. What stays keeps its number.

`python -m tests.makers.puzzles > puzzles.json`, to be put in place of the old one, in half an hour of one core.
"""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from scoring.play import puzzles as kept
from scoring.play.bits import mask
from scoring.play.computer.belief import Belief, Chance, SeatView, SeenTurn, seat_view
from scoring.play.computer.player import choose
from scoring.play.computer.position import Position, start_position
from scoring.play.computer.puzzle_making import (
    MOST_DEALS,
    SAMPLE,
    THINK,
    DealProof,
    ProvedPlay,
    best_first,
    deal_count,
    deals_of,
    makes,
    place_of,
    question,
    serialize_question,
    theme_of_proof,
)
from scoring.play.computer.table import GameTable, game_table
from scoring.play.hand import Hand, start_hand
from scoring.play.presets import PRESETS
from scoring.play.puzzles import Puzzle, Theme, puzzles
from tests.makers.fast_hands import (
    KNOCKS,
    LAST,
    LAYOUT,
    MOST_TURNS,
    SEEN,
    STATE,
    TURN,
    begin,
    fast_table,
    try_deals,
)

TABLE = game_table(PRESETS[kept.RULES], 2)
AGAIN = 400  # deals of another draw
LOOSE = 10  # thousandths of a game: what longer thought may change besides chance


# --- Proved fast ------------------------------------------------------------------------------------------------------
fast = cache(fast_table)


def prove_fast(
    table: GameTable, view: SeatView, chance: Chance, *, most: int, sample: int, think: int = 0
) -> DealProof:
    """As `puzzle_proof.prove`, a hundred times as fast."""
    deals, exact = deals_of(Belief(table, view), chance, most, sample)
    moment, goal = view.moment, table.goal
    seen = np.zeros((MOST_TURNS, SEEN), np.int64)
    for row, turn in zip(seen, view.history, strict=False):
        row[:] = turn.seat, turn.layout, goal - turn.score, -1 if turn.tile is None else turn.tile, turn.points
    state = np.zeros(STATE, np.int64)
    begin(state, moment.leader, *(goal - score for score in moment.scores))
    state[TURN], state[LAYOUT], state[KNOCKS] = moment.turn, moment.layout, moment.knocks
    state[LAST] = -1 if moment.last is None else moment.last
    hidden = np.array([hands[1 - view.seat] for hands in deals], np.int64)
    plays = []
    for tile, to in moment.plays():
        first = tile, list(fast(table).to[moment.layout, tile]).index(to)
        each, *counts = try_deals(fast(table), state, view.hand, first, hidden, seen, len(view.history), think)
        knocks, replies, blocks = map(int, counts)
        wins, points = int(each.sum()), moment.points(tile, to)
        plays.append(ProvedPlay(tile, to, points, wins, knocks, replies, blocks, tuple(map(int, each))))
    return DealProof(best_first(plays), len(deals), exact)


def stands(table: GameTable, view: SeatView, proof: DealProof) -> bool:
    """Whether longer thought on other deals agrees: the best play stays so, by as much within both intervals."""
    again = prove_fast(table, view, Chance(proof.deals), most=0, sample=AGAIN, think=3 * THINK)
    plays = {(play.tile, play.to): play for play in again.plays}
    best, other = (plays[play.tile, play.to] for play in proof.plays[:2])
    lead = (proof.plays[0].wins - proof.plays[1].wins) / proof.deals
    change = abs((best.wins - other.wins) / again.deals - lead)
    return best is again.plays[0] and change <= proof.interval(*proof.plays[:2]) + again.interval(best, other) + LOOSE


# --- Those that there are ---------------------------------------------------------------------------------------------
def view_of_puzzle(puzzle: Puzzle) -> SeatView:
    """The position as the computer sees it: the other side's tiles are any that are left, which nobody looks at."""
    hand = puzzle.hand()
    seen = set(puzzle.dealt) | {each.tile for each in hand.layout.joined}
    others = [number for number, tile in enumerate(TABLE.layouts.tiles) if tile not in seen][: hand.left[1]]
    played = mask([each.tile for each in hand.layout.joined if each.tile not in puzzle.dealt])
    theirs = sum(1 << number for number in others) | played
    position = start_position(TABLE, [mask(puzzle.dealt), theirs], [], puzzle.leader, list(puzzle.begun))
    history: tuple[SeenTurn, ...] = ()
    for count, turn in enumerate(puzzle.moves):
        seat, layout, score = position.turn, position.layout, position.scores[position.turn]
        if turn[1:] == "-":
            position.knocks, position.turn = position.knocks + 1, 1 - position.turn
            history = (*history, SeenTurn(seat, layout, score))
            continue
        tile, to = number_of(position, replace(puzzle, moves=puzzle.moves[:count]).hand(), turn[1:])
        points = position.points(tile, to)
        position.play(tile, to, points)
        history = (*history, SeenTurn(seat, layout, score, tile, to, points))
    return seat_view(position, history)


def number_of(position: Position, hand: Hand, play: str) -> tuple[int, int]:
    """The tile and the layout that a play as it is written makes."""
    tile, end = kept.place_of(hand, play)
    place = next(each for each in hand.legal() if each.tile == tile and end in {None, each.end})
    number = TABLE.layouts.tiles.index(tile)
    return number, next(
        to for to, _ in TABLE.layouts.steps[position.layout][1 << number] if makes(TABLE, to, place.layout)
    )


def prove_again(puzzle: Puzzle) -> dict[str, Any] | None:
    """A position as it is kept, with its new proof; None if it is no question any more."""
    view = view_of_puzzle(puzzle)
    proof = prove_fast(TABLE, view, Chance(puzzle.number), most=MOST_DEALS, sample=SAMPLE, think=THINK)
    theme = theme_of_proof(TABLE, view, proof)
    if not theme or not stands(TABLE, view, proof):
        return None
    return serialize_question(TABLE, puzzle.hand(), puzzle.begun, theme, proof)


# --- Others -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class FoundPosition:
    """A position with somebody to play, as it came about."""

    position: Position
    history: tuple[SeenTurn, ...]
    dealt: tuple[int, ...]
    scores: tuple[int, int]
    leader: int


def hands(chance: Chance) -> Iterator[FoundPosition]:
    """Positions of one hand after another, at scores drawn by lot; both sides play the plain way."""
    while True:
        low = (0, 30, 46)[chance.below(3)]
        scores = [low + chance.below(59 - low) for _ in range(2)]
        tiles = list(range(len(TABLE.layouts.tiles)))
        dealt = [sum(1 << tile for tile in chance.take(tiles, TABLE.each)) for _ in range(2)]
        begun = tuple(dealt), (scores[0], scores[1]), chance.below(2)
        position = start_position(TABLE, dealt, tiles, begun[2], scores)
        history: tuple[SeenTurn, ...] = ()
        while not position.over:
            seat, layout, score = position.turn, position.layout, position.scores[position.turn]
            best = choose(position)
            if best is None:
                history = (*history, SeenTurn(seat, layout, score, drew=position.pass_turn()))
                continue
            if len(position.plays()) > 1:
                yield FoundPosition(position, history, *begun)
            points = position.points(*best[:2])
            position.play(*best[:2], points)
            history = (*history, SeenTurn(seat, layout, score, *best[:2], points))


def engine_hand(found: FoundPosition) -> Hand:
    """The hand of a position as the engine has it."""
    hand = start_hand(TABLE.rules, tuple(_tiles(dealt) for dealt in found.dealt), found.leader)
    for turn in found.history:
        if turn.tile is None:
            hand = hand.knock()
        else:
            place = place_of(TABLE, hand, turn.tile, turn.to)
            hand = hand.play(place.tile, place.end)
    return hand


def _tiles(bits: int) -> Any:
    return tuple(tile for number, tile in enumerate(TABLE.layouts.tiles) if bits >> number & 1)


def search(chance: Chance, *, leads: Callable[[], bool]) -> Iterator[dict[str, Any]]:
    """Questions, as long as anybody wants more; leads, of which there are most, while they are wanted."""
    for found in hands(chance):
        view, lead = seat_view(found.position, found.history), found.position.is_lead
        if not leads() if lead else deal_count(Belief(TABLE, view)) > MOST_DEALS:
            continue
        asking = question(TABLE, view, chance, prove=prove_fast, thought=(MOST_DEALS, SAMPLE))
        if asking is not None and stands(TABLE, view, asking[1]):
            yield serialize_question(TABLE, engine_hand(found), found.scores, *asking)


def replaced(rows: list[dict[str, Any] | None], themes: list[str], seed: int) -> list[dict[str, Any]]:
    """The rows with a new question for each that fell: of its theme, if possible, and a lead for a lead alone."""
    wanted = [place for place, row in enumerate(rows) if row is None]
    searched = search(Chance(seed), leads=lambda: any(themes[place] == Theme.LEAD for place in wanted))
    while wanted:
        row = next(searched)
        places = [place for place in wanted if (themes[place] == Theme.LEAD) == (row["theme"] == Theme.LEAD)]
        place = next((place for place in places if themes[place] == row["theme"]), min(places, default=None))
        proved = None if place is None else prove_again(kept.read_puzzle(place + 1, row, TABLE.rules))
        if place is not None and proved is not None:
            rows[place] = proved
            wanted.remove(place)
            print(f"{place + 1} is new, {proved['theme']}; {len(wanted)} are missing", file=sys.stderr)
    return [row for row in rows if row is not None]


if __name__ == "__main__":
    again = [prove_again(puzzle) for puzzle in puzzles()]
    fallen = [puzzle.number for puzzle, row in zip(puzzles(), again, strict=True) if row is None]
    print(f"{len(fallen)} fall: {fallen}", file=sys.stderr)
    rows = replaced(again, [puzzle.theme for puzzle in puzzles()], 1)
    print("[" + ",\n".join(map(json.dumps, rows)) + "]")
