"""What makes a position a question, and how it is kept.

The best play is clearly better than the next, and than the one that takes the most points, which is what most people
would play. `tests.makers.puzzles` finds those of the site so, `game_puzzles` those of a league.
"""

from typing import Any, Protocol

from scoring.play.board import land
from scoring.play.computer.belief import SeatView
from scoring.play.computer.chance import Chance
from scoring.play.computer.puzzle_proof import DealProof, ProvedPlay, prove
from scoring.play.computer.table import GameTable
from scoring.play.events import Play
from scoring.play.hand import Hand
from scoring.play.layout import End, Layout, LegalPlay
from scoring.play.review import positions_of
from scoring.play.tiles import Tile, write_tiles
from scoring.play.win_search import Scores

LOOK = 24  # deals tried before a position is counted out
MOST_DEALS, SAMPLE = 2400, 800  # deals counted in full; deals drawn where there are more
THINK = 20  # deals with which both sides think at each later play
THOUGHT = 150, 150  # the same of hands so played on: a night has many games, and a hand takes 15 ms
BETTER, CLEAR = 40, 20  # thousandths of a game: than the most points, and than the next best play
OFTEN = 6, 10


class Prover(Protocol):
    """`prove`, or what does the same faster."""

    def __call__(
        self, table: GameTable, view: SeatView, chance: Chance, *, most: int, sample: int, think: int = 0
    ) -> DealProof: ...


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
    seen_tiles = view.hand | sum(1 << turn.tile for turn in view.history if turn.tile is not None)
    for pip, _ in table.layouts.shown[play.to]:
        suit = sum(1 << number for number, tile in enumerate(table.layouts.tiles) if tile.has(pip))
        if not suit & ~seen_tiles and suit & view.hand & ~(1 << play.tile):
            return True
    return False


def question(
    table: GameTable, view: SeatView, chance: Chance, *, prove: Prover = prove, thought: tuple[int, int] = THOUGHT
) -> tuple[str, DealProof] | None:
    """The theme and the proof, if the position is worth asking about; None where no deal fits what was seen.

    What looks clear by the plain way is proved by sides that think: over all deals if there are no more than the first
    of ``thought``, else over a sample of the second.
    """
    for most, sample in ((0, LOOK), (MOST_DEALS, SAMPLE)):
        look = prove(table, view, chance, most=most, sample=sample)
        if not look.deals or not is_clear(table, view, look)[0]:
            return None
    proof = prove(table, view, chance, most=thought[0], sample=thought[1], think=THINK)
    theme = theme_of_proof(table, view, proof)
    return (theme, proof) if theme else None


def theme_of_proof(table: GameTable, view: SeatView, proof: DealProof) -> str:
    """The theme of a position so proved; empty if its best play is not clearly so, or it is about nothing."""
    clear, obvious = is_clear(table, view, proof)
    return theme_of(table, view, proof, obvious) if clear else ""


def is_clear(table: GameTable, view: SeatView, proof: DealProof) -> tuple[bool, ProvedPlay]:
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


def _play(table: GameTable, hand: Hand, play: ProvedPlay) -> dict[str, Any]:
    place = place_of(table, hand, play.tile, play.to)
    return {
        "play": f"{place.tile}{_at(hand, place.tile, place.end)}",
        "points": play.points,
        "wins": play.wins,
        "knocks": play.knocks,
        "replies": play.replies,
        "blocks": play.blocks,
    }


def place_of(table: GameTable, hand: Hand, tile: int, to: int) -> LegalPlay:
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
