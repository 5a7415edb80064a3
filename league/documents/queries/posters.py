"""What is pinned to a wall: the matches of a division, a team or a venue, and who plays tonight.

Runs inside the scope of one league.
"""

from datetime import date, datetime
from itertools import groupby
from typing import Any

from django.db.models import Min, QuerySet

from league.results.choices import PUBLIC_STATES
from league.schedule.choices import FixtureState, FixtureStatus
from league.schedule.models import Division, Fixture
from league.schedule.queries.matches import sides_of_team, whole_fixtures
from league.teams.models import League, Picture, Sponsor, Team, Venue
from league.teams.queries.noticeboard import sponsor_of

UNUSUAL = (FixtureStatus.POSTPONED, FixtureStatus.TO_ARRANGE)
# Where a match carries a rule book that no list reads: decoding them all would cost more than the list.
RULES = ("league", "division__competition")


def poster_foot(league: League) -> tuple[Sponsor | None, dict[str, bytes]]:
    """Who sponsors the league, and the pictures of its posters by the address that paper has for each; two queries."""
    sponsor = sponsor_of(league)
    keys = {league.crest_id, sponsor.logo_id if sponsor else None} - {None}
    rows = Picture.objects.filter(pk__in=keys).values_list("pk", "data")
    return sponsor, {f"paper:picture-{key}": bytes(data) for key, data in rows}


def division_nights(division: Division, at: datetime) -> list[dict[str, Any]]:
    """Every match of a division, night by night; one query."""
    return _nights(whole_fixtures().filter(division=division), at)


def team_nights(team: Team, at: datetime) -> list[dict[str, Any]]:
    """A team's matches of this season, ties of cups among them; one query."""
    return _nights(_this_season().filter(sides_of_team(team)), at)


def venue_nights(venue: Venue, at: datetime) -> list[dict[str, Any]]:
    """What is on at a venue this season; one query."""
    return _nights(_this_season().filter(venue=venue, away__isnull=False), at)


def pubs_on(league: League, night: date, at: datetime) -> list[dict[str, Any]]:
    """Who is where on a night, by venue; one query."""
    fixtures = _with_result(whole_fixtures()).filter(league=league, date=night, away__isnull=False)
    playing = fixtures.exclude(state=FixtureState.VOID).order_by(
        "venue__name", "venue", "division__rank", "home__name", "pk"
    )
    return [
        {"venue": venue, "matches": [_match(each, at) for each in matches]}
        for venue, matches in groupby(playing, key=lambda each: each.venue)
    ]


def night_to_come(league: League, today: date) -> date | None:
    """Tonight, or the next night with a match; None when there is none. One query."""
    open_ones = Fixture.objects.filter(league=league, date__gte=today, away__isnull=False)
    night: date | None = open_ones.exclude(state=FixtureState.VOID).aggregate(first=Min("date"))["first"]
    return night


def _this_season() -> QuerySet[Fixture]:
    fixtures: QuerySet[Fixture] = whole_fixtures().filter(division__competition__season__current=True)
    return fixtures


def _with_result(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    return fixtures.select_related("result").defer("rules", "result__tally", *(f"{row}__rules" for row in RULES))


def _nights(fixtures: QuerySet[Fixture], at: datetime) -> list[dict[str, Any]]:
    """The matches of each night, and who has none; "day" None for those without a date."""
    ordered = _with_result(fixtures).exclude(state=FixtureState.VOID).order_by("division__rank", "home__name", "pk")
    by_day: dict[date | None, list[Fixture]] = {}
    for fixture in ordered:
        by_day.setdefault(fixture.date, []).append(fixture)
    return [
        {
            "day": day,
            "matches": [_match(each, at) for each in by_day[day] if each.away_id],
            "byes": [each.home.name for each in by_day[day] if each.away_id is None],
        }
        for day in sorted(by_day, key=lambda day: day or date.max)
    ]


def _match(fixture: Fixture, at: datetime) -> dict[str, Any]:
    """A match as a wall shows it: "score" once it is settled, or a "word" why it is not as it was to be."""
    result, status = getattr(fixture, "result", None), fixture.status
    if result is not None and result.state_at(at) in PUBLIC_STATES:
        return {"fixture": fixture, "score": result.games, "word": ""}
    return {"fixture": fixture, "score": None, "word": status.label.lower() if status in UNUSUAL else ""}
