"""A whole log read at once: what a projection or a scorer's log comes to, and a game by the engine's own replay."""

from collections.abc import Iterable
from dataclasses import replace

from scoring.play.events import Event, Fact, facts, standing_events
from scoring.play.finding import IllegalEvent
from scoring.play.game import Game, enter
from scoring.play.merge import ScorerLog, Tap
from scoring.play.projection import GameProjection
from scoring.play.rules import Rules


def projection_of(rules: Rules, players: int, events: Iterable[Event], leader: int | None = None) -> GameProjection:
    projection = GameProjection(rules, players, leader)
    for event in events:
        projection.apply(event)
    return projection


def log_of(taps: Iterable[Tap]) -> ScorerLog:
    log = ScorerLog()
    for tap in taps:
        log.apply(tap)
    return log


def replay_past_faults(start: Game, events: Iterable[Event]) -> tuple[Game, tuple[tuple[Fact, IllegalEvent], ...]]:
    """The game with every impossible fact left out, and those facts with the reason.

    Raises `HistoryError` only where undos and corrections themselves make no sense.
    """
    log = tuple(events)
    game = start
    refused: list[tuple[Fact, IllegalEvent]] = []
    for fact in facts(standing_events(log)):
        try:
            game = enter(game, fact)
        except IllegalEvent as error:
            refused.append((fact, error))
    return replace(game, log=log), tuple(refused)
