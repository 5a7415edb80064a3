"""A game at one moment: the board, the hand in play, the hands done, and whose drop is next.

Knows what there is to know between two events. Refuses to know how any event changes it: see `game` and `closing`.
"""

from dataclasses import dataclass, field

from scoring.play.board import Board, Landing, new_board
from scoring.play.deal import Deal
from scoring.play.events import Event, Fact
from scoring.play.hand import Hand
from scoring.play.illegal import IllegalEvent
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
