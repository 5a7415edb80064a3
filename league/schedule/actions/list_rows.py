"""The rows of lists: made, held, given matches with what they are worth, and saved with their next version."""

from collections.abc import Iterable
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import Max

from league.accounts.models import User
from league.schedule.choices import ListMadeBy, ListState
from league.schedule.models import Competition, FixtureList
from league.schedule.queries.lists import figures_of, job_of, write_matches
from scoring.season.schedule.files import write_task
from scoring.season.schedule.judge import judge, lower_bound
from scoring.season.schedule.task import Match, Task


def new_list(
    competition: Competition,
    how: ListMadeBy,
    task: Task,
    matches: Iterable[Match],
    *,
    by: User,
    at: datetime,
    name: str = "",
    locked: Iterable[Match] = (),
) -> FixtureList:
    last = FixtureList.objects.filter(competition=competition).aggregate(last=Max("number"))["last"] or 0
    made = FixtureList(
        competition=competition, number=last + 1, name=name, how=how, task=write_task(task), made_at=at, made_by=by
    )
    found = tuple(sorted(matches))
    if found:
        judge_row(made, task, found)
    made.locked = write_matches(locked)
    made.full_clean()
    made.save()
    return made


def judge_row(row: FixtureList, task: Task, matches: tuple[Match, ...]) -> tuple[int, int]:
    """Give a row matches, and what they are worth."""
    judgement = judge(task, matches)
    row.matches = write_matches(matches)
    row.hard, row.cost = judgement.hard, judgement.cost
    row.figures = figures_of(task, judgement)
    row.bound = max(row.bound or 0, lower_bound(task))
    return judgement.hard, judgement.cost


def save_list(row: FixtureList) -> None:
    row.version += 1
    row.full_clean()
    row.save()


def lock_list(fixture_list: FixtureList) -> FixtureList:
    rows = FixtureList.objects.select_for_update(of=("self",)).select_related("competition__season__league")
    held: FixtureList = rows.get(pk=fixture_list.pk)
    return held


def open_list(fixture_list: FixtureList, version: int) -> FixtureList:
    """The row, for somebody who saw it as `version`: a draft, and at rest."""
    held = lock_list(fixture_list)
    if held.state not in (ListState.DRAFT, ListState.TAKEN_BACK):
        raise ValidationError("This list has been published, so it stays as it is. Copy it and change the copy.")
    if (job := job_of(held)) and not job.finished:
        raise ValidationError("This list is being worked out. Stop that first.")
    if held.version != version:
        raise ValidationError("The list has changed since you looked at it. Look again at what would come of it.")
    return held
