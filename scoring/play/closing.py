"""How a hand that is over closes: the settlement on the board, a win at the end of a hand, and the next drop.

Knows what the end of a hand does to a game. Refuses to know how the hand got there, or what is pegged during play.

| clause | source | here |
|---|---|---|
| decided at the end of a hand: the highest score at the target or above | All Fives to 100 | `_highest` |
| the lead passes to the left; or to who dominoed, by lot after a block | Pagat | `_next_leader` |
| who won the hand leads, out or by the fewest pips; else lot | gaming site | `_next_leader` |
| the settlement lands as pegs do, exact finish and all | Pagat, All Fives, variant | `_settle` |
"""

from dataclasses import replace

from scoring.play.board import Landed
from scoring.play.rules import FinishWhen, LeadNext, Settlement
from scoring.play.settlement import Points, Settled
from scoring.play.state import Game, HandDone, HandInPlay


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
        game = _settle(game, settled)
    if game.winner is None and game.rules.finish_when is FinishWhen.HAND:
        game = replace(game, winner=_highest(game.scores, game.rules.target))
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


def _settle(game: Game, settled: Settled) -> Game:
    """The settlement on the board. Should two sides reach the target by it, the higher wins and a tie plays on."""
    board, landing = game.board, game.landing
    won: dict[int, Points] = {}
    for side, points in enumerate(settled.points):
        if points > 0:
            board, landing = board.peg(game.rules, side, points)
            if landing.how is Landed.WON:
                won[side] = landing.score
        elif points < 0:
            board = board.put(side, board.scores[side] + points)
    best = [side for side, score in won.items() if score == max(won.values())]
    return replace(game, board=board, landing=landing, winner=best[0] if len(best) == 1 else None)


def _highest(scores: tuple[Points, ...], target: int) -> int | None:
    """The side alone with the highest score, if that is the target or more."""
    best = max(scores)
    return scores.index(best) if best >= target and scores.count(best) == 1 else None
