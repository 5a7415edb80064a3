"""Every write of this app: tokens made and taken back, and what programs send, done once."""

from league.api.actions.answers import answer_seen
from league.api.actions.replies import KeyUsedError, forget_replies, once
from league.api.actions.tokens import make_token, note_use, revoke_token

__all__ = ["KeyUsedError", "answer_seen", "forget_replies", "make_token", "note_use", "once", "revoke_token"]
