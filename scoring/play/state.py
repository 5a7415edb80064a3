"""A game at one moment: the board, the hand in play, the hands done, whose drop is next, and how a hand closes.

| clause | source | here |
|---|---|---|
| decided at the end of a hand: the highest score at the target or above | All Fives to 100 | `close_hand` |
| the lead passes to the left; or to who dominoed, by lot after a block | Pagat | `_next_leader` |
| who won the hand leads, out or by the fewest pips; else lot | gaming site | `_next_leader` |
| the settlement lands as pegs do, exact finish and all | Pagat, All Fives, variant | `close_hand` |
"""

from dataclasses import dataclass, field, replace

from scoring.play.board import Board, Landing, alone_at_target, new_board
from scoring.play.events import Event, Fact
from scoring.play.finding import IllegalEvent
from scoring.play.hand import Deal, Hand
from scoring.play.parameters import FinishWhen, LeadNext, Settlement
from scoring.play.rules import Rules
from scoring.play.settlement import Points, Settled


class GameError(IllegalEvent):
    """An event that this game cannot have had; ``ply`` is its number in the telling, ``token`` its id."""


@dataclass(frozen=True, slots=True)
class HandInPlay:
    """The hand on the table: as much of it as has been told."""

    leader: int | None
    deal: Deal | None
    pegs: tuple[int, ...]  # what was pegged a side, as it counted or not
    table: Hand | None = None
    gap: bool = False  # something was played that nobody wrote down

    def after(self, side: int, pegs: int, table: Hand | None) -> "HandInPlay":
        """The hand once a side has pegged; without a ``table`` there is a gap from here on."""
        pegged = (*self.pegs[:side], self.pegs[side] + pegs, *self.pegs[side + 1 :])
        return HandInPlay(self.leader, self.deal, pegged, table, gap=table is None)


@dataclass(frozen=True, slots=True)
class HandDone:
    """A hand that is over: who led it, the pegs a side, the side that went out, and what it settled for."""

    leader: int | None
    pegs: tuple[int, ...]
    out: int | None
    settled: Settled | None


@dataclass(frozen=True, slots=True)
class WrongClaim:
    """Pegs claimed that the table does not give. Too few are pegged as claimed; too many only as the table gives."""

    event: str
    side: int
    claimed: int
    right: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment. Begin with `new_game`."""

    rules: Rules
    players: int
    board: Board
    next_leader: int | None = None  # the seat with the next drop, None when it is drawn for
    hand: HandInPlay | None = None
    hands: tuple[HandDone, ...] = ()
    winner: int | None = None
    landing: Landing | None = None  # how the last pegs landed
    claims: tuple[WrongClaim, ...] = ()  # every wrong claim, called or not
    callable: WrongClaim | None = None  # the one on which "muggins" can be called now
    first_leader: int | None = None
    log: tuple[Event, ...] = field(default=(), compare=False)  # everything told, undone or not

    @property
    def scores(self) -> tuple[Points, ...]:
        return self.board.scores

    @property
    def sides(self) -> int:
        return len(self.board.tracks)

    def side_for(self, fact: Fact, side: int) -> int:
        """The side an event names; raises `GameError` ``side`` if there is no such side."""
        if not 0 <= side < self.sides:
            raise GameError("side", f"there is no side {side}", token=fact.id)
        return side


def new_game(rules: Rules, players: int = 2, leader: int | None = None) -> Game:
    """A game before the first hand, to the target that so many play to; ``leader`` won the drop, if that is known.

    Raises `GameError` ``players`` unless two, three or four play.
    """
    if not 2 <= players <= 4:
        raise GameError("players", f"{players} players: two, three or four can play", token=str(players))
    rules = rules.for_players(players)
    return Game(rules, players, new_board(rules.side_count(players), rules.starts), leader, first_leader=leader)


# --- how a hand that is over closes -------------------------------------------------------------------------------


def close_if_over(game: Game) -> Game:
    """The game with its hand closed, if the table shows that it is over and what it comes to."""
    hand = game.hand
    if game.winner is not None or hand is None or hand.table is None or not hand.table.is_over:
        return game
    settled = hand.table.settled()
    if settled is None and game.rules.settlement is not Settlement.NONE:
        return game  # the pips left are still to be told, by HandEnded
    return close_hand(game, hand, out=hand.table.out, settled=settled)


def close_hand(game: Game, hand: HandInPlay, *, out: int | None, settled: Settled | None) -> Game:
    """The game after ``hand``: ``out`` is the side that chipped out (None: blocked), ``settled`` None if not known."""
    done = HandDone(hand.leader, hand.pegs, out, settled)
    leader = _next_leader(game, hand, out, settled)
    game = replace(game, hand=None, hands=(*game.hands, done), next_leader=leader)
    if settled is not None and any(settled.points):
        board, landing, winner = game.board.settle(game.rules, settled.points)
        game = replace(game, board=board, landing=landing or game.landing, winner=winner)
    if game.winner is None and game.rules.finish_when is FinishWhen.HAND:
        game = replace(game, winner=alone_at_target(game.rules, game.scores))
    return game


def _next_leader(game: Game, hand: HandInPlay, out: int | None, settled: Settled | None) -> int | None:
    """The seat with the next drop, None if it is drawn for or cannot be known."""
    if settled is not None and settled.replay:
        return hand.leader
    if game.rules.lead_next not in {LeadNext.DOMINOED, LeadNext.WINNER}:
        return None if hand.leader is None else (hand.leader + 1) % game.players
    if out is not None and hand.table is not None and hand.table.last_play is not None:
        return hand.table.last_play.seat
    winner = out if settled is None or game.rules.lead_next is LeadNext.DOMINOED else settled.winner
    return winner if game.sides == game.players else None  # which of two partners leads is not known
