"""Finding a calendar link by what is in its address, and what it shows."""

from datetime import datetime

from django.db.models import QuerySet

from league.accounts.permissions import digest_of
from league.documents.choices import CalendarOf
from league.documents.models import CalendarLink
from league.documents.queries.calendars import Feed, of_division, of_league, of_person, of_team, of_venue
from league.teams.models import League

WHOLE = ("league", "user", "team__league", "venue__league", "division__competition__season__league")


def link_of(token: str, league: League) -> CalendarLink | None:
    """The link with this secret, taken back or not, if it is of this league."""
    links: QuerySet[CalendarLink] = CalendarLink.objects.select_related(*WHOLE)
    return links.filter(league=league, digest=digest_of(token)).first()


def links_in(league: League) -> QuerySet[CalendarLink]:
    """The links that work, the latest first."""
    working: QuerySet[CalendarLink] = CalendarLink.objects.select_related(*WHOLE).filter(league=league, revoked_at=None)
    return working.order_by("-at", "-pk")


def feed_of(link: CalendarLink, at: datetime) -> Feed:
    """What a link shows: players by the names that the league makes public."""
    if link.kind == CalendarOf.MINE:
        return of_person(link.user, link.league, at)
    if link.team is not None:
        return of_team(link.team, at, named=True)
    if link.venue is not None:
        return of_venue(link.venue, at, named=True)
    if link.division is not None:
        return of_division(link.division, link.league, at, named=True)
    return of_league(link.league, at, named=True)
