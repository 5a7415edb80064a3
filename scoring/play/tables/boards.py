"""Where pegs land, and what the end of a hand does, written as stretches of positions."""

from fractions import Fraction
from functools import cache
from typing import Any

from scoring.play.board import Board, Landed, SidePegs, land
from scoring.play.parameters import Blocked, Finish, FinishWhen, LeadNext, RoundScope, Settlement, TieRule
from scoring.play.rules import Rules
from scoring.play.settlement import Points, settle
from scoring.play.state import HandInPlay, close_hand, new_game
from scoring.play.tables.runs import Sample, Stretch, runs

LOWEST = -60  # settlements can take a side below nought
MOST_PEGS = 60  # pegs at once that are tried; what is beyond goes on in the last stretch


def board_tables(rules: Rules) -> dict[str, Any]:
    """``landing`` without and with the drop, by score and pegs together from the score; ``back``, by score less pegs.

    ``wins`` is the least score that wins. ``revoke`` says by the offender's score who moves, and by how much: null
    where there is no penalty.
    """
    return _board_tables(
        Rules(
            target=rules.target,
            finish=rules.finish,
            overshoot=rules.overshoot,
            finish_when=rules.finish_when,
            tie=rules.tie,
            lead_may_win=rules.lead_may_win,
            revoke_penalty=rules.revoke_penalty,
        )
    )


@cache
def _board_tables(rules: Rules) -> dict[str, Any]:
    landing = [_landing(rules, lead=lead) for lead in (False, True)]
    wins = next((start for start, word, *_ in landing[0] if word == Landed.WON), rules.target)
    return {
        "landing": landing,
        "back": _back(),
        "wins": wins,
        "hand_wins": rules.target if rules.finish_when is FinishWhen.HAND else None,
        "revoke": _revoke(rules) if rules.revoke_penalty else None,
    }


def _landing(rules: Rules, *, lead: bool) -> list[Stretch]:
    in_play = rules.target + (MOST_PEGS if rules.finish_when is FinishWhen.HAND else 0)
    scores: list[Points] = list(range(LOWEST, in_play))
    if rules.tie is TieRule.SPLIT and rules.finish is Finish.EXACT:  # who shares an odd settlement can miss by half
        scores += [score + Fraction(1, 2) for score in scores]
    samples: dict[Points, list[Sample]] = {}
    for score in scores:
        for pegs in range(MOST_PEGS):
            landed = land(rules, score, pegs, lead=lead)
            samples.setdefault(score + pegs, []).append(Sample(str(landed.how), score, landed.score))
    return runs(samples)


@cache
def _back() -> list[Stretch]:
    """Pegged back, by where the peg would stand if the board had no end."""
    scores = range(MOST_PEGS)
    samples: dict[Points, list[Sample]] = {}
    for score in scores:
        for pegs in scores:
            left = Board((SidePegs(score),)).peg_back(0, pegs).scores[0]
            samples.setdefault(score - pegs, []).append(Sample("back", score, left))
    return runs(samples)


def _revoke(rules: Rules) -> dict[str, Any]:
    """``moves``: by the offender's score, ``back`` to a score, or ``on``: the opponent pegs ``pegs``."""
    samples: dict[Points, list[Sample]] = {}
    for score in range(LOWEST, 2 * rules.target):
        offender, _ = Board((SidePegs(score), SidePegs(0))).penalise(rules, 0, 1)[0].scores
        word = "on" if offender == score else "back"
        samples[score] = [Sample(word, 0, offender)]
    return {"pegs": rules.revoke_penalty, "moves": runs(samples)}


# --- the end of a hand --------------------------------------------------------------------------------------------


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
    tie is played ``again``, or of three players the two lowest ``share``. ``unasked``: who is out needs no pips.
    """
    own = rules.settlement is Settlement.EACH_SUBTRACTS
    held = [(n, 0) if own else (0, n) for n in range(pips + 1)]
    return {
        "worth": [int(settle(rules, each + (0,) * (players - 2), 0).points[0]) for each in held],
        "together": rules.round_scope is RoundScope.SUM or rules.settlement is Settlement.HAND,
        "whose": _WHOSE.get(rules.settlement, "opponents"),
        "fewest": rules.blocked is Blocked.FEWEST,
        "again": rules.tie is TieRule.REPLAY,
        "share": rules.tie is TieRule.SPLIT and players == 3,
        "unasked": rules.settlement is Settlement.HAND,
    }
