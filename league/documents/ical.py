"""Writing a calendar as iCalendar (RFC 5545): the only module that knows the library."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from league.base.ui.formats import one_line
from league.documents.queries.calendars import CalendarFeed, CalendarSlot

if TYPE_CHECKING:
    from icalendar import Timezone

ZONE = "Europe/London"
LENGTH = "PT3H"  # of an evening of dominoes
ASKED_AGAIN = timedelta(hours=4)  # how often a telephone is asked to look
PRODUCT = "-//Double Six//Fives and threes//EN"
END = b"END:VCALENDAR\r\n"
FOLDED_FROM = 75  # octets
ESCAPED = str.maketrans({each: f"\\{each}" for each in "\\;,"})


def calendar_of(feed: CalendarFeed, site: str) -> bytes:
    """The file of a feed; `site` is the beginning of every address in it: "https://example.org"."""
    from icalendar import Calendar  # slow import

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
    head: bytes = calendar.to_ical()
    lines = b"".join(_written(line) for slot in feed.slots for line in _event(slot, site))
    return head.removesuffix(END) + lines + END


def _event(slot: CalendarSlot, site: str) -> Iterator[str]:
    """One match, written by hand: hundreds of the library's components take longer than the rest of the answer.

    It has a length and no end: an hour that the clocks repeat would be either.
    """
    address, changed = f"{site}{slot.page}", f"{slot.changed.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield "BEGIN:VEVENT"
    yield f"SUMMARY:{_text(one_line(slot.title))}"
    yield f"DTSTART;TZID={ZONE}:{slot.starts:%Y%m%dT%H%M%S}"  # the hour on the wall; its zone is named beside it
    yield f"DURATION:{LENGTH}"
    yield f"DTSTAMP:{changed}"
    yield f"UID:{_text(slot.uid)}"
    yield f"SEQUENCE:{slot.sequence}"
    yield "DESCRIPTION:" + "\\n".join(_text(note) for note in [*map(one_line, slot.notes), address])
    yield f"LAST-MODIFIED:{changed}"
    yield f"LOCATION:{_text(one_line(slot.place))}"
    yield f"STATUS:{'TENTATIVE' if slot.postponed else 'CANCELLED' if slot.off else 'CONFIRMED'}"
    yield f"TRANSP:{'TRANSPARENT' if slot.off else 'OPAQUE'}"
    yield f"URL:{address}"
    yield "END:VEVENT"


def _text(words: str) -> str:
    return words.translate(ESCAPED)


def _written(line: str) -> bytes:
    """A line as it stands in the file; one of 75 octets or more is folded, by the library."""
    written = line.encode()
    if len(written) >= FOLDED_FROM:
        from icalendar.parser import Contentline  # slow import

        written = Contentline(line).to_ical()
    return written + b"\r\n"


def _zone() -> "Timezone":
    """The clocks of Britain since 1996, as rules, which the oldest program reads: last Sundays of two months."""
    from icalendar import Timezone, TimezoneDaylight, TimezoneStandard  # slow import

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
