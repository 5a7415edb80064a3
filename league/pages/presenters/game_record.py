"""A written record as a page shows it: its hands move by move, everything found in it, and each hand reviewed.

Beside each move are the table, the pegs so far, what was found there and what it cost; rules of play, totals and best
plays are those of `scoring.play`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from league.pages.presenters.hand_review import (
    Face,
    HandReport,
    LayoutRow,
    PlayCost,
    ThrownGame,
    face_of,
    report_on,
    rows_of,
    thrown_game,
)
from league.pages.presenters.rule_sets import RuleSet, rule_set
from scoring.play.check import FileCheck, GameCheck, check_text
from scoring.play.finding import Finding, Severity, Where
from scoring.play.hand import Ended, Hand
from scoring.play.headers import rules_by_hand
from scoring.play.presets import name_of
from scoring.play.record import SEATS, GameRecord, Gap, Item, Passed, Played, Remark, Taken
from scoring.play.replay import HandReplay, ReplayStep, replay_hand
from scoring.play.review import whole_scores
from scoring.play.rules import Rules
from scoring.play.scores import HandCheck, RecordLevel
from scoring.play.settlement import Points

SIDES = 2
MOST_FINDINGS = 60
MOST_MOVES = 400  # drawn on one page: some twenty hands
MOST_HANDS = 40  # shown on one page, drawn or not
MOST_REVIEWED = 8  # hands: the best plays of one take some hundredths of a second
MOST_SEARCHED = 3  # hands without tiles for which tiles that fit are looked for


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One move: who did what (`kind` is played, unseen, knocked, drew, gap or remark) and what the table shows then.

    `pegs` is what it was worth; `taken` the pegs of each side in this hand so far, None once something was not told.
    """

    number: int | None
    kind: str
    who: str = ""
    text: str = ""
    tile: Face | None = None
    rows: tuple[LayoutRow, ...] = ()
    ends: str = ""
    pegs: int | None = None
    taken: tuple[tuple[str, int], ...] | None = None
    findings: tuple[Finding, ...] = ()
    cost: PlayCost | None = None


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """One hand. `dealt` are the tiles of each player where they are written; `totals` are pegs and score by side."""

    title: str
    level: RecordLevel
    dealt: tuple[tuple[str, tuple[Face, ...] | None], ...]
    moves: tuple[RecordedMove, ...]
    hidden: int
    ended: str
    table: tuple[LayoutRow, ...]
    totals: tuple[tuple[str, int | None, Points | None], ...]
    looked: HandReport | None


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """One game. `board` is both names, their scores and their scores before, where a crib board can show them."""

    title: str
    rules: RuleSet | None  # None where the record changes a parameter
    facts: tuple[tuple[str, str], ...]
    hands: tuple[RecordedHand, ...]
    hidden: int
    winner: str
    target: int
    board: tuple[str, str, int, int, int, int] | None
    thrown: ThrownGame | None


@dataclass(frozen=True, slots=True)
class RecordPage:
    """A record looked at. `faces` are the drawings that its tiles need, each once."""

    games: tuple[RecordedGame, ...]
    findings: tuple[Finding, ...]
    more: int
    refused: bool
    faces: tuple[Face, ...]
    searched: bool  # whether tiles were looked for wherever pegs alone are written


def record_page(text: str) -> RecordPage:
    """Read, check and review a record. Never raises, and takes about a second at most, whatever the text is."""
    checked, searched = _checked(text)
    builder = _RecordBuilder(checked)
    games = tuple(builder.game(game) for game in checked.games[:MOST_HANDS])
    refused = any(finding.severity is Severity.REFUSE for finding in checked.findings)
    more = max(0, len(checked.findings) - MOST_FINDINGS)
    return RecordPage(games, checked.findings[:MOST_FINDINGS], more, refused, _faces(games), searched)


def _checked(text: str) -> tuple[FileCheck, bool]:
    """Checked, and whether tiles were looked for wherever pegs alone are written: not in a long record."""
    checked = check_text(text, exact=False)
    hands = [hand.record for game in checked.games for hand in game.hands]
    searched = sum(1 for hand in hands if hand.moves and hand.deal is None)
    short = all(len(hand.moves) <= MOST_MOVES // 4 for hand in hands)
    if searched <= MOST_SEARCHED and short:
        return check_text(text), True
    levels = {hand.level for game in checked.games for hand in game.hands}
    return checked, RecordLevel.PEGS not in levels


class _RecordBuilder:
    """Draws until the page is long enough; after that hands are told in figures only."""

    def __init__(self, checked: FileCheck) -> None:
        self.findings: dict[Where, list[Finding]] = {}
        for finding in checked.findings:
            self.findings.setdefault(finding.where, []).append(finding)
        self.hands_left = MOST_HANDS
        self.moves_left = MOST_MOVES
        self.reviews_left = MOST_REVIEWED

    def game(self, game: GameCheck) -> RecordedGame:
        record, rules = game.record, game.rules
        names = side_names(record, rules)
        shown = game.hands[: self.hands_left]
        self.hands_left -= len(shown)
        dealt = rules_by_hand(record, rules)
        hands = tuple(
            self.hand(replace(game, rules=dealt[number - 1]), hand, number, names)
            for number, hand in enumerate(shown, start=1)
        )
        played = rule_set(name_of(rules, game.record.players) or "")
        usual_headers = {"rules", "game", *(seat.lower() for seat in SEATS)}
        facts = tuple((name, value) for name, value in record.headers if value and name.lower() not in usual_headers)
        winner = "" if game.winner is None else names[game.winner]
        hidden, board = len(game.hands) - len(shown), _board(game, names)
        loser = None if game.winner is None else 1 - game.winner
        thrown = thrown_game(((hand.title, hand.looked) for hand in hands), loser, names)
        return RecordedGame(record.header("Game"), played, facts, hands, hidden, winner, rules.target, board, thrown)

    def hand(self, game: GameCheck, checked: HandCheck, number: int, names: Sequence[str]) -> RecordedHand:
        record, players = checked.record, game.record.players
        drawn = len(record.items) <= self.moves_left
        self.moves_left -= len(record.items) if drawn else 0
        replayed = replay_hand(record, game.rules, players) if drawn else HandReplay((), None, ())
        looked = self._looked(replayed, game.record, whole_scores(checked.start))
        moves = tuple(_MoveList(game, names, self.findings, looked).moves(replayed, record.items)) if drawn else ()
        dealt = tuple(
            (_who(game.record, seat), None if tiles is None else tuple(map(face_of, sorted(tiles, reverse=True))))
            for seat, tiles in enumerate(record.deal or ())
        )
        table = rows_of(replayed.hand.layout) if replayed.hand is not None else ()
        blank: tuple[None, ...] = (None,) * len(names)
        totals = tuple(zip(names, checked.pegs or blank, checked.score or blank, strict=False))
        hidden = 0 if drawn else len(record.moves)
        title = record.number or str(number)
        return RecordedHand(title, checked.level, dealt, moves, hidden, _ended(replayed.hand), table, totals, looked)

    def _looked(self, replayed: HandReplay, game: GameRecord, scores: tuple[int, int] | None) -> HandReport | None:
        """The review, while there are any left; None where there is no table to look at."""
        if not any(step.hand is not None for step in replayed.steps):
            return None
        self.reviews_left -= 1
        if self.reviews_left < 0:
            return HandReport(why_not=f"only the first {MOST_REVIEWED} hands are reviewed")
        return report_on(replayed, tuple(_who(game, seat) for seat in range(len(SEATS))), scores)


@dataclass(frozen=True, slots=True)
class _MoveList:
    """Tells the moves of one hand, each with what the page shows beside it."""

    game: GameCheck
    names: Sequence[str]
    findings: Mapping[Where, Sequence[Finding]]
    looked: HandReport | None

    def moves(self, replayed: HandReplay, items: Sequence[Item]) -> Iterator[RecordedMove]:
        taken: list[int] | None = [0] * len(self.names)
        steps = iter(replayed.steps)
        for item in items:
            if isinstance(item, Remark):
                yield RecordedMove(None, "remark", text=item.text)
                continue
            step = next(steps)
            taken = self.taken_after(step, taken)
            yield self.move(step, None if taken is None else tuple(zip(self.names, taken, strict=True)))

    def taken_after(self, step: ReplayStep, taken: list[int] | None) -> list[int] | None:
        """The pegs of each side after a move; None from where somebody may have pegged and nobody said what."""
        if taken is None or isinstance(step.move, Passed | Taken):
            return taken
        if step.pegs is None or step.seat is None or step.seat >= self.game.record.players:
            return None
        side = self.game.rules.side_of(step.seat, self.game.record.players)
        return [pegs + step.pegs * (each == side) for each, pegs in enumerate(taken)]

    def move(self, step: ReplayStep, taken: tuple[tuple[str, int], ...] | None) -> RecordedMove:
        move = step.move
        tile = move.tile if isinstance(move, Played | Taken) else None
        table = step.hand if isinstance(move, Played) else None
        costs = self.looked.costs if self.looked is not None and isinstance(move, Played) else {}
        return RecordedMove(
            number=step.ply,
            kind=_kind(step),
            who=_who(self.game.record, step.seat),
            tile=None if tile is None else face_of(tile),
            rows=() if table is None else rows_of(table.layout, tile),
            ends="" if table is None else table.layout.explain(self.game.rules),
            pegs=step.pegs,
            taken=taken,
            findings=tuple(self.findings.get(move.where, ())) if move.where.ply else (),
            cost=None if tile is None else costs.get(tile),
        )


def side_names(game: GameRecord, rules: Rules) -> tuple[str, ...]:
    """Who plays on each side: as the headers name them, else by their letters."""
    if not 2 <= game.players <= len(SEATS):
        return ()
    sides: list[list[str]] = [[] for _ in range(rules.side_count(game.players))]
    for seat in range(game.players):
        sides[rules.side_of(seat, game.players)].append(_who(game, seat))
    return tuple(" and ".join(side) for side in sides)


def _who(game: GameRecord, seat: int | None) -> str:
    if seat is None or not 0 <= seat < len(SEATS):
        return "Somebody"
    return game.header(SEATS[seat]) or SEATS[seat]


def _kind(step: ReplayStep) -> str:
    match step.move:
        case Played(tile=None):
            return "unseen"
        case Played():
            return "played"
        case Passed():
            return "knocked"
        case Taken():
            return "drew"
        case Gap():
            return "gap"


def _ended(hand: Hand | None) -> str:
    if hand is None or hand.ended is None:
        return ""
    return "The last tile was played." if hand.ended is Ended.OUT else "The hand was blocked: nobody could play."


def _board(game: GameCheck, names: Sequence[str]) -> tuple[str, str, int, int, int, int] | None:
    """What a crib board for two shows at the end, if the score is known in whole pegs and is on the board."""
    last = game.hands[-1] if game.hands else None
    if len(names) != SIDES or last is None or not 20 <= game.rules.target <= 121:
        return None
    now, before = whole_scores(last.score), whole_scores(last.start or (0, 0))
    if now is None or before is None or any(not 0 <= score <= game.rules.target for score in (*now, *before)):
        return None
    return (names[0], names[1], *now, *before)


def _faces(games: Sequence[RecordedGame]) -> tuple[Face, ...]:
    drawn: dict[str, Face] = {}
    for hand in (hand for game in games for hand in game.hands):
        rows = [row for rows in (hand.table, *(move.rows for move in hand.moves)) for row in rows]
        tiles = [face for row in rows for face in row.faces]
        tiles += [move.tile for move in hand.moves if move.tile is not None]
        tiles += [face for _, faces in hand.dealt for face in faces or ()]
        tiles += hand.looked.faces if hand.looked is not None else ()
        drawn |= {face.key: face for face in tiles}
    return tuple(drawn.values())
