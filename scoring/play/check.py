"""Checks the record of games at whatever level each hand was kept: by its result, by its pegs, or by its tiles."""

from dataclasses import dataclass, field

from scoring.play.finding import Finding, Severity
from scoring.play.headers import rules_by_hand, rules_of
from scoring.play.peg_check import check_hand_pegs, check_pegs
from scoring.play.reader import read_record
from scoring.play.record import GameRecord, Gap, HandRecord, Played, Plays
from scoring.play.replay import ReplayStep, claimed_pegs, replay_hand
from scoring.play.rules import Rules
from scoring.play.scores import HandCheck, MarkedPlay, RecordLevel, Scores


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
    checker = _Checker(game, rules, players, exact, Scores(game, rules, players))
    for record, dealt in zip(game.hands, rules_by_hand(game, rules), strict=True):
        checker.hand(record, dealt)
    checker.scores.result()
    all_findings = (*findings, *checker.scores.findings)
    return GameCheck(game, rules, tuple(checker.scores.hands), checker.scores.winner, all_findings)


@dataclass(slots=True)
class _Checker:
    game: GameRecord
    rules: Rules
    players: int
    exact: bool
    scores: Scores
    findings: list[Finding] = field(init=False)

    def __post_init__(self) -> None:
        self.findings = self.scores.findings

    def hand(self, record: HandRecord, rules: Rules) -> None:
        """One hand by the most that is written of it, under the rules of that hand."""
        moves = record.moves
        if not moves:
            if record.pegs is not None:
                self.findings += check_hand_pegs(record.pegs, rules, self.players, record.where)
            self.scores.summary(record)
        elif record.deal is None and all(getattr(move, "tile", None) is None for move in moves):
            self.by_pegs(record, rules)
        else:
            self.by_tiles(record, rules)

    def side(self, seat: int) -> int:
        return self.rules.side_of(seat, self.players)

    def by_pegs(self, record: HandRecord, rules: Rules) -> None:
        """A hand of which no tile was noted."""
        self.findings += check_pegs(record, rules, self.players, exact=self.exact)
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
        self.findings += replayed.findings
        # The table may be lost sight of because something was not noted, and not by a fault.
        lost = any(isinstance(step.move, Played) and step.hand is None for step in replayed.steps)
        if lost and not any(finding.severity is Severity.REFUSE for finding in replayed.findings):
            self.findings += check_pegs(record, rules, self.players, exact=self.exact)
        plays = [self.marked(step) for step in replayed.steps if isinstance(step.move, Played | Gap)]
        self.scores.played(record, RecordLevel.TILES, plays, replayed.hand)

    def marked(self, step: ReplayStep) -> MarkedPlay:
        """What a play was worth and what was marked for it: never more than it was worth, but too little stands."""
        side = None if step.seat is None or step.seat >= self.players else self.side(step.seat)
        claim = claimed_pegs(step.move, self.rules) if isinstance(step.move, Played) else None
        marked = step.pegs if claim is None or step.pegs is None else min(claim, step.pegs)
        return MarkedPlay(side, step.pegs, marked, step.lead)
