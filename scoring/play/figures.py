"""What a pegged game comes to in figures: pegs a hand, eights, busts, hands to win.

Pegs are those that counted: a bust is no peg, and what was pegged back was not there to take. An eight is one tile that
pegged eight, with the point for going out or without it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.play.board import Landed
from scoring.play.events import Event, Fact, Pegged, TilePlayed, TotalCalled, facts, standing_events
from scoring.play.finding import IllegalEvent
from scoring.play.game import Game, apply, new_game
from scoring.play.rules import Rules

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
        """How many hands were begun."""
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
    game = new_game(rules, players)
    pegs: list[list[int]] = [[] for _ in range(game.sides)]
    eights, busts = [0] * game.sides, [0] * game.sides
    for fact in facts(standing_events(events)):
        before = game
        try:
            game = apply(before, fact)
        except IllegalEvent:
            continue
        for taken in pegs:
            taken.extend([0] * (_hand_of(before, game) - len(taken)))
        side = _who_scored(fact, game)
        if side is None:
            continue
        pegs[side][-1] += max(0, int(game.scores[side] - before.scores[side]))
        busts[side] += game.landing is not None and game.landing.how in {Landed.BUST, Landed.BARRED}
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


def _hand_of(before: Game, after: Game) -> int:
    """The number of the hand, from 1, that something was played in, or that it began."""
    return max(len(before.hands) + (before.hand is not None), len(after.hands) + (after.hand is not None))


def _who_scored(fact: Fact, game: Game) -> int | None:
    match fact:
        case Pegged() | TotalCalled():
            return fact.side
        case TilePlayed():
            return game.rules.side_of(fact.seat, game.players)
    return None


def _is_eight(fact: Fact, before: Game, game: Game) -> bool:
    """Whether one tile pegged eight, with the point for going out or without it, bust or not."""
    match fact:
        case Pegged():
            return fact.pegs in {EIGHT, EIGHT + game.rules.chip}
        case TotalCalled():
            return game.rules.points(fact.total) == EIGHT
        case TilePlayed():
            made = sum(_pegs_made(game)) - sum(_pegs_made(before))
            return made in {EIGHT, EIGHT + game.rules.chip}
    return False


def _pegs_made(game: Game) -> list[int]:
    """What was pegged a side in all hands, as it counted or not."""
    hands = [done.pegs for done in game.hands] + ([game.hand.pegs] if game.hand is not None else [])
    return [sum(each) for each in zip(*hands, strict=True)]
