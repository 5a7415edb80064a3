"""What the next season would be if everything went on as it was decided, and the words for every change.

Knows rows of the old season. A Plan is one answer to all of it: the proposal, or what the secretary made of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from league.agm.queries.years_on import YEAR, Off, holidays_left_in, next_days, off_next
from league.cups.choices import CupState
from league.cups.models import Cup
from league.schedule.choices import CompetitionKind
from league.schedule.models import Competition, Division, Entry, Season, Wish
from league.schedule.queries.calendar import division_night
from league.schedule.queries.wishes import describe_wish
from league.teams.choices import RegistrationState
from league.teams.models import Registration, Team


@dataclass(frozen=True, slots=True)
class Was:
    """A team last season: its division and name then, and where it goes by what was decided (None: nowhere)."""

    team: Team
    division: Division | None
    to: Division | None
    withdrawn: bool = False


@dataclass(frozen=True)
class Old:
    """Everything of a season that the next one may have from it."""

    season: Season
    to: Season
    competition: Competition
    divisions: tuple[Division, ...]
    teams: tuple[Was, ...]
    squads: Mapping[int, tuple[Registration, ...]]
    off: tuple[Off, ...]
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


def old_season(season: Season) -> Old:
    """The season with all that may be carried on, in eight queries however much there is. Needs season.league."""
    competition = Competition.objects.select_related("season__league").get(season=season, kind=CompetitionKind.LEAGUE)
    found = Division.objects.filter(competition=competition).select_related("competition__season__league")
    divisions = tuple(found.order_by("rank", "pk"))
    teams = tuple(_teams(competition, divisions))
    to = next_days(season)
    return Old(
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


def said_on(wish: Wish) -> str:
    """The wish in words, with its dates a year on."""
    moved = Wish(kind=wish.kind, entry=wish.entry, other=wish.other, words=wish.words, hard=wish.hard)
    moved.dates = [day.isoformat() for day in dates_on(wish)]
    moved.by = wish.by + YEAR if wish.by else None
    return describe_wish(moved)


def dates_on(wish: Wish) -> tuple[date, ...]:
    """The days that a wish is about, a year on."""
    return tuple(date.fromisoformat(day) + YEAR for day in wish.dates)


def _teams(competition: Competition, divisions: tuple[Division, ...]) -> Iterable[Was]:
    """Those that were in it, in the order of their divisions; then those of the league that were not."""
    entries = Entry.objects.filter(division__competition=competition).select_related("team", "fate")
    here = {division.pk: division for division in divisions}
    rows = sorted(entries, key=lambda entry: (here[entry.division_id].rank, entry.division_id, entry.team.name))
    for entry in rows:
        division, fate = here[entry.division_id], getattr(entry, "fate", None)
        withdrawn = entry.withdrawn_on is not None
        usual = None if withdrawn or not entry.team.active else division
        to = here.get(fate.to_id or 0) if fate is not None else usual
        yield Was(entry.team, division, to, withdrawn)
    known = {entry.team_id for entry in rows}
    for team in Team.objects.filter(active=True).exclude(pk__in=known).order_by("name", "pk"):
        yield Was(team, None, None)


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
