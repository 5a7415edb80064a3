"""Checks the record of games at whatever level each hand was kept: by its result, by its pegs, or by its tiles.

The scores of a written game follow from its hands, and what is written is held against that.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import ceil
from typing import NamedTuple, TypeVar

from scoring.play import possible
from scoring.play.board import Board, Landed, SidePegs, alone_at_target, land
from scoring.play.finding import Finding, Severity, Where
from scoring.play.hand import Hand
from scoring.play.peg_check import check_hand_pegs, check_pegs, is_bounded, tiles_each
from scoring.play.reader import read_record
from scoring.play.record import (
    GameRecord,
    Gap,
    HandRecord,
    Played,
    Plays,
    parse_number,
    rules_by_hand,
    rules_of,
    write_scores,
)
from scoring.play.replay import ReplayStep, claimed_pegs, replay_hand
from scoring.play.rules import Finish, FinishWhen, Rules, Settlement
from scoring.play.settlement import Points

_N = TypeVar("_N", int, Points)

RULES_BROKEN = {
    "sides": "a score has a number for each side",
    "below_nought": "nobody stands below nought, unless each side takes the pips it has left off its score",
    "start": "a hand starts from the scores that the one before it came to",
    "hand_pegs": "the pegs of a hand are those of its plays",
    "hand_score": "a score is what it was and what was pegged (Pagat; Teesdale rules 6, 9)",
    "game_over": "the first to the target wins and the game is over (Pagat; Teesdale rule 9)",
    "result": "the result is what the hands come to",
    "winner": "a game is won by one side, on the target exactly (Pagat; Teesdale rule 9)",
    "no_winner": "a game is played until a side is on the target",
    "too_few_hands": "the most pegs a side can take in one hand, proved by search",
    "most_in_hand": "the most pegs a side can take in one hand, proved by search",
}


class RecordLevel(StrEnum):
    """How much of a hand is written: what it came to, what each play pegged, or the tiles."""

    SUMMARY = "summary"
    PEGS = "pegs"
    TILES = "tiles"


class MarkedPlay(NamedTuple):
    """A play: its side, what it was worth, chip point included, and what was marked. None is not known."""

    side: int | None
    pegs: int | None
    marked: int | None
    lead: bool = False


@dataclass(frozen=True, slots=True)
class HandCheck:
    """A hand and what it came to, by side: pegs as made at the table and scores after it, None where not known."""

    record: HandRecord
    level: RecordLevel
    start: tuple[Points, ...] | None
    pegs: tuple[int, ...] | None
    score: tuple[Points, ...] | None


@dataclass(slots=True)
class Scores:
    game: GameRecord
    rules: Rules
    players: int
    findings: list[Finding] = field(default_factory=list)
    hands: list[HandCheck] = field(default_factory=list)
    now: tuple[Points, ...] | None = None  # None where something hid them
    winner: int | None = None
    sides: int = 0

    def __post_init__(self) -> None:
        self.sides = self.rules.side_count(self.players)
        self.now = (0,) * self.sides

    def report(self, code: str, message: str, where: Where, claimed: str = "", right: str = "") -> None:
        severity = Severity.SECRETARY if code == "no_winner" else Severity.REFUSE
        self.findings.append(Finding(severity, code, message, RULES_BROKEN[code], claimed, right, where))

    def written_scores(self, scores: tuple[_N, ...] | None, where: Where) -> tuple[_N, ...] | None:
        """Scores as written, if there is one for each side."""
        if scores is not None and len(scores) != self.sides:
            self.report("sides", f"{write_scores(scores)} is for {len(scores)} sides, and {self.sides} play", where,
                        write_scores(scores))  # fmt: skip
            return None
        if scores is not None and min(scores) < 0 and self.rules.settlement is not Settlement.EACH_SUBTRACTS:
            self.report("below_nought", f"{write_scores(scores)}: nobody goes below nought here", where,
                        write_scores(scores), "0 or more")  # fmt: skip
            return None
        return scores

    def summary(self, record: HandRecord) -> None:
        """A hand of which only the pegs or the scores are written."""
        start = self._start(record)
        pegs = self.written_scores(record.pegs, record.where)
        after: tuple[Points, ...] | None = None
        if start is not None and pegs is not None and not record.revokes and self.rules.settlement is Settlement.NONE:
            sums = tuple(a + b for a, b in zip(start, pegs, strict=True))
            after = sums if max(sums) < self.rules.target else None  # else pegs may have been disregarded
        self._finish(record, RecordLevel.SUMMARY, start, pegs, after)

    def played(self, record: HandRecord, level: RecordLevel, plays: Sequence[MarkedPlay], table: Hand | None) -> None:
        """A hand with its plays; `table` is as they left it, if that is known."""
        start = self._start(record)
        pegs, marked, all_known = _sums(plays, self.sides)
        if all_known and level is RecordLevel.PEGS:
            self.findings += check_hand_pegs(pegs, self.rules, self.players, record.where)
        after = self._land(record, start, plays) if all_known and start is not None else None
        counted = None if start is None or after is None else tuple(b - a for a, b in zip(start, after, strict=True))
        written = self.written_scores(record.pegs, record.where)
        if written is not None and all_known and written not in (pegs, counted, marked):
            self.report("hand_pegs", f"written as {write_scores(written)}, the plays come to {write_scores(pegs)}",
                        record.where, write_scores(written), write_scores(pegs))  # fmt: skip
        if written is not None and not all_known:
            self._bounds(record, written, pegs, plays)
        after = self._settled(record, after, table)
        self._finish(record, level, start, pegs if all_known else None, after)

    def _start(self, record: HandRecord) -> tuple[Points, ...] | None:
        """The scores before a hand: as written, told if the hands before come to others."""
        written = self.written_scores(record.start, record.where)
        before = self.hands[-1].record if self.hands else None
        here, last = (parse_number(hand.number or "") if hand is not None else None for hand in (record, before))
        if here is not None and last is not None:
            if here != last + 1:
                self.now = None
        elif before is None and written is not None:
            self.now = written
        if written is not None and self.now is not None and written != self.now:
            came = write_scores(self.now)
            self.report("start", f"starts from {write_scores(written)}, the hand before came to {came}", record.where,
                        write_scores(written), came)  # fmt: skip
        if self.winner is not None:
            self.report("game_over", "a hand is written after the game was won", record.where)
            self.winner = None
        return written if written is not None else self.now

    def _land(self, record: HandRecord, start: tuple[Points, ...], plays: Sequence[MarkedPlay]) -> tuple[Points, ...]:
        """The scores after the plays, as they were marked, or as they should have been where the record says those."""
        landed = self._fold(start, [(play.side or 0, play.marked or 0, play.lead) for play in plays])
        if any(play.marked != play.pegs for play in plays):
            right = self._fold(start, [(play.side or 0, play.pegs or 0, play.lead) for play in plays])
            landed = right if record.score == right[0] else landed
        scores, winner, extra = landed
        self.winner = winner
        if extra:
            self.report("game_over", f"{extra} more plays are written after the game was won", record.where)
        return scores

    def _fold(
        self, start: tuple[Points, ...], plays: Sequence[tuple[int, int, bool]]
    ) -> tuple[tuple[Points, ...], int | None, int]:
        """Scores, the side that has won, and how many plays are written after that."""
        scores = list(start)
        for ply, (side, pegs, lead) in enumerate(plays, start=1):
            if pegs:
                landing = land(self.rules, scores[side], pegs, lead=lead)
                scores[side] = landing.score
                if landing.how is Landed.WON:
                    return tuple(scores), side, len(plays) - ply
        return tuple(scores), None, 0

    def _bounds(
        self, record: HandRecord, written: tuple[int, ...], pegs: tuple[int, ...], plays: Sequence[MarkedPlay]
    ) -> None:
        """What can be said of the pegs of a hand with gaps: no fewer than are told, no more than could follow."""
        tiles = tiles_each(self.rules, self.players)
        if tiles is None or not is_bounded(self.rules) or self.sides > 2:
            return
        begun: list[tuple[int, int]] = []
        for play in plays if record.plays is Plays.ALL else ():
            if play.side is None or play.pegs is None:
                break
            begun.append((play.side, play.pegs))
        for side, total in enumerate(written):
            if total < pegs[side] and (self.now is None or self.now[side] + pegs[side] < self.rules.target):
                self.report("hand_pegs", f"written as {total}, the plays told come to {pegs[side]} already",
                            record.where, str(total), f"at least {pegs[side]}")  # fmt: skip
            most = possible.most_after(begun, side, self.players, tiles, self.rules.chip)
            if total > most:
                self.report("most_in_hand", f"written as {total}: after these plays {most} is the most there can be",
                            record.where, str(total), f"at most {most}")  # fmt: skip

    def _settled(
        self, record: HandRecord, after: tuple[Points, ...] | None, table: Hand | None
    ) -> tuple[Points, ...] | None:
        """The scores after the settlement and the penalties; None where they cannot be known."""
        if after is None or self.winner is not None:
            return after
        board = Board(tuple(SidePegs(score) for score in after))
        if self.rules.settlement is not Settlement.NONE:
            settled = table.settled() if table is not None else None
            if settled is None:
                return None
            board, _, self.winner = board.settle(self.rules, settled.points)
        for seat in record.revokes if self.rules.revoke_penalty else ():
            if self.sides != 2:
                return None  # who is paid is not written
            side = self.rules.side_of(seat, self.players)
            board, landing = board.penalise(self.rules, side, 1 - side)
            self.winner = 1 - side if landing.how is Landed.WON else self.winner
        return board.scores

    def _finish(
        self,
        record: HandRecord,
        level: RecordLevel,
        start: tuple[Points, ...] | None,
        pegs: tuple[int, ...] | None,
        after: tuple[Points, ...] | None,
    ) -> None:
        written = self.written_scores(record.score, record.where)
        if written is not None and after is not None and written != after:
            came = write_scores(after)
            self.report("hand_score", f"written as {write_scores(written)}, the hand comes to {came}", record.where,
                        write_scores(written), came)  # fmt: skip
        self.now = written if written is not None else after
        if self.rules.finish_when is FinishWhen.HAND and self.now is not None:
            self.winner = alone_at_target(self.rules, self.now)
        self.hands.append(HandCheck(record, level, start, pegs, self.now))

    def result(self) -> None:
        """The result of the game as written: against its hands, and against what any game can come to."""
        where = self.game.where
        written = self.written_scores(self.game.result, where)
        if written is None:
            return
        if self.hands and self.now is not None and written != self.now:
            came = write_scores(self.now)
            self.report("result", f"written as {write_scores(written)}, the hands come to {came}", where,
                        write_scores(written), came)  # fmt: skip
            return
        target, exact = self.rules.target, self.rules.finish is Finish.EXACT
        home = [side for side, score in enumerate(written) if score >= target]
        if exact and (len(home) > 1 or max(written) > target):
            self.report("winner", f"{write_scores(written)} cannot be a result: one side alone is on {target}", where,
                        write_scores(written), str(target))  # fmt: skip
        elif not home:
            self.report("no_winner", f"nobody is on {target}", where, write_scores(written), str(target))
        elif exact:
            self.winner = home[0]
            self._enough_hands(written, where)

    def _enough_hands(self, written: tuple[Points, ...], where: Where) -> None:
        tiles, hands = tiles_each(self.rules, self.players), parse_number(self.game.header("Hands"))
        hands = len(self.hands) if hands is None else hands
        if tiles is None or not hands or not is_bounded(self.rules):
            return
        first = self.hands[0].record.start if self.hands else None
        for side, score in enumerate(written):
            start = first[side] if first is not None and len(first) == self.sides else 0
            least = possible.fewest_hands(ceil(score), self.players, tiles, self.rules.chip, start=int(start))
            if hands < least:
                self.report("too_few_hands", f"{score} takes {least} hands at least, and {hands} are told", where,
                            str(hands), f"at least {least}")  # fmt: skip


def _sums(plays: Sequence[MarkedPlay], sides: int) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    """By side, what the plays were worth and what was marked for them; and whether that is known of every play."""
    pegs, marked, all_known = [0] * sides, [0] * sides, True
    for side, worth, put, _ in plays:
        if side is None or worth is None or put is None:
            all_known = False
        elif worth:
            pegs[side] += worth
            marked[side] += put
    return tuple(pegs), tuple(marked), all_known


# --- a game, hand by hand ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class GameCheck:
    """A game, the rules it was played by, and what it came to; `winner` is a side."""

    record: GameRecord
    rules: Rules
    hands: tuple[HandCheck, ...]
    winner: int | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class FileCheck:
    """All the games of a file; `findings` are all there are, those of the reader first."""

    games: tuple[GameCheck, ...]
    findings: tuple[Finding, ...]


def check_text(text: str, *, exact: bool = True) -> FileCheck:
    """Read and check a file of games. Never raises."""
    reading = read_record(text)
    games = tuple(check_game(game, exact=exact) for game in reading.games)
    return FileCheck(games, (*reading.findings, *(finding for game in games for finding in game.findings)))


def check_game(game: GameRecord, *, exact: bool = True) -> GameCheck:
    """Check one game. `exact` also searches for tiles where only pegs are written, which takes longer."""
    players = game.players
    rules, findings = rules_of(game, players)
    if not 2 <= players <= 4:
        problem = Finding(Severity.REFUSE, "players", f"{players} cannot play", "two, three or four play",
                          str(players), "2, 3 or 4", game.where)  # fmt: skip
        return GameCheck(game, rules, (), None, (*findings, problem))
    checker = _Checker(rules, players, exact, Scores(game, rules, players))
    for record, dealt in zip(game.hands, rules_by_hand(game, rules), strict=True):
        checker.hand(record, dealt)
    checker.scores.result()
    all_findings = (*findings, *checker.scores.findings)
    return GameCheck(game, rules, tuple(checker.scores.hands), checker.scores.winner, all_findings)


@dataclass(slots=True)
class _Checker:
    rules: Rules
    players: int
    exact: bool
    scores: Scores

    def hand(self, record: HandRecord, rules: Rules) -> None:
        """One hand by the most that is written of it, under the rules of that hand."""
        moves = record.moves
        if not moves:
            if record.pegs is not None:
                self.scores.findings += check_hand_pegs(record.pegs, rules, self.players, record.where)
            self.scores.summary(record)
        elif record.deal is None and all(getattr(move, "tile", None) is None for move in moves):
            self.by_pegs(record, rules)
        else:
            self.by_tiles(record, rules)

    def side(self, seat: int) -> int:
        return self.rules.side_of(seat, self.players)

    def by_pegs(self, record: HandRecord, rules: Rules) -> None:
        """A hand of which no tile was noted."""
        self.scores.findings += check_pegs(record, rules, self.players, exact=self.exact)
        plays = []
        lead = record.plays is Plays.ALL
        for move in record.moves:
            if isinstance(move, Played):
                pegs = claimed_pegs(move, self.rules)
                seat = move.seat if move.seat is not None and move.seat < self.players else None
                plays.append(MarkedPlay(None if seat is None else self.side(seat), pegs, pegs, lead))
                lead = False
            elif isinstance(move, Gap):
                plays.append(MarkedPlay(None, None, None))
                lead = False
        self.scores.played(record, RecordLevel.PEGS, plays, None)

    def by_tiles(self, record: HandRecord, rules: Rules) -> None:
        """A hand with tiles: replayed, and checked by its pegs from where tiles are missing."""
        replayed = replay_hand(record, rules, self.players)
        self.scores.findings += replayed.findings
        # The table may be lost sight of because something was not noted, and not by a fault.
        lost = any(isinstance(step.move, Played) and step.hand is None for step in replayed.steps)
        if lost and not any(finding.severity is Severity.REFUSE for finding in replayed.findings):
            self.scores.findings += check_pegs(record, rules, self.players, exact=self.exact)
        plays = [self.marked(step) for step in replayed.steps if isinstance(step.move, Played | Gap)]
        self.scores.played(record, RecordLevel.TILES, plays, replayed.hand)

    def marked(self, step: ReplayStep) -> MarkedPlay:
        """What a play was worth and what was marked for it: never more than it was worth, but too little stands."""
        side = None if step.seat is None or step.seat >= self.players else self.side(step.seat)
        claim = claimed_pegs(step.move, self.rules) if isinstance(step.move, Played) else None
        marked = step.pegs if claim is None or step.pegs is None else min(claim, step.pegs)
        return MarkedPlay(side, step.pegs, marked, step.lead)
