"""Which matches stand in the lists of public pages: of a week, a night, a team, a venue, a season."""

from datetime import date

from django.db.models import Q, QuerySet

from league.pages.presenters.match_lists import READY
from league.schedule.models import Entry, Fixture, Season
from league.schedule.queries import whole_fixtures
from league.teams.models import League, Team, Venue

# Where a fixture carries a rule book that no list reads: decoding them all would cost more than the list.
RULES = ("league", "division__competition")


def with_list_relations(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Whole fixtures with their results, without what no list reads."""
    heavy = ("constitution", *(f"{path}__constitution" for path in RULES))
    return fixtures.select_related("result").defer(*heavy)


def league_matches(league: League) -> QuerySet[Fixture]:
    """Every match of the league with all that a line of a list needs, in one query; byes are left out."""
    return with_list_relations(whole_fixtures().filter(league=league, away__isnull=False))


def matches_on(league: League, night: date) -> QuerySet[Fixture]:
    """The matches of one night, division by division."""
    return league_matches(league).filter(date=night).order_by("division__rank", "home__name", "pk")


def latest_results(league: League, count: int) -> QuerySet[Fixture]:
    """This season's last matches with a score to show, newest first; by key, so that few whole rows are sorted."""
    newest = ("-date", "division__rank", "pk")
    played = Fixture.objects.filter(
        league=league, division__competition__season__current=True, result__state__in=READY, date__isnull=False
    )
    keys = list(played.order_by(*newest).values_list("pk", flat=True)[:count])
    return league_matches(league).filter(pk__in=keys).order_by(*newest)


def matches_of_team(league: League, team: Team) -> QuerySet[Fixture]:
    """This season's matches of a team in the order of the list; by its entries, or past seasons would be read too.

    Those of its players in a cup by name are theirs and not the team's.
    """
    mine = Entry.objects.filter(team=team, slug="", division__competition__season__current=True)
    entries = list(mine.values_list("pk", flat=True))
    found = league_matches(league).filter(Q(home__in=entries) | Q(away__in=entries))
    return found.order_by("first_date", "week", "pk")


def matches_at_venue(league: League, venue: Venue, since: date, count: int) -> QuerySet[Fixture]:
    """The next matches at a venue."""
    return league_matches(league).filter(venue=venue, date__gte=since).order_by("date", "division__rank", "pk")[:count]


def next_night(league: League, after: date) -> date | None:
    """The first night with a match to play after a day."""
    return league_matches(league).filter(date__gt=after).order_by("date").values_list("date", flat=True).first()


# --- by calendar week -------------------------------------------------------------------------------------------------


def season_fixtures(season: Season) -> QuerySet[Fixture]:
    """Every match and bye of a season with all that its line needs, in the order of the list; one query."""
    found = with_list_relations(whole_fixtures().filter(division__competition__season=season))
    return found.order_by("first_date", "division__rank", "home__name", "pk")
