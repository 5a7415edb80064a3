"""Old messages go, and with them that they were sent."""

from datetime import datetime

from django_scopes import scopes_disabled

from league.audit.actions import write_tx
from league.post.models import Message, Notice


def forget_messages(*, before: datetime) -> int:
    """Delete every message and notice of every league that was written before a moment; how many messages there were.

    Nothing is written anew for that its key is free again: only what was done within a day is told (`OLD_NEWS`), and
    only hours since somebody last looked (`LONGEST_GAP`).
    """
    with scopes_disabled(), write_tx():
        Notice.objects.filter(at__lt=before).delete()
        deleted, _ = Message.objects.filter(made_at__lt=before).delete()
    return deleted
