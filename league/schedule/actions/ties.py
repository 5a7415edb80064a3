"""Ties of a cup as matches: put up when their two sides are known, struck out when there is nothing left to play.

Knows fixtures and deadlines. Refuses to know draws and rounds: league.cups says which ties there are.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date as day
from datetime import datetime, time, timedelta
from typing import Any

from django.db.models import Max
from django.utils.timezone import localdate

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.schedule.actions.hold import change_fixture, lock_fixture, subjects
from league.schedule.actions.lists import codes_for
from league.schedule.choices import FixtureState
from league.schedule.models import Entry, Fixture
from league.teams.models import Venue
from league.ui.words import night

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class When:
    """When and where a tie is to be played, as far as that is settled; without a date its two sides arrange one."""

    date: day | None = None
    start_time: time | None = None
    venue: Venue | None = None
    play_by: day | None = None


def make_tie_match(
    *, home: Entry, away: Entry, stage: str, constitution: Any, by: User | None, at: datetime, when: When | None = None
) -> Fixture:
    """Put a leg of a tie up as a match of its cup, under its own rules. Needs home.division.competition.season.league.

    What `when` leaves open is the home team's: its pub, its hour.
    """
    settled, division = when or When(), home.division
    season = division.competition.season
    with write_tx():
        week = (Fixture.objects.filter(division=division).aggregate(last=Max("week"))["last"] or 0) + 1
        match = Fixture(
            league=season.league,
            division=division,
            week=week,
            half=season.half_of(settled.date or localdate(at)),
            home=home,
            away=away,
            date=settled.date,
            start_time=settled.start_time or home.team.start_time,
            venue=settled.venue or home.team.venue,
            state=FixtureState.SCHEDULED if settled.date else FixtureState.POSTPONED,
            play_by=settled.play_by,
            code=_free_code(f"{season.league.slug}/{season.slug}/{division.pk}/{week}"),
            constitution=constitution,
            stage=stage,
        )
        _date_it(match, localdate(at))
        match.full_clean()
        match.save()
        words = f"{match} is to be played, {match.occasion}: {_when(match)}."
        _record("make_tie_match", match, words, by=by, at=at)
    return match


def end_tie_match(*, fixture: Fixture, reason: str, by: User | None, at: datetime) -> bool:
    """Strike out a tie's match that is not needed any more; False if it has begun or been played: then it stays."""
    with write_tx():
        held = lock_fixture(fixture.pk)
        if not held.open or held.in_play:
            return False
        held.move_requests.filter(accepted=None).update(accepted=False, decided_by=by, decided_at=at)
        change_fixture(held, state=FixtureState.VOID)
        _record("end_tie_match", held, f"{held} is not to be played.", reason=reason, by=by, at=at)
    return True


def set_rules(*, fixture: Fixture, constitution: Any, by: User | None, at: datetime) -> bool:
    """Give a tie that nobody has begun other rules: a handicap was changed. False if it is so, or it has begun."""
    with write_tx():
        held = lock_fixture(fixture.pk)
        if not held.open or held.in_play or held.constitution == constitution:
            return False
        change_fixture(held, constitution=constitution)
        _record("set_rules", held, f"{held} is played under other rules.", by=by, at=at)
    return True


def set_deadline(*, fixtures: Iterable[Fixture], play_by: day | None) -> list[Fixture]:
    """Give ties that are to be played another last day; those that had another one. The caller records why."""
    with write_tx():
        late = [held for each in fixtures if (held := lock_fixture(each.pk)).open and held.play_by != play_by]
        for held in late:
            change_fixture(held, play_by=play_by)
    return late


def _free_code(name: str) -> str:
    """A code that no match of any league has."""
    taken = Fixture._base_manager  # noqa: SLF001 (codes are one set for all leagues)
    return next(code for code in codes_for(name) if not taken.filter(code=code).exists())


def _date_it(match: Fixture, today: day) -> None:
    """Its first date; without one, the day on which it is put up, or one before that at which no match is called so."""
    if match.date is not None:
        match.first_date = match.date
        return
    match.first_date = next(on for on in _back_from(today) if not called_so(match, on))
    match.put_up_on = match.first_date


def _back_from(today: day) -> Iterable[day]:
    while True:
        yield today
        today -= ONE_DAY


def called_so(match: Fixture, on: day) -> bool:
    """Whether another match of the league already has the address that this one would have on a day."""
    others = Fixture.objects.filter(league=match.league, first_date=on).exclude(pk=match.pk)
    return any(each.slug == match.slug for each in others.select_related("home__team", "away__team"))


def first_date_for(match: Fixture, date: day | None) -> dict[str, day]:
    """What a match that had no date yet takes as its first, so that it is not told as moved; the caller holds it."""
    return {"first_date": date} if date and match.to_arrange and not called_so(match, date) else {}


def _when(match: Fixture) -> str:
    if match.date:
        return f"{night(match.date)} at {match.venue}"
    by = f", by {night(match.play_by)}" if match.play_by else ""
    return f"the two sides arrange the date{by}"


def _record(verb: str, match: Fixture, words: str, **act: Any) -> None:
    record(verb=verb, words=words, league_id=match.league_id, about=subjects(match), **act)
