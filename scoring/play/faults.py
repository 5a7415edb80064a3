"""What can be wrong with a move at the table, the rule it breaks, and how much it weighs."""

from collections.abc import Iterator

from scoring.play.events import Play
from scoring.play.finding import Finding, Severity, Where
from scoring.play.layout import End
from scoring.play.record import SEATS, At, Played
from scoring.play.rules import Rules

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
    """A finding, with the weight and the rule that its code has."""
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
