"""Draft lists: asked for, made, imported, copied, deleted, given what the solver finds; published, and taken back.

A draft touches no match before it is published, and none is published once something was played or a card came in.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from itertools import count

from django.core.exceptions import ValidationError
from django.db.models import F, Max, ProtectedError, Q
from django.db.models.deletion import Collector
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import save_checked, write_tx
from league.base.jobs.actions import cancel_job, enqueue
from league.schedule.actions import seasons
from league.schedule.actions.locking import bump_version, lock_competition, lock_fixtures, record_season_action
from league.schedule.choices import ListMadeBy, ListState
from league.schedule.models import Competition, Fixture, FixtureList, Move, MoveRequest
from league.schedule.presenters import changes_text
from league.schedule.queries.lists import Publication, edition, job_of, publication_of, task_of
from league.schedule.values.lists import contents_of, figures_of, write_matches
from league.teams.models import Team
from scoring.season.schedule.circle import plain_list, short_of_nights
from scoring.season.schedule.edits import Edit, NotListedError, apply_edit, replacements
from scoring.season.schedule.files import write_task
from scoring.season.schedule.judge import judge, lower_bound
from scoring.season.schedule.task import Match, NightPlan, Task, with_night_plan


# --- the rows of lists ------------------------------------------------------------------------------------------------
def new_list(
    competition: Competition, how: ListMadeBy, task: Task, matches: Iterable[Match], *, by: User, at: datetime,
    name: str = "", locked: Iterable[Match] = (),
) -> FixtureList:  # fmt: skip
    last = FixtureList.objects.filter(competition=competition).aggregate(last=Max("number"))["last"] or 0
    made = FixtureList(
        competition=competition, number=last + 1, name=name, how=how, task=write_task(task), made_at=at, made_by=by
    )
    sorted_matches = tuple(sorted(matches))
    if sorted_matches:
        judge_row(made, task, sorted_matches)
    made.locked = write_matches(locked)
    return save_checked(made)


def judge_row(row: FixtureList, task: Task, matches: tuple[Match, ...]) -> tuple[int, int]:
    """Give a row matches, and what they are worth."""
    judgement = judge(task, matches)
    row.matches = write_matches(matches)
    row.hard, row.cost = judgement.hard, judgement.cost
    row.figures = figures_of(task, matches, judgement)
    row.bound = max(row.bound or 0, lower_bound(task))
    return judgement.hard, judgement.cost


def save_list(row: FixtureList) -> None:
    row.version += 1
    save_checked(row)


def mark_published(row: FixtureList, *, by: User, at: datetime) -> None:
    """Say that the season's matches come from this list now, and from no other any more."""
    FixtureList.objects.filter(competition=row.competition, state=ListState.PUBLISHED).update(state=ListState.REPLACED)
    row.state, row.published_at, row.published_by = ListState.PUBLISHED, at, by
    save_list(row)


def lock_list(fixture_list: FixtureList) -> FixtureList:
    rows = FixtureList.objects.select_for_update(of=("self",)).select_related("competition__season__league")
    return rows.get(pk=fixture_list.pk)


def open_list(fixture_list: FixtureList, version: int) -> FixtureList:
    """The row, for somebody who saw it as `version`: a draft, and at rest."""
    locked = lock_list(fixture_list)
    if locked.state not in (ListState.DRAFT, ListState.TAKEN_BACK):
        raise ValidationError("This draft has been published. Duplicate it and change the copy.")
    refuse_while_made(locked)
    if locked.version != version:
        raise ValidationError("The draft has changed since you opened it. Preview your change again.")
    return locked


def refuse_while_made(row: FixtureList) -> None:
    if (job := job_of(row)) and not job.finished:
        raise ValidationError("This draft is still being made. Stop that first.")


SOLVING = "solve-list"


def solve_in_background(row: FixtureList, seconds: int, title: str, *, by: User, at: datetime, seed: int = 0) -> None:
    row.job, league_id = f"list-{row.pk}", row.competition.season.league_id
    row.save(update_fields=["job"])
    args = {"list": row.pk, "seconds": seconds, "seed": seed}
    enqueue(key=row.job, kind=SOLVING, args=args, title=title, by=by, at=at, league_id=league_id)


def start_list(
    *, competition: Competition, seconds: int, by: User, at: datetime, seed: int = 0, start: FixtureList | None = None,
    task: Task | None = None, nights: NightPlan | None = None,
) -> FixtureList:  # fmt: skip
    """Ask for a list to be worked out, for `seconds` at most; it is a row at once, and its matches come as found.

    `nights` is what is asked of the season's nights as a whole. `start` is a list to begin from, whose locked matches
    stay as they are; `task` another task than today's wishes.
    """
    with write_tx():
        competition = lock_competition(competition)
        task = _task_to_solve(competition, task)
        begun = contents_of(start) if start else None
        matches = _still_there(task, begun.matches) if begun else ()
        locked = _still_there(task, begun.locked) if begun else ()
        task = with_night_plan(task, nights, locked) if nights else task
        made = new_list(competition, ListMadeBy.SOLVER, task, matches, by=by, at=at, locked=locked)
        solve_in_background(made, seconds, f"Making {made} for season {competition.season}", by=by, at=at, seed=seed)
        record_season_action(competition, "start_list", f"{made} for season {competition.season} asked for.", by, at)
    return made


def make_plain_list(*, competition: Competition, by: User, at: datetime) -> FixtureList:
    """The plain round robin as a list; asked for again, with the teams in another order."""
    with write_tx():
        locked = lock_competition(competition)
        task = _task_to_solve(locked, None)
        if short := short_of_nights(task):
            raise ValidationError(
                [f"{each.name} needs {each.rounds} nights and has {len(each.dates)}." for each in short]
            )
        draw = FixtureList.objects.filter(competition=locked, how=ListMadeBy.ROUND_ROBIN).count()
        made = new_list(locked, ListMadeBy.ROUND_ROBIN, task, plain_list(task, draw), by=by, at=at)
        record_season_action(
            locked, "make_plain_list", f"{made} for season {locked.season} made, a quick round robin.", by, at
        )
    return made


def import_list(
    *, competition: Competition, matches: Iterable[Match], name: str, by: User, at: datetime
) -> FixtureList:
    """A list that was made elsewhere, as it is; what is wrong with it is for the judge to say."""
    with write_tx():
        locked = lock_competition(competition)
        made = new_list(locked, ListMadeBy.FILE, _task_to_solve(locked, None), matches, by=by, at=at, name=name)
        text = f"{made} for season {locked.season} read from a file: {len(made.matches)} matches."
        record_season_action(locked, "import_list", text, by, at)
    return made


def copy_list(*, fixture_list: FixtureList, by: User, at: datetime) -> FixtureList:
    with write_tx():
        competition = lock_competition(fixture_list.competition)
        source = contents_of(FixtureList.objects.get(pk=fixture_list.pk))
        name, season = f"Copy of {source.row}"[:60], competition.season
        locked = tuple(source.locked)
        made = new_list(
            competition, ListMadeBy.HAND, source.task, source.matches, by=by, at=at, name=name, locked=locked
        )
        record_season_action(
            competition, "copy_list", f"Draft {made.number} for season {season} is a copy of {source.row}.", by, at
        )
    return made


def rename_list(*, fixture_list: FixtureList, name: str, by: User, at: datetime) -> FixtureList:
    with write_tx():
        locked = lock_list(fixture_list)
        before = str(locked)
        locked.name = name
        save_checked(locked, "name")
        text = f"{before} for season {locked.competition.season} is called {locked}."
        record_season_action(locked.competition, "rename_list", text, by, at)
    return locked


def remove_list(*, fixture_list: FixtureList, by: User, at: datetime) -> None:
    """Throw a list away; not the one that the season is played by, which is taken back first."""
    with write_tx():
        locked = lock_list(fixture_list)
        if locked.state == ListState.PUBLISHED:
            raise ValidationError("These fixtures are published. Unpublish them first, or publish another draft.")
        if (job := job_of(locked)) and not job.finished:
            cancel_job(job=job, by=by, at=at)
        text = f"{locked} for season {locked.competition.season} deleted."
        record_season_action(locked.competition, "remove_list", text, by, at)
        locked.delete()


# --- from the work that makes a list ----------------------------------------------------------------------------------
def keep_list(*, list_id: int, matches: Iterable[Match], bound: int | None = None) -> FixtureList | None:
    """Put what the solver has found in its row, if it is better than what is there; None if the row is gone.

    A list that moves a locked match is never kept.
    """
    with write_tx():
        locked: FixtureList | None = FixtureList.objects.select_for_update(of=("self",)).filter(pk=list_id).first()
        if locked is None:
            return None
        shown, new_matches = contents_of(locked), tuple(matches)
        was = (locked.hard, locked.cost) if locked.matches else None
        worth = judge_row(locked, shown.task, new_matches)
        if (was is not None and None not in was and worth >= was) or not shown.locked <= set(new_matches):
            locked.refresh_from_db()
        locked.bound = max(locked.bound or 0, bound or 0)
        save_list(locked)
    return locked


def finish_list(*, list_id: int, at: datetime, clash: dict[str, object] | None = None) -> FixtureList | None:
    with write_tx():
        locked: FixtureList | None = (
            FixtureList.objects.select_for_update(of=("self",))
            .select_related("competition__season__league")
            .filter(pk=list_id)
            .first()
        )
        if locked is None:
            return None
        locked.clash = clash or {}
        save_list(locked)
        season = locked.competition.season
        text = f"{locked} for season {season} cannot be made." if clash else f"{locked} for season {season} is ready."
        after = {"hard": locked.hard, "cost": locked.cost, "bound": locked.bound}
        record_season_action(locked.competition, "finish_list", text, locked.made_by, at, after=after)
    return locked


# --- what is asked ----------------------------------------------------------------------------------------------------
def _task_to_solve(competition: Competition, task: Task | None) -> Task:
    task = task or task_of(competition)
    if not task.divisions:
        raise ValidationError("No division has two teams yet, so there are no fixtures to make.")
    return task


def _still_there(task: Task, matches: Iterable[Match]) -> tuple[Match, ...]:
    teams = {division.id: set(division.teams) for division in task.divisions}
    return tuple(sorted(match for match in matches if {match.home, match.away} <= teams.get(match.division, set())))


# --- changes by hand --------------------------------------------------------------------------------------------------
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
        was_at, is_at = ({"matches": write_matches(pair[side] for pair in changed)} for side in (0, 1))
        record_season_action(locked.competition, "change_list", text, by, at, before=was_at, after=is_at)
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


# --- publication ------------------------------------------------------------------------------------------------------
# Easy to read out and to copy from paper: no vowels, so no words, and nothing that looks like something else.
LETTERS = "BCDFGHJKMNPQRTVWXY346789"
CODE_LENGTH = 6


def refuse_once_begun(competition: Competition) -> None:
    """From the first match that is played, or card that comes in, the list is changed match by match.

    What the apps above keep about a match is asked of the database: whatever protects the match from going.
    """
    old = Fixture.objects.filter(division__competition=competition)
    if competition.frozen_at or old.filter(Q(in_play=True) | Q(state__in=["played", "awarded"])).exists():
        raise ValidationError("Matches of this season have been played, so change one match at a time.")
    try:
        Collector(using=old.db).collect(old)
    except ProtectedError as error:
        raise ValidationError("A result has come in, so change one match at a time.") from error


def new_codes(names: Iterable[str]) -> Iterator[str]:
    """A short code that no match of any league has, for each name: the same for the same name, unless it is taken."""
    with scopes_disabled():  # codes are one set for all leagues
        taken = set(Fixture.objects.values_list("code", flat=True))
    for name in names:
        code = next(code for code in codes_for(name) if code not in taken)
        taken.add(code)
        yield code


def codes_for(name: str) -> Iterator[str]:
    """The codes that a name may have, the first one first."""
    for attempt in count():
        number = int.from_bytes(sha256(f"{name}#{attempt}".encode()).digest())
        letters = []
        for _ in range(CODE_LENGTH):
            number, letter = divmod(number, len(LETTERS))
            letters.append(LETTERS[letter])
        yield "".join(letters)


# --- a list made the season's matches ---------------------------------------------------------------------------------
# Weeks are given in two steps, so that two matches of a pair never have one week between them.
ASIDE = 1000
PUBLISHED_FIELDS = (
    *("division_id", "week", "half", "date", "first_date", "start_time", "venue_id"),
    *("state", "play_by", "voided_with_id"),
)


def publish_list(
    *, fixture_list: FixtureList, by: User, at: datetime, despite: bool = False, open_season: bool = False
) -> Publication:
    """Make a list the season's matches, in place of those that are there; `despite` what it breaks.

    With `open_season` it becomes the season that the league is in: a transaction of its own, which holds the league.

    A match of the same two teams at the same pub stays the same match, with its code, its calendar entry and its card,
    on its new night. Postponements and requests go: they were about the old nights.
    """
    with write_tx():
        lock_competition(fixture_list.competition)
        lock_fixtures(Q(division__competition=fixture_list.competition_id))
        # Read now: with every match locked, no first result can freeze it any more.
        locked = Competition.objects.select_related("season__league").get(pk=fixture_list.competition_id)
        row = lock_list(fixture_list)
        if row.state == ListState.PUBLISHED:
            raise ValidationError("This draft is published already.")
        if row.how == ListMadeBy.RESCHEDULE:
            raise ValidationError("These are mid-season changes. Review them and apply them from their own page.")
        refuse_while_made(row)
        refuse_once_begun(locked)
        publication = publication_of(contents_of(row))
        if publication.problems:
            raise ValidationError(list(publication.problems))
        if publication.violations and not despite:
            raise ValidationError({"despite": "Tick this to publish fixtures that break rules."})
        kept, new, gone = _put_in_place(locked, publication.placed)
        bump_version(locked)
        mark_published(row, by=by, at=at)
        text = f"{row} published for season {locked.season}, version {edition(row)}: {publication.played} matches."
        after = {"matches": publication.played, "kept": kept, "new": new, "gone": gone}
        teams = tuple({each.home.team_id: each.home.team for each in publication.placed}.values())
        record_season_action(locked, "publish_list", text, by, at, about=teams, after=after)
    if open_season and not locked.season.current:
        seasons.open_season(season=locked.season, by=by, at=at)
    return publication


def unpublish_list(*, fixture_list: FixtureList, by: User, at: datetime) -> int:
    """Take the season's matches out again, and let the list be a proposal once more; how many there were."""
    with write_tx():
        lock_competition(fixture_list.competition)
        lock_fixtures(Q(division__competition=fixture_list.competition_id))
        locked = Competition.objects.select_related("season__league").get(pk=fixture_list.competition_id)
        row = lock_list(fixture_list)
        if row.state != ListState.PUBLISHED:
            raise ValidationError("This draft is not the published one.")
        teams = tuple(Team.objects.filter(entries__division__competition=locked))
        refuse_once_begun(locked)
        old = Fixture.objects.filter(division__competition=locked)
        matches: int = old.exclude(away=None).count()
        old.delete()
        bump_version(locked)
        row.state = ListState.TAKEN_BACK
        save_list(row)
        text = f"{row} for season {locked.season} unpublished: {matches} matches are out of the fixtures."
        record_season_action(locked, "take_back_list", text, by, at, about=teams, before={"matches": matches})
    return matches


# --- rows -------------------------------------------------------------------------------------------------------------
def _put_in_place(competition: Competition, placed: Iterable[Fixture]) -> tuple[int, int, int]:
    """Write the matches; how many kept their row, are new, and went."""
    fixtures_by_pair: dict[tuple[int, int | None], list[Fixture]] = {}
    for fixture in Fixture.objects.filter(division__competition=competition).order_by("first_date", "pk"):
        fixtures_by_pair.setdefault((fixture.home_id, fixture.away_id), []).append(fixture)
    kept, new = [], []
    for match in sorted(placed, key=lambda each: (each.date, each.home_id)):
        rows = fixtures_by_pair.get((match.home_id, match.away_id))
        if rows:
            kept.append((rows.pop(0), match))
        else:
            new.append(match)
    gone = [fixture.pk for rows in fixtures_by_pair.values() for fixture in rows]
    Fixture.objects.filter(pk__in=gone).delete()
    _move_rows(kept)
    # A code is made from the home side and the week, so that the same list gives the same codes.
    of = f"{competition.season.league.slug}/{competition.season.slug}"
    codes_of_new = new_codes(f"{of}/{match.division.slug}/{match.week}/{match.home_id}" for match in new)
    for match, code in zip(new, codes_of_new, strict=True):
        match.code = code
    Fixture.objects.bulk_create(new)
    return len(kept), len(new), len(gone)


def _move_rows(kept: Iterable[tuple[Fixture, Fixture]]) -> None:
    changed = []
    for fixture, match in kept:
        values = {name: getattr(match, name) for name in PUBLISHED_FIELDS}
        if any(getattr(fixture, name) != value for name, value in values.items()):
            for name, value in (values | {"version": fixture.version + 1}).items():
                setattr(fixture, name, value)
            changed.append(fixture)
    keys = [fixture.pk for fixture in changed]
    Move.objects.filter(fixture__in=keys).delete()
    MoveRequest.objects.filter(fixture__in=keys).delete()
    Fixture.objects.filter(pk__in=keys).update(week=F("week") + ASIDE)
    Fixture.objects.bulk_update(changed, (*PUBLISHED_FIELDS, "version"), batch_size=50)
