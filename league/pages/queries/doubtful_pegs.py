"""Matches whose pegs say something else than the card that was sent, or of which two phones' pegs were never settled.

Knows how a game's view and its place on a card are compared. Refuses to say which of them is right.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from league.live.queries.match_state import states_of
from league.results.models import Result
from league.results.queries import card_of
from league.schedule.models import Fixture
from scoring.card.sheet import Card, GameScore, How, Side

SIDES = tuple(Side)


class Doubt(NamedTuple):
    """What is to be looked at in one match, and where."""

    fixture: Fixture
    words: str
    url: str


def doubtful_pegs(results: Iterable[Result]) -> Iterator[Doubt]:
    """The doubts about these matches' pegs, one each: one query, four where any of them was pegged."""
    by_fixture = {result.fixture_id: result for result in results}
    for key, (_, state) in states_of([result.fixture for result in by_fixture.values()]).items():
        result = by_fixture[key]
        card = card_of(result.submission)
        aside = [view for view in state["games"] if view["aside"]]
        differ = [view["label"] for view in state["games"] if card is not None and _differs(view, card)]
        if aside:
            place = (aside[0]["line"], aside[0]["game"])
            words = f"Two phones pegged {_listed(view['label'] for view in aside)}: nobody has said which stands."
            yield Doubt(result.fixture, words, result.fixture.address_of("live-tracks", *place))
        elif differ:
            words = f"The card says something else than the pegs of {_listed(differ)}."
            yield Doubt(result.fixture, words, result.fixture.address_of("match-decision"))


def _differs(view: dict[str, Any], card: Card) -> bool:
    """Whether a game that is over on the pegs stands otherwise on the card; a card without it says nothing."""
    games = card.lines[view["line"]].games if view["line"] < len(card.lines) else ()
    if view["winner"] is None or len(games) < view["game"]:
        return False
    game = games[view["game"] - 1]
    if game.how is not How.PLAYED or game.winner is not SIDES[view["winner"]]:
        return True
    return any(_other(game, side, score) for side, score in zip(SIDES, view["scores"], strict=True))


def _other(game: GameScore, side: Side, score: object) -> bool:
    return game.pegs(side) is not None and game.pegs(side) != score


def _listed(labels: Iterable[str]) -> str:
    names = list(dict.fromkeys(labels))
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
