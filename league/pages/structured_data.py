"""A match as search engines read it: a SportsEvent of schema.org, and where its page stands in the site.

It says what the page says to everybody, and names no player.
"""

from datetime import date, datetime
from typing import Any

from django.urls import reverse
from django.utils.timezone import make_aware

from league.base.ui.formats import LINK_TITLE, ProperName, within
from league.pages.queries.match import MatchPage
from league.schedule.choices import FixtureState
from league.schedule.models import Entry, Fixture

Thing = dict[str, Any]
STATUS = {FixtureState.POSTPONED: "EventPostponed", FixtureState.VOID: "EventCancelled"}


def about_match(page: MatchPage, site: str) -> Thing:
    """What the head of a match page says: its `title` beside a link, and its `data` for programs.

    In the title names are shortened, longest first, until it fits: the score is never cut. There is no `data` of a bye
    and of a match that never had a date: no event.
    """
    fixture, score = page.line.fixture, page.line.score
    between = f" {score[0]}\N{EN DASH}{score[1]} " if score else " v "
    title = within(LINK_TITLE, ProperName(fixture.home), between, ProperName(fixture.away or "a bye"))
    # A match that has no date yet keeps the one it had.
    on = fixture.date or (None if fixture.to_arrange else fixture.first_date)
    if fixture.away is None or on is None:
        return {"title": title, "data": None}
    event = _event(fixture, on, site) | {"name": str(fixture), "description": page.message}
    return {
        "title": title,
        "data": {"@context": "https://schema.org", "@graph": [event, _crumbs(fixture, site)]},
    }


def _event(fixture: Fixture, on: date, site: str) -> Thing:
    # The dates that it was moved away from, each once, the first one first.
    days = (move.old_date for move in fixture.moves.all())
    before = dict.fromkeys(day for day in days if day is not None and day != fixture.date) if fixture.date else {}
    status = STATUS.get(FixtureState(fixture.state), "EventRescheduled" if before else "EventScheduled")
    league, venue = fixture.league, fixture.venue
    location: Thing = {"@type": "Place", "name": venue.name, "url": site + venue.get_absolute_url()}
    address = {"streetAddress": venue.address, "postalCode": venue.postcode, "addressCountry": "GB"}
    address_parts = {name: value for name, value in address.items() if value}
    event: Thing = {
        "@type": "SportsEvent",
        "url": site + fixture.get_absolute_url(),
        "sport": "Fives and threes (dominoes)",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "eventStatus": f"https://schema.org/{status}",
        "location": location | {"address": {"@type": "PostalAddress"} | address_parts},
        "organizer": {"@type": "SportsOrganization", "name": league.name, "url": site + league.get_absolute_url()},
        "startDate": _start(fixture, on),
        "homeTeam": _team(fixture.home, site),
        "awayTeam": _team(fixture.away, site),
    }
    return event | ({"previousStartDate": [_start(fixture, day) for day in before]} if before else {})


def _start(fixture: Fixture, on: date) -> str:
    return make_aware(datetime.combine(on, fixture.start_time)).isoformat()


def _team(entry: Entry | None, site: str) -> Thing:
    assert entry is not None
    team: Thing = {"@type": "SportsTeam", "name": str(entry)}
    return team if entry.slug else team | {"url": site + entry.team.get_absolute_url()}


def _crumbs(fixture: Fixture, site: str) -> Thing:
    league = fixture.league
    steps = (
        (league.short_name, league.get_absolute_url()),
        ("Fixtures", reverse("fixtures", args=[league.slug])),
        (str(fixture), fixture.get_absolute_url()),
    )
    items = [
        {"@type": "ListItem", "position": place, "name": name, "item": site + address}
        for place, (name, address) in enumerate(steps, 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}
