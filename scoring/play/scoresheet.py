"""A game as a scorer would have written it on paper: hand by hand, what each side pegged and where that left both."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from scoring.play.board import Landed
from scoring.play.events import Event, HandStarted, Pegged, PeggedBack, TilePlayed, TotalCalled, facts, standing_events
from scoring.play.finding import IllegalEvent
from scoring.play.game import Game, apply, new_game
from scoring.play.rules import Rules
from scoring.play.settlement import Points

NO_USE = frozenset({Landed.BUST, Landed.BARRED})


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """Pegs written at once; `counted` is False for a bust, and pegs below nought were pegged back."""

    pegs: int
    counted: bool = True


@dataclass(frozen=True, slots=True)
class SheetHand:
    """One hand: who had the drop (None: not told), what each side pegged in order, and the scores after it."""

    leader: int | None
    entries: tuple[tuple[SheetEntry, ...], ...]
    scores: tuple[Points, ...]


@dataclass(slots=True)
class _Writing:
    leader: int | None
    entries: list[list[SheetEntry]] = field(default_factory=list)


def scoresheet(
    rules: Rules, players: int, events: Iterable[Event], *, leader: int | None = None
) -> tuple[SheetHand, ...]:
    """The hands of a game. What pegged nothing is not written, and what is impossible counts for nothing.

    Raises `HistoryError` where undos and corrections themselves make no sense.
    """
    game = new_game(rules, players, leader)
    sheet: list[SheetHand] = []
    writing: _Writing | None = None
    for fact in facts(standing_events(events)):
        before = game
        try:
            game = apply(before, fact)
        except IllegalEvent:
            continue
        if isinstance(fact, HandStarted):
            sheet += _closed(writing, game)
            writing = None
        if writing is None and not (isinstance(fact, PeggedBack) and before.hand is None and sheet):
            writing = _begun(before, game)
        entry = _entry(fact, before, game)
        if entry is not None and writing is not None:
            writing.entries[entry[0]].append(entry[1])
        elif entry is not None:  # pegged back between two hands: that is about the one before
            sheet[-1] = _with(sheet[-1], *entry, game)
        if len(game.hands) > len(before.hands) and not isinstance(fact, HandStarted):
            sheet += _closed(writing, game)
            writing = None
    return (*sheet, *_closed(writing, game))


def _begun(before: Game, game: Game) -> _Writing:
    leader = before.next_leader if game.hand is None else game.hand.leader
    return _Writing(leader, [[] for _ in range(game.sides)])


def _closed(writing: _Writing | None, game: Game) -> tuple[SheetHand, ...]:
    if writing is None:
        return ()
    return (SheetHand(writing.leader, tuple(map(tuple, writing.entries)), game.scores),)


def _with(hand: SheetHand, side: int, entry: SheetEntry, game: Game) -> SheetHand:
    entries = [(*each, entry) if number == side else each for number, each in enumerate(hand.entries)]
    return SheetHand(hand.leader, tuple(entries), game.scores)


def _entry(fact: Event, before: Game, game: Game) -> tuple[int, SheetEntry] | None:
    """The side that wrote something, and what."""
    match fact:
        case PeggedBack():
            return fact.side, SheetEntry(int(game.scores[fact.side] - before.scores[fact.side]))
        case Pegged():
            side, pegs = fact.side, fact.pegs
        case TotalCalled():
            side, pegs = fact.side, int(game.rules.points(fact.total)) + (game.rules.chip if fact.chip else 0)
        case TilePlayed():
            side = game.rules.side_of(fact.seat, game.players)
            pegs = _pegs(game, side) - _pegs(before, side)
        case _:
            return None
    counted = game.landing is None or game.landing.how not in NO_USE
    return (side, SheetEntry(pegs, counted)) if pegs else None


def _pegs(game: Game, side: int) -> int:
    """What a side pegged in all hands, as it counted or not."""
    return sum(done.pegs[side] for done in game.hands) + (game.hand.pegs[side] if game.hand is not None else 0)
