"""What is done about messages: written, sent, sent again, turned off, and notices given out."""

from league.post.actions.choosing import choose_kinds, turn_off
from league.post.actions.forgetting import forget_messages
from league.post.actions.lateness import let_be, take_points
from league.post.actions.notices import give_notice
from league.post.actions.phones import add_phone, choose_texts, stop_phone
from league.post.actions.sending import send_again, send_waiting
from league.post.actions.writing import pass_over, take_clock, take_news

__all__ = [
    "add_phone",
    "choose_kinds",
    "choose_texts",
    "forget_messages",
    "give_notice",
    "let_be",
    "pass_over",
    "send_again",
    "send_waiting",
    "stop_phone",
    "take_clock",
    "take_news",
    "take_points",
    "turn_off",
]
