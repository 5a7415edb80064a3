"""What is done about messages: written, sent, sent again, turned off, and notices given out."""

from league.notifications.actions.delivery import send_again, send_waiting
from league.notifications.actions.outbox import (
    delete_old_messages,
    give_notice,
    mark_processed,
    process_audit_log,
    process_clock,
)
from league.notifications.actions.preferences import (
    add_phone,
    choose_kinds,
    opt_out,
    set_copy_opt_in,
    set_sms_opt_in,
    stop_phone,
)

__all__ = [
    "add_phone",
    "choose_kinds",
    "delete_old_messages",
    "give_notice",
    "mark_processed",
    "opt_out",
    "process_audit_log",
    "process_clock",
    "send_again",
    "send_waiting",
    "set_copy_opt_in",
    "set_sms_opt_in",
    "stop_phone",
]
