"""The crib board: where a side's pegs land.

| clause | source | here |
|---|---|---|
| the first to the target exactly wins; a score that would pass it is disregarded | Pagat; Teesdale rule 9 | `land` |
| the chip point joins the pegs of the last tile before the target is tested | Pagat | `land`, ``pegs`` holds both |
| bounce: the excess counts backwards, 59 + 8 is 55 | Pagat, variant | `land` |
| the winning points cannot be scored on the down | Teesdale rule 10; Leek | `land`, ``lead`` |
| a revoke: back 8, or the opponent on 8 if there are fewer | Leek | `penalise` |
| a settlement brings two sides home: the higher wins, a tie plays on | not told; as on the gaming site | `settle` |
| two pegs a side leap-frog, so that the score before is always seen | crib boards | `SidePegs` |
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.play.rules import Finish, FinishWhen, Overshoot, Rules
from scoring.play.settlement import Points


class Landed(StrEnum):
    """What became of pegs: counted, counted and won, bust (disregarded), bounced, or barred on the drop."""

    PEGGED = "pegged"
    WON = "won"
    BUST = "bust"
    BOUNCED = "bounced"
    BARRED = "barred"


@dataclass(frozen=True, slots=True)
class Landing:
    score: Points
    how: Landed


def land(rules: Rules, score: Points, pegs: Points, *, lead: bool = False) -> Landing:
    """Where a side on ``score`` stands after ``pegs`` scored at once, a chip point among them.

    ``lead`` says that the tile was the drop, the one that opened the hand; the opponent's first tile is no drop.
    """
    new = score + pegs
    if rules.finish_when is FinishWhen.HAND or new < rules.target:
        return Landing(new, Landed.PEGGED)
    if rules.finish is Finish.REACH or new == rules.target:
        barred = lead and not rules.lead_may_win
        return Landing(score, Landed.BARRED) if barred else Landing(new, Landed.WON)
    if rules.overshoot is Overshoot.BOUNCE:
        return Landing(2 * rules.target - new, Landed.BOUNCED)
    return Landing(score, Landed.BUST)


def alone_at_target(rules: Rules, scores: Sequence[Points]) -> int | None:
    """The side alone with the highest score, if that is the target or more: how a game is decided when a hand ends."""
    best = max(scores)
    return scores.index(best) if best >= rules.target and scores.count(best) == 1 else None


@dataclass(frozen=True, slots=True)
class SidePegs:
    """One side of the board: the front peg shows the score, the back peg the score before it."""

    front: Points = 0
    back: Points = 0

    def move(self, score: Points) -> "SidePegs":
        """The back peg leaps to ``score``; pegs that do not move the score do not move."""
        return self if score == self.front else SidePegs(score, self.front)


@dataclass(frozen=True, slots=True)
class Board:
    tracks: tuple[SidePegs, ...]

    @property
    def scores(self) -> tuple[Points, ...]:
        return tuple(track.front for track in self.tracks)

    def peg(self, rules: Rules, side: int, pegs: Points, *, lead: bool = False) -> tuple["Board", Landing]:
        """The board after a side scores ``pegs`` at once, and how they landed."""
        landing = land(rules, self.tracks[side].front, pegs, lead=lead)
        return self.put(side, landing.score), landing

    def settle(self, rules: Rules, points: tuple[Points, ...]) -> tuple["Board", Landing | None, int | None]:
        """The board after a settlement of so many points a side, the last landing on it, and the side that has won.

        All are settled at once: should two sides reach the target by it, the higher wins and a tie plays on.
        """
        board, last = self, None
        won: dict[int, Points] = {}
        for side, scored in enumerate(points):
            if scored > 0:
                board, last = board.peg(rules, side, scored)
                if last.how is Landed.WON:
                    won[side] = last.score
            elif scored < 0:
                board = board.put(side, board.scores[side] + scored)
        best = [side for side, score in won.items() if score == max(won.values())]
        return board, last, best[0] if len(best) == 1 else None

    def put(self, side: int, score: Points) -> "Board":
        """The board with one side moved to ``score``, whatever the rules."""
        tracks = self.tracks
        return Board((*tracks[:side], tracks[side].move(score), *tracks[side + 1 :]))

    def peg_back(self, side: int, pegs: int) -> "Board":
        """The board with a side moved back, to nought at most."""
        return self.put(side, max(0, self.tracks[side].front - pegs))

    def penalise(self, rules: Rules, side: int, opponent: int) -> tuple["Board", Landing]:
        """The board after a revoke: the offender goes back; with too few pegs, the opponent goes on.

        The opponent's pegs land as any others do: they may bust, and may win. The landing is that of whoever moved.
        """
        front = self.tracks[side].front
        if front >= rules.revoke_penalty:
            back = self.peg_back(side, rules.revoke_penalty)
            return back, Landing(back.tracks[side].front, Landed.PEGGED)
        return self.peg(rules, opponent, rules.revoke_penalty)


def new_board(sides: int, starts: tuple[int, ...] = ()) -> Board:
    """Every side off the board, or with its front peg on the hole that it starts on."""
    return Board(tuple(SidePegs(starts[side] if side < len(starts) else 0) for side in range(sides)))
