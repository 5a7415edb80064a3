"""Note that the site is there, and when it was not. No entry of history."""

from datetime import datetime, timedelta

from django.utils.timezone import localdate

from league.base.audit.actions import write_tx
from league.operations.models import Heartbeat, Outage

ONLY = 1  # the key of the one heartbeat
SILENCE = timedelta(minutes=3)  # after which the site was away; a process is heard of every minute


def note_alive(*, at: datetime) -> None:
    """The site is there; if nobody had said so for a while, it was away until now. One process of many notes that."""
    with write_tx():
        beat, new = Heartbeat.objects.get_or_create(pk=ONLY, defaults={"at": at, "since": localdate(at)})
        if new or at <= beat.at:  # the first ever, or a clock that was put back
            return
        first = Heartbeat.objects.filter(pk=ONLY, at=beat.at).update(at=at)
        if first and at - beat.at > SILENCE:
            Outage.objects.create(begun=beat.at, ended=at)
