"""What the annual meeting does: a season closed with its honours, play-offs, the next season made and taken back.

Each is one transaction that goes through the actions of the apps whose rows it writes.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

from league.base.accounts.models import User
from league.base.audit.actions import record, save_checked, write_tx
from league.cups.actions.cups import open_cup, open_like
from league.cups.actions.entries import enter
from league.cups.actions.honours import change_honour, write_honour
from league.cups.actions.knockout import hold_draw
from league.cups.models import Cup, Entrant, EntrantKind, Honour
from league.results.queries.tables import as_json, divisions, tables
from league.schedule.actions.seasons import carry_season, close_season, mark_play_off, remove_season
from league.schedule.models import Blackout, Competition, Division, Season
from league.seasons.models import Rollover
from league.seasons.queries.next_season import YEAR, OldSeason, SeasonPlan, dates_on, keepable
from league.seasons.queries.season_end import HonourLine, LevelTeams, division_ends, loose_ends
from league.teams.actions.leagues import settle_team
from league.teams.actions.registrations import leave_team, undo_leaving
from scoring.season.knockout import cups
from scoring.season.knockout.draw import DrawRules, Lots


# --- the season is closed ---------------------------------------------------------------------------------------------
def end_season(*, season: Season, honours: Sequence[HonourLine], by: User, at: datetime, reason: str = "") -> None:
    """Freeze the tables and put the honours on the board, under the year in which the season ends.

    ValidationError while something is open that does not settle itself, and nobody says why it is closed all the same.
    """

    def frozen(competition: Competition) -> dict[Division, dict[str, Any]]:
        own_divisions = [each for each in divisions(season.slug) if each.competition_id == competition.pk]
        made = tables(own_divisions, at)
        return {division: as_json(made[division.pk]) for division in own_divisions}

    with write_tx():
        if not reason.strip() and any(not each["waits"] for each in loose_ends(season, division_ends(season, at), at)):
            raise ValidationError({"reason": "Say why you are closing the season with things outstanding."})
        close_season(season=season, tables=frozen, by=by, at=at, reason=reason)
        for line in honours:  # a season that is closed again has its lines on the board already
            honour = Honour.objects.filter(league=season.league, year=season.ends.year, title=line.title).first()
            values: dict[str, Any] = {name: getattr(line, name) for name in HonourLine.__slots__} | {"by": by, "at": at}
            if honour is None:
                write_honour(league=season.league, year=season.ends.year, **values)
            elif (honour.winner, honour.runner_up) != (line.winner, line.runner_up):
                change_honour(honour=honour, year=honour.year, **values)


# --- level teams play for their place ---------------------------------------------------------------------------------
def make_play_off(*, level: LevelTeams, by: User, at: datetime, seed: str = "") -> Cup:
    """A knockout of a division's level teams on neutral ground, each tie one match by the league's own card.

    Two meet in the table's order; more are drawn by a seed that anybody can check. Its matches then tell the table who
    stands higher. ValidationError if there is one already, or a draw is needed and has no seed.
    """
    division, teams = level.division, [entry.team for entry in level.entries]
    if level.play_off is not None:
        raise ValidationError(f"{level.play_off} has been set up already.")
    if len(teams) > 2 and not seed.strip():
        raise ValidationError({"seed": "With three or more teams there is a draw: type the seed."})
    name = f"Play-off, {division}"
    games = division.rules_in_force(division.competition.season.league).format.total_games
    rules = cups.Cup(name, forms=(cups.TieForm(games=games, decider=3),), neutral=len(teams))
    with write_tx():
        cup = open_cup(
            season=division.competition.season, name=name, kind=EntrantKind.TEAM, rules=rules,
            draw_rules=DrawRules(), by=by, at=at, trophy="",
        )  # fmt: skip
        keys = tuple(enter(cup=cup, team=team, by=by, at=at).key for team in teams)
        mark_play_off(competition=cup.competition, division=division)
        lots = Lots(names=keys) if len(teams) == 2 else Lots(seed=seed.strip(), purpose="main 1")
        hold_draw(cup=cup, lots=lots, by=by, at=at)
    return cup


# --- the next season, made and taken back -----------------------------------------------------------------------------
def make_next_season(*, old: OldSeason, plan: SeasonPlan, by: User, at: datetime) -> Rollover:
    """Everything that the plan says: the season, its divisions and teams, those who leave, days, wishes and cups.

    The league stays in its season until the new one is opened.
    """
    with write_tx():
        season = carry_season(
            like=old.season, name=plan.name, starts=plan.starts, halfway=plan.halfway, ends=plan.ends,
            **_carried(old, plan), by=by, at=at,
        )  # fmt: skip
        for cup in plan.cups:
            open_like(season=season, like=cup, by=by, at=at)
        made = save_checked(Rollover(season=season, before=old.season, by=by, at=at))
        gone = [was.team for was in old.teams if was.division is not None and was.team.pk not in plan.places]
        teams = [team for team in gone if team.active]
        leaving = [*plan.leavers, *(each for team in teams for each in old.squads.get(team.pk, ()))]
        made.teams.set(teams)
        made.registrations.set(leaving)
        # Registrations last until the old season ends; the teams leave the list at once.
        for each in leaving:
            last = max(old.season.ends, each.since or old.season.ends)
            leave_team(registration=each, until=last, by=by, at=at, reason=f"After season {old.season}")
        for team in teams:
            settle_team(team=team, venue=team.venue, start_time=team.start_time, active=False, by=by, at=at)
        sentence = f"Season {season} made from season {old.season}."
        about, league_id = (season, old.season), season.league_id
        after = {"teams that do not come back": [team.name for team in teams]}
        record(verb="make_next_season", words=sentence, at=at, by=by, league_id=league_id, about=about, after=after)
    return made


def undo_next_season(*, rollover: Rollover, reason: str, by: User, at: datetime) -> None:
    """Take the season away again, and bring back the teams and players that left with it.

    ValidationError once something was played or drawn in it, somebody entered a cup, or the league is in it.
    """
    season = rollover.season
    with write_tx():
        if Entrant.objects.filter(cup__division__competition__season=season).exists():
            raise ValidationError(f"A cup of season {season} has entries, so the season cannot be undone.")
        teams, left = list(rollover.teams.all()), list(rollover.registrations.select_related("team__league", "player"))
        rollover.delete()
        remove_season(season=season, reason=reason, by=by, at=at)
        for team in teams:
            settle_team(team=team, venue=team.venue, start_time=team.start_time, active=True, by=by, at=at)
        for registration in left:
            try:
                undo_leaving(registration=registration, by=by, at=at)
            except ValidationError as error:  # a player whom another team has by now stays there
                if getattr(error, "code", "") != "elsewhere":
                    raise


def _carried(old: OldSeason, plan: SeasonPlan) -> dict[str, Any]:
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
    return {"places": places, "off": off, "wishes": wishes}
