"""A captain asks for a match to be moved and offers dates, the other captain takes one, the secretary may decide.

Every action locks the match first, so that two captains, and the secretary, take turns.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date as day
from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils import timezone

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.base.ui.formats import night
from league.schedule.actions.locking import lock_competition, lock_fixture, record_match_action
from league.schedule.actions.matches import postpone_fixture
from league.schedule.choices import CompetitionKind
from league.schedule.models import Entry, Fixture, MoveRequest, OfferedDate
from league.schedule.queries.move_rules import MOST_ON_ONE_WEEKDAY, between_captains, nights_for
from scoring.words import join_list

MOST_DATES = 3


def ask_move(
    *,
    fixture: Fixture,
    asked_by: Entry,
    reason: str,
    by: User,
    at: datetime,
    new_date: day | None = None,
    dates: Sequence[day] = (),
) -> MoveRequest:
    """Ask for a match to be put off: to one of up to three `dates` that fit, the one liked best first; to `new_date`,
    whatever it is; or to a date that is still to be agreed.
    """
    with write_tx():
        locked = lock_fixture(fixture.pk)
        if not locked.open or locked.in_play or _closed(locked):
            raise ValidationError("This match can no longer be moved.")
        if locked.move_requests.filter(accepted=None).exists():
            raise ValidationError("A request to move this match is already waiting.")
        _refuse_dates(locked, dates, at)
        made = MoveRequest(fixture=locked, asked_by=asked_by, new_date=new_date, reason=reason, by=by, at=at)
        made.full_clean()
        made.save()
        for rank, each in enumerate(dates, 1):
            offer = OfferedDate(request=made, date=each, rank=rank)
            offer.full_clean()
            offer.save()
        text = f"{asked_by} asked to move {locked} {_wish(new_date, dates)}."
        wanted = [each.isoformat() for each in dates] or (new_date.isoformat() if new_date else None)
        record_match_action(locked, "ask_move", text, by=by, at=at, reason=reason, after={"asked for": wanted})
    return made


def _closed(fixture: Fixture) -> bool:
    """Whether it is of a league whose season is closed; ties of cups are played on."""
    competition = fixture.division.competition
    return competition.kind == CompetitionKind.LEAGUE and competition.season.closed_at is not None


def answer_move(*, move_request: MoveRequest, agreed: bool, by: User, at: datetime) -> MoveRequest:
    """The other captain's word on a request: it helps the secretary, and settles nothing by itself."""
    with write_tx():
        locked, fixture = _lock(move_request)
        _answer(locked, by, at, agreed=agreed)
        text = f"{_other(locked, fixture)} {'agreed' if agreed else 'did not agree'} to move {fixture}."
        record_match_action(fixture, "answer_move", text, by=by, at=at)
    return locked


def accept_date(*, move_request: MoveRequest, date: day, by: User, at: datetime) -> MoveRequest:
    """The other captain takes one of the dates that were offered.

    The match is moved at once where the league lets the captains settle it; otherwise the secretary has the last word.
    The season is locked first: two matches that are moved to one board at the same moment take turns.
    """
    with write_tx():
        lock_competition(move_request.fixture.division.competition)
        locked, fixture = _lock(move_request)
        if not locked.offers.filter(date=date).exists():
            raise ValidationError({"date": "Choose one of the dates that were offered."})
        _refuse_dates(fixture, [date], at)
        locked.new_date = date
        _answer(locked, by, at, agreed=True)
        text = f"{_other(locked, fixture)} agreed to play {fixture} on {night(date)}."
        record_match_action(fixture, "accept_date", text, by=by, at=at)
        if between_captains(locked):
            _decide(locked, by, at, accepted=True)
            _move(locked, fixture, date, by, at)
    return locked


def withdraw_request(*, move_request: MoveRequest, by: User, at: datetime) -> MoveRequest:
    """The side that asked takes its wish back: the match stays where it is."""
    with write_tx():
        locked, fixture = _lock(move_request)
        _decide(locked, by, at, accepted=False)
        text = f"{locked.asked_by} took back the request to move {fixture}."
        record_match_action(fixture, "withdraw_request", text, by=by, at=at)
    return locked


def decide_move(
    *, move_request: MoveRequest, accepted: bool, by: User, at: datetime, reason: str = "", new_date: day | None = None
) -> MoveRequest:
    """Grant a request, on `new_date` or on the date asked for, or turn it down: the secretary's word."""
    with write_tx():
        locked, fixture = _lock(move_request)
        _decide(locked, by, at, accepted=accepted)
        text = f"{locked.asked_by}’s request to move {fixture} was {'granted' if accepted else 'turned down'}."
        record_match_action(fixture, "decide_move", text, by=by, at=at, reason=reason)
        if accepted:
            _move(locked, fixture, new_date or locked.new_date, by, at)
    return locked


def _lock(move_request: MoveRequest) -> tuple[MoveRequest, Fixture]:
    fixture = lock_fixture(move_request.fixture_id)
    rows = MoveRequest.objects.select_related("asked_by", "fixture__division__competition__season")
    locked = rows.get(pk=move_request.pk)
    if locked.accepted is not None:
        raise ValidationError("This request has been decided already.")
    return locked, fixture


def _refuse_dates(fixture: Fixture, dates: Sequence[day], at: datetime) -> None:
    """Dates must fit now, with the match locked: another match may have come in between."""
    if len(dates) > MOST_DATES or len(set(dates)) < len(dates):
        raise ValidationError({"dates": f"Choose up to {MOST_DATES} different dates."})
    _refuse_one_weekday(fixture, dates)
    if not dates:
        return
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


def _refuse_one_weekday(fixture: Fixture, dates: Sequence[day]) -> None:
    """Of a tie's three dates at most two are on one weekday (Guisborough): who works that evening has another."""
    if fixture.division.competition.kind != CompetitionKind.CUP:
        return
    most, count = max(Counter(f"{each:%A}" for each in dates).items(), key=lambda each: each[1], default=("", 0))
    if count > MOST_ON_ONE_WEEKDAY:
        raise ValidationError(
            {"dates": f"At most {MOST_ON_ONE_WEEKDAY} of the dates may be {most}s: offer another day."}
        )


def _answer(move_request: MoveRequest, by: User, at: datetime, *, agreed: bool) -> None:
    move_request.agreed, move_request.answered_by, move_request.answered_at = agreed, by, at
    move_request.full_clean()
    move_request.save()


def _decide(move_request: MoveRequest, by: User, at: datetime, *, accepted: bool) -> None:
    move_request.accepted, move_request.decided_by, move_request.decided_at = accepted, by, at
    move_request.full_clean()
    move_request.save()


def _move(move_request: MoveRequest, fixture: Fixture, date: day | None, by: User, at: datetime) -> None:
    postpone_fixture(
        fixture=fixture, new_date=date, reason=move_request.reason, asked_by=move_request.asked_by, by=by, at=at
    )


def _other(move_request: MoveRequest, fixture: Fixture) -> Entry | None:
    return fixture.away if move_request.asked_by_id == fixture.home_id else fixture.home


def _wish(new_date: day | None, dates: Sequence[day]) -> str:
    if dates:
        return f"to {join_list(map(night, dates), 'or')}"
    return f"to {night(new_date)}" if new_date else "to a date to be agreed"
