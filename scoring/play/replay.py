"""Plays a written hand again, tile by tile, and tells everything in it that cannot have been.

Where tiles are missing it goes on without a table.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from scoring.play.events import Play
from scoring.play.finding import Finding, Severity, Where
from scoring.play.hand import Ended, Hand, HandError, start_hand
from scoring.play.layout import End
from scoring.play.record import SEATS, At, Gap, HandRecord, Move, Passed, Played, Taken
from scoring.play.rules import DrawRule, Rules, RulesError
from scoring.play.tiles import Tile

#: Which rule a fault breaks, by its code.
RULES_BROKEN = {
    "not_held": "a player plays their own tiles",
    "on_table": "each tile is played once",
    "dealt_twice": "each tile is dealt once",
    "not_in_set": "the set of dominoes",
    "no_fit": "a tile is joined where its pips match an open end (Pagat)",
    "not_open": "a tile is joined at an open end (Pagat)",
    "which_end": "two ends that show the same pip are not the same end",
    "can_play": "play if you can, otherwise knock (Pagat; Teesdale rule 5)",
    "held_off": "play if you can, otherwise knock (Pagat; Teesdale rule 5)",
    "goes_on": "a player goes on only with a tile that scores or is a double (one reading of Horse Race)",
    "must_draw": "a player who cannot play draws (Pagat, All Fives)",
    "out_of_turn": "players take turns clockwise (Pagat)",
    "hand_over": "a hand ends at the last tile or the block (Pagat; Teesdale rule 7)",
    "not_out": "a player is out with their last tile (Pagat; Teesdale rule 7)",
    "not_blocked": "a hand is blocked when nobody can play (Pagat; Teesdale rule 7)",
    "knock_missing": "who cannot play knocks (Pagat; Teesdale rule 5)",
    "seat": "two, three or four play",
    "deal_size": "the number of tiles each player takes",
    "wrong_total": "the total is the sum of the open ends",
    "wrong_pegs": "a third and a fifth of the total, where they are whole (Pagat)",
    "wrong_chip": "the point for going out goes with the last tile",
}


#: Not impossible: a claim may be a slip of the pen, a deal may be as the table agreed.
_FOR_THE_SECRETARY = frozenset({"deal_size", "which_end", "wrong_total", "wrong_pegs", "wrong_chip"})
_UNTIDY = frozenset({"knock_missing"})


def fault(code: str, message: str, where: Where, claimed: str = "", right: str = "") -> Finding:
    severity = Severity.REFUSE
    if code in _FOR_THE_SECRETARY:
        severity = Severity.SECRETARY
    elif code in _UNTIDY:
        severity = Severity.WARNING
    return Finding(severity, code, message, RULES_BROKEN.get(code, "the rules of play"), claimed, right, where)


def claim_faults(move: Played, play: Play, chip: int, where: Where, *, silent: bool) -> Iterator[Finding]:
    """What a move claims and the table does not give. `chip` is the rules' point for going out.

    `silent` says that the hand makes no claims of pegs at all, so that none here means nothing.
    """
    if move.total is not None and move.total != play.total:
        message = f"called {move.total}, the table shows {play.total}"
        yield fault("wrong_total", message, where, str(move.total), str(play.total))
    if move.pegs is None and (play.points == 0 or silent):
        return
    claimed = move.pegs or 0
    if not move.chip and claimed == play.points + play.chip:
        return
    if claimed != play.points:
        message = f"claimed {claimed}, table {play.total} is {play.points}"
        yield fault("wrong_pegs", message, where, str(claimed), str(play.points))
    if move.chip != play.chip:
        words = f"{SEATS[play.seat]} went out" if play.chip else "the side is not out"
        words = words if chip else "these rules have none"
        yield fault("wrong_chip", f"chip point {move.chip} claimed, {words}", where, str(move.chip), str(play.chip))


def claimed_pegs(move: Played, rules: Rules) -> int | None:
    """What a move says that it pegged, the chip point included; by the total it calls if it claims no pegs."""
    if move.pegs is not None:
        return move.pegs + move.chip
    return None if move.total is None else rules.points(move.total)


def is_at(end: End, at: At) -> bool:
    """Whether an end is the one written so."""
    return end.host == at.host if at.host is not None else (end.pip, end.is_double) == (at.pip, at.double)


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One move as it was replayed.

    `hand` is the table after it, None where it is not known. `pegs` is what the move is worth, the chip point included:
    by the table, or where that is not known as claimed; None where nothing is known.
    """

    ply: int
    move: Move
    seat: int | None
    hand: Hand | None
    total: int | None = None
    pegs: int | None = None
    lead: bool = False


@dataclass(frozen=True, slots=True)
class HandReplay:
    """A hand replayed: its moves, the table at the end (None if it was lost sight of) and what was found."""

    steps: tuple[ReplayStep, ...]
    hand: Hand | None
    findings: tuple[Finding, ...]


def replay_hand(record: HandRecord, rules: Rules, players: int = 2) -> HandReplay:
    """Replay a written hand under these rules. Never raises for what a record says."""
    opening = next((move for move in record.moves if isinstance(move, Played | Gap)), None)
    run = _ReplayRun(record, rules, players, opening)
    run.hand = run.deal()
    for ply, move in enumerate(record.moves, start=1):
        run.take(ply, move)
    run.check_end()
    return HandReplay(tuple(run.steps), run.hand, tuple(run.findings))


@dataclass(slots=True)
class _ReplayRun:
    record: HandRecord
    rules: Rules
    players: int
    opening: Move | None  # the first tile, or what may hide it
    hand: Hand | None = None
    ply: int = 0
    where: Where = field(default_factory=Where)
    steps: list[ReplayStep] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    knocked: dict[int, tuple[int, frozenset[int]]] = field(default_factory=dict)  # seat: (ply, pips open then)

    def report(self, code: str, message: str, claimed: str = "", right: str = "") -> None:
        self.findings.append(fault(code, message, self.where, claimed, right))

    def deal(self) -> Hand | None:
        """The hand before its first tile; None if there can be no such deal."""
        self.where = self.record.where
        deal = self.record.deal or (None,) * self.players
        deal = deal + (None,) * (self.players - len(deal))
        lead = self.record.lead if self.record.lead is not None else self._first_seat()
        try:
            expected = self.rules.tiles_each(len(deal))
            for seat, tiles in enumerate(deal):
                if tiles is not None and len(tiles) != expected:
                    message = f"{SEATS[seat]} has {len(tiles)} tiles where the rules deal {expected}"
                    self.report("deal_size", message, str(len(tiles)), str(expected))
            return start_hand(self.rules, deal, lead)
        except (HandError, RulesError) as error:
            self.report(error.code if isinstance(error, HandError) else "players", str(error))
            return None

    def _first_seat(self) -> int:
        """Who has the drop where nobody says: the first who plays, or who holds the first tile."""
        first = next(iter(self.record.moves), None)
        if first is None or isinstance(first, Gap):
            return 0
        if first.seat is not None:
            return min(first.seat, self.players - 1)
        tile = first.tile if isinstance(first, Played) else None
        return next((seat for seat, tiles in enumerate(self.record.deal or ()) if tile in (tiles or ())), 0)

    def take(self, ply: int, move: Move) -> None:
        """One move: on the table while that can be followed, otherwise only noted."""
        self.ply, self.where = ply, move.where if move.where != Where() else Where(ply=ply)
        if isinstance(move, Gap) or (isinstance(move, Played) and move.tile is None):
            self.hand = None
        if self.hand is not None and self.hand.is_over and self._closing_knock(self.hand, move):
            return
        if self.hand is not None and not self._turn(self.hand, move):
            self.hand = None
        if self.hand is None:
            self._note(move)
            return
        match move:
            case Played():
                self._play(self.hand, move)
            case Passed():
                self._knock(self.hand, move)
            case Taken():
                self._draw(self.hand, move)

    def _note(self, move: Move) -> None:
        """A move without a table: worth what it claims."""
        seat = None if isinstance(move, Gap) else move.seat
        total, pegs = (move.total, claimed_pegs(move, self.rules)) if isinstance(move, Played) else (None, None)
        lead = move is self.opening and isinstance(move, Played)
        self.steps.append(ReplayStep(self.ply, move, seat, None, total, pegs, lead))

    def _turn(self, hand: Hand, move: Move) -> bool:
        """Make it the turn of who moved. False if the hand cannot go on."""
        if hand.is_over:
            self.report("hand_over", f"{move} comes after the hand was over", str(move))
            return False
        seat = None if isinstance(move, Gap) else move.seat
        if seat is None or seat == hand.turn:
            return True
        if seat >= hand.players:
            self.report("seat", f"there is no seat {SEATS[seat]} at a table of {hand.players}", str(move))
            return False
        hand = hand.for_seat(seat)
        while hand.turn != seat and hand.history and not hand.is_over:
            if not hand.is_known(hand.turn) or hand.can_play() or hand.can_draw():
                break
            self.report("knock_missing", f"{SEATS[hand.turn]} could not play; the knock is not written", str(move), "-")
            hand = hand.knock()
        if hand.turn != seat:
            self.report("out_of_turn", f"it was {SEATS[hand.turn]}’s turn, not {SEATS[seat]}’s", str(move),
                        SEATS[hand.turn])  # fmt: skip
            hand = replace(hand, turn=seat)
        self.hand = hand
        return True

    def _closing_knock(self, hand: Hand, move: Move) -> bool:
        """Note one of the knocks that close a blocked hand, which may be written: one a player."""
        written = sum(1 for step in self.steps if isinstance(step.move, Passed) and step.hand is hand)
        closing = isinstance(move, Passed) and hand.ended is Ended.BLOCKED and written < hand.players
        if closing:
            self.steps.append(ReplayStep(self.ply, move, None if isinstance(move, Gap) else move.seat, hand))
        return closing

    def _play(self, hand: Hand, move: Played) -> None:
        tile = move.tile
        assert tile is not None
        lead = not hand.layout.joined
        hand = self._with_tile(hand, tile)
        try:
            hand = hand.play(tile, self._end(hand, tile, move))
        except HandError as error:
            self.report(error.code, str(error), str(move))
            self.hand = None
            self._note(move)
            return
        self._check_earlier_knock(hand, move)
        self.hand = hand
        play = hand.last_play
        assert isinstance(play, Play)
        self.steps.append(ReplayStep(self.ply, move, play.seat, hand, play.total, play.points + play.chip, lead))
        silent = not any(isinstance(other, Played) and other.pegs is not None for other in self.record.moves)
        self.findings += claim_faults(move, play, self.rules.chip, self.where, silent=silent)

    def _with_tile(self, hand: Hand, tile: Tile) -> Hand:
        """The hand with the tile in the player's hand, told if it was not there; a tile on the table stays there."""
        if tile in hand.held[hand.turn] or tile.high > hand.rules.set_max or tile in hand.layout.tiles:
            return hand
        owner = next((seat for seat, tiles in enumerate(hand.held) if tile in tiles), None)
        if owner is None and not hand.is_known(hand.turn):
            return hand
        whose = "was not dealt to anybody" if owner is None else f"is {SEATS[owner]}’s"
        self.report("not_held", f"{SEATS[hand.turn]} does not hold {tile}: it {whose}", str(tile))
        held = list(hand.held)
        held[hand.turn] = (*held[hand.turn], tile)
        return replace(hand, held=tuple(held))

    def _end(self, hand: Hand, tile: Tile, move: Played) -> End | None:
        """The end meant; told if it is not open, or not said where it makes a difference."""
        if not hand.layout.joined:
            if move.at is not None:
                self.report("not_open", "nothing is on the table yet", f"@{move.at}")
            return None
        if tile in hand.layout.tiles:
            return None  # which the table will refuse
        fitting = hand.layout.ends_for(tile)
        if move.at is not None:
            named = [end for end in hand.layout.ends if is_at(end, move.at)]
            if meant := next((end for end in named if tile.has(end.pip)), None):
                return meant
            if named or not fitting:
                self.report("no_fit", f"{tile} does not fit at {move.at}", str(move))
            else:
                self.report("not_open", f"{move.at} is not open", str(move), " or ".join(map(str, fitting)))
        elif len(fitting) > 1:
            self.report("which_end", f"{tile} fits {' and '.join(map(str, fitting))}: it is not said which", str(move),
                        " or ".join(f"@{end.name}" for end in fitting))  # fmt: skip
        worth = {end: self.rules.points(hand.layout.play(tile, end).total) for end in fitting}
        return next((end for end in fitting if worth[end] == move.pegs), fitting[0] if fitting else None)

    def _knock(self, hand: Hand, move: Passed) -> None:
        try:
            after = hand.knock()
        except HandError as error:
            after = hand.knock(revoke=True)
            if hand.turn not in self.record.revokes:
                fits = next((str(tile) for tile in hand.held[hand.turn] if hand.layout.fits(tile)), "")
                self.report(error.code, str(error), str(move), fits)
        if self.rules.draw is DrawRule.NONE:
            open_pips = hand.layout.open_pips | self.knocked.get(hand.turn, (0, frozenset()))[1]
            self.knocked[hand.turn] = self.ply, open_pips
        self.hand = after
        self.steps.append(ReplayStep(self.ply, move, hand.turn, after))

    def _check_earlier_knock(self, hand: Hand, move: Played) -> None:
        """A knock some time before, by a player whose tiles were not known, that this tile shows to have been false."""
        play = hand.last_play
        assert play is not None
        ply, pips = self.knocked.get(play.seat, (0, frozenset()))
        dealt_hand = self.record.deal is not None and play.seat < len(self.record.deal) and self.record.deal[play.seat]
        if not dealt_hand and pips & {play.tile.high, play.tile.low} and play.seat not in self.record.revokes:
            self.report("held_off", f"{SEATS[play.seat]} knocked (ply {ply}) with {play.tile}, which fitted", str(move))

    def _draw(self, hand: Hand, move: Taken) -> None:
        try:
            self.hand = hand.draw(move.tile)
        except HandError as error:
            self.report(error.code, str(error), str(move))
        self.steps.append(ReplayStep(self.ply, move, hand.turn, self.hand))

    def check_end(self) -> None:
        """Whether the hand ended as it is written to have."""
        hand, written = self.hand, self.record.ended
        if hand is None or written is None or hand.ended is written:
            return
        self.where = self.record.where
        if written is Ended.OUT:
            self.report("not_out", "written as out (#), but no side has played its last tile", "#")
        elif hand.ended is Ended.OUT:
            self.report("not_blocked", "written as blocked (##), but the last tile was played", "##", "#")
        elif all(map(hand.is_known, range(hand.players))):
            able = [f"{SEATS[seat]} {tile}" for seat, tiles in enumerate(hand.held) for tile in tiles
                    if hand.layout.fits(tile)]  # fmt: skip
            self.report("not_blocked", "written as blocked (##), but somebody can play", "##", ", ".join(able))
