"""Changing a list by hand: one match at a time, and which matches stay whatever is worked out next."""

from collections.abc import Iterable
from datetime import datetime

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import write_tx
from league.schedule.actions.divisions import record_set_up
from league.schedule.actions.list_rows import judge_row, open_list, save_list
from league.schedule.choices import ListMadeBy
from league.schedule.models import FixtureList
from league.schedule.queries.lists import opened, said_of, write_matches
from scoring.season.schedule.edits import Edit, NotListedError, apply_edit, replacements
from scoring.season.schedule.task import Match


def change_list(*, fixture_list: FixtureList, edit: Edit, version: int, by: User, at: datetime) -> FixtureList:
    """Do to one match what a person decided, having seen what `version` was and what would come of it."""
    with write_tx():
        held = open_list(fixture_list, version)
        before = opened(held)
        try:
            changed = replacements(before.task, before.matches, edit)
        except NotListedError as error:
            raise ValidationError("That match is not in the list any more.") from error
        stuck = [was for was, _ in changed if was in before.locked]
        if stuck:
            raise ValidationError([f"{before.named(match)} is locked." for match in stuck])
        judge_row(held, before.task, apply_edit(before.task, before.matches, edit))
        held.how = ListMadeBy.HAND
        save_list(held)
        words = f"{held} for season {held.competition.season}: {said_of(before, changed)}"
        record_set_up(
            held.competition,
            "change_list",
            words,
            by,
            at,
            before={"matches": write_matches(was for was, _ in changed)},
            after={"matches": write_matches(now for _, now in changed)},
        )
    return held


def lock_matches(
    *, fixture_list: FixtureList, matches: Iterable[Match], locked: bool, version: int, by: User, at: datetime
) -> FixtureList:
    """Keep matches as they are, whatever is worked out next, or let them go again."""
    with write_tx():
        held = open_list(fixture_list, version)
        now = opened(held)
        chosen = {match for match in matches if match in set(now.matches)}
        kept = now.locked | chosen if locked else now.locked - chosen
        held.locked = write_matches(sorted(kept))
        save_list(held)
        words = (
            f"{held} for season {held.competition.season}: {len(chosen)} matches {'locked' if locked else 'let go'}."
        )
        record_set_up(held.competition, "lock_matches", words, by, at)
    return held
