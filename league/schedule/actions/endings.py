"""Closing a season and what is decided then: its final tables, where each team goes, and the season after it.

The final tables are handed over by the caller, which has worked them out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as day
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import ProtectedError, Q
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.ui.formats import night
from league.schedule.actions.locking import bump_version
from league.schedule.actions.seasons import copy_divisions, start_season
from league.schedule.choices import CompetitionKind, FixtureState, Movement
from league.schedule.models import Blackout, Competition, Division, Entry, FinalTable, Fixture, Placement, Season, Wish
from league.schedule.values.task import MEETINGS
from league.teams.models import Team


@dataclass(frozen=True, slots=True)
class PlacementDecision:
    """Where a team goes: `to` None if it does not come back. `proposed` is what the rule says, "" if nothing."""

    entry: Entry
    proposed: str
    to: Division | None
    reason: str = ""

    @property
    def movement(self) -> Movement:
        if self.to is None:
            return Movement.OUT
        here = self.entry.division.rank
        if self.to.rank == here:
            return Movement.STAYS
        return Movement.UP if self.to.rank < here else Movement.DOWN


def close_season(
    *,
    season: Season,
    tables: Callable[[Competition], Mapping[Division, dict[str, Any]]],
    by: User,
    at: datetime,
    reason: str = "",
) -> tuple[FinalTable, ...]:
    """Freeze the tables of a season's league; from now on captains send no cards for it, and officers may correct.

    `tables` gives every division's table as JSON; it is asked once nobody else can change a result any more. `reason`
    is why it is closed although something is open.
    """
    with write_tx():
        locked = _lock(season)
        if locked.closed_at is not None:
            raise ValidationError(f"Season {locked} was closed on {night(localdate(locked.closed_at), year=True)}.")
        made = []
        for competition in Competition.objects.select_for_update(of=("self",)).filter(
            season=locked, kind=CompetitionKind.LEAGUE
        ):
            bump_version(competition)  # the kept pages of its tables become the final ones
            version = competition.results_version + 1
            for division, table in tables(competition).items():
                row = FinalTable(division=division, table=table, results_version=version, by=by, at=at)
                row.full_clean()
                row.save()
                made.append(row)
        locked.closed_at = at
        locked.save(update_fields=["closed_at"])
        divisions = [str(row.division) for row in made]
        text = f"Season {locked} closed; its tables are final."
        _record(locked, "close_season", text, by, at, reason=reason.strip(), after={"final tables": divisions})
    return tuple(made)


def reopen_season(*, season: Season, reason: str, by: User, at: datetime) -> Season:
    """Open a closed season again. Its final tables stay on record; closed again, it gets new ones."""
    if not reason.strip():
        raise ValidationError({"reason": "Say why it is opened again."})
    with write_tx():
        locked = _lock(season)
        if locked.closed_at is None:
            raise ValidationError(f"Season {locked} is open.")
        locked.closed_at = None
        locked.save(update_fields=["closed_at"])
        for competition in Competition.objects.filter(season=locked):
            bump_version(competition)
        _record(locked, "reopen_season", f"Season {locked} opened again.", by, at, reason=reason.strip())
    return locked


def decide_placements(
    *, season: Season, decided: Sequence[PlacementDecision], by: User, at: datetime
) -> tuple[Placement, ...]:
    """Say where teams go from a closed season; those for which something changed.

    ValidationError, by the entry's key, where it is not as the rule has it and nobody says why.
    """
    unsaid = {
        str(each.entry.pk): f"Say why {each.entry} {_instead(each)}."
        for each in decided
        if each.proposed and each.movement != each.proposed and not each.reason.strip()
    }
    if unsaid:
        raise ValidationError(unsaid)
    with write_tx():
        locked = _lock(season)
        if locked.closed_at is None:
            raise ValidationError("Close the season first: until then its tables may still change.")
        rows = Placement.objects.filter(entry__in=[each.entry.pk for each in decided])
        rows_by_entry = {row.entry_id: row for row in rows}
        saved = [_save_placement(rows_by_entry.get(each.entry.pk), each, by, at) for each in decided]
        changed = [row for row in saved if row is not None]
        if changed:
            lines = [f"{row.entry}: {row.to or row.get_way_display()}" for row in changed]
            teams = tuple(row.entry.team for row in changed)
            text = f"Where teams go after season {locked} decided: {len(changed)}."
            record(
                verb="decide_fates", words=text, at=at, by=by, league_id=locked.league_id, about=(locked, *teams),
                after={"next season": lines},
            )  # fmt: skip
    return tuple(changed)


def mark_play_off(*, competition: Competition, division: Division) -> None:
    """Say that a cup's matches decide level places of a division. Part of an action that records itself."""
    competition.play_off_of = division
    competition.save(update_fields=["play_off_of"])
    bump_version(division.competition)


def _save_placement(existing: Placement | None, decided: PlacementDecision, by: User, at: datetime) -> Placement | None:
    """The row as it is to be; None if it is so already."""
    placement = existing or Placement(entry=decided.entry)
    placement.entry = decided.entry
    values = {"proposed": decided.proposed, "way": decided.movement, "to": decided.to, "reason": decided.reason.strip()}
    if existing is not None and all(getattr(existing, name) == value for name, value in values.items()):
        return None
    for name, value in values.items():
        setattr(placement, name, value)
    placement.by, placement.at = by, at
    placement.full_clean()
    placement.save()
    return placement


def _instead(decided: PlacementDecision) -> str:
    """As "does not go up"."""
    usual = {
        Movement.UP: "does not go up",
        Movement.STAYS: "does not stay",
        Movement.DOWN: "does not go down",
        Movement.OUT: "comes back",
    }
    return usual[Movement(decided.proposed)]


def _lock(season: Season) -> Season:
    locked: Season = Season.objects.select_for_update(of=("self",)).get(pk=season.pk)
    return locked


def _record(season: Season, verb: str, words: str, by: User, at: datetime, **more: Any) -> None:
    record(verb=verb, words=words, at=at, by=by, league_id=season.league_id, about=(season,), **more)


# --- the next season made out of this one -----------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SeasonTemplate:
    """What a new season has from an old one.

    `places` are divisions of the old season with the teams that are to play in their like. `off` are days without
    matches as they are to be, unsaved; `wishes` old wishes with the dates, and the last day, that they have now.
    """

    places: Mapping[Division, Sequence[Team]]
    off: Sequence[Blackout] = ()
    wishes: Sequence[tuple[Wish, tuple[day, ...], day | None]] = ()


def carry_season(
    *, like: Season, name: str, starts: day, halfway: day, ends: day, carried: SeasonTemplate, by: User, at: datetime
) -> Season:
    """A season made from another: divisions with their rules, teams, days without matches, wishes. Not yet current."""
    with write_tx():
        season = start_season(league=like.league, name=name, starts=starts, halfway=halfway, ends=ends, by=by, at=at)
        season.holidays_of = like.holidays_of
        season.save(update_fields=["holidays_of"])
        before = Competition.objects.get(season=like, kind=CompetitionKind.LEAGUE)
        competition = Competition.objects.get(season=season, kind=CompetitionKind.LEAGUE)
        competition.moving, competition.weights = before.moving, before.weights
        competition.save(update_fields=["moving", "weights"])
        entries = copy_divisions(competition, carried.places)
        for blackout in carried.off:
            blackout.season = season
            blackout.full_clean()
            blackout.save()
        for wish, dates, until in carried.wishes:
            _wish(competition, wish, dates, until, entries)
    return season


def remove_season(*, season: Season, reason: str, by: User, at: datetime) -> None:
    """Take a season away with everything in it, while nothing was played and the league is not in it."""
    with write_tx():
        locked = Season.objects.select_for_update(of=("self",)).select_related("league").get(pk=season.pk)
        if locked.current:
            raise ValidationError(f"The league is in season {locked}. Make another season the current one first.")
        fixtures = Fixture.objects.filter(division__competition__season=locked)
        if fixtures.filter(Q(state__in=[FixtureState.PLAYED, FixtureState.AWARDED]) | Q(in_play=True)).exists():
            raise ValidationError(f"Matches of season {locked} have been played, so it stays.")
        text, league_id, about = f"Season {locked} taken away again.", locked.league_id, (locked,)
        record(verb="remove_season", words=text, at=at, by=by, league_id=league_id, about=about, reason=reason)
        try:
            fixtures.delete()
            locked.delete()
        except ProtectedError:
            raise ValidationError(f"Something was written down about season {locked}, so it stays.") from None


def _wish(
    competition: Competition, wish: Wish, dates: tuple[day, ...], until: day | None, entries: Mapping[int, Entry]
) -> None:
    """The same wish by the same teams, if they all play and, where it is about their meeting, meet."""
    entry = entries.get(wish.entry.team_id)
    other = entries.get(wish.other.team_id) if wish.other else None
    gone = entry is None or (wish.other is not None and other is None)
    if gone or (wish.kind in MEETINGS and other is not None and other.division_id != entry.division_id):  # type: ignore[union-attr]
        return
    new = Wish(
        competition=competition, kind=wish.kind, entry=entry, other=other, by=until,
        dates=[each.isoformat() for each in dates], most=wish.most, nights=wish.nights,
        hard=wish.hard, weight=wish.weight, words=wish.words, asked_by=wish.asked_by,
    )  # fmt: skip
    new.full_clean()
    new.save()
