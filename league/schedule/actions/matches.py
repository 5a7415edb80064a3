"""What can happen to one match of the list, short of its result: put off, moved, played elsewhere, void, brought back.

Every action here locks the fixture row first, so that the secretary and a captain who sends a card take turns.
"""

from collections.abc import Mapping
from datetime import date, datetime, time
from datetime import date as day
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.ui.formats import clock
from league.base.ui.formats import night as night_text
from league.schedule.actions.cups import first_date_for
from league.schedule.actions.locking import (
    bump_version,
    change_fixture,
    lock_fixture,
    lock_fixtures,
    record_match_action,
)
from league.schedule.choices import FixtureState
from league.schedule.models import Entry, Fixture, Move
from league.teams.models import League, Team, Venue
from scoring.words import several

DECIDED = (FixtureState.PLAYED, FixtureState.AWARDED)


def postpone_fixture(
    *,
    fixture: Fixture,
    reason: str,
    by: User,
    at: datetime,
    new_date: day | None = None,
    asked_by: Entry | None = None,
    play_by: day | None = None,
    seen: int | None = None,
) -> Fixture:
    """Put a match off, to a new date or to one that is still to be agreed; `asked_by` is the side that wanted it.

    `play_by` is the last day for it, where that was said; `seen` is the version that the person had before their eyes:
    if the match has changed since, nothing is done.
    """
    with write_tx():
        locked = _lock_open(fixture, seen)
        old, first = locked.date, locked.to_arrange
        _check_date(locked, new_date)
        _check_date(locked, play_by)
        state = FixtureState.SCHEDULED if new_date else FixtureState.POSTPONED
        _put(locked, new_date, state=state, play_by=play_by or locked.play_by)
        if not first:
            _move(locked, old, reason=reason, by=by, at=at, asked_by=asked_by)
        since = f" from {night_text(old)}" if old else ""
        until = f" to {night_text(new_date)}" if new_date else _undated(locked)
        earlier = old and new_date and new_date < old
        text = f"{locked} {'brought forward' if earlier else 'postponed'}{since}{until}."
        if first and new_date:
            text = f"{locked} is to be played on {night_text(new_date)}."
        before, after = _plain({"date": old}), _plain({"date": new_date})
        act = {"by": by, "at": at, "reason": reason, "before": before, "after": after}
        record_match_action(locked, "postpone_fixture", text, **act)
    return locked


def postpone_night(
    *, league: League, night: day, reason: str, by: User, at: datetime, new_date: day | None = None
) -> tuple[Fixture, ...]:
    """Put off every match of a night that is still to be played; byes stay, and what has begun goes on."""
    with write_tx():
        rows = lock_fixtures(
            Q(league=league, date=night, away__isnull=False, in_play=False, state=FixtureState.SCHEDULED)
        )
        if not rows:
            raise ValidationError("No match of that night can be postponed.")
        return tuple(postpone_fixture(fixture=each, new_date=new_date, reason=reason, by=by, at=at) for each in rows)


def rearrange_fixture(
    *,
    fixture: Fixture,
    date: day,
    reason: str,
    by: User,
    at: datetime,
    start_time: time | None = None,
    venue: Venue | None = None,
    asked_by: Entry | None = None,
    seen: int | None = None,
) -> Fixture:
    """Give a match its date, start and place: what is None stays as it was."""
    with write_tx():
        locked = _lock_open(fixture, seen)
        old_date, old, first = locked.date, _when_and_where(locked), locked.to_arrange
        _check_date(locked, date)
        where = {"start_time": start_time or locked.start_time, "venue": venue or locked.venue}
        _put(locked, date, state=FixtureState.SCHEDULED, **where)
        if old_date != date and not first:
            _move(locked, old_date, reason=reason, by=by, at=at, asked_by=asked_by)
        text = f"{locked} is to be played on {night_text(date)} at {locked.venue}."
        act = {"by": by, "at": at, "reason": reason, "before": _plain(old), "after": _plain(_when_and_where(locked))}
        record_match_action(locked, "rearrange_fixture", text, **act)
    return locked


def play_elsewhere(
    *, fixture: Fixture, venue: Venue, reason: str, by: User, at: datetime, seen: int | None = None
) -> Fixture:
    """Play a match at another pub; home and away stay as they were."""
    with write_tx():
        locked = _lock_open(fixture, seen)
        old = locked.venue.name
        change_fixture(locked, venue=venue)
        act = {"by": by, "at": at, "reason": reason, "before": {"venue": old}, "after": {"venue": venue.name}}
        record_match_action(locked, "play_elsewhere", f"{locked} is to be played at {venue}.", **act)
    return locked


def void_fixture(*, fixture: Fixture, reason: str, by: User, at: datetime, seen: int | None = None) -> Fixture:
    """Strike a match that was not played out of the list: nobody gets anything for it."""
    with write_tx():
        locked = _lock_open(fixture, seen)
        old = locked.state
        change_fixture(locked, state=FixtureState.VOID)
        bump_version(locked.division.competition)
        before, after = _plain({"state": old}), _plain({"state": locked.state})
        act = {"by": by, "at": at, "reason": reason, "before": before, "after": after}
        record_match_action(locked, "void_fixture", f"{locked} is void.", **act)
    return locked


def reinstate_fixture(
    *, fixture: Fixture, reason: str, by: User, at: datetime, date: day | None = None, seen: int | None = None
) -> Fixture:
    """Bring a void match back, on `date` or on one that is still to be agreed."""
    with write_tx():
        locked = _lock_seen(fixture, seen)
        if locked.state != FixtureState.VOID:
            raise ValidationError("This match is not void.")
        if locked.voided_with_id:
            raise ValidationError("This match is void because a team withdrew. Bring the team back first.")
        _check_date(locked, date)
        old = locked.date
        change_fixture(locked, date=date, state=FixtureState.SCHEDULED if date else FixtureState.POSTPONED)
        if old != date:
            _move(locked, old, reason=reason, by=by, at=at)
        bump_version(locked.division.competition)
        text = f"{locked} is to be played after all" + (f", on {night_text(date)}." if date else ".")
        before, after = _plain({"state": FixtureState.VOID}), _plain({"state": locked.state, "date": date})
        act = {"by": by, "at": at, "reason": reason, "before": before, "after": after}
        record_match_action(locked, "reinstate_fixture", text, **act)
    return locked


# --- one change of a fixture ------------------------------------------------------------------------------------------


def _lock_seen(fixture: Fixture, version: int | None) -> Fixture:
    locked = lock_fixture(fixture.pk)
    if version is not None and version != locked.version:
        raise ValidationError("This match has changed since you opened the page. Look at it again, then decide.")
    return locked


def _lock_open(fixture: Fixture, version: int | None) -> Fixture:
    locked = _lock_seen(fixture, version)
    if locked.away_id is None:
        raise ValidationError("This is a bye: there is no match to change.")
    if locked.in_play:
        raise ValidationError("This match is live now.")
    if locked.state in DECIDED:
        raise ValidationError("This match has a result. Correct or take back the result instead.")
    if locked.state == FixtureState.VOID:
        raise ValidationError("This match is void. Bring it back first.")
    return locked


def _put(fixture: Fixture, date: day | None, **values: Any) -> None:
    """Put a match on a date, which is its first if its two sides were still to arrange one."""
    change_fixture(fixture, date=date, **first_date_for(fixture, date), **values)


def _check_date(fixture: Fixture, date: day | None) -> None:
    season = fixture.division.competition.season
    if date and not season.starts <= date <= season.ends:
        raise ValidationError(
            f"{night_text(date)} is outside the season, {night_text(season.starts)} to {night_text(season.ends)}."
        )


def _move(
    fixture: Fixture, old: day | None, *, reason: str, by: User, at: datetime, asked_by: Entry | None = None
) -> None:
    move = Move(fixture=fixture, old_date=old, new_date=fixture.date, asked_by=asked_by, reason=reason, by=by, at=at)
    move.full_clean(exclude=["old_date", "new_date", "asked_by"])
    move.save()


def _undated(fixture: Fixture) -> str:
    by = f"; to be played by {night_text(fixture.play_by)}" if fixture.play_by else ""
    return f", with no new date yet{by}"


def _when_and_where(fixture: Fixture) -> dict[str, object]:
    return {"date": fixture.date, "start": fixture.start_time, "venue": fixture.venue.name}


def _plain(values: Mapping[str, object]) -> dict[str, str | None]:
    return {name: None if value is None else str(value) for name, value in values.items()}


# --- the home matches of a team that moves ----------------------------------------------------------------------------
OPEN = Q(state__in=(FixtureState.SCHEDULED, FixtureState.POSTPONED), in_play=False, away__isnull=False)
TO_PLAY = OPEN & Q(home__slug="")


def home_matches(team: Team) -> QuerySet[Fixture]:
    """The matches still to be played in which a team is at home in its own pub."""
    return Fixture.objects.filter(TO_PLAY, home__team=team, venue=team.venue_id)


def move_home_matches(*, team: Team, venue: Venue, start_time: time, by: User | None, at: datetime) -> int:
    """Put those that were to be at `venue`, the team's pub before, at the one it has now; how many there are.

    Those that were to begin at `start_time` begin when its home matches do now; others keep their own hour.
    """
    with write_tx():
        fixtures = lock_fixtures(TO_PLAY & Q(home__team=team, venue=venue))
        for fixture in fixtures:
            starts = team.start_time if fixture.start_time == start_time else fixture.start_time
            change_fixture(fixture, venue=team.venue, start_time=starts)
        if fixtures:
            seasons = {fixture.division.competition.season for fixture in fixtures}
            plays = f"{team} play at {team.venue}, {clock(team.start_time)}"
            record(
                verb="move_home_matches", words=f"{plays}. Home matches moved: {len(fixtures)}.", at=at, by=by,
                league_id=team.league_id, about=(*seasons, team, *fixtures), reason=f"{plays}, from now on.",
            )  # fmt: skip
    return len(fixtures)


def home_matches_words(team: Team) -> str:
    """How many matches would move, as in "7 home matches still to be played"; "" if none would."""
    number = home_matches(team).count()
    return f"{several(number, 'home match')} still to be played" if number else ""


def matches_left_words(team: Team) -> str:
    """How many matches a team still has, at home and away; "" if none."""
    sides = Q(home__team=team, home__slug="") | Q(away__team=team, away__slug="")
    return _to_be_played(Fixture.objects.filter(OPEN & sides).count())


def matches_at_words(venue: Venue, first: date, last: date) -> str:
    """How many matches, ties of cups too, are to be played at a pub on these nights; "" if none."""
    return _to_be_played(Fixture.objects.filter(OPEN, venue=venue, date__range=(first, last)).count())


def _to_be_played(number: int) -> str:
    return f"{several(number, 'match')} still to be played" if number else ""
