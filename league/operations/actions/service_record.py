"""Keep how well the site serves: a minute's answers of one process, and that it is there. No entry of history."""

from datetime import datetime, timedelta

from django.db.models import F
from django.utils.timezone import localdate

from league.audit.actions import write_tx
from league.operations.models import AnswerDay, Heartbeat, Outage
from league.server.promise import Counts

ONLY = 1  # the key of the one heartbeat
SILENCE = timedelta(minutes=3)  # after which the site was away; a process is heard of every minute


def keep_answers(*, counts: Counts, at: datetime) -> None:
    """Add them to those of the day, whatever other processes add meanwhile."""
    if not counts:
        return
    day = localdate(at)
    with write_tx():
        for kind in sorted({kind for kind, _ in counts}):
            AnswerDay.objects.bulk_create([AnswerDay(day=day, kind=kind, answered=0, in_time=0)], ignore_conflicts=True)
            in_time = counts.get((kind, True), 0)
            answered = in_time + counts.get((kind, False), 0)
            AnswerDay.objects.filter(day=day, kind=kind).update(
                answered=F("answered") + answered, in_time=F("in_time") + in_time
            )


def note_alive(*, at: datetime) -> None:
    """The site is there; if nobody had said so for a while, it was away until now. One process of many notes that."""
    with write_tx():
        beat, new = Heartbeat.objects.get_or_create(pk=ONLY, defaults={"at": at})
        if new or at <= beat.at:  # the first ever, or a clock that was put back
            return
        first = Heartbeat.objects.filter(pk=ONLY, at=beat.at).update(at=at)
        if first and at - beat.at > SILENCE:
            Outage.objects.create(begun=beat.at, ended=at)
