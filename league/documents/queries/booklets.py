"""What a fixture booklet says: the season's nights, teams, cups, rules and last year's honours.

Everything in it is public, and nobody's number but the one that the league publishes itself. Runs inside the scope of
the league; a fixed number of queries however many teams and matches there are.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from itertools import groupby

from league.cups.models import CupState, FinalsNight, Honour
from league.cups.presenters.ties import rounds_of
from league.cups.queries.catalogue import listed_cups
from league.cups.queries.cup_state import days_by_cup, snapshots_of
from league.cups.queries.finals import nights_of
from league.documents.presenters.booklet_contents import (
    Booklet,
    BookletNight,
    HomeTeam,
    Interruption,
    PrintedCup,
    PrintedRound,
    booklet_groups,
    finals_stop,
    home_team,
    weeks_text,
)
from league.schedule.choices import CompetitionKind
from league.schedule.models import Blackout, Division, Entry, Fixture, Season
from league.schedule.queries import of_tables
from league.schedule.queries.rule_book import rule_book


def booklet_of(season: Season, at: datetime) -> Booklet:
    """The booklet of a season as things stand at a moment. Needs season.league."""
    year, honours = _honours(season)
    return Booklet(
        season=season,
        nights=nights_and_stops(season, nights_of(season)),
        divisions=_divisions(season),
        cups=tuple(_cups(season, at)),
        book=rule_book(season.league, season),
        year=year,
        honours=honours,
    )


def _divisions(season: Season) -> tuple[tuple[Division, tuple[HomeTeam, ...]], ...]:
    rows = Entry.objects.filter(
        division__competition__season=season, division__competition__kind=CompetitionKind.LEAGUE
    ).select_related("team__venue", "division")
    homes_by_division: dict[Division, list[HomeTeam]] = {}
    for entry in rows.order_by("division__rank", "division_id", "name", "pk"):
        homes_by_division.setdefault(entry.division, []).append(home_team(entry, season.league))
    return tuple((division, tuple(homes)) for division, homes in homes_by_division.items())


def _cups(season: Season, at: datetime) -> Iterator[PrintedCup]:
    rows = list(listed_cups().filter(division__competition__season=season).exclude(state=CupState.DROPPED))
    days = days_by_cup(rows)
    for cup, account in zip(rows, snapshots_of(rows, at), strict=True):
        set_days = days.get(cup.pk, {})
        entered: int = cup.entered  # type: ignore[attr-defined]  # annotated by listed_cups
        rounds = (
            PrintedRound(name, None if row.night else row.play_by, row.night)
            for part, number, name in rounds_of(account.bracket, entered)
            if (row := set_days.get((str(part), number))) is not None and (row.night or row.play_by)
        )
        yield PrintedCup(cup, tuple(rounds))


def _honours(season: Season) -> tuple[int | None, tuple[Honour, ...]]:
    """The lines of the last year before this season's own."""
    before = Honour.objects.filter(league=season.league, year__lt=season.ends.year).order_by("-year")
    year: int | None = before.values_list("year", flat=True).first()
    return year, tuple(Honour.objects.filter(league=season.league, year=year).order_by("pk")) if year else ()


def nights_and_stops(season: Season, finals: Iterable[FinalsNight]) -> tuple[BookletNight | Interruption, ...]:
    """Everything by its day, the nights without a date last: two queries."""
    nights = list(_nights(season))
    stops = [*_stops(season), *map(finals_stop, finals)]
    dated = [night for night in nights if night.day]
    rows: list[BookletNight | Interruption] = sorted(
        [*dated, *stops], key=lambda each: (each.day or date.max, isinstance(each, Interruption))
    )
    return (*rows, *(night for night in nights if night.day is None))


def _stops(season: Season) -> Iterator[Interruption]:
    for row in Blackout.objects.filter(season=season).order_by("first", "pk"):
        what = str(row.get_kind_display())
        yield Interruption(row.first, row.last, what, "" if row.reason in {"", what} else row.reason)


def _nights(season: Season) -> Iterator[BookletNight]:
    whole = Fixture.objects.select_related("division", "home__team", "away", "venue").defer("rules")
    rows = of_tables(whole).filter(division__competition__season=season)
    ordered = sorted(
        rows.order_by("division__rank", "division_id", "home__name", "pk"), key=lambda each: each.date or date.max
    )
    for day, fixtures in groupby(ordered, key=lambda each: each.date):
        groups = booklet_groups(fixtures)
        if groups:
            yield BookletNight(day, weeks_text(groups), groups)
