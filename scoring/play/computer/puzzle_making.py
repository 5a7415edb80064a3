"""How the positions of `puzzles` are found: hands that the computer plays with itself, looked through for questions.

Knows six themes and what makes a question: the best play is clearly better than the next, and than the one that takes
the most points, which is what most people would play. Refuses to know how positions are shown.

`python -m scoring.play.computer.puzzle_making > puzzles.json` finds them again, in half an hour of one core.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.play.board import land
from scoring.play.computer.belief import Belief, SeatView, SeenTurn, seat_view
from scoring.play.computer.chance import Chance
from scoring.play.computer.policy import choose
from scoring.play.computer.position import Position, start_position
from scoring.play.computer.puzzle_proof import DealProof, ProvedPlay, deal_count, prove
from scoring.play.computer.table import GameTable, game_table
from scoring.play.deal import start_hand
from scoring.play.events import Play
from scoring.play.hand import Hand
from scoring.play.layout import End, Layout, LegalPlay
from scoring.play.presets import PRESETS
from scoring.play.review import positions_of
from scoring.play.tiles import Tile, write_tiles
from scoring.play.win_search import Scores

TABLE = game_table(PRESETS["fives-threes:pagat"], 2)
EACH = 20  # questions of a theme
LOOK = 24  # deals tried before a position is counted out
MOST_DEALS, SAMPLE = 2400, 800  # deals counted in full; deals drawn where there are more
BETTER, CLEAR = 40, 20  # thousandths of a game: than the most points, and than the next best play
OFTEN = 6, 10


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


def theme_of(table: GameTable, view: SeatView, proof: DealProof, obvious: ProvedPlay) -> str:
    """What a question is about; empty if it is about nothing that can be said."""
    best, score = proof.plays[0], view.moment.scores[view.seat]
    often, deals = OFTEN[0] * proof.deals, proof.deals
    if view.moment.is_lead:
        return "lead"
    if score + best.points == table.rules.target - 2:
        return "59"
    if _owns_an_end(table, view, best) and best.knocks > obvious.knocks:
        return "count"
    if best.knocks * OFTEN[1] >= often and (best.knocks - obvious.knocks) * 4 >= deals:
        return "knock"
    if best.blocks * OFTEN[1] >= often and (best.blocks - obvious.blocks) * 4 >= deals:
        return "block"
    return "leave" if obvious.replies - best.replies >= deals else ""


def _owns_an_end(table: GameTable, view: SeatView, play: ProvedPlay) -> bool:
    """Whether the play leaves an end that nobody else can have a tile for, and the player has."""
    seen = view.hand | sum(1 << turn.tile for turn in view.history if turn.tile is not None)
    for pip, _ in table.layouts.shown[play.to]:
        suit = sum(1 << number for number, tile in enumerate(table.layouts.tiles) if tile.has(pip))
        if not suit & ~seen and suit & view.hand & ~(1 << play.tile):
            return True
    return False


def question(table: GameTable, view: SeatView, chance: Chance) -> tuple[str, DealProof] | None:
    """The theme and the proof, if the position is worth asking about; None where no deal fits what was seen."""
    look = prove(table, view, chance, most=0, sample=LOOK)
    if not look.deals or not _is_clear(table, view, look)[0]:
        return None
    proof = prove(table, view, chance, most=MOST_DEALS, sample=SAMPLE)
    clear, obvious = _is_clear(table, view, proof)
    theme = theme_of(table, view, proof, obvious) if clear else ""
    return (theme, proof) if theme else None


def _is_clear(table: GameTable, view: SeatView, proof: DealProof) -> tuple[bool, ProvedPlay]:
    """Whether the best play is clearly so, and the best of those that peg the most, which most people would play."""
    best, other = proof.plays[:2]
    score, lead = view.moment.scores[view.seat], view.moment.is_lead
    obvious = max(proof.plays, key=lambda play: (land(table.rules, score, play.points, lead=lead).score, play.wins))
    better = best.wins - obvious.wins >= BETTER * proof.deals
    sure = (best.wins - other.wins) / proof.deals - proof.interval(best, other)
    return better and sure >= CLEAR * (proof.exact or proof.deals > LOOK), obvious


def serialize_question(table: GameTable, hand: Hand, begun: Scores, theme: str, proof: DealProof) -> dict[str, Any]:
    """A question as it is kept: the player to move is A, the tiles of the other are not written.

    `hand` is the moment asked about, and `begun` are the scores at which it began, by seat.
    """
    seat, letters = hand.turn, "AB" if hand.turn == 0 else "BA"
    positions = positions_of(hand)
    return {
        "theme": theme,
        "scores": [begun[seat], begun[1 - seat]],
        "leader": letters[hand.leader],
        "dealt": write_tiles(positions[0].held[seat]),
        "moves": " ".join(
            f"{letters[turn.seat]}{_move(before, turn) if isinstance(turn, Play) else '-'}"
            for before, turn in zip(positions, hand.history, strict=False)
        ),
        "deals": proof.deals,
        "exact": proof.exact,
        "interval": round(proof.interval(*proof.plays[:2]), 1),
        "plays": [_play(table, hand, play) for play in proof.plays],
    }


def _engine_hand(found: FoundPosition) -> Hand:
    """The hand of a position as the engine has it."""
    hand = start_hand(TABLE.rules, tuple(_tiles(dealt) for dealt in found.dealt), found.leader)
    for turn in found.history:
        if turn.tile is None:
            hand = hand.knock()
        else:
            place = _place(TABLE, hand, turn.tile, turn.to)
            hand = hand.play(place.tile, place.end)
    return hand


def _play(table: GameTable, hand: Hand, play: ProvedPlay) -> dict[str, Any]:
    place = _place(table, hand, play.tile, play.to)
    return {
        "play": f"{place.tile}{_at(hand, place.tile, place.end)}",
        "points": play.points,
        "wins": play.wins,
        "knocks": play.knocks,
        "replies": play.replies,
        "blocks": play.blocks,
    }


def _place(table: GameTable, hand: Hand, tile: int, to: int) -> LegalPlay:
    places = (each for each in hand.legal() if each.tile == table.layouts.tiles[tile])
    return next(each for each in places if makes(table, to, each.layout))


def makes(table: GameTable, to: int, layout: Layout) -> bool:
    """Whether the layout of this number has the open ends of this one; of a game without spinners."""
    shown = sorted((pip, kind > 0) for pip, kind in table.layouts.shown[to])
    return sorted((end.pip, end.is_double) for end in layout.ends) == shown


def _move(before: Hand, play: Play) -> str:
    end = before.layout.end_for(play.tile, play.host) if play.host is not None else None
    return f"{play.tile}{_at(before, play.tile, end)}"


def _at(hand: Hand, tile: Tile, end: End | None) -> str:
    """The end, where the tile fits two."""
    two = sum(1 for each in hand.legal() if each.tile == tile) > 1
    return f"@{end.name}" if two and end is not None else ""


def _tiles(bits: int) -> Any:
    return tuple(tile for number, tile in enumerate(TABLE.layouts.tiles) if bits >> number & 1)


def search(seed: int, each: int = EACH) -> Iterator[dict[str, Any]]:
    """So many questions of every theme."""
    chance = Chance(seed)
    left = dict.fromkeys(("lead", "59", "knock", "count", "block"), each)
    for found in hands(chance):
        if not any(left.values()):
            return
        view, lead = seat_view(found.position, found.history), found.position.is_lead
        if not left["lead"] if lead else deal_count(Belief(TABLE, view)) > MOST_DEALS:
            continue
        asking = question(TABLE, view, chance)
        if asking is not None and left.get(asking[0]):
            left[asking[0]] -= 1
            yield serialize_question(TABLE, _engine_hand(found), found.scores, *asking)


if __name__ == "__main__":
    for each in search(1):
        print(json.dumps(each), flush=True)  # noqa: T201 - into the file
