"""Who plays in a division changes in mid-season: a team leaves, comes back or comes in late, or the division is split.

What becomes of the matches that a withdrawn team has played is the table's affair, by the policy that is kept with the
entry; here its open matches become void, so that each opponent has a free night.
"""

from collections.abc import Collection, Sequence
from datetime import date as day
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.text import slugify

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.ui.formats import night
from league.schedule.actions.divisions import change_division, make_entry
from league.schedule.actions.locking import (
    bump_version,
    change_fixture,
    lock_competition,
    lock_fixtures,
    record_season_action,
)
from league.schedule.choices import FixtureState
from league.schedule.models import Competition, Division, Entry, Fixture
from league.schedule.queries.withdrawals import cup_keepers, keeps_size, relegated_before
from league.schedule.values.matches import division_rules
from league.teams.models import Team
from scoring.card.league_rules import WithdrawalPolicy
from scoring.words import join_list


def withdraw_team(
    *,
    entry: Entry,
    on: day,
    reason: str,
    by: User,
    at: datetime,
    policy: WithdrawalPolicy | None = None,
    from_cups: bool = False,
    keep_size: bool = False,
) -> int:
    """Take a team out of its division from `on`; how many of its matches became void.

    `policy` None is the one of the competition's rules. A match before `on` that has no card yet stays open.
    With `from_cups` it leaves the season's cups too; with `keep_size` one team fewer is relegated from its division.
    """
    with write_tx():
        fixtures, locked = _lock(entry, Q(home=entry) | Q(away=entry))
        if locked.withdrawn_on:
            raise ValidationError(f"{locked} withdrew on {night(locked.withdrawn_on)} already.")
        if any(fixture.in_play for fixture in fixtures):
            raise ValidationError(f"{locked} are playing now. Withdraw the team after the match.")
        season = locked.division.competition.season
        if not season.starts <= on <= season.ends:
            raise ValidationError({"on": f"The season is {night(season.starts)} to {night(season.ends)}."})
        policy = policy or division_rules(locked.division).withdrawal
        gone = [each for each in fixtures if _unplayed(each) and (each.date is None or each.date >= on)]
        for fixture in gone:
            change_fixture(fixture, state=FixtureState.VOID, voided_with=locked)
        going = [fixture for fixture in gone if fixture.away_id]
        locked.withdrawn_on, locked.withdrawal_policy = on, policy.value
        locked.full_clean()
        locked.save()
        text = f"{locked} withdrew on {night(on)}. Matches now void: {len(going)}."
        void = [str(fixture) for fixture in going]
        after: dict[str, Any] = {"withdrew": on.isoformat(), "results": policy.value, "void": void}
        after |= _besides(locked, from_cups=from_cups, keep_size=keep_size, reason=reason, by=by, at=at)
        _record("withdraw_team", locked, going, text, by=by, at=at, reason=reason, after=after)
    return len(going)


def restore_team(*, entry: Entry, reason: str, by: User, at: datetime, to_cups: bool = False) -> int:
    """Bring a withdrawn team back with the matches that its leaving made void; how many there are.

    Those whose night has passed, or that had none, wait for a new date; those against a team that has withdrawn too
    stay void. With `to_cups` it is back in the cups that it withdrew from, where nobody has played on since.
    """
    with write_tx():
        fixtures, locked = _lock(entry, Q(voided_with=entry))
        if not locked.withdrawn_on:
            raise ValidationError(f"{locked} has not withdrawn.")
        back = [each for each in fixtures if _put_back(each, locked, timezone.localdate(at)) and each.away_id]
        before = {"withdrew": locked.withdrawn_on.isoformat(), "results": locked.withdrawal_policy}
        locked.withdrawn_on, locked.withdrawal_policy = None, ""
        locked.full_clean()
        locked.save()
        text = f"{locked} came back. Matches to be played again: {len(back)}."
        after = {
            "withdrew": None,
            "results": None,
            **_besides_again(locked, to_cups=to_cups, reason=reason, by=by, at=at),
        }
        _record("restore_team", locked, back, text, by=by, at=at, reason=reason, before=before, after=after)
    return len(back)


def _lock(entry: Entry, which: Q) -> tuple[list[Fixture], Entry]:
    """The team's fixtures, locked, and the entry as it is now; the season is locked, so the list stays as it is."""
    lock_competition(entry.division.competition)
    fixtures = lock_fixtures(which)
    locked: Entry = Entry.objects.select_related("division__competition__season", "team").get(pk=entry.pk)
    return fixtures, locked


def _put_back(fixture: Fixture, entry: Entry, today: day) -> bool:
    """Whether a match that became void with a team is to be played again: not against one that has withdrawn too."""
    other = fixture.away if fixture.home_id == entry.pk else fixture.home
    if other is not None and other.withdrawn_on:
        change_fixture(fixture, state=FixtureState.VOID, voided_with=other)
        return False
    if fixture.away_id and (fixture.date is None or fixture.date < today):
        fixture.date = None
    state = FixtureState.SCHEDULED if fixture.date else FixtureState.POSTPONED
    change_fixture(fixture, state=state, voided_with=None)
    return True


def _besides(
    entry: Entry, *, from_cups: bool, keep_size: bool, reason: str, by: User, at: datetime
) -> dict[str, list[str] | int]:
    """What else happens as a team leaves, as the record keeps it: in its cups, and to the relegation places."""
    done: dict[str, list[str] | int] = {}
    if from_cups:
        left = [each.leave_cups(entry, reason=reason, by=by, at=at) for each in cup_keepers()]
        done["cups"] = [words for each in left for words in each]
    if keep_size and keeps_size(entry.division):
        done["relegated"] = entry.division.relegated - 1
        _relegate(entry.division, entry.division.relegated - 1, by=by, at=at)
    return done


def _besides_again(entry: Entry, *, to_cups: bool, reason: str, by: User, at: datetime) -> dict[str, list[str]]:
    """The same as it comes back."""
    if (relegated := relegated_before(entry)) is not None:
        _relegate(entry.division, relegated, by=by, at=at)
    back = [each.return_to_cups(entry, reason=reason, by=by, at=at) for each in cup_keepers()] if to_cups else []
    return {"cups": [words for each in back for words in each]} if to_cups else {}


def _relegate(division: Division, number: int, *, by: User, at: datetime) -> None:
    change_division(
        division=division, name=division.name, legs=division.legs, promoted=division.promoted,
        relegated=number, by=by, at=at,
    )  # fmt: skip


def _unplayed(fixture: Fixture) -> bool:
    return fixture.state in (FixtureState.SCHEDULED, FixtureState.POSTPONED)


def _record(verb: str, entry: Entry, fixtures: list[Fixture], words: str, **act: Any) -> None:
    competition = entry.division.competition
    bump_version(competition)
    about = (competition.season, entry.team, *fixtures)
    record(verb=verb, words=words, league_id=competition.season.league_id, about=about, **act)


# --- a team comes in late, or a division is split ---------------------------------------------------------------------
def enter_late(*, division: Division, team: Team, joined_on: day, legs: int, by: User, at: datetime) -> Entry:
    """Take a team into a division that is playing already; it meets each of the others `legs` times."""
    with write_tx():
        locked = lock_competition(division.competition)
        if Entry.objects.filter(division__competition=locked, team=team).exists():
            raise ValidationError({"team": f"{team} is in a division of this season already."})
        if not locked.season.starts <= joined_on <= locked.season.ends:
            span = f"{night(locked.season.starts)} to {night(locked.season.ends)}"
            raise ValidationError({"joined_on": f"The season is {span}."})
        if legs > division.legs:
            raise ValidationError({"legs": f"The teams of {division} meet {division.legs} times at most."})
        entry = make_entry(division=division, team=team, joined_on=joined_on, legs=legs)
        bump_version(locked)
        text = f"{team} came into {division} on {night(joined_on)}."
        record_season_action(locked, "enter_late", text, by, at, about=[team], after={"times it meets each team": legs})
    return entry


def split_division(
    *, division: Division, upper: Collection[Entry], names: tuple[str, str], legs: int, on: day, by: User, at: datetime
) -> tuple[Division, Division]:
    """Split a division from `on` into two with tables of their own, `upper` in the first of them.

    What was played stays in the division as it was. Its matches from that day on are struck out.
    """
    with write_tx():
        locked = lock_competition(division.competition)
        chosen = {entry.pk for entry in upper}
        halves = [[each for each in _playing(division) if (each.pk in chosen) is above] for above in (True, False)]
        if min(map(len, halves)) < 2:
            raise ValidationError({"upper": "Each of the two needs two teams or more."})
        parts = list(zip(names, halves, strict=True))
        first, second = _split(locked, division, parts, legs, on, by=by, at=at)
    return first, second


def split_in_parts(
    *, division: Division, parts: Sequence[tuple[str, Sequence[int]]], legs: int, on: day, by: User, at: datetime
) -> tuple[Division, ...]:
    """The same into any number of parts: each its name, and the keys of its entries, all of the division once."""
    with write_tx():
        locked = lock_competition(division.competition)
        entries_by_key = {entry.pk: entry for entry in _playing(division)}
        keys = [key for _, part in parts for key in part]
        if len(keys) != len(entries_by_key) or set(keys) != entries_by_key.keys():
            raise ValidationError("The teams of the division have changed since. Look again.")
        if min(len(part) for _, part in parts) < 2:
            raise ValidationError("Each part needs two teams or more.")
        named = [(name, [entries_by_key[key] for key in part]) for name, part in parts]
        return _split(locked, division, named, legs, on, by=by, at=at)


def _playing(division: Division) -> list[Entry]:
    return list(division.entries.filter(withdrawn_on=None).select_related("team").order_by("pk"))


def _split(
    locked: Competition,
    division: Division,
    parts: Sequence[tuple[str, Sequence[Entry]]],
    legs: int,
    on: day,
    *,
    by: User,
    at: datetime,
) -> tuple[Division, ...]:
    fixtures = lock_fixtures(Q(division=division))
    if any(fixture.in_play for fixture in fixtures):
        raise ValidationError("A match of this division is live now. Split it after the match.")
    gone = [each for each in fixtures if each.open and (each.date is None or each.date >= on)]
    for fixture in gone:
        change_fixture(fixture, state=FixtureState.VOID)
    made = tuple(_half(locked, division, name, part, legs) for name, part in parts)
    bump_version(locked)
    text = f"{division} split on {night(on)} into {join_list(map(str, made))}. Matches struck out: {len(gone)}."
    about = [*(entry.team for _, part in parts for entry in part), *gone]
    after = {str(each): [str(entry) for entry in part] for each, (_, part) in zip(made, parts, strict=True)}
    record_season_action(locked, "split_division", text, by, at, about=about, after=after)
    return made


def _half(competition: Competition, old: Division, name: str, entries: Sequence[Entry], legs: int) -> Division:
    rank = competition.divisions.aggregate(last=Max("rank"))["last"] + 1
    slug = slugify(name) or f"division-{rank}"
    if competition.divisions.filter(slug=slug).exists():
        raise ValidationError({"names": f"There is a division called {name} already."})
    copied = ("night", "second_half", "min_gap_days", "pref_gap_days", "max_run", "min_rest_days")
    made = Division(
        competition=competition,
        name=name,
        slug=slug,
        rank=rank,
        legs=legs,
        **{each: getattr(old, each) for each in copied},
    )
    made.full_clean()
    made.save()
    for entry in entries:
        make_entry(division=made, team=entry.team, name=entry.name, night=entry.night)
    return made
