"""What of a league is there before its first fixtures are out, counted for its checklist."""

from django.db.models import Count, Q

from league.pages.presenters.checklist import Checklist, SetUpCounts, present_checklist
from league.schedule.choices import CompetitionKind
from league.schedule.models import Entry, Fixture, FixtureList, Season
from league.teams.choices import RoleKind
from league.teams.models import League, Role, Team, Venue


def checklist(league: League) -> Checklist | None:
    """The steps of a league that has never had fixtures out; None for any other, in one query. Eight for a new one."""
    shown = Q(division__competition__season__current=True) | Q(division__competition__season__closed_at__isnull=False)
    if Fixture.objects.filter(shown, league=league).exists():
        return None
    return present_checklist(league, _counts(league))


def _counts(league: League) -> SetUpCounts:
    secretary = Role.objects.filter(league=league, kind=RoleKind.SECRETARY, ended_at=None).order_by("since", "pk")
    led = Q(roles__kind=RoleKind.CAPTAIN, roles__ended_at=None)
    active = Team.objects.filter(league=league, active=True)
    season = Season.objects.filter(league=league, closed_at=None).order_by("-starts", "-pk").first()
    of_season = Q(competition__season=season, competition__kind=CompetitionKind.LEAGUE)
    lists = FixtureList.objects.filter(of_season).exclude(hard=None).order_by("hard", "-number")
    placed = Entry.objects.filter(division__competition__season=season) if season else Entry.objects.none()
    return SetUpCounts(
        secretary=secretary.values_list("user__name", flat=True).first() or "",
        venues=Venue.objects.filter(league=league).count(),
        **active.aggregate(teams=Count("pk", distinct=True), captains=Count("pk", filter=led, distinct=True)),
        season=season,
        placed=placed.count(),
        lists=tuple(lists.values_list("number", flat=True)) if season else (),
        fixtures=Fixture.objects.filter(league=league).exists(),
    )
