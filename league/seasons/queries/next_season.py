"""What the next season would be if everything went on as it was decided: its days, teams, weeks off, wishes and cups.

Days fall 52 weeks on, so that a Monday stays a Monday; a week that was left out because of a bank holiday goes where
that holiday goes. A SeasonPlan (review) is one answer to all of it: the proposal, or what the secretary made of it.
"""

from collections.abc import Iterable

from league.cups.models import Cup, CupState
from league.schedule.bank_holidays import bank_holidays
from league.schedule.choices import CompetitionKind
from league.schedule.models import Blackout, Competition, Division, Entry, Season, Wish
from league.seasons.values import DaysOff, FormerTeam, OldSeason, days_off_next, next_days
from league.teams.choices import RegistrationState
from league.teams.models import Registration, Team

# --- days a year on ---------------------------------------------------------------------------------------------------


def off_next(season: Season, to: Season) -> tuple[DaysOff, ...]:
    """The days left out in a season as they fall in `to`, in order; one query."""
    ours = {name: day for day, name in bank_holidays(season).items()}
    theirs = {name: day for day, name in bank_holidays(to).items()}
    rows = Blackout.objects.filter(season=season).order_by("first", "pk")
    return tuple(days_off_next(each, to, ours, theirs) for each in rows)


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
        bank=bank_holidays(to),
        wishes=tuple(_wishes(competition)),
        cups=tuple(_cups(season)),
    )


def _teams(competition: Competition, divisions: tuple[Division, ...]) -> Iterable[FormerTeam]:
    """Those that were in it, in the order of their divisions; then those of the league that were not."""
    entries = Entry.objects.filter(division__competition=competition).select_related("team", "fate")
    here = {division.pk: division for division in divisions}
    rows = sorted(entries, key=lambda entry: (here[entry.division_id].rank, entry.division_id, entry.team.name))
    for entry in rows:
        division, placement = here[entry.division_id], getattr(entry, "fate", None)
        withdrawn = entry.withdrawn_on is not None
        usual = None if withdrawn or not entry.team.active else division
        to = here.get(placement.to_id or 0) if placement is not None else usual
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
