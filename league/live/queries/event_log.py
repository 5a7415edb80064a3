"""The logs of live matches as `scoring.play.merge` reads them, and the lines of the card that can be pegged.

Knows rows. Refuses to know what they come to, and who asks. Runs inside the scope of a league.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django_scopes import scopes_disabled

from league.live.models import LiveEvent, LiveMatch
from league.results.queries import rules_for
from league.schedule.models import Fixture
from scoring.card.format import Format
from scoring.card.line_rules import pegged_under
from scoring.card.sheet import Side
from scoring.play.merge import ScorerLog
from scoring.play.projection import GameProjection
from scoring.play.rules import Rules
from scoring.play.taps import Tap

GameKey = tuple[int, int]  # line of the card, from 0, and number of the game on it, from 1


@dataclass(frozen=True, slots=True)
class PeggedLine:
    """A line of the card that is pegged: `players` a side, the most `games` it has, the rules it is played under."""

    number: int
    label: str
    players: int
    games: int
    rules: Rules

    def begin(self, story: ScorerLog) -> GameProjection:
        """A game of this line to be told, led by who is said to have the first drop, if that is one of its seats."""
        players = len(Side) * self.players
        leader = None if story.opening is None else story.opening.leader
        return GameProjection(self.rules, players, leader if leader is not None and leader < players else None)


def line_of(key: GameKey, lines: Mapping[int, PeggedLine]) -> PeggedLine | None:
    """The line that a game is on; None if the card has no such game, or it is not pegged."""
    line = lines.get(key[0])
    return line if line is not None and 1 <= key[1] <= line.games else None


def lines_of(fixture: Fixture, match: LiveMatch | None = None) -> dict[int, PeggedLine]:
    """The lines that are pegged, by number, under the rules that the first event froze; before it, those of today.

    Needs the fixture's league and division.competition.
    """
    form = rules_for(fixture).format
    frozen = rules_of(form) if match is None else match.rules
    return {
        number: PeggedLine(number, line.label, line.players, line.games, Rules.from_json(rules))
        for number, (line, rules) in enumerate(zip(form.lines, frozen, strict=False))
        if rules is not None
    }


def games_of_lines(fixture: Fixture, match: LiveMatch) -> dict[int, int]:
    """How many games each line has that is pegged: a part of what `lines_of` says, which does not read any rules."""
    lines = zip(rules_for(fixture).format.lines, match.rules, strict=False)
    return {number: line.games for number, (line, rules) in enumerate(lines) if rules is not None}


def rules_of(form: Format) -> list[dict[str, Any] | None]:
    """The rules of every line as a LiveMatch keeps them, None for a line that is not pegged."""
    return [None if rules is None else rules.to_json() for rules in map(pegged_under, form.lines)]


def match_of(fixture: Fixture) -> LiveMatch | None:
    """What was pegged of a fixture; None if nothing was."""
    found: LiveMatch | None = LiveMatch.objects.filter(fixture=fixture).first()
    return found


def taps_of(match: LiveMatch) -> QuerySet[LiveEvent]:
    """The log of a match that was found in its league's scope: asked for without looking at the league once more."""
    with scopes_disabled():
        rows: QuerySet[LiveEvent] = LiveEvent.objects.filter(match=match).order_by("seq")
    return rows


def tap_of(event: LiveEvent, by: str = "") -> Tap:
    """A row as the fold reads it; `by` is the name of who was let in, where that was read."""
    lease = None if event.lease is None else str(event.lease)
    return Tap(event.seq, str(event.id), lease, event.kind, event.body, by)


def stories_of(events: Iterable[LiveEvent]) -> dict[GameKey, ScorerLog]:
    """The story of every game that these events are about; they come in the order of `seq`."""
    stories: dict[GameKey, ScorerLog] = {}
    for event in events:
        stories.setdefault((event.line, event.game), ScorerLog()).apply(tap_of(event))
    return stories
