"""The calendar file that goes with a message about a match."""

from datetime import datetime

from django.conf import settings

from league.documents.ical import calendar_of
from league.documents.queries.calendars import of_match
from league.fixtures.models import Fixture


def calendar_file(fixture: Fixture | None, at: datetime) -> str:
    """The match as an iCalendar text, with the UID that it has in every feed; "" for none, or one never dated."""
    if fixture is None or fixture.to_arrange:
        return ""
    feed = of_match(fixture, at)
    return calendar_of(feed, settings.SITE_URL.rstrip("/")).decode() if feed.slots else ""
