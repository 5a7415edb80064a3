"""One game: hands to the target, as a fold of what happened.

`replay` is the whole of it: a game is what its events say, and no state need be kept.

A hand is followed tile by tile for as long as every tile is told. Pegs or a total without a tile leave a gap in it;
from there to the end of the hand the table is unknown, and a tile is worth what was claimed for it.

| clause | source | here |
|---|---|---|
| points are pegged as they are made; the first to the target wins | Pagat; Teesdale rules 6, 9 | `_peg` |
| "muggins": points not claimed go to who calls, points wrongly claimed to the opponent | Foster | `_muggins` |
| a revoke, shown when the tiles are turned up: back 8, or the opponent on 8 | Leek | `_penalise` |
| decided at the end of a hand: the highest score at the target or above | All Fives to 100 | `close_hand` |
| the settlement lands as pegs do, exact finish and all | Pagat, All Fives, variant | `close_hand` |
| the lead passes to the left; or to who dominoed, by lot after a block | Pagat | `_next_leader` |
| who won the hand leads, out or by the fewest pips; else lot | gaming site | `_next_leader` |
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from scoring.play.board import Board, Landed, Landing, alone_at_target, new_board
from scoring.play.events import (
    Corrected,
    Drew,
    Event,
    Fact,
    HandEnded,
    HandStarted,
    Inserted,
    Knocked,
    MugginsCalled,
    Pegged,
    PeggedBack,
    Play,
    RevokeShown,
    TilePlayed,
    TotalCalled,
    Undone,
    facts,
    standing_events,
)
from scoring.play.finding import IllegalEvent
from scoring.play.hand import Deal, Hand, start_hand
from scoring.play.rules import FinishWhen, LeadNext, Rules, Settlement
from scoring.play.settlement import Points, Settled, settle
from scoring.play.tiles import pips_in_set


class GameError(IllegalEvent):
    """An event that this game cannot have had; ``ply`` is its number in the telling, ``token`` its id."""


@dataclass(frozen=True, slots=True)
class HandInPlay:
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


# --- how a hand that is over closes -----------------------------------------------------------------------------------
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


# --- one fact after another -------------------------------------------------------------------------------------------
def apply(game: Game, event: Event) -> Game:
    """The game after one more event. An event already told changes nothing; an undo or correction retells the game.

    Raises an `IllegalEvent`: `GameError`, `HandError` for what the table does not allow, or `HistoryError`.
    """
    if isinstance(event, Undone | Corrected | Inserted) or any(each.id == event.id for each in game.log):
        return replay(new_game(game.rules, game.players, game.first_leader), (*game.log, event))
    return replace(_enter_all(game, (event,), len(game.log) + 1), log=(*game.log, event))


def replay(start: Game, events: Iterable[Event]) -> Game:
    """The game that the events tell, from a `new_game`. Raises as `apply` does."""
    log = tuple(events)
    return replace(_enter_all(start, facts(standing_events(log)), 1), log=log)


def _enter_all(game: Game, further: Iterable[Fact], number: int) -> Game:
    """The game after these facts, the first of which is the fact of this ``number``; an error says which it was."""
    for ply, fact in enumerate(further, start=number):
        try:
            game = enter(game, fact)
        except GameError as error:
            error.ply = ply
            raise
    return game


def enter(game: Game, fact: Fact) -> Game:  # noqa: C901, PLR0911 - one case for each kind of fact
    """The game after one fact that stands."""
    if game.winner is not None:
        raise GameError("game_over", "the game is over", token=fact.id)
    match fact:
        case HandStarted():
            return _start_hand(game, fact)
        case Pegged():
            return _peg_without_tile(game, fact, fact.pegs)
        case TotalCalled():
            if not 0 <= fact.total <= pips_in_set(game.rules.set_max):
                raise GameError("total", f"no ends add up to {fact.total}", token=fact.id)
            chip = game.rules.chip if fact.chip else 0
            return _peg_without_tile(game, fact, game.rules.points(fact.total) + chip)
        case TilePlayed():
            return _play_tile(game, fact)
        case Knocked() | Drew():
            return _pass_or_draw(game, fact)
        case HandEnded():
            return _end_hand(game, fact)
        case MugginsCalled():
            return _muggins(game, fact)
        case RevokeShown():
            return _penalise(game, fact)
        case PeggedBack():
            return _peg_back(game, fact)


def _start_hand(game: Game, fact: HandStarted) -> Game:
    if game.hand is not None:
        followed = game.hand.table is not None and not game.hand.table.is_over
        if followed or game.rules.settlement is not Settlement.NONE or game.rules.finish_when is FinishWhen.HAND:
            raise GameError("hand_not_over", "the hand before is not over", token=fact.id)
        game = close_hand(game, game.hand, out=None, settled=None)
    leader = game.next_leader if fact.leader is None else fact.leader
    if leader is not None and not 0 <= leader < game.players:
        raise GameError("leader", f"there is no seat {leader}", token=fact.id)
    if fact.deal is not None and len(fact.deal) != game.players:
        raise GameError("players", f"{len(fact.deal)} hands are dealt to {game.players} players", token=fact.id)
    return replace(game, hand=_new_hand(game, leader, fact.deal), callable=None)


def _new_hand(game: Game, leader: int | None, deal: Deal | None) -> HandInPlay:
    table = None
    if deal is not None and leader is not None:
        table = start_hand(game.rules.for_hand(len(game.hands) + 1), deal, leader)
        leader = table.leader
    return HandInPlay(leader, deal, (0,) * game.sides, table)


def _peg_without_tile(game: Game, fact: Pegged | TotalCalled, pegs: int) -> Game:
    side = game.side_for(fact, fact.side)
    if pegs < 0:
        raise GameError("negative", "pegs go forward; to go back is another event", token=fact.id)
    hand = game.hand or _new_hand(game, game.next_leader, None)
    if hand.table is not None and hand.table.is_over:
        raise GameError("hand_over", "the hand is over; only its end is to be told", token=fact.id)
    lead = fact.lead
    if lead is None:  # the first that is told of a hand, and the drop is theirs or not known
        begun = hand.gap or (hand.table is not None and bool(hand.table.layout.joined))
        lead = not begun and (hand.leader is None or game.rules.side_of(hand.leader, game.players) == side)
    return _peg(game, hand.after(side, pegs, None), side, pegs, lead=lead)


def _peg(game: Game, hand: HandInPlay | None, side: int, pegs: int, *, lead: bool) -> Game:
    """The game after a side scores ``pegs`` at once, with ``hand`` as it now stands."""
    board, landing = game.board.peg(game.rules, side, pegs, lead=lead)
    winner = side if landing.how is Landed.WON else None
    return replace(game, board=board, hand=hand, landing=landing, winner=winner, callable=None)


def _play_tile(game: Game, fact: TilePlayed) -> Game:
    _check_seat(game, fact)
    if fact.claimed is not None and fact.claimed < 0:
        raise GameError("negative", "no claim is below nought", token=fact.id)
    side = game.rules.side_of(fact.seat, game.players)
    hand = game.hand or _new_hand(game, fact.seat, None)
    if hand.gap:
        if fact.claimed is None:
            raise GameError("table_unknown", "after a gap, say what the tile pegged", token=fact.id)
        return _peg(game, hand.after(side, fact.claimed, None), side, fact.claimed, lead=False)
    if hand.table is None:
        leader = fact.seat if hand.leader is None else hand.leader
        hand = _new_hand(game, leader, hand.deal or (None,) * game.players)
    table = _to_move(hand, fact).play(fact.tile, fact.at)
    play = table.last_play
    assert isinstance(play, Play)
    right = play.points + play.chip
    claimed = right if fact.claimed is None else fact.claimed
    lead = play.host is None
    pegs = min(claimed, right)
    game = _peg(game, hand.after(side, pegs, table), side, pegs, lead=lead)
    if claimed != right:
        wrong = WrongClaim(fact.id, side, claimed, right)
        game = replace(game, claims=(*game.claims, wrong), callable=wrong)
    return close_if_over(game)


def _check_seat(game: Game, fact: TilePlayed | Knocked | Drew) -> None:
    if not 0 <= fact.seat < game.players:
        raise GameError("seat", f"there is no seat {fact.seat}", token=fact.id)


def _to_move(hand: HandInPlay, fact: TilePlayed | Knocked | Drew) -> Hand:
    table = hand.table
    if table is None:
        raise GameError("table_unknown", "the tiles of this hand are not being told", token=fact.id)
    table = table.for_seat(fact.seat)
    if not table.is_over and table.turn != fact.seat:
        raise GameError("not_your_turn", f"seat {table.turn} is to move, not seat {fact.seat}", token=fact.id)
    return table


def _pass_or_draw(game: Game, fact: Knocked | Drew) -> Game:
    """A knock or a draw. Where the table is not followed it is true and changes nothing."""
    hand = game.hand
    if hand is None:
        raise GameError("no_hand", "no hand is in play", token=fact.id)
    _check_seat(game, fact)
    if hand.table is None:
        return replace(game, callable=None)
    table = _to_move(hand, fact)
    table = table.knock(revoke=fact.revoke) if isinstance(fact, Knocked) else table.draw(fact.tile)
    return close_if_over(replace(game, hand=replace(hand, table=table), callable=None))


def _end_hand(game: Game, fact: HandEnded) -> Game:
    hand = game.hand
    if hand is None:
        raise GameError("no_hand", "no hand is in play", token=fact.id)
    if fact.pips is not None and len(fact.pips) != game.players:
        raise GameError("pips", f"pips are told for {len(fact.pips)} of {game.players} players", token=fact.id)
    pips_left = fact.pips or ()
    if any(count < 0 for count in pips_left) or sum(pips_left) > pips_in_set(game.rules.set_max):
        raise GameError("pips", f"nobody can hold so many: {fact.pips}", token=fact.id)
    if fact.out is not None:
        game.side_for(fact, fact.out)
    out = hand.table.out if hand.table is not None and hand.table.is_over else fact.out
    pips = fact.pips
    if pips is None and hand.table is not None:
        pips = hand.table.pips_left()
    if pips is None and game.rules.settlement is Settlement.HAND and out is not None:
        pips = (0,) * game.players  # who is out has won, whatever the others hold
    if pips is None and game.rules.settlement is not Settlement.NONE:
        raise GameError("pips", "say how many pips each player has left", token=fact.id)
    return close_hand(game, hand, out=out, settled=None if pips is None else settle(game.rules, pips, out))


def _muggins(game: Game, fact: MugginsCalled) -> Game:
    game.side_for(fact, fact.side)
    claim = game.callable
    if not game.rules.muggins_call:
        raise GameError("no_muggins", "“muggins” is not called in this game", token=fact.id)
    if claim is None or claim.side == fact.side:
        raise GameError("nothing_to_call", "no opponent has just made a wrong claim", token=fact.id)
    return _peg(game, game.hand, fact.side, abs(claim.right - claim.claimed), lead=False)


def _penalise(game: Game, fact: RevokeShown) -> Game:
    game.side_for(fact, fact.side)
    if not game.rules.revoke_penalty:
        raise GameError("no_penalty", "these rules have no penalty for a revoke", token=fact.id)
    opponent = fact.opponent
    if opponent is None:
        if game.sides > 2:
            raise GameError("opponent", "say which opponent is paid", token=fact.id)
        opponent = 1 - fact.side
    game.side_for(fact, opponent)
    if opponent == fact.side:
        raise GameError("opponent", "the offender is not paid for their own revoke", token=fact.id)
    board, landing = game.board.penalise(game.rules, fact.side, opponent)
    won = landing.how is Landed.WON
    return replace(game, board=board, landing=landing, winner=opponent if won else None, callable=None)


def _peg_back(game: Game, fact: PeggedBack) -> Game:
    if fact.pegs < 0:
        raise GameError("negative", "say how many pegs to go back, not below nought", token=fact.id)
    board = game.board.peg_back(game.side_for(fact, fact.side), fact.pegs)
    return replace(game, board=board, landing=None, callable=None)
