"""What the end of a hand does, asked of `closing` and `settlement`: who drops next, and what tiles left are worth.

Knows what to ask. Refuses to know who leads after whom, or how pips are rounded.
"""

from typing import Any

from scoring.play.closing import close_hand
from scoring.play.rules import Blocked, FinishWhen, LeadNext, RoundScope, Rules, Settlement, Tie
from scoring.play.settlement import settle
from scoring.play.state import HandInPlay, new_game
from scoring.play.tables.runs import UntabledError

_WHOSE = {Settlement.EACH_SUBTRACTS: "own", Settlement.WINNER_TAKES_ALL: "all"}


def hand_tables(rules: Rules, players: int, pips: int) -> dict[str, Any]:
    """``sides``, by seat. ``drops``: the seat with the next drop, by leader (null first) and by side out (null first);
    where ``out_drops``, who played the last tile drops, if that was told; where ``winner_drops``, the side out is
    after a block the side that won it. ``pips``: most that anybody can hold.

    ``told_ends``: a hand is over only when its end is told. ``settlement``: null where tiles left are worth nothing.
    """
    return {
        "sides": [rules.side_of(seat, players) for seat in range(players)],
        "drops": [[_drop(rules, players, leader, out) for out in _or_none(rules.side_count(players))]
                  for leader in _or_none(players)],
        "told_ends": rules.settlement is not Settlement.NONE or rules.finish_when is FinishWhen.HAND,
        "out_drops": rules.lead_next in {LeadNext.DOMINOED, LeadNext.WINNER},
        "winner_drops": rules.lead_next is LeadNext.WINNER,
        "pips": pips,
        "settlement": None if rules.settlement is Settlement.NONE else _settlement(rules, players, pips),
    }  # fmt: skip


def _or_none(count: int) -> tuple[int | None, ...]:
    return (None, *range(count))


def _drop(rules: Rules, players: int, leader: int | None, out: int | None) -> int | None:
    hand = HandInPlay(leader, None, (0,) * rules.side_count(players))
    return close_hand(new_game(rules, players), hand, out=out, settled=None).next_leader


def _settlement(rules: Rules, players: int, pips: int) -> dict[str, Any]:
    """``worth``: points by pips counted, of each hand or (``together``) of all of them. ``whose`` pips: those of the
    ``opponents``, of ``all``, or a side's ``own``, which are worth less than nought. ``fewest`` pips win a block, and a
    tie is played ``again``. ``unasked``: a side that is out needs no pips.

    Raises `UntabledError` where three players share.
    """
    if rules.tie is Tie.SPLIT and players == 3:
        raise UntabledError("two of three players who share a settlement score halves")
    own = rules.settlement is Settlement.EACH_SUBTRACTS
    held = [(n, 0) if own else (0, n) for n in range(pips + 1)]
    return {
        "worth": [int(settle(rules, each + (0,) * (players - 2), 0).points[0]) for each in held],
        "together": rules.round_scope is RoundScope.SUM or rules.settlement is Settlement.HAND,
        "whose": _WHOSE.get(rules.settlement, "opponents"),
        "fewest": rules.blocked is Blocked.FEWEST,
        "again": rules.tie is Tie.REPLAY,
        "unasked": rules.settlement is Settlement.HAND,
    }
