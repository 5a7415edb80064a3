"""A season under way is rescheduled: a list for what is left is asked for, and put in place match by match.

Nothing that was played ever moves. Everything is locked while it is put in place, and one entry says what changed.
"""

from datetime import date as day
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.schedule.actions.lists import lock_list, mark_published, new_list, solve_in_background
from league.schedule.actions.locking import (
    bump_version,
    change_fixture,
    lock_competition,
    lock_fixtures,
    record_season_action,
)
from league.schedule.actions.publication import new_codes
from league.schedule.choices import FixtureState, ListMadeBy, ListState
from league.schedule.models import Competition, Fixture, FixtureList, Move
from league.schedule.queries.lists import job_of
from league.schedule.queries.reschedule import (
    ChangedMatch,
    Disruption,
    DisruptionKind,
    Reschedule,
    describe_disruption,
    disruption_of,
    listed_matches,
    reschedule_of,
    reschedule_task,
    with_disruption,
)
from league.schedule.values.lists import contents_of
from league.teams.actions import change_venue, close_venue, settle_team
from league.teams.models import League, Team, Venue
from scoring.season.schedule.offers import reschedule
from scoring.season.schedule.task import Task


def start_reschedule(
    *, competition: Competition, disruption: Disruption, seconds: int, by: User, at: datetime, task: Task | None = None
) -> FixtureList:
    """Ask for the list of what is left, with as few changes as may be. Nothing of the season is touched.

    It begins with the list as it is, patched: what is in the way goes where it fits best. `task` is another task than
    what is left today: one with a wish dropped, say.
    """
    task = task or reschedule_task(competition, disruption, today=timezone.localdate(at))
    if not task.divisions:
        raise ValidationError("No match of this season is still to be played.")
    begun = reschedule(task, listed_matches(task))
    with write_tx():
        locked = lock_competition(competition)
        name = describe_disruption(disruption)[:60].rstrip(".")
        made = new_list(locked, ListMadeBy.RESCHEDULE, task, begun, by=by, at=at, name=name)
        made.task = with_disruption(made.task, disruption)
        made.save(update_fields=["task"])
        title = f"Working out changes for season {locked.season}"
        solve_in_background(made, seconds, title, by=by, at=at)
        record_season_action(
            locked, "start_repair", f"Mid-season changes for season {locked.season} asked for: {made}", by, at
        )
    return made


def apply_reschedule(
    *, fixture_list: FixtureList, reason: str, by: User, at: datetime, despite: bool = False
) -> Reschedule:
    """Change the season's matches to those of a new list, and the pub by what has happened; `despite` its faults."""
    with write_tx():
        League.objects.select_for_update(of=("self",)).get(pk=fixture_list.competition.season.league_id)
        lock_competition(fixture_list.competition)
        by_key = {each.pk: each for each in lock_fixtures(Q(division__competition=fixture_list.competition_id))}
        row = lock_list(fixture_list)
        _refuse_unready(row)
        reschedule = reschedule_of(contents_of(row), today=timezone.localdate(at))
        if reschedule.problems:
            raise ValidationError(list(reschedule.problems))
        if reschedule.faults and not despite:
            raise ValidationError({"despite": "Tick this to make changes that break rules."})
        disruption = disruption_of(row)
        _pub_changes(disruption, row.competition, by_key, by, at)
        for change in reschedule.changed:
            if change.fixture is not None:
                old = by_key[change.fixture.pk].date
                locked = _change(by_key[change.fixture.pk], change, disruption)
                _note_move(locked, old, reason, by, at)
        _add([each for each in reschedule.changed if each.fixture is None], row.competition, disruption)
        mark_published(row, by=by, at=at)
        _record(row, reschedule, reason, by, at)
    return reschedule


def _refuse_unready(row: FixtureList) -> None:
    if row.how != ListMadeBy.RESCHEDULE or row.state != ListState.DRAFT:
        raise ValidationError("The season has changed since. Start again.")
    if (job := job_of(row)) and not job.finished:
        raise ValidationError("This draft is still being made. Stop that first.")


def _change(fixture: Fixture, changed: ChangedMatch, disruption: Disruption) -> Fixture:
    """Give a match its new night, and the pub of whoever is at home now."""
    venue, start = fixture.venue, fixture.start_time
    if fixture.home_id != changed.home.pk or disruption.moves(venue.pk):
        venue, start = _pub_of(changed, disruption), changed.home.team.start_time
    return change_fixture(
        fixture,
        date=changed.new.date,
        state=FixtureState.SCHEDULED,
        home=changed.home,
        away=changed.away,
        venue=venue,
        start_time=start,
    )


def _note_move(fixture: Fixture, old: day | None, reason: str, by: User, at: datetime) -> None:
    if old != fixture.date:
        move = Move(fixture=fixture, old_date=old, new_date=fixture.date, reason=reason, by=by, at=at)
        move.full_clean(exclude=["old_date", "new_date", "asked_by"])
        move.save()


def _pub_of(changed: ChangedMatch, disruption: Disruption) -> Venue:
    """Where the home side plays, once what has happened is written down."""
    venue = changed.home.team.venue
    return Venue.objects.get(pk=disruption.other) if disruption.moves(venue.pk) else venue


def _add(new: list[ChangedMatch], competition: Competition, disruption: Disruption) -> None:
    """Matches that the list did not have: of a team that came late, or of a new division."""
    season = competition.season
    names = [
        f"{season.league.slug}/{season.slug}/late/{match.home.pk}/{match.away.pk}/{match.new.date}" for match in new
    ]
    for match, code in zip(new, new_codes(names), strict=True):
        division = match.home.division
        fixture = Fixture(
            league=season.league,
            division=division,
            week=_week(division.pk, match.new.date),
            half=season.half_of(match.new.date),
            home=match.home,
            away=match.away,
            date=match.new.date,
            first_date=match.new.date,
            start_time=match.home.team.start_time,
            venue=_pub_of(match, disruption),
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
    disruption: Disruption, competition: Competition, fixtures: dict[int, Fixture], by: User, at: datetime
) -> None:
    """Write down what has happened to the pub, and let the matches there that stay on their night follow it."""
    if disruption.what is DisruptionKind.NOTHING or disruption.first is None:
        return
    venue = Venue.objects.get(pk=disruption.venue)
    if disruption.what is DisruptionKind.SHUT:
        last = disruption.last or max(competition.season.ends, disruption.first)
        close_venue(venue=venue, first=disruption.first, last=last, reason="Shut", by=by, at=at)
    elif disruption.what is DisruptionKind.BOARDS:
        change_venue(venue=venue, boards=disruption.boards, by=by, at=at)
    elif disruption.what is DisruptionKind.MOVED:
        other = Venue.objects.get(pk=disruption.other)
        for team in Team.objects.filter(venue=venue, active=True).order_by("name", "pk"):
            settle_team(team=team, venue=other, start_time=team.start_time, active=True, by=by, at=at)
        for fixture in fixtures.values():
            later = fixture.date is None or fixture.date >= disruption.first
            if fixture.open and not fixture.in_play and fixture.venue_id == venue.pk and later:
                change_fixture(fixture, venue=other)


def _record(row: FixtureList, reschedule: Reschedule, reason: str, by: User, at: datetime) -> None:
    season = row.competition.season
    bump_version(row.competition)
    teams = {entry.team_id: entry.team for each in reschedule.changed for entry in (each.home, each.away)}
    rows = [each.fixture for each in reschedule.changed if each.fixture is not None]
    record(
        verb="put_in_place",
        words=f"{reschedule.disruption} Matches changed in season {season}: {len(reschedule.changed)}.", at=at, by=by,
        league_id=season.league_id, about=(season, *teams.values(), *rows), reason=reason,
        after={"changed": [each.text for each in reschedule.changed]},
    )  # fmt: skip
