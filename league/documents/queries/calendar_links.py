"""Which calendars there are to follow in a league, and finding a calendar link by what is in its address."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse

from league.base.accounts.models import digest_of
from league.cups.models import Cup
from league.documents.choices import CalendarOf
from league.documents.models import CalendarLink
from league.documents.queries.calendars import CalendarFeed, of_division, of_league, of_person, of_team, of_venue
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division
from league.teams.models import League, Team, Venue

RELATED = ("league", "user", "team__league", "venue__league", "division__competition__season__league")


def link_of(token: str, league: League) -> CalendarLink | None:
    """The link with this secret, taken back or not, if it is of this league."""
    links: QuerySet[CalendarLink] = CalendarLink.objects.select_related(*RELATED)
    return links.filter(league=league, digest=digest_of(token)).first()


def links_in(league: League) -> QuerySet[CalendarLink]:
    """The links that work, the latest first."""
    links: QuerySet[CalendarLink] = CalendarLink.objects.select_related(*RELATED)
    return links.filter(league=league, revoked_at=None).order_by("-at", "-pk")


def feed_of(link: CalendarLink, at: datetime) -> CalendarFeed:
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


# --- calendars to follow --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """One calendar: what it is of, and its address within the site."""

    name: str
    path: str


@dataclass(frozen=True, slots=True)
class CalendarGroup:
    """Calendars of one kind under a heading."""

    heading: str
    calendars: tuple[CalendarEntry, ...]


def calendars_of(league: League) -> tuple[CalendarGroup, ...]:
    """Every calendar of this season, teams first, without headings that have none; four queries."""
    at = league.slug
    this_season = {"competition__season__current": True, "competition__kind": CompetitionKind.LEAGUE}
    divisions = Division.objects.filter(**this_season).order_by("rank", "pk")
    cups = Cup.objects.filter(division__competition__season__current=True, by_card=True)
    cups = cups.select_related("division__competition__season").order_by("division__competition__name", "pk")
    teams = Team.objects.filter(active=True).order_by("name")
    venues = Venue.objects.filter(teams__active=True).distinct().order_by("name", "pk")
    groups = (
        CalendarGroup(
            "A team", tuple(CalendarEntry(each.name, reverse("team-calendar", args=[at, each.slug])) for each in teams)
        ),
        CalendarGroup("The league", (CalendarEntry("Every match", reverse("league-calendar", args=[at])),)),
        CalendarGroup("A division", tuple(_division(at, each) for each in divisions)),
        CalendarGroup("A cup", tuple(_cup(at, each) for each in cups)),
        CalendarGroup(
            "A venue",
            tuple(CalendarEntry(each.name, reverse("venue-calendar", args=[at, each.slug])) for each in venues),
        ),
    )
    return tuple(group for group in groups if group.calendars)


def _division(league: str, division: Division) -> CalendarEntry:
    return CalendarEntry(division.name, reverse("division-calendar", args=[league, division.slug]))


def _cup(league: str, cup: Cup) -> CalendarEntry:
    return CalendarEntry(cup.name, reverse("cup-calendar", args=[league, cup.season.slug, cup.competition.slug]))
