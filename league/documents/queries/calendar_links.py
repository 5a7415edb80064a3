"""Which calendars there are to follow in a league, and finding a calendar link by what is in its address."""

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


# --- calendars to follow ----------------------------------------------------------------------------------------------
def calendars_of(league: League) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every calendar of this season with its address below a heading, teams first, without headings that have none.

    Four queries.
    """
    at = league.slug
    this_season = {"competition__season__current": True, "competition__kind": CompetitionKind.LEAGUE}
    divisions = Division.objects.filter(**this_season).order_by("rank", "pk")
    cups = Cup.objects.filter(division__competition__season__current=True, by_card=True)
    cups = cups.select_related("division__competition__season").order_by("division__competition__name", "pk")
    teams = Team.objects.filter(active=True).order_by("name")
    venues = Venue.objects.filter(teams__active=True).distinct().order_by("name", "pk")
    groups = [
        ("A team", [(each.name, reverse("team-calendar", args=[at, each.slug])) for each in teams]),
        ("The league", [("Every match", reverse("league-calendar", args=[at]))]),
        ("A division", [(each.name, reverse("division-calendar", args=[at, each.slug])) for each in divisions]),
        (
            "A cup",
            [(each.name, reverse("cup-calendar", args=[at, each.season.slug, each.competition.slug])) for each in cups],
        ),
        ("A venue", [(each.name, reverse("venue-calendar", args=[at, each.slug])) for each in venues]),
    ]
    return [group for group in groups if group[1]]
