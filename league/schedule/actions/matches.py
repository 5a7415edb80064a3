"""What can happen to one match of the list, short of its result: put off, moved, played elsewhere, void, brought back.

Every action locks the fixture row first, so that the secretary and two captains take turns.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from datetime import date as day
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone

from league.base.accounts.models import User
from league.base.audit.actions import record, save_checked, write_tx
from league.base.ui.formats import clock, night
from league.base.ui.formats import night as night_text
from league.schedule.actions.cups import first_date_for
from league.schedule.actions.locking import (
    bump_version,
    change_fixture,
    lock_competition,
    lock_fixture,
    lock_fixtures,
    record_match_action,
)
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Entry, Fixture, Move, MoveRequest, OfferedDate
from league.schedule.queries.matches import sides_of_team
from league.schedule.queries.move_rules import MOST_ON_ONE_WEEKDAY, between_captains, nights_for
from league.schedule.values.matches import moved_words
from league.teams.models import League, Team, Venue
from scoring.words import join_list, several

DECIDED = (FixtureState.PLAYED, FixtureState.AWARDED)


def postpone_fixture(
    *, fixture: Fixture, reason: str, by: User, at: datetime, new_date: day | None = None,
    asked_by: Entry | None = None, play_by: day | None = None, seen: int | None = None,
) -> Fixture:  # fmt: skip
    """Put a match off, to a new date or to one that is still to be agreed; `asked_by` is the side that wanted it.

    `play_by` is the last day for it. ValidationError where the match is not at the version that was `seen` any more.
    """
    with write_tx():
        locked = _lock_open(fixture, seen)
        old, first = locked.date, locked.to_arrange
        _check_date(locked, new_date, "new_date")
        _check_date(locked, play_by, "play_by")
        state = FixtureState.SCHEDULED if new_date else FixtureState.POSTPONED
        _put(locked, new_date, state=state, play_by=play_by or locked.play_by)
        if not first:
            note_move(locked, old, reason=reason, by=by, at=at, asked_by=asked_by)
        last = f"; to be played by {night_text(locked.play_by)}" if locked.play_by and not new_date else ""
        text = f"{locked} {moved_words(old, new_date)}{last}."
        if first and new_date:
            text = f"{locked} is to be played on {night_text(new_date)}."
        _record(locked, "postpone_fixture", text, {"date": old}, {"date": new_date}, by=by, at=at, reason=reason)
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
    *, fixture: Fixture, date: day, reason: str, by: User, at: datetime, start_time: time | None = None,
    venue: Venue | None = None, asked_by: Entry | None = None, seen: int | None = None,
) -> Fixture:  # fmt: skip
    """Give a match its date, start and place: what is None stays as it was."""
    with write_tx():
        locked = _lock_open(fixture, seen)
        old_date, old, first = locked.date, _when_and_where(locked), locked.to_arrange
        _check_date(locked, date, "date")
        where = {"start_time": start_time or locked.start_time, "venue": venue or locked.venue}
        _put(locked, date, state=FixtureState.SCHEDULED, **where)
        if old_date != date and not first:
            note_move(locked, old_date, reason=reason, by=by, at=at, asked_by=asked_by)
        text = f"{locked} is to be played on {night_text(date)} at {locked.venue}."
        if old_date and old_date != date:
            text = f"{locked} {moved_words(old_date, date)}, at {locked.venue}."
        _record(locked, "rearrange_fixture", text, old, _when_and_where(locked), by=by, at=at, reason=reason)
    return locked


def play_elsewhere(
    *, fixture: Fixture, venue: Venue, reason: str, by: User, at: datetime, seen: int | None = None
) -> Fixture:
    with write_tx():
        locked = _lock_open(fixture, seen)
        old = locked.venue.name
        change_fixture(locked, venue=venue)
        text, before, after = f"{locked} is to be played at {venue}.", {"venue": old}, {"venue": venue.name}
        _record(locked, "play_elsewhere", text, before, after, by=by, at=at, reason=reason)
    return locked


def void_fixture(*, fixture: Fixture, reason: str, by: User, at: datetime, seen: int | None = None) -> Fixture:
    """Strike a match that was not played out of the list: nobody gets anything for it."""
    with write_tx():
        locked = _lock_open(fixture, seen)
        old = locked.state
        change_fixture(locked, state=FixtureState.VOID)
        bump_version(locked.division.competition)
        before, after = {"state": old}, {"state": locked.state}
        _record(locked, "void_fixture", f"{locked} is void.", before, after, by=by, at=at, reason=reason)
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
        _check_date(locked, date, "date")
        old = locked.date
        change_fixture(locked, date=date, state=FixtureState.SCHEDULED if date else FixtureState.POSTPONED)
        if old != date:
            note_move(locked, old, reason=reason, by=by, at=at)
        bump_version(locked.division.competition)
        text = f"{locked} is to be played after all" + (f", on {night_text(date)}." if date else ".")
        before, after = {"state": FixtureState.VOID}, {"state": locked.state, "date": date}
        _record(locked, "reinstate_fixture", text, before, after, by=by, at=at, reason=reason)
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
    change_fixture(fixture, date=date, **first_date_for(fixture, date), **values)


def _check_date(fixture: Fixture, date: day | None, field: str) -> None:
    season = fixture.division.competition.season
    if date and not season.starts <= date <= season.ends:
        days = f"{night_text(season.starts)} to {night_text(season.ends)}"
        raise ValidationError({field: f"{night_text(date)} is outside the season, {days}."})


def note_move(
    fixture: Fixture, old: day | None, *, reason: str, by: User, at: datetime, asked_by: Entry | None = None
) -> None:
    move = Move(fixture=fixture, old_date=old, new_date=fixture.date, asked_by=asked_by, reason=reason, by=by, at=at)
    move.full_clean(exclude=["old_date", "new_date", "asked_by"])
    move.save()


def _when_and_where(fixture: Fixture) -> dict[str, object]:
    return {"date": fixture.date, "start": fixture.start_time, "venue": fixture.venue.name}


def _record(
    fixture: Fixture, verb: str, text: str, before: Mapping[str, object], after: Mapping[str, object], **act: Any
) -> None:
    was, now = (
        {name: None if value is None else str(value) for name, value in values.items()} for values in (before, after)
    )
    record_match_action(fixture, verb, text, before=was, after=now, **act)


# --- the home matches of a team that moves ----------------------------------------------------------------------------
OPEN = Q(state__in=(FixtureState.SCHEDULED, FixtureState.POSTPONED), in_play=False, away__isnull=False)
TO_PLAY = OPEN & Q(home__slug="")


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
    """How many matches of a team in its own pub would move: "7 home matches still to be played"; "" if none would."""
    number = Fixture.objects.filter(TO_PLAY, home__team=team, venue=team.venue_id).count()
    return f"{several(number, 'home match')} still to be played" if number else ""


def matches_left_words(team: Team) -> str:
    """How many matches a team still has, at home and away; "" if none."""
    return _to_be_played(Fixture.objects.filter(OPEN & sides_of_team(team)).count())


def matches_at_words(venue: Venue, first: date, last: date) -> str:
    """How many matches, ties of cups too, are to be played at a pub on these nights; "" if none."""
    return _to_be_played(Fixture.objects.filter(OPEN, venue=venue, date__range=(first, last)).count())


def _to_be_played(number: int) -> str:
    return f"{several(number, 'match')} still to be played" if number else ""


# --- at a captain's request -------------------------------------------------------------------------------------------
MOST_DATES = 3


def ask_move(
    *, fixture: Fixture, asked_by: Entry, reason: str, by: User, at: datetime, new_date: day | None = None,
    dates: Sequence[day] = (),
) -> MoveRequest:  # fmt: skip
    """Ask for a match to be put off: to one of up to three `dates` that fit, the one liked best first; to `new_date`,
    whatever it is; or to a date that is still to be agreed.
    """
    with write_tx():
        locked = lock_fixture(fixture.pk)
        competition = locked.division.competition
        over = competition.kind == CompetitionKind.LEAGUE and competition.season.closed_at is not None
        if not locked.open or locked.in_play or over:
            raise ValidationError("This match can no longer be moved.")
        if locked.move_requests.filter(accepted=None).exists():
            raise ValidationError("A request to move this match is already waiting.")
        _refuse_dates(locked, dates, at)
        made = MoveRequest(fixture=locked, asked_by=asked_by, new_date=new_date, reason=reason, by=by, at=at)
        save_checked(made)
        for rank, each in enumerate(dates, 1):
            save_checked(OfferedDate(request=made, date=each, rank=rank))
        days = join_list(map(night_text, dates), "or") or (night_text(new_date) if new_date else "a date to be agreed")
        text = f"{asked_by} asked to move {locked} to {days}."
        wanted = [each.isoformat() for each in dates] or (new_date.isoformat() if new_date else None)
        record_match_action(locked, "ask_move", text, by=by, at=at, reason=reason, after={"asked for": wanted})
    return made


def answer_move(*, move_request: MoveRequest, agreed: bool, by: User, at: datetime) -> MoveRequest:
    """The other captain's word on a request: it helps the secretary, and settles nothing by itself."""
    with write_tx():
        locked = _lock(move_request)
        _answer(locked, by, at, agreed=agreed)
        text = f"{locked.other} {'agreed' if agreed else 'did not agree'} to move {locked.fixture}."
        record_match_action(locked.fixture, "answer_move", text, by=by, at=at)
    return locked


def accept_date(*, move_request: MoveRequest, date: day, by: User, at: datetime) -> MoveRequest:
    """The other captain takes one of the dates that were offered.

    The match is moved at once where the league lets the captains settle it; otherwise the secretary has the last word.
    The season is locked first: two matches that are moved to one board at the same moment take turns.
    """
    with write_tx():
        lock_competition(move_request.fixture.division.competition)
        locked = _lock(move_request)
        if not locked.offers.filter(date=date).exists():
            raise ValidationError({"date": "Choose one of the dates that were offered."})
        _refuse_dates(locked.fixture, [date], at)
        locked.new_date = date
        _answer(locked, by, at, agreed=True)
        text = f"{locked.other} agreed to play {locked.fixture} on {night(date)}."
        record_match_action(locked.fixture, "accept_date", text, by=by, at=at)
        if between_captains(locked):
            _decide(locked, by, at, accepted=True)
            _move_as_asked(locked, date, by, at)
    return locked


def withdraw_request(*, move_request: MoveRequest, by: User, at: datetime) -> MoveRequest:
    with write_tx():
        locked = _lock(move_request)
        _decide(locked, by, at, accepted=False)
        text = f"{locked.asked_by} took back the request to move {locked.fixture}."
        record_match_action(locked.fixture, "withdraw_request", text, by=by, at=at)
    return locked


def decide_move(
    *, move_request: MoveRequest, accepted: bool, by: User, at: datetime, reason: str = "", new_date: day | None = None
) -> MoveRequest:
    """Grant a request, on `new_date` or on the date asked for, or turn it down: the secretary's word."""
    with write_tx():
        locked = _lock(move_request)
        _decide(locked, by, at, accepted=accepted)
        text = f"{locked.asked_by}’s request to move {locked.fixture} was {'granted' if accepted else 'turned down'}."
        record_match_action(locked.fixture, "decide_move", text, by=by, at=at, reason=reason)
        if accepted:
            _move_as_asked(locked, new_date or locked.new_date, by, at)
    return locked


def _lock(move_request: MoveRequest) -> MoveRequest:
    """The request, which has its match locked."""
    fixture = lock_fixture(move_request.fixture_id)
    locked: MoveRequest = MoveRequest.objects.select_related("asked_by").get(pk=move_request.pk)
    if locked.accepted is not None:
        raise ValidationError("This request has been decided already.")
    locked.fixture = fixture
    return locked


def _refuse_dates(fixture: Fixture, dates: Sequence[day], at: datetime) -> None:
    """Dates must fit now, with the match locked: another match may have come in between."""
    if len(dates) > MOST_DATES or len(set(dates)) < len(dates):
        raise ValidationError({"dates": f"Choose up to {MOST_DATES} different dates."})
    if not dates:
        return
    if fixture.division.competition.kind == CompetitionKind.CUP:  # who works on an evening has another (Guisborough)
        most, count = max(Counter(f"{each:%A}" for each in dates).items(), key=lambda each: each[1])
        if count > MOST_ON_ONE_WEEKDAY:
            text = f"At most {MOST_ON_ONE_WEEKDAY} of the dates may be {most}s: offer another day."
            raise ValidationError({"dates": text})
    night_offers = nights_for(fixture, today=timezone.localdate(at))
    why = {refused.date: "; ".join(refused.why) for refused in night_offers.refused}
    fits = {offer.date for offer in night_offers.offers}
    faults = [
        f"{night(each)} does not fit: {why.get(each, 'it is outside the days for moved matches')}."
        for each in dates
        if each not in fits
    ]
    if faults:
        raise ValidationError(faults)


def _answer(move_request: MoveRequest, by: User, at: datetime, *, agreed: bool) -> None:
    move_request.agreed, move_request.answered_by, move_request.answered_at = agreed, by, at
    save_checked(move_request)


def _decide(move_request: MoveRequest, by: User, at: datetime, *, accepted: bool) -> None:
    move_request.accepted, move_request.decided_by, move_request.decided_at = accepted, by, at
    save_checked(move_request)


def _move_as_asked(move_request: MoveRequest, date: day | None, by: User, at: datetime) -> None:
    reason, asked_by = move_request.reason, move_request.asked_by
    postpone_fixture(fixture=move_request.fixture, new_date=date, reason=reason, asked_by=asked_by, by=by, at=at)
