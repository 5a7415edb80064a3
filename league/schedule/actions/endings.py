"""Closing a season and what is decided then: its final tables, and where each team goes.

Takes the tables as their makers give them: what a table is made of is known further up.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.schedule.actions.hold import bump_version
from league.schedule.choices import CompetitionKind, Way
from league.schedule.models import Competition, Division, Entry, FinalTable, Placement, Season
from league.ui.words import night


@dataclass(frozen=True, slots=True)
class Decided:
    """Where a team goes: `to` None if it does not come back. `proposed` is what the rule says, "" if nothing."""

    entry: Entry
    proposed: str
    to: Division | None
    reason: str = ""

    @property
    def way(self) -> Way:
        if self.to is None:
            return Way.OUT
        here = self.entry.division.rank
        if self.to.rank == here:
            return Way.STAYS
        return Way.UP if self.to.rank < here else Way.DOWN


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
        held = _held(season)
        if held.closed_at is not None:
            raise ValidationError(f"Season {held} was closed on {night(held.closed_at.date(), year=True)}.")
        made = []
        for competition in Competition.objects.select_for_update().filter(season=held, kind=CompetitionKind.LEAGUE):
            bump_version(competition)  # the kept pages of its tables become the final ones
            version = competition.results_version + 1
            for division, table in tables(competition).items():
                row = FinalTable(division=division, table=table, results_version=version, by=by, at=at)
                row.full_clean()
                row.save()
                made.append(row)
        held.closed_at = at
        held.save(update_fields=["closed_at"])
        divisions = [str(row.division) for row in made]
        words = f"Season {held} closed; its tables are final."
        _record(held, "close_season", words, by, at, reason=reason.strip(), after={"final tables": divisions})
    return tuple(made)


def reopen_season(*, season: Season, reason: str, by: User, at: datetime) -> Season:
    """Open a closed season again. Its final tables stay on record; closed again, it gets new ones."""
    if not reason.strip():
        raise ValidationError({"reason": "Say why it is opened again."})
    with write_tx():
        held = _held(season)
        if held.closed_at is None:
            raise ValidationError(f"Season {held} is open.")
        held.closed_at = None
        held.save(update_fields=["closed_at"])
        for competition in Competition.objects.filter(season=held):
            bump_version(competition)
        _record(held, "reopen_season", f"Season {held} opened again.", by, at, reason=reason.strip())
    return held


def decide_fates(*, season: Season, decided: Sequence[Decided], by: User, at: datetime) -> tuple[Placement, ...]:
    """Say where teams go from a closed season; those for which something changed.

    ValidationError, by the entry's key, where it is not as the rule has it and nobody says why.
    """
    unsaid = {
        str(each.entry.pk): f"Say why {each.entry} {_instead(each)}."
        for each in decided
        if each.proposed and each.way != each.proposed and not each.reason.strip()
    }
    if unsaid:
        raise ValidationError(unsaid)
    with write_tx():
        held = _held(season)
        if held.closed_at is None:
            raise ValidationError("Close the season first: until then its tables may still change.")
        known = {
            fate.entry_id: fate for fate in Placement.objects.filter(entry__in=[each.entry.pk for each in decided])
        }
        changed = [fate for each in decided if (fate := _fate(known.get(each.entry.pk), each, by, at)) is not None]
        if changed:
            said = [f"{fate.entry}: {fate.to or fate.get_way_display()}" for fate in changed]
            teams = tuple(fate.entry.team for fate in changed)
            words = f"Where teams go after season {held} decided: {len(changed)}."
            record(
                verb="decide_fates",
                words=words,
                at=at,
                by=by,
                league_id=held.league_id,
                about=(held, *teams),
                after={"next season": said},
            )
    return tuple(changed)


def mark_play_off(*, competition: Competition, division: Division) -> None:
    """Say that a cup's matches decide level places of a division. Part of an action that records itself."""
    competition.play_off_of = division
    competition.save(update_fields=["play_off_of"])
    bump_version(division.competition)


def _fate(known: Placement | None, decided: Decided, by: User, at: datetime) -> Placement | None:
    """The row as it is to be; None if it is so already."""
    fate = known or Placement(entry=decided.entry)
    fate.entry = decided.entry
    values = {"proposed": decided.proposed, "way": decided.way, "to": decided.to, "reason": decided.reason.strip()}
    if known is not None and all(getattr(known, name) == value for name, value in values.items()):
        return None
    for name, value in values.items():
        setattr(fate, name, value)
    fate.by, fate.at = by, at
    fate.full_clean()
    fate.save()
    return fate


def _instead(decided: Decided) -> str:
    """As "does not go up"."""
    usual = {Way.UP: "does not go up", Way.STAYS: "does not stay", Way.DOWN: "does not go down", Way.OUT: "comes back"}
    return usual[Way(decided.proposed)]


def _held(season: Season) -> Season:
    held: Season = Season.objects.select_for_update().get(pk=season.pk)
    return held


def _record(season: Season, verb: str, words: str, by: User, at: datetime, **more: Any) -> None:
    record(verb=verb, words=words, at=at, by=by, league_id=season.league_id, about=(season,), **more)
