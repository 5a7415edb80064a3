"""What is done about followers: phones follow and stop, addresses are confirmed and stop, and both are forgotten."""

from league.following.actions.follows import choose_events, follow, forget_followers, tell_leads, unfollow
from league.following.actions.weekly import (
    ask_weekly,
    confirm_weekly,
    forget_address,
    forget_unconfirmed,
    stop_weekly,
    turn_weekly,
)

__all__ = [
    "ask_weekly",
    "choose_events",
    "confirm_weekly",
    "follow",
    "forget_address",
    "forget_followers",
    "forget_unconfirmed",
    "stop_weekly",
    "tell_leads",
    "turn_weekly",
    "unfollow",
]
