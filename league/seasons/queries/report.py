"""The annual report of a season, the honours that its end puts on the board, and the papers of the meeting.

Honours are winners and runners-up of its divisions and best averages; cups put their own winners on the board. All is
public.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Any

from django.db.models import Count, Min, Q

from league.cups.models import LONGEST_WINNER, Honour
from league.pages.queries.averages import AverageLine, AveragesPage, averages_page
from league.results.choices import SentFor
from league.results.models import Appearance, Result, Submission
from league.results.queries.tables import Standing
from league.schedule.choices import CompetitionKind, FixtureState, Movement
from league.schedule.models import Fixture, Move, Season
from league.schedule.queries.seasons import league_competition, rule_book
from league.schedule.values.matches import starts_at
from league.seasons.queries.places import DivisionEnd, TeamPlace, division_ends
from league.teams.models import Player, Team
from scoring.card.outcome import Kind
from scoring.words import several

# --- the lines for the honours board ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HonourLine:
    """One line for the board; `team` and `players` are who the winner is, while the name is theirs."""

    title: str
    winner: str
    runner_up: str = ""
    note: str = ""
    team: Team | None = None
    players: tuple[Player, ...] = ()


def proposed_honours(ends: Iterable[DivisionEnd]) -> tuple[HonourLine, ...]:
    """First and second of every division that was played, and of its averages; three queries a division."""
    played = [end for end in ends if end.standings.started]
    return honours_from(played, [averages_page(end.division) for end in played])


def honours_from(played: Sequence[DivisionEnd], averages: Sequence[AveragesPage]) -> tuple[HonourLine, ...]:
    """First and second of each table, then of the averages of each division."""
    of_tables = []
    for end in played:
        teams = {place.standing.name: place.entry.team for place in end.places}
        winner, runner_up = (_shared(each.name for each in _at(end, place)) for place in (1, 2))
        of_tables.append(HonourLine(str(end.division), winner, runner_up, team=teams.get(winner)))
    best = (line for end, page in zip(played, averages, strict=True) for line in _of_averages(end, page))
    return (*of_tables, *best)


def _of_averages(end: DivisionEnd, page: AveragesPage) -> Iterator[HonourLine]:
    first, second = ([each for each in page.ranked if each.average.place == place] for place in (1, 2))
    if first:
        yield HonourLine(
            title=f"{end.division}, best average",
            winner=_shared(each.player.honours_name for each in first),
            runner_up=_shared(each.player.honours_name for each in second),
            note=f"{first[0].percent}% of games won",
            players=tuple(each.player for each in first),
        )


def _shared(names: Iterable[str]) -> str:
    """All who share a place; where the board has no room for so many, the first of them and how many others."""
    named = list(names)
    if len(together := " and ".join(named)) <= LONGEST_WINNER:
        return together
    return f"{named[0]} and {len(named) - 1} others"


def _at(end: DivisionEnd, place: int) -> list[Standing]:
    return [
        each.standing for each in end.places if each.standing.row.place == place and not each.standing.row.withdrawn
    ]


BEST = 3  # places of the averages, with everybody who shares one


# --- the report ---------------------------------------------------------------------------------------------------

# On paper, in rows of a table.
COLUMN, TABLE_HEAD, HONOUR = 41, 3.2, 1.8


@dataclass(frozen=True, slots=True)
class SeasonReport:
    """A season on one page. `honours` are those of the board or, while the season is open, as they would be today."""

    season: Season
    ends: tuple[DivisionEnd, ...]
    honours: tuple[HonourLine, ...]
    figures: tuple[tuple[str, str, str], ...]  # what, how many or who, and a word more
    averages: tuple[tuple[str, tuple[AverageLine, ...]], ...]

    @property
    def in_one_column(self) -> bool:
        """Whether the tables and honours leave the second column of the paper to the rest."""
        rows = sum(TABLE_HEAD + len(end.places) for end in self.ends) + HONOUR * (1 + len(self.honours))
        return bool(self.ends) and rows <= COLUMN


def report_of(season: Season, at: datetime) -> SeasonReport:
    """The report of a season; a fixed number of queries, and three for each division. Needs season.league."""
    ends = division_ends(season, at)
    played = [end for end in ends if end.standings.started]
    averages = [averages_page(end.division) for end in played]
    rows = Honour.objects.filter(league=season.league, year=season.ends.year).order_by("pk")
    board = tuple(HonourLine(row.title, row.winner, row.runner_up, row.note) for row in rows)
    titles = {line.title for line in board}
    proposed = () if season.closed_at else honours_from(played, averages)
    return SeasonReport(
        season=season,
        ends=ends,
        honours=(*(line for line in proposed if line.title not in titles), *board),
        figures=tuple(_figures(season)),
        averages=tuple(
            (str(end.division), tuple(line for line in page.ranked if line.average.place <= BEST))
            for end, page in zip(played, averages, strict=True)
        ),
    )


def _figures(season: Season) -> Iterator[tuple[str, str, str]]:
    of_league = Q(
        division__competition__season=season, division__competition__kind=CompetitionKind.LEAGUE, away__isnull=False
    )
    fixtures = Fixture.objects.filter(of_league)
    states = dict(fixtures.values_list("state").annotate(Count("pk")))
    results = Result.objects.filter(fixture__in=fixtures.values("pk"))
    kinds = dict(results.values_list("kind").annotate(Count("pk")))
    to_play = states.get(FixtureState.SCHEDULED, 0) + states.get(FixtureState.POSTPONED, 0)
    still = f"and {to_play} still to play" if to_play else ""
    yield "Matches played", str(states.get(FixtureState.PLAYED, 0)), still
    yield "Walkovers and awards", str(kinds.get(Kind.WALKOVER, 0) + kinds.get(Kind.AWARDED, 0)), ""
    moved = Move.objects.filter(fixture__in=fixtures.values("pk"))
    yield "Matches postponed or moved", str(moved.values("fixture").distinct().count()), ""
    late, sent = _late(season)
    yield "Late cards", str(late), f"of {sent} sent"
    people = Appearance.objects.filter(result__in=results.filter(counts=True).values("pk")).aggregate(
        players=Count("player", distinct=True)
    )
    yield "Players who played", str(people["players"]), ""
    pub = fixtures.filter(state=FixtureState.PLAYED).values_list("venue__name").annotate(home=Count("pk"))
    for name, matches in pub.order_by("-home", "venue__name")[:1]:
        yield "Busiest pub", f"{name}, {several(matches, 'match')}", ""


def _late(season: Season) -> tuple[int, int]:
    """How many matches' first cards came late, and of how many there was one; two queries."""
    competition = league_competition(season)
    captains = Submission.objects.exclude(sent_for=SentFor.LEAGUE).filter(fixture__division__competition=competition)
    first = dict(captains.values_list("fixture").annotate(Min("received_at")))
    late = 0
    within: dict[int, timedelta] = {}
    of_division = ("division__rules", "division__competition")
    fixtures = Fixture.objects.filter(division__competition=competition).select_related("division")
    for fixture in fixtures.only("date", "first_date", "start_time", *of_division):
        start, came = starts_at(fixture), first.get(fixture.pk)
        if fixture.division_id not in within:
            fixture.division.competition = competition
            within[fixture.division_id] = timedelta(hours=fixture.division.rules_in_force().submit_within)
        late += came is not None and start is not None and came > start + within[fixture.division_id]
    return late, len(first)


# --- the papers of the meeting ------------------------------------------------------------------------------------


def papers_of(season: Season, at: datetime) -> dict[str, Any]:
    """The papers of a season's meeting: its `report`, the `moves` of each division with its movers, the `teams`, the
    same two by two for the `slips`, and the rule `book`; the queries of the report and two more. Needs season.league.
    """
    report = report_of(season, at)
    here = (place for end in report.ends for place in end.places if not place.standing.row.withdrawn)
    teams = sorted({place.entry.name for place in here})
    return {
        "report": report,
        "moves": [(end, list(filter(None, map(_mover, end.places)))) for end in report.ends],
        "teams": teams,
        "slips": two_by_two(teams),
        "book": rule_book(season.league, season),
    }


def two_by_two(teams: Sequence[str]) -> list[tuple[str, str | None]]:
    """None for no second."""
    return list(zip_longest(teams[::2], teams[1::2]))


def _mover(place: TeamPlace) -> tuple[str, str, str] | None:
    """A team that does not simply stay: where it goes, and why, as the rule says or as it was decided."""
    decided = place.placement
    if place.proposed == Movement.STAYS and (decided is None or decided.way == Movement.STAYS):
        return None
    if decided is not None:
        to = f", to {decided.to}" if decided.to and decided.way != Movement.STAYS else ""
        return place.entry.name, f"{decided.get_way_display()}{to}", decided.reason or place.reason
    if not place.proposed:
        return place.entry.name, "Not settled", place.reason
    to = f", to {place.to}" if place.to and place.proposed != Movement.STAYS else ""
    return place.entry.name, f"{Movement(place.proposed).label}{to}", place.reason
