"""A game that was told in events, as a written record: hand by hand, as much as was told of each.

Pegs without a tile belong to a side. Where two play that is a player, and is written as one; in pairs nobody knows
which partner it was, so no seat is written, and a remark says which side pegs from there on: ``{AC} *=8``. What the
notation has no sign for (pegs back, a win barred on the drop, what the rules do not allow) is a remark with a gap after
it, so that nothing is worked out across it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from scoring.play.board import Landed
from scoring.play.events import (
    Drew,
    Event,
    Fact,
    HandEnded,
    HandStarted,
    Knock,
    Knocked,
    MugginsCalled,
    Pegged,
    PeggedBack,
    Play,
    RevokeShown,
    TilePlayed,
    TotalCalled,
    facts,
    standing_events,
)
from scoring.play.finding import IllegalEvent
from scoring.play.game import Game, apply, new_game
from scoring.play.hand import Deal, Ended, Hand, start_hand
from scoring.play.peg_check import tiles_each
from scoring.play.record import (
    SEATS,
    SHORT_DOUBLE,
    At,
    GameRecord,
    Gap,
    HandRecord,
    Headers,
    Item,
    Passed,
    Played,
    Plays,
    Remark,
    Taken,
)
from scoring.play.rules import Rules

LEFT_OUT = "left out: "


def transcript(
    rules: Rules, players: int, events: Iterable[Event], *, leader: int | None = None, headers: Headers = ()
) -> GameRecord:
    """The record of a game from its events; what is impossible is a remark and counts for nothing.

    `leader` is the seat with the first drop, if that is known; `headers` are written as given: they name the rules.
    Raises `HistoryError` where undos and corrections themselves make no sense.
    """
    writer = _TranscriptWriter(new_game(rules, players, leader))
    for fact in facts(standing_events(events)):
        writer.take(fact)
    return writer.record(headers)


def side_letters(rules: Rules, players: int, side: int) -> str:
    """The seats of a side as a record calls them: "A", "AC"."""
    return "".join(SEATS[seat] for seat in range(players) if rules.side_of(seat, players) == side)


@dataclass(slots=True)
class _Page:
    """The hand being written. `table` is the hand as followed tile by tile, None once it is lost sight of."""

    lead: int | None
    deal: Deal | None = None
    items: list[Item] = field(default_factory=list)
    table: Hand | None = None
    tiles: bool = False  # some tile was told
    gap: bool = False  # something was pegged without its tile
    side: int | None = None  # who pegged last
    ended: Ended | None = None
    out: int | None = None


@dataclass(slots=True)
class _TranscriptWriter:
    game: Game
    hands: list[HandRecord] = field(default_factory=list)
    page: _Page | None = None

    def take(self, fact: Fact) -> None:
        """Write one more fact; the page is turned when the game says that the hand is over."""
        before = self.game
        try:
            self.game = apply(before, fact)
        except IllegalEvent as error:
            self._remark(Remark(_plain(f"{LEFT_OUT}{error}")))
            return
        if isinstance(fact, HandStarted):
            self._turn_over(before)
            hand = self.game.hand
            assert hand is not None
            self.page = _Page(hand.leader, fact.deal, table=hand.table)
            return
        self._write(fact)
        if len(self.game.hands) > len(before.hands):
            self._turn_over(self.game)

    def record(self, headers: Headers) -> GameRecord:
        self._turn_over(self.game)
        if self.game.players != 2 and not any(name.lower() == "players" for name, _ in headers):
            headers = (*headers, ("Players", str(self.game.players)))  # not everybody need be seen to play
        return GameRecord(headers, tuple(self.hands), None if self.game.winner is None else self.game.scores)

    def _write(self, fact: Fact) -> None:
        match fact:
            case Pegged() | TotalCalled():
                self._pegged(fact)
            case TilePlayed():
                self._tile(fact)
            case Knocked() | Drew():
                self._passed(fact)
            case HandEnded():
                self._open().ended, self._open().out = Ended.BLOCKED if fact.out is None else Ended.OUT, fact.out
            case PeggedBack():
                self._unwritable(f"{self._letters(fact.side)} back {fact.pegs}" + (fact.reason and f": {fact.reason}"))
            case MugginsCalled():
                self._unwritable(f"{self._letters(fact.side)} called muggins")
            case RevokeShown():
                self._unwritable(f"{self._letters(fact.side)} revoked")

    def _pegged(self, fact: Pegged | TotalCalled) -> None:
        if self.game.landing is not None and self.game.landing.how is Landed.BARRED:
            self._unwritable(f"{self._letters(fact.side)} could not win on the drop")
            return
        page, rules = self._open(), self.game.rules
        if page.tiles and not page.gap:
            page.items.append(Gap())  # from here on a tile that pegged nothing may not have been told
        page.table, page.gap = None, True
        seat = fact.side if self.game.players == self.game.sides else None
        if seat is None and page.side != fact.side:
            page.items.append(Remark(self._letters(fact.side)))
        page.side = fact.side
        if isinstance(fact, Pegged):
            page.items.append(Played(seat, None, pegs=fact.pegs))
        else:
            chip = rules.chip if fact.chip else 0
            page.items.append(Played(seat, None, total=fact.total, pegs=rules.points(fact.total), chip=chip))

    def _tile(self, fact: TilePlayed) -> None:
        page = self._open(fact.seat)
        page.tiles = True
        if page.gap:  # after a gap a tile is worth what was claimed for it
            page.items.append(Played(fact.seat, fact.tile, At(host=fact.at) if fact.at else None, pegs=fact.claimed))
            return
        leader = fact.seat if page.lead is None else page.lead
        table = page.table or start_hand(self._rules, page.deal or (None,) * self.game.players, leader)
        at = _at(table, fact)
        page.table = table.play(fact.tile, fact.at)
        play = page.table.last_play
        assert play is not None
        if fact.claimed is not None and fact.claimed != play.points + play.chip:  # not what the table gives
            page.items.append(Played(play.seat, play.tile, at, pegs=fact.claimed))
            return
        pegs = play.points if play.points or play.chip else None
        page.items.append(Played(play.seat, play.tile, at, pegs=pegs, chip=play.chip))

    def _passed(self, fact: Knocked | Drew) -> None:
        page = self._open()
        page.side = None if self.game.players != self.game.sides else page.side
        page.items.append(Passed(fact.seat) if isinstance(fact, Knocked) else Taken(fact.seat, fact.tile))
        if page.table is not None:
            table = page.table
            page.table = table.knock(revoke=fact.revoke) if isinstance(fact, Knocked) else table.draw(fact.tile)

    def _unwritable(self, words: str) -> None:
        self._remark(Remark(_plain(words)), Gap())

    def _remark(self, *items: Item) -> None:
        """Between two hands it is about the one before."""
        if self.page is None and self.hands:
            last = self.hands[-1]
            self.hands[-1] = replace(last, items=(*last.items, *items), score=self.game.scores)
        else:
            self._open().items += items

    def _letters(self, side: int) -> str:
        return side_letters(self.game.rules, self.game.players, side)

    def _open(self, seat: int | None = None) -> _Page:
        """The page of the hand in play; a hand that nobody announced begins with what is told first."""
        if self.page is None:
            hand = self.game.hand
            self.page = _Page(seat if hand is None or hand.leader is None else hand.leader)
        return self.page

    def _turn_over(self, game: Game) -> None:
        """The page that is written, among the hands; `game` has the scores that it came to."""
        page, self.page = self.page, None
        if page is None:
            return
        table = page.table
        if table is not None and table.ended is not None:
            page.ended, page.out = table.ended, table.out
        plays = Plays.ALL
        if not page.tiles and page.gap:
            page.out = _out(page, self._each) if page.out is None and page.ended is None else page.out
            page.items = list(_with_chip(page, game.rules.chip))
            plays = Plays.ALL if _every_turn(page, self._each) else Plays.SCORING
        record = HandRecord(lead=page.lead, deal=page.deal or _dealt(table, self._each), plays=plays)
        self.hands.append(replace(record, items=tuple(page.items), ended=page.ended, score=game.scores))

    @property
    def _each(self) -> int | None:
        return tiles_each(self._rules, self.game.players)

    @property
    def _rules(self) -> Rules:
        return self.game.rules.for_hand(len(self.hands) + 1)


def _plain(words: str) -> str:
    return words.replace("{", "(").replace("}", ")")


def _at(table: Hand, fact: TilePlayed) -> At | None:
    """Where a tile was joined, where that is to be said."""
    fitting = table.layout.ends_for(fact.tile)
    if not table.layout.joined or len(fitting) < 2:
        return None
    end = table.layout.end_for(fact.tile, fact.at)
    alike = [other for other in fitting if (other.pip, other.is_double) == (end.pip, end.is_double)]
    in_full = len(alike) > 1 or (end.is_double and end.pip > SHORT_DOUBLE)
    return At(host=end.host) if in_full else At(end.pip, end.is_double)


def _out(page: _Page, hand_size: int | None) -> int | None:
    """The side that has played all its tiles in a hand that ended with the game; None if that is not known."""
    if page.side is None or not hand_size:
        return None
    played = sum(1 for item in page.items if isinstance(item, Played) and item.seat == page.side)
    return page.side if played == hand_size else None


def _with_chip(page: _Page, chip: int) -> Iterator[Item]:
    """The items with the point for going out told apart in the last pegs, where they are those of who went out."""
    last = next(item for item in reversed(page.items) if isinstance(item, Played))
    for item in page.items:
        out = item is last and page.out is not None and page.side == page.out
        if out and isinstance(item, Played) and not item.chip and chip and (item.pegs or 0) >= chip:
            yield replace(item, pegs=(item.pegs or 0) - chip, chip=chip)
        else:
            yield item


def _every_turn(page: _Page, hand_size: int | None) -> bool:
    """Whether every turn of a hand for two is told: a scorer who leaves out what pegs nothing tells no knock either.

    The turns must go to and fro from the drop, and who went out must have played all their tiles.
    """
    turns = [item for item in page.items if not isinstance(item, Remark)]
    if not all(isinstance(item, Played | Passed) and item.seat in {0, 1} for item in turns):
        return False
    seats = [item.seat for item in turns if isinstance(item, Played | Passed)]
    nothing = any(isinstance(item, Passed) or (isinstance(item, Played) and item.pegs == 0) for item in turns)
    to_and_fro = all(seat != after for seat, after in pairwise(seats))
    begins = page.lead is None or seats[0] == page.lead
    played = sum(1 for item in turns if isinstance(item, Played) and item.seat == page.out)
    return nothing and to_and_fro and begins and (page.out is None or played == hand_size)


def _dealt(table: Hand | None, hand_size: int | None) -> Deal | None:
    """The tiles of each seat that has played all it took, where no one drew; None where that is nobody."""
    if table is None or any(not isinstance(turn, Play | Knock) for turn in table.history):
        return None
    plays = [turn for turn in table.history if isinstance(turn, Play)]
    played = [tuple(play.tile for play in plays if play.seat == seat) for seat in range(table.players)]
    dealt = tuple(tiles if len(tiles) == hand_size else None for tiles in played)
    return dealt if any(dealt) else None
