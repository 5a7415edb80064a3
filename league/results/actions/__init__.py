"""Every write to cards and results.

Each action is one transaction that locks the fixture first, appends a fact, settles what the facts come to, and writes
one audit entry. Nothing sent in is ever changed or deleted.
"""

from league.results.actions.cards import answer_card, save_draft, submit_card
from league.results.actions.decisions import (
    adjust_points,
    award_match,
    correct_result,
    decide_result,
    restore,
    revoke_adjustment,
)
from league.results.actions.settlement import retally
from league.results.actions.submissions import (
    CardChangedError,
    CardRefusedError,
    NotAcceptedError,
    PhotoRefusedError,
    SettledError,
    StaleError,
    attach_photo,
)

__all__ = [
    "CardChangedError",
    "CardRefusedError",
    "NotAcceptedError",
    "PhotoRefusedError",
    "SettledError",
    "StaleError",
    "adjust_points",
    "answer_card",
    "attach_photo",
    "award_match",
    "correct_result",
    "decide_result",
    "restore",
    "retally",
    "revoke_adjustment",
    "save_draft",
    "submit_card",
]
