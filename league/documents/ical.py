"""Writing a calendar as iCalendar (RFC 5545): the only module that knows the library.

Knows what telephones make of a calendar that they follow: an entry is the same as long as its UID is, a later SEQUENCE
replaces an earlier one, and an hour means nothing without its zone. Refuses to know what a match is.
"""

from datetime import UTC, datetime, timedelta

from icalendar import Calendar, Event, Timezone, TimezoneDaylight, TimezoneStandard

from league.documents.queries.calendars import CalendarFeed, CalendarSlot
from league.ui.words import one_line

ZONE = "Europe/London"
LENGTH = timedelta(hours=3)  # of an evening of dominoes
ASKED_AGAIN = timedelta(hours=4)  # how often a telephone is asked to look
PRODUCT = "-//Double Six//Fives and threes//EN"


def calendar_of(feed: CalendarFeed, site: str) -> bytes:
    """The file of a feed; `site` is the beginning of every address in it: "https://example.org"."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    for name in ("name", "x-wr-calname"):  # what the standard calls it, and what telephones read
        calendar.add(name, one_line(feed.name))
    for name in ("description", "x-wr-caldesc"):
        calendar.add(name, one_line(feed.about))
    calendar.add("url", f"{site}{feed.page}")
    calendar.add("x-wr-timezone", ZONE)
    calendar.add("refresh-interval", ASKED_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", f"PT{ASKED_AGAIN.seconds // 3600}H")
    calendar.add_component(_zone())
    for slot in feed.slots:
        calendar.add_component(_event(slot, site))
    written: bytes = calendar.to_ical()
    return written


def _event(slot: CalendarSlot, site: str) -> Event:
    """One match. How long it lasts is said and not when it ends: an hour that the clocks repeat would be either."""
    event = Event()
    address = f"{site}{slot.page}"
    event.add("uid", slot.uid)
    event.add("sequence", slot.sequence)
    event.add("dtstamp", slot.changed.astimezone(UTC))
    event.add("last-modified", slot.changed.astimezone(UTC))
    event.add("dtstart", _local(slot.starts), parameters={"TZID": ZONE})
    event.add("duration", LENGTH)
    event.add("summary", one_line(slot.title))
    event.add("location", one_line(slot.place))
    event.add("description", "\n".join([*(one_line(note) for note in slot.notes), address]))
    event.add("url", address)
    event.add("status", "CANCELLED" if slot.off else "CONFIRMED")
    event.add("transp", "TRANSPARENT" if slot.off else "OPAQUE")
    return event


def _local(moment: datetime) -> datetime:
    """The hour on the wall; its zone is named beside it."""
    return moment.replace(tzinfo=None)


def _zone() -> Timezone:
    """The clocks of Britain since 1996, as rules, which the oldest program reads: last Sundays of two months."""
    zone = Timezone()
    zone.add("tzid", ZONE)
    for kind, name, first, before, after in (
        (TimezoneDaylight, "BST", datetime(1996, 3, 31, 1), 0, 1),  # noqa: DTZ001 (a zone's own definition has none)
        (TimezoneStandard, "GMT", datetime(1996, 10, 27, 2), 1, 0),  # noqa: DTZ001
    ):
        change = kind()
        change.add("tzname", name)
        change.add("dtstart", first)
        change.add("rrule", {"freq": "yearly", "bymonth": first.month, "byday": "-1su"})
        change.add("tzoffsetfrom", timedelta(hours=before))
        change.add("tzoffsetto", timedelta(hours=after))
        zone.add_component(change)
    return zone
