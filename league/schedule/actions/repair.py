"""A season under way is mended: a list for what is left is asked for, and put in place match by match.

Nothing that was played ever moves. Everything is held while it is put in place, and one entry says what changed.
"""

from datetime import date as day
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.jobs.actions import enqueue
from league.schedule.actions.divisions import hold_competition, record_set_up
from league.schedule.actions.hold import bump_version, change_fixture, lock_fixtures
from league.schedule.actions.list_rows import lock_list, new_list
from league.schedule.actions.lists import new_codes
from league.schedule.actions.proposals import SOLVING
from league.schedule.choices import FixtureState, ListMadeBy, ListState
from league.schedule.models import Competition, Fixture, FixtureList, Move
from league.schedule.queries.happened import Happened, What, happened_of, in_words, kept_with
from league.schedule.queries.lists import job_of, opened
from league.schedule.queries.mending import Mended, Mending, mending_of
from league.schedule.queries.repair import handed_out, repair_task
from league.teams.actions import change_venue, close_venue, settle_team
from league.teams.models import League, Team, Venue
from scoring.season.schedule.offers import reschedule
from scoring.season.schedule.task import Task


def start_repair(
    *, competition: Competition, happened: Happened, seconds: int, by: User, at: datetime, task: Task | None = None
) -> FixtureList:
    """Ask for the list of what is left, with as few changes as may be. Nothing of the season is touched.

    It begins with the list as it is, patched: what is in the way goes where it fits best. `task` is another task than
    what is left today: one with a wish dropped, say.
    """
    asked = task or repair_task(competition, happened, today=timezone.localdate(at))
    if not asked.divisions:
        raise ValidationError("No match of this season is still to be played.")
    begun = reschedule(asked, handed_out(asked))
    with write_tx():
        held = hold_competition(competition)
        made = new_list(held, ListMadeBy.REPAIR, asked, begun, by=by, at=at, name=in_words(happened)[:60].rstrip("."))
        made.task = kept_with(made.task, happened)
        made.job = f"list-{made.pk}"
        made.save(update_fields=["task", "job"])
        enqueue(
            key=made.job,
            kind=SOLVING,
            args={"list": made.pk, "seconds": seconds, "seed": 0},
            title=f"Mending the list of season {held.season}",
            by=by,
            at=at,
            league_id=held.season.league_id,
        )
        record_set_up(held, "start_repair", f"Mended list for season {held.season} asked for: {made}", by, at)
    return made


def put_in_place(*, fixture_list: FixtureList, reason: str, by: User, at: datetime, despite: bool = False) -> Mending:
    """Change the season's matches to those of a mended list, and the pub by what has happened; `despite` its faults."""
    with write_tx():
        League.objects.select_for_update().get(pk=fixture_list.competition.season.league_id)
        hold_competition(fixture_list.competition)
        there = {each.pk: each for each in lock_fixtures(Q(division__competition=fixture_list.competition_id))}
        row = lock_list(fixture_list)
        _refuse_unready(row)
        mending = mending_of(opened(row), today=timezone.localdate(at))
        if mending.problems:
            raise ValidationError(list(mending.problems))
        if mending.faults and not despite:
            raise ValidationError({"despite": "Tick this to put a list in place that breaks rules."})
        happened = happened_of(row)
        _pub_changes(happened, row.competition, there, by, at)
        for each in mending.changed:
            if each.fixture is not None:
                old = there[each.fixture.pk].date
                held = _change(there[each.fixture.pk], each, happened)
                _note_move(held, old, reason, by, at)
        _add([each for each in mending.changed if each.fixture is None], row.competition, happened)
        FixtureList.objects.filter(competition=row.competition, state=ListState.PUBLISHED).update(
            state=ListState.REPLACED
        )
        row.state, row.published_at, row.published_by, row.version = ListState.PUBLISHED, at, by, row.version + 1
        row.full_clean()
        row.save()
        _record(row, mending, reason, by, at)
    return mending


def _refuse_unready(row: FixtureList) -> None:
    if row.how != ListMadeBy.REPAIR or row.state != ListState.DRAFT:
        raise ValidationError("This list does not mend the season as it is now.")
    if (job := job_of(row)) and not job.finished:
        raise ValidationError("This list is being worked out. Stop that first.")


def _change(fixture: Fixture, mended: Mended, happened: Happened) -> Fixture:
    """Give a match its new night, and the pub of whoever is at home now."""
    venue, start = fixture.venue, fixture.start_time
    if fixture.home_id != mended.home.pk or happened.moves(venue.pk):
        venue, start = _pub_of(mended, happened), mended.home.team.start_time
    return change_fixture(
        fixture,
        date=mended.new.date,
        state=FixtureState.SCHEDULED,
        home=mended.home,
        away=mended.away,
        venue=venue,
        start_time=start,
    )


def _note_move(fixture: Fixture, old: day | None, reason: str, by: User, at: datetime) -> None:
    if old != fixture.date:
        move = Move(fixture=fixture, old_date=old, new_date=fixture.date, reason=reason, by=by, at=at)
        move.full_clean(exclude=["old_date", "new_date", "asked_by"])
        move.save()


def _pub_of(mended: Mended, happened: Happened) -> Venue:
    """Where the home side plays, once what has happened is written down."""
    venue = mended.home.team.venue
    return Venue.objects.get(pk=happened.other) if happened.moves(venue.pk) else venue


def _add(new: list[Mended], competition: Competition, happened: Happened) -> None:
    """Matches that the list did not have: of a team that came late, or of a new division."""
    season = competition.season
    names = [f"{season.league.slug}/{season.slug}/late/{each.home.pk}/{each.away.pk}/{each.new.date}" for each in new]
    for each, code in zip(new, new_codes(names), strict=True):
        division = each.home.division
        fixture = Fixture(
            league=season.league,
            division=division,
            week=_week(division.pk, each.new.date),
            half=season.half_of(each.new.date),
            home=each.home,
            away=each.away,
            date=each.new.date,
            first_date=each.new.date,
            start_time=each.home.team.start_time,
            venue=_pub_of(each, happened),
            code=code,
        )
        fixture.full_clean()
        fixture.save()


def _week(division: int, on: day) -> int:
    """The week of the list that a night is in: that of the division's other matches then, else a new one."""
    mine = Fixture.objects.filter(division=division)
    tonight = mine.filter(date=on).order_by("week").first()
    last = mine.order_by("-week").first()
    return tonight.week if tonight else (last.week + 1 if last else 1)


def _pub_changes(
    happened: Happened, competition: Competition, there: dict[int, Fixture], by: User, at: datetime
) -> None:
    """Write down what has happened to the pub, and let the matches there that stay on their night follow it."""
    if happened.what is What.NOTHING or happened.first is None:
        return
    venue = Venue.objects.get(pk=happened.venue)
    if happened.what is What.SHUT:
        last = happened.last or max(competition.season.ends, happened.first)
        close_venue(venue=venue, first=happened.first, last=last, reason="Shut", by=by, at=at)
    elif happened.what is What.BOARDS:
        change_venue(venue=venue, boards=happened.boards, by=by, at=at)
    elif happened.what is What.MOVED:
        other = Venue.objects.get(pk=happened.other)
        for team in Team.objects.filter(venue=venue, active=True).order_by("name", "pk"):
            settle_team(team=team, venue=other, start_time=team.start_time, active=True, by=by, at=at)
        for fixture in there.values():
            later = fixture.date is None or fixture.date >= happened.first
            if fixture.open and not fixture.in_play and fixture.venue_id == venue.pk and later:
                change_fixture(fixture, venue=other)


def _record(row: FixtureList, mending: Mending, reason: str, by: User, at: datetime) -> None:
    season = row.competition.season
    bump_version(row.competition)
    teams = {entry.team_id: entry.team for each in mending.changed for entry in (each.home, each.away)}
    rows = [each.fixture for each in mending.changed if each.fixture is not None]
    record(
        verb="put_in_place",
        words=f"{mending.happened} Matches changed in season {season}: {len(mending.changed)}.",
        at=at,
        by=by,
        league_id=season.league_id,
        about=(season, *teams.values(), *rows),
        reason=reason,
        after={"changed": [each.words for each in mending.changed]},
    )
