"""Where pegs land, asked of `board` for every score and every number of pegs, and written as stretches.

Knows what to ask, and which parameters a board looks at: rules that differ in others share their tables. Refuses to
know the exact finish, the bust, the bounce and the bar: it is told where pegs landed.
"""

from functools import cache
from typing import Any

from scoring.play.board import Board, Landed, Track, land
from scoring.play.rules import FinishWhen, Rules
from scoring.play.tables.runs import Sample, Stretch, runs

LOWEST = -60  # settlements can take a side below nought
MOST = 60  # pegs at once that are tried; what is beyond goes on in the last stretch


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
    in_play = rules.target + (MOST if rules.finish_when is FinishWhen.HAND else 0)
    samples: dict[int, list[Sample]] = {}
    for score in range(LOWEST, in_play):
        for pegs in range(MOST):
            landed = land(rules, score, pegs, lead=lead)
            samples.setdefault(score + pegs, []).append(Sample(str(landed.how), score, int(landed.score)))
    return runs(samples)


@cache
def _back() -> list[Stretch]:
    """Pegged back, by where the peg would stand if the board had no end."""
    scores = range(MOST)
    samples: dict[int, list[Sample]] = {}
    for score in scores:
        for pegs in scores:
            left = Board((Track(score),)).peg_back(0, pegs).scores[0]
            samples.setdefault(score - pegs, []).append(Sample("back", score, int(left)))
    return runs(samples)


def _revoke(rules: Rules) -> dict[str, Any]:
    """``moves``: by the offender's score, ``back`` to a score, or ``on``: the opponent pegs ``pegs``."""
    samples: dict[int, list[Sample]] = {}
    for score in range(LOWEST, 2 * rules.target):
        offender, _ = Board((Track(score), Track(0))).penalise(rules, 0, 1)[0].scores
        word = "on" if offender == score else "back"
        samples[score] = [Sample(word, 0, int(offender))]
    return {"pegs": rules.revoke_penalty, "moves": runs(samples)}
