"""The annual report of a season: tables, honours, and what there is to tell about it in figures.

Everything in it is public. Refuses to know about money.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q

from league.agm.queries.honours import HonourLine, averages_at, honours_from
from league.agm.queries.places import DivisionEnd, ends_of
from league.cups.models import Honour
from league.pages.queries.averages import AverageLine, AveragesSeen
from league.results.choices import SentFor
from league.results.models import Appearance, Result, Submission
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Fixture, Move, Season
from league.schedule.queries import division_rules
from league.schedule.queries.matches import starts_at
from league.schedule.queries.seasons import league_competition
from scoring.card.outcome import Kind

BEST = 3


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the figures: what, how many or who, and a word more."""

    what: str
    value: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """A season on one page. `honours` are those of the board or, while the season is open, as they would be today."""

    season: Season
    ends: tuple[DivisionEnd, ...]
    honours: tuple[HonourLine, ...]
    figures: tuple[Figure, ...]
    averages: tuple[tuple[str, tuple[AverageLine, ...]], ...]

    @property
    def closed(self) -> bool:
        return self.season.closed_at is not None


def report_of(season: Season, at: datetime) -> Report:
    """The report of a season; a fixed number of queries, and three for each division. Needs season.league."""
    ends = ends_of(season, at)
    played = [end for end in ends if end.standings.started]
    averages = averages_at(played)
    return Report(
        season=season,
        ends=ends,
        honours=_honours(season, honours_from(played, averages)),
        figures=tuple(_figures(season)),
        averages=tuple((str(end.division), _best(seen)) for end, seen in zip(played, averages, strict=True)),
    )


def _honours(season: Season, proposed: tuple[HonourLine, ...]) -> tuple[HonourLine, ...]:
    """The lines of the board; while the season is open with those that its tables would add."""
    rows = Honour.objects.filter(league=season.league, year=season.ends.year).order_by("pk")
    board = tuple(HonourLine(row.title, row.winner, row.runner_up, row.note) for row in rows)
    there = {line.title for line in board}
    return board if season.closed_at else (*(line for line in proposed if line.title not in there), *board)


def _best(seen: AveragesSeen) -> tuple[AverageLine, ...]:
    """The first three places, with everybody who shares one."""
    return tuple(line for line in seen.ranked if line.average.place <= BEST)


def _figures(season: Season) -> Iterator[Figure]:
    of_league = Q(
        division__competition__season=season, division__competition__kind=CompetitionKind.LEAGUE, away__isnull=False
    )
    fixtures = Fixture.objects.filter(of_league)
    states = dict(fixtures.values_list("state").annotate(Count("pk")))
    results = Result.objects.filter(fixture__in=fixtures.values("pk"))
    kinds = dict(results.values_list("kind").annotate(Count("pk")))
    yield Figure("Matches played", str(states.get(FixtureState.PLAYED, 0)), _of_all(states))
    yield Figure("Walkovers and awards", str(kinds.get(Kind.WALKOVER, 0) + kinds.get(Kind.AWARDED, 0)))
    moved = Move.objects.filter(fixture__in=fixtures.values("pk"))
    yield Figure("Matches put off or moved", str(moved.values("fixture").distinct().count()))
    late, sent = _late(season)
    yield Figure("Late cards", str(late), f"of {sent} sent")
    people = Appearance.objects.filter(result__in=results.filter(counts=True).values("pk")).aggregate(
        players=Count("player", distinct=True)
    )
    yield Figure("Players who played", str(people["players"]))
    pub = fixtures.filter(state=FixtureState.PLAYED).values_list("venue__name").annotate(home=Count("pk"))
    for name, matches in pub.order_by("-home", "venue__name")[:1]:
        yield Figure("Busiest pub", f"{name}, {matches} match{'' if matches == 1 else 'es'}")


def _of_all(states: dict[str, int]) -> str:
    to_play = states.get(FixtureState.SCHEDULED, 0) + states.get(FixtureState.POSTPONED, 0)
    return f"{to_play} still to play" if to_play else ""


def _late(season: Season) -> tuple[int, int]:
    """How many matches' first cards came late, and of how many there was one; two queries."""
    competition = league_competition(season)
    captains = Submission.objects.exclude(sent_for=SentFor.LEAGUE).filter(fixture__division__competition=competition)
    first = dict(captains.values_list("fixture").annotate(Min("received_at")))
    late = 0
    within: dict[int, timedelta] = {}
    of_division = ("division__constitution", "division__competition")
    fixtures = Fixture.objects.filter(division__competition=competition).select_related("division")
    for fixture in fixtures.only("date", "first_date", "start_time", *of_division):
        start, came = starts_at(fixture), first.get(fixture.pk)
        if fixture.division_id not in within:
            fixture.division.competition = competition
            within[fixture.division_id] = timedelta(hours=division_rules(fixture.division).submit_within)
        late += came is not None and start is not None and came > start + within[fixture.division_id]
    return late, len(first)
