"""A pegged game as a scorer would have written it on paper, and in figures: pegs a hand, eights, busts, hands to win.

Pegs are those that counted: a bust is no peg, and what was pegged back was not there to take. An eight is one tile that
pegged eight, with the point for going out or without it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.play.board import Landed
from scoring.play.events import (
    Event,
    Fact,
    HandStarted,
    Pegged,
    PeggedBack,
    TilePlayed,
    TotalCalled,
    facts,
    standing_events,
)
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


def _followed(game: Game, events: Iterable[Event]) -> Iterator[tuple[Fact, Game, Game]]:
    """Each fact that stands and can have been, with the game before it and after it."""
    for fact in facts(standing_events(events)):
        before = game
        try:
            game = apply(before, fact)
        except IllegalEvent:
            continue
        yield fact, before, game


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
    game = begun = new_game(rules, players, leader)
    sheet: list[SheetHand] = []
    writing: _Writing | None = None
    for fact, before, game in _followed(begun, events):
        if isinstance(fact, HandStarted):
            sheet += _closed(writing, game)
            writing = None
        if writing is None and not (isinstance(fact, PeggedBack) and before.hand is None and sheet):
            leader = before.next_leader if game.hand is None else game.hand.leader
            writing = _Writing(leader, [[] for _ in range(game.sides)])
        entry = _entry(fact, before, game)
        if entry is not None and writing is not None:
            writing.entries[entry[0]].append(entry[1])
        elif entry is not None:  # pegged back between two hands: that is about the one before
            entries = [(*each, entry[1]) if side == entry[0] else each for side, each in enumerate(sheet[-1].entries)]
            sheet[-1] = SheetHand(sheet[-1].leader, tuple(entries), game.scores)
        if len(game.hands) > len(before.hands) and not isinstance(fact, HandStarted):
            sheet += _closed(writing, game)
            writing = None
    return (*sheet, *_closed(writing, game))


def _closed(writing: _Writing | None, game: Game) -> tuple[SheetHand, ...]:
    if writing is None:
        return ()
    return (SheetHand(writing.leader, tuple(map(tuple, writing.entries)), game.scores),)


def _entry(fact: Event, before: Game, game: Game) -> tuple[int, SheetEntry] | None:
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


EIGHT = 8


@dataclass(frozen=True, slots=True)
class SideFigures:
    """One side of one game: the pegs of each hand begun, and how many eights and busts."""

    hands: tuple[int, ...]
    eights: int
    busts: int

    @property
    def pegs(self) -> int:
        return sum(self.hands)

    @property
    def highest(self) -> int:
        return max(self.hands, default=0)


@dataclass(frozen=True, slots=True)
class GameFigures:
    """One game: its sides, and the side that won (None: it is not over)."""

    sides: tuple[SideFigures, ...]
    winner: int | None

    @property
    def hands(self) -> int:
        return len(self.sides[0].hands)


@dataclass(frozen=True, slots=True)
class Totals:
    """The games of one player, or of one pair, added up; `won_in` are the hands that the games won took."""

    games: int
    won: int
    hands: int
    pegs: int
    eights: int
    busts: int
    highest: int
    won_in: int

    @property
    def pegs_a_hand(self) -> Fraction | None:
        return Fraction(self.pegs, self.hands) if self.hands else None

    @property
    def hands_to_win(self) -> Fraction | None:
        return Fraction(self.won_in, self.won) if self.won else None


def game_figures(rules: Rules, players: int, events: Iterable[Event]) -> GameFigures:
    """The figures of a game from its events; what is impossible counts for nothing.

    Raises `HistoryError` where undos and corrections themselves make no sense.
    """
    game = begun = new_game(rules, players)
    pegs: list[list[int]] = [[] for _ in range(game.sides)]
    eights, busts = [0] * game.sides, [0] * game.sides
    for fact, before, game in _followed(begun, events):
        hand = max(len(each.hands) + (each.hand is not None) for each in (before, game))  # played in, or begun
        for taken in pegs:
            taken.extend([0] * (hand - len(taken)))
        if not isinstance(fact, Pegged | TotalCalled | TilePlayed):
            continue
        side = game.rules.side_of(fact.seat, players) if isinstance(fact, TilePlayed) else fact.side
        pegs[side][-1] += max(0, int(game.scores[side] - before.scores[side]))
        busts[side] += game.landing is not None and game.landing.how in NO_USE
        eights[side] += _is_eight(fact, before, game)
    sides = tuple(SideFigures(tuple(taken), eights[side], busts[side]) for side, taken in enumerate(pegs))
    return GameFigures(sides, game.winner)


def totals(games: Sequence[tuple[GameFigures, int]]) -> Totals:
    """The figures of one side of each of these games, added up; only games that are over should be among them."""
    mine = [game.sides[side] for game, side in games]
    won = [game for game, side in games if game.winner == side]
    return Totals(
        games=len(games),
        won=len(won),
        hands=sum(game.hands for game, _ in games),
        pegs=sum(side.pegs for side in mine),
        eights=sum(side.eights for side in mine),
        busts=sum(side.busts for side in mine),
        highest=max((side.highest for side in mine), default=0),
        won_in=sum(game.hands for game in won),
    )


def _is_eight(fact: Pegged | TotalCalled | TilePlayed, before: Game, game: Game) -> bool:
    """Whether one tile pegged eight, with the point for going out or without it, bust or not."""
    match fact:
        case Pegged():
            return fact.pegs in {EIGHT, EIGHT + game.rules.chip}
        case TotalCalled():
            return game.rules.points(fact.total) == EIGHT
        case TilePlayed():
            made = sum(_pegs(game, side) - _pegs(before, side) for side in range(game.sides))
            return made in {EIGHT, EIGHT + game.rules.chip}
