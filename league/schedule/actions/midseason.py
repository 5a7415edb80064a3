"""Mid-season: teams leave, come back or come late, divisions are split, and what is left is rescheduled.

Open matches of a team that leaves become void. Whether its results count is for the table, by the policy of its entry.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date as day
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import F, Max, Q
from django.utils import timezone
from django.utils.text import slugify

from league.base.accounts.models import User
from league.base.audit.actions import record, save_checked, write_tx
from league.base.ui.formats import night
from league.schedule.actions.divisions import change_division, make_entry
from league.schedule.actions.lists import (
    lock_list,
    mark_published,
    new_codes,
    new_list,
    refuse_while_made,
    solve_in_background,
)
from league.schedule.actions.locking import (
    bump_version,
    change_fixture,
    lock_competition,
    lock_fixtures,
    record_season_action,
)
from league.schedule.actions.matches import note_move
from league.schedule.choices import FixtureState, ListMadeBy, ListState
from league.schedule.models import Competition, Division, Entry, Fixture, FixtureList
from league.schedule.queries.midseason import (
    KEY,
    ChangedMatch,
    Disruption,
    DisruptionKind,
    Reschedule,
    cup_keepers,
    describe_disruption,
    disruption_of,
    keeps_size,
    listed_matches,
    relegated_before,
    reschedule_of,
    reschedule_task,
)
from league.schedule.queries.seasons import still_in
from league.schedule.values.lists import contents_of
from league.teams.actions.leagues import change_venue, close_venue, settle_team
from league.teams.models import League, Team, Venue
from scoring import codec
from scoring.card.league_rules import WithdrawalPolicy
from scoring.season.schedule.offers import reschedule
from scoring.season.schedule.task import Task
from scoring.words import join_list


def withdraw_team(
    *, entry: Entry, on: day, reason: str, by: User, at: datetime, policy: WithdrawalPolicy | None = None,
    from_cups: bool = False, keep_size: bool = False,
) -> int:  # fmt: skip
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
        policy = policy or locked.division.rules_in_force().withdrawal
        unplayed = [each for each in fixtures if each.state in (FixtureState.SCHEDULED, FixtureState.POSTPONED)]
        gone = [each for each in unplayed if each.date is None or each.date >= on]
        for fixture in gone:
            change_fixture(fixture, state=FixtureState.VOID, voided_with=locked)
        going = [fixture for fixture in gone if fixture.away_id]
        locked.withdrawn_on, locked.withdrawal_policy = on, policy.value
        save_checked(locked)
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
        save_checked(locked)
        if (relegated := relegated_before(locked)) is not None:
            _relegate(locked.division, relegated, by=by, at=at)
        keepers = cup_keepers() if to_cups else ()
        cups = [text for keeper in keepers for text in keeper.return_to_cups(locked, reason=reason, by=by, at=at)]
        text = f"{locked} came back. Matches to be played again: {len(back)}."
        after = {"withdrew": None, "results": None} | ({"cups": cups} if to_cups else {})
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
    done: dict[str, list[str] | int] = {}
    if from_cups:
        left = [each.leave_cups(entry, reason=reason, by=by, at=at) for each in cup_keepers()]
        done["cups"] = [words for each in left for words in each]
    if keep_size and keeps_size(entry.division):
        done["relegated"] = entry.division.relegated - 1
        _relegate(entry.division, entry.division.relegated - 1, by=by, at=at)
    return done


def _relegate(division: Division, number: int, *, by: User, at: datetime) -> None:
    change_division(
        division=division, name=division.name, legs=division.legs, promoted=division.promoted,
        relegated=number, by=by, at=at,
    )  # fmt: skip


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
    *, division: Division, upper: Collection[Entry], names: tuple[str, str], legs: int, on: day, by: User, at: datetime,
    whole_record: bool = False,
) -> tuple[Division, Division]:  # fmt: skip
    """Split a division from `on` into two with tables of their own, `upper` in the first of them.

    What was played stays in the division as it was. Its matches from that day on are struck out. With `whole_record`
    the new tables begin with what was played.
    """
    with write_tx():
        locked = lock_competition(division.competition)
        chosen = {entry.pk for entry in upper}
        halves = [[each for each in _playing(division, at) if (each.pk in chosen) is above] for above in (True, False)]
        if min(map(len, halves)) < 2:
            raise ValidationError({"upper": "Each of the two needs two teams or more."})
        parts = list(zip(names, halves, strict=True))
        first, second = _split(locked, division, parts, legs, on, whole_record=whole_record, by=by, at=at)
    return first, second


def split_in_parts(
    *, division: Division, parts: Sequence[tuple[str, Sequence[int]]], legs: int, on: day, by: User, at: datetime,
    whole_record: bool = False,
) -> tuple[Division, ...]:  # fmt: skip
    """The same into any number of parts: each its name, and the keys of its entries, all of the division once."""
    with write_tx():
        locked = lock_competition(division.competition)
        entries_by_key = {entry.pk: entry for entry in _playing(division, at)}
        keys = [key for _, part in parts for key in part]
        if len(keys) != len(entries_by_key) or set(keys) != entries_by_key.keys():
            raise ValidationError("The teams of the division have changed since. Look again.")
        if min(len(part) for _, part in parts) < 2:
            raise ValidationError("Each part needs two teams or more.")
        named = [(name, [entries_by_key[key] for key in part]) for name, part in parts]
        return _split(locked, division, named, legs, on, whole_record=whole_record, by=by, at=at)


def _playing(division: Division, at: datetime) -> list[Entry]:
    """Those that are in it, one included that is to leave on a later day."""
    entries = division.entries.filter(still_in(timezone.localdate(at)))
    return list(entries.select_related("team").order_by("pk"))


def _split(
    locked: Competition, division: Division, parts: Sequence[tuple[str, Sequence[Entry]]], legs: int, on: day, *,
    whole_record: bool, by: User, at: datetime,
) -> tuple[Division, ...]:  # fmt: skip
    if division.parts.exists():
        raise ValidationError(f"{division} has been split already.")
    fixtures = lock_fixtures(Q(division=division))
    if any(fixture.in_play for fixture in fixtures):
        raise ValidationError("A match of this division is live now. Split it after the match.")
    gone = [each for each in fixtures if each.open and (each.date is None or each.date >= on)]
    for fixture in gone:
        change_fixture(fixture, state=FixtureState.VOID)
    start = {"legs": legs, "split_from": division, "split_on": on, "whole_record": whole_record}
    made = tuple(_part(locked, division, name, part, start) for name, part in parts)
    _rank_parts(division, made)
    bump_version(locked)
    text = f"{division} split on {night(on)} into {join_list(map(str, made))}. Matches struck out: {len(gone)}."
    about = [*(entry.team for _, part in parts for entry in part), *gone]
    after: dict[str, Any] = {
        str(each): [str(entry) for entry in part] for each, (_, part) in zip(made, parts, strict=True)
    }
    after |= {"whole record": True} if whole_record else {}
    record_season_action(locked, "split_division", text, by, at, about=about, after=after)
    return made


def _rank_parts(division: Division, parts: Sequence[Division]) -> None:
    """The parts take the place of what was split, the first of them its promotion and the last its relegation; it goes
    below all.
    """
    of_season = Division.objects.filter(competition=division.competition)
    below = of_season.filter(rank__gt=division.rank).exclude(pk__in=[each.pk for each in parts])
    below.update(rank=F("rank") + len(parts) - 1)
    for rank, each in enumerate(parts, start=division.rank):
        each.rank = rank
    parts[0].promoted, parts[-1].relegated = division.promoted, division.relegated
    division.rank = 1 + max(each.rank for each in (*parts, *of_season))
    Division.objects.bulk_update((*parts, division), ("rank", "promoted", "relegated"))


def _part(
    competition: Competition, old: Division, name: str, entries: Sequence[Entry], start: Mapping[str, Any]
) -> Division:
    rank = competition.divisions.aggregate(last=Max("rank"))["last"] + 1
    slug = slugify(name) or f"division-{rank}"
    if competition.divisions.filter(slug=slug).exists():
        raise ValidationError({"names": f"There is a division called {name} already."})
    copied = ("night", "second_half", "min_gap_days", "pref_gap_days", "max_run", "min_rest_days", "rules")
    made = Division(
        competition=competition,
        name=name,
        slug=slug,
        rank=rank,
        **start,
        **{each: getattr(old, each) for each in copied},
    )
    save_checked(made)
    for entry in entries:
        make_entry(
            division=made, team=entry.team, name=entry.name, night=entry.night, withdrawn_on=entry.withdrawn_on,
            withdrawal_policy=entry.withdrawal_policy,
        )  # fmt: skip
    return made


# --- the rest of the season rescheduled -------------------------------------------------------------------------------
def start_reschedule(
    *, competition: Competition, disruption: Disruption, seconds: int, by: User, at: datetime, task: Task | None = None
) -> FixtureList:
    """Ask for the list of what is left, with as few changes as may be. Nothing of the season is touched.

    It begins with the list as it is, patched: what is in the way goes where it fits best. `task` is another task than
    what is left today: one with a wish dropped, say.
    """
    task = task or reschedule_task(competition, disruption, today=timezone.localdate(at))
    if not task.divisions:
        raise ValidationError("No match of this season is still to be played.")
    begun = reschedule(task, listed_matches(task))
    with write_tx():
        locked = lock_competition(competition)
        name = describe_disruption(disruption)[:60].rstrip(".")
        made = new_list(locked, ListMadeBy.RESCHEDULE, task, begun, by=by, at=at, name=name)
        made.task[KEY] = codec.bare(disruption)
        made.save(update_fields=["task"])
        title = f"Working out changes for season {locked.season}"
        solve_in_background(made, seconds, title, by=by, at=at)
        record_season_action(
            locked, "start_repair", f"Mid-season changes for season {locked.season} asked for: {made}", by, at
        )
    return made


def apply_reschedule(
    *, fixture_list: FixtureList, reason: str, by: User, at: datetime, despite: bool = False
) -> Reschedule:
    """Change the season's matches to those of a new list, and the pub by what has happened; `despite` its faults."""
    with write_tx():
        League.objects.select_for_update(of=("self",)).get(pk=fixture_list.competition.season.league_id)
        lock_competition(fixture_list.competition)
        by_key = {each.pk: each for each in lock_fixtures(Q(division__competition=fixture_list.competition_id))}
        row = lock_list(fixture_list)
        if row.how != ListMadeBy.RESCHEDULE or row.state != ListState.DRAFT:
            raise ValidationError("The season has changed since. Start again.")
        refuse_while_made(row)
        reschedule = reschedule_of(contents_of(row), today=timezone.localdate(at))
        if reschedule.problems:
            raise ValidationError(list(reschedule.problems))
        if reschedule.faults and not despite:
            raise ValidationError({"despite": "Tick this to make changes that break rules."})
        disruption = disruption_of(row)
        _pub_changes(disruption, row.competition, by_key, by, at)
        for change in reschedule.changed:
            if change.fixture is not None:
                old = by_key[change.fixture.pk].date
                locked = _change(by_key[change.fixture.pk], change, disruption)
                if old != locked.date:
                    note_move(locked, old, reason=reason, by=by, at=at)
        _add([each for each in reschedule.changed if each.fixture is None], row.competition, disruption)
        mark_published(row, by=by, at=at)
        _record_reschedule(row, reschedule, reason, by, at)
    return reschedule


def _change(fixture: Fixture, changed: ChangedMatch, disruption: Disruption) -> Fixture:
    venue, start = fixture.venue, fixture.start_time
    if fixture.home_id != changed.home.pk or disruption.moves(venue.pk):
        venue, start = _pub_of(changed, disruption), changed.home.team.start_time
    return change_fixture(
        fixture,
        date=changed.new.date,
        state=FixtureState.SCHEDULED,
        home=changed.home,
        away=changed.away,
        venue=venue,
        start_time=start,
    )


def _pub_of(changed: ChangedMatch, disruption: Disruption) -> Venue:
    """Where the home side plays, once what has happened is written down."""
    venue = changed.home.team.venue
    return Venue.objects.get(pk=disruption.other) if disruption.moves(venue.pk) else venue


def _add(new: list[ChangedMatch], competition: Competition, disruption: Disruption) -> None:
    season = competition.season
    names = [
        f"{season.league.slug}/{season.slug}/late/{match.home.pk}/{match.away.pk}/{match.new.date}" for match in new
    ]
    for match, code in zip(new, new_codes(names), strict=True):
        division, others = match.home.division, Fixture.objects.filter(division=match.home.division_id)
        # The week of the division's other matches that night, else one after all of them.
        same, last = others.filter(date=match.new.date).order_by("week").first(), others.order_by("-week").first()
        fixture = Fixture(
            league=season.league,
            division=division,
            week=same.week if same else last.week + 1 if last else 1,
            half=season.half_of(match.new.date),
            home=match.home,
            away=match.away,
            date=match.new.date,
            first_date=match.new.date,
            start_time=match.home.team.start_time,
            venue=_pub_of(match, disruption),
            code=code,
        )
        save_checked(fixture)


def _pub_changes(
    disruption: Disruption, competition: Competition, fixtures: dict[int, Fixture], by: User, at: datetime
) -> None:
    """Write down what has happened to the pub, and let the matches there that stay on their night follow it."""
    if disruption.what is DisruptionKind.NOTHING or disruption.first is None:
        return
    venue = Venue.objects.get(pk=disruption.venue)
    if disruption.what is DisruptionKind.SHUT:
        last = disruption.last or max(competition.season.ends, disruption.first)
        close_venue(venue=venue, first=disruption.first, last=last, reason="Shut", by=by, at=at)
    elif disruption.what is DisruptionKind.BOARDS:
        change_venue(venue=venue, boards=disruption.boards, by=by, at=at)
    elif disruption.what is DisruptionKind.MOVED:
        other = Venue.objects.get(pk=disruption.other)
        for team in Team.objects.filter(venue=venue, active=True).order_by("name", "pk"):
            settle_team(team=team, venue=other, start_time=team.start_time, active=True, by=by, at=at)
        for fixture in fixtures.values():
            later = fixture.date is None or fixture.date >= disruption.first
            if fixture.open and not fixture.in_play and fixture.venue_id == venue.pk and later:
                change_fixture(fixture, venue=other)


def _record_reschedule(row: FixtureList, reschedule: Reschedule, reason: str, by: User, at: datetime) -> None:
    season = row.competition.season
    bump_version(row.competition)
    teams = {entry.team_id: entry.team for each in reschedule.changed for entry in (each.home, each.away)}
    rows = [each.fixture for each in reschedule.changed if each.fixture is not None]
    record(
        verb="put_in_place",
        words=f"{reschedule.disruption} Matches changed in season {season}: {len(reschedule.changed)}.", at=at, by=by,
        league_id=season.league_id, about=(season, *teams.values(), *rows), reason=reason,
        after={"changed": [each.text for each in reschedule.changed]},
    )  # fmt: skip
