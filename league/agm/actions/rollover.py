"""The next season made in one go from a plan that the secretary has read, and taken back while nothing happened."""

from collections.abc import Sequence
from datetime import datetime

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.agm.models import Rollover
from league.agm.queries.next_season import Old, dates_on
from league.agm.queries.review import Plan, gone, keepable
from league.agm.queries.years_on import YEAR
from league.audit.actions import record, write_tx
from league.cups.actions.cups import open_like
from league.cups.models import Entrant
from league.schedule.actions import carry_season, remove_season
from league.schedule.actions.endings import SeasonTemplate
from league.schedule.models import Blackout, Season
from league.teams.actions import leave_team, settle_team, undo_leaving
from league.teams.models import Registration, Team


def make_next_season(*, old: Old, plan: Plan, by: User, at: datetime) -> Rollover:
    """Everything that the plan says: the season, its divisions and teams, those who leave, days, wishes and cups.

    The league stays in its season until the new one is opened.
    """
    with write_tx():
        season = carry_season(
            like=old.season, name=plan.name, starts=plan.starts, halfway=plan.halfway, ends=plan.ends,
            carried=_carried(old, plan), by=by, at=at,
        )  # fmt: skip
        for cup in plan.cups:
            open_like(season=season, like=cup, by=by, at=at)
        made = Rollover(season=season, before=old.season, by=by, at=at)
        made.full_clean()
        made.save()
        teams = [was.team for was in gone(old, plan) if was.team.active]
        leaving = [*plan.leavers, *(each for team in teams for each in old.squads.get(team.pk, ()))]
        made.teams.set(teams)
        made.registrations.set(leaving)
        _end(leaving, teams, old.season, by=by, at=at)
        words = f"Season {season} made from season {old.season}."
        about, league_id = (season, old.season), season.league_id
        after = {"teams that do not come back": [team.name for team in teams]}
        record(verb="make_next_season", words=words, at=at, by=by, league_id=league_id, about=about, after=after)
    return made


def undo_next_season(*, rollover: Rollover, reason: str, by: User, at: datetime) -> None:
    """Take the season away again, and bring back the teams and players that left with it.

    ValidationError once something was played or drawn in it, somebody entered a cup, or the league is in it.
    """
    season = rollover.season
    with write_tx():
        if Entrant.objects.filter(cup__division__competition__season=season).exists():
            raise ValidationError(f"Somebody has entered a cup of season {season}, so it stays.")
        teams, left = list(rollover.teams.all()), list(rollover.registrations.select_related("team__league", "player"))
        rollover.delete()
        remove_season(season=season, reason=reason, by=by, at=at)
        for team in teams:
            settle_team(team=team, venue=team.venue, start_time=team.start_time, active=True, by=by, at=at)
        for registration in left:
            _bring_back(registration, by=by, at=at)


def _carried(old: Old, plan: Plan) -> SeasonTemplate:
    places = {
        division: [was.team for was in old.teams if plan.places.get(was.team.pk) == division]
        for division in old.divisions
    }
    off = [
        Blackout(first=each.first, last=each.last, kind=each.before.kind, reason=each.before.reason)
        for each in plan.off
    ]
    wishes = [
        (wish, dates_on(wish), wish.by + YEAR if wish.by else None)
        for wish in plan.wishes
        if keepable(wish, plan.places)
    ]
    return SeasonTemplate(places=places, off=off, wishes=wishes)


def _end(
    registrations: Sequence[Registration], teams: Sequence[Team], season: Season, *, by: User, at: datetime
) -> None:
    """Registrations last until the old season ends; the teams leave the list at once."""
    for each in registrations:
        last = max(season.ends, each.since or season.ends)
        leave_team(registration=each, until=last, by=by, at=at, reason=f"After season {season}")
    for team in teams:
        settle_team(team=team, venue=team.venue, start_time=team.start_time, active=False, by=by, at=at)


def _bring_back(registration: Registration, *, by: User, at: datetime) -> None:
    """Unless another team has the player by now, who then stays there."""
    try:
        undo_leaving(registration=registration, by=by, at=at)
    except ValidationError as fault:
        if getattr(fault, "code", "") != "elsewhere":
            raise
