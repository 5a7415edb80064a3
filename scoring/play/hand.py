"""One hand: from the deal to the tile that chips out, or to the block.

Seats are numbered from 0 clockwise; in pairs seats 0 and 2 play seats 1 and 3. A hand need not be known in full: a seat
may hold tiles that nobody has written down, and then only what is known is held against them.

| clause | source | here |
|---|---|---|
| one tile opens the hand; any tile may be led | Pagat; Teesdale rule 4 | `Hand.play` |
| play if you can, otherwise knock; no knock with a tile that fits | Pagat; Teesdale rule 5 | `Hand.knock` |
| who cannot play draws until a tile fits and plays it; a reserve is never drawn | Pagat, All Fives | `Hand.draw` |
| again after a score or a double; a drawn tile ends the turn | Seven-Toed Pete, Horse Race | `Hand.plays_again` |
| or again only with a score or a double, else the turn passes | a third reading | `Hand.passed_on` |
| without a double or a scoring tile the lead passes on | Seven-Toed Pete | `Hand.knock` |
| a player who is out is passed over | Pagat | `_next_seat` |
| out: a player, both partners, or not until all are blocked | Pagat; Teesdale rule 7; Leek | `_side_out` |
| a point for chipping out, with the last tile; in pairs with the second partner's | Pagat | `Hand.play` |
| blocked: nobody who holds a tile can play | Pagat | `_is_blocked` |
| a last tile that gives another turn: out; or they draw and play on | two readings | `Hand.play` |
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NoReturn, TypeVar

from scoring.play.events import BoneyardDraw, Knock, Play, Turn
from scoring.play.finding import IllegalEvent
from scoring.play.layout import End, Layout, LayoutError, LegalPlay
from scoring.play.rules import DrawRule, HandEnd, LastTile, LeadTile, MultiTurn, Rules
from scoring.play.settlement import Settled, settle
from scoring.play.tiles import Tile, domino_set

Deal = tuple[tuple[Tile, ...] | None, ...]
_T = TypeVar("_T")


def _with_value(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _next_seat(left: tuple[int, ...], seat: int) -> int:
    """The next seat clockwise that holds tiles; the same seat if no other does."""
    players = len(left)
    return next((s for s in ((seat + step) % players for step in range(1, players)) if left[s]), seat)


def _side_out(rules: Rules, left: tuple[int, ...], seat: int) -> bool:
    """Whether the tile just played by ``seat`` was the one that puts its side out."""
    if left[seat]:
        return False
    if rules.hand_end is HandEnd.FIRST_OUT:
        return True
    players = len(left)
    side = rules.side_of(seat, players)
    return not any(left[other] for other in range(players) if rules.side_of(other, players) == side)


class HandError(IllegalEvent):
    """Something that cannot be done in this hand now; ``ply`` is the turn it would have been, from 1."""


class Ended(StrEnum):
    OUT = "out"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand at one moment. Begin with `start_hand`; each move gives a new hand."""

    rules: Rules
    leader: int
    held: tuple[tuple[Tile, ...], ...]  # the tiles known to be with each seat
    left: tuple[int, ...]  # how many tiles each seat has, known or not
    sleeping: int  # tiles in the boneyard
    layout: Layout
    turn: int
    pegs: tuple[int, ...]  # points of this hand a side, chip points included
    history: tuple[Turn, ...] = ()
    knocks: int = 0  # in succession, since the last tile
    drew: bool = False  # the player to move has drawn in this turn
    going_on: bool = False  # the player to move has played in this turn, and goes on only with a tile that scores
    out: int | None = None  # the side that chipped out first
    ended: Ended | None = None

    @property
    def players(self) -> int:
        return len(self.left)

    @property
    def ply(self) -> int:
        """The number of the turn to come, from 1."""
        return len(self.history) + 1

    @property
    def is_over(self) -> bool:
        return self.ended is not None

    @property
    def last_play(self) -> Play | None:
        """The tile played last, over any knocks and draws since."""
        return next((turn for turn in reversed(self.history) if isinstance(turn, Play)), None)

    def side_of(self, seat: int) -> int:
        return self.rules.side_of(seat, self.players)

    def is_known(self, seat: int) -> bool:
        return len(self.held[seat]) == self.left[seat]

    def unseen(self) -> tuple[Tile, ...]:
        """The tiles of the set that are neither on the table nor known to be in a hand."""
        seen_tiles = {*self.layout.tiles, *(tile for tiles in self.held for tile in tiles)}
        return tuple(tile for tile in domino_set(self.rules.set_max) if tile not in seen_tiles)

    def legal(self) -> tuple[LegalPlay, ...]:
        """Every play open to the player to move that makes a difference; empty when they must draw or knock.

        For a player whose tiles are not all known, the unseen tiles are counted as theirs.
        """
        if self.is_over:
            return ()
        tiles = self.held[self.turn] if self.is_known(self.turn) else (*self.held[self.turn], *self.unseen())
        if not self.layout.joined:
            tiles = tuple(tile for tile in tiles if self._may_lead(tile))
        return tuple(play for play in self.layout.legal(tiles) if not self.going_on or self._scores(play))

    def can_play(self) -> bool:
        return next(self._playable_tiles(), None) is not None

    def _playable_tiles(self) -> Iterator[Tile]:
        held = self.held[self.turn]
        if self.going_on:
            return (play.tile for play in self.layout.legal(held) if self._scores(play))
        return filter(self.layout.fits if self.layout.joined else self._may_lead, held)

    def can_draw(self) -> bool:
        drawing = self.rules.draw is DrawRule.UNTIL_PLAYABLE and not self.going_on
        return drawing and self.sleeping > self.rules.reserve

    def play(self, tile: Tile, at: End | Tile | None = None) -> "Hand":
        """The player to move plays ``tile``, ``at`` an end or host tile where that makes a difference.

        Raises `HandError`: ``hand_over``, ``not_held``, ``not_in_set``, ``lead_tile``, or a code of `Layout.play`.
        """
        seat = self.turn
        self._check_held(tile)
        try:
            layout = self.layout.play(tile, at)
        except LayoutError as error:
            raise HandError(error.code, str(error), token=error.token, ply=self.ply) from error
        if not self.layout.joined and not self._may_lead(tile):
            self._refuse("lead_tile", f"{tile} may not be led", str(tile))
        total = layout.total
        points = self.rules.points(total)
        if self.going_on and not (points or tile.is_double):
            self._refuse("goes_on", f"{tile} neither scores there nor is a double, and the turn has passed", str(tile))
        held = _with_value(self.held, seat, tuple(other for other in self.held[seat] if other != tile))
        left = _with_value(self.left, seat, self.left[seat] - 1)
        again = self.plays_again(tile, points)
        draws_on = again and not left[seat] and self.rules.last_tile is LastTile.DRAW and self.can_draw()
        side = self.side_of(seat)
        first_out = self.out is None and not draws_on and _side_out(self.rules, left, seat)
        chip = self.rules.chip if first_out else 0
        played = Play(seat, tile, layout.joined[-1].host, total, points, chip)
        hand = Hand(
            self.rules,
            self.leader,
            held,
            left,
            self.sleeping,
            layout,
            seat if draws_on or (again and left[seat]) else _next_seat(left, seat),
            _with_value(self.pegs, side, self.pegs[side] + points + chip),
            (*self.history, played),
            out=side if first_out else self.out,
            going_on=self.rules.multi_turn is MultiTurn.SCORING_ONLY and again and left[seat] > 0,
        )
        if hand.going_on and hand.is_known(seat) and not hand.can_play():
            hand = hand.passed_on()
        return hand if draws_on else _closed(hand)

    def passed_on(self) -> "Hand":
        """The same moment, the player to move not going on."""
        return replace(self, turn=_next_seat(self.left, self.turn), going_on=False)

    def for_seat(self, seat: int) -> "Hand":
        """The moment at which ``seat`` moves: the player before may have had no tile to go on with."""
        passed = self.going_on and seat != self.turn and not self.can_play()
        return self.passed_on() if passed else self

    def knock(self, *, revoke: bool = False) -> "Hand":
        """The player to move passes.

        Raises `HandError` ``can_play`` if they are known to hold a tile that fits, ``must_draw`` if they should first
        draw. A knock that did happen although a tile fitted is recorded with ``revoke=True``, which overrides both.
        """
        if self.is_over:
            self._refuse("hand_over", "the hand is over", "knock")
        if self.going_on and not self.can_play():
            return self.passed_on()
        if not revoke:
            if self.can_play():
                fits = next(self._playable_tiles())
                self._refuse("can_play", f"a knock is not allowed: {fits} can be played", "knock")
            if self.can_draw() and self.layout.joined:
                self._refuse("must_draw", "a tile must be drawn first", "knock")
        hand = replace(
            self,
            turn=_next_seat(self.left, self.turn),
            history=(*self.history, Knock(self.turn, revoke)),
            knocks=self.knocks + 1,
            drew=False,
            going_on=False,
        )
        return _closed(hand)

    def draw(self, tile: Tile | None) -> "Hand":
        """The player to move takes ``tile`` from the boneyard (None if it was not seen) and is still to move.

        Raises `HandError` ``hand_over``, ``no_drawing``, ``boneyard_empty``, ``can_play`` or ``not_asleep``.
        """
        token = "*" if tile is None else str(tile)
        if self.is_over:
            self._refuse("hand_over", "the hand is over", token)
        if self.rules.draw is DrawRule.NONE:
            self._refuse("no_drawing", "nobody draws in this game", token)
        if not self.can_draw():
            self._refuse("boneyard_empty", "no tile is left that may be drawn", token)
        if not self.layout.joined or self.can_play():
            self._refuse("can_play", "only a player who cannot play draws", token)
        if tile is not None and tile not in self.unseen():
            self._refuse("not_asleep", f"{tile} is not in the boneyard", token)
        held = self.held if tile is None else _with_value(self.held, self.turn, (*self.held[self.turn], tile))
        hand = replace(
            self,
            held=held,
            left=_with_value(self.left, self.turn, self.left[self.turn] + 1),
            sleeping=self.sleeping - 1,
            history=(*self.history, BoneyardDraw(self.turn, tile)),
            knocks=0,
            drew=True,
        )
        return _closed(hand)

    def plays_again(self, tile: Tile, points: int) -> bool:
        """Whether the player to move has another turn after playing ``tile`` for ``points``."""
        return self.rules.multi_turn is not MultiTurn.NONE and not self.drew and (points > 0 or tile.is_double)

    def _scores(self, play: LegalPlay) -> bool:
        return play.tile.is_double or self.rules.points(play.total) > 0

    def pips_left(self) -> tuple[int, ...] | None:
        """The pips with each seat, or None while some tile is unknown."""
        if not all(map(self.is_known, range(self.players))):
            return None
        return tuple(sum(tile.pips for tile in tiles) for tiles in self.held)

    def settled(self) -> Settled | None:
        """What the hand comes to besides the pegs of play; None while it goes on or somebody's pips are not known."""
        pips = self.pips_left()
        return None if self.ended is None or pips is None else settle(self.rules, pips, self.out)

    def _may_lead(self, tile: Tile) -> bool:
        match self.rules.lead_tile:
            case LeadTile.SCORING_OR_DOUBLE:
                return tile.is_double or self.rules.points(tile.pips) > 0
            case LeadTile.HIGHEST_DOUBLE:
                doubles = [other for tiles in self.held for other in tiles if other.is_double]
                return tile.is_double and tile >= max(doubles, default=tile)
        return True

    def _check_held(self, tile: Tile) -> None:
        if self.is_over:
            self._refuse("hand_over", "the hand is over", str(tile))
        if tile in self.held[self.turn]:
            return
        if tile.high > self.rules.set_max:
            self._refuse("not_in_set", f"{tile} is not in a double-{self.rules.set_max} set", str(tile))
        elsewhere = any(tile in tiles for tiles in self.held)
        if elsewhere or (self.is_known(self.turn) and tile not in self.layout.tiles):
            self._refuse("not_held", f"the player to move does not hold {tile}", str(tile))

    def _refuse(self, code: str, message: str, token: str) -> NoReturn:
        raise HandError(code, message, token=token, ply=self.ply)


def _closed(hand: Hand) -> Hand:
    if not any(hand.left) or (hand.out is not None and hand.rules.hand_end is not HandEnd.ALL_BLOCKED):
        return replace(hand, ended=Ended.OUT)
    return replace(hand, ended=Ended.BLOCKED) if _is_blocked(hand) else hand


def _is_blocked(hand: Hand) -> bool:
    """Whether nobody who holds a tile can play: as far as the tiles are known, or because all have knocked in turn."""
    if hand.knocks >= sum(1 for left in hand.left if left):
        return True
    if not hand.layout.joined or hand.can_draw():
        return False
    fits = hand.layout.fits
    if any(fits(tile) for tiles in hand.held for tile in tiles):
        return False
    all_known = all(map(hand.is_known, range(hand.players)))
    return all_known or not any(map(fits, hand.unseen()))


def start_hand(rules: Rules, deal: Deal, leader: int) -> Hand:
    """A hand as dealt: each seat's tiles, or None for tiles not written down, of which the rules tell the number.

    A deal of another size than the rules say is accepted. Raises `HandError` for what cannot be: ``players``,
    ``leader``, ``not_in_set``, ``dealt_twice``, or ``no_double`` where the highest double must be led.
    """
    if not 2 <= len(deal) <= 4:
        raise HandError("players", f"{len(deal)} players: two, three or four can play", token=str(len(deal)))
    if not 0 <= leader < len(deal):
        raise HandError("leader", f"there is no seat {leader}", token=str(leader))
    dealt_tiles: set[Tile] = set()
    for tile in (tile for tiles in deal for tile in tiles or ()):
        if tile.high > rules.set_max:
            raise HandError("not_in_set", f"{tile} is not in a double-{rules.set_max} set", token=str(tile))
        if tile in dealt_tiles:
            raise HandError("dealt_twice", f"{tile} is dealt twice", token=str(tile))
        dealt_tiles.add(tile)
    left = tuple(rules.tiles_each(len(deal)) if tiles is None else len(tiles) for tiles in deal)
    held = tuple(tiles or () for tiles in deal)
    sleeping = len(domino_set(rules.set_max)) - sum(left)
    if rules.lead_tile is LeadTile.HIGHEST_DOUBLE and None not in deal:
        doubles = [(tile, seat) for seat, tiles in enumerate(held) for tile in tiles if tile.is_double]
        if not doubles:
            raise HandError("no_double", "nobody holds a double to lead: deal again")
        leader = max(doubles)[1]
    pegs = (0,) * rules.side_count(len(deal))
    return Hand(rules, leader, held, left, sleeping, Layout(rules.spinner), leader, pegs)
