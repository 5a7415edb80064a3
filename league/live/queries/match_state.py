"""A live match as those who watch it see it: an incremental projection of its log into views and frames (docs/api.md).

Knows names, lines and scores, and that the public reads a player's name as the league shows it. Refuses to know who
watches and how they are told. Runs inside the scope of a league.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from league.live.models import LiveEvent, LiveMatch
from league.live.queries.event_log import GameKey, PeggedLine, line_of, lines_of, tap_of
from league.schedule.models import Fixture
from league.teams.models import Player
from scoring.play.merge import ScorerLog
from scoring.play.projection import GameProjection, to_json
from scoring.play.taps import TapPlayer

SIDES = 2
NOT_STARTED, LIVE, FINISHED = "not-started", "live", "finished"


@dataclass(slots=True)
class _GameProjection:
    """One game: its story, what of it was applied so far, and its view as that stands."""

    number: int
    line: PeggedLine
    story: ScorerLog = field(default_factory=ScorerLog)
    telling: GameProjection = field(init=False)
    view: dict[str, Any] = field(default_factory=dict)
    applied: int = 0  # how many of the taps that count
    changes: int = 0

    def __post_init__(self) -> None:
        self.telling = self.line.begin(self.story)

    def apply(self, event: LiveEvent) -> bool:
        """One more event of this game; whether it counts."""
        counts = self.story.apply(tap_of(event))
        if self.changes != self.story.changes:
            self.telling, self.applied, self.changes = self.line.begin(self.story), 0, self.story.changes
        elif event.kind == "opened":
            self.telling.set_leader(self.line.begin(self.story).leader)
        for tap in self.story.counting[self.applied :]:
            if tap.id in self.story.events:
                self.telling.apply(self.story.events[tap.id])
        self.applied = len(self.story.counting)
        return counts

    @property
    def winner(self) -> int | None:
        return self.telling.game.winner

    @property
    def confirmed(self) -> list[int]:
        """The sides that agreed to the score as it stands now."""
        return [each.side for each in self.story.agreed(self.telling.game.scores)]


class MatchProjection:
    """A match as far as its events were taken. Make it, `apply` every event in order, and ask for the `state`.

    The fixture needs its league, division.competition and both entries with their teams. `match` is None as long as
    nothing has been pegged; then there is nothing to take.
    """

    def __init__(self, match: LiveMatch | None, fixture: Fixture) -> None:
        self.match, self.fixture = match, fixture
        self.head = 0
        self._lines: dict[int, PeggedLine] = {} if match is None else lines_of(fixture, match)
        self._games: dict[GameKey, _GameProjection] = {}
        self._names: dict[str, str] = {}

    def apply(self, event: LiveEvent) -> dict[str, Any]:
        """The next event of the log; what a frame of the stream says about it. `view` is None off the pegged lines."""
        self.head = event.seq
        game = self._game(event)
        counts = game is not None and game.apply(event)
        if game is not None:
            game.view = self._view(game)
        frame = {"seq": event.seq, "kind": event.kind, "counts": counts, "games_won": self.games_won}
        return {**frame, "view": game.view if game else None}

    def state(self) -> dict[str, Any]:
        """The whole match as it stands."""
        return {
            "head": self.head,
            "home": self.fixture.home.name,
            "away": self.fixture.away.name if self.fixture.away else "",
            "games_won": self.games_won,
            "status": self.status,
            "games": [self._games[key].view for key in sorted(self._games)],
        }

    @property
    def games_won(self) -> list[int]:
        """The games that each side has won on the boards."""
        winners = [game.winner for game in self._games.values()]
        return [winners.count(side) for side in range(SIDES)]

    @property
    def status(self) -> str:
        """Not started, live, or finished: a card is in, or the league has decreed what came of it."""
        if not self.fixture.open:
            return FINISHED
        return LIVE if self._games else NOT_STARTED

    def _game(self, event: LiveEvent) -> _GameProjection | None:
        """The game that an event is about; None if it is about no game on the card."""
        key = (event.line, event.game)
        line = line_of(key, self._lines)
        if line is None:
            return None
        if key not in self._games:
            self._games[key] = _GameProjection(event.game, line)
        return self._games[key]

    def _view(self, game: _GameProjection) -> dict[str, Any]:
        story, line = game.story, game.line
        holder = None if story.hold is None else self._public(story.hold.name)
        return {
            "line": line.number,
            "game": game.number,
            "label": line.label,
            "seq": story.seq,
            "players": self._players(story),
            **to_json(game.telling),
            "confirmed": game.confirmed,
            "holder": holder,
            "aside": story.waiting,
        }

    def _players(self, story: ScorerLog) -> list[list[str]]:
        """The names of both sides as the public may read them; empty before anybody has opened the game."""
        if story.opening is None:
            return [[], []]
        sides = (story.opening.home, story.opening.away)
        self.load_names({place.key for side in sides for place in side})
        return [[self._named(place) for place in side] for side in sides]

    def _named(self, place: TapPlayer) -> str:
        return self._names.get(place.key) or self._public(place.name)

    def _public(self, name: str) -> str:
        """A name that somebody typed, as the league shows names."""
        return Player(league=self.fixture.league, name=name).public_name

    def load_names(self, keys: set[str], found: Iterable[Player] | None = None) -> None:
        """Look up the players that were not looked up before: their own names count, and not those that a phone has.

        `found` are players of this league among whom the fresh ones are, if somebody has looked already.
        """
        fresh = keys - self._names.keys()
        for player in people_of(fresh) if found is None else found:
            if str(player.pk) in fresh:
                player.league = self.fixture.league  # known already, and read by public_name
                self._names[str(player.pk)] = player.public_name
        self._names |= dict.fromkeys(fresh - self._names.keys(), "")


def people_of(keys: set[str]) -> Iterable[Player]:
    """The players that these keys of places name; others stand for whoever signs on the night."""
    numbers = {int(key) for key in keys if key.isascii() and key.isdecimal() and len(key) < 18}
    return Player.objects.filter(pk__in=numbers) if numbers else ()
