"""A written record as a page shows it: its hands move by move, everything found in it, and each hand reviewed.

Beside each move are the table, the pegs so far, what was found there and what it cost; rules of play, totals and best
plays are those of `scoring.play`. Only hands are reviewed for which there is time in a page: `scoring.play.review`
judges by pegs, and where the score is known by the chance to win the game.
"""

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from league.pages.presenters.rule_sets import RuleSet, rule_set
from scoring.play.check import FileCheck, GameCheck, HandCheck, RecordLevel, check_text
from scoring.play.finding import Finding, Severity, Where
from scoring.play.hand import Ended, Hand
from scoring.play.layout import SIDES, Layout
from scoring.play.presets import name_of
from scoring.play.record import SEATS, GameRecord, Gap, Item, Passed, Played, Remark, Taken, rules_by_hand
from scoring.play.replay import HandReplay, ReplayStep, replay_hand
from scoring.play.review import PlayReview, WinReview, positions_of, review_hand, review_known_wins, whole_scores
from scoring.play.rules import Rules
from scoring.play.settlement import Points
from scoring.play.tiles import PIPS, Tile


# --- a line of dominoes as it lies on the table -----------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Face:
    """One tile as it lies: `first` to the left, or on top where it is upright; `new` if it was played just now."""

    first: int
    second: int
    upright: bool = False
    new: bool = False

    @property
    def key(self) -> str:
        """The name of its drawing: the same for every tile that looks the same."""
        return f"tile-{PIPS[self.first]}{PIPS[self.second]}{'u' if self.upright else ''}"

    @property
    def name(self) -> str:
        return f"{self.first}-{self.second}"


@dataclass(frozen=True, slots=True)
class LayoutRow:
    """Tiles that lie in one line; `at` is the double from whose end the row leads off, None for the line itself."""

    faces: tuple[Face, ...]
    at: Tile | None = None

    @property
    def words(self) -> str:
        return ", ".join(face.name for face in self.faces)


def face_of(tile: Tile) -> Face:
    """A tile in the hand: lying, its higher half first."""
    return Face(tile.high, tile.low)


def rows_of(layout: Layout, newest: Tile | None = None) -> tuple[LayoutRow, ...]:
    """The line of play, and after it the rows that lead off from the ends of spinners."""
    return _Drawing(layout, newest).rows() if layout.joined else ()


class _Drawing:
    def __init__(self, layout: Layout, newest: Tile | None) -> None:
        self.first = layout.joined[0].tile
        self.newest = newest
        self.in_line = layout.in_line
        self.joined: dict[Tile, list[Tile]] = {tile: [] for tile in layout.tiles}
        for each in layout.joined:
            if each.host is not None:
                self.joined[each.host].append(each.tile)
        self.aside: list[tuple[Tile, Tile]] = []  # a spinner and a tile at one of its ends

    def rows(self) -> tuple[LayoutRow, ...]:
        first, on_it = self.first, self.joined[self.first]
        left, right = on_it[:1], on_it[1:SIDES]
        if first.is_double:
            self.aside += [(first, tile) for tile in on_it[SIDES:]]
        else:
            left = [tile for tile in on_it if tile.has(first.high)]
            right = [tile for tile in on_it if tile not in left]
        before = [self._face(face.second, face.first) for tile in left for face in self._outward(tile, first.high)]
        after = [face for tile in right for face in self._outward(tile, first.low)]
        line = LayoutRow((*reversed(before), self._face(first.high, first.low), *after))
        # The list grows while it is read: a branch may hold a spinner too.
        return (line, *(LayoutRow(tuple(self._outward(tile, host.high)), host) for host, tile in self.aside))

    def _outward(self, tile: Tile | None, pip: int) -> Iterator[Face]:
        """The tiles from this one to the end of its row; `pip` is the half that touches."""
        while tile is not None:
            far = tile.other(pip)
            yield self._face(pip, far)
            onward = self.joined[tile]
            self.aside += [(tile, other) for other in onward[1:]]
            tile, pip = (onward[0] if onward else None), far

    def _face(self, first: int, second: int) -> Face:
        newest = self.newest is not None and {first, second} == {self.newest.high, self.newest.low}
        across = first == second and (self.in_line is None or first != self.in_line.high)
        return Face(first, second, upright=across, new=newest)


MOST_TILES = 24  # in the hands of all players: nine each for two, six for four; the search grows fast beyond them


# --- the review -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PlayCost:
    """In pegs; where the score is known `before`, `after` and `cost` are chances to win in a hundred."""

    missed: int
    cost: int
    best: Face | None
    best_at: str
    before: int | None = None
    after: int = 0


@dataclass(frozen=True, slots=True)
class WorstPlay:
    """The play of a side that cost it most chances in a hand; ``cost`` is in thousandths, to compare hands."""

    side: int
    who: str
    tile: Face
    ply: int
    cost: int
    review: PlayCost


@dataclass(frozen=True, slots=True)
class HandReport:
    """The review of a hand; `why_not` says why there are no best plays, or no review at all."""

    seats: tuple[tuple[str, int | None, int | None], ...] = ()  # name, points missed, cost; None is not known
    by_score: bool = False  # costs are chances in a hundred, not pegs
    costs: dict[Tile, PlayCost] = field(default_factory=dict)
    proofs: tuple[tuple[str, tuple[Face, ...]], ...] = ()  # who knocked, and the tiles that they then had not
    why_not: str = ""
    worst: tuple[WorstPlay, ...] = ()

    @property
    def faces(self) -> tuple[Face, ...]:
        best = tuple(cost.best for cost in self.costs.values() if cost.best is not None)
        return best + tuple(face for _, lacks in self.proofs for face in lacks)


def report_on(replayed: HandReplay, names: Sequence[str], scores: tuple[int, int] | None = None) -> HandReport:
    """Review a replayed hand, if its tiles are sound and few enough; `scores` before the hand, if known."""
    if replayed.hand is None or any(finding.severity is Severity.REFUSE for finding in replayed.findings):
        return HandReport(why_not="the tiles are not all written, or cannot have been so")
    if sum(positions_of(replayed.hand)[0].left) > MOST_TILES:
        return HandReport(why_not=f"more than {MOST_TILES} tiles are dealt, and the search would take too long")
    wins = review_known_wins(replayed.hand, scores)
    review = review_hand(replayed.hand, valued=not wins)
    missed = any(each.most is not None for each in review.plays)
    best_known = review.value is not None
    seats = tuple(
        (names[seat], review.missed_by(seat) if missed else None, review.cost_to(seat) if best_known else None)
        for seat in range(replayed.hand.players)
    )
    costs = {each.play.tile: _cost(each) for each in review.plays}
    proofs = tuple((names[each.seat], tuple(map(face_of, each.tiles))) for each in review.proofs)
    report = HandReport(seats, costs=costs, proofs=proofs, why_not=review.why_not)
    return _report_by_score(report, replayed.hand, wins, names) if wins else report


def _report_by_score(plain: HandReport, hand: Hand, plays: Sequence[WinReview], names: Sequence[str]) -> HandReport:
    costs = dict(plain.costs)
    losses = [0] * hand.players
    worst: dict[int, WorstPlay] = {}
    for review in plays:
        seat, tile = review.play.seat, review.play.tile
        costs[tile] = cost = _win_cost(review, costs[tile].missed)
        losses[seat] += review.cost
        side = hand.side_of(seat)
        if review.cost and (side not in worst or review.cost > worst[side].cost):
            worst[side] = WorstPlay(side, names[seat], face_of(tile), review.ply, review.cost, cost)
    seats = tuple(
        (name, missed, _in_hundred(cost)) for (name, missed, _), cost in zip(plain.seats, losses, strict=True)
    )
    return replace(plain, seats=seats, by_score=True, costs=costs, worst=tuple(worst.values()))


def _win_cost(review: WinReview, missed: int) -> PlayCost:
    before, after = _in_hundred(review.best.chance), _in_hundred(review.chance)
    if before == after:
        return PlayCost(missed, 0, None, "", before, after)
    at = "" if review.best.end is None else review.best.end.name
    return PlayCost(missed, before - after, face_of(review.best.tile), at, before, after)


def _in_hundred(thousandths: int) -> int:
    return (thousandths + 5) // 10


def _cost(review: PlayReview) -> PlayCost:
    best = review.best
    if best is None or not review.cost:
        return PlayCost(review.missed or 0, 0, None, "")
    return PlayCost(review.missed or 0, review.cost, face_of(best.tile), "" if best.end is None else best.end.name)


LEAST_THROWN = 100  # thousandths: a play that cost less threw nothing away


# --- the record as its page shows it ----------------------------------------------------------------------------------
MOST_FINDINGS = 60
MOST_MOVES = 400  # drawn on one page: some twenty hands
MOST_HANDS = 40  # shown on one page, drawn or not
MOST_REVIEWED = 8  # hands: the best plays of one take some hundredths of a second
MOST_SEARCHED = 3  # hands without tiles for which tiles that fit are looked for


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """`kind` is played, unseen, knocked, drew, gap or remark; `taken` each side's pegs so far, None once unknown."""

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
    """`dealt` are each player's tiles where they are written; `totals` pegs and score by side."""

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
    """`board` is both names, their scores and their scores before, where a crib board can show them."""

    title: str
    rules: RuleSet | None  # None where the record changes a parameter
    facts: tuple[tuple[str, str], ...]
    hands: tuple[RecordedHand, ...]
    hidden: int
    winner: str
    target: int
    board: tuple[str, str, int, int, int, int] | None
    thrown: tuple[str, WorstPlay] | None


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
    checked, searched = _checked(text)
    builder = _RecordBuilder(checked)
    games = tuple(builder.game(game) for game in checked.games[:MOST_HANDS])
    refused = any(finding.severity is Severity.REFUSE for finding in checked.findings)
    more = max(0, len(checked.findings) - MOST_FINDINGS)
    return RecordPage(games, checked.findings[:MOST_FINDINGS], more, refused, _faces(games), searched)


def _checked(text: str) -> tuple[FileCheck, bool]:
    """Whether tiles were looked for wherever pegs alone are written: not in a long record."""
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
        plays = [
            (hand.title, play)
            for hand in hands
            for play in (hand.looked.worst if hand.looked is not None else ())
            if play.side == loser and play.cost >= LEAST_THROWN
        ]
        thrown = max(plays, key=lambda pair: pair[1].cost, default=None)
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
    if len(names) != 2 or last is None or not 20 <= game.rules.target <= 121:
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


# --- a record in the end of an address --------------------------------------------------------------------------------
MOST_TEXT = 64 * 1024  # bytes of a record; a season of singles with every tile is less
LONGEST_LINK = 6_000  # characters; proxies and messengers cut addresses at about 8,000


class RecordLinkError(ValueError):
    """What was given is no record packed by `pack`, or a larger one than may be unpacked."""


def pack(text: str) -> str:
    """The text packed for an address, the same every time: letters, digits, - and _."""
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(packed: str) -> str:
    """The text that was packed. Raises `RecordLinkError`; unpacks no more than `MOST_TEXT`, however much there is."""
    if len(packed) > LONGEST_LINK:
        raise RecordLinkError("longer than any link made here")
    try:
        raw = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(raw, MOST_TEXT + 1)
        if len(text) > MOST_TEXT or not unpacking.eof:
            raise RecordLinkError("too much, or cut short")
        return text.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        raise RecordLinkError(str(error)) from None
