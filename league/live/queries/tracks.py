"""Two phones pegged one game: what each has, side by side, for the captains to choose.

Knows what counts, what was kept aside, by whom and when, and what each comes to. Refuses to say which is right, and to
merge them. Runs inside the scope of a league.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import zip_longest

from league.live.models import LiveEvent, LiveMatch
from league.live.presenters import EVENT_TEXT, GameLogLine
from league.live.values import PeggedGame
from scoring.play.projection import GameProjection, Occurrence
from scoring.play.taps import Tap

NOTHING = "nothing"
OUT = "is out"
NOTHING_MORE = GameLogLine(None, "nobody", "scored more", None)


@dataclass(frozen=True, slots=True)
class TrackView:
    """One account of a game: whose it is, from when to when it came, what it adds to what both have, and the score.

    `before` is the score where it parts from the track that counts. `rested` ones were laid aside by a choice.
    """

    lease: str
    name: str
    counts: bool
    rested: bool
    began: datetime | None
    ended: datetime | None
    before: tuple[int, int]
    scores: tuple[int, int]
    won_by: str
    log: tuple[GameLogLine, ...]
    parting: str = ""  # the first thing that it has otherwise than the track that counts, in words


def tracks_of(match: LiveMatch, game: PeggedGame, teams: tuple[str, str]) -> tuple[TrackView, ...]:
    """Every track of a game, the one that counts first, then those that wait for a choice: one query."""
    times = dict(_received(match, game))
    story = game.story
    aside = sorted(story.aside, key=lambda track: track.rested)
    parted = min((track.branch for track in aside if not track.rested), default=0)
    shared = [tap for tap in story.counting if tap.seq <= parted]
    own = story.counting[len(shared) :]
    name = story.hold.name if story.hold else ""
    views = _TrackViews(game, teams, times)
    counting = views.track(str(story.holder or ""), name, shared, own, counts=True, rested=False)
    others = (
        views.track(track.lease or "", track.name, track.base, track.taps, counts=False, rested=track.rested)
        for track in aside
    )
    return (counting, *(replace(each, parting=_first_difference(counting, each)) for each in others))


def _first_difference(counting: TrackView, other: TrackView) -> str:
    """Where two accounts first differ, if they begin at the same score."""
    if counting.before != other.before:
        return ""
    pairs = zip_longest(counting.log, other.log, fillvalue=NOTHING_MORE)
    theirs, ours = next(((a, b) for a, b in pairs if (a.side, a.words) != (b.side, b.words)), (None, None))
    return f"First difference: {ours.team} {ours.words}, not {theirs.team} {theirs.words}." if theirs and ours else ""


def _received(match: LiveMatch, game: PeggedGame) -> Iterator[tuple[str, datetime]]:
    events = LiveEvent.objects.filter(match=match, line=game.line.number, game=game.number)
    for pk, at in events.values_list("pk", "received_at"):
        yield str(pk), at


@dataclass(frozen=True, slots=True)
class _TrackViews:
    game: PeggedGame
    teams: tuple[str, str]
    times: dict[str, datetime]

    def track(
        self, lease: str, name: str, base: Sequence[Tap], own: Sequence[Tap], *, counts: bool, rested: bool
    ) -> TrackView:
        story = self.game.story
        start = self.game.telling
        telling = GameProjection(start.rules, start.players, start.leader, deque())
        for tap in base:
            if tap.id in story.events:
                telling.apply(story.events[tap.id])
        before, known = _scores(telling), len(telling.last)
        for tap in own:
            if tap.id in story.events:
                telling.apply(story.events[tap.id])
        happened = list(reversed(telling.last))[known:]
        winner = telling.game.winner
        moments = [self.times[tap.id] for tap in own if tap.id in self.times]
        return TrackView(
            lease=lease,
            name=name or "Another phone",
            counts=counts,
            rested=rested,
            began=min(moments, default=None),
            ended=max(moments, default=None),
            before=before,
            scores=_scores(telling),
            won_by="" if winner is None else self.teams[winner],
            log=tuple(self._log_line(each) for each in happened),
        )

    def _log_line(self, each: Occurrence) -> GameLogLine:
        how = NOTHING if each.how == "pegged" and not each.pegs else each.how
        text = OUT if how == "out" and not each.pegs else EVENT_TEXT[how].format(pegs=each.pegs)
        return GameLogLine(each.side, "" if each.side is None else self.teams[each.side], text, each.score)


def _scores(telling: GameProjection) -> tuple[int, int]:
    home, away = telling.game.scores
    return int(home), int(away)
