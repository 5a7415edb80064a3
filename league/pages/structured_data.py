"""A match as search engines read it: a SportsEvent of schema.org, and where its page stands in the site.

Knows what a match page already says to everybody. No player is named.
"""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from django.urls import reverse
from django.utils.timezone import make_aware

from league.pages.presenters.match import MatchPage
from league.schedule.choices import FixtureState
from league.schedule.models import Entry, Fixture
from league.teams.models import League, Venue
from league.ui.formats import LINK_TITLE, ProperName, within

Thing = dict[str, Any]
STATUS = {FixtureState.POSTPONED: "EventPostponed", FixtureState.VOID: "EventCancelled"}


def about_match(seen: MatchPage, site: str) -> Thing:
    """What the head of a match page says: its `title` beside a link, and its `data` for programs."""
    return {"title": _title(seen), "data": _data(seen, site)}


def _title(seen: MatchPage) -> str:
    """The headline with names shortened, longest first, until it fits beside a link: the score is never cut."""
    fixture, score = seen.line.fixture, seen.line.score
    between = f" {score[0]}\N{EN DASH}{score[1]} " if score else " v "
    return within(LINK_TITLE, ProperName(fixture.home), between, ProperName(fixture.away or "a bye"))


def _data(seen: MatchPage, site: str) -> Thing | None:
    """What the page of a match says, for programs; None for a bye and for a match that never had a date: no event."""
    fixture = seen.line.fixture
    # A match that has no date yet keeps the one it had.
    on = fixture.date or (None if fixture.to_arrange else fixture.first_date)
    if fixture.away is None or on is None:
        return None
    event = _event(fixture, on, site) | {"name": str(fixture), "description": f"{seen.headline}. {seen.standfirst}"}
    return {"@context": "https://schema.org", "@graph": [event, _crumbs(fixture, site)]}


def _event(fixture: Fixture, on: date, site: str) -> Thing:
    before = tuple(_dates_before(fixture))
    event: Thing = {
        "@type": "SportsEvent",
        "url": site + fixture.get_absolute_url(),
        "sport": "Fives and threes (dominoes)",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "eventStatus": f"https://schema.org/{_status(fixture)}",
        "location": _place(fixture.venue, site),
        "organizer": _organiser(fixture.league, site),
        "startDate": _start(fixture, on),
        "homeTeam": _team(fixture.home, site),
        "awayTeam": _team(fixture.away, site),
    }
    if fixture.date is not None and before:
        event["previousStartDate"] = [_start(fixture, day) for day in before]
    return event


def _status(fixture: Fixture) -> str:
    moved = fixture.date is not None and any(_dates_before(fixture))
    return STATUS.get(FixtureState(fixture.state), "EventRescheduled" if moved else "EventScheduled")


def _dates_before(fixture: Fixture) -> Iterator[date]:
    """The dates that it was moved away from, each once, the first one first."""
    days = (move.old_date for move in fixture.moves.all())
    yield from dict.fromkeys(day for day in days if day is not None and day != fixture.date)


def _start(fixture: Fixture, on: date) -> str:
    return make_aware(datetime.combine(on, fixture.start_time)).isoformat()


def _place(venue: Venue, site: str) -> Thing:
    address = {"streetAddress": venue.address, "postalCode": venue.postcode, "addressCountry": "GB"}
    known = {name: value for name, value in address.items() if value}
    place = {"@type": "Place", "name": venue.name, "url": site + venue.get_absolute_url()}
    return place | {"address": {"@type": "PostalAddress"} | known}


def _organiser(league: League, site: str) -> Thing:
    return {"@type": "SportsOrganization", "name": league.name, "url": site + league.get_absolute_url()}


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
