"""Every write to cards and results.

Each action is one transaction that locks the fixture first, appends a fact, settles what the facts come to, and writes
one audit entry. Nothing sent in is ever changed or deleted.
"""

from league.results.actions.adjustments import adjust_points, revoke_adjustment
from league.results.actions.cards import answer_card, drop_draft, save_draft, submit_card
from league.results.actions.decisions import award_match, correct_result, decide_result, restore
from league.results.actions.filing import CardChangedError, CardRefusedError, NotAcceptedError, SettledError, StaleError
from league.results.actions.photos import PhotoRefusedError, attach_photo
from league.results.actions.settling import retally

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
    "drop_draft",
    "restore",
    "retally",
    "revoke_adjustment",
    "save_draft",
    "submit_card",
]
