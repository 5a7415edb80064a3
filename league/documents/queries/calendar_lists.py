"""Which calendars there are to follow in a league, by what somebody looks for."""

from dataclasses import dataclass

from django.urls import reverse

from league.cups.models import Cup
from league.fixtures.choices import CompetitionKind
from league.fixtures.models import Division
from league.teams.models import League, Team, Venue


@dataclass(frozen=True, slots=True)
class Followed:
    """One calendar: what it is of, and its address within the site."""

    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Group:
    """Calendars of one kind under a heading."""

    heading: str
    calendars: tuple[Followed, ...]


def followed(league: League) -> tuple[Group, ...]:
    """Every calendar of this season, teams first, without headings that have none; four queries."""
    at = league.slug
    this_season = {"competition__season__current": True, "competition__kind": CompetitionKind.LEAGUE}
    divisions = Division.objects.filter(**this_season).order_by("rank", "pk")
    cups = Cup.objects.filter(division__competition__season__current=True, by_card=True)
    cups = cups.select_related("division__competition__season").order_by("division__competition__name", "pk")
    teams = Team.objects.filter(active=True).order_by("name")
    venues = Venue.objects.filter(teams__active=True).distinct().order_by("name", "pk")
    groups = (
        Group("A team", tuple(Followed(each.name, reverse("team-calendar", args=[at, each.slug])) for each in teams)),
        Group("The league", (Followed("Every match", reverse("league-calendar", args=[at])),)),
        Group("A division", tuple(_division(at, each) for each in divisions)),
        Group("A cup", tuple(_cup(at, each) for each in cups)),
        Group(
            "A venue", tuple(Followed(each.name, reverse("venue-calendar", args=[at, each.slug])) for each in venues)
        ),
    )
    return tuple(group for group in groups if group.calendars)


def _division(league: str, division: Division) -> Followed:
    return Followed(division.name, reverse("division-calendar", args=[league, division.slug]))


def _cup(league: str, cup: Cup) -> Followed:
    return Followed(cup.name, reverse("cup-calendar", args=[league, cup.season.slug, cup.competition.slug]))
