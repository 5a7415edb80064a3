"""Games that nobody played, for demonstrations and tests."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from scoring.play.events import Fact, HandEnded, HandStarted, Knocked, Pegged, Play, TilePlayed
from scoring.play.game import Game, apply, new_game
from scoring.play.hand import Hand, start_hand
from scoring.play.layout import LegalPlay
from scoring.play.rules import Rules
from scoring.play.tiles import domino_set


@dataclass(frozen=True, slots=True)
class Recording:
    """How a game is told: in `tiles` or in pegs alone; with the `deal`; with what pegs `nothing`, knocks among it."""

    tiles: bool = False
    deal: bool = True
    nothing: bool = True


PEGS = Recording()
TILES = Recording(tiles=True)
GREED = 0.7


def generate_game(
    dice: Random,
    rules: Rules,
    players: int = 2,
    *,
    leader: int = 0,
    how: Recording = PEGS,
    name: Callable[[int], str] = str,
) -> tuple[tuple[Fact, ...], Game]:
    """A whole game from its first deal to the winning peg: what was told, and the game.

    `name` gives the id of the fact with this number, from 1. With chance `GREED` a player takes the most pegs.
    """
    game = new_game(rules, players, leader)
    log: list[Fact] = []
    while game.winner is None:
        for fact in _hand(dice, game, how, lambda: name(len(log) + 1)):
            if game.winner is not None or (isinstance(fact, HandEnded) and game.hand is None):
                break  # the tiles showed that the hand was over
            log.append(fact)
            game = apply(game, fact)
    return tuple(log), game


def _hand(dice: Random, game: Game, how: Recording, name: Callable[[], str]) -> Iterator[Fact]:
    """One hand as it is told, to its end; whoever asks for it stops where the game is won."""
    rules, players = game.rules.for_hand(len(game.hands) + 1), game.players
    tiles = list(domino_set(rules.set_max))
    dice.shuffle(tiles)
    hand_size = rules.tiles_each(players)
    dealt = tuple(tuple(sorted(tiles[seat * hand_size : (seat + 1) * hand_size])) for seat in range(players))
    leader = 0 if game.next_leader is None else game.next_leader
    hand = start_hand(rules, dealt, leader)
    yield HandStarted(name(), leader, dealt if how.tiles and how.deal else None)
    while not hand.is_over:
        outcomes = hand.legal()
        if not outcomes:
            if how.tiles or how.nothing:
                yield Knocked(name(), hand.turn)
            hand = hand.knock()
            continue
        chosen = _choose(dice, rules, outcomes)
        hand = hand.play(chosen.tile, chosen.end)
        yield from _played(hand, how, name)
    yield HandEnded(name(), hand.out)


def _played(hand: Hand, how: Recording, name: Callable[[], str]) -> Iterator[Fact]:
    play = hand.last_play
    assert isinstance(play, Play)
    pegs = play.points + play.chip
    if how.tiles:
        yield TilePlayed(name(), play.seat, play.tile, play.host)
    elif pegs or how.nothing:
        yield Pegged(name(), hand.side_of(play.seat), pegs, lead=play.host is None)


def _choose(dice: Random, rules: Rules, outcomes: tuple[LegalPlay, ...]) -> LegalPlay:
    if dice.random() < GREED:
        return max(outcomes, key=lambda each: rules.points(each.total))
    return dice.choice(outcomes)
