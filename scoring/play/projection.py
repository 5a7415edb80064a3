"""A game as those who look on see it: where the pegs stand, whose drop it is, and what happened last.

Every step of the fold of `game` is kept, so that one more event costs one step, and an undo only those after what it
undoes. Which events count is for `merge`. An event that cannot have been is left out and kept with its reason in
`refused`: it never loses the rest.

Pegs with a chip point in them are left out once their hand goes on without having ended.
"""

from dataclasses import dataclass, field
from typing import Any

from scoring.play.board import Landed
from scoring.play.events import (
    Corrected,
    Drew,
    Event,
    Fact,
    HandEnded,
    HandStarted,
    HistoryError,
    Inserted,
    Knocked,
    MugginsCalled,
    Pegged,
    PeggedBack,
    RevokeShown,
    TilePlayed,
    TotalCalled,
    Undone,
)
from scoring.play.finding import IllegalEvent
from scoring.play.game import Game, GameError, enter, new_game
from scoring.play.peg_check import TilePegs, tile_pegs
from scoring.play.rules import Rules
from scoring.play.settlement import Points


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
        case RevokeShown():  # moves the offender back, or if they have too few pegs the opponent on
            penalty = after.rules.revoke_penalty
            if before.scores[fact.side] >= penalty:
                return _line(event_id, fact.side, penalty, "back", after)
            paid = fact.opponent if fact.opponent is not None else 1 - fact.side
            return _line(event_id, paid, penalty, _landed(after), after)
        case MugginsCalled():
            called = before.callable
            pegs = abs(called.right - called.claimed) if called else 0
            return _line(event_id, fact.side, pegs, _landed(after), after)
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


def _landed(game: Game) -> str:
    return str(Landed.PEGGED if game.landing is None else game.landing.how)


def _line(event_id: str, side: int | None, pegs: int, how: str, game: Game) -> Occurrence:
    return Occurrence(event_id, side, pegs, how, None if side is None else game.scores[side])


LAST = 12


Moved = tuple[int, int | None, int, Points | None]  # hands before it, side, pegs and score; no side: the hand ended


@dataclass(slots=True)
class _Step:
    """A fact that was told, the corrections of it that stand, and the game after it."""

    fact: Fact
    corrections: list[Corrected]
    game: Game
    happened: Occurrence | None = None
    fault: IllegalEvent | None = None
    went_on: bool = False  # pegs with a chip point in them, after which the hand went on

    @property
    def stands(self) -> Fact:
        return self.corrections[-1].event if self.corrections else self.fact


@dataclass(slots=True)
class GameProjection:
    """A game event by event, each once: `apply` them in order."""

    rules: Rules
    players: int = 2
    leader: int | None = None
    takes: TilePegs = field(init=False)
    senseless: list[tuple[Event, IllegalEvent]] = field(default_factory=list)
    _start: Game = field(init=False)
    _steps: list[_Step] = field(default_factory=list)
    _gone: set[str] = field(default_factory=set)
    _applied: set[str] = field(default_factory=set)
    _amended: Occurrence | None = None  # what the last event undid, corrected or put in

    def __post_init__(self) -> None:
        self._start = new_game(self.rules, self.players, self.leader)
        self.takes = tile_pegs(self.rules, self.players)

    @property
    def game(self) -> Game:
        return self._steps[-1].game if self._steps else self._start

    @property
    def happened(self) -> tuple[Occurrence, ...]:
        """Everything that happened and stands, newest first."""
        return tuple(step.happened for step in reversed(self._steps) if step.happened is not None)

    @property
    def last(self) -> tuple[Occurrence, ...]:
        """The last twelve things that happened and stand, newest first; before them what the last event amended."""
        return ((self._amended, *self.happened) if self._amended else self.happened)[:LAST]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Every fact that stands, as corrected, in the order in which it happened.

        Those too that could not happen just then; but not what no tile can give, which nothing may count.
        """
        return tuple(step.stands for step in self._steps if not self._no_tile(step))

    @property
    def account(self) -> tuple[Moved, ...]:
        """What moved a peg or ended a hand, as it stands: the same whoever told it, in pegs or in tiles."""
        moves: list[Moved] = []
        before = self._start
        for step in self._steps:
            event, after = step.happened, step.game
            if event is not None and event.pegs:
                moves.append((len(before.hands), event.side, event.pegs, event.score))
            if len(after.hands) > len(before.hands):
                moves.append((len(before.hands), None, 0, None))
            before = after
        return tuple(moves)

    @property
    def refused(self) -> tuple[tuple[Event, IllegalEvent], ...]:
        """Every event that stands and cannot have been, with the reason, and every undo of what was never told."""
        impossible = [(step.stands, step.fault) for step in self._steps if step.fault is not None]
        return (*impossible, *self.senseless)

    @property
    def untaken(self) -> tuple[tuple[int, str], ...]:
        """What no tile can have given: the number of its hand, and why."""
        faults = ((len(step.game.hands) + 1, self._no_tile(step)) for step in self._steps)
        return tuple((hand, fault) for hand, fault in faults if fault)

    @property
    def faults(self) -> dict[str, IllegalEvent]:
        """Why an event that stands cannot have been, by its id: of a fact that was corrected, by that of both."""
        faults = {event.id: error for event, error in self.senseless}
        for step in self._steps:
            if step.fault is not None:
                faults |= dict.fromkeys((step.fact.id, *(each.id for each in step.corrections[-1:])), step.fault)
        return faults

    def apply(self, event: Event) -> None:
        """One more event; one whose id was taken before is the same and changes nothing."""
        if event.id in self._applied:
            return
        self._applied.add(event.id)
        match event:
            case Undone():
                self._amended = self._undo(event)
            case Corrected():
                self._amended = self._correct(event)
            case Inserted():
                self._amended = self._insert(event)
            case _:
                self._amended = None
                self._steps.append(_Step(event, [], self.game))
                self._enter_from(len(self._steps) - 1)

    def set_leader(self, leader: int | None) -> None:
        """Another seat had the first drop than was told."""
        if leader != self.leader:
            self.leader = leader
            self._start = new_game(self.rules, self.players, leader)
            self._reapply(0)

    def _undo(self, event: Undone) -> Occurrence | None:
        if event.ref in self._gone:
            return None
        for index in range(len(self._steps) - 1, -1, -1):
            step = self._steps[index]
            what = step.happened
            if step.fact.id == event.ref:
                self._gone |= {step.fact.id, *(each.id for each in step.corrections)}
                del self._steps[index]
            elif any(each.id == event.ref for each in step.corrections):
                self._gone.add(event.ref)
                step.corrections = [each for each in step.corrections if each.id != event.ref]
            else:
                continue
            self._reapply(index)
            return self._amendment(event.id, what, "undone")
        self.senseless.append((event, HistoryError("unknown_event", "there is no such event to undo", token=event.ref)))
        return None

    def _correct(self, event: Corrected) -> Occurrence | None:
        for index in range(len(self._steps) - 1, -1, -1):
            step = self._steps[index]
            if step.fact.id == event.ref:
                step.corrections = [*step.corrections, event]
                self._reapply(index)
                return self._amendment(event.id, step.happened, "corrected")
        code = "undone_event" if event.ref in self._gone else "unknown_event"
        self.senseless.append((event, HistoryError(code, "there is no such event to correct", token=event.ref)))
        return None

    def _insert(self, event: Inserted) -> Occurrence | None:
        places = [""] + [step.fact.id for step in self._steps]
        if event.after not in places:
            error = HistoryError("unknown_event", "there is no such event to put it after", token=event.after)
            self.senseless.append((event, error))
            return None
        place = places.index(event.after)
        step = _Step(event.fact, [], self.game)
        self._steps.insert(place, step)
        self._reapply(place)
        return self._amendment(event.id, step.happened, "inserted")

    def _amendment(self, event_id: str, what: Occurrence | None, how: str) -> Occurrence:
        if what is None or what.side is None:
            return Occurrence(event_id, None, 0, how, None)
        return Occurrence(event_id, what.side, what.pegs, how, self.game.scores[what.side])

    def _reapply(self, index: int) -> None:
        """Work out again every step from this one on, and what it shows of a chip point before it."""
        begin = max((at for at in range(index) if self.takes.ends_hand(self._steps[at].stands)), default=index)
        for step in self._steps[begin:]:
            step.went_on = False
        self._enter_from(begin)

    def _enter_from(self, index: int) -> None:
        while index < len(self._steps):
            step = self._steps[index]
            self._enter(step, self._steps[index - 1].game if index else self._start)
            chip = None if step.fault else self._chip_before(index)
            if chip is None:
                index += 1
            else:
                self._steps[chip].went_on, index = True, chip

    def _chip_before(self, index: int) -> int | None:
        """The step before this one whose pegs have a chip point in them, although the hand goes on with this one."""
        fact = self._steps[index].stands
        for at in reversed(range(index)):
            step = self._steps[at]
            if step.fault is None:
                before = step.stands
                if isinstance(before, Pegged) and self.takes.ends_hand(before):
                    return at if self.takes.goes_on(fact, before.side) else None
                if not isinstance(before, PeggedBack | RevokeShown | MugginsCalled):
                    return None
        return None

    def _no_tile(self, step: _Step) -> str:
        """Why no tile can have given a step; empty if one can."""
        chip = step.stands.pegs if isinstance(step.stands, Pegged) else 0
        return f"{chip} ends a hand, and this one went on" if step.went_on else self.takes.fault(step.stands)

    def _enter(self, step: _Step, before: Game) -> None:
        """Work out one step; a fact that cannot have been leaves the game as it was."""
        try:
            if fault := self._no_tile(step):
                raise GameError("no_tile", fault, token=step.fact.id)
            step.game, step.fault = enter(before, step.stands), None
            step.happened = happened(step.fact.id, step.stands, before, step.game)
        except IllegalEvent as error:
            step.game, step.fault, step.happened = before, error, None


def to_json(projection: GameProjection) -> dict[str, Any]:
    """The play part of a view as plain JSON values: what docs/api.md calls `scores` to `winner`, and `last`."""
    game = projection.game
    playing = game.hand is not None or game.winner is None
    drop = game.hand.leader if game.hand is not None else game.next_leader
    return {
        "scores": [_number(score) for score in game.scores],
        "back": [_number(track.back) for track in game.board.tracks],
        "target": game.rules.target,
        "needs": [_number(max(0, game.rules.target - score)) for score in game.scores],
        "hand": len(game.hands) + playing,
        "leader": game.hands[0].leader if game.hands else drop,  # the first drop of the game
        "drop": drop,
        "winner": game.winner,
        "last": [
            {"id": each.id, "side": each.side, "pegs": each.pegs, "how": each.how, "score": _number(each.score)}
            for each in projection.last
        ],
    }


def _number(value: Points | None) -> Any:
    """A whole number as one; the half points of a settlement as text, "7/2"."""
    return str(value) if value is not None and value != int(value) else value if value is None else int(value)
