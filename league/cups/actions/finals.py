"""The days of a cup's rounds, and finals nights: when and where ties are to be played, as far as the league says."""

from collections.abc import Mapping
from datetime import date as day
from datetime import datetime, time
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.text import slugify

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.cups.actions.cups import lock_cup, record_about
from league.cups.models import Cup, FinalsNight, Round, Tie
from league.cups.queries.finals import order_of, time_of
from league.schedule.actions.cups import set_deadline
from league.schedule.actions.matches import rearrange_fixture
from league.schedule.models import Fixture, Season
from scoring.season.knockout.facts import GROUPS

RESERVED_SLUGS = frozenset({"new"})  # words that are no night's own in an address
Day = tuple[day | None, FinalsNight | None]


def set_rounds(*, cup: Cup, days: Mapping[tuple[str, int], Day], by: User, at: datetime) -> int:
    """Set the last day or the finals night of each round (part and number); how many rounds changed.
    Ties that are still to be played take the new day; on a finals night they are put where and when it is.
    """
    with write_tx():
        locked = lock_cup(cup)
        changed = {key: _set_round(locked, key, settled, by=by, at=at) for key, settled in days.items()}
        rounds = [ties for ties in changed.values() if ties is not None]
        if rounds:
            sentence = f"{locked}: the days of {len(rounds)} {'round' if len(rounds) == 1 else 'rounds'} were set."
            about = tuple(tie for ties in rounds for tie in ties)
            record_about(locked, "set_rounds", sentence, by=by, at=at, about=about)
    return len(rounds)


def _set_round(cup: Cup, key: tuple[str, int], settled: Day, *, by: User, at: datetime) -> list[Fixture] | None:
    """Its matches that have another last day now; None where nothing has changed."""
    play_by, night = settled
    row = Round.objects.filter(cup=cup, part=key[0], round=key[1]).first() or Round(cup=cup, part=key[0], round=key[1])
    if row.pk and (row.play_by, row.night_id) == (play_by, night.pk if night else None):
        return None
    if not row.pk and settled == (None, None):
        return None
    row.play_by, row.night = play_by, night
    row.full_clean()
    row.save()
    group = r"\d+-" if key[0] == GROUPS else ""  # "group-2-1-3" is of round 1, "main-1-3" too
    ties = Tie.objects.filter(cup=cup, tie__regex=rf"^{key[0]}-{group}{key[1]}-").select_related("fixture")
    fixtures = [tie.fixture for tie in ties.order_by("pk") if tie.fixture.open and not tie.fixture.in_play]
    late = set_deadline(fixtures=fixtures, play_by=play_by)
    if night is not None:
        for fixture in fixtures:
            _put_on(fixture, night, night.start_time, by=by, at=at)
    return late


def _put_on(fixture: Fixture, night: FinalsNight, start: time, *, by: User, at: datetime) -> bool:
    """Put a match where and when a finals night has it; False if it is there."""
    now = Fixture.objects.get(pk=fixture.pk)
    if not now.open or now.in_play or (now.date, now.start_time, now.venue_id) == (night.date, start, night.venue_id):
        return False
    rearrange_fixture(
        fixture=now, date=night.date, start_time=start, venue=night.venue, reason=str(night), by=by, at=at
    )
    return True


def open_night(*, season: Season, name: str, by: User, at: datetime, **values: Any) -> FinalsNight:
    """A new finals night of a season. Rounds are put on it with their days."""
    with write_tx():
        slug = slugify(name)[:50]
        if not slug or slug in RESERVED_SLUGS or FinalsNight.objects.filter(season=season, slug=slug).exists():
            raise ValidationError({"name": "Another finals night this season has this name. Choose a different one."})
        night = FinalsNight(season=season, slug=slug)
        _write(night, name=name, **values)
        _record(night, "open_finals_night", f"{night} is on {night.date:%d %b %Y} at {night.venue}.", by, at)
    return night


def change_night(*, night: FinalsNight, by: User, at: datetime, **values: Any) -> FinalsNight:
    """Another day, place or hour; its address stays. Its ties go with it, to the turns that they have in its order."""
    with write_tx():
        locked = FinalsNight.objects.select_for_update(of=("self",)).select_related("season__league").get(pk=night.pk)
        _write(locked, **values)
        _record(locked, "change_finals_night", f"{locked} is on {locked.date:%d %b %Y} at {locked.venue}.", by, at)
        _announce(locked, at, by=by)
    return locked


def place_tie(*, night: FinalsNight, row: Tie, turn: int, table: int, by: User, at: datetime) -> Tie:
    """Put a tie on a table in a turn, whatever the order says; what cannot be played then is told, not forbidden."""
    with write_tx():
        if not 1 <= table <= night.tables:
            raise ValidationError({"table": f"Enter a table from 1 to {night.tables}."})
        locked: Tie = Tie.objects.select_related("cup__division__competition__season__league").get(pk=row.pk)
        locked.order, locked.table = turn, table
        locked.full_clean()
        locked.save(update_fields=["order", "table"])
        _put_on(Fixture.objects.get(pk=locked.fixture_id), night, time_of(night, turn), by=by, at=at)
        sentence = f"{night}: {locked.fixture} is on table {table} in turn {turn}."
        record_about(locked.cup, "place_tie", sentence, by=by, at=at, about=(locked.fixture,))
    return locked


def free_tie(*, night: FinalsNight, row: Tie, by: User, at: datetime) -> Tie:
    """Let the order say where a tie is, after somebody had put it in its place."""
    with write_tx():
        locked: Tie = Tie.objects.select_related("cup__division__competition__season__league").get(pk=row.pk)
        locked.order, locked.table = None, None
        locked.save(update_fields=["order", "table"])
        sentence = f"{night}: {locked.fixture} is where the order has it."
        record_about(locked.cup, "free_tie", sentence, by=by, at=at, about=(locked.fixture,))
    return locked


def announce_order(*, night: FinalsNight, by: User, at: datetime) -> int:
    """Write each tie's hour and place into its match, as the order has them now; how many matches changed."""
    with write_tx():
        moved = _announce(night, at, by=by)
        if moved:
            _record(night, "announce_order", f"{night}: the running order was given out.", by, at)
    return moved


def _announce(night: FinalsNight, at: datetime, *, by: User) -> int:
    ties = [each for each in order_of(night, at).ties if each.row is not None]
    return sum(_put_on(each.row.fixture, night, each.at, by=by, at=at) for each in ties if each.row)


def _write(night: FinalsNight, **values: object) -> None:
    for name, value in values.items():
        setattr(night, name, value)
    season = night.season
    if not season.starts <= night.date <= season.ends:
        raise ValidationError({"date": "Choose a day within the season."})
    night.full_clean()
    night.save()


def _record(night: FinalsNight, verb: str, sentence: str, by: User, at: datetime) -> None:
    season = night.season
    record(verb=verb, words=sentence, at=at, by=by, league_id=season.league_id, about=(season,))
