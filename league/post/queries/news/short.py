"""What a text says: that a match is off, or is somewhere else, on the very day on which it was to be."""

from datetime import date

from django.utils.timezone import localdate

from league.audit.models import Entry
from league.fixtures.models import Fixture
from league.post.queries.letters import when
from league.ui.words import clock, one_line

VOID = "void_fixture"
DATE_STAYS = (VOID, "play_elsewhere")


def short_notice(entry: Entry, fixture: Fixture) -> tuple[str, ...]:
    """The fact, and the reason if there is room; nothing for a match of any other day. Needs league."""
    today, old = localdate(entry.at), entry.before.get("date")
    was = date.fromisoformat(old) if old else fixture.date if entry.verb in DATE_STAYS else None
    if was != today:
        return ()
    reason = f"Reason: {one_line(entry.reason)}" if entry.reason else ""
    return f"{fixture.league.short_name}: {_fact(entry, fixture, today)}", reason


def _fact(entry: Entry, fixture: Fixture, today: date) -> str:
    if entry.verb == VOID:
        return f"today's match is off. {fixture} is not played."
    if fixture.date is None:
        return f"today's match is off. {fixture} has no new date yet."
    if fixture.date == today:
        return f"today's match has changed. {fixture} is at {fixture.venue}, {clock(fixture.start_time)}."
    return f"today's match is off. {fixture} is now {when(fixture)}."
