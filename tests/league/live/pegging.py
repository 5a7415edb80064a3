"""Whole games pegged in a test: made up by the rules and put in the log as a phone would have sent them."""

from random import Random
from uuid import UUID, uuid4

from league.base.accounts.models import User
from league.matchnight.actions.events import PhoneEvent, record_events
from league.matchnight.permissions import Author
from league.results.queries.facts import match_for
from scoring.card.format import pegged_under
from scoring.card.sheet import Side
from scoring.play.events import to_json
from scoring.play.game import Game
from tests.league.results.evening import CLOSING_TIME
from tests.scoring.play.example import PEGS, Recording, generate_game


def places(fixture, line: int, side: Side) -> list[dict[str, str]]:
    """The players of a squad that stand on a line where everybody plays once."""
    number = fixture.rules_in_force().format.lines[line].players
    squad = match_for(fixture).squad(side).players
    return [{"key": player.id, "name": player.name} for player in (squad * 9)[line * number : (line + 1) * number]]


def send(fixture, line: int, taps, *, by: User, lease: UUID, game: int = 1, at=CLOSING_TIME) -> None:
    """Put taps, (kind, body) each, in the log under a lease; facts keep the ids that they have."""
    events = [
        PhoneEvent(UUID(body["id"]) if kind == "fact" else uuid4(), number, line, game, lease, kind, body, at)
        for number, (kind, body) in enumerate(taps, start=1)
    ]
    author = Author(by, None, by.name)
    record_events(fixture=fixture, device=uuid4(), events=events, after=0, author=author, at=at)


def opened(fixture, line: int, **rest) -> tuple[str, dict]:
    home, away = (places(fixture, line, side) for side in Side)
    return "opened", {"home": home, "away": away, "leader": 0, "name": "Harry Goy", **rest}


def facts(*told) -> list[tuple[str, dict]]:
    return [("fact", to_json(fact)) for fact in told]


def peg_game(
    fixture, line: int, by: User, *, seed: int = 1, how: Recording = PEGS, part: float = 1, lease: UUID | None = None,
    game: int = 1, **opening,
) -> Game:  # fmt: skip
    """A game of a line, or the first `part` of it, pegged by a person; gives the game as it would end."""
    form = fixture.rules_in_force().format.lines[line]
    told, ended = generate_game(
        Random(seed), pegged_under(form), 2 * form.players, how=how, name=lambda _: str(uuid4())
    )  # fmt: skip
    kept = told[: round(len(told) * part)]
    taps = [opened(fixture, line, **opening), *facts(*kept)]
    send(fixture, line, taps, by=by, lease=lease or uuid4(), game=game)
    return ended
