"""Changing a list by hand: one match at a time, and which matches stay whatever is worked out next."""

from collections.abc import Iterable
from datetime import datetime

from django.core.exceptions import ValidationError

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.schedule.actions.lists import judge_row, open_list, save_list
from league.schedule.actions.locking import record_season_action
from league.schedule.choices import ListMadeBy
from league.schedule.models import FixtureList
from league.schedule.presenters.manual_edit import changes_text
from league.schedule.values.lists import contents_of, write_matches
from scoring.season.schedule.edits import Edit, NotListedError, apply_edit, replacements
from scoring.season.schedule.task import Match


def change_list(*, fixture_list: FixtureList, edit: Edit, version: int, by: User, at: datetime) -> FixtureList:
    """Do to one match what a person decided, having seen what `version` was and what would come of it."""
    with write_tx():
        locked = open_list(fixture_list, version)
        before = contents_of(locked)
        try:
            changed = replacements(before.task, before.matches, edit)
        except NotListedError as error:
            raise ValidationError("That match is not in this draft any more.") from error
        stuck = [was for was, _ in changed if was in before.locked]
        if stuck:
            raise ValidationError([f"{before.named(match)} is locked." for match in stuck])
        judge_row(locked, before.task, apply_edit(before.task, before.matches, edit))
        locked.how = ListMadeBy.HAND
        save_list(locked)
        text = f"{locked} for season {locked.competition.season}: {changes_text(before, changed)}"
        record_season_action(
            locked.competition,
            "change_list",
            text,
            by,
            at,
            before={"matches": write_matches(was for was, _ in changed)},
            after={"matches": write_matches(now for _, now in changed)},
        )
    return locked


def lock_matches(
    *, fixture_list: FixtureList, matches: Iterable[Match], locked: bool, version: int, by: User, at: datetime
) -> FixtureList:
    """Keep matches as they are, whatever is worked out next, or let them go again."""
    with write_tx():
        row = open_list(fixture_list, version)
        now = contents_of(row)
        chosen = {match for match in matches if match in set(now.matches)}
        kept = now.locked | chosen if locked else now.locked - chosen
        row.locked = write_matches(sorted(kept))
        save_list(row)
        text = f"{row} for season {row.competition.season}: {len(chosen)} matches {'locked' if locked else 'let go'}."
        record_season_action(row.competition, "lock_matches", text, by, at)
    return row
