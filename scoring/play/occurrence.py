"""One thing that happened in a game, as those who look on read it: what an event did to the game."""

from dataclasses import dataclass

from scoring.play.board import Landed
from scoring.play.events import (
    Drew,
    Fact,
    HandEnded,
    HandStarted,
    Knocked,
    MugginsCalled,
    Pegged,
    PeggedBack,
    RevokeShown,
    TilePlayed,
    TotalCalled,
)
from scoring.play.settlement import Points
from scoring.play.state import Game


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One thing that happened: to which side (None: to both), with how many pegs, and that side's score after it.

    `how` is one of pegged, won, bust, bounced, barred, knocked, out, blocked, back, undone, corrected, inserted.
    """

    id: str
    side: int | None
    pegs: int
    how: str
    score: Points | None


def happened(event_id: str, fact: Fact, before: Game, after: Game) -> Occurrence | None:  # noqa: PLR0911 - one case a kind
    """What a fact that was entered is told as; None for what is not worth a line: a deal, a draw."""
    closed = len(after.hands) > len(before.hands)
    out = after.hands[-1].out if closed else None
    match fact:
        case HandStarted() | Drew():
            return None
        case HandEnded():
            return _line(event_id, out, 0, "blocked" if out is None else "out", after)
        case Knocked():
            if closed:
                return _line(event_id, None, 0, "blocked", after)
            return _line(event_id, after.rules.side_of(fact.seat, after.players), 0, "knocked", after)
        case PeggedBack():
            return _line(event_id, fact.side, fact.pegs, "back", after)
        case RevokeShown():
            return _revoked(event_id, fact, before, after)
        case MugginsCalled():
            called = before.callable
            return _line(
                event_id, fact.side, abs(called.right - called.claimed) if called else 0, _landed(after), after
            )
    side = after.rules.side_of(fact.seat, after.players) if isinstance(fact, TilePlayed) else fact.side
    how = _landed(after)
    return _line(event_id, side, _pegs(fact, side, before, after), "out" if closed and how == "pegged" else how, after)


def _pegs(fact: Pegged | TotalCalled | TilePlayed, side: int, before: Game, after: Game) -> int:
    """What a side pegged at once, whether or not it counted: the chip point among it."""
    if isinstance(fact, Pegged):
        return fact.pegs
    hand = after.hand if len(after.hands) == len(before.hands) else after.hands[-1]
    had = before.hand.pegs[side] if before.hand is not None else 0
    return hand.pegs[side] - had if hand is not None else 0


def _revoked(event_id: str, fact: RevokeShown, before: Game, after: Game) -> Occurrence:
    """A revoke moves the offender back, or if they have too few pegs the opponent on."""
    penalty = after.rules.revoke_penalty
    if before.scores[fact.side] >= penalty:
        return _line(event_id, fact.side, penalty, "back", after)
    paid = fact.opponent if fact.opponent is not None else 1 - fact.side
    return _line(event_id, paid, penalty, _landed(after), after)


def _landed(game: Game) -> str:
    return str(Landed.PEGGED if game.landing is None else game.landing.how)


def _line(event_id: str, side: int | None, pegs: int, how: str, game: Game) -> Occurrence:
    return Occurrence(event_id, side, pegs, how, None if side is None else game.scores[side])
