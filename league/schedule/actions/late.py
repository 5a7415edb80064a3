"""A division changes in mid-season: a team comes in late, or the division is split.

The matches that follow from it are not made here: the list of what is left is mended (`repair`), and seen first.
"""

from collections.abc import Collection, Sequence
from datetime import date as day
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import Max, Q
from django.utils.text import slugify

from league.accounts.models import User
from league.audit.actions import write_tx
from league.schedule.actions.divisions import hold_competition, record_set_up
from league.schedule.actions.hold import bump_version, change_fixture, lock_fixtures
from league.schedule.choices import FixtureState
from league.schedule.models import Competition, Division, Entry
from league.teams.models import Team
from league.ui.words import night


def enter_late(*, division: Division, team: Team, joined_on: day, legs: int, by: User, at: datetime) -> Entry:
    """Take a team into a division that is playing already; it meets each of the others `legs` times."""
    with write_tx():
        held = hold_competition(division.competition)
        if Entry.objects.filter(division__competition=held, team=team).exists():
            raise ValidationError({"team": f"{team} is in a division of this season already."})
        if not held.season.starts <= joined_on <= held.season.ends:
            said = f"{night(held.season.starts)} to {night(held.season.ends)}"
            raise ValidationError({"joined_on": f"The season is {said}."})
        if legs > division.legs:
            raise ValidationError({"legs": f"The teams of {division} meet {division.legs} times at most."})
        entry = Entry(division=division, team=team, name=team.name, joined_on=joined_on, legs=legs)
        entry.full_clean()
        entry.save()
        bump_version(held)
        words = f"{team} came into {division} on {night(joined_on)}."
        record_set_up(held, "enter_late", words, by, at, about=[team], after={"times it meets each team": legs})
    return entry


def split_division(
    *, division: Division, upper: Collection[Entry], names: tuple[str, str], legs: int, on: day, by: User, at: datetime
) -> tuple[Division, Division]:
    """Split a division from `on` into two with tables of their own, `upper` in the first of them.

    What was played stays in the division as it was. Its matches from that day on are struck out.
    """
    with write_tx():
        held = hold_competition(division.competition)
        chosen = {entry.pk for entry in upper}
        halves = [[each for each in _playing(division) if (each.pk in chosen) is above] for above in (True, False)]
        if min(map(len, halves)) < 2:
            raise ValidationError({"upper": "Each of the two needs two teams or more."})
        parts = list(zip(names, halves, strict=True))
        first, second = _split(held, division, parts, legs, on, by=by, at=at)
    return first, second


def split_in_parts(
    *, division: Division, parts: Sequence[tuple[str, Sequence[int]]], legs: int, on: day, by: User, at: datetime
) -> tuple[Division, ...]:
    """The same into any number of parts: each its name, and the keys of its entries, all of the division once."""
    with write_tx():
        held = hold_competition(division.competition)
        there = {entry.pk: entry for entry in _playing(division)}
        keys = [key for _, part in parts for key in part]
        if len(keys) != len(there) or set(keys) != there.keys():
            raise ValidationError("The teams of the division have changed since. Look again.")
        if min(len(part) for _, part in parts) < 2:
            raise ValidationError("Each part needs two teams or more.")
        named = [(name, [there[key] for key in part]) for name, part in parts]
        return _split(held, division, named, legs, on, by=by, at=at)


def _playing(division: Division) -> list[Entry]:
    """The teams that have not withdrawn."""
    return list(division.entries.filter(withdrawn_on=None).select_related("team").order_by("pk"))


def _split(
    held: Competition,
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
        raise ValidationError("A match of this division is being played now. Split it after the match.")
    gone = [each for each in fixtures if each.open and (each.date is None or each.date >= on)]
    for fixture in gone:
        change_fixture(fixture, state=FixtureState.VOID)
    made = tuple(_half(held, division, name, part, legs) for name, part in parts)
    bump_version(held)
    names = f"{', '.join(map(str, made[:-1]))} and {made[-1]}"
    words = f"{division} split on {night(on)} into {names}. Matches struck out: {len(gone)}."
    about = [*(entry.team for _, part in parts for entry in part), *gone]
    after = {str(each): [str(entry) for entry in part] for each, (_, part) in zip(made, parts, strict=True)}
    record_set_up(held, "split_division", words, by, at, about=about, after=after)
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
        again = Entry(division=made, team=entry.team, name=entry.name, night=entry.night)
        again.full_clean()
        again.save()
    return made
