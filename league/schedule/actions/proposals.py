"""Lists as proposals: asked for, made, brought in, kept apart, thrown away. None of it touches a match."""

from collections.abc import Iterable
from datetime import datetime

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import write_tx
from league.jobs.actions import cancel_job, enqueue
from league.schedule.actions.divisions import hold_competition, record_set_up
from league.schedule.actions.list_rows import judge_row, lock_list, new_list, save_list
from league.schedule.choices import ListMadeBy, ListState
from league.schedule.models import Competition, FixtureList
from league.schedule.queries.lists import job_of, opened
from league.schedule.queries.task import task_of
from scoring.season.schedule.circle import plain_list, short_of_nights
from scoring.season.schedule.task import Match, Task

SOLVING = "solve-list"


def start_list(
    *,
    competition: Competition,
    seconds: int,
    by: User,
    at: datetime,
    seed: int = 0,
    start: FixtureList | None = None,
    task: Task | None = None,
    spare_at_end: bool = False,
) -> FixtureList:
    """Ask for a list to be worked out, for `seconds` at most; it is a row at once, and its matches come as found.

    `spare_at_end`: every division plays on its first nights, if there is such a list. `start` is a list to begin from,
    whose locked matches stay as they are; `task` another task than today's wishes.
    """
    with write_tx():
        held = hold_competition(competition)
        asked = _asked(held, task)
        begun = opened(start) if start else None
        matches = _still_there(asked, begun.matches) if begun else ()
        locked = _still_there(asked, begun.locked) if begun else ()
        made = new_list(held, ListMadeBy.SOLVER, asked, matches, by=by, at=at, locked=locked)
        made.job = f"list-{made.pk}"
        made.save(update_fields=["job"])
        enqueue(
            key=made.job,
            kind=SOLVING,
            args={"list": made.pk, "seconds": seconds, "seed": seed, "spare_at_end": spare_at_end},
            title=f"Working out {made} for season {held.season}",
            by=by,
            at=at,
            league_id=held.season.league_id,
        )
        record_set_up(held, "start_list", f"{made} for season {held.season} asked for.", by, at)
    return made


def make_plain_list(*, competition: Competition, by: User, at: datetime) -> FixtureList:
    """The plain round robin as a list; asked for again, with the teams in another order."""
    with write_tx():
        held = hold_competition(competition)
        task = _asked(held, None)
        if short := short_of_nights(task):
            raise ValidationError(
                [f"{each.name} needs {each.rounds} nights and has {len(each.dates)}." for each in short]
            )
        draw = FixtureList.objects.filter(competition=held, how=ListMadeBy.ROUND_ROBIN).count()
        made = new_list(held, ListMadeBy.ROUND_ROBIN, task, plain_list(task, draw), by=by, at=at)
        record_set_up(held, "make_plain_list", f"{made} for season {held.season} made, a plain round robin.", by, at)
    return made


def import_list(
    *, competition: Competition, matches: Iterable[Match], name: str, by: User, at: datetime
) -> FixtureList:
    """A list that was made elsewhere, as it is; what is wrong with it is for the judge to say."""
    with write_tx():
        held = hold_competition(competition)
        made = new_list(held, ListMadeBy.FILE, _asked(held, None), matches, by=by, at=at, name=name)
        words = f"{made} for season {held.season} read from a file: {len(made.matches)} matches."
        record_set_up(held, "import_list", words, by, at)
    return made


def copy_list(*, fixture_list: FixtureList, by: User, at: datetime) -> FixtureList:
    """The same list once more, so that it can be changed and the first one stays."""
    with write_tx():
        held = hold_competition(fixture_list.competition)
        source = opened(FixtureList.objects.get(pk=fixture_list.pk))
        name, season = f"Copy of {source.row}"[:60], held.season
        made = new_list(
            held, ListMadeBy.HAND, source.task, source.matches, by=by, at=at, name=name, locked=tuple(source.locked)
        )
        record_set_up(held, "copy_list", f"List {made.number} for season {season} is a copy of {source.row}.", by, at)
    return made


def rename_list(*, fixture_list: FixtureList, name: str, by: User, at: datetime) -> FixtureList:
    with write_tx():
        held = lock_list(fixture_list)
        before = str(held)
        held.name = name
        held.full_clean()
        held.save(update_fields=["name"])
        words = f"{before} for season {held.competition.season} is called {held}."
        record_set_up(held.competition, "rename_list", words, by, at)
    return held


def remove_list(*, fixture_list: FixtureList, by: User, at: datetime) -> None:
    """Throw a list away; not the one that the season is played by, which is taken back first."""
    with write_tx():
        held = lock_list(fixture_list)
        if held.state == ListState.PUBLISHED:
            raise ValidationError("This list is published. Take it back first, or publish another one.")
        if (job := job_of(held)) and not job.finished:
            cancel_job(job=job, by=by, at=at)
        words = f"{held} for season {held.competition.season} thrown away."
        record_set_up(held.competition, "remove_list", words, by, at)
        held.delete()


# --- from the work that makes a list ------------------------------------------------------------------------------
def keep_list(*, list_id: int, matches: Iterable[Match], bound: int | None = None) -> FixtureList | None:
    """Put what the solver has found in its row, if it is better than what is there; None if the row is gone.

    A list that moves a locked match is never kept.
    """
    with write_tx():
        held: FixtureList | None = FixtureList.objects.select_for_update().filter(pk=list_id).first()
        if held is None:
            return None
        shown, found = opened(held), tuple(matches)
        was = (held.hard, held.cost) if held.matches else None
        worth = judge_row(held, shown.task, found)
        if (was is not None and None not in was and worth >= was) or not shown.locked <= set(found):
            held.refresh_from_db()
        held.bound = max(held.bound or 0, bound or 0)
        save_list(held)
    return held


def finish_list(*, list_id: int, at: datetime, clash: dict[str, object] | None = None) -> FixtureList | None:
    """Say what came of the work: a list, or why there is none."""
    with write_tx():
        held: FixtureList | None = (
            FixtureList.objects.select_for_update()
            .select_related("competition__season__league")
            .filter(pk=list_id)
            .first()
        )
        if held is None:
            return None
        held.clash = clash or {}
        save_list(held)
        season = held.competition.season
        words = f"{held} for season {season} cannot be made." if clash else f"{held} for season {season} is worked out."
        after = {"hard": held.hard, "cost": held.cost, "bound": held.bound}
        record_set_up(held.competition, "finish_list", words, held.made_by, at, after=after)
    return held


# --- what is asked ---------------------------------------------------------------------------------------------------
def _asked(competition: Competition, task: Task | None) -> Task:
    asked = task or task_of(competition)
    if not asked.divisions:
        raise ValidationError("No division has two teams yet, so there is nothing to make a list of.")
    return asked


def _still_there(task: Task, matches: Iterable[Match]) -> tuple[Match, ...]:
    """The matches whose teams are still in the division."""
    there = {division.id: set(division.teams) for division in task.divisions}
    return tuple(sorted(match for match in matches if {match.home, match.away} <= there.get(match.division, set())))
