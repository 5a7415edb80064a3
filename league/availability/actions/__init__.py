"""Writing who can play. Everything runs inside a league's scope."""

from league.availability.actions.answers import add_absence, answer_night, forget_availability, remove_absence
from league.availability.actions.teams import (
    ask_nights,
    ask_reserve,
    pick_team,
    renew_link,
    revoke_link,
    settle_availability,
)

__all__ = [
    "add_absence",
    "answer_night",
    "ask_nights",
    "ask_reserve",
    "forget_availability",
    "pick_team",
    "remove_absence",
    "renew_link",
    "revoke_link",
    "settle_availability",
]
