"""What the next season would be if everything went on as it was decided: its days, teams, weeks off, wishes and cups.

Days fall 52 weeks on, so that a Monday stays a Monday; a week that was left out because of a bank holiday goes where
that holiday goes. A SeasonPlan (review) is one answer to all of it: the proposal, or what the secretary made of it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from league.cups.choices import CupState
from league.cups.models import Cup
from league.schedule.choices import BlackoutKind, CompetitionKind
from league.schedule.models import Blackout, Competition, Division, Entry, Season, Wish
from league.schedule.queries.calendar import bank_holidays, division_night, week_of
from league.schedule.queries.wishes import describe_wish
from league.teams.choices import RegistrationState
from league.teams.models import Registration, Team

# --- days a year on ---------------------------------------------------------------------------------------------------
YEAR = timedelta(weeks=52)
WHOLE_YEARS = re.compile(r"(\d{4})(?:([-/])(\d{2}|\d{4}))?")


@dataclass(frozen=True, slots=True)
class DaysOff:
    """Days that were left out, as they fall in the next season; `holiday` is the bank holiday that they follow.

    `fits` is whether any of them is within that season.
    """

    before: Blackout
    first: date
    last: date
    holiday: str
    fits: bool


def next_name(season: Season) -> str:
    """What the next season is called where this one is called by its years; else by the years of its days."""
    found = WHOLE_YEARS.fullmatch(season.name.strip())
    if found is None:
        first, last = season.starts + YEAR, season.ends + YEAR
        return f"{first.year}" if first.year == last.year else f"{first.year}-{last.year % 100:02}"
    first_year, stroke, second = found.groups()
    if not second:
        return str(int(first_year) + 1)
    return f"{int(first_year) + 1}{stroke}{(int(second) + 1) % 10 ** len(second):0{len(second)}}"


def next_days(season: Season) -> Season:
    """The season a year on, not stored: for its days, and the bank holidays in them."""
    return Season(
        league=season.league,
        name=next_name(season),
        starts=season.starts + YEAR,
        halfway=season.halfway + YEAR,
        ends=season.ends + YEAR,
        holidays_of=season.holidays_of,
    )


def off_next(season: Season, to: Season) -> tuple[DaysOff, ...]:
    """The days left out in a season as they fall in `to`, in order; one query."""
    ours = {name: day for day, name in bank_holidays(season).items()}
    theirs = {name: day for day, name in bank_holidays(to).items()}
    rows = Blackout.objects.filter(season=season).order_by("first", "pk")
    return tuple(_days_off(each, to, ours, theirs) for each in rows)


def holidays_left_in(to: Season, nights: Iterable[int], off: Iterable[DaysOff]) -> Iterator[tuple[date, str]]:
    """Bank holidays of a season on one of these weekdays that no days left out hold."""
    days_off, weekdays = tuple(off), set(nights)
    for day, name in bank_holidays(to).items():
        if day.weekday() in weekdays and not any(each.first <= day <= each.last for each in days_off):
            yield day, name


def _days_off(blackout: Blackout, to: Season, ours: dict[str, date], theirs: dict[str, date]) -> DaysOff:
    moved = YEAR
    followed = ""
    if blackout.kind != BlackoutKind.CUP:
        for name, day in ours.items():
            if blackout.first <= day <= blackout.last and name in theirs:
                moved, followed = week_of(theirs[name]) - week_of(day), name
                break
    first, last = blackout.first + moved, blackout.last + moved
    return DaysOff(blackout, first, last, followed, fits=first <= to.ends and last >= to.starts)


# --- everything that is carried on ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class FormerTeam:
    """A team last season: its division and name then, and where it goes by what was decided (None: nowhere)."""

    team: Team
    division: Division | None
    to: Division | None
    withdrawn: bool = False


@dataclass(frozen=True)
class OldSeason:
    """Everything of a season that the next one may have from it."""

    season: Season
    to: Season
    competition: Competition
    divisions: tuple[Division, ...]
    teams: tuple[FormerTeam, ...]
    squads: Mapping[int, tuple[Registration, ...]]
    off: tuple[DaysOff, ...]
    wishes: tuple[Wish, ...]
    cups: tuple[Cup, ...]

    @property
    def rules_changed(self) -> bool:
        """Whether the league's rules are others than those that the season was played under."""
        return bool(self.competition.constitution != self.season.league.constitution)

    @cached_property
    def holidays(self) -> tuple[tuple[date, str], ...]:
        """Bank holidays on league nights of the next season that would be played on."""
        nights = {division_night(division) for division in self.divisions}
        return tuple(holidays_left_in(self.to, nights, self.off))


def old_season(season: Season) -> OldSeason:
    """The season with all that may be carried on, in eight queries however much there is. Needs season.league."""
    competition = Competition.objects.select_related("season__league").get(season=season, kind=CompetitionKind.LEAGUE)
    found = Division.objects.filter(competition=competition).select_related("competition__season__league")
    divisions = tuple(found.order_by("rank", "pk"))
    teams = tuple(_teams(competition, divisions))
    to = next_days(season)
    return OldSeason(
        season=season,
        to=to,
        competition=competition,
        divisions=divisions,
        teams=teams,
        squads=_squads(each.team for each in teams),
        off=off_next(season, to),
        wishes=tuple(_wishes(competition)),
        cups=tuple(_cups(season)),
    )


def wish_next_year(wish: Wish) -> str:
    """The wish in words, with its dates a year on."""
    moved = Wish(kind=wish.kind, entry=wish.entry, other=wish.other, words=wish.words, hard=wish.hard)
    moved.dates = [day.isoformat() for day in dates_on(wish)]
    moved.by = wish.by + YEAR if wish.by else None
    return describe_wish(moved)


def dates_on(wish: Wish) -> tuple[date, ...]:
    """The days that a wish is about, a year on."""
    return tuple(date.fromisoformat(day) + YEAR for day in wish.dates)


def _teams(competition: Competition, divisions: tuple[Division, ...]) -> Iterable[FormerTeam]:
    """Those that were in it, in the order of their divisions; then those of the league that were not."""
    entries = Entry.objects.filter(division__competition=competition).select_related("team", "fate")
    here = {division.pk: division for division in divisions}
    rows = sorted(entries, key=lambda entry: (here[entry.division_id].rank, entry.division_id, entry.team.name))
    for entry in rows:
        division, fate = here[entry.division_id], getattr(entry, "fate", None)
        withdrawn = entry.withdrawn_on is not None
        usual = None if withdrawn or not entry.team.active else division
        to = here.get(fate.to_id or 0) if fate is not None else usual
        yield FormerTeam(entry.team, division, to, withdrawn)
    known = {entry.team_id for entry in rows}
    for team in Team.objects.filter(active=True).exclude(pk__in=known).order_by("name", "pk"):
        yield FormerTeam(team, None, None)


def _squads(teams: Iterable[Team]) -> dict[int, tuple[Registration, ...]]:
    rows = Registration.objects.filter(team__in=list(teams), state=RegistrationState.APPROVED, until=None)
    found: dict[int, list[Registration]] = {}
    for row in rows.select_related("player", "team__league").order_by("player__name", "pk"):
        found.setdefault(row.team_id, []).append(row)
    return {team: tuple(squad) for team, squad in found.items()}


def _wishes(competition: Competition) -> Iterable[Wish]:
    rows = Wish.objects.filter(competition=competition).select_related("entry__team", "other__team", "asked_by")
    return rows.order_by("entry__name", "pk")


def _cups(season: Season) -> Iterable[Cup]:
    rows = Cup.objects.filter(division__competition__season=season, division__competition__play_off_of=None)
    rows = rows.exclude(state=CupState.DROPPED).select_related("division__competition__season__league")
    return rows.order_by("pk")
