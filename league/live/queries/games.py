"""The pegged games of a match as they stand: who played, who won, what is kept aside, what cannot have been; figures.

Figures of games that are over (pegs, eights, busts, hands) are worked out once for each line and cached under the
number of the match's last event, so that there is nothing to invalidate. Runs inside the scope of a league.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django_scopes import scopes_disabled

from league.live.models import LiveEvent, LiveMatch
from league.live.queries.event_log import GameKey, PeggedLine, line_of, lines_of, tap_of
from league.schedule.models import Fixture
from league.ui.cache import page_cache
from scoring.card.sheet import Side
from scoring.play.check import check_text
from scoring.play.figures import GameFigures, game_figures
from scoring.play.finding import Finding, Severity, Where
from scoring.play.headers import Headers, headers_of
from scoring.play.merge import ScorerLog, Track
from scoring.play.projection import GameProjection
from scoring.play.record import GameRecord, Remark, write_record
from scoring.play.taps import Confirmation, Tap, TapPlayer
from scoring.play.transcript import LEFT_OUT, transcript

SIDES = tuple(Side)


@dataclass(frozen=True, slots=True)
class PeggedGame:
    """One game of the log: `number` on its line, from 1; `at` is when the last of it came."""

    line: PeggedLine
    number: int
    story: ScorerLog
    telling: GameProjection
    at: datetime

    @property
    def label(self) -> str:
        """As in "S3", or "P1 game 2" where a line has several."""
        return self.line.label if self.line.games == 1 else f"{self.line.label} game {self.number}"

    @property
    def winner(self) -> Side | None:
        winner = self.telling.game.winner
        return None if winner is None else SIDES[winner]

    @property
    def scores(self) -> tuple[int, int]:
        home, away = self.telling.game.scores
        return int(home), int(away)

    @property
    def backs(self) -> tuple[int, int]:
        """Where the back pegs stand: the score before the last that moved."""
        home, away = self.telling.game.board.tracks
        return int(home.back), int(away.back)

    @property
    def hands(self) -> int:
        """How many hands were begun."""
        return len(self.telling.game.hands) + (self.telling.game.hand is not None)

    def places(self, side: Side) -> tuple[TapPlayer, ...]:
        """Who plays on a side, as the game was opened."""
        opening = self.story.opening
        return () if opening is None else opening.home if side is Side.HOME else opening.away

    @property
    def confirmations(self) -> tuple[Confirmation, ...]:
        """Who agreed at the table to the score as it stands, each side once."""
        return self.story.agreed(self.telling.game.scores)

    @property
    def waiting(self) -> tuple[Track, ...]:
        """The tracks aside of which nobody has chosen yet."""
        return tuple(track for track in self.story.aside if not track.rested)


def games_of(match: LiveMatch, fixture: Fixture) -> tuple[PeggedGame, ...]:
    """Every game that was opened, in the order of the card: one query. The fixture needs what `lines_of` needs."""
    events = match.events.select_related("by", "link").order_by("seq")
    return tuple(games_in(events, lines_of(fixture, match)))


def game_of(match: LiveMatch, fixture: Fixture, key: GameKey) -> PeggedGame | None:
    """One game, None if nothing was pegged of it: one query."""
    events = match.events.filter(line=key[0], game=key[1]).select_related("by", "link").order_by("seq")
    return next(games_in(events, lines_of(fixture, match)), None)


def replay_taps(line: PeggedLine, story: ScorerLog, taps: Iterable[Tap]) -> GameProjection:
    """What some of a game's taps come to: those of a track, or those that count."""
    telling = line.begin(story)
    for tap in taps:
        if tap.id in story.events:
            telling.apply(story.events[tap.id])
    return telling


def record_of(game: PeggedGame, headers: Headers = ()) -> GameRecord:
    """The game as a written record; `headers` go before those that name the rules."""
    rules, players = game.line.rules, len(SIDES) * game.line.players
    named = (*headers, *headers_of(rules, players))
    return transcript(rules, players, game.telling.facts, leader=game.telling.leader, headers=named)


def doubts(game: PeggedGame) -> tuple[Finding, ...]:
    """What cannot have been in the pegs of a game, or could not be taken; `where` has the hand, from 1."""
    record = record_of(game)
    found = check_text(write_record((record,)), exact=False).findings
    refused = [each for each in found if each.severity is Severity.REFUSE]
    return (*refused, *_left_out(record))


def _left_out(record: GameRecord) -> Iterator[Finding]:
    for number, hand in enumerate(record.hands, start=1):
        for item in hand.items:
            if isinstance(item, Remark) and item.text.startswith(LEFT_OUT):
                yield Finding(Severity.SECRETARY, "left_out", item.text, "the rules of play", where=Where(hand=number))


def games_in(events: Iterable[LiveEvent], lines: dict[int, PeggedLine]) -> Iterator[PeggedGame]:
    """The games that a match's events tell, in the order of the card."""
    stories: dict[GameKey, ScorerLog] = {}
    moments: dict[GameKey, datetime] = {}
    for event in events:
        key = event.line, event.game
        if line_of(key, lines):
            stories.setdefault(key, ScorerLog()).apply(tap_of(event))
            moments[key] = event.received_at
    for key in sorted(stories):
        line, story = lines[key[0]], stories[key]
        yield PeggedGame(line, key[1], story, replay_taps(line, story, story.counting), moments[key])


# --- The figures of games that were pegged live and are over ----------------------------------------------------------
CACHE_SECONDS = 30 * 24 * 60 * 60

MatchLine = tuple[int, int]  # the key of a live match, and the number of a line on its card


@dataclass(frozen=True, slots=True)
class PeggedFigures:
    """A game that is over: the keys of who played on each side, home first, and its figures."""

    line: int
    number: int
    label: str
    players: tuple[tuple[str, ...], ...]
    figures: GameFigures

    def side_of(self, keys: Collection[str]) -> int | None:
        """The side, 0 for home, on which one of these players sat; None if none of them did."""
        sides = [side for side, there in enumerate(self.players) if any(key in there for key in keys)]
        return sides[0] if len(sides) == 1 else None


def figures_of(wanted: Mapping[LiveMatch, Collection[int]]) -> dict[MatchLine, tuple[PeggedFigures, ...]]:
    """The games that are over on some lines of some matches: one query, or none if all of it is known already.

    The matches need their fixture with what `lines_of` needs.
    """
    keys = {
        (match.pk, line): f"pegged-figures-{match.pk}-{match.head}-{line}"
        for match, lines in wanted.items()
        for line in lines
    }
    cached = page_cache.get_many(keys.values())
    found = {place: cached[key] for place, key in keys.items() if key in cached}
    missing = {match: {line for line in lines if (match.pk, line) not in found} for match, lines in wanted.items()}
    fresh = _compute_figures({match: lines for match, lines in missing.items() if lines})
    page_cache.set_many({keys[place]: games for place, games in fresh.items()}, CACHE_SECONDS)
    return found | fresh


def _compute_figures(wanted: Mapping[LiveMatch, set[int]]) -> dict[MatchLine, tuple[PeggedFigures, ...]]:
    events: dict[int, list[LiveEvent]] = {match.pk: [] for match in wanted}
    either = Q()
    for match, lines in wanted.items():
        either |= Q(match=match.pk, line__in=lines)
    with scopes_disabled():  # the matches were found in their league's scope
        for event in LiveEvent.objects.filter(either).order_by("match", "seq") if wanted else ():
            events[event.match_id].append(event)
    return {
        (match.pk, line): tuple(each for each in _over(match, events[match.pk]) if each.line == line)
        for match, lines in wanted.items()
        for line in lines
    }


def _over(match: LiveMatch, events: Iterable[LiveEvent]) -> Iterator[PeggedFigures]:
    for game in games_in(events, lines_of(match.fixture, match)):
        if game.winner is not None:
            seats = tuple(tuple(place.key for place in game.places(side)) for side in SIDES)
            figures = game_figures(game.line.rules, len(SIDES) * game.line.players, game.telling.facts)
            yield PeggedFigures(game.line.number, game.number, game.label, seats, figures)
