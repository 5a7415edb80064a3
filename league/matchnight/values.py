"""The events of a match as the engine has them: the lines they are of, its rules, and each phone's account."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.matchnight.models import LiveEvent, LiveMatch
from league.schedule.models import Fixture
from league.teams.models import decoded_once
from scoring.card.format import Format, game_title, line_titles, pegged_under
from scoring.card.sheet import Card, How, Side
from scoring.play.check import check_text
from scoring.play.finding import Finding, Severity, Where
from scoring.play.merge import Confirmation, ScorerLog, Tap, TapPlayer, Track, opening_of
from scoring.play.projection import GameProjection, Moved
from scoring.play.record import GameRecord, Headers, Remark, headers_of, write_record
from scoring.play.rules import Rules
from scoring.play.transcript import LEFT_OUT, transcript

FIND_PUZZLES = "find-puzzles"  # the kind of a job, and its key: there is one at a time

GameKey = tuple[int, int]  # line of the card, from 0, and number of the game on it, from 1


@dataclass(frozen=True, slots=True)
class PeggedLine:
    number: int
    label: str
    title: str
    players: int
    games: int
    rules: Rules

    def begin(self, scorer_log: ScorerLog) -> GameProjection:
        """Led by who has the first drop, if that is one of its seats."""
        players = len(Side) * self.players
        leader = None if scorer_log.opening is None else scorer_log.opening.leader
        return GameProjection(self.rules, players, leader if leader is not None and leader < players else None)


def line_of(key: GameKey, lines: Mapping[int, PeggedLine]) -> PeggedLine | None:
    line = lines.get(key[0])
    return line if line is not None and 1 <= key[1] <= line.games else None


def lines_of(fixture: Fixture, match: LiveMatch | None = None) -> dict[int, PeggedLine]:
    """Under the rules frozen by the first event, else today's. Needs league and division.competition."""
    form = fixture.rules_in_force().format
    frozen = rules_of(form) if match is None else match.rules
    return {
        number: PeggedLine(
            number, line.label, title, line.players, line.games, decoded_once(Rules.from_json, json.dumps(rules))
        )
        for number, (line, title, rules) in enumerate(zip(form.lines, line_titles(form.lines), frozen, strict=False))
        if rules is not None
    }


def rules_of(form: Format) -> list[dict[str, Any] | None]:
    return [None if rules is None else rules.to_json() for rules in map(pegged_under, form.lines)]


def tap_of(event: LiveEvent) -> Tap:
    lease = None if event.lease is None else str(event.lease)
    return Tap(event.seq, str(event.id), lease, event.kind, event.body)


NOT_STARTED, LIVE, FINISHED = "not-started", "live", "finished"


SIDES = tuple(Side)


@dataclass(frozen=True, slots=True)
class PeggedGame:
    """One game of the log: `number` on its line, from 1; `at` is when the last of it came."""

    line: PeggedLine
    number: int
    scorer_log: ScorerLog
    projection: GameProjection
    at: datetime

    @property
    def title(self) -> str:
        """As in "Singles 3", or "Pairs 1, game 2" where a line has several."""
        return game_title(self.line.title, self.line.games, self.number)

    @property
    def winner(self) -> Side | None:
        winner = self.projection.game.winner
        return None if winner is None else SIDES[winner]

    @property
    def scores(self) -> tuple[int, int]:
        home, away = self.projection.game.scores
        return int(home), int(away)

    @property
    def backs(self) -> tuple[int, int]:
        """Where the back pegs stand: the score before the last that moved."""
        home, away = self.projection.game.board.tracks
        return int(home.back), int(away.back)

    @property
    def hands(self) -> int:
        return len(self.projection.game.hands) + (self.projection.game.hand is not None)

    def places(self, side: Side) -> tuple[TapPlayer, ...]:
        opening = self.scorer_log.opening
        return () if opening is None else opening.home if side is Side.HOME else opening.away

    @property
    def confirmations(self) -> tuple[Confirmation, ...]:
        return self.scorer_log.agreed(self.projection.game.scores)

    @property
    def waiting(self) -> tuple[Track, ...]:
        return differing_tracks(self.line, self.scorer_log, self.projection)


Accounts = dict[str, tuple[Moved, ...]]  # by the id of the last tap of a track, which says all that led to it


def differing_tracks(
    line: PeggedLine, scorer_log: ScorerLog, counted: GameProjection, accounts: Accounts | None = None
) -> tuple[Track, ...]:
    """Those not laid to rest that tell anything else; `accounts` caches replays between calls."""
    open_tracks = [track for track in scorer_log.aside if not track.rested]
    account = counted.account if open_tracks else ()
    accounts_by_track = {} if accounts is None else accounts
    return tuple(track for track in open_tracks if _differs(line, scorer_log, track, account, accounts_by_track))


def _differs(
    line: PeggedLine, scorer_log: ScorerLog, track: Track, account: tuple[Moved, ...], accounts: Accounts
) -> bool:
    openings = [opening for tap in track.taps if tap.kind == "opened" and (opening := opening_of(tap.body))]
    if openings and scorer_log.opening and openings[-1].places != scorer_log.opening.places:
        return True
    last = track.taps[-1].id
    if last not in accounts:
        accounts[last] = replay_taps(line, scorer_log, (*track.base, *track.taps)).account
    return accounts[last] != account[: len(accounts[last])]


def replay_taps(line: PeggedLine, scorer_log: ScorerLog, taps: Iterable[Tap]) -> GameProjection:
    projection = line.begin(scorer_log)
    for tap in taps:
        if tap.id in scorer_log.events:
            projection.apply(scorer_log.events[tap.id])
    return projection


def record_of(game: PeggedGame, headers: Headers = ()) -> GameRecord:
    """The game as a written record; `headers` go before those that name the rules."""
    rules, players = game.line.rules, len(SIDES) * game.line.players
    named = (*headers, *headers_of(rules, players))
    return transcript(rules, players, game.projection.facts, leader=game.projection.leader, headers=named)


def doubts(game: PeggedGame) -> tuple[Finding, ...]:
    """`where` has the hand, from 1."""
    record = record_of(game)
    findings = check_text(write_record((record,)), exact=False).findings
    refused = [each for each in findings if each.severity is Severity.REFUSE]
    return (*impossible_pegs(game), *refused, *_left_out(record))


def impossible_pegs(game: PeggedGame) -> tuple[Finding, ...]:
    rule = "what one tile can peg"
    return tuple(
        Finding(Severity.REFUSE, "pegs_impossible", f"{why}, so it is left out", rule, where=Where(hand=hand))
        for hand, why in game.projection.untaken
    )


def _left_out(record: GameRecord) -> Iterator[Finding]:
    for number, hand in enumerate(record.hands, start=1):
        for item in hand.items:
            if isinstance(item, Remark) and item.text.startswith(LEFT_OUT):
                yield Finding(Severity.SECRETARY, "left_out", item.text, "the rules of play", where=Where(hand=number))


def games_in(events: Iterable[LiveEvent], lines: dict[int, PeggedLine]) -> Iterator[PeggedGame]:
    logs: dict[GameKey, ScorerLog] = {}
    moments: dict[GameKey, datetime] = {}
    for event in events:
        key = event.line, event.game
        if line_of(key, lines):
            logs.setdefault(key, ScorerLog()).apply(tap_of(event))
            moments[key] = event.received_at
    for key in sorted(logs):
        line, scorer_log = lines[key[0]], logs[key]
        yield PeggedGame(line, key[1], scorer_log, replay_taps(line, scorer_log, scorer_log.counting), moments[key])


def is_on_card(view: Mapping[str, Any], card: Card) -> bool:
    return view["line"] < len(card.lines) and view["game"] <= len(card.lines[view["line"]].games)


def differs_from_card(view: Mapping[str, Any], card: Card) -> bool:
    """A card without the game says nothing."""
    if view["winner"] is None or not is_on_card(view, card):
        return False
    game = card.lines[view["line"]].games[view["game"] - 1]
    if game.how is not How.PLAYED or game.winner is not SIDES[view["winner"]]:
        return True
    scores = zip(map(game.pegs, SIDES), view["scores"], strict=True)
    return any(pegs is not None and pegs != score for pegs, score in scores)
