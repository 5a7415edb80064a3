"""Hours of the league's own clock: when people sleep, and when something that goes by the clock is due.

Knows dates and times. Refuses to know messages.
"""

from datetime import date, datetime, time, timedelta

from django.utils import timezone

EVENING, MORNING, MIDNIGHT = time(23, 30), time(8), time(0)
DAY = timedelta(days=1)


def at_local(day: date, hour: time) -> datetime:
    """The moment at which the league's clocks show this; right on the days on which they are changed."""
    return datetime.combine(day, hour, timezone.get_default_timezone())


def after_quiet_hours(moment: datetime) -> datetime:
    """The moment itself, or 8 in the morning if it is in the night between half past eleven and eight."""
    local = timezone.localtime(moment, timezone.get_default_timezone())
    if local.time() >= EVENING:
        return at_local(local.date() + DAY, MORNING)
    return at_local(local.date(), MORNING) if local.time() < MORNING else moment


def days_when(hour: time, after: datetime, until: datetime) -> list[date]:
    """The days whose `hour` lies after the one moment and not after the other."""
    zone = timezone.get_default_timezone()
    day, last = timezone.localdate(after, zone), timezone.localdate(until, zone)
    found = []
    while day <= last:
        if after < at_local(day, hour) <= until:
            found.append(day)
        day += DAY
    return found
