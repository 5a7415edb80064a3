"""A team leaves in mid season, or comes back after all.

What becomes of the matches it has played is the table's affair, by the policy that is kept with the entry; here its
open matches become void, so that each opponent has a free night.
"""

from datetime import date as day
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.schedule.actions.divisions import hold_competition
from league.schedule.actions.hold import bump_version, lock_fixtures
from league.schedule.choices import FixtureState
from league.schedule.models import Entry, Fixture
from league.schedule.queries import division_rules
from league.ui.words import night
from scoring.card.constitution import WithdrawalPolicy


def withdraw_team(
    *,
    entry: Entry,
    on: day,
    reason: str,
    by: User,
    at: datetime,
    policy: WithdrawalPolicy | None = None,
) -> int:
    """Take a team out of its division from `on`; how many of its matches became void.

    `policy` None is the one of the competition's constitution. A match before `on` that has no card yet stays open.
    """
    with write_tx():
        fixtures, held = _hold(entry, Q(home=entry) | Q(away=entry))
        if held.withdrawn_on:
            raise ValidationError(f"{held} withdrew on {night(held.withdrawn_on)} already.")
        if any(fixture.in_play for fixture in fixtures):
            raise ValidationError(f"{held} are playing now. Withdraw the team after the match.")
        season = held.division.competition.season
        if not season.starts <= on <= season.ends:
            raise ValidationError({"on": f"The season is {night(season.starts)} to {night(season.ends)}."})
        policy = policy or division_rules(held.division).withdrawal
        gone = [each for each in fixtures if _unplayed(each) and (each.date is None or each.date >= on)]
        for fixture in gone:
            _save(fixture, FixtureState.VOID, held)
        going = [fixture for fixture in gone if fixture.away_id]
        held.withdrawn_on, held.withdrawal_policy = on, policy.value
        held.full_clean()
        held.save()
        words = f"{held} withdrew on {night(on)}. Matches now void: {len(going)}."
        after = {"withdrew": on.isoformat(), "results": policy.value, "void": [str(fixture) for fixture in going]}
        _record("withdraw_team", held, going, words, by=by, at=at, reason=reason, after=after)
    return len(going)


def restore_team(*, entry: Entry, reason: str, by: User, at: datetime) -> int:
    """Bring a withdrawn team back with the matches that its leaving made void; how many there are.

    Those whose night has passed, or that had none, wait for a new date; those against a team that has withdrawn too
    stay void.
    """
    with write_tx():
        fixtures, held = _hold(entry, Q(voided_with=entry))
        if not held.withdrawn_on:
            raise ValidationError(f"{held} has not withdrawn.")
        today = timezone.localdate(at)
        back = []
        for fixture in fixtures:
            other = fixture.away if fixture.home_id == held.pk else fixture.home
            if other is not None and other.withdrawn_on:
                _save(fixture, FixtureState.VOID, other)
                continue
            if fixture.away_id and (fixture.date is None or fixture.date < today):
                fixture.date = None
            _save(fixture, FixtureState.SCHEDULED if fixture.date else FixtureState.POSTPONED, None)
            if fixture.away_id:
                back.append(fixture)
        before = {"withdrew": held.withdrawn_on.isoformat(), "results": held.withdrawal_policy}
        held.withdrawn_on, held.withdrawal_policy = None, ""
        held.full_clean()
        held.save()
        words = f"{held} came back. Matches to be played again: {len(back)}."
        after = {"withdrew": None, "results": None}
        _record("restore_team", held, back, words, by=by, at=at, reason=reason, before=before, after=after)
    return len(back)


def _hold(entry: Entry, which: Q) -> tuple[list[Fixture], Entry]:
    """The team's fixtures, locked, and the entry as it is now; the season is held, so the list stays as it is."""
    hold_competition(entry.division.competition)
    fixtures = lock_fixtures(which)
    held: Entry = Entry.objects.select_related("division__competition__season", "team").get(pk=entry.pk)
    return fixtures, held


def _unplayed(fixture: Fixture) -> bool:
    return fixture.state in (FixtureState.SCHEDULED, FixtureState.POSTPONED)


def _save(fixture: Fixture, state: FixtureState, voided_with: Entry | None) -> None:
    fixture.state, fixture.voided_with = state, voided_with
    fixture.version += 1
    fixture.full_clean()
    fixture.save()


def _record(verb: str, entry: Entry, fixtures: list[Fixture], words: str, **act: Any) -> None:
    competition = entry.division.competition
    bump_version(competition)
    about = (competition.season, entry.team, *fixtures)
    record(verb=verb, words=words, league_id=competition.season.league_id, about=about, **act)
