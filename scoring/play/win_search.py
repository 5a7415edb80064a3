"""The best play for the game when all hands lie open: the exact chance to win of every position of one hand.

Chances are in thousandths and those of the side to move, unless they say otherwise.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from scoring.play.bits import mask, single_bits
from scoring.play.board import Landed, land
from scoring.play.computer.player import SHARE
from scoring.play.computer.position import GAME, start_position, worth
from scoring.play.computer.table import GameTable, game_table
from scoring.play.hand import Hand
from scoring.play.layout import End, LegalPlay
from scoring.play.rules import Rules
from scoring.play.search import Play, Plays, close_in, ends_of, keepers, line_of
from scoring.play.tiles import Tile

WON = -1  # in place of a score
Scores: TypeAlias = tuple[int, int]

#: What a hand that is over is worth to side 0, from both scores; the side that is out, or None, and who played last.
Worth: TypeAlias = Callable[[int, int, int | None, int], int]
#: The tiles not yet played, as a mask; the ends; the seat to play; the scores of both sides.
Moment: TypeAlias = tuple[int, int, int, int, int]
Ask: TypeAlias = Callable[[Moment, int], int]
Follow: TypeAlias = Callable[[Moment, Play], tuple[int, Moment | None]]


@dataclass(frozen=True, slots=True)
class WinChoice:
    """A play open to the player to move, its points now, and the chance of their side to win the game after it."""

    tile: Tile
    end: End | None
    points: int
    chance: int


class WinSearch:
    """Chances of the positions of one deal; what one question finds out serves the next.

    ``worth_of`` values hands that are over; without it, by the table of the game.
    """

    def __init__(
        self, rules: Rules, dealt: Sequence[Sequence[Tile]], leader: int, worth_of: Worth | None = None
    ) -> None:
        table = game_table(rules, len(dealt))
        self.hands = tuple(map(mask, dealt))
        self.line = line_of(rules)
        self.plays = _plain_first(rules)
        self.lands = _lander(table.rules)
        self.chip = rules.chip
        self.keep = keepers(self.hands, rules.hand_end)
        self.worth = worth_of or _worth_by_table(table, leader)
        self._ask = _asker(self)

    def choices(self, hand: Hand, scores: Scores) -> tuple[WinChoice, ...]:
        """Every play open to the player to move, the best first; ``scores`` are those of the sides now.

        Of plays with the same chance the one with more points comes first.
        """
        choices = [
            WinChoice(each.tile, each.end, hand.rules.points(each.total), self._after(hand, each, scores))
            for each in hand.legal()
        ]
        return tuple(sorted(choices, key=lambda choice: (-choice.chance, -choice.points, choice.tile)))

    def value(self, hand: Hand, scores: Scores) -> int:
        """The chance of side 0 from a position, whoever is to move; of a hand that is over, what it leaves."""
        if hand.is_over:
            last = hand.last_play
            return self.worth(*scores, hand.out, hand.leader if last is None else last.seat)
        return of_seat(hand.turn, self._settle(self._moment(hand, scores)))

    def beats(self, hand: Hand, scores: Scores, chance: int) -> bool:
        """Whether the player to move has a play that gives their side more than this chance."""
        return chance < GAME and self._ask(self._moment(hand, scores), chance + 1) > chance

    def _moment(self, hand: Hand, scores: Scores) -> Moment:
        return sum(map(mask, hand.held)), ends_of(self.line, hand.layout), hand.turn, *scores

    def _after(self, hand: Hand, outcome: LegalPlay, scores: Scores) -> int:
        seat, side = hand.turn, hand.turn & 1
        rest = sum(map(mask, hand.held)) ^ mask((outcome.tile,))
        out = not rest & self.keep[seat]
        own = self.lands(scores[side], hand.rules.points(outcome.total) + self.chip * out, not hand.layout.joined)
        if own == WON:
            return GAME
        both = (scores[0], own) if side else (own, scores[1])
        if out:
            return of_seat(seat, self.worth(*both, side, seat))
        return GAME - self._settle((rest, ends_of(self.line, outcome.layout), (seat + 1) % len(self.hands), *both))

    def _settle(self, at: Moment) -> int:
        """The chance of the side to move."""
        return close_in(lambda bound: self._ask(at, bound), 0, GAME, GAME // 2)


def of_seat(seat: int, chance: int) -> int:
    """A chance of side 0 as the side of a seat has it, and the other way round."""
    return GAME - chance if seat & 1 else chance


def _asker(search: WinSearch) -> Ask:
    """Build the question that the search asks again and again; as a closure it finds its names fastest."""
    hands, fits, plays, worth_of = search.hands, search.line.fits, search.plays, search.worth
    then = tuple((seat + 1) % len(hands) for seat in range(len(hands)))
    follow = _follower(search, then)
    bounds: dict[Moment, tuple[int, int]] = {}

    def ask(at: Moment, threshold: int) -> int:
        """Is the chance at least ``asked``? An answer from it up is the least there is, below it the most."""
        left, ends, seat, first, second = at
        fit = left & fits[ends]
        if not fit:
            return of_seat(seat, worth_of(first, second, None, seat))
        can = fit & hands[seat]
        if not can:
            return GAME - ask((left, ends, then[seat], first, second), GAME + 1 - threshold)
        low, high = bounds.get(at, (0, GAME))
        if low >= threshold or high < threshold:
            return low if low >= threshold else high
        best = 0
        for play in plays(ends, can):
            chance, after = follow(at, play)
            best = max(best, chance if after is None else GAME - ask(after, GAME + 1 - threshold))
            if best >= threshold:
                break
        bounds[at] = (best, high) if best >= threshold else (low, best)
        return best

    return ask


def _follower(search: WinSearch, then: tuple[int, ...]) -> Follow:
    """What a play leads to: the chance of who made it where that ends the hand, else the next moment."""
    keep, chip, worth_of = search.keep, search.chip, search.worth
    empty, lands = search.line.empty, search.lands

    def follow(at: Moment, play: Play) -> tuple[int, Moment | None]:
        left, ends, seat, first, second = at
        pegs, bit, made = play
        rest = left ^ bit
        out = not rest & keep[seat]
        own = lands(second if seat & 1 else first, pegs + chip if out else pegs, ends == empty)
        if own == WON:
            return GAME, None
        first, second = (first, own) if seat & 1 else (own, second)
        if out:
            return of_seat(seat, worth_of(first, second, seat & 1, seat)), None
        return 0, (rest, made, then[seat], first, second)

    return follow


@lru_cache(maxsize=16)
def _plain_first(rules: Rules) -> Plays:
    """Plays for (ends, tiles that fit), each list worked out once: first those that the plain way of `player` likes.

    A good first play answers most questions, so the order decides how long a search takes.
    """
    table = line_of(rules)

    @cache
    def threat(ends: int) -> int:
        scores = (max((pegs for _, pegs in made), default=0) for made in table.steps[ends].values())
        return SHARE * sum(scores) // len(table.tiles)

    @lru_cache(maxsize=1 << 15)
    def plays(ends: int, can: int) -> tuple[Play, ...]:
        step = table.steps[ends]
        moves = [(pegs, bit, made) for bit in single_bits(can) for made, pegs in step[bit]]
        return tuple(sorted(moves, key=lambda play: threat(play[2]) - 1000 * play[0]))

    return plays


@lru_cache(maxsize=16)
def _lander(rules: Rules) -> Callable[[int, int, bool], int]:
    """The score after a play, looked up; `WON` where it wins the game."""

    @cache
    def lands(score: int, pegs: int, lead: bool) -> int:  # noqa: FBT001 - looked up a million times
        landing = land(rules, score, pegs, lead=lead)
        return WON if landing.how is Landed.WON else int(landing.score)

    return lands


def _worth_by_table(table: GameTable, leader: int) -> Worth:
    @cache
    def worth_of(first: int, second: int, out: int | None, last: int) -> int:
        position = start_position(table, [0] * table.players, [], leader, [first, second])
        position.out, position.last = out, last
        return worth(position)[0]

    return worth_of
