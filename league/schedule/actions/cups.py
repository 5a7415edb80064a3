"""What a cup has among seasons, entries and matches: its competition with its one division, who is in it, its ties.

How a cup is played, and who may enter it, is for league.cups to say.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date as day
from datetime import datetime, time, timedelta
from itertools import count
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Max, ProtectedError
from django.utils.text import slugify
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import save_checked, write_tx
from league.base.ui.formats import night
from league.schedule.actions.lists import codes_for
from league.schedule.actions.locking import change_fixture, lock_competition, lock_fixture, record_match_action
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Competition, Division, Entry, Fixture, Season
from league.teams.models import Player, Venue

RESERVED_SLUGS = frozenset({"new", "league"})  # words that are no cup's own in an address


def make_cup_competition(*, season: Season, name: str) -> Division:
    """A competition of the kind cup with the one division that its entries and matches are in.

    Call it within a transaction that writes; the caller records it.
    """
    slug = slugify(name)
    if not slug or slug in RESERVED_SLUGS:
        raise ValidationError({"name": "Give the cup a name of its own."})
    locked = Season.objects.select_for_update(of=("self",)).select_related("league").get(pk=season.pk)
    if Competition.objects.filter(season=locked, slug=slug).exists():
        raise ValidationError({"name": f"There is a cup called {name} in season {locked} already."})
    competition = Competition(season=locked, kind=CompetitionKind.CUP, name=name, slug=slug, rules=locked.league.rules)
    save_checked(competition)
    return save_checked(Division(competition=competition, name=name[:40], slug=slug, legs=1))


def rename_competition(*, competition: Competition, name: str) -> None:
    """Another name; the address stays. The caller records it."""
    locked = lock_competition(competition)
    locked.name = name
    save_checked(locked, "name")
    locked.divisions.update(name=name[:40])


def remove_cup_competition(*, competition: Competition) -> None:
    """Take a cup's competition away with its entries and its matches, none of them played. The caller records it."""
    locked = lock_competition(competition)
    fixtures = Fixture.objects.filter(division__competition=locked)
    if fixtures.exclude(state=FixtureState.VOID).exists():
        raise ValidationError(f"Matches of {locked} have been played, so it stays.")
    try:
        fixtures.delete()
        locked.delete()
    except ProtectedError:
        raise ValidationError(f"Something was written down about {locked}, so it stays.") from None


def change_players(*, entry: Entry, players: Iterable[Player], name: str) -> Entry:
    """Who stands for an entry from now on, and under which name; its address stays. The caller holds the cup."""
    entry.name = name
    save_checked(entry, "name")
    entry.players.set(players)
    return entry


# --- the matches of a cup ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TieSlot:
    """When and where a tie is to be played, as far as that is settled; without a date its two sides arrange one."""

    date: day | None = None
    start_time: time | None = None
    venue: Venue | None = None
    play_by: day | None = None


def make_tie_match(
    *, home: Entry, away: Entry, stage: str, rules: Any, by: User | None, at: datetime, when: TieSlot | None = None
) -> Fixture:
    """Put a leg of a tie up as a match of its cup, under its own rules. Needs home.division.competition.season.league.

    What `when` leaves open is the home team's: its pub, its hour.
    """
    settled, division = when or TieSlot(), home.division
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
            rules=rules,
            stage=stage,
        )
        _date_it(match, localdate(at))
        save_checked(match)
        text = f"{match} is to be played, {match.occasion}: {_when(match)}."
        record_match_action(match, "make_tie_match", text, by=by, at=at)
    return match


def end_tie_match(*, fixture: Fixture, reason: str, by: User | None, at: datetime) -> bool:
    """Strike out a tie's match that is not needed any more; False if it has begun or been played: then it stays."""
    with write_tx():
        locked = lock_fixture(fixture.pk)
        if not locked.open or locked.in_play:
            return False
        locked.move_requests.filter(accepted=None).update(accepted=False, decided_by=by, decided_at=at)
        change_fixture(locked, state=FixtureState.VOID)
        record_match_action(locked, "end_tie_match", f"{locked} is not to be played.", reason=reason, by=by, at=at)
    return True


def set_rules(*, fixture: Fixture, rules: Any, by: User | None, at: datetime) -> bool:
    """Give a tie that nobody has begun other rules: a handicap was changed. False if it is so, or it has begun."""
    with write_tx():
        locked = lock_fixture(fixture.pk)
        if not locked.open or locked.in_play or locked.rules == rules:
            return False
        change_fixture(locked, rules=rules)
        record_match_action(locked, "set_rules", f"{locked} is played under other rules.", by=by, at=at)
    return True


def set_deadline(*, fixtures: Iterable[Fixture], play_by: day | None) -> list[Fixture]:
    """Give ties that are to be played another last day; those that had another one. The caller records why."""
    with write_tx():
        late = [locked for each in fixtures if (locked := lock_fixture(each.pk)).open and locked.play_by != play_by]
        for locked in late:
            change_fixture(locked, play_by=play_by)
    return late


def _free_code(name: str) -> str:
    with scopes_disabled():  # codes are one set for all leagues
        return next(code for code in codes_for(name) if not Fixture.objects.filter(code=code).exists())


def _date_it(match: Fixture, today: day) -> None:
    """Its first date; without one, the day on which it is put up, or one before that at which no match is called so."""
    if match.date is not None:
        match.first_date = match.date
        return
    days = (today - timedelta(days=number) for number in count())
    match.first_date = match.put_up_on = next(on for on in days if not called_so(match, on))


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
